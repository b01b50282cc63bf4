"""Several servers on one PostgreSQL database behave like one server."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import pytest

from tests.server.in_process import (
    InProcessServer,
    Player,
    expect_error,
    expect_ok,
    in_process_server,
    think_for_ever,
    wait_until,
)

Servers = tuple[InProcessServer, InProcessServer]


@pytest.fixture
def servers(postgres_url: str) -> Iterator[Servers]:
    """Two servers with one clock, and with different secrets."""
    with ExitStack() as stack:
        one, two = (
            stack.enter_context(in_process_server(postgres_url, secrets_seed=seed))
            for seed in (1, 2)
        )
        two.ids = one.ids  # so that two commands never get the same id by accident
        for server in (one, two):
            # FastAPI prepares routes when they are first used, and not in two threads at once.
            expect_ok(server.ask("GET", "/openapi.json"))
        yield one, two


def at(server: InProcessServer, player: Player) -> Player:
    """Return the same person at the same table, through another server."""
    return Player(server, player.table, player.token)


def moves(player: Player) -> int:
    return [event["kind"] for event in expect_ok(player.ask("events"))].count("moved")


def test_a_move_reaches_the_sockets_of_all_servers(servers: Servers) -> None:
    host, guest = servers[0].pair()
    with at(servers[1], guest).socket() as socket:
        first = socket.receive_json()
        assert first["type"] == "state"
        expect_ok(host.move("play YY"))
        while (message := socket.receive_json())["type"] != "state":
            pass
    assert [event["kind"] for event in message["events"]] == ["moved"]
    assert message["state"]["version"] == first["state"]["version"] + 1
    assert message["state"]["legal"]


def test_a_server_ignores_its_own_notices(
    servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: dict[int, list[dict[str, Any]]] = {0: [], 1: []}
    for number, server in enumerate(servers):
        monkeypatch.setattr(server.service.peers, "on_notice", heard[number].append)
    host, _ = servers[0].pair()
    expect_ok(host.move("play YY"))
    wait_until(lambda: any("tables" in notice for notice in heard[1]))
    portal = servers[1].client.portal
    assert portal is not None
    portal.call(servers[1].service.peers.tell)
    wait_until(lambda: heard[0])
    nodes = [server.service.node for server in servers]
    assert {notice["node"] for notice in heard[0]} == {nodes[1]}
    assert {notice["node"] for notice in heard[1]} == {nodes[0]}


def test_a_server_that_lags_behind_reads_the_log_before_it_judges(servers: Servers) -> None:
    host, guest = servers[0].pair()
    there = at(servers[1], guest)
    version = there.state()["version"]
    servers[1].service.peers.listener.close()  # type: ignore[union-attr]  # it hears nothing any more
    expect_ok(host.move("play YY"))
    expect_ok(there.do("move", version=version + 1, tokens=["play YY"]))
    assert moves(at(servers[1], host)) == 2


def test_of_two_moves_at_the_same_time_one_is_executed(servers: Servers) -> None:
    for _ in range(5):
        host, _ = servers[0].pair()
        players = [host, at(servers[1], host)]
        version, _ = (player.state()["version"] for player in players)  # both have the table

        def move(player: Player, version: int = version) -> Any:
            return player.do("move", version=version, tokens=["play YY"])

        with ThreadPoolExecutor(2) as threads:
            answers = list(threads.map(move, players))
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        refused = next(answer.json() for answer in answers if answer.status_code == 409)
        assert refused["code"] == "stale-move"
        assert [event["kind"] for event in refused["missed"]] == ["moved"]
        assert moves(host) == 1


def test_the_same_command_through_two_servers_is_executed_once(servers: Servers) -> None:
    host, _ = servers[0].pair()
    players = [host, at(servers[1], host)]
    version, _ = (player.state()["version"] for player in players)  # both have the table

    def move(player: Player) -> Any:
        return player.do("move", id="same", version=version, tokens=["play YY"])

    with ThreadPoolExecutor(2) as threads:
        answers = [expect_ok(answer) for answer in threads.map(move, players)]
    assert sorted(answer["repeated"] for answer in answers) == [False, True]
    assert answers[0]["events"] == answers[1]["events"]
    assert moves(host) == 1


def test_creating_and_joining_are_idempotent_through_two_servers(servers: Servers) -> None:
    host = {"authorization": f"Bearer {'1' * 32}"}
    guest = {"authorization": f"Bearer {'2' * 32}"}
    body = {"id": "new", "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]}

    def create(server: InProcessServer) -> Any:
        return expect_ok(server.ask("POST", "/api/tables", json=body, headers=host), 201)

    with ThreadPoolExecutor(2) as threads:
        one, two = threads.map(create, servers)
    assert one["state"]["table"] == two["state"]["table"]
    assert one["token"] is two["token"] is None
    path = f"/api/tables/{one['state']['table']}/join?code={one['state']['code']}"

    def join(server: InProcessServer) -> Any:
        return expect_ok(server.ask("POST", path, json={"name": "Bob", "id": "j"}, headers=guest))

    with ThreadPoolExecutor(2) as threads:
        joined = list(threads.map(join, servers))
    assert [answer["state"]["you"]["seats"] for answer in joined] == [[1], [1]]


def test_people_are_online_for_the_others_at_any_server(servers: Servers) -> None:
    host, guest = servers[0].pair()
    with host.socket() as here, at(servers[1], guest).socket() as there:
        for socket in (here, there):
            while (message := socket.receive_json())["type"] != "presence" or (
                message["online"] != [0, 1]
            ):
                pass


def test_a_forgotten_person_has_no_name_at_any_server(servers: Servers) -> None:
    host, guest = servers[0].pair()
    there = at(servers[1], host)
    assert there.state()["seats"][1]["name"] == "Bob"
    answer = servers[0].ask("DELETE", "/api/me", headers=guest.headers)
    assert answer.status_code == 204
    assert host.state()["seats"][1]["name"] is None
    wait_until(lambda: there.state()["seats"][1]["name"] is None)
    expect_error(guest.ask(), 401, "no-token")
    wait_until(lambda: at(servers[1], guest).ask().status_code == 401)


def test_another_server_takes_over_the_bots_of_a_lost_one(servers: Servers) -> None:
    lost, other = servers

    async def nothing() -> None:
        """Renew no lease and take no work."""

    lost.service.bot_pool.choose = think_for_ever  # type: ignore[method-assign, assignment]
    lost.service.scheduler.round = nothing  # type: ignore[method-assign]
    host = lost.create(seats=[{"kind": "me"}, {"kind": "bot", "level": "novice"}], start=True)
    expect_ok(host.move("play YY"))
    assert not host.state()["legal"]
    other.time.now += 10  # the lease runs out
    there = at(other, host)
    wait_until(lambda: there.state()["legal"])


def test_limits_are_shared(postgres_url: str) -> None:
    with ExitStack() as stack:
        servers = [
            stack.enter_context(
                in_process_server(postgres_url, secrets_seed=seed, tables_per_hour=3)
            )
            for seed in (1, 2)
        ]
        answers = [
            servers[number % 2].ask("POST", "/api/tables", json={}).status_code
            for number in range(5)
        ]
    assert answers == [201, 201, 201, 429, 429]


def test_a_move_during_the_loading_of_a_table_is_not_missed(
    servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = servers
    host, _ = first.pair()
    service = second.service
    read = service.store.events

    def read_then_move(table: str, after: int = 0) -> Any:
        events = read(table, after)
        monkeypatch.setattr(service.store, "events", read)
        expect_ok(host.move("play YY"))  # its notice arrives before the table is in memory
        wait_until(lambda: any(service._heard.values()))
        return events

    monkeypatch.setattr(service.store, "events", read_then_move)
    portal = second.client.portal
    assert portal is not None
    table = portal.call(service.get, host.table)
    wait_until(lambda: table.version == host.state()["version"])


def test_a_table_that_nobody_watched_is_read_again_after_the_notices_were_interrupted(
    servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = servers
    host, guest = first.pair()
    there, service, portal = at(second, guest), second.service, second.client.portal
    assert portal is not None
    version = there.state()["version"]  # the second server has the table in memory
    monkeypatch.setattr(service.peers, "on_notice", lambda _: None)
    table = portal.call(service.get, host.table)
    expect_ok(host.move("play YY"))
    assert there.state()["version"] == version
    portal.call(service.catch_up_all)
    wait_until(lambda: there.state()["version"] == version + 1)
    expect_ok(guest.move("play YY"))
    portal.call(service.catch_up_all)
    wait_until(lambda: table.outdated)
    portal.call(service.ensure_current, table)  # as for a socket that has just been opened
    wait_until(lambda: table.version == version + 2)
