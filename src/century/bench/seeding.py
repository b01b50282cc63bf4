"""Tables that are written straight into a database, because creating 5,000 by requests is slow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from random import Random

from century.position import Position, game, games
from century.server.log.index import created_columns, player_rows
from century.server.log.people import People
from century.server.log.store import Due, Entry, Store
from century.server.table.clocks import NO_CLOCK, Clock
from century.server.table.commands import NewSeat, NewTable
from century.server.table.events import Event
from century.server.table.execute import create_table
from century.server.table.table import Table
from century.server.time_and_random import TimeAndRandom

__all__ = ["SeededTable", "seed_long_table", "seed_tables"]

PEOPLE = 100  # who hold all seats; two neighbours in this list meet at a table
TABLES_PER_COMMIT = 100
EVENTS_PER_COMMIT = 1_000  # databases limit the number of values in one statement
DAY = 86_400.0

Person = tuple[str, str]  # id and secret


@dataclass(frozen=True)
class SeededTable:
    """A running game between people."""

    id: str
    secrets: tuple[str, ...]  # of the person on each seat
    game: str = ""


def seed_tables(
    location: str, count: int, seed: int = 0, clock: Clock = NO_CLOCK
) -> list[SeededTable]:
    """Write running games into a database; all games that exist take turns."""
    source = TimeAndRandom(bits=Random(seed).getrandbits)
    store = Store(location)
    try:
        people = cycle(_create_people(store, source))
        tables, entries = [], []
        for name in islice(cycle(games()), count):
            seated = list(islice(people, game(name).players[0]))
            entry = _new_table(name, seated, source, clock)
            entries.append(entry)
            tables.append(SeededTable(entry.table, tuple(secret for _, secret in seated), name))
        for first in range(0, count, TABLES_PER_COMMIT):
            _write(store, entries[first : first + TABLES_PER_COMMIT])
    finally:
        store.close()
    return tables


def seed_long_table(location: str, name: str, decisions: int) -> SeededTable:
    """Write one game with many decisions into a database."""
    source = TimeAndRandom(bits=Random(decisions).getrandbits)
    store = Store(location)
    try:
        seated = list(islice(_create_people(store, source), game(name).players[0]))
        entry = _new_table(name, seated, source, NO_CLOCK)
        _write(store, [entry])
        start = Table(entry.table, entry.events).position
        assert start is not None
        moves = list(_long_game(start, decisions, source.now()))
        for first in range(0, len(moves), EVENTS_PER_COMMIT):
            _write(store, [Entry(entry.table, moves[first : first + EVENTS_PER_COMMIT])])
    finally:
        store.close()
    return SeededTable(entry.table, tuple(secret for _, secret in seated), name)


def _create_people(store: Store, source: TimeAndRandom) -> Iterator[Person]:
    people = People(store)
    for _ in range(PEOPLE):
        secret = source.token()
        yield people.find_or_create(secret, source.token(), source.now()), secret


def _new_table(name: str, seated: Sequence[Person], source: TimeAndRandom, clock: Clock) -> Entry:
    seats = [NewSeat("me", f"player {number}") for number in range(len(seated))]
    request = NewTable(name, seats, order="seated", start=True, clock=clock)
    pending = create_table(request, seated[0][0], source)
    data = pending[0].data
    data["code"] = source.code()
    for seat, (person, _) in zip(data["seats"], seated, strict=True):
        seat["person"] = person
    at = round(source.now(), 3)
    events = [
        Event(version, event.kind, at, event.data) for version, event in enumerate(pending, start=1)
    ]
    table = Table(source.token(), events)
    due = None if clock is NO_CLOCK else Due(at + DAY)
    columns, players = created_columns(table, None), player_rows(table)
    return Entry(table.id, events, table.status, data["code"], columns, players, due)


def _write(store: Store, entries: Sequence[Entry]) -> None:
    for outcome in store.append(entries):
        if outcome is not None:
            raise outcome


def _long_game(position: Position, decisions: int, at: float) -> Iterator[Event]:
    """Decide at random, but claim nothing if possible, because claims end a game."""
    rng = Random(decisions)
    for version in range(3, decisions + 3):
        actions = position.actions()
        rng.shuffle(actions)
        claimed = _claimed(position)
        for action in actions:
            after = position.apply(action)
            if not after.over and _claimed(after) == claimed:
                break
        if after.over:
            raise RuntimeError("the game ended before it was long enough")
        tokens = [position.tokens[action]]
        yield Event(version, "moved", round(at, 3), {"seat": position.seat, "tokens": tokens})
        position = after


def _claimed(position: Position) -> int:
    return sum(seat.get("claimed", 0) for seat in position.view(None)["seats"])
