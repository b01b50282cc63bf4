"""Compiled and uncompiled kernels must do the same.

Run as a program, this module plays a few random games and prints their digests as JSON:

    NUMBA_DISABLE_JIT=1 python -m century.check.compiled GAME
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from random import Random

from century.bots.weights import lacking_search_fields
from century.check.report import Fault, Skipped
from century.check.subject import FAULTS, Subject
from century.core import heuristics
from century.core.kernel import COMPILED
from century.env.encoding import encoding
from century.games import admitted, game_package
from century.position import Game, game

__all__ = ["check_compiled", "digests"]

DECISIONS = 60
SEED = 5
LIMIT = 300.0  # seconds for the other process


def digests(chosen: Game) -> dict[str, list[str]]:
    """Return a digest of each position of short random games, by number of players."""
    return {str(players): _digests(chosen, players) for players in chosen.players}


def _digests(chosen: Game, players: int) -> list[str]:
    rng = Random(players)
    position, found = chosen.start(players, SEED), []
    observes = find_spec(f"{chosen.package}.observation") is not None
    searches = not lacking_search_fields(chosen.spec)
    for _ in range(DECISIONS):
        digest = hashlib.sha256(bytes(position))
        digest.update(repr((position.actions(), position.scores(), position.reading)).encode())
        digest.update(bytes(position.redeal(position.seat, SEED)))
        if observes:
            digest.update(encoding(chosen, players).of(position).tobytes())
        if searches:
            key = heuristics.plan_key(position.state, position.seat)
            digest.update(repr((int(key), int(heuristics.claims_to_go(position.state)))).encode())
        found.append(digest.hexdigest()[:16])
        if position.over:
            break
        position = position.apply(rng.choice(position.actions()))
    return found


def check_compiled(subject: Subject) -> Iterator[Fault]:
    """Play the same games here and in a process that compiles if this one does not."""
    broken = subject.broken_modules & {"observation", "heuristics"}
    if broken:
        raise Skipped(FAULTS)
    ours = digests(subject.game)
    environment = {
        **os.environ,
        "NUMBA_DISABLE_JIT": "1" if COMPILED else "0",
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    command = [sys.executable, "-m", "century.check.compiled", subject.name]
    try:
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=LIMIT, check=False
        )
    except subprocess.TimeoutExpired:
        yield Fault(f"the games did not end within {LIMIT:g} s without the compiler")
        return
    if done.returncode != 0:
        last = done.stderr.strip().splitlines()[-1:] or ["no message"]
        yield Fault(f"the games fail without the compiler: {last[0]}")
        return
    theirs = json.loads(done.stdout)
    for players, found in ours.items():
        pairs = zip(found, theirs[players], strict=False)
        first = next((i for i, (one, other) in enumerate(pairs) if one != other), None)
        if first is not None or len(found) != len(theirs[players]):
            where = f"{players} players, seed {SEED}, at decision {first}"
            yield Fault("compiled and uncompiled kernels differ", where)


def main(name: str) -> None:
    """Print the digests of a game, also of one whose words cannot be read."""
    with admitted(import_module(game_package(name)).SPEC):
        sys.stdout.write(json.dumps(digests(game(name))))


if __name__ == "__main__":
    main(sys.argv[1])
