"""The routes for maps, which belong to the game Eastern Wonders, and tables with a map."""

from __future__ import annotations

from types import ModuleType

import pytest

from century.server.web import app
from tests.server.in_process import (
    InProcessServer,
    expect_error,
    expect_ok,
    in_process_server,
    play_random,
)
from tests.server.openapi import ResponseChecker

GAME = "eastern-wonders"
LONG = ["M", "."] * 20 + ["P", "."] * 3 + ["P"]  # all tiles in one column


def test_a_refused_map_has_details_for_translation(server: InProcessServer) -> None:
    body = expect_error(server.ask("POST", "/api/maps", json={"map": "P/X"}), 422, "bad-map")
    assert body["detail"] == "drawn"
    assert body["facts"] == {"line": 2, "column": 1, "letter": "X"}


def test_maps_are_checked_and_created(server: InProcessServer) -> None:
    random_map = expect_ok(server.ask("GET", "/api/maps/random?seed=3&sea=1"))
    drawing = {"map": random_map["drawing"]}
    assert expect_ok(server.ask("POST", "/api/maps", json=drawing)) == random_map
    assert random_map["lonely"] == []
    long = expect_ok(server.ask("POST", "/api/maps", json={"map": "/".join(LONG)}))
    assert long["lonely"] == ["A1", "A24"]
    assert [advice.split()[0] for advice in long["advice"]] == long["lonely"]
    expect_error(server.ask("POST", "/api/maps", json={"map": "M M"}), 422, "bad-map")


def test_responses_about_maps_match_the_description(server: InProcessServer) -> None:
    check = ResponseChecker()
    random_map = check("GET /api/maps/random", server.ask("GET", "/api/maps/random?seed=7"))
    body = {"map": random_map.json()["map"]}
    check("POST /api/maps", server.ask("POST", "/api/maps", json=body))
    assert check.successful == {"GET /api/maps/random", "POST /api/maps"}
    check("POST /api/maps", server.ask("POST", "/api/maps", json={"map": "P/X"}))
    check("POST /api/maps", server.ask("POST", "/api/maps", json={"wrong": 1}))


def test_broken_routes_of_a_game_do_not_stop_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> ModuleType:
        raise ImportError(name)

    monkeypatch.setattr(app, "import_module", broken)
    with in_process_server() as server:
        expect_error(server.ask("GET", "/api/maps/random?seed=3"), 404, "not-found")
        assert server.pair()[0].state()["status"] == "playing"


def test_a_table_can_have_any_map(server: InProcessServer) -> None:
    random_map = expect_ok(server.ask("GET", "/api/maps/random?seed=5"))
    options = {"map": random_map["map"]}
    host, guest = server.pair(game=GAME, game_options=options)
    assert set(host.state()["view"]["map"]) == set(random_map["cells"])
    play_random({0: host, 1: guest}, 20)
    assert expect_ok(host.ask("positions/20"))["view"] == host.state()["view"]


def test_a_table_with_an_invalid_map_is_refused(server: InProcessServer) -> None:
    body = {"game": GAME, "game_options": {"map": "MMM"}}
    expect_error(server.ask("POST", "/api/tables", json=body), 422, "bad-map")
