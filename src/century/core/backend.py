"""The kernels of one game, as Python calls them for single positions.

`Position` imports this module by name when it first needs a kernel. So code that shows and explains
games needs neither NumPy nor Numba, and another backend can replace this one.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from century.core import engine
from century.core.engine import Bytes, States
from century.core.kernel import State, generator
from century.core.reading import Layout

__all__ = ["Backend", "backend"]


class Backend:
    """One game's compiled rules, working on states kept as bytes."""

    def __init__(self, package: str, state: Layout, facts: Layout | None) -> None:
        self.dtype = engine.state_dtype(state, package)
        self._size = state.size
        self._facts = None if facts is None else engine.record_dtype(facts)
        self.kernels = engine.position_kernels(self.dtype, self._facts, package)

    # Single decisions

    def actions(self, data: Bytes) -> list[int]:
        """Return the legal action numbers, ascending."""
        out = np.empty(engine.MAX_OPTIONS, dtype=np.uint8)
        found = self.kernels.list_actions(data, out)
        numbers: list[int] = out[:found].tolist()
        return numbers

    def after(self, data: Bytes, action: int) -> Bytes | None:
        """Return the state after an action; None if the action is not legal."""
        changed = np.empty(self._size, dtype=np.uint8)
        return changed if self.kernels.try_action(data, changed, action) else None

    def scores(self, data: Bytes, players: int) -> list[int]:
        """Return the points of all seats so far."""
        out = np.empty(players, dtype=np.int64)
        self.kernels.count_points(data, out)
        points: list[int] = out.tolist()
        return points

    def facts(self, data: Bytes) -> Bytes | None:
        """Return the facts that the game derives from a state, as bytes."""
        if self._facts is None or self.kernels.find_facts is None:
            return None
        out = np.zeros(self._facts.itemsize, dtype=np.uint8)
        self.kernels.find_facts(data, out)
        return out

    # Whole states

    def deal(self, blank: bytes, players: int, seed: int) -> Bytes:
        """Set up a game on a blank state."""
        data = self.load(blank)
        engine.deal_from(self._view(data), players, np.uint64(seed), generator(0))
        return data

    def redeal(self, data: Bytes, seat: int, seed: int) -> Bytes:
        """Return the state with everything that a seat cannot know shuffled again."""
        changed = np.empty(self._size, dtype=np.uint8)
        self.kernels.redeal_copy(data, changed, seat, generator(seed))
        return changed

    def perft(self, data: Bytes, depth: int) -> int:
        """Count the decision sequences of a length from a state."""
        states = self.scratch(depth + 1)
        states[depth] = self._view(data)
        return int(engine.perft(states, depth))

    def load(self, data: Any) -> Bytes:
        """Return a state from any object that holds its bytes."""
        return np.frombuffer(bytearray(data), dtype=np.uint8)

    def record(self, data: Bytes) -> State:
        """Return a copy of a state as a record, for kernels."""
        return self._view(data.copy())

    def scratch(self, count: int) -> States:
        """Return an array of empty states."""
        return np.zeros(count, dtype=self.dtype)

    def _view(self, data: Bytes) -> State:
        # Ten times as fast as `data.view`, for which NumPy looks for objects in the record.
        state: State = np.frombuffer(data, self.dtype)[0]
        return state


@cache
def backend(package: str, state: Layout, facts: Layout | None) -> Backend:
    """Return the backend of a game."""
    return Backend(package, state, facts)
