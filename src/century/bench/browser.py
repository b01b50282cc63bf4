"""A headless browser for measurements, tests and pictures: Debian's Chromium, by Playwright."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["MISSING", "find_chromium", "start_chromium"]

MISSING = "there is no chromium; tools/machine.sh installs it where it may"
# The shell is the same browser without windows and notifications. The full one also draws its own
# toolbars, which costs as much processor time as the page.
SHELL, FULL = "chromium-headless-shell", "chromium"
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


def find_chromium(full: bool = False) -> str | None:
    """Return the path of the shell or the full browser, or None if it is not installed."""
    return (None if full else shutil.which(SHELL)) or shutil.which(FULL)


@contextmanager
def start_chromium(full: bool = False) -> Iterator[Browser]:
    """Start the shell, or the full browser. Raise `FileNotFoundError` if it is not installed."""
    from playwright.sync_api import sync_playwright

    found = find_chromium(full)
    if found is None:
        raise FileNotFoundError(MISSING)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield started
        started.close()
