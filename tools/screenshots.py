"""Take pictures of every page in three sizes and two themes, to look at them.

python tools/screenshots.py FOLDER [--only WORD]
"""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import sync_playwright

import century
from century.bots import bot
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.test_pages import PAGES
from tests.browser.visitor import SIZES, Visitor
from tests.server.process import running


def at_address(address: str) -> Callable[[Visitor], None]:
    """Go to a page by its address."""

    def go(visitor: Visitor) -> None:
        visitor.page.goto(address)
        visitor.page.reload()
        visitor.see("main h1")

    return go


def in_a_game(game: str, turns: int, stage: bool = False) -> Callable[[Visitor], None]:
    """Play some turns against two bots; or all of them, to the end."""

    def play(visitor: Visitor) -> None:
        player = bot("hard", seed=1)
        visitor.find(f"section.game.{game} select").first.select_option("2")
        visitor.play_now(game)
        for _ in range(turns):
            if not visitor.wait_for_my_turn():
                return
            visitor.take_turn(visitor.good_turn(player))
        visitor.wait_for_my_turn()
        if stage:
            visitor.stage(visitor.good_turn(player)[0])

    return play


SCENES = {name.replace(" ", "-"): at_address(address) for name, address in PAGES.items()}
for _name in century.games():
    SCENES[f"{_name}-early"] = in_a_game(_name, 2)
    SCENES[f"{_name}-chosen"] = in_a_game(_name, 7, stage=True)
    SCENES[f"{_name}-late"] = in_a_game(_name, 18)
    SCENES[f"{_name}-over"] = in_a_game(_name, 300)


def main() -> None:
    """Take them all, or those whose name holds a word."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--only", default="", help="names that hold this, such as phone-dark")
    arguments.add_argument("--language", default="en")
    given = arguments.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, running(Path(folder)) as server, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for scene, act in SCENES.items():
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
