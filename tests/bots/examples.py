"""The example bots, and games of them against `random`."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from century import Position
from century.bots import ask, bot
from century.bots.ask import close_bot

EXAMPLES = Path(__file__).parents[2] / "examples"
PYTHON_EXAMPLE = str(EXAMPLES / "my_bot.py")


def compile_c_example(folder: Path) -> str:
    """Compile the C example as its first lines say; return the path of the program."""
    if shutil.which("cc") is None:
        missing = "there is no C compiler here"
        pytest.fail(missing) if os.environ.get("CI") else pytest.skip(missing)
    program = folder / "bot"
    command = ["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-O2", "-o", str(program)]
    subprocess.run([*command, str(EXAMPLES / "bot.c")], check=True, timeout=120)
    return str(program)


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
