"""One game between bots. Except for measured times, the result depends only on the job."""

from __future__ import annotations

import random
import sys
import traceback
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from hashlib import blake2b
from time import perf_counter
from typing import Any

import numpy as np

from century.arena.entrants import make_entrant
from century.bots import Bot, ask
from century.bots.ask import check_plays, close_bot
from century.errors import BotCrashed, BotFault, BotNonsense, BotStalled, shortened
from century.position import game

__all__ = ["Fault", "Job", "Observer", "Result", "Times", "derive", "play"]

# The share of a turn's budget that each decision after the first gets. It must not depend on the
# time that earlier decisions took: the question to a bot has to be the same in every run.
LATER_SHARE = 0.1
MAX_MESSAGE = 300  # characters
KINDS = {BotCrashed: "crash", BotStalled: "stall", BotNonsense: "nonsense"}


def derive(*parts: object) -> int:
    """Return a seed that depends on these parts, the same in every process.

    >>> derive(1, "deal", 0) == derive(1, "deal", 0) != derive(1, "deal", 1)
    True
    """
    return int.from_bytes(blake2b(repr(parts).encode(), digest_size=8).digest())


def with_tuples(data: Mapping[str, Any]) -> dict[str, Any]:
    """Turn lists back into tuples, which JSON writes as lists."""
    return {key: tuple(v) if isinstance(v, list) else v for key, v in data.items()}


@dataclass(frozen=True)
class Job:
    """A game to play, with everything that its result depends on."""

    number: int
    deal: int
    line_up: int
    rotation: int
    game: str
    options: Mapping[str, str]
    seats: tuple[str, ...]  # the entrant on each seat
    deal_seed: int
    bot_seeds: tuple[int, ...]  # by seat
    hidden_seed: int  # for the order of the hidden cards that the bots see
    budget: float  # seconds for a turn
    stall: float  # seconds after which a bot loses by taking too long over a turn
    rounds: int  # the game ends after this number of rounds
    bots: Mapping[str, str] = field(default_factory=dict)  # pickled entrants that are objects


@dataclass(frozen=True)
class Fault:
    """Why a bot lost by rule."""

    seat: int
    entrant: str
    kind: str  # crash, stall or nonsense
    message: str


@dataclass(frozen=True)
class Times:
    """The measured seconds of each seat: the sum of its turns, and its longest turn."""

    seconds: tuple[float, ...]
    longest: tuple[float, ...]


@dataclass(frozen=True)
class Result:
    """The result of a game, or the result so far of an unfinished game.

    Times and tokens do not count when results are compared.
    """

    number: int
    deal: int
    line_up: int
    rotation: int
    seed: int  # of the deal
    seats: tuple[str, ...]
    points: tuple[int, ...]  # by seat
    ranking: tuple[int, ...]  # the seats from first to last place
    rounds: int
    turns: tuple[int, ...]  # by seat: the completed ones
    end: str  # over, rounds (the limit) or fault
    fault: Fault | None
    times: Times = field(compare=False)
    names: tuple[str, ...] = ()  # by seat: what a program calls itself, or ""
    tokens: tuple[str, ...] = field(default=(), compare=False)  # all decisions of the game

    def to_data(self) -> dict[str, Any]:
        """Return the result as JSON-able data, without the tokens."""
        data = asdict(self)
        del data["tokens"]
        return data

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Result:
        """Make a result from its data."""
        fault = None if data["fault"] is None else Fault(**data["fault"])
        times = Times(**with_tuples(data["times"]))
        return cls(**with_tuples(data) | {"fault": fault, "times": times})

    def lost_by(self, seat: int, error: BotFault) -> Result:
        """Return the result if the game ends here by the fault of a seat, which is ranked last."""
        others = tuple(other for other in self.ranking if other != seat)
        kind = KINDS.get(type(error), "crash")
        fault = Fault(seat, self.seats[seat], kind, shortened(str(error), MAX_MESSAGE))
        return replace(self, ranking=(*others, seat), end="fault", fault=fault)


