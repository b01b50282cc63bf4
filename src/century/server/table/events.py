"""What happened at a table: the log is a list of these, and a table is what they add up to."""

from __future__ import annotations

from typing import Any, NamedTuple

import orjson

from century.position import Position

__all__ = ["Draft", "Event"]


class Draft(NamedTuple):
    """Something that is about to happen, not yet in the log."""

    kind: str
    data: dict[str, Any]
    key: str | None = None  # who asked for it and the id they gave it: the same never happens twice
    status: str | None = None  # the table's, if this changes it
    leads_to: Position | None = None  # if whoever checked it has worked that out


class Event(NamedTuple):
    """Something that happened; a table's events have the versions 1, 2, 3 and so on."""

    version: int
    kind: str
    at: float  # seconds since 1970
    data: dict[str, Any]
    key: str | None = None

    @property
    def id(self) -> str | None:
        """The id its sender gave it."""
        return None if self.key is None else self.key.partition(":")[2]

    def body(self) -> str:
        """Write what happened as the log keeps it."""
        return orjson.dumps({"kind": self.kind, **self.data}).decode()

    @classmethod
    def read(cls, version: int, at: float, body: str, key: str | None) -> Event:
        """Make an event of what the log keeps."""
        data = orjson.loads(body)
        return cls(version, data.pop("kind"), at, data, key)
