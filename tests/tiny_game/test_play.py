"""The tiny game can be played everywhere, although only its own package names it."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import httpx

from tests.server.process import Process
from tests.tiny_game.packages import CENTURY, LIMIT, succeed

Folders = tuple[Path, ...]
TINY = ["--game", "tiny-ladder"]


def test_it_keeps_the_contract(tiny: Folders) -> None:
    said = succeed([*CENTURY, "check-game", "tiny-ladder"], tiny)
    assert said.endswith("tiny-ladder keeps the contract for games\n")
    assert "texts ok with defaults: the spec has no write and parse" in said
    assert "terminal ok with defaults: there is no terminal.py" in said
    assert "absent" not in said
    assert "not checked" not in said


def test_it_is_played_in_the_terminal(tiny: Folders, tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    play = [*CENTURY, "play", *TINY, "--seed", "1", "--bot", "hard", "--record", str(record)]
    # A card that is too low is refused, and the turn goes on.
    said = succeed(play, tiny, given="?\n? take\n? TL2\n" + "take\ntake\ntake\nrest\n" * 50)
    assert f"The record is in {record}" in said
    assert "is not higher than your top card" in said
    assert "You: claimed 0, points 0, top 0" in said  # the default drawing
    assert "1. " in said
    replayed = succeed([*CENTURY, "replay", "--all", str(record)], tiny)
    assert "the game is over" in replayed


MANY_ROUNDS = """
import century
game = century.game("tiny-ladder")
text = game.start(players=2, seed=1).to_text().replace("rounds=1 ", "rounds=4294967295 ")
late = game.read(text).act("rest").act("rest")
assert late.turn == (4294967295, 0), late.turn
assert game.read(late.to_text()) == late
"""


def test_its_number_of_rounds_does_not_wrap_around(tiny: Folders) -> None:
    succeed(["-c", MANY_ROUNDS], tiny)


def test_its_rules_can_be_read(tiny: Folders) -> None:
    assert "fifth card" in succeed([*CENTURY, "rules", "TL4"], tiny)
    assert "⚖" not in succeed([*CENTURY, "rules", *TINY], tiny)  # no rule has a ruling


def test_it_is_played_in_the_arena(tiny: Folders) -> None:
    entrants = ["hard", "random", "--deals", "10", "--seed", "1", "--workers", "1"]
    said = succeed([*CENTURY, "tournament", *entrants, *TINY], tiny)
    assert said.index("hard") < said.index("random")


def test_every_bot_plays_it(tiny: Folders) -> None:
    bots = ["greedy", "planner", "mcts", "strategist", "novice", "expert"]
    options = [
        "--deals",
        "1",
        "--seed",
        "1",
        "--workers",
        "1",
        "--budget",
        "0.05",
        "--players",
        "2",
    ]
    said = succeed([*CENTURY, "tournament", *bots, *options, *TINY], tiny)
    assert [bot for bot in bots if f" {bot} " not in said] == []


def test_it_is_played_in_all_environments(tiny: Folders) -> None:
    said = succeed(["-W", "ignore", "-m", "tests.tiny_game.environments"], tiny)
    played = [line.removeprefix("played: ") for line in said.splitlines() if "played: " in line]
    assert played == ["batch", "gymnasium", "against_compiled_bots", "pettingzoo", "openspiel"]


# The server


def test_the_server_offers_it(server: Process) -> None:
    games = httpx.get(f"{server.address}/api/games").json()["games"]
    (about,) = (game for game in games if game["name"] == "tiny-ladder")
    assert about["title"] == "Tiny Ladder"
    assert about["players"] == [2, 3, 4]
    rules = httpx.get(f"{server.address}/api/games/tiny-ladder/rules?language=it").json()
    assert rules["sections"][0]["title"] == "Preparazione"


def test_it_is_played_on_the_server(server: Process) -> None:
    with httpx.Client(base_url=server.address, timeout=30) as person:
        seats = [{"kind": "me"}, {"kind": "bot", "level": "hard"}, {"kind": "bot"}]
        wanted = {"game": "tiny-ladder", "seats": seats, "start": True}
        created = person.post("/api/tables", json=wanted).json()
        person.headers["authorization"] = f"Bearer {created['token']}"
        table = f"/api/tables/{created['state']['table']}"
        state = _play_to_the_end(person, table)
        result = person.get(f"{table}/result").json()
    assert state["view"]["over"]
    assert max(seat["claimed"] for seat in state["view"]["seats"]) == 5
    assert [sum(sheet.values()) for sheet in result["sheets"]] == state["view"]["scores"]


def _play_to_the_end(person: httpx.Client, table: str) -> dict[str, Any]:
    last = time.monotonic() + LIMIT  # the bots may have to be compiled
    while time.monotonic() < last:
        state: dict[str, Any] = person.get(table).json()
        if state["status"] == "over":
            return state
        if state["legal"]:
            token = state["legal"][-1]
            move = {"type": "move", "id": f"move-{state['version']}", "tokens": [token]}
            answer = person.post(f"{table}/commands", json={**move, "version": state["version"]})
            assert answer.status_code == 200, answer.text
        else:
            time.sleep(0.05)
    raise AssertionError("the game did not end")


# The page


def test_the_page_gets_its_script(server: Process) -> None:
    script = httpx.get(f"{server.address}/static/games/tiny-ladder/game.js")
    assert script.status_code == 200
    assert "javascript" in script.headers["content-type"]
    assert "export default" in script.text
