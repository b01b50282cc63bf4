"""The learning examples run, with small settings."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
LIMIT = 600  # seconds that an example may take


def run(*command: str) -> str:
    done = subprocess.run(
        [sys.executable, *command],
        cwd=EXAMPLES,
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("loop_batch.py", "games won by seat"),
        ("loop_pettingzoo.py", "player_2 is given"),
        ("loop_gymnasium.py", ("won", "lost")),
        ("loop_openspiel.py", "returns: ["),
    ],
)
def test_the_example_loops_run(script: str, said: str | tuple[str, str]) -> None:
    out = run(script)
    assert any(words in out for words in ([said] if isinstance(said, str) else said))


@pytest.mark.parametrize(
    ("script", "package"), [("loop_gymnasium.py", "gymnasium"), ("loop_openspiel.py", "pyspiel")]
)
def test_an_example_without_its_extra_says_what_to_install(script: str, package: str) -> None:
    program = f"import runpy, sys; sys.modules[{package!r}] = None; runpy.run_path({script!r})"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=EXAMPLES,
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )
    assert f"MissingExtra: {package} is not installed" in done.stderr


def test_the_training_example_runs() -> None:
    out = run(
        "ppo.py", "--decisions", "0.06", "--hidden", "16", "--against", "random", "--games", "4"
    )
    assert "of 4 games against random" in out


def test_the_league_example_runs() -> None:
    settings = ("--generations", "3", "--decisions", "0.03", "--hidden", "8", "--games", "64")
    out = run("league.py", *settings)
    assert "generation 3 won" in out
    assert "against generation 2" in out
