"""Other people's engines, each playing random games with what it offers for that."""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib.util import find_spec
from time import perf_counter
from typing import NamedTuple

Rate = Callable[[float], float]  # decisions a second, measured for about so many seconds


class Peer(NamedTuple):
    """Another engine."""

    name: str
    module: str
    rate: Rate

    @property
    def installed(self) -> bool:
        """Whether it can be measured here."""
        return find_spec(self.module) is not None


def openspiel_hex(seconds: float) -> float:
    """Let OpenSpiel's C++ random bots play Hex on 11 × 11."""
    import pyspiel

    hexagons = pyspiel.load_game("hex(board_size=11)")
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(2)]

    def one_game(number: int) -> int:
        state = hexagons.new_initial_state()
        pyspiel.evaluate_bots(state, bots, number)
        moves: int = state.move_number()
        return moves

    return repeat(one_game, seconds)


def python_chess(seconds: float) -> float:
    """Play random chess with python-chess, from a Python loop."""
    import chess

    choice = random.Random(1).choice

    def one_game(_number: int) -> int:
        board = chess.Board()
        while moves := list(board.legal_moves):
            board.push(choice(moves))
            if len(board.move_stack) == 300:  # random kings can wander for ever
                break
        return len(board.move_stack)

    return repeat(one_game, seconds)


def openspiel_mcts(seconds: float) -> float:
    """Let OpenSpiel's C++ MCTS bot, with random rollouts, think about Hex on 11 × 11."""
    import pyspiel

    simulations = 200
    hexagons = pyspiel.load_game("hex(board_size=11)")
    rollouts = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(hexagons, rollouts, 2.0, simulations, 1000, False, 1, False)
    start = hexagons.new_initial_state()

    def one_decision(_number: int) -> int:
        bot.step(start)
        return simulations

    return repeat(one_decision, seconds)


def repeat(one_game: Callable[[int], int], seconds: float) -> float:
    """Play games for a while and return the decisions a second."""
    decisions = number = 0
    began = perf_counter()
    while (passed := perf_counter() - began) < seconds:
        decisions += one_game(number)
        number += 1
    return decisions / passed


HEX = Peer("hex 11×11", "pyspiel", openspiel_hex)
MCTS = Peer("OpenSpiel MCTS, hex 11×11", "pyspiel", openspiel_mcts)
CHESS = Peer("python-chess", "chess", python_chess)
