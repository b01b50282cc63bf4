"""Kernels that Python calls, that other kernels call, and that both call."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import century

KERNELS = """
from century.core.kernel import kernel

@kernel
def double(number):
    return 2 * number

@kernel
def quadruple(number):
    return double(double(number))
"""

CALLS = """
import collections, sys
from numba.core import event
import kernels

compiled = collections.Counter()

class Listener(event.Listener):
    def on_start(self, occurred): ...
    def on_end(self, occurred):
        compiled[occurred.data["dispatcher"].py_func.__name__] += 1

with event.install_listener("numba:compile", Listener()):
    for name in sys.argv[1:]:
        print(getattr(kernels, name)(21), getattr(kernels, name)(21))
print(*sorted(compiled.elements()))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "kernels.py").write_text(KERNELS)
    (tmp_path / "calls.py").write_text(CALLS)
    return tmp_path


def call(folder: Path, *names: str) -> list[str]:
    """Call kernels in a new process; return its output: the results, and what it compiled."""
    path = f"{folder}{os.pathsep}{Path(century.__file__).parents[1]}"
    ran = subprocess.run(
        [sys.executable, "calls.py", *names],
        cwd=folder,
        env={"PYTHONPATH": path, "NUMBA_CACHE_DIR": str(folder / "cache")},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return ran.stdout.splitlines()


def test_python_can_call_a_kernel_that_a_kernel_called_before(folder: Path) -> None:
    assert call(folder, "quadruple", "double") == ["84 84", "42 42", "double double quadruple"]


def test_a_kernel_uses_what_was_compiled_for_python(folder: Path) -> None:
    assert call(folder, "double", "quadruple") == ["42 42", "84 84", "double quadruple"]


def test_a_later_process_compiles_nothing_again(folder: Path) -> None:
    call(folder, "quadruple", "double")
    assert call(folder, "double", "quadruple") == ["42 42", "84 84", ""]


def test_a_kernel_finds_on_disk_what_was_compiled_for_python(folder: Path) -> None:
    call(folder, "double")
    assert call(folder, "quadruple") == ["84 84", "quadruple"]
