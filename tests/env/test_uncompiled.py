"""The environments compute the same with compiled kernels and with plain Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.env import digest

LIMIT = 900  # seconds that the process may take


def test_compiled_and_uncompiled_kernels_compute_the_same() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", digest.__name__],
        cwd=Path(__file__).parents[2],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.splitlines() == list(digest.lines())
