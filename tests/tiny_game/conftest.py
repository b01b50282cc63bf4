"""The tiny game, installed and compiled for other processes."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.browser.conftest import browser
from tests.server.process import Process, running
from tests.tiny_game.packages import environment, installed_example, succeed

__all__ = ["browser", "server", "tiny"]

COMPILE = """
import century
from century.bots import bots
from century.warmup import warm_up

warm_up(century.game("tiny-ladder"), print, bots())
"""


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ...]:
    """Return the folders of an installation of the example, with compiled kernels.

    The workers of pytest-xdist share it: one of them compiles, and the others wait for it.
    """
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    compiled = shared / "tiny-game-is-compiled"
    with (shared / "tiny-game-lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        folders = installed_example(shared / "tiny-game")
        if not compiled.exists():
            succeed(["-c", COMPILE], folders)
            compiled.touch()
    return folders


@pytest.fixture(scope="session")
def server(tiny: tuple[Path, ...], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """Run a server that has the tiny game."""
    with ExitStack() as stack:
        # Only for the start of the process: other tests must not find the game.
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("PYTHONPATH", environment(*tiny)["PYTHONPATH"])
            process = stack.enter_context(running(tmp_path_factory.mktemp("server")))
        yield process
