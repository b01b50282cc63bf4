"""A temporary PostgreSQL server for the tests, from Debian's package."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

DEBIAN = Path("/usr/lib/postgresql")


def _programs() -> Path | None:
    """Find initdb and pg_ctl, which Debian does not put on the PATH."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    versions = sorted(DEBIAN.glob("*/bin"), key=lambda path: int(path.parent.name))
    return versions[-1] if versions else None


def _without_root(command: list[str]) -> list[str]:
    """Run the command as the user postgres if we are root, because PostgreSQL refuses root."""
    return ["runuser", "-u", "postgres", "--", *command] if os.getuid() == 0 else command


@contextmanager
def cluster(folder: Path) -> Iterator[str]:
    """Start a server that listens on a socket in a folder, and yield its URL."""
    programs = _programs()
    if programs is None:
        if os.environ.get("CI"):
            pytest.fail("CI needs PostgreSQL: install Debian's package postgresql")
        pytest.skip("PostgreSQL is not installed (Debian's package postgresql)")
    if os.getuid() == 0:
        # Other users cannot read the temporary folder of pytest.
        folder = Path(f"/tmp/century-postgres-{os.getpid()}")
        folder.mkdir()
        user = pwd.getpwnam("postgres")
        os.chown(folder, user.pw_uid, user.pw_gid)
    data, log = folder / "data", folder / "log"
    user_name = "postgres" if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name
    _run([str(programs / "initdb"), "-D", str(data), "-A", "trust", "-E", "UTF8", "-N"], folder)
    control = [str(programs / "pg_ctl"), "-D", str(data), "-w", "-l", str(log)]
    options = f"-k {folder} -c listen_addresses='' -c fsync=off"
    _run([*control, "-o", options, "start"], folder)
    try:
        yield f"postgresql+psycopg://{user_name}@/postgres?host={folder}"
    finally:
        _run([*control, "-m", "immediate", "stop"], folder)
        shutil.rmtree(folder, ignore_errors=True)


def _run(command: list[str], folder: Path) -> None:
    done = subprocess.run(
        _without_root(command), cwd=folder, stdout=subprocess.DEVNULL, timeout=60, check=False
    )
    assert done.returncode == 0, f"{command[0]} ended with status {done.returncode}"
