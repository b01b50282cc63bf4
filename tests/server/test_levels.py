"""The levels of bots at a table are those of its game."""

from __future__ import annotations

import pytest

import century
from century.bots import LEVELS
from century.bots.levels import levels_of
from century.neural import game_network
from tests.server.in_process import InProcessServer, expect_error, expect_ok
from tests.server.test_bots import let_time_run_out, pair_with_bank

BOT = {"kind": "bot", "level": "master"}


@pytest.fixture
def _no_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_network, "SHIPPED", "no-such-file")


def test_games_are_listed_with_their_levels(server: InProcessServer) -> None:
    listed = expect_ok(server.ask("GET", "/api/games"))
    assert tuple(listed["levels"]) == LEVELS
    for game in listed["games"]:
        assert tuple(game["levels"]) == levels_of(century.game(game["name"]))


@pytest.mark.usefixtures("_no_networks")
def test_a_level_that_the_game_does_not_have_is_refused(server: InProcessServer) -> None:
    body = {"seats": [{"kind": "me"}, BOT]}
    refused = expect_error(server.ask("POST", "/api/tables", json=body), 422, "unknown-bot")
    assert "master" in refused["message"]
    host = server.create(seats=[{"kind": "me"}, {"kind": "open"}, {"kind": "open"}])
    expect_error(host.do("seat", seat=1, level="master"), 422, "unknown-bot")
    expect_ok(host.do("seat", seat=1, level="expert"))
    assert host.state()["seats"][2]["level"] is None


@pytest.mark.usefixtures("_no_networks")
def test_a_stand_in_must_play_the_game(server: InProcessServer) -> None:
    host, guest = pair_with_bank(server)
    let_time_run_out(server, host)
    expect_error(guest.do("stand-in", seat=0, level="master"), 422, "unknown-bot")
    expect_ok(guest.do("stand-in", seat=0, level="novice"))


@pytest.mark.parametrize("level", ["master:/etc/passwd", "policy", "random", "Master", ""])
def test_players_cannot_name_files_or_other_bots(server: InProcessServer, level: str) -> None:
    """A server must not open files that players choose."""
    body = {"seats": [{"kind": "me"}, {"kind": "bot", "level": level}]}
    expect_error(server.ask("POST", "/api/tables", json=body), 422, "bad-message")
