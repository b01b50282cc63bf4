"""Take screenshots of every page in all sizes that the tests check, in both themes.

python tools/screenshots.py FOLDER [--scene WORD] [--size WORD] [--language LANGUAGE]
"""

import argparse
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Browser

import century
from century.bench.browser import start_chromium
from century.bots import bot
from tests.browser.test_layout import SIZES, at_every_size
from tests.browser.test_pages import PAGES, menu
from tests.browser.visitor import Visitor
from tests.server.process import running

UNKNOWN = ("/api/tables/", "/api/codes/", "/nothing")  # some pages show what does not exist
THEMES = ("light", "dark")
SETTLE = 500  # milliseconds until pictures are loaded

Scene = Callable[[Visitor], None]


def go_to(address: str, visitor: Visitor) -> None:
    """Open a page by its address."""
    visitor.page.goto(address)
    visitor.page.reload()
    visitor.see("main h1")


def play(game: str, opponents: int, turns: int, choose: bool, visitor: Visitor) -> None:
    """Play some turns against bots, or the whole game if it has fewer; then perhaps choose."""
    player = bot("hard", seed=1)
    visitor.play_now(game, opponents)
    if visitor.play_turns(player, turns) and visitor.wait_for_my_turn() and choose:
        visitor.stage(visitor.good_turn(player)[0])


def all_scenes(browser: Browser, address: str) -> dict[str, Scene]:
    """Return the pages, those that games add to the menu, and stages of a game of each kind."""
    visitor = Visitor(browser, address)
    links = menu(visitor)
    visitor.leave()
    scenes: dict[str, Scene] = {
        name.replace(" ", "-"): partial(go_to, page) for name, page in PAGES.items()
    }
    scenes |= {f"menu-{number}": partial(go_to, link) for number, link in enumerate(links, 1)}
    for name in century.games():
        most = century.game(name).players[-1] - 1
        scenes[f"{name}-early"] = partial(play, name, 1, 2, False)
        scenes[f"{name}-chosen"] = partial(play, name, 2, 7, True)
        scenes[f"{name}-late"] = partial(play, name, 2, 18, False)
        scenes[f"{name}-full"] = partial(play, name, most, 10, False)
        scenes[f"{name}-over"] = partial(play, name, 2, 300, False)
    return scenes


def take(visitor: Visitor, folder: Path, scene: str, sizes: list[str]) -> None:
    """Take the pictures of one scene."""
    for theme in THEMES:
        visitor.page.emulate_media(color_scheme=theme)
        for size in at_every_size(visitor, sizes):
            visitor.page.wait_for_timeout(SETTLE)
            width, height = SIZES[size]
            name = f"{scene}-{width}x{height}-{theme}.png"
            visitor.page.screenshot(path=folder / name)
            sys.stdout.write(f"{name}\n")
            sys.stdout.flush()


def main() -> None:
    """Take all screenshots, or those of some scenes and sizes."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--scene", default="", help="a part of the names, such as late")
    arguments.add_argument("--size", default="", help="a part of the sizes, such as 390x844")
    arguments.add_argument("--language", default="en")
    given = arguments.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    sizes = [name for name, (width, height) in SIZES.items() if given.size in f"{width}x{height}"]
    with (
        TemporaryDirectory() as folder,
        running(Path(folder)) as server,
        start_chromium() as browser,
    ):
        for scene, show in all_scenes(browser, server.address).items():
            if given.scene not in scene:
                continue
            visitor = Visitor(browser, server.address, language=given.language, refused=UNKNOWN)
            show(visitor)
            take(visitor, given.folder, scene, sizes)
            visitor.leave()


if __name__ == "__main__":
    main()
