"""The tiny game, installed for other processes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tiny_game.packages import EXAMPLE, announce


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ...]:
    """Return the folders of an installation whose sources, and so compiled kernels, are kept."""
    metadata = tmp_path_factory.mktemp("metadata")
    announce(metadata, "tiny-ladder", "tiny_ladder")
    return metadata, EXAMPLE
