"""The example bots play as their documentation says."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

import century
from century import Position
from century.bots import ask, bot
from century.bots.ask import close_bot

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The C example, compiled as its first lines say."""
    if shutil.which("cc") is None:
        missing = "there is no C compiler here"
        pytest.fail(missing) if os.environ.get("CI") else pytest.skip(missing)
    program = tmp_path_factory.mktemp("examples") / "bot"
    command = ["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-O2", "-o", str(program)]
    subprocess.run([*command, str(EXAMPLES / "bot.c")], check=True, timeout=120)
    return str(program)


@pytest.fixture(params=["my_bot.py", "bot.c"])
def spec(request: pytest.FixtureRequest) -> str:
    if request.param == "bot.c":
        return str(request.getfixturevalue("compiled"))
    return str(EXAMPLES / request.param)


def against_random(spec: str, pos: Position, seat: int, seed: int, decisions: int) -> Position:
    """Play until the end, or until the bot has made this number of decisions."""
    subject = bot(spec, seed)
    opponent = bot("random", seed)
    while not pos.over and decisions > 0:
        decisions -= pos.seat == seat
        mover = subject if pos.seat == seat else opponent
        pos = pos.apply(ask(mover, pos, pos.seat, 5, seed=seed))
    close_bot(subject, spec)
    return pos


@pytest.mark.parametrize("players", [2, 3])
def test_the_examples_beat_random_in_spice_road(spec: str, players: int) -> None:
    for seed in range(4):
        seat = seed % players
        start = century.game("spice-road").start(players=players, seed=seed)
        end = against_random(spec, start, seat, seed, decisions=1000)
        assert end.over
        assert end.winner == seat


def test_the_examples_gain_points_in_eastern_wonders(spec: str) -> None:
    for seed in range(2):
        start = century.game("eastern-wonders").start(players=2, seed=seed)
        scores = against_random(spec, start, seed, seed, decisions=150).scores()
        assert scores[seed] > scores[1 - seed] + 10


def test_the_python_example_plays_eastern_wonders_to_the_end() -> None:
    start = century.game("eastern-wonders").start(players=2, seed=2)
    end = against_random(str(EXAMPLES / "my_bot.py"), start, 0, seed=2, decisions=400)
    assert end.over
    assert end.winner == 0


def test_an_example_plays_the_same_game_again(spec: str) -> None:
    start = century.game("eastern-wonders").start(players=2, seed=4)
    one, other = (against_random(spec, start, 1, 4, decisions=60) for _ in range(2))
    assert one == other
