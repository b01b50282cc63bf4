"""A worker process for bots: it reads one JSON request a line and writes one response a line."""

from __future__ import annotations

import json
import os
import sys
import threading
from contextlib import suppress
from queue import SimpleQueue
from typing import Any

from century.bots import ask, bot
from century.bots.review import review_turn
from century.position import Position, game, read_position
from century.warmup import warm_up

__all__ = ["main", "whole_turn"]


def whole_turn(position: Position, level: str, seed: int, budget: float) -> list[str]:
    """Decide until the turn is over, or until a decision reveals something hidden."""
    player = bot(level, seed)
    seat, turn, face_down = position.seat, position.turn, position.face_down
    tokens = []
    while position.turn == turn and not position.over and position.face_down == face_down:
        # The server has redealt what the seat cannot know.
        number = ask(player, position, seat, budget, seed=None, name=level)
        tokens.append(position.tokens[number])
        position = position.apply(number)
    return tokens


def _respond(request: dict[str, Any]) -> dict[str, Any]:
    if "warm" in request:
        played, level = game(request["game"]), request["warm"]
        warm_up(played, lambda _step: None, [level])
        whole_turn(played.start(played.players[0], 0), level, 0, 0.0)
        return {"warm": level}
    position = read_position(request["position"])
    if "played" in request:
        review = review_turn(position, request["played"], request["level"])
        return {"review": review._asdict()}
    return {"tokens": whole_turn(position, request["level"], request["seed"], request["budget"])}


def _listen(requests: SimpleQueue[str]) -> None:
    """Queue requests; when the server closes the pipe, end the process even during a search."""
    for line in sys.stdin:
        requests.put(line)
    os._exit(0)


def main() -> None:
    """Answer requests until the server ends."""
    if hasattr(os, "nice"):
        os.nice(10)  # the server process has priority
    responses = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # prints must not look like responses
    requests: SimpleQueue[str] = SimpleQueue()
    threading.Thread(target=_listen, args=(requests,), daemon=True).start()
    while True:
        response = _respond(json.loads(requests.get()))
        with suppress(BrokenPipeError):  # the listener ends the process then
            responses.write(json.dumps(response) + "\n")
            responses.flush()


if __name__ == "__main__":
    main()
