"""A teacher that is a bot: it decides in self-play, without a network or a search."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from century.arena.executors import cores
from century.bots import bot
from century.core.engine import legal, random_action
from century.core.features import write_features
from century.core.kernel import Generator, Int, State, draw, generator, kernel
from century.core.lockstep import Words
from century.neural.network import Network, Sizes, evaluate_network
from century.neural.nodes import SearchParams, Trees
from century.neural.tree import chances_of
from century.position import Game
from century.training.arrays import Array, Arrays
from century.training.deciders import current_network
from century.training.self_play import (
    Leaf,
    Moves,
    Roots,
    Table,
    finish_move,
    new_leaf,
    note_decision,
    start_all,
    write_root,
)

__all__ = ["BotDecider"]

BUDGET = 1.0  # seconds a turn, which a bot counts in work
RANDOM_SHARE = 32  # one decision in so many is random, so that the network sees mistakes too


class BotDecider:
    """Lets a bot decide in each game. The network that learns only says what it expects."""

    def __init__(
        self,
        arrays: Arrays,
        game: Game,
        games: int,
        sizes: Sizes,
        weights: dict[str, Array],
        teacher: str,
    ) -> None:
        self._arrays, self._game, self._sizes, self._weights = arrays, game, sizes, weights
        self._states = game.scratch(games)
        self.words = self._states.view(np.uint64).reshape(games, -1)  # the memory of the states
        self._bots = [bot(teacher, seed=g) for g in range(games)]
        self._threads = ThreadPoolExecutor(cores())
        network = current_network(arrays, sizes, weights)
        self._leaves = [new_leaf(game.scratch(1), network) for _ in range(games)]

    def renew(self) -> None:
        """Take over the weights as they are now."""
        self._network = current_network(self._arrays, self._sizes, self._weights)

    def start(self, table: Table, most: int, rounds: int) -> None:
        """Deal all games, and take up to `most` random decisions in each."""
        start_all(self._states, self.words, table, most, rounds, generator(0))

    def decide(
        self,
        _trees: Trees,  # a bot needs none
        table: Table,
        _simulations: int,
        params: SearchParams,
        roots: Roots,
        moves: Moves,
    ) -> None:
        """Let the bots decide in all games, and take their decisions."""

        def play(g: int) -> None:
            s, leaf = self._states[g], self._leaves[g]
            expect(s, g, self._network, leaf, roots, moves)
            position = self._game.position(s)
            chosen = self._bots[g].choose(position, position.seat, BUDGET)
            play_choice(s, self.words[g], table, g, np.int64(chosen), params, moves, leaf.rng)

        list(self._threads.map(play, range(len(self._bots))))


@kernel
def expect(s: State, g: Int, network: Network, leaf: Leaf, roots: Roots, moves: Moves) -> None:
    """Write what the network sees and expects before a decision."""
    leaf.features[:] = 0
    write_features(s, s.seat, leaf.features)
    evaluate_network(network, leaf.features, leaf.scratch, leaf.logits, leaf.wins, leaf.points)
    write_root(leaf, roots, g)
    chances_of(leaf.wins, np.int64(s.seat), np.int64(s.players), moves.chances[g])


@kernel
def play_choice(
    s: State,
    words: Words,
    table: Table,
    g: Int,
    chosen: Int,
    params: SearchParams,
    moves: Moves,
    scratch: Generator,
) -> None:
    """Write a bot's choice down as the policy to learn; take it, or sometimes a random one."""
    first, options = legal(s)
    note_decision(s, g, first, options, moves)
    moves.policy[g, :] = 0.0
    moves.policy[g, chosen] = 1.0
    rng = table.rngs[g : g + 1]
    action = chosen
    if draw(rng, RANDOM_SHARE) == 0:
        action = np.int64(random_action(first, options, rng))
    finish_move(s, words, table, g, action, params, moves, scratch)
