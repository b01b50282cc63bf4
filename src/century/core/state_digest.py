"""A digest of a whole state, for any game."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import literal_unroll, types
from numba.extending import overload

from century.core.kernel import State, mix

__all__ = ["digest_state"]

LEFT_OUT = "rounds"  # the same situation in a later round has the same digest


def digest_state(s: State) -> np.uint64:
    """Digest all fields of a state but the number of rounds."""
    digest = np.uint64(0)
    for name in _fields(s.dtype.names):
        for value in np.ravel(s[name]):
            digest = np.uint64(mix(digest, value))  # compiled kernels return an int
    return digest


def _fields(names: Any) -> tuple[str, ...]:
    return tuple(name for name in names if name != LEFT_OUT)


# The same for the compiler, which knows the fields of a record by its type.


@overload(digest_state)
def _digest_state(s: Any) -> Any:
    names = _fields(s.fields)

    def implementation(s: Any) -> Any:
        digest = np.uint64(0)
        for name in literal_unroll(names):
            digest = _mix_field(digest, s[name])
        return digest

    return implementation


def _mix_field(digest: np.uint64, value: Any) -> np.uint64:  # type: ignore[empty-body]
    """Mix one number, or all numbers of an array, into a digest."""


@overload(_mix_field)
def _choose_mix_field(digest: Any, value: Any) -> Any:  # noqa: ARG001  Numba matches the names
    def mix_number(digest: Any, value: Any) -> Any:
        return mix(digest, value)

    def mix_array(digest: Any, value: Any) -> Any:
        for number in value.flat:
            digest = mix(digest, number)
        return digest

    return mix_array if isinstance(value, types.Array) else mix_number
