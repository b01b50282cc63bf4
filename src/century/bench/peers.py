"""Other engines, for comparison; each plays random games through its own interface."""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib.util import find_spec
from time import perf_counter
from typing import Any, NamedTuple

Rate = Callable[[float], float]  # takes the seconds to measure; returns decisions per second


class Peer(NamedTuple):
    """Another engine."""

    name: str
    module: str
    rate: Rate

    @property
    def installed(self) -> bool:
        """Whether its package is installed."""
        return find_spec(self.module) is not None


def openspiel_hex(seconds: float) -> float:
    """Play Hex on an 11 × 11 board with OpenSpiel's random bots in C++."""
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
    """Play random chess games in a Python loop with python-chess."""
    import chess

    choice = random.Random(1).choice

    def one_game(_number: int) -> int:
        board = chess.Board()
        while moves := list(board.legal_moves):
            board.push(choice(moves))
            if len(board.move_stack) == 300:  # random games may never end
                break
        return len(board.move_stack)

    return repeat(one_game, seconds)


def pettingzoo_connect_four(seconds: float) -> float:
    """Play random games of PettingZoo's Connect Four in the usual agent loop."""
    from pettingzoo.classic import connect_four_v3

    return agent_loop(connect_four_v3.env(), seconds)


def agent_loop(env: Any, seconds: float) -> float:
    """Play random games in a PettingZoo environment, like PettingZoo's own benchmark."""
    choice = random.Random(1).choice

    def one_game(number: int) -> int:
        env.reset(seed=number)
        decisions = 0
        for _agent in env.agent_iter():
            observation, _reward, terminated, truncated, _info = env.last()
            if terminated or truncated:
                break
            env.step(choice(observation["action_mask"].nonzero()[0].tolist()))
            decisions += 1
        return decisions

    return repeat(one_game, seconds)


def openspiel_mcts(seconds: float) -> float:
    """Run OpenSpiel's C++ MCTS bot with random rollouts on Hex, 11 × 11."""
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


def repeat(
    one_game: Callable[[int], int], seconds: float, clock: Callable[[], float] = perf_counter
) -> float:
    """Play games for a number of seconds; return the decisions per second."""
    decisions = number = 0
    started = clock()
    while (passed := clock() - started) < seconds:
        decisions += one_game(number)
        number += 1
    return decisions / passed


HEX = Peer("hex 11×11", "pyspiel", openspiel_hex)
MCTS = Peer("OpenSpiel MCTS, hex 11×11", "pyspiel", openspiel_mcts)
CHESS = Peer("python-chess", "chess", python_chess)
CONNECT_FOUR = Peer("connect_four_v3", "pygame", pettingzoo_connect_four)
