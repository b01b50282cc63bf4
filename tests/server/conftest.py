"""A server for the tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.fixtures import House, house


@pytest.fixture
def here() -> Iterator[House]:
    with house() as open_house:
        yield open_house
