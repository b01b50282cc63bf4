"""A real browser and a real server."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser

from century.bench.browser import MISSING, find_chromium, start_chromium
from tests.browser.visitor import Visitor
from tests.server.process import Process, running

Visit = Callable[..., Visitor]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with running(tmp_path_factory.mktemp("server")) as process:
        yield process


@contextmanager
def open_browser(full: bool = False) -> Iterator[Browser]:
    """Start a browser; skip the test if it is not installed, except in CI."""
    if find_chromium(full) is None:
        pytest.fail(MISSING) if os.environ.get("CI") else pytest.skip(MISSING)
    with start_chromium(full) as started:
        yield started


@pytest.fixture(scope="module")  # while it is open, no other test can run an event loop
def browser() -> Iterator[Browser]:
    with open_browser() as started:
        yield started


@pytest.fixture
def visit(browser: Browser, server: Process) -> Iterator[Visit]:
    """Open browsers for one or more people; their scripts must not raise errors."""
    visitors: list[Visitor] = []

    def come(at: Process | None = None, **options: Any) -> Visitor:
        visitors.append(Visitor(browser, (at or server).address, **options))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.leave()
