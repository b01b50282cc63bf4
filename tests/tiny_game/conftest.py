"""The tiny game, installed for other processes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.server.process import Process, running
from tests.tiny_game.packages import environment, installed_example


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ...]:
    """Return the folders of an installation of the example."""
    return installed_example(tmp_path_factory.mktemp("metadata"))


@pytest.fixture(scope="session")
def server(tiny: tuple[Path, ...], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """Run a server that has the tiny game."""
    with ExitStack() as stack:
        # Only for the start of the process: other tests must not find the game.
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("PYTHONPATH", environment(*tiny)["PYTHONPATH"])
            process = stack.enter_context(running(tmp_path_factory.mktemp("server")))
        yield process
