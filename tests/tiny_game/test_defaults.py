"""What a game leaves out: a default takes its place, or an error says what is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tiny_game.packages import CENTURY, copy_example, succeed

HEURISTICS = """
from century.core import heuristics
from century.core.kernel import bit, kernel
from some_heuristics import REST


@kernel
def candidates(s):
    return REST, bit(REST)


@kernel
def ask_all(s, weights):
    found = heuristics.candidates(s)[1], heuristics.evaluate(s, 0, 0.0, weights)
    return found[0], found[1], heuristics.plan_key(s, 0)
"""
WITH_SOME_HEURISTICS = """
import century
import numpy as np
from some_heuristics.heuristics import ask_all

start = century.game("some-heuristics").start(players=2, seed=1)
position = start.act("take")
weights = np.zeros(0)
only_rest, points, key = ask_all(position.state, weights)
assert int(only_rest) == 1 and "take" in start.legal()
assert points == position.scores()[0] > 0
assert (only_rest, points, key) == ask_all.py_func(position.state, weights)
assert key == ask_all(position.state, weights)[2] != ask_all(start.state, weights)[2]
"""
WITHOUT_PARTS = """
import century
from century.bots import bot
from century.env.batch import Batch
import century.env.openspiel
import pyspiel

game = century.game("lacks-parts")
position = game.start(players=2, seed=1)

def error_of(function):
    try:
        function()
    except (century.CenturyError, pyspiel.SpielError) as error:
        print(error)

error_of(lambda: bot("hard", 0).choose(position, 0, 0.1))
error_of(lambda: bot("mcts", 0).choose(position, 0, 0.1))
error_of(lambda: Batch("lacks-parts", players=2, games=2, seed=1))
error_of(lambda: pyspiel.load_game("century_lacks_parts"))
"""

NO_CUBES = ('"cubes": "", "claimed": s.taken[seat], ', "")
WITHOUT_CUBES = """
import century
from century.check import examine
from century.server.table.snapshot import round_summary

assert not examine("no-cubes").faults, examine("no-cubes")
start = century.game("no-cubes").start(players=2, seed=1)
summary = round_summary(1, start.act("take"))
assert (summary["cubes"], summary["worth"]) == (None, None)
"""


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with games that leave out parts of the example."""
    folder = tmp_path_factory.mktemp("packages")
    some = copy_example(folder, "some_heuristics", {})
    (some / "heuristics.py").write_text(HEURISTICS)
    copy_example(folder, "no_cubes", {"__init__.py": [NO_CUBES]})
    lacking = copy_example(folder, "lacks_parts", {})
    for name in ("observation.py", "chance.py"):
        (lacking / name).unlink()
    return folder


def test_a_game_may_have_some_heuristics_and_leave_the_others_out(packages: Path) -> None:
    succeed(["-c", WITH_SOME_HEURISTICS], (packages,))


def test_a_missing_part_without_a_default_is_named(packages: Path) -> None:
    said = succeed(["-c", WITHOUT_PARTS], (packages,)).splitlines()
    no_claims = "bots that search cannot play lacks-parts: its states have no claims by seat"
    no_search = f"{no_claims}; use the bot 'random'"
    assert said == [
        no_search,
        no_search,
        "lacks-parts has no observation.py, which the environments need",
        "lacks-parts has no chance.py, which OpenSpiel needs",
    ]


def test_a_game_may_have_neither_cubes_nor_claims(packages: Path, tmp_path: Path) -> None:
    succeed(["-c", WITHOUT_CUBES], (packages,))
    record = ["--record", str(tmp_path / "game.txt"), "--seed", "1"]
    play = [*CENTURY, "play", "--game", "no-cubes", *record]
    assert "You: points 0, top 0" in succeed(play, (packages,), given="take\nquit\n")
    assert '"random"]' in (tmp_path / "game.txt").read_text(encoding="utf-8")
