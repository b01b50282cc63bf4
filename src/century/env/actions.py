"""Actions as users pass them to the environments that step one game or a vector of games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from century.errors import BadCount, UnknownToken

__all__ = ["action_number", "action_numbers"]


def action_number(action: object, number_of: Callable[[str], int]) -> int:
    """Return the number of an action, or raise UnknownToken.

    An action is a whole number of Python or NumPy, also as a float such as 6.0 or as an array with
    one element, or the token of an action. `number_of` returns the number of a token. The number
    may be out of range: the caller decides what that means.

    >>> action_number(np.array([6]), int), action_number(6.0, int)
    (6, 6)
    """
    if type(action) is int:  # most common, and NumPy would take longer
        return action
    if isinstance(action, str):
        return number_of(action)
    array = np.asarray(action)
    if array.size == 1 and array.dtype.kind == "U":
        return number_of(str(array.item()))
    if array.size != 1 or array.dtype.kind not in "iuf" or array.item() != array.item() // 1:
        raise UnknownToken(action)
    return int(array.item())


def action_numbers(
    actions: object, count: int, number_of: Callable[[int, str], int]
) -> npt.NDArray[np.int64]:
    """Return the numbers of one action for each game, or raise BadCount or UnknownToken.

    `number_of` returns the number of a token in a game.
    """
    array = np.asarray(actions)
    if array.shape not in ((count,), (count, 1)):
        raise BadCount(f"expected one action for each of {count} games, got shape {array.shape}")
    array = array.reshape(count)
    if array.dtype.kind in "iu":
        return array.astype(np.int64)

    def number(i: int, action: Any) -> int:
        return action_number(action, lambda token: number_of(i, token))

    return np.array([number(i, one) for i, one in enumerate(array)], np.int64)
