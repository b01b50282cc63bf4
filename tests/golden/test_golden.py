"""Whole games go exactly as they are written down."""

from __future__ import annotations

import re

import pytest

import century
from tests.golden.playthrough import golden_file, playthrough
from tests.property.play import TABLES


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_game_goes_as_written_down(name: str, players: int) -> None:
    file = golden_file(name, players)
    written = file.read_text(encoding="utf-8").splitlines()
    played = playthrough(name, players).splitlines()
    for number, (then, now) in enumerate(zip(written, played, strict=False), start=1):
        if then != now:
            pytest.fail(difference(f"{file.name}, line {number}", then, now))
    assert len(written) == len(played)


def difference(place: str, then: str, now: str) -> str:
    """Say what differs, without the long parts of both lines that are the same."""
    same = next((i for i, (a, b) in enumerate(zip(then, now, strict=False)) if a != b), 0)
    begin = max(0, same - 60)
    return (
        f"{place} differs:\n"
        f"  written ...{then[begin : same + 100]}\n"
        f"  played  ...{now[begin : same + 100]}\n"
        "If this is meant, `make golden` writes the files anew; look at what changed in them."
    )


@pytest.mark.parametrize("name", century.games())
def test_the_written_games_come_past_every_phase_and_verb(name: str) -> None:
    game = century.game(name)
    texts = [golden_file(name, players).read_text(encoding="utf-8") for players in game.players]
    written = "\n".join(texts)
    phases = set(re.findall(r"^decision \d+: round \d+, seat \d+, (\w+)$", written, re.MULTILINE))
    verbs = set(re.findall(r"^chosen: (\w+)", written, re.MULTILINE))
    assert phases == set(game.phases[:-1])
    assert verbs == {token.partition(" ")[0] for token in game.actions}
