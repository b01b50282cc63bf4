"""Game packages of other people. Games are discovered once a process, so tests start processes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "tiny_game"
LIMIT = 570  # seconds; the first run compiles
SHARED = "*shared_state(SEATS)"
RENAMED = '*shared_state(SEATS)[:-1], ("taken", "u1", (SEATS,))'
CENTURY = ["-c", "from century.cli import main; main()"]


def announce(folder: Path, name: str, package: str) -> None:
    """Write the metadata of an installed package with an entry point."""
    metadata = folder / f"{package}-1.0.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(f"[century.games]\n{name} = {package}\n")


def installed_example(metadata: Path) -> tuple[Path, ...]:
    """Install the example for other processes, and return the folders of the installation.

    The sources stay where they are, so their compiled kernels are found again.
    """
    if not list(metadata.glob("*.dist-info")):
        announce(metadata, "tiny-ladder", "tiny_ladder")
    return metadata, EXAMPLE


def copy_example(folder: Path, package: str, changes: dict[str, list[tuple[str, str]]]) -> Path:
    """Copy the example under another name, with changes to some of its files.

    Its states have no `claims`, so bots that search cannot play it and need no compilation.
    """
    name, target = package.replace("_", "-"), folder / package
    shutil.copytree(EXAMPLE / "tiny_ladder", target, ignore=shutil.ignore_patterns("__pycache__"))
    for path in target.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        text = text.replace("tiny_ladder", package).replace("tiny-ladder", name)
        text = text.replace(SHARED, RENAMED).replace("s.claims", "s.taken")
        for old, new in changes.get(path.name, []):
            assert old in text, f"{old!r} is not in {path.name}"
            text = text.replace(old, new)
        path.write_text(text, encoding="utf-8")
    announce(folder, name, package)
    return target


def environment(*folders: Path) -> dict[str, str]:
    """Return an environment in which the packages in folders can be imported."""
    paths = [*map(str, folders), str(ROOT), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths)), "COLUMNS": "200"}


def run(
    arguments: list[str], folders: tuple[Path, ...], given: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run Python with packages in folders."""
    return subprocess.run(
        [sys.executable, *arguments],
        env=environment(*folders),
        cwd=ROOT,
        input=given,
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )


def succeed(arguments: list[str], folders: tuple[Path, ...], given: str = "") -> str:
    """Run Python with packages in folders, and return what it wrote."""
    done = run(arguments, folders, given)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    return done.stdout
