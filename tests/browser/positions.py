"""Prepared positions in the browser: any position of a game, without playing up to it."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

from playwright.sync_api import Route, WebSocketRoute

import century
from century.bots import ask, bot
from century.position import Position
from tests.browser.visitor import Visitor

RANDOM_GAMES = 4
LONGEST = 500  # decisions of a random game: random players hardly ever end it
MIDDLE = 40  # decisions by bots before the position in the middle of a game


@cache
def positions_by_phase(game: str, players: int) -> dict[str, Position]:
    """Return a position for each phase: of all that occur, the one with the most cubes.

    "over" is the end of a game. The cubes, cards and choices of these positions need the most room.
    """
    found: dict[str, tuple[int, Position]] = {}
    for seed in range(RANDOM_GAMES):
        generator = random.Random(seed)
        position = century.game(game).start(players=players, seed=seed)
        for _ in range(LONGEST):
            if position.over:
                break
            cubes = len(position.view(None)["seats"][position.seat].get("cubes", ""))
            if cubes >= found.get(position.phase, (0, position))[0]:
                found[position.phase] = cubes, position
            position = position.apply(generator.choice(position.actions()))
    return {phase: position for phase, (_, position) in found.items()} | {
        "over": _end(game, players)
    }


def _end(game: str, players: int) -> Position:
    """Play a whole game by quick bots."""
    player = bot("greedy", seed=1)
    position = century.game(game).start(players=players, seed=1)
    while not position.over:
        position = position.apply(ask(player, position, position.seat, 0.0, seed=1))
    return position


@cache
def middle_position(game: str, players: int) -> Position:
    """Return a position that bots reach, at the beginning of a turn."""
    player = bot("easy", seed=1)
    position = century.game(game).start(players=players, seed=3)
    decisions = 0
    turn = position.turn
    while decisions < MIDDLE * players or position.turn == turn:
        turn = position.turn
        position = position.apply(ask(player, position, position.seat, 1.0, seed=1))
        decisions += 1
    return position


def show_position(visitor: Visitor, position: Position, **fields: object) -> None:
    """Show a position at the table that is open, from the seat that decides, with its choices.

    The browser gets the answers about the table from here: its state, a log of one turn, previews,
    and the result. `fields` are added to the state.
    """
    visitor.page.unroute_all()
    visitor.page.wait_for_url("**/*table=*")
    visitor.page.route(
        f"**/api/tables/{visitor.table}", lambda route: _state(route, position, fields)
    )
    log = [_last_turn(position)]
    visitor.page.route("**/api/tables/*/log*", lambda route: route.fulfill(json=log))
    visitor.page.route("**/api/tables/*/replay", lambda route: route.fulfill(json=[]))
    visitor.page.route("**/api/tables/*/preview", lambda route: _preview(route, position))
    visitor.page.route("**/api/tables/*/result", lambda route: _result(route, position))
    # The real socket would send the real state.
    visitor.page.route_web_socket("**/socket*", lambda socket: _answer(socket, position))
    visitor.page.reload()
    visitor.see(".table")


def _last_turn(position: Position) -> dict[str, Any]:
    """Return an entry of the log, as if the player before the one who decides had made it."""
    seats = len(position.view(None)["seats"])
    seat = (max(position.seat, 0) - 1) % seats
    token = position.game.start(players=seats, seed=1).legal()[0]
    return {"seat": seat, "round": 1, "tokens": [token], "about": [{}], "before": 0}


def _answer(socket: WebSocketRoute, position: Position) -> None:
    """Say that the state is current, also whenever the page asks, and answer previews."""

    def answer(message: str | bytes) -> None:
        asked = json.loads(message)
        if asked["type"] != "preview":
            socket.send('{"type": "synced"}')
            return
        ahead = _ahead(position, asked["tokens"])
        socket.send(json.dumps({"type": "preview", "id": asked["id"], **ahead}))

    socket.on_message(answer)
    socket.send('{"type": "synced"}')


def _state(route: Route, position: Position, fields: dict[str, object]) -> None:
    answer = route.fetch()
    names = ["Ada", "Bartholomew", "Caterina", "Dmitri", "Eleonora"]
    seats = [
        {**answer.json()["seats"][0], "kind": "bot", "level": "medium", "name": name}
        for name in names[: len(position.view(None)["seats"])]
    ]
    seat = 0 if position.over else position.seat
    seats[seat] |= {"kind": "person", "level": None}
    changed: dict[str, Any] = {
        "game": position.game.name,
        "seats": seats,
        "you": {"seats": [seat], "host": True},
        "view": position.view(seat),
        "legal": [] if position.over else position.legal(),
        "status": "over" if position.over else "playing",
        "undo": False,
        "decisions": 1,
    }
    route.fulfill(response=answer, json=answer.json() | changed | fields)


def _preview(route: Route, position: Position) -> None:
    asked: Any = route.request.post_data_json
    route.fulfill(json=_ahead(position, asked["tokens"]))


def _ahead(position: Position, tokens: list[str]) -> dict[str, Any]:
    """Return the preview of some decisions, as the server would."""
    after = position
    for token in tokens:
        after = after.act(token)
    ended = after.over or after.turn != position.turn
    view = after.view(position.seat)
    if after.face_down < position.face_down:
        view = after.hide_new(view, position.view(position.seat))
    legal = [] if ended else after.legal()
    return {"reveals": False, "turn_over": ended, "legal": legal, "seats": [], "view": view}


def _result(route: Route, position: Position) -> None:
    scores = position.scores()
    rounds = [{"round": n, "scores": scores, "cubes": None, "worth": None} for n in (1, 2)]
    sheets = position.score_sheets()
    route.fulfill(json={"ranking": position.ranking(), "sheets": sheets, "rounds": rounds})
