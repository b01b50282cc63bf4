"""Games of a network in training against the levels, on other cores while it learns."""

from __future__ import annotations

import shutil
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from century.arena import Result, Tournament, play

__all__ = ["Evaluation", "Strength"]

BUDGET = 0.01  # seconds a turn, for the search of the network and for its opponent
DEALS = 12  # of two games each
ROUNDS = 80  # an untrained network would never finish a game
FILE = "evaluated.safetensors"


class Strength(NamedTuple):
    """The games of a network against one opponent."""

    iteration: int  # of the network
    opponent: str
    games: int
    won: float  # the share


class Evaluation:
    """Plays one network at a time; the next one begins when all its games are over."""

    def __init__(
        self, game: str, opponents: tuple[str, ...], workers: int, seed: int, deals: int = DEALS
    ) -> None:
        self._game, self._opponents, self._seed, self._deals = game, opponents, seed, deals
        # A forked process would share the state of the GPU.
        self._pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
        self._iteration = 0
        self._games: dict[str, list[Future[Result]]] = {}

    def start(self, iteration: int, weights: Path) -> bool:
        """Begin with the network in a file; return False if the last one has not finished."""
        if any(self._games.values()):
            return False
        copy = weights.with_name(FILE)  # the file will be replaced during the games
        shutil.copyfile(weights, copy)
        self._iteration = iteration
        for opponent in self._opponents:
            entrants = f"master:{copy}", opponent
            match = Tournament(self._game, entrants, seed=self._seed, budget=BUDGET, rounds=ROUNDS)
            self._games[opponent] = [
                self._pool.submit(play, job) for job in match.jobs(self._deals)
            ]
        return True

    def finished(self) -> list[Strength]:
        """Return the strengths that became known since the last call."""
        found = []
        for opponent, games in self._games.items():
            if games and all(game.done() for game in games):
                results = [game.result() for game in games]
                won = sum(result.seats[result.ranking[0]] != opponent for result in results)
                found.append(Strength(self._iteration, opponent, len(games), won / len(games)))
                games.clear()
        return found

    def close(self) -> None:
        """Stop the processes; games that have begun are given up."""
        for process in list(getattr(self._pool, "_processes", {}).values()):
            process.terminate()
        self._pool.shutdown(wait=False, cancel_futures=True)
