"""Dice in a game, as docs/a-new-game.md describes them: rolled in `deal` and hidden until used."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import indent

import pytest

from tests.tiny_game.packages import copy_example, succeed

# Here every rest rolls a die. The documentation has these parts.
FIELDS = """
ROLLS = 40
DICE = [
    ("dice", "u1", (ROLLS,)),  # all rolls of the game, in their order
    ("rolled", "u1"),  # how many of them were used
]
"""
DEAL = """
for i in range(ROLLS):
    s.dice[i] = 1 + draw(rng, 6)
"""
REDEAL = """
for i in range(s.rolled, ROLLS):
    s.dice[i] = 1 + draw(rng, 6)
"""
ACT = """
if s.rolled < ROLLS:
    s.rolled += 1  # the next die is seen from now on
"""
VIEW = '"dice": list(s.dice[: s.rolled])'
FACE_DOWN = "CARDS - s.drawn - 1 + ROLLS - s.rolled"
FOUR, EIGHT = " " * 4, " " * 8
CHANGES = {
    "__init__.py": [
        ('        ("drawn", "u1"),', '        *DICE,\n        ("drawn", "u1"),'),
        ("PHASES, OVER", f"{FIELDS}PHASES, OVER"),
        ('"deck": face_down(s)}', f'"deck": face_down(s), {VIEW}}}'),
        ("return CARDS - s.drawn - 1", f"return {FACE_DOWN}"),
    ],
    "rules.py": [
        ("bit, kernel", "bit, draw, kernel"),
        ("OVER, REST", "OVER, REST, ROLLS"),
        ("    shuffle(s.deck, rng)\n", f"    shuffle(s.deck, rng)\n{indent(DEAL, FOUR)}"),
        ("    shuffle(hidden, rng)\n", f"    shuffle(hidden, rng)\n{indent(REDEAL, FOUR)}"),
        ("        s.top[s.seat] = 0\n", f"        s.top[s.seat] = 0\n{indent(ACT, EIGHT)}"),
    ],
}
CHECK = """
import json
import century
from century.check import examine

start = century.game("with-dice").start(players=2, seed=1)
after = start.act("rest")
print(json.dumps([examine("with-dice").faults, start.view(0)["dice"], after.view(0)["dice"]]))
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a copy of the example that has dice, but no chance nodes."""
    folder = tmp_path_factory.mktemp("dice")
    (copy_example(folder, "with_dice", CHANGES) / "chance.py").unlink()
    return folder


def test_dice_are_hidden_until_they_are_used(package: Path) -> None:
    faults, before, after = json.loads(succeed(["-c", CHECK], (package,)))
    assert faults == []
    assert before == []
    assert len(after) == 1
    assert after[0] in range(1, 7)
