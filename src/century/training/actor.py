"""The actor: it plays many games against itself and records the samples to learn from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from century.neural.network import Sizes
from century.neural.nodes import MAX_SEATS, SearchParams, new_trees
from century.position import Game
from century.training.arrays import Array, Arrays
from century.training.bot_decider import BotDecider
from century.training.deciders import CpuDecider, GpuDecider, decider_on
from century.training.learner import Samples, padded
from century.training.self_play import Moves, Roots, new_moves, new_table

__all__ = ["Actor", "PlayStats"]

SEGMENT_DECAY = 0.96  # lambda of TD(lambda), a decision
BOT_DECAY = 1.0  # the same if a bot decides: what the network expects meanwhile is no better guess
SCATTER = 300  # random decisions at most, before the first games


class PlayStats(NamedTuple):
    """The games that ended in a segment."""

    games: int
    cut: float  # the share of games that the limit of rounds ended
    rounds: float  # on average


class Actor:
    """Plays segments of `length` decisions in each of many games."""

    def __init__(
        self,
        arrays: Arrays,
        game: Game,
        sizes: Sizes,
        weights: dict[str, Array],
        games: int,
        length: int,
        seed: int,
        options: dict[str, object],
        teacher: str = "",
    ) -> None:
        """Begin games; `teacher` is a bot that decides instead of a search with the network."""
        self.arrays = arrays
        self.guide = sizes  # of the network that guides the search
        self.games, self.length = games, length
        features = padded(sizes.features)
        self._roots = Roots(
            arrays.zeros((games, features), np.uint8), arrays.zeros((games, sizes.seats))
        )
        self._moves = new_moves(arrays.zeros, games, sizes.actions)
        decay = BOT_DECAY if teacher else SEGMENT_DECAY
        self.segment = _Segment(arrays, self._moves, length, features, sizes.seats, decay)
        blank = game.blank(options)
        self.table = new_table(arrays.kernel_copy, blank, games, game.players, seed)
        self._decider: CpuDecider | GpuDecider | BotDecider
        if teacher:
            self._decider = BotDecider(arrays, game, games, sizes, weights, teacher)
        else:
            self._decider = decider_on(arrays, game, games, sizes, weights)
        self._params = SearchParams(0.35, 0.0, 1.0, 0.1, 60, 8)
        self._simulations = 0
        self._decide: Callable[[], None] | None = None

    def configure(self, simulations: int, params: SearchParams) -> None:
        """Change the search. The next decision prepares it, which takes time on a GPU."""
        if (simulations, params) != (self._simulations, self._params) or self._decide is None:
            arrays = self.arrays
            if simulations != self._simulations:
                self._trees = new_trees(
                    arrays.kernel_zeros,
                    arrays.kernel_copy,
                    self.games,
                    simulations,
                    params.considered,
                )
            if self._simulations == 0:
                self._decider.start(self.table, SCATTER, params.rounds)
            self._simulations, self._params = simulations, params
            self._decide = arrays.repeatable(self._decide_once)

    def _decide_once(self) -> None:
        """Search for a decision in each game, and take it."""
        self._decider.decide(
            self._trees, self.table, self._simulations, self._params, self._roots, self._moves
        )

    def play(self) -> PlayStats:
        """Play a segment."""
        assert self._decide is not None
        self._decider.renew()
        for t in range(self.length):
            self._decide()
            self.segment.write(t, self._roots, self._moves)
        return self.segment.stats()

    def samples(self) -> Samples:
        """Return the segment as positions to learn from."""
        return self.segment.samples()

    def snapshot(self) -> dict[str, npt.NDArray[Any]]:
        """Return the games in progress, for checkpoints."""
        return {name: self.arrays.kernel_read(part) for name, part in self._progress().items()}

    def restore(self, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
        """Continue the games of a snapshot, if there is one of equally many games."""
        parts = self._progress()
        if all(name in arrays and arrays[name].shape == part.shape for name, part in parts.items()):
            for name, part in parts.items():
                self.arrays.kernel_write(part, arrays[name])

    def _progress(self) -> dict[str, Any]:
        """Return the arrays that the games in progress consist of."""
        seeds, rngs, players = self.table.seeds, self.table.rngs, self.table.players
        return {"states": self._decider.words, "seeds": seeds, "rngs": rngs, "players": players}


class _Segment:
    """The decisions of a segment: each array has one more axis in front, for the time."""

    def __init__(
        self,
        arrays: Arrays,
        moves: Moves,
        length: int,
        features: int,
        seats: int,
        decay: float,
    ) -> None:
        self.arrays, self.seats, self.decay = arrays, seats, decay
        games = len(moves.seat)
        self.features = arrays.zeros((length, games, features), np.uint8)
        self.predicted = arrays.zeros((length, games, MAX_SEATS))
        self.moves = Moves(
            *(
                arrays.zeros((length, *part.shape), arrays.to_numpy(part[:1]).dtype)
                for part in moves
            )
        )
        self._places = arrays.copied(np.arange(MAX_SEATS, dtype=np.int64))

    def write(self, t: int, roots: Roots, moves: Moves) -> None:
        """Write down one decision of each game."""
        self.features[t] = roots.features
        kept: Array
        for kept, part in zip(self.moves, moves, strict=True):
            kept[t] = part
        padded = self.predicted[t]
        padded[...] = 0.0
        padded[:, : self.seats] = roots.points
        seat, players = moves.seat[:, None], moves.players[:, None]
        by_seat = (self._places - seat) % players
        self.predicted[t] = self.arrays.gather(padded, by_seat + 0 * self._places)

    def stats(self) -> PlayStats:
        """Count the games that ended."""
        moves = self.moves
        games = float(self.arrays.full(moves.ended).sum())
        cut = float(self.arrays.full(moves.cut).sum())
        rounds = float((self.arrays.full(moves.rounds) * moves.ended).sum())
        return PlayStats(int(games), cut / max(games, 1.0), rounds / max(games, 1.0))

    def samples(self) -> Samples:
        """Return all decisions as rows, with the targets that TD(lambda) gives them."""
        moves = self.moves
        ended = moves.ended[:, :, None] > 0
        win = self._returns(ended, moves.result, moves.chances, self.decay)
        points = self._returns(ended, moves.points, self.predicted, 1.0)
        seat, players = moves.seat[:, :, None], moves.players[:, :, None]
        in_turn_order = (self._places + seat) % players
        playing = self.arrays.full(self._places < players)[:, :, : self.seats]
        rows = len(moves.seat) * moves.seat.shape[1]

        def as_rows(array: Array) -> Array:
            return array.reshape((rows, array.shape[-1]))

        def relative(array: Array) -> Array:
            turned = self.arrays.gather(array, in_turn_order)[:, :, : self.seats]
            return as_rows(turned * playing)

        return Samples(
            features=as_rows(self.features),
            legal=as_rows(moves.legal),
            policy=as_rows(moves.policy),
            win=relative(win),
            points=relative(points),
            playing=as_rows(playing),
        )

    def _returns(self, ended: Array, results: Array, estimates: Array, decay: float) -> Array:
        """Return TD(lambda)'s targets: a mean of later estimates and the final result."""
        found = self.arrays.zeros(estimates.shape)
        last = len(estimates) - 1
        following = estimates[last]
        for t in range(last, -1, -1):
            found[t] = self.arrays.where(ended[t], results[t], following)
            if t > 0:
                following = (1 - decay) * estimates[t] + decay * found[t]
        return found
