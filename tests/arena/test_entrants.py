"""Bot objects and classes as entrants of a tournament."""

from __future__ import annotations

from typing import Any

import pytest

from century.arena import Tournament, play
from century.bots.planner import Planner
from century.bots.search.beam import BeamSize
from century.errors import BadOption, UnknownBot
from tests.arena.players import First, Speaks
from tests.arena.tables import played, player
from tests.games import EXAMPLE


def test_objects_and_classes_play_like_the_bots_of_these_names() -> None:
    objects = Tournament(EXAMPLE, (First, Speaks()), seed=1, rounds=5)
    names = Tournament(EXAMPLE, (player("First"), player("Speaks")), seed=1, rounds=5)
    assert objects.names == ("First", "Speaks")
    ours, theirs = (play(one.job(0)) for one in (objects, names))
    assert (ours.points, ours.tokens) == (theirs.points, theirs.tokens)


def test_objects_travel_to_worker_processes() -> None:
    wide, narrow = Planner(size=BeamSize(4, 2)), Planner(size=BeamSize(1, 1))
    results, standings = played(Tournament(EXAMPLE, (wide, narrow), seed=1, rounds=3))
    assert [result.seats for result in results] == [
        ("Planner", "Planner 2"),
        ("Planner 2", "Planner"),
    ]
    assert all(result.fault is None for result in results)
    assert {line.name for line in standings.lines()} == {"Planner", "Planner 2"}


def test_what_is_no_bot_or_cannot_travel_is_refused() -> None:
    thing: Any = 7
    with pytest.raises(UnknownBot):
        Tournament(EXAMPLE, ("random", thing), seed=1)

    class Local(First):
        pass

    with pytest.raises(BadOption, match="cannot be sent"):
        Tournament(EXAMPLE, ("random", Local()), seed=1)
    Local.__module__ = "__main__"
    with pytest.raises(BadOption, match="by its file"):
        Tournament(EXAMPLE, ("random", Local()), seed=1)
