"""One game between bots: a pure function of its job, measured times apart."""

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

from century.bots import Bot, bot
from century.bots.ask import legal_action
from century.errors import (
    BotCrashed,
    BotFault,
    BotNonsense,
    BotStalled,
    UnknownBot,
    shortened,
)
from century.position import Position, game

__all__ = ["Fault", "Job", "Result", "Stopped", "Times", "derive", "play"]

# Of the budget of a turn, what each decision after the first gets. It does not depend on the time
# the first one took: what a bot is told must be the same in every run.
LATER_SHARE = 0.1
LONGEST_MESSAGE = 300
KINDS = {BotCrashed: "crash", BotStalled: "stall", BotNonsense: "nonsense"}


class Stopped(BaseException):
    """The game is given up, by no fault of the bot that is at it."""


def derive(*parts: object) -> int:
    """Return the seed that belongs to these parts, the same in every process.

    >>> derive(1, "deal", 0) == derive(1, "deal", 0) != derive(1, "deal", 1)
    True
    """
    return int.from_bytes(blake2b(repr(parts).encode(), digest_size=8).digest())


def with_tuples(data: Mapping[str, Any]) -> dict[str, Any]:
    """Make tuples again of what JSON made lists."""
    return {key: tuple(v) if isinstance(v, list) else v for key, v in data.items()}


@dataclass(frozen=True)
class Job:
    """A game to be played, with everything that its course depends on."""

    number: int
    deal: int
    line_up: int
    rotation: int
    game: str
    options: Mapping[str, str]
    seats: tuple[str, ...]  # the entrant of each seat
    deal_seed: int
    bot_seeds: tuple[int, ...]  # by seat
    hidden_seed: int  # deals anew what a bot may not see
    budget: float  # seconds a turn
    stall: float  # seconds after which a turn is lost
    rounds: int  # the game ends after this many


@dataclass(frozen=True)
class Fault:
    """How a bot lost by rule."""

    seat: int
    entrant: str
    kind: str  # crash, stall or nonsense
    message: str


@dataclass(frozen=True)
class Times:
    """What was measured, by seat: the seconds of all turns and of the longest one."""

    seconds: tuple[float, ...]
    longest: tuple[float, ...]


@dataclass(frozen=True)
class Result:
    """What came of a game; two results are equal whatever the times were."""

    number: int
    deal: int
    line_up: int
    rotation: int
    seed: int  # of the deal
    seats: tuple[str, ...]
    points: tuple[int, ...]  # by seat, as they stood
    ranking: tuple[int, ...]  # the seats from first to last place
    rounds: int
    turns: tuple[int, ...]  # by seat, those that were completed
    end: str  # over, rounds (the limit) or fault
    fault: Fault | None
    times: Times = field(compare=False)

    def to_data(self) -> dict[str, Any]:
        """Return the result as JSON-able data."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Result:
        """Make the result again from its data."""
        fault = None if data["fault"] is None else Fault(**data["fault"])
        times = Times(**with_tuples(data["times"]))
        return cls(**with_tuples(data) | {"fault": fault, "times": times})

    def lost_by(self, seat: int, error: BotFault) -> Result:
        """Return the result if the game ends here by a seat's fault: that seat is last."""
        others = tuple(other for other in self.ranking if other != seat)
        kind = KINDS.get(type(error), "crash")
        fault = Fault(seat, self.seats[seat], kind, shortened(str(error), LONGEST_MESSAGE))
        return replace(self, ranking=(*others, seat), end="fault", fault=fault)


def stalled(limit: float) -> BotStalled:
    """Return the fault of one who thinks longer than a turn may take."""
    return BotStalled(f"took more than {limit:g} s over a turn")


Tell = Callable[[str, int, Result], None]


def play(job: Job, tell: Tell = lambda _at, _seat, _standing: None) -> Result:
    """Play a game, telling before every dangerous moment which seat is at it and what stands."""
    return _Match(job, tell).play()


class _Match:
    """A game under way: the true position, the bots, and what has been measured."""

    def __init__(self, job: Job, tell: Tell) -> None:
        self.job = job
        self.tell = tell
        self.position = game(job.game).start(len(job.seats), job.deal_seed, **job.options)
        self.bots: list[Bot] = []
        self.turns = [0] * len(job.seats)
        self.seconds = [0.0] * len(job.seats)
        self.longest = [0.0] * len(job.seats)

    def play(self) -> Result:
        try:
            result = self._played()
            self.tell("end", self.position.seat, result)
            return result
        finally:
            for player in self.bots:
                _close(player)

    def _played(self) -> Result:
        seat = 0
        try:
            for seat in range(len(self.job.seats)):
                self.tell("making", seat, self._standing())
                self.bots.append(_make(self.job.seats[seat], self.job.bot_seeds[seat]))
            while self._goes_on():
                seat = self.position.seat
                self.tell("turn", seat, self._standing())
                self._take_turn(seat)
        except BotFault as error:
            return self._standing().lost_by(seat, error)
        return self._standing()

    def _goes_on(self) -> bool:
        return not self.position.over and self.position.turn[0] <= self.job.rounds

    def _take_turn(self, seat: int) -> None:
        turn, budget, spent = self.position.turn, self.job.budget, 0.0
        # One seed for all of a turn: a bot that plans it whole finds what it has planned on.
        hidden = derive(self.job.hidden_seed, seat, sum(self.turns))
        while self.position.turn == turn and not self.position.over:
            shown = self.position.redeal(seat, hidden)
            began = perf_counter()
            answer = _ask(self.bots[seat], shown, seat, budget)
            spent += perf_counter() - began
            budget = LATER_SHARE * self.job.budget
            if spent > self.job.stall:
                raise stalled(self.job.stall)
            action = legal_action(self.position, answer, self.job.seats[seat])
            self.position = self.position.apply(action)
        self.turns[seat] += 1
        self.seconds[seat] += spent
        self.longest[seat] = max(self.longest[seat], spent)

    def _standing(self) -> Result:
        job, position = self.job, self.position
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
        )


# Whatever comes out of a bot is the bot's own fault, even an attempt to end the process.


def _make(entrant: str, seed: int) -> Bot:
    # Bots that draw from the generators everybody shares get the same numbers in every run, too.
    random.seed(seed)
    np.random.seed(seed % 2**32)
    try:
        return bot(entrant, seed)
    except (BotFault, UnknownBot, Stopped):
        raise
    except BaseException as error:
        raise BotCrashed(_describe(error)) from error


def _ask(player: Bot, shown: Position, seat: int, budget: float) -> object:
    try:
        return player.choose(shown, seat, budget)
    except (BotFault, Stopped):
        raise
    except BaseException as error:
        raise BotCrashed(_describe(error)) from error


def _close(player: Bot) -> None:
    """Let a bot tidy up if it has a way to; the game is over, so that failing is only said."""
    try:
        if hasattr(player, "close"):
            player.close()
    except Stopped:
        raise
    except BaseException:
        traceback.print_exc(file=sys.stderr)


def _describe(error: BaseException) -> str:
    places = traceback.extract_tb(error.__traceback__)
    place = f" ({places[-1].filename.rpartition('/')[2]}, line {places[-1].lineno})"
    return traceback.format_exception_only(error)[-1].strip() + place
