"""The opponents that can play the seats without a learner.

An opponent is the name of a bot, a class of bots, a bot object or a policy: a function of
observations, masks and seats that returns actions.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol, TypeGuard

import numpy as np
import numpy.typing as npt

from century.bots import BotLike
from century.core.lockstep import Flags
from century.core.observation import Numbers
from century.errors import BadCount, BotNonsense, UnknownBot

__all__ = [
    "BUDGET",
    "HIDDEN_SEED",
    "Opponent",
    "Policy",
    "Seats",
    "ask_policy",
    "bot_seed",
    "check_opponents",
    "is_policy",
]

BUDGET = 1.0  # seconds for each decision of a bot
HIDDEN_SEED = 0  # for the order of hidden cards that bots see: the same in all games

Seats = npt.NDArray[np.int64]


class Policy(Protocol):
    """A function that decides in several games at once."""

    def __call__(self, observations: Numbers, masks: Flags, seats: Seats, /) -> Any:
        """Return an action for each row."""
        ...


Opponent = BotLike | Policy


def is_policy(opponent: Opponent) -> TypeGuard[Policy]:
    """Tell whether an opponent is a policy and not a bot."""
    return callable(opponent) and not isinstance(opponent, type) and not hasattr(opponent, "choose")


def check_opponents(opponents: Opponent | Sequence[Opponent], players: int) -> list[Opponent]:
    """Return the opponent on each seat after the learner; a single one takes all seats."""
    if isinstance(opponents, list | tuple):
        found: list[Opponent] = list(opponents)
    else:
        found = [opponents] * (players - 1)  # type: ignore[list-item]  # it is no sequence
    if len(found) != players - 1:
        raise BadCount(f"{players} players need {players - 1} opponents, not {len(found)}")
    for one in found:
        if not isinstance(one, str) and not callable(one) and not hasattr(one, "choose"):
            raise UnknownBot(f"a {type(one).__name__} is neither a bot nor the name of one")
    return found


def bot_seed(deal: int, place: int) -> int:
    """Return the seed of the bot on the n-th seat after the learner, for a game's deal."""
    return Random(f"{deal} {place}").getrandbits(63)


def ask_policy(
    policy: Policy, observations: Numbers, masks: Flags, seats: Seats, games: npt.NDArray[np.int64]
) -> npt.NDArray[np.int64]:
    """Return the actions that a policy chooses, or raise BotNonsense; `games` are their numbers."""
    chosen = np.asarray(policy(observations, masks, seats))
    if chosen.shape != (len(masks),) or chosen.dtype.kind not in "iu":
        raise BotNonsense(
            f"the policy answered with shape {chosen.shape} of {chosen.dtype}, "
            f"instead of {len(masks)} whole numbers"
        )
    exists = (chosen >= 0) & (chosen < masks.shape[1])
    legal = masks[np.arange(len(masks)), np.where(exists, chosen, 0)] & exists
    if not legal.all():
        row = int(legal.argmin())
        raise BotNonsense(
            f"the policy answered {chosen[row]}, which is not legal in game {games[row]}"
        )
    return chosen.astype(np.int64)
