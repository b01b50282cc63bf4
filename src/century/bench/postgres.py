"""A temporary PostgreSQL server, from Debian's package, for measurements and tests.

The server waits for the disk like a production server. Tests can crash it, stop it and continue it.
"""

from __future__ import annotations

import itertools
import os
import pwd
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from century.extras import provided_by
from century.server.log.store import Store

with provided_by("postgresql"):
    import psycopg
    from psycopg import sql

__all__ = ["Cluster", "find_programs", "temporary_cluster"]

DEBIAN = Path("/usr/lib/postgresql")
TEMPLATE = "century_template"  # an empty database with the current schema
START_SECONDS = 60  # for each of PostgreSQL's programs


def find_programs() -> Path | None:
    """Return the folder of initdb and pg_ctl, which Debian does not put on the PATH."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    versions = sorted(DEBIAN.glob("*/bin"), key=lambda path: int(path.parent.name))
    return versions[-1] if versions else None


def _without_root(command: list[str]) -> list[str]:
    """Run the command as the user postgres if we are root, because PostgreSQL refuses root."""
    return ["runuser", "-u", "postgres", "--", *command] if os.getuid() == 0 else command


class Cluster:
    """A PostgreSQL server that listens on a socket in a folder."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self.folder = folder
        self._programs = programs
        self._numbers = itertools.count(1)
        self._user = "postgres" if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name
        data = str(folder / "data")
        self._run("initdb", "-D", data, "-A", "trust", "-E", "UTF8", "--no-sync")
        self.start()

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            _without_root([str(self._programs / program), *arguments]),
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            timeout=START_SECONDS,
            check=False,
        )
        assert done.returncode == 0, f"{program} ended with status {done.returncode}"

    def _control(self, *arguments: str) -> None:
        data, log = str(self.folder / "data"), str(self.folder / "log")
        options = f"-k {self.folder} -c listen_addresses='' -c fsync=on -c max_connections=200"
        self._run("pg_ctl", "-D", data, "-w", "-l", log, "-o", options, *arguments)

    def start(self) -> None:
        """Start the server; return when it accepts connections."""
        self._control("start")

    def crash(self) -> None:
        """End the server without a shutdown; all connections break."""
        self._control("-m", "immediate", "stop")

    def crash_and_restart(self) -> None:
        """Restart the server immediately: it recovers from its write-ahead log."""
        self._control("-m", "immediate", "restart")

    def pids(self) -> list[int]:
        """Return the main process of the server and its child processes."""
        main = int((self.folder / "data/postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{main}/task/{main}/children").read_text()
        return [main, *map(int, children.split())]

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Stop all processes of the server: connections stay open, but nothing answers."""
        main, *children = self.pids()
        os.kill(main, signal.SIGSTOP)  # first: it must not start another child
        stopped = [main]
        try:
            for pid in children:
                os.kill(pid, signal.SIGSTOP)
                stopped.append(pid)
            yield
        finally:
            for pid in reversed(stopped):
                os.kill(pid, signal.SIGCONT)

    def url(self, database: str) -> str:
        """Return the URL of a database for `century serve --db`."""
        return f"postgresql+psycopg://{self._user}@/{database}?host={self.folder}"

    def execute(self, statement: str, *names: str) -> None:
        """Execute a statement outside a transaction; `{}` stands for the name of a database."""
        options = {"host": str(self.folder), "user": self._user, "dbname": "postgres"}
        with psycopg.connect(**options, autocommit=True) as connection:  # type: ignore[arg-type]
            connection.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))

    @contextmanager
    def database(self) -> Iterator[str]:
        """Create a database with the current schema, and yield its URL."""
        number = next(self._numbers)
        if number == 1:
            self.execute("CREATE DATABASE {}", TEMPLATE)
            Store(self.url(TEMPLATE)).close()
        name = f"century_{number}"
        self.execute("CREATE DATABASE {} TEMPLATE {}", name, TEMPLATE)
        try:
            yield self.url(name)
        finally:
            self.execute("DROP DATABASE {} WITH (FORCE)", name)


@contextmanager
def temporary_cluster(programs: Path, folder: Path) -> Iterator[Cluster]:
    """Start a PostgreSQL server in a folder, and remove the folder in the end."""
    if os.getuid() == 0:
        # The user postgres cannot read the temporary folders of root.
        folder = Path(f"/tmp/century-postgres-{os.getpid()}")
        folder.mkdir()
        user = pwd.getpwnam("postgres")
        os.chown(folder, user.pw_uid, user.pw_gid)
    try:
        running = Cluster(programs, folder)
        try:
            yield running
        finally:
            running.crash()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
