"""Advice on a position of Spice Road with an obvious best turn."""

from __future__ import annotations

from pathlib import Path

import pytest

from century.bots.advice import advise
from century.bots.levels import levels_of
from century.position import game
from tests.games.spice_road.setup import position
from tests.terminal.command import Command

# The second seat, about to be overtaken, has the last turn of the round: claiming wins.
CLAIM = position(
    cubes=["BBBB", "BBBBB"],
    points="GGGGG GGGBB RRGGG BBBB BBBBB",
    claimed=["YYRR YYYRR YYRRR RRRR YYGG", "YYYGG YYRB RRRRR RRGG YYBB"],
    seat=1,
)


@pytest.mark.parametrize("level", levels_of(game("spice-road")))
def test_the_obvious_turn_comes_first(level: str) -> None:
    assert advise(CLAIM, level=level)[0].tokens == ("claim 5",)


def test_the_command_puts_the_turns_into_words(century: Command, tmp_path: Path) -> None:
    path = tmp_path / "position.txt"
    path.write_text(CLAIM.to_text())
    outcome = century("advise", path, "--count", 2)
    assert outcome.status == 0
    first, second = advise(CLAIM, 2)
    line = next(line for line in outcome.out.splitlines() if f"{first.value:+.1f}" in line)
    assert line.rstrip().endswith("  claim 20 points for BBBBB")
    assert ", ".join(second.tokens) in outcome.out
