"""An exclusive lock on a SQLite database, since a second server would not see the first one."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import TracebackType
from typing import IO

from century.server.errors import BadDatabase, DatabaseInUse

__all__ = ["DatabaseLock"]

if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[str]) -> None:
        file.seek(1 << 20)  # Windows forbids others to read the locked byte
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _require_single_name(database: Path) -> None:
    """Raise BadDatabase for a file with hard links: each of its names would have its own lock."""
    if database.exists() and database.stat().st_nlink > 1:
        raise BadDatabase(
            f"{database} has a hard link, so that another server could use it under another name: "
            "remove the link, or make a copy with century backup"
        )


class DatabaseLock:
    """Holds a lock on FILE.lock; the kernel releases it when the process ends, also on kill -9."""

    def __init__(self, database: Path) -> None:
        """Lock the database at this path, or raise DatabaseInUse."""
        self._database = database
        _require_single_name(database)
        # Two paths to the same name, such as symbolic links, must lead to the same lock.
        self._path = Path(f"{database.resolve()}.lock")
        self._file = self._acquire()
        self.describe(f"process {os.getpid()}")

    def _acquire(self) -> IO[str]:
        while True:
            try:
                file = self._path.open("a+", encoding="utf-8")
            except OSError as error:
                raise BadDatabase(f"{self._path}: {error.strerror}") from error
            try:
                _lock(file)
            except OSError:
                file.seek(0)
                owner = file.read(200).strip() or "another process"
                file.close()
                raise DatabaseInUse(
                    f"{self._database} is in use by another server ({owner}); stop that server, "
                    "or choose another database with --db"
                ) from None
            if self._is_current(file):
                return file
            file.close()  # its owner removed the file between our `open` and our lock

    def _is_current(self, file: IO[str]) -> bool:
        try:
            return os.path.samestat(os.fstat(file.fileno()), self._path.stat())
        except FileNotFoundError:
            return False

    def describe(self, owner: str) -> None:
        """Store a description of this process for the error message of others."""
        self._file.seek(0)
        self._file.truncate()
        self._file.write(owner + "\n")
        self._file.flush()

    def __enter__(self) -> DatabaseLock:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        """Remove the file and release the lock."""
        if sys.platform != "win32":  # Windows cannot remove open files
            self._path.unlink(missing_ok=True)
        self._file.close()
