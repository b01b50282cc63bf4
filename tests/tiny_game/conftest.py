"""The tiny game, installed for other processes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tiny_game.packages import installed_example


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ...]:
    """Return the folders of an installation of the example."""
    return installed_example(tmp_path_factory.mktemp("metadata"))
