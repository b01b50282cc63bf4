"""The server fixture for the tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.in_process import InProcessServer, in_process_server


@pytest.fixture
def server() -> Iterator[InProcessServer]:
    with in_process_server() as running:
        yield running
