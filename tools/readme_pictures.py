"""Take the pictures of the README: the front page, both boards, a result and a phone.

python tools/readme_pictures.py
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[1]))

from PIL import Image

import century
from century.bench.browser import start_chromium
from century.bots import bot
from tests.browser.visitor import Visitor
from tests.server.process import running

FOLDER = Path(__file__).parents[1] / "docs" / "images"
COLOURS = 200  # of a picture; the drawings need no more


def take(visitor: Visitor, name: str) -> None:
    """Save a picture with few colours."""
    path = FOLDER / f"{name}.png"
    visitor.page.wait_for_timeout(1_500)  # until pictures are loaded and motions are over
    visitor.page.screenshot(path=path)
    Image.open(path).convert("RGB").quantize(COLOURS).save(path, optimize=True)


def main() -> None:
    """Take all pictures, the phone with the first game and the result with the last one."""
    player = bot("hard", seed=1)
    with (
        TemporaryDirectory() as folder,
        running(Path(folder)) as server,
        start_chromium() as browser,
    ):
        front = Visitor(browser, server.address)
        front.see(".living .showcase, .living .glass > *")
        take(front, "front")
        front.leave()
        for number, game in enumerate(century.games()):
            visitor = Visitor(browser, server.address)
            visitor.play_now(game, opponents=2)
            visitor.play_turns(player, 7)
            visitor.wait_for_my_turn()
            take(visitor, game)
            if number == 0:
                visitor.page.set_viewport_size({"width": 390, "height": 844})
                take(visitor, "phone")
            if game == century.games()[-1]:
                visitor.play_until_over(player)
                take(visitor, "result")
            visitor.leave()


if __name__ == "__main__":
    main()
