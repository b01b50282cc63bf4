"""The results file of a tournament, from which a tournament can be resumed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from heapq import heappop, heappush
from pathlib import Path
from typing import IO, Any

from century.arena.match import Result
from century.errors import BadResults
from century.position import is_whole

__all__ = ["Header", "InOrder", "Results"]

FORMAT = 1
KIND = {"century": "tournament", "format": FORMAT}  # the first fields of a file's first line

Header = dict[str, Any]  # JSON-able: the settings that the results depend on


class InOrder:
    """Sorts results by the number of their game as they arrive."""

    def __init__(self) -> None:
        self._next = 0
        self._early: list[tuple[int, Result]] = []

    def add(self, result: Result) -> Iterator[Result]:
        """Add a result, and yield those that are next in order."""
        heappush(self._early, (result.number, result))
        while self._early and self._early[0][0] == self._next:
            self._next += 1
            yield heappop(self._early)[1]

    def rest(self) -> Iterator[Result]:
        """Yield the remaining results in order, although games before them are missing."""
        while self._early:
            yield heappop(self._early)[1]


class Results:
    """A results file: a header, then one line for each game, written when the game ends."""

    def __init__(self, path: Path, header: Header) -> None:
        self.path = path
        self.done: set[int] = set()  # the numbers of the games in the file
        self._header = KIND | header
        if path.exists() and not path.is_file() and not path.is_dir():  # a device may have no end
            raise BadResults(f"{path} is not a file")
        self._file: IO[bytes] = path.open("a+b")

    def __enter__(self) -> Results:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def read(self) -> Iterator[Result]:
        """Yield the results of an earlier run, and remove an incomplete last line."""
        self._file.seek(0)
        whole = 0
        for number, line in enumerate(self._file, start=1):
            if not line.endswith(b"\n"):
                self._check_torn(number, line)
                break
            whole += len(line)
            if number == 1:
                self._check_header(line)
                continue
            result = self._parse(number, line)
            if result.number not in self.done:
                self.done.add(result.number)
                yield result
        self._file.truncate(whole)

    def append(self, result: Result) -> None:
        """Write a result to the file at once."""
        if self._file.seek(0, 2) == 0:
            self._file.write(_line(self._header))
        self._file.write(_line(result.to_data()))
        self._file.flush()
        self.done.add(result.number)

    def _check_header(self, line: bytes) -> None:
        found = self._load(1, line)
        if found.get("century") != KIND["century"]:
            raise self._bad(1, "this is no results file of a tournament")
        for key, wanted in self._header.items():
            if found.get(key) != wanted:
                raise BadResults(
                    f"{self.path} is of another tournament: {key} is {json.dumps(found.get(key))} "
                    f"there and {json.dumps(wanted)} here; choose another file"
                )

    def _check_torn(self, number: int, line: bytes) -> None:
        """Raise BadResults if a line without an end is not the beginning of one of ours."""
        ours = b'{"number": ' if number > 1 else _line(self._header)
        if not (line.startswith(ours) or ours.startswith(line)):
            raise self._bad(number, "this is no results file of a tournament")

    def _parse(self, number: int, line: bytes) -> Result:
        data = self._load(number, line)
        try:
            result = Result.from_data(data)
        except (KeyError, TypeError) as error:
            raise self._bad(number, f"this is no result of a game ({error})") from error
        if not is_whole(result.number) or result.number < 0:
            raise self._bad(number, f"no game has the number {result.number!r}")
        return result

    def _load(self, number: int, line: bytes) -> dict[str, Any]:
        try:
            data = json.loads(line)
        except ValueError as error:
            raise self._bad(number, f"this is not JSON ({error})") from error
        if not isinstance(data, dict):
            raise self._bad(number, "this is no JSON object")
        return data

    def _bad(self, number: int, fault: str) -> BadResults:
        return BadResults(f"{self.path}, line {number}: {fault}")


def _line(data: Mapping[str, Any]) -> bytes:
    return json.dumps(data).encode() + b"\n"
