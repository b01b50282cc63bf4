"""Limits of tables: their length, tables of bots alone, and wrong codes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from httpx import Response

from century.server.settings import Settings
from century.server.table import execute
from century.server.time_and_random import CODE_LETTERS
from century.server.web.table_routes import CODE_SECONDS
from tests.server.in_process import (
    InProcessServer,
    Player,
    expect_error,
    expect_ok,
    in_process_server,
    play_random,
)
from tests.terminal.command import Command

BOT = {"kind": "bot", "level": "novice"}
ME = {"kind": "me"}

# The length of a game


def test_a_game_has_a_limited_number_of_decisions(
    server: InProcessServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(execute, "MAX_DECISIONS", 3)
    host = server.create(seats=[ME, ME], start=True)
    for _ in range(2):
        expect_ok(host.move("play YY"))
    expect_error(host.move("acquire 2", "pay Y"), 409, "game-too-long")
    expect_ok(host.move("rest"))
    before = host.state()
    expect_error(host.move("rest"), 409, "game-too-long")
    assert host.state() == before
    expect_ok(host.do("undo"))


def test_a_table_has_a_limited_number_of_events(
    server: InProcessServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = server.create(seats=[ME, ME], start=True)
    monkeypatch.setattr(execute, "MAX_EVENTS", host.state()["version"] + 5)
    results = []
    for _ in range(4):
        results += [host.move("play YY"), host.do("undo")]
    assert [result.status_code for result in results] == [200] * 5 + [409] * 3
    expect_error(results[-1], 409, "game-too-long")


def test_seats_cannot_be_changed_without_end_before_the_game(
    server: InProcessServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = server.create(seats=[ME, {"kind": "open"}])
    monkeypatch.setattr(execute, "MAX_EVENTS", 3)
    results = [host.do("seat", seat=1, level="easy") for _ in range(4)]
    assert [result.status_code for result in results] == [200, 200, 409, 409]


def test_a_bot_stops_at_the_limit(server: InProcessServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(execute, "MAX_DECISIONS", 1)
    host = server.create(seats=[ME, BOT], start=True)
    refused: list[str] = []
    with host.socket() as socket:
        original = execute.require_room

        def recorded(table: Any, decisions: int) -> None:
            try:
                original(table, decisions)
            except Exception as error:
                refused.append(type(error).__name__)
                raise

        monkeypatch.setattr("century.server.scheduler.require_room", recorded)
        expect_ok(host.move("play YY"))
        while not refused:
            socket.send_json({"type": "sync", "version": 0})
            socket.receive_json()
    assert refused[0] == "GameTooLong"
    assert host.state()["decisions"] == 1


def test_a_finished_game_can_have_a_rematch_at_the_limit(
    server: InProcessServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = server.create(seats=[ME, ME], start=True)
    play_random({0: host, 1: host}, 10_000)
    monkeypatch.setattr(execute, "MAX_EVENTS", 1)
    expect_ok(host.do("rematch"))


# Tables of bots alone


@pytest.fixture
def few_bots(monkeypatch: pytest.MonkeyPatch) -> Iterator[InProcessServer]:
    """Limit the tables of bots to two; the bots never decide."""

    async def never(*_given: Any) -> list[str]:
        await asyncio.Event().wait()
        return []

    monkeypatch.setattr("century.server.scheduler.Scheduler._bot_decisions", never)
    with in_process_server(bot_tables=2) as server:
        yield server


def test_tables_of_bots_alone_are_limited(few_bots: InProcessServer) -> None:
    body = {"seats": [BOT, BOT], "start": True}
    for _ in range(2):
        expect_ok(few_bots.ask("POST", "/api/tables", json=body), 201)
    expect_error(few_bots.ask("POST", "/api/tables", json=body), 429, "too-many")
    few_bots.create(seats=[ME, BOT], start=True)
    waiting = few_bots.create(seats=[BOT, BOT])
    expect_error(waiting.do("start"), 429, "too-many")


def test_a_stand_in_that_leaves_only_bots_is_limited(few_bots: InProcessServer) -> None:
    hosts = [few_bots.create(seats=[ME, BOT], start=True, order="seated") for _ in range(3)]
    for host in hosts[:2]:
        expect_ok(host.do("stand-in", seat=0))
    expect_error(hosts[2].do("stand-in", seat=0), 429, "too-many")
    expect_ok(hosts[0].do("return"))
    expect_ok(hosts[2].do("stand-in", seat=0))


def test_a_host_cannot_leave_a_table_to_the_bots_beyond_the_limit(
    few_bots: InProcessServer,
) -> None:
    for _ in range(2):
        few_bots.create(seats=[BOT, BOT], start=True)
    host = few_bots.create(seats=[ME, BOT])
    expect_ok(host.do("leave"))
    expect_ok(host.do("seat", seat=0, level="novice"))
    expect_error(host.do("start"), 429, "too-many")


# Codes


def look_up(server: InProcessServer, code: str, player: Player | None = None) -> Response:
    headers = player.headers if player else {}
    server.client.cookies.clear()
    response: Response = server.client.get(f"/api/codes/{code}", headers=headers)
    return response


def test_wrong_codes_are_limited_and_right_ones_are_not_counted() -> None:
    with in_process_server(wrong_codes_per_hour=3) as server:
        host = server.create(seats=[ME, {"kind": "open"}])
        code = host.state()["code"]
        for _ in range(10):
            expect_ok(look_up(server, code))
        expect_error(look_up(server, "AAAAAA"), 404, "unknown-table")
        expect_error(look_up(server, "not a code"), 404, "unknown-table")
        path = f"/api/tables/{host.table}/join?code="
        expect_error(server.ask("POST", path + "AAAAAA", json={"name": "B"}), 403, "not-allowed")
        expect_error(look_up(server, code), 429, "too-many")
        expect_error(server.ask("POST", path + code, json={"name": "B"}), 429, "too-many")


def test_wrong_codes_of_all_addresses_together_are_limited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    address = "192.0.2.1"
    monkeypatch.setattr("century.server.web.table_routes.client_address", lambda _scope: address)
    with in_process_server(wrong_codes_per_hour=2, all_wrong_codes_per_hour=20) as server:
        answers = []
        for number in range(30):
            address = f"198.51.{number}.7"
            answers.append(look_up(server, "AAAAAA").status_code)
        assert answers == [404] * 20 + [429] * 10


def test_wrong_codes_of_a_network_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    address = ""
    monkeypatch.setattr("century.server.web.table_routes.client_address", lambda _scope: address)
    with in_process_server(wrong_codes_per_hour=2) as server:
        answers = []
        for number in range(12):
            address = f"2001:db8:7:{number}::{number}"
            answers.append(look_up(server, "AAAAAA").status_code)
        assert answers == [404] * 8 + [429] * 4


def test_strangers_do_not_find_a_table_that_has_started(server: InProcessServer) -> None:
    host, guest = server.pair(start=False)
    code = host.state()["code"]
    expect_ok(look_up(server, code))
    expect_ok(host.do("start"))
    expect_error(look_up(server, code), 404, "unknown-table")
    for player in (host, guest, server.spectator(host)):
        assert expect_ok(look_up(server, code, player))["table"] == host.table


def test_strangers_find_a_table_that_anyone_may_watch(server: InProcessServer) -> None:
    host, _ = server.pair(watch="anyone")
    assert expect_ok(look_up(server, host.state()["code"]))["status"] == "playing"


def test_codes_expire(server: InProcessServer) -> None:
    host = server.create(seats=[ME, {"kind": "open"}])
    code = host.state()["code"]
    path = f"/api/tables/{host.table}/join?code={code}"
    server.time.now += CODE_SECONDS
    expect_ok(look_up(server, code))
    server.time.now += 1
    expect_error(look_up(server, code), 404, "unknown-table")
    expect_error(server.ask("POST", path, json={"name": "Bob"}), 403, "not-allowed")
    expect_ok(look_up(server, code, host))


def test_an_operator_sets_the_limit_of_tables_of_bots(
    monkeypatch: pytest.MonkeyPatch, century: Command
) -> None:
    found: list[Settings] = []
    monkeypatch.setattr("century.cli.serve._serve", lambda settings, *_: found.append(settings))
    assert century("serve", "--bot-tables", "7").status == 0
    assert [settings.bot_tables for settings in found] == [7]


def test_codes_that_are_tried_at_the_same_time_are_all_counted() -> None:
    looked_up: list[str] = []

    async def volley(app: Any, codes: list[str]) -> list[int]:
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            paths = [f"/api/codes/{code}" for code in codes]
            answers = await asyncio.gather(*(client.get(path) for path in paths))
        return [answer.status_code for answer in answers]

    with in_process_server(wrong_codes_per_hour=3) as server:
        original = server.service.store.by_code

        def by_code(code: str) -> str | None:
            looked_up.append(code)
            time.sleep(0.002)  # as over a network
            return original(code)

        server.service.store.by_code = by_code  # type: ignore[method-assign]
        portal = server.client.portal
        assert portal is not None
        codes = [f"AAAAA{letter}" for letter in CODE_LETTERS[:20]]
        statuses = portal.call(volley, server.client.app, codes)
    assert sorted(statuses) == [404] * 3 + [429] * 17
    assert len(looked_up) == 3
