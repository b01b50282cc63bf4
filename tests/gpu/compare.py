"""Compare games on a GPU, real or simulated, with the same games on the CPU, byte for byte.

python -m tests.gpu.compare GAME PLAYERS GAMES STEPS
"""

from __future__ import annotations

import sys
from typing import Any, cast

import numpy as np
import pytest

import century
from century.env.batch import LEAVE, Batch, sample
from century.errors import BadCount, GameNotBegun, IllegalMove, UnknownToken

ARRAYS = (
    "masks",
    "firsts",
    "options",
    "seats",
    "observations",
    "rewards",
    "terminated",
    "truncated",
    "scores",
    "seeds",
)
ROUNDS = 2  # so that many games end


class Pair:
    """The same games on the CPU and on the GPU."""

    def __init__(self, name: str, players: int, games: int, **settings: Any) -> None:
        batches = (
            Batch(name, players, games, seed=3, rounds=ROUNDS, device=device, **settings)
            for device in ("cpu", "cuda")
        )
        self.cpu, self.gpu = batches
        self.rng = np.random.default_rng(1)
        self.check()

    def check(self) -> None:
        """Compare all arrays and all states."""
        for name in ARRAYS:
            ours, theirs = (np.asarray(getattr(batch, name)) for batch in (self.cpu, self.gpu))
            assert ours.dtype == theirs.dtype, name
            assert np.array_equal(ours, theirs), name
        states = (batch.states() for batch in (self.cpu, self.gpu))
        assert next(states) == next(states)

    def step(self) -> int:
        """Take a random decision in each game; return how many games ended."""
        actions = sample(self.cpu.masks, self.rng)
        self.cpu.step(actions)
        self.gpu.step(actions)
        return int((self.cpu.terminated | self.cpu.truncated).sum())


def compare_steps(name: str, players: int, games: int, steps: int) -> None:
    """Compare single steps, with new games for those that end, and random play."""
    pair, ended = Pair(name, players, games), 0
    for number in range(steps):
        ended += pair.step()
        if number % 10 == 0:
            pair.check()
    pair.check()
    pair.gpu.check()
    assert ended > 0
    for batch in (pair.cpu, pair.gpu):
        batch.play_random(3 * steps)
    pair.check()
    assert np.array_equal(pair.cpu.random_actions(), np.asarray(pair.gpu.random_actions()))
    seats = np.arange(games) % players
    assert np.array_equal(pair.cpu.observe(seats), np.asarray(pair.gpu.observe(seats)))


def compare_ends(name: str, players: int, games: int, steps: int) -> None:
    """Compare games that are not replaced when they end, until `renew`."""
    pair = Pair(name, players, games, renew=False, reward="margin")
    for batch in (pair.cpu, pair.gpu):
        batch.play_random(20 * steps)
    pair.check()
    ended = np.asarray(pair.cpu.options) == 0
    assert ended.any()
    for batch in (pair.cpu, pair.gpu):
        batch.step(np.full(games, LEAVE))
        batch.renew(ended)
    pair.check()


def compare_shaped_rewards(name: str, players: int, games: int, steps: int) -> None:
    """Compare rewards that each step gives."""
    pair, rewarded = Pair(name, players, games, reward="points-so-far"), False
    for _ in range(steps):
        pair.step()
        pair.check()
        rewarded |= bool(pair.cpu.rewards.any())
    assert rewarded
    for count in (1, 7, 50):
        for batch in (pair.cpu, pair.gpu):
            batch.play_random(count)
        pair.check()


def compare_faults(name: str, players: int, games: int) -> None:
    """Compare what happens after illegal actions: one error, and no game has changed."""
    pair = Pair(name, players, games)
    pair.step()
    actions = sample(pair.cpu.masks, pair.rng)
    before = pair.cpu.states()
    for wrong, error in ((int((~pair.cpu.masks[1]).argmax()), IllegalMove), (999, UnknownToken)):
        actions[1:] = wrong
        actions[2] = LEAVE
        with pytest.raises(error) as ours:
            pair.cpu.step(actions)
        pair.gpu.step(actions)
        pair.gpu.step(sample(pair.cpu.masks, pair.rng))  # nothing happens until `check`
        with pytest.raises(error) as theirs:
            pair.gpu.check()
        assert str(ours.value) == str(theirs.value)
        assert ours.value.game == theirs.value.game == 1
        assert pair.cpu.states() == pair.gpu.states() == before
    pair.gpu.check()
    pair.step()
    pair.check()
    with pytest.raises(BadCount):
        pair.gpu.step(np.zeros(games + 1, np.int64))
    with pytest.raises(BadCount):
        pair.gpu.step(cast("Any", np.zeros(games)))
    over = Pair(name, players, games, renew=False)
    while over.cpu.options.any():
        over.step()
    over.gpu.step(np.zeros(games, np.int64))
    with pytest.raises(GameNotBegun):
        over.gpu.check()


def compare_positions(name: str, players: int, games: int) -> None:
    """Compare copies, and batches that continue from other positions."""
    pair = Pair(name, players, games)
    for _ in range(10):
        pair.step()
    other = Pair(name, players, games)
    other.cpu, other.gpu = pair.cpu.copy(), pair.gpu.copy()
    other.check()
    before = pair.cpu.states()
    other.step()
    other.check()
    assert pair.cpu.states() == pair.gpu.states() == before
    positions = [pair.gpu.position(i) for i in reversed(range(games))]
    texts = [position.to_text() for position in positions]
    pair.cpu.load(positions)
    pair.gpu.load(texts)
    pair.check()
    assert pair.cpu.position(0) == positions[0]


def compare_playouts(name: str, players: int, games: int) -> None:
    """Compare whole random games."""
    ours, theirs = (
        century.playouts(name, players, games, 5, device=device) for device in ("cpu", "cuda")
    )
    assert (ours.steps, ours.turns) == (theirs.steps, theirs.turns)
    assert np.array_equal(ours.scores, theirs.scores)


def main() -> None:
    """Compare everything but whole random games, which take long in some games."""
    name, (players, games, steps) = sys.argv[1], map(int, sys.argv[2:])
    compare_steps(name, players, games, steps)
    compare_ends(name, players, games, steps)
    compare_shaped_rewards(name, players, games, steps)
    compare_faults(name, players, games)
    compare_positions(name, players, games)
    print("equal")


if __name__ == "__main__":
    main()
