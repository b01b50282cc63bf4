"""Compiled and uncompiled kernels compute the same."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.property import digest

ROOT = Path(__file__).parents[2]
LIMIT = 900  # seconds that a process may take


def run_digest(**environment: str) -> list[str]:
    command = [sys.executable, "-W", "error", "-m", digest.__name__]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_compiled_and_uncompiled_kernels_compute_the_same() -> None:
    assert run_digest(NUMBA_DISABLE_JIT="1") == list(digest.lines())


def test_another_process_computes_the_same() -> None:
    assert run_digest(PYTHONHASHSEED="1") == list(digest.lines())