def stalled(limit: float) -> BotStalled:
    """Return the fault of a bot that took too long over a turn."""
    return BotStalled(f"took more than {limit:g} s over a turn")


# Called with the stage that begins (making, turn or end), the seat whose bot is called in it, and
# the result if the game ended now.
Observer = Callable[[str, int, Result], None]


def play(job: Job, observer: Observer = lambda _stage, _seat, _result: None) -> Result:
    """Play a game; the observer is called before every stage in which a bot may hang."""
    return _Match(job, observer).play()


class _Match:
    """A game in progress: the true position, the bots and the measured times."""

    def __init__(self, job: Job, observer: Observer) -> None:
        self.job = job
        self.observer = observer
        self.position = game(job.game).start(len(job.seats), job.deal_seed, **job.options)
        self.bots: list[Bot] = []
        self.tokens: list[str] = []
        self.turns = [0] * len(job.seats)
        self.seconds = [0.0] * len(job.seats)
        self.longest = [0.0] * len(job.seats)

    def play(self) -> Result:
        try:
            result = self._play()
            self.observer("end", self.position.seat, result)
            return result
        finally:
            for seat, player in enumerate(self.bots):
                _close(player, self.job.seats[seat])

    def _play(self) -> Result:
        seat = 0
        try:
            for seat, entrant in enumerate(self.job.seats):
                self.observer("making", seat, self._result())
                self.bots.append(_make(entrant, self.job.bots, self.job.bot_seeds[seat]))
                check_plays(self.bots[-1], self.position.game, entrant)
            while not self.position.over and self.position.turn[0] <= self.job.rounds:
                seat = self.position.seat
                self.observer("turn", seat, self._result())
                self._take_turn(seat)
        except BotFault as error:
            return self._result().lost_by(seat, error)
        return self._result()

    def _take_turn(self, seat: int) -> None:
        job, turn, budget, spent = self.job, self.position.turn, self.job.budget, 0.0
        while self.position.turn == turn and not self.position.over:
            began = perf_counter()
            action = ask(
                self.bots[seat],
                self.position,
                seat,
                budget,
                seed=job.hidden_seed,
                name=job.seats[seat],
            )
            spent += perf_counter() - began
            budget = LATER_SHARE * job.budget
            if spent > job.stall:
                raise stalled(job.stall)
            self.tokens.append(self.position.tokens[action])
            self.position = self.position.apply(action)
        self.turns[seat] += 1
        self.seconds[seat] += spent
        self.longest[seat] = max(self.longest[seat], spent)

    def _result(self) -> Result:
        """Return the result if the game ended now."""
        job, position = self.job, self.position
        names = [str(getattr(player, "own_name", "")) for player in self.bots]
        return Result(
            number=job.number,
            deal=job.deal,
            line_up=job.line_up,
            rotation=job.rotation,
            seed=job.deal_seed,
            seats=job.seats,
            points=tuple(position.scores()),
            ranking=tuple(position.ranking()),
            rounds=min(position.turn[0], job.rounds),
            turns=tuple(self.turns),
            end="over" if position.over else "rounds",
            fault=None,
            times=Times(tuple(self.seconds), tuple(self.longest)),
            names=tuple(names + [""] * (len(job.seats) - len(names))),
            tokens=tuple(self.tokens),
        )


def _make(entrant: str, pickled: Mapping[str, str], seed: int) -> Bot:
    # Bots that use the shared generators get the same numbers in every run, too.
    random.seed(seed)
    np.random.seed(seed % 2**32)
    return make_entrant(entrant, pickled, seed)


def _close(player: Bot, entrant: str) -> None:
    """Close a bot; the game is over, so a failure is only printed."""
    try:
        close_bot(player, entrant)
    except BotFault:
        traceback.print_exc(file=sys.stderr)
