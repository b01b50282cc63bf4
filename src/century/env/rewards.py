"""The settings that all environments share: the reward and the limit of rounds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from century.core.lockstep import REWARDS, reward
from century.errors import BadCount, BadOption
from century.position import is_whole

__all__ = ["DEFAULT_ROUNDS", "check_rounds", "reward_number", "rewards"]

DEFAULT_ROUNDS = 200  # after which a game is truncated; players who try to win need about 30
_NO_LIMIT = 2**62


def check_rounds(rounds: int | None) -> int:
    """Return the limit of rounds, or raise BadCount; None means no limit."""
    if rounds is None:
        return _NO_LIMIT
    if not is_whole(rounds) or rounds < 1:
        raise BadCount(f"rounds must be a whole number from 1, or None, not {rounds!r}")
    return int(rounds)


def reward_number(name: str) -> int:
    """Return the index of a kind of reward in REWARDS, or raise BadOption."""
    if name not in REWARDS:
        raise BadOption(f"unknown reward {name!r}; the rewards are {', '.join(REWARDS)}")
    return REWARDS.index(name)


def rewards(scores: Sequence[int], kind: int) -> list[float]:
    """Return the reward of each seat at the end of a game."""
    return [float(reward(np.array(scores, np.int64), i, kind)) for i in range(len(scores))]
