"""Games are played exactly as they are recorded, with all legal actions and views."""

from __future__ import annotations

import re

import pytest

import century
from tests.games import OWN_GAMES, OWN_TABLES
from tests.golden.playthrough import golden_file, playthrough


@pytest.mark.parametrize(("name", "players"), OWN_TABLES)
def test_the_game_is_played_as_recorded(name: str, players: int) -> None:
    file = golden_file(name, players)
    recorded = file.read_text(encoding="utf-8").splitlines()
    played = playthrough(name, players).splitlines()
    for number, (then, now) in enumerate(zip(recorded, played, strict=False), start=1):
        if then != now:
            pytest.fail(difference(f"{name}, {file.name}, line {number}", then, now))
    assert len(recorded) == len(played)


def difference(place: str, then: str, now: str) -> str:
    """Describe the difference, without the long equal parts of both lines."""
    same = next((i for i, (a, b) in enumerate(zip(then, now, strict=False)) if a != b), 0)
    begin = max(0, same - 60)
    return (
        f"{place} differs:\n"
        f"  recorded ...{then[begin : same + 100]}\n"
        f"  played   ...{now[begin : same + 100]}\n"
        "If this is intended, rewrite the files with `make golden` and review the changes."
    )


@pytest.mark.parametrize("name", OWN_GAMES)
def test_the_recorded_games_contain_every_phase_and_verb(name: str) -> None:
    game = century.game(name)
    texts = [golden_file(name, players).read_text(encoding="utf-8") for players in game.players]
    recorded = "\n".join(texts)
    phases = set(re.findall(r"^decision \d+: round \d+, seat \d+, (\w+)$", recorded, re.MULTILINE))
    verbs = set(re.findall(r"^chosen: (\w+)", recorded, re.MULTILINE))
    assert phases == set(game.phases[:-1])
    assert verbs == {token.partition(" ")[0] for token in game.actions}
