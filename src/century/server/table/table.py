"""A table: the fold of its events."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from century.position import Game, Position, game
from century.record import Record
from century.server.table.clocks import NO_CLOCK, Clock, ServerTime
from century.server.table.credentials import (
    hash_token,
    person_of_hash,
    same_hash,
    seed_commitment,
    sender_of,
)
from century.server.table.events import Event
from century.server.table.history import History, replay, replay_each
from century.server.table.seats import STRANGER, Seat, Viewer

__all__ = ["LookAhead", "Move", "StandInVote", "Table", "Takeback"]


# Events that can follow another one of the same command. Only the first event of a command has its
# key, because the log accepts a key once.
FURTHER_EVENTS = frozenset(("left", "returned", "taken-back", "stand-in"))

MIN_BANK_AFTER_RETURN = 60.0  # seconds in the bank of a person who takes their seat back


class Move(NamedTuple):
    """The decisions of one command."""

    version: int
    seat: int
    round: int
    tokens: tuple[str, ...]
    at: float
    reveals: bool  # whether the decisions turned up something that was face down


class LookAhead(NamedTuple):
    """Decisions that a viewer has tried, with the hidden information dealt again."""

    seat: int
    start: Position  # the current position, dealt again for the seat
    tokens: tuple[str, ...]
    after: Position


@dataclass
class Takeback:
    """A request to go back, to which all other people have to agree."""

    seat: int
    to: int  # the number of decisions that would remain
    waiting: set[int]  # seats that have not agreed yet


@dataclass
class StandInVote:
    """A request to let a bot play for an absent person, to which all others have to agree."""

    seat: int  # of the absent person
    level: str
    waiting: set[int]  # seats that have not agreed yet


class TableLock(asyncio.Lock):
    """A lock that can also be acquired without a task."""

    def acquire_now(self) -> bool:
        """Acquire the lock if nobody holds it or waits for it; return whether it was acquired."""
        if self.locked():
            return False
        attempt = self.acquire()
        try:
            attempt.send(None)
        except StopIteration:
            return True
        attempt.close()
        return False


class Table:
    """The fold of a log; only `apply` changes a table, and only with events that are in the log."""

    def __init__(self, name: str, events: Iterable[Event], time: ServerTime | None = None) -> None:
        self.id = name
        self.time = time or ServerTime()
        self.watchers: set[str] = set()  # people who opened the link to watch
        self.outdated = False  # whether the log may contain more than is applied here
        # The service holds the lock from the check of a command until its events are applied.
        self.lock = TableLock()
        self.rebuild(events)

    def rebuild(self, events: Iterable[Event]) -> None:
        """Reset the table and apply all events."""
        self.events: list[Event] = []
        self.keys: dict[str, list[Event]] = {}  # the events of each command, by its key
        self._last_command: list[Event] = []  # the last one of them
        self.seats: list[Seat] = []
        self.host: str | None = None  # the host's id
        self.watch_key: str | None = None  # the hash of the token in the link to watch
        self.watch_token: str | None = None  # that token; None in logs of earlier versions
        self.code = ""
        self.options: dict[str, Any] = {}
        self.clock = NO_CLOCK
        self.seed: int | None = None
        self.salt = ""
        self.commitment: str | None = None  # the hash of seed and salt
        self.start: Position | None = None
        self.position: Position | None = None
        self.to_decide: int | None = None  # the number of the seat, during the game
        self.turn, self.face_down = (0, 0), 0  # cached values of the position
        self.look_ahead: LookAhead | None = None  # the last preview of this position
        self.moves: list[Move] = []
        self.history = History()
        self.decision_count = 0  # without decisions that were taken back
        self._viewers: dict[str, Viewer] = {}  # by person; cleared when seats change
        self.cached_setup: dict[str, Any] | None = None  # see snapshot.py; cleared likewise
        self.since = 0.0  # when the current seat was asked to decide
        self.takeback: Takeback | None = None
        self.stand_in_vote: StandInVote | None = None
        self.took_back_revealed = False  # whether a takeback went past something revealed
        self.rematch: str | None = None
        for event in events:
            self.apply(event)

    # Derived values

    @property
    def version(self) -> int:
        """The number of events."""
        return len(self.events)

    @property
    def game(self) -> Game:
        """The game of this table."""
        return game(self.options["game"])

    @property
    def status(self) -> str:
        """The status: "open", "playing" or "over"."""
        if self.position is None:
            return "open"
        return "over" if self.to_decide is None else "playing"

    @property
    def decisions(self) -> list[str]:
        """The tokens of all decisions that were not taken back."""
        return [token for move in self.moves for token in move.tokens]

    @property
    def seat_to_decide(self) -> Seat | None:
        """The seat that has to decide, during the game."""
        return None if self.to_decide is None else self.seats[self.to_decide]

    @property
    def deadline(self) -> float | None:
        """When the time of the person who has to decide runs out; None without a limit."""
        seat = self.seat_to_decide
        if self.clock is NO_CLOCK or seat is None or seat.level is not None or seat.timed_out:
            return None
        limit = self.clock.time_limit(seat.bank)
        return None if limit is None else self.time.after(self.since, limit)

    def viewer(self, person: str | None) -> Viewer:
        """Return the seats and rights of a person; None is somebody without a name."""
        if person is None:
            return self._stranger()
        viewer = self._viewers.get(person)
        if viewer is None:
            viewer = self._find_viewer(person)
            if not viewer.authorized:
                return self._stranger(person)
            self._viewers[person] = viewer
        return viewer

    def _find_viewer(self, person: str) -> Viewer:
        return Viewer(
            seats=tuple(n for n, seat in enumerate(self.seats) if seat.person == person),
            host=self.host == person,
            watching=person in self.watchers and self.options["watch"] != "nobody",
            sender=sender_of(person),
        )

    def _stranger(self, person: str = "") -> Viewer:
        if self.options["watch"] == "anyone":
            return Viewer(watching=True, sender=sender_of(person))
        return STRANGER

    def add_watcher(self, person: str) -> None:
        """Let a person watch."""
        self.watchers.add(person)
        self._viewers.pop(person, None)

    def is_watch_token(self, token: str) -> bool:
        """Whether a token is the one in the link to watch."""
        return self.options["watch"] != "nobody" and same_hash(self.watch_key, hash_token(token))

    def record(self) -> Record:
        """Return the record of the game so far, which contains the seed."""
        assert self.start is not None
        names = tuple(seat.name or "" for seat in self.seats)
        bots = tuple((f"Bot{n}", s.level) for n, s in enumerate(self.seats) if s.level)
        return Record(self.start, tuple(self.decisions), names, self.seed, bots)

    def final_ranking(self, final: Position) -> list[int]:
        """Return the seats from the first to the last place; people who resigned come last."""
        return sorted(final.ranking(), key=lambda seat: self.seats[seat].resigned)

    def position_after(self, count: int) -> Position:
        """Return the position after the first `count` decisions."""
        first, position = self.history.before(count)
        return replay(position, self.decisions[first:count])

    # Events

    def apply(self, event: Event, positions: tuple[Position, ...] = ()) -> None:
        """Apply an event; the check of a move may already have computed its positions."""
        if event.kind not in ("moved", "undone"):
            self._viewers.clear()
            self.cached_setup = None
        known = {"positions": positions} if positions else {}
        getattr(self, "_" + event.kind.replace("-", "_"))(event, **event.data, **known)
        self.events.append(event)
        if event.key is not None:
            self._last_command = self.keys.setdefault(event.key, [])
            self._last_command.append(event)
        elif event.kind in FURTHER_EVENTS:
            self._last_command.append(event)

    def _created(self, _event: Event, **data: Any) -> None:
        self.host = _person_id(data.pop("host"))
        self.watch_token = data.pop("watch_token", None)
        key = data.pop("watch_key", None)
        self.watch_key = hash_token(self.watch_token) if self.watch_token else key
        self.code = data.pop("code")
        self.seats = [_seat(**seat) for seat in data.pop("seats")]
        self.clock = Clock.from_data(data["clock"])
        self.options = {"join": "link", **data}

    def _joined(self, _event: Event, seat: int, **person: Any) -> None:
        self.seats[seat] = _seat(**person)

    def _left(self, _event: Event, seat: int) -> None:
        self.seats[seat] = Seat()

    def _seated(self, _event: Event, seat: int, name: str | None, level: str | None) -> None:
        self.seats[seat] = Seat(name=name, level=level)

    def _started(self, event: Event, seed: int, salt: str, seating: list[int]) -> None:
        self.seats = [self.seats[chair] for chair in seating]
        for seat in self.seats:
            seat.bank = self.clock.seconds
        self.seed, self.salt, self.since = seed, salt, event.at
        self.commitment = seed_commitment(seed, salt)
        options = self.options["game_options"]
        self.start = self.game.start(players=len(self.seats), seed=seed, **options)
        self._set_position(self.start)
        self.history.add(0, self.start)

    def _set_position(self, position: Position) -> None:
        """Set the position, and cache the values that are read often."""
        self.position = position
        self.look_ahead = None
        self.to_decide = None if position.over else position.seat
        self.turn, self.face_down = position.turn, position.face_down

    def _moved(
        self, event: Event, seat: int, tokens: list[str], positions: tuple[Position, ...] = ()
    ) -> None:
        decided, turn, face_down = self.seat_to_decide, self.turn, self.face_down
        assert self.position is not None
        positions = positions or replay_each(self.position, tokens)
        self.history.last_move = (event.version, self.position, positions)
        self._set_position(positions[-1])
        reveals = self.face_down < face_down
        self.moves.append(Move(event.version, seat, turn[0], tuple(tokens), event.at, reveals))
        self.decision_count += len(tokens)
        self.history.add(self.decision_count, self.position)
        self._charge_time(decided, event.at, turn_over=self.turn != turn)
        self.takeback = self.stand_in_vote = None

    def _charge_time(self, seat: Seat | None, at: float, turn_over: bool) -> None:
        """Charge the time since the last decision to the seat that decided."""
        if seat is not None and seat.level is None:
            seat.bank = self.clock.bank_after(
                seat.bank, self.time.between(self.since, at), turn_over
            )
            seat.timed_out = False
        if turn_over or self.clock.kind == "bank":
            self.since = at

    def _undone(self, event: Event, seat: int, to: int) -> None:
        asker = self.seats[seat]
        spent = self.time.between(self.since, event.at)
        asker.bank = self.clock.bank_after(asker.bank, spent, turn_over=False)
        self._rewind(to, event.at)

    def _takeback_asked(self, _event: Event, seat: int, to: int, waiting: list[int]) -> None:
        self.takeback = Takeback(seat, to, set(waiting))

    def _takeback_agreed(self, _event: Event, seats: list[int]) -> None:
        if self.takeback is not None:  # in logs of earlier versions, stand-ins did not end it
            self.takeback.waiting -= set(seats)

    def _takeback_refused(self, _event: Event, seats: list[int]) -> None:  # noqa: ARG002
        self.takeback = None

    def _taken_back(self, event: Event, seat: int, to: int) -> None:  # noqa: ARG002
        self.took_back_revealed |= self.reveals_after(to)
        self._rewind(to, event.at)

    def reveals_after(self, count: int) -> bool:
        """Whether a decision after the first `count` turned up something that was face down."""
        left = self.decision_count
        for move in reversed(self.moves):
            if left <= count:
                break
            if move.reveals:
                return True
            left -= len(move.tokens)
        return False

    def _rewind(self, count: int, at: float) -> None:
        """Remove all decisions after the first `count`."""
        assert self.position is not None
        turn, left = self.position.turn, count
        kept = []
        for move in self.moves:
            if left <= 0:
                break
            kept.append(move._replace(tokens=move.tokens[:left]))
            left -= len(move.tokens)
        self.moves, self.decision_count = kept, count
        self.history.rewind(count, kept)
        before = self.position_after(count)
        self._set_position(before)
        self.takeback = self.stand_in_vote = None
        if turn != before.turn or self.clock.kind == "bank":
            self.since = at

    def _timed_out(self, _event: Event, seat: int) -> None:
        self.seats[seat].timed_out = True

    def _stand_in(self, _event: Event, seat: int, level: str, pause: float = 0.0) -> None:
        self.seats[seat].level, self.seats[seat].pause = level, pause
        self.stand_in_vote = None
        if self.takeback is not None and seat in self.takeback.waiting:
            self.takeback = None  # an absent person would keep everybody waiting

    def _stand_in_asked(self, _event: Event, seat: int, level: str, waiting: list[int]) -> None:
        self.stand_in_vote = StandInVote(seat, level, set(waiting))

    def _stand_in_agreed(self, _event: Event, seats: list[int]) -> None:
        assert self.stand_in_vote is not None
        self.stand_in_vote.waiting -= set(seats)

    def _stand_in_refused(self, _event: Event, seats: list[int]) -> None:  # noqa: ARG002
        self.stand_in_vote = None

    def _resigned(self, _event: Event, seat: int, level: str) -> None:
        given_up = self.seats[seat]
        given_up.level, given_up.pause, given_up.resigned = level, 0.0, True
        self.takeback = self.stand_in_vote = None

    def _returned(self, event: Event, seat: int) -> None:
        back = self.seats[seat]
        back.level, back.timed_out = None, False
        back.bank = max(back.bank, self.clock.increment, MIN_BANK_AFTER_RETURN)
        if self.seat_to_decide is back:
            self.since = event.at

    def _rematched(self, _event: Event, table: str) -> None:
        self.rematch = table


def _person_id(given: str) -> str:
    """Return a person's id; logs of earlier versions contain the hash of a secret instead."""
    return person_of_hash(given)  # an id is as long as that part of a hash


def _seat(token: str | None = None, **data: Any) -> Seat:
    """Return the seat that an event describes."""
    if token is not None:  # in the log of an earlier version
        data["person"] = person_of_hash(token)
    return Seat(**data)
