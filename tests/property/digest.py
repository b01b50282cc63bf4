"""A digest of what the engine computes: `python -m tests.property.digest` prints it.

The digests of compiled and uncompiled kernels must be equal.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

import numpy as np

import century
from century.core import engine
from century.core.kernel import bit, draw, generator, nth_bit, shuffle
from tests.games import SHORT_GAMES
from tests.property.play import TABLES, stretch

GAMES = 2  # with each number of players, played decision by decision
DECISIONS = 400  # of each of them
PLAYOUTS = 3  # with each number of players; whole games where random games are short
PERFT_DEPTH = 3


def lines() -> Iterator[str]:
    yield f"draws {draws()}"
    for name, players in TABLES:
        table = f"{name} {players}"
        for seed in range(GAMES):
            yield f"{table} game {seed} {game_digest(name, players, seed)}"
        yield f"{table} walks {walks(name, players)}"
        if name in SHORT_GAMES:
            yield f"{table} playouts {playouts(name, players)}"


def draws() -> str:
    rng = generator(2**64 - 1)
    numbers = [int(draw(rng, n)) for n in range(1, 200)]
    cards = np.arange(60, dtype=np.uint8)
    shuffle(cards, rng)
    members = [int(nth_bit(bit(7) | bit(40) | bit(63), n)) for n in range(3)]
    return sha256(repr((numbers, cards.tolist(), members)).encode()).hexdigest()


def game_digest(name: str, players: int, seed: int) -> str:
    """Hash every position of a game with its legal actions, scores, redeals and views."""
    digest = sha256()
    start = century.game(name).start(players, seed)
    decisions = stretch(start, generator(seed), DECISIONS)
    for count, pos in enumerate(step.after for step in decisions):
        digest.update(pos.state.tobytes())
        digest.update(repr((pos.actions(), pos.scores(), pos.ranking(), pos.over)).encode())
        if count % 10 == 0:
            digest.update(pos.redeal(pos.seat, count).state.tobytes())
            digest.update(repr(pos.view(pos.seat)).encode())
        if count % 100 == 0:
            digest.update(str(century.perft(pos, PERFT_DEPTH)).encode())
    return digest.hexdigest()


def playouts(name: str, players: int) -> str:
    """Return the outcome of random games and the widths of the counters."""
    scores = np.zeros((PLAYOUTS, players), dtype=np.int64)
    states = century.game(name).scratch(2)
    counts = engine.playouts(states, players, np.uint64(1), generator(0), scores)
    widths = [np.asarray(count).itemsize for count in counts]
    return f"{[int(count) for count in counts]} {widths} {scores.tolist()}"


def walks(name: str, players: int) -> str:
    """Hash the states after random decisions of the compiled loop."""
    digest = sha256()
    for seed in range(PLAYOUTS):
        state = century.game(name).start(players, seed).state
        engine.playout(state, generator(seed), DECISIONS)
        digest.update(state.tobytes())
    return digest.hexdigest()


def main() -> None:
    for line in lines():
        print(line)


if __name__ == "__main__":
    main()
