"""A table: what its events add up to."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from century.position import Game, Position, game
from century.record import Record
from century.server.table.clocks import NO_CLOCK, Clock
from century.server.table.events import Event
from century.server.table.seats import NOBODY, Seat, Viewer, commitment, hashed, same

__all__ = ["Move", "Table", "Takeback"]


MARK = 16  # letters of a token's hash that tell its holder from others at the table
AT_LEAST = 60.0  # seconds in the bank of someone who comes back


class Move(NamedTuple):
    """Decisions that somebody sent in one go."""

    version: int
    seat: int
    round: int
    tokens: tuple[str, ...]
    at: float
    reveals: bool  # whether something face down was turned up


@dataclass
class Takeback:
    """Somebody asks to go back; all others have to agree."""

    seat: int
    to: int  # decisions that remain
    waiting: set[int]  # seats that have not agreed yet


class Table:
    """The fold of a log; only `apply` changes it, and only with events that are in the log."""

    def __init__(self, name: str, events: Iterable[Event]) -> None:
        self.id = name
        self.lock = asyncio.Lock()  # held from the check of a command until its events are applied
        self.refold(events)

    def refold(self, events: Iterable[Event]) -> None:
        """Become what these events add up to."""
        self.events: list[Event] = []
        self.keys: dict[str, list[Event]] = {}  # what came of each command, by its key
        self.seats: list[Seat] = []
        self.host: str | None = None  # the hash of a token, as the next one
        self.watch_key: str | None = None
        self.code = ""
        self.options: dict[str, Any] = {}
        self.clock = NO_CLOCK
        self.seed: int | None = None
        self.salt = ""
        self.commitment: str | None = None  # what is shown of the two
        self.start: Position | None = None
        self.position: Position | None = None
        self.asked: int | None = None  # the seat that is to decide, while the game goes on
        self.turn, self._face_down = (0, 0), 0  # of the position
        self.moves: list[Move] = []
        self.count = 0  # of decisions that stand
        self._viewers: dict[str, Viewer] = {}  # by their tokens, until seats change
        self.lasting: dict[str, Any] | None = None  # what was put together to be shown, until then
        self.since = 0.0  # when the seat that is to decide was asked
        self.takeback: Takeback | None = None
        self.rematch: str | None = None
        for event in events:
            self.apply(event)

    # What follows from the events

    @property
    def version(self) -> int:
        """How many events there have been."""
        return len(self.events)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return game(self.options["game"])

    @property
    def status(self) -> str:
        """Whether the table is open, playing or over."""
        if self.position is None:
            return "open"
        return "over" if self.asked is None else "playing"

    @property
    def decisions(self) -> list[str]:
        """All decisions that stand."""
        return [token for move in self.moves for token in move.tokens]

    @property
    def to_decide(self) -> Seat | None:
        """The seat that is asked, while the game goes on."""
        return None if self.asked is None else self.seats[self.asked]

    @property
    def deadline(self) -> float | None:
        """When the time of the person who is asked is up; None if there is no hurry."""
        seat = self.to_decide
        if self.clock is NO_CLOCK or seat is None or seat.level is not None or seat.timed_out:
            return None
        return self.clock.deadline(seat.bank, self.since)

    def viewer(self, token: str | None) -> Viewer:
        """Tell who the holder of a token is."""
        if token is None:
            return self.anybody
        viewer = self._viewers.get(token)  # by a hash of Python's that nobody else can foresee
        if viewer is None:
            viewer = self._find(hashed(token))
            if not viewer.known:
                return self.anybody
            self._viewers[token] = viewer
        return viewer

    def _find(self, given: str) -> Viewer:
        held = tuple(number for number, seat in enumerate(self.seats) if same(seat.token, given))
        mark = given[:MARK]
        viewer = Viewer(held, same(self.host, given), same(self.watch_key, given), mark)
        if viewer.watching and self.options["watch"] == "nobody":
            return NOBODY
        return viewer

    @property
    def anybody(self) -> Viewer:
        """What somebody without a token is."""
        return Viewer(watching=True) if self.options["watch"] == "anyone" else NOBODY

    def record(self) -> Record:
        """Return the game so far; it holds the seed."""
        assert self.start is not None
        names = tuple(seat.name or "" for seat in self.seats)
        bots = tuple((f"Bot{n}", s.level) for n, s in enumerate(self.seats) if s.level)
        return Record(self.start, tuple(self.decisions), names, self.seed, bots)

    def position_after(self, count: int) -> Position:
        """Return the position after so many decisions."""
        assert self.start is not None
        return _after(self.start, self.decisions[:count])

    # Events

    def apply(self, event: Event, leads_to: Position | None = None) -> None:
        """Let an event happen; where a move leads to may be known from when it was checked."""
        if event.kind not in ("moved", "undone"):
            self._viewers.clear()
            self.lasting = None
        known = {} if leads_to is None else {"leads_to": leads_to}
        getattr(self, "_" + event.kind.replace("-", "_"))(event, **event.data, **known)
        self.events.append(event)
        if event.key is not None:
            self.keys.setdefault(event.key, []).append(event)

    def _created(self, _event: Event, **data: Any) -> None:
        self.host, self.watch_key = data.pop("host"), data.pop("watch_key")
        self.code = data.pop("code")
        self.seats = [Seat(**seat) for seat in data.pop("seats")]
        self.clock = Clock.of(data["clock"])
        self.options = data

    def _joined(self, _event: Event, seat: int, name: str, token: str) -> None:
        self.seats[seat] = Seat(name=name, token=token)

    def _left(self, _event: Event, seat: int) -> None:
        self.seats[seat] = Seat()

    def _seated(self, _event: Event, seat: int, name: str | None, level: str | None) -> None:
        self.seats[seat] = Seat(name=name, level=level)

    def _started(self, event: Event, seed: int, salt: str, seating: list[int]) -> None:
        self.seats = [self.seats[chair] for chair in seating]
        for seat in self.seats:
            seat.bank = self.clock.seconds
        self.seed, self.salt, self.since = seed, salt, event.at
        self.commitment = commitment(seed, salt)
        options = self.options["game_options"]
        self.start = self.game.start(players=len(self.seats), seed=seed, **options)
        self._stand_at(self.start)

    def _stand_at(self, position: Position) -> None:
        """Come to a position; what is asked of it often is looked up once."""
        self.position = position
        self.asked = None if position.over else position.seat
        self.turn, self._face_down = position.turn, position.face_down

    def _moved(
        self, event: Event, seat: int, tokens: list[str], leads_to: Position | None = None
    ) -> None:
        asked, turn, face_down = self.to_decide, self.turn, self._face_down
        assert self.position is not None
        self._stand_at(leads_to or _after(self.position, tokens))
        reveals = self._face_down < face_down
        self.moves.append(Move(event.version, seat, turn[0], tuple(tokens), event.at, reveals))
        self.count += len(tokens)
        self._spend(asked, event.at, turn_over=self.turn != turn)
        self.takeback = None

    def _spend(self, seat: Seat | None, at: float, turn_over: bool) -> None:
        """Charge the time to the one who was asked."""
        if seat is not None and seat.level is None:
            seat.bank = self.clock.after(seat.bank, at - self.since, turn_over)
            seat.timed_out = False
        if turn_over or self.clock.kind == "bank":
            self.since = at

    def _undone(self, event: Event, seat: int, to: int) -> None:
        asker = self.seats[seat]
        asker.bank = self.clock.after(asker.bank, event.at - self.since, turn_over=False)
        self._back_to(to, event.at)

    def _takeback_asked(self, _event: Event, seat: int, to: int, waiting: list[int]) -> None:
        self.takeback = Takeback(seat, to, set(waiting))

    def _takeback_agreed(self, _event: Event, seats: list[int]) -> None:
        assert self.takeback is not None
        self.takeback.waiting -= set(seats)

    def _takeback_refused(self, _event: Event, seats: list[int]) -> None:  # noqa: ARG002
        self.takeback = None

    def _taken_back(self, event: Event, seat: int, to: int) -> None:  # noqa: ARG002
        self._back_to(to, event.at)

    def _back_to(self, count: int, at: float) -> None:
        """Let the decisions after the first so many never have been."""
        assert self.position is not None
        turn, left = self.position.turn, count
        kept = []
        for move in self.moves:
            if left <= 0:
                break
            kept.append(move._replace(tokens=move.tokens[:left]))
            left -= len(move.tokens)
        self.moves, self.count = kept, count
        before = self.position_after(count)
        self._stand_at(before)
        self.takeback = None
        if turn != before.turn or self.clock.kind == "bank":
            self.since = at

    def _timed_out(self, _event: Event, seat: int) -> None:
        self.seats[seat].timed_out = True

    def _stand_in(self, _event: Event, seat: int, level: str) -> None:
        self.seats[seat].level = level

    def _returned(self, event: Event, seat: int) -> None:
        back = self.seats[seat]
        back.level, back.timed_out = None, False
        back.bank = max(back.bank, self.clock.increment, AT_LEAST)
        if self.to_decide is back:
            self.since = event.at

    def _rematched(self, _event: Event, table: str) -> None:
        self.rematch = table


def _after(position: Position, tokens: Iterable[str]) -> Position:
    for token in tokens:
        position = position.act(token)
    return position
