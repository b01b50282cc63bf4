"""Take screenshots of every page in three sizes and two themes.

python tools/screenshots.py FOLDER [--only WORD]
"""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Browser

import century
from century.bench.browser import start_chromium
from century.bots import bot
from tests.browser.test_pages import PAGES, menu
from tests.browser.visitor import SIZES, Visitor
from tests.server.process import running


def at_address(address: str) -> Callable[[Visitor], None]:
    """Open a page by its address."""

    def go(visitor: Visitor) -> None:
        visitor.page.goto(address)
        visitor.page.reload()
        visitor.see("main h1")

    return go


def in_play(game: str, turns: int, stage: bool = False) -> Callable[[Visitor], None]:
    """Play some turns against two bots, or the whole game if it has fewer."""

    def play(visitor: Visitor) -> None:
        player = bot("hard", seed=1)
        visitor.play_now(game, opponents=2)
        if visitor.play_turns(player, turns) and visitor.wait_for_my_turn() and stage:
            visitor.stage(visitor.good_turn(player)[0])

    return play


SCENES = {name.replace(" ", "-"): at_address(address) for name, address in PAGES.items()}
for _name in century.games():
    SCENES[f"{_name}-early"] = in_play(_name, 2)
    SCENES[f"{_name}-chosen"] = in_play(_name, 7, stage=True)
    SCENES[f"{_name}-late"] = in_play(_name, 18)
    SCENES[f"{_name}-over"] = in_play(_name, 300)


def _menu_scenes(browser: Browser, address: str) -> dict[str, Callable[[Visitor], None]]:
    """Return a scene for every link of the menu: games may add pages there."""
    visitor = Visitor(browser, address)
    addresses = menu(visitor)
    visitor.leave()
    return {f"menu-{number}": at_address(link) for number, link in enumerate(addresses, 1)}


def main() -> None:
    """Take all screenshots, or those whose name contains a word."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--only", default="", help="a part of the names, such as phone-dark")
    arguments.add_argument("--language", default="en")
    given = arguments.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    with (
        TemporaryDirectory() as folder,
        running(Path(folder)) as server,
        start_chromium() as browser,
    ):
        for scene, act in (_menu_scenes(browser, server.address) | SCENES).items():
            for size in SIZES:
                for theme in ("light", "dark"):
                    name = f"{scene}-{size}-{theme}"
                    if given.only not in name:
                        continue
                    visitor = Visitor(browser, server.address, size, given.language, theme)
                    act(visitor)
                    visitor.page.wait_for_timeout(300)
                    visitor.page.screenshot(path=given.folder / f"{name}.png")
                    visitor.leave()
                    sys.stdout.write(f"{name}\n")
                    sys.stdout.flush()


if __name__ == "__main__":
    main()
