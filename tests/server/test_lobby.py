"""The lobby: which tables anyone may join or watch are listed, and for how long."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.in_process import InProcessServer, Player, expect_error, expect_ok

WAITING = [{"kind": "me"}, {"kind": "open"}]
HOUR = 3600.0


@pytest.fixture
def server(server_on_each: InProcessServer) -> InProcessServer:
    """Run all tests of this file on both databases."""
    return server_on_each


def lobby(server: InProcessServer) -> list[Any]:
    """Read the lobby, later than its cache lasts."""
    server.time.now += 3
    found: list[Any] = expect_ok(server.ask("GET", "/api/lobby"))["tables"]
    return found


def listed(server: InProcessServer) -> list[tuple[str, str]]:
    return [(one["kind"], one["table"]) for one in lobby(server)]


def test_a_table_that_anyone_may_join_is_listed_until_it_is_full(server: InProcessServer) -> None:
    server.create(seats=WAITING)  # for people with the link
    created = round(server.service.time.now(), 3)
    host = server.create(seats=WAITING, join="anyone", name="Ada")
    [table] = lobby(server)
    assert (table["kind"], table["table"], table["since"]) == ("join", host.table, created)
    assert [seat["name"] for seat in table["seats"]] == ["Ada", None]
    assert "code" not in table
    path = f"/api/tables/{host.table}/join"
    expect_ok(server.ask("POST", path, json={"name": "Bob"}))
    assert listed(server) == []


def test_the_code_is_needed_at_tables_that_are_not_public(server: InProcessServer) -> None:
    host = server.create(seats=WAITING)
    path = f"/api/tables/{host.table}/join"
    expect_error(server.ask("POST", path, json={"name": "Eve"}), 403, "not-allowed")


def test_a_game_that_anyone_may_watch_is_listed_while_it_is_played(server: InProcessServer) -> None:
    server.pair()  # for people with the link
    host, _ = server.pair(watch="anyone")
    assert listed(server) == [("watch", host.table)]
    watching = Player(server, host.table, None)
    assert watching.state()["you"]["seats"] == []
    server.time.now += 23 * HOUR
    expect_ok(host.move(host.first_legal()))
    server.time.now += 23 * HOUR
    assert listed(server) == [("watch", host.table)]
    server.time.now += 2 * HOUR
    assert listed(server) == []


def test_a_table_whose_host_waits_for_a_day_is_not_listed(server: InProcessServer) -> None:
    server.create(seats=WAITING, join="anyone")
    server.time.now += 23 * HOUR
    assert len(listed(server)) == 1
    server.time.now += HOUR
    assert listed(server) == []


def test_a_damaged_table_does_not_hide_the_others(server: InProcessServer) -> None:
    damaged = server.create(seats=WAITING, join="anyone")
    host = server.create(seats=WAITING, join="anyone")
    with server.service.store.transaction() as connection:
        body = '{"kind": "none"}'
        statement = f"UPDATE events SET body = '{body}' WHERE table_id = '{damaged.table}'"
        connection.exec_driver_sql(statement)
    server.service._tables.clear()
    assert listed(server) == [("join", host.table)]


def test_the_list_is_read_once_for_many_visitors(server: InProcessServer) -> None:
    host = server.create(seats=WAITING, join="anyone")
    assert listed(server) == [("join", host.table)]
    server.create(seats=WAITING, join="anyone")
    assert len(expect_ok(server.ask("GET", "/api/lobby"))["tables"]) == 1  # two seconds old
    assert len(listed(server)) == 2
