"""The past of a game: positions after any decision, the log with its details, and the result.

Details cost several times as much as a decision, so they are computed once and kept. Long
computations yield to other tables after some decisions.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from century.position import Position

if TYPE_CHECKING:
    from century.server.table.table import Move, Table

__all__ = [
    "DECISIONS_AT_ONCE",
    "MAX_LOG_DECISIONS",
    "History",
    "new_log_entries",
    "read_log",
    "replay",
    "replay_each",
]

Data = dict[str, Any]

MAX_LOG_DECISIONS = 1_000  # in one response
CHECKPOINT_DECISIONS = 200  # between two positions that are kept
DECISIONS_AT_ONCE = 25  # before other tables have their turn
MAX_NEW_ENTRIES = 20  # in one broadcast; clients read longer parts of the log by a request


class History:
    """Positions of a game at regular distances, and the details of its moves."""

    def __init__(self) -> None:
        self._counts: list[int] = []  # of decisions before each checkpoint
        self._positions: list[Position] = []
        self.details: dict[int, list[Data]] = {}  # of each move, by the move's version
        # The version of the last move, the position before it, and those after each of its
        # decisions: until somebody has asked for the details of that move.
        self.last_move: tuple[int, Position, tuple[Position, ...]] | None = None
        self.rounds: list[Data] | None = None  # of a finished game; see snapshot.py
        self.replay: list[Data] | None = None  # of a finished game; see replay.py
        self.lock = asyncio.Lock()  # so that two readers do not compute the same details

    def add(self, count: int, position: Position) -> None:
        """Keep the position after `count` decisions if the last one is far enough away."""
        if not self._counts or count >= self._counts[-1] + CHECKPOINT_DECISIONS:
            self._counts.append(count)
            self._positions.append(position)

    def rewind(self, count: int, moves: Sequence[Move]) -> None:
        """Forget everything after `count` decisions; `moves` are those that remain."""
        kept = bisect_right(self._counts, count)
        del self._counts[kept:], self._positions[kept:]
        last = moves[-1].version if moves else 0  # this move may have lost some decisions
        self.details = {key: value for key, value in self.details.items() if key < last}
        self.last_move = None

    def before(self, count: int) -> tuple[int, Position]:
        """Return the last checkpoint that is not after `count` decisions, and its count."""
        found = bisect_right(self._counts, count) - 1
        return self._counts[found], self._positions[found]


def replay(position: Position, tokens: Sequence[str]) -> Position:
    """Return the position after some decisions."""
    for token in tokens:
        position = position.act(token)
    return position


def replay_each(position: Position, tokens: Sequence[str]) -> tuple[Position, ...]:
    """Return the positions after each of some decisions."""
    positions = []
    for token in tokens:
        position = position.act(token)
        positions.append(position)
    return tuple(positions)


async def read_log(table: Table, after: int) -> list[Data]:
    """Return moves with their details: those that begin after the first `after` decisions.

    The result ends with the move that contains the decision MAX_LOG_DECISIONS.
    """
    async with table.history.lock:
        moves = table.moves  # a takeback replaces the list
        page = list(_page(moves, after))
        await _compute_details(table, moves, page)
        return [_entry(table, before, move) for before, move in page]


def new_log_entries(table: Table, first_version: int) -> list[Data]:
    """Return the log entries of the last moves, from a version of the table on.

    The result is empty if there are many such moves.
    """
    moves = []
    for move in reversed(table.moves):
        if move.version < first_version:
            break
        moves.append(move)
        if len(moves) > MAX_NEW_ENTRIES:
            return []
    entries, before = [], table.decision_count
    for move in moves:
        before -= len(move.tokens)
        if move.version not in table.history.details:
            table.history.details[move.version] = _details(table, move, before)
        entries.append(_entry(table, before, move))
    return entries[::-1]


def _details(table: Table, move: Move, before: int) -> list[Data]:
    """Return the details of one move; `before` is the number of decisions before it."""
    last = table.history.last_move
    if last is not None and last[0] == move.version:
        # The views need the first and the last position as well, so that these are decoded already.
        _, position, positions = last
        table.history.last_move = None  # the positions between need memory
    else:
        position = table.position_after(before)
        positions = replay_each(position, move.tokens)
    details = []
    for token, after in zip(move.tokens, positions, strict=True):
        details.append(position.log_details(token, after))
        position = after
    return details


def _page(moves: Sequence[Move], after: int) -> Iterator[tuple[int, Move]]:
    count = 0
    for move in moves:
        if count >= after + MAX_LOG_DECISIONS:
            return
        if count >= after:
            yield count, move
        count += len(move.tokens)


async def _compute_details(
    table: Table, moves: Sequence[Move], page: Sequence[tuple[int, Move]]
) -> None:
    """Compute the details of moves that have none yet."""
    history = table.history
    position: Position | None = None
    work = 0
    for before, move in page:
        if move.version in history.details:
            position = None
            continue
        if position is None:
            position = table.position_after(before)
        details = []
        for token in move.tokens:
            after = position.act(token)
            details.append(position.log_details(token, after))
            position = after
        if table.moves is not moves:  # a takeback
            return
        history.details[move.version] = details
        work += len(move.tokens)
        if work >= DECISIONS_AT_ONCE:
            work = 0
            await asyncio.sleep(0)


def _entry(table: Table, before: int, move: Move) -> Data:
    details = table.history.details.get(move.version) or [{} for _ in move.tokens]
    more = {"tokens": list(move.tokens), "about": details, "before": before}
    return {**move._asdict(), **more}
