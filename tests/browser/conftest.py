"""A real browser and a real server."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.visitor import Visitor
from tests.server.process import Process, running

CHROMIUM = shutil.which("chromium")
# No updates, no sync, no other network. Chromium has no sandbox for root, who may run the tests.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

Visit = Callable[..., Visitor]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with running(tmp_path_factory.mktemp("server")) as process:
        yield process


@pytest.fixture(scope="module")  # while it is open, no other test can run an event loop
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        what = "there is no chromium; tools/machine.sh installs it where it may"
        pytest.fail(what) if os.environ.get("CI") else pytest.skip(what)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()


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
