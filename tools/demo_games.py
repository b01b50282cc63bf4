"""Let bots play the games that the front page shows, and store them in the games' page folders.

    python tools/demo_games.py

A demo has the same form as a step of a lesson: a position, and the tokens of the turns after it.
"""

import json

from century.bots import ask, bot
from century.position import Position, game, games
from century.server.web.page import page_folder

PLAYERS = 3
LEVEL = "hard"
SEED = 11
BUDGET = 0.5  # seconds for one decision


def play(start: Position) -> list[list[str]]:
    """Return the turns of a game between bots as tokens."""
    players = [bot(LEVEL, seed=seat) for seat in range(start.players)]
    position, turn, turns = start, None, []
    while not position.over:
        if position.turn != turn:
            turn = position.turn
            turns.append([])
        action = ask(players[position.seat], position, position.seat, BUDGET, seed=SEED + 1)
        turns[-1].append(position.tokens[action])
        position = position.apply(action)
    return turns


def main() -> None:
    """Write demo.json for every game that has a page."""
    for name in games():
        folder = page_folder(name)
        if folder is None:
            continue
        start = game(name).start(PLAYERS, SEED)
        demo = {"position": start.to_text(), "turns": play(start)}
        text = json.dumps(demo, ensure_ascii=False, separators=(",", ":"))
        (folder / "demo.json").write_text(f"{text}\n", encoding="utf-8")
        print(f"{name}: {len(demo['turns'])} turns")


if __name__ == "__main__":
    main()
