"""A temporary PostgreSQL server for the tests."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from century.bench.postgres import Cluster, find_programs, temporary_cluster

__all__ = ["Cluster", "cluster"]


@contextmanager
def cluster(folder: Path) -> Iterator[Cluster]:
    """Start a temporary server; skip the test if PostgreSQL is not installed, except in CI."""
    programs = find_programs()
    if programs is None:
        if os.environ.get("CI"):
            pytest.fail("CI needs PostgreSQL: install Debian's package postgresql")
        pytest.skip("PostgreSQL is not installed (Debian's package postgresql)")
    with temporary_cluster(programs, folder) as running:
        yield running
