"""What all environments can be asked for: a reward, and a limit of rounds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from century.core.lockstep import REWARDS, reward
from century.errors import BadCount, BadOption
from century.position import is_whole

__all__ = ["DEFAULT_ROUNDS", "check_rounds", "reward_number", "rewards"]

DEFAULT_ROUNDS = 200  # a longer game ends as it stands; players who mean to win need about 30
_ENDLESS = 2**62


def check_rounds(rounds: int | None) -> int:
    """Return the limit of rounds, or raise BadCount; None is no limit."""
    if rounds is None:
        return _ENDLESS
    if not is_whole(rounds) or rounds < 1:
        raise BadCount(f"a limit of rounds is a whole number from 1, or None, not {rounds!r}")
    return int(rounds)


def reward_number(name: str) -> int:
    """Return the number of a kind of reward, or raise BadOption."""
    if name not in REWARDS:
        raise BadOption(f"there is no reward {name!r}; there are {', '.join(REWARDS)}")
    return REWARDS.index(name)


def rewards(scores: Sequence[int], kind: int) -> list[float]:
    """Return what each seat is given at the end of a game."""
    return [float(reward(np.array(scores, np.int64), i, kind)) for i in range(len(scores))]
