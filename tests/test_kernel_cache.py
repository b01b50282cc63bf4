"""The cache of compiled kernels: a kernel is compiled again only if its sources changed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import century
from century.core.engine import package_folder
from century.core.kernel_cache import PACKAGE, fingerprint
from tests.games import EXAMPLE, OWN_GAMES

# Plays a random game of the game given, and deals every other game. Prints how many kernels had to
# be compiled, and their modules.
PLAY = """
import collections, sys, numba.core.event as event
import century
compiled = collections.Counter()

class Listener(event.Listener):
    def on_start(self, occurred): ...
    def on_end(self, occurred):
        module = occurred.data["dispatcher"].py_func.__module__
        compiled[module] += 1

event.register("numba:compile", Listener())
for name in century.games():
    start = century.game(name).start(players=2, seed=1)
    if name == sys.argv[1]:
        start.apply(start.actions()[0]).view(None)
        century.playouts(name, players=2, games=1, seed=1)
print(sum(compiled.values()), *sorted(compiled))
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package's sources."""
    ignored = shutil.ignore_patterns("__pycache__", "page", "server")
    return Path(shutil.copytree(PACKAGE, tmp_path / "src" / "century", ignore=ignored))


def compiled_modules(package: Path, **variables: str) -> list[str]:
    """Play in a new process and return the modules whose kernels it had to compile."""
    environment = {**os.environ, "PYTHONPATH": str(package.parent), **variables}
    environment.pop("NUMBA_CACHE_DIR", None)
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", PLAY, OWN_GAMES[0]],
        env=environment,
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    )
    count, *modules = ran.stdout.split()
    assert (int(count) == 0) == (not modules)
    return modules


def touch(path: Path) -> None:
    """Change a source file without changing what it does."""
    with path.open("a", encoding="utf-8") as file:
        file.write("# changed\n")


def test_a_change_recompiles_only_the_kernels_that_depend_on_it(package: Path) -> None:
    cold = compiled_modules(package)
    for name in OWN_GAMES:
        assert [module for module in cold if module.startswith(century.game(name).package)]
    assert not compiled_modules(package), "all kernels are in the cache"
    touch(package / "record.py")
    assert not compiled_modules(package), "no kernel depends on the record reader"
    first, *others = OWN_GAMES
    folder = package / "games" / package_folder(century.game(first).package).name
    touch(folder / "data.toml")
    again = compiled_modules(package)
    assert century.game(first).package + ".rules" in again
    assert "century.core.engine" in again, "the loops call the changed rules"
    for name in others:
        assert not [module for module in again if module.startswith(century.game(name).package)]


def test_the_fingerprint_depends_on_sources_and_not_on_words(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(package_folder(century.game(EXAMPLE).package), tmp_path / "g"))
    before = fingerprint(folder)
    touch(folder / "words" / "en.toml")
    fingerprint.cache_clear()
    assert fingerprint(folder) == before
    touch(folder / "rules.py")
    fingerprint.cache_clear()
    assert fingerprint(folder) != before
    (folder / "rules.py").rename(folder / "laws.py")
    moved = fingerprint(folder)
    fingerprint.cache_clear()
    assert fingerprint(folder) != moved


@pytest.mark.skipif(os.name != "posix", reason="needs the permissions of POSIX")
def test_without_a_writable_folder_the_cache_is_temporary_and_one_warning_is_printed(
    package: Path, tmp_path: Path
) -> None:
    program = f"import century; century.game({EXAMPLE!r}).start(players=2, seed=1)"
    (tmp_path / "tmp").mkdir()
    (package / "__pycache__").write_text("this file prevents creating a folder")
    (tmp_path / "home").write_text("this file prevents creating a folder")
    ran = subprocess.run(
        [sys.executable, "-B", "-c", program],
        env={
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(package.parent),
            "HOME": str(tmp_path / "home"),
            "TMPDIR": str(tmp_path / "tmp"),
        },
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    assert ran.stderr.count("UserWarning: cannot write compiled kernels") == 1
    assert list((tmp_path / "tmp").glob("century-*/kernels-*"))


# Damaged files

OWN_KERNEL = """
from century.core.kernel import kernel

@kernel
def add_one(number):
    return number + 1

@kernel
def add_two(number):
    return add_one(number) + 1
"""
USE = """
from own_kernel import add_two
print(add_two(40), *add_two.for_python.stats.cache_hits.values())
"""


@pytest.fixture(scope="module")
def compiled_kernel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write a kernel and compile it; return its folder."""
    folder = tmp_path_factory.mktemp("own")
    (folder / "own_kernel.py").write_text(OWN_KERNEL)
    assert use(folder).stdout == "42\n"
    shutil.copytree(folder / "cache", folder / "intact")
    return folder


@pytest.fixture
def own_kernel(compiled_kernel: Path) -> Path:
    """Return the folder of a compiled kernel, with an intact cache."""
    shutil.rmtree(compiled_kernel / "cache")
    shutil.copytree(compiled_kernel / "intact", compiled_kernel / "cache")
    return compiled_kernel


def use(folder: Path) -> subprocess.CompletedProcess[str]:
    """Use the kernel in a new process."""
    paths = os.pathsep.join([str(folder), str(PACKAGE.parent)])
    return subprocess.run(
        [sys.executable, "-c", USE],
        env={**os.environ, "PYTHONPATH": paths, "NUMBA_CACHE_DIR": str(folder / "cache")},
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )


@pytest.mark.parametrize(("suffix", "part"), [("nbi", 0.0), ("nbc", 0.5)])
def test_a_damaged_kernel_is_compiled_again(own_kernel: Path, suffix: str, part: float) -> None:
    damaged = list((own_kernel / "cache").rglob(f"*add_*.{suffix}"))
    assert damaged
    for path in damaged:
        content = path.read_bytes()
        path.write_bytes(content[: int(part * len(content))])
    assert use(own_kernel).stdout == "42\n"
    assert use(own_kernel).stdout == "42 1\n"


def test_kernels_that_cannot_be_written_are_used_with_one_warning(own_kernel: Path) -> None:
    for path in (own_kernel / "cache").rglob("*add_*.nbc"):
        path.unlink()
        path.mkdir()  # cannot be replaced by a file, not even by root
    done = use(own_kernel)
    assert done.stdout == "42\n"
    assert done.stderr.count("UserWarning: cannot keep compiled kernels: ") == 1
