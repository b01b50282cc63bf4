"""What a backup contains, to compare it with its source."""

from __future__ import annotations

from dataclasses import dataclass

from century.server.errors import BadBackup

__all__ = ["BackupContents"]


@dataclass(frozen=True)
class BackupContents:
    """The revision of the schema, and the numbers of rows that servers only add."""

    revision: str
    tables: int
    events: int

    def require_between(self, before: BackupContents, after: BackupContents) -> None:
        """Raise BadBackup unless the copy has what its source had before it was made."""
        complete = (
            before.revision == self.revision == after.revision
            and before.tables <= self.tables <= after.tables
            and before.events <= self.events <= after.events
        )
        if not complete:
            raise BadBackup(
                f"the copy has {self.tables} tables and {self.events} events, "
                f"its source had {before.tables} and {before.events}"
            )

    def __str__(self) -> str:
        tables = "1 table" if self.tables == 1 else f"{self.tables} tables"
        return f"{tables} with {self.events} events"
