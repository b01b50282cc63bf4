"""The process in which bots think: a question a line comes in, the decisions of a turn go out."""

from __future__ import annotations

import json
import os
import sys
import threading
from contextlib import suppress
from queue import SimpleQueue
from typing import Any

from century.bots import ask, bot
from century.position import Position, game, read_position
from century.warmup import warm_up

__all__ = ["main", "whole_turn"]


def whole_turn(position: Position, level: str, seed: int, budget: float) -> list[str]:
    """Decide until the turn is over, or until something is revealed that may change one's mind."""
    machine = bot(level, seed)
    seat, turn, face_down = position.seat, position.turn, position.face_down
    tokens = []
    while position.turn == turn and not position.over and position.face_down == face_down:
        # The server has redealt what the seat cannot know.
        number = ask(machine, position, seat, budget, seed=None, name=level)
        tokens.append(position.tokens[number])
        position = position.apply(number)
    return tokens


def _answer(asked: dict[str, Any]) -> dict[str, Any]:
    if "warm" in asked:
        played, level = game(asked["game"]), asked["warm"]
        warm_up(played, lambda _step: None, [level])
        whole_turn(played.start(played.players[0], 0), level, 0, 0.0)
        return {"warm": level}
    position = read_position(asked["position"])
    return {"tokens": whole_turn(position, asked["level"], asked["seed"], asked["budget"])}


def _listen(questions: SimpleQueue[str]) -> None:
    """Take questions; when nobody is left to ask any, end, even in the midst of a thought."""
    for line in sys.stdin:
        questions.put(line)
    os._exit(0)


def main() -> None:
    """Answer until the server ends."""
    if hasattr(os, "nice"):
        os.nice(10)  # people at other tables come first
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what anything prints is no answer
    questions: SimpleQueue[str] = SimpleQueue()
    threading.Thread(target=_listen, args=(questions,), daemon=True).start()
    while True:
        answer = _answer(json.loads(questions.get()))
        with suppress(BrokenPipeError):  # then the listener ends it all
            answers.write(json.dumps(answer) + "\n")
            answers.flush()


if __name__ == "__main__":
    main()
