"""The games of a person: the list with search and pages, and the download of all records."""

from __future__ import annotations

from typing import Any

import pytest

import century
from century.server.log import schema
from century.server.log.old_games import add_results
from tests.server.in_process import (
    Data,
    InProcessServer,
    Player,
    expect_error,
    expect_ok,
    play_to_the_end,
)


@pytest.fixture
def server(server_on_each: InProcessServer) -> InProcessServer:
    """Run all tests of this file on both databases."""
    return server_on_each


def games(player: Player, **query: Any) -> Data:
    """Return a page of a person's games."""
    server = player.server
    answer = server.ask("GET", "/api/me/games", headers=player.headers, params=query)
    found: Data = expect_ok(answer)
    return found


def create(server: InProcessServer, owner: Player | None = None, **options: Any) -> Player:
    """Create a table, as another one of the same person if an owner is given."""
    if owner is None:
        return server.create(**options)
    body = {"game": "spice-road", "order": "seated", **options}
    answer = server.ask("POST", "/api/tables", headers=owner.headers, json=body)
    return Player(server, expect_ok(answer, 201)["state"]["table"], owner.token)


def test_a_person_finds_their_games_with_players_result_and_turn(server: InProcessServer) -> None:
    host, guest = server.pair()
    [playing] = games(guest)["games"]
    assert (playing["table"], playing["status"]) == (host.table, "playing")
    assert [(p["name"], p["kind"], p["you"]) for p in playing["players"]] == [
        ("Ada", "person", False),
        ("Bob", "person", True),
    ]
    assert (playing["to_decide"], playing["your_turn"]) == (0, False)
    assert games(host)["games"][0]["your_turn"]
    play_to_the_end({0: host, 1: guest})
    [over] = games(guest)["games"]
    scores = host.state()["view"]["scores"]
    assert [player["points"] for player in over["players"]] == scores
    assert sorted(player["rank"] for player in over["players"]) == [1, 2]
    assert over["finished"] == round(server.service.time.now(), 3)
    assert over["rounds"] > 10
    assert (over["to_decide"], over["your_turn"]) == (None, False)


def test_strangers_have_no_games(server: InProcessServer) -> None:
    host, _ = server.pair()
    expect_error(server.ask("GET", "/api/me/games"), 401, "no-token")
    expect_error(server.ask("GET", "/api/me/export"), 401, "no-token")
    visitor = expect_ok(server.ask("POST", "/api/me"))
    assert games(Player(server, host.table, visitor["token"])) == {"games": [], "next": None}


def test_games_are_filtered_by_status_game_and_words(server: InProcessServer) -> None:
    seats = [{"kind": "me"}, {"kind": "bot", "name": "Marco 100%", "level": "novice"}]
    first = create(server, name="Ada", seats=seats)
    waiting = [{"kind": "me"}, {"kind": "open"}]
    second = create(server, first, name="Äda", game="eastern-wonders", seats=waiting)

    def tables(**query: Any) -> list[str]:
        return [game["table"] for game in games(first, **query)["games"]]

    assert tables(search="marco") == tables(search="100%") == [first.table]
    assert tables(search="Ä") == tables(search="EASTERN") == [second.table]
    assert tables(search="marco eastern") == tables(search="m_rco") == []
    assert tables(game="spice-road") == [first.table]
    assert tables(status="over") == tables(status="playing") == []
    assert set(tables(status="unfinished")) == {first.table, second.table}
    expect_error(
        server.ask("GET", "/api/me/games?before=nonsense", headers=first.headers),
        422,
        "bad-message",
    )


def test_pages_contain_every_game_once_the_newest_first(server: InProcessServer) -> None:
    first = create(server)
    tables = [first.table]
    for number in range(44):
        server.time.now += number % 2  # two tables at the same time
        tables.append(create(server, first).table)
    found: list[tuple[float, str]] = []
    before: dict[str, str] = {}
    while True:
        page = games(first, **before)
        found += [(game["created"], game["table"]) for game in page["games"]]
        assert len(page["games"]) <= 20
        if page["next"] is None:
            break
        before = {"before": page["next"]}
    assert found == sorted(found, reverse=True)
    assert {table for _, table in found} == set(tables)
    assert len(found) == len(tables)


def test_a_damaged_table_is_listed_without_its_turn(server: InProcessServer) -> None:
    host, _ = server.pair()
    with server.service.store.transaction() as connection:
        connection.exec_driver_sql('UPDATE events SET body = \'{"kind":"none"}\' WHERE version = 3')
    server.service._tables.clear()
    [listed] = games(host)["games"]
    assert (listed["readable"], listed["to_decide"]) == (False, None)


def test_the_export_contains_the_records_of_all_finished_games(server: InProcessServer) -> None:
    first, bob = server.pair()
    server.time.now += 1
    second = create(server, first, seats=[{"kind": "me"}, {"kind": "open"}])
    eve = server.join(second, "Eve")
    expect_ok(second.do("start"))
    hosts = [first, second]
    for host, guest in zip(hosts, (bob, eve), strict=True):
        play_to_the_end({0: host, 1: guest})
        server.time.now += 1
    create(server, hosts[0])  # not finished
    answer = server.ask("GET", "/api/me/export", headers=hosts[0].headers)
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert "attachment" in answer.headers["content-disposition"]
    parts = [f"[Game {part}" for part in answer.text.split("[Game ")[1:]]
    records = [century.read_record(part) for part in parts]
    assert [record.names[1] for record in records] == ["Bob", "Eve"]
    assert [part.strip() for part in parts] == [host.ask("record").text.strip() for host in hosts]


def test_forgotten_people_keep_no_name_in_the_games_of_others(server: InProcessServer) -> None:
    host, guest = server.pair()
    play_to_the_end({0: host, 1: guest})
    answer = server.ask("DELETE", "/api/me", headers=host.headers)
    assert answer.status_code == 204
    [game] = games(guest)["games"]
    assert [(p["name"], p["kind"]) for p in game["players"]] == [
        (None, "person"),
        ("Bob", "person"),
    ]
    assert "Ada" not in server.ask("GET", "/api/me/export", headers=guest.headers).text


def test_games_from_before_the_index_get_their_results(server: InProcessServer) -> None:
    host, guest = server.pair()
    damaged, _ = server.pair()
    play_to_the_end({0: host, 1: guest})
    expected = games(host)["games"]
    tables, players, events = schema.tables, schema.players, schema.events
    store = server.service.store
    with store.transaction() as connection:  # as a migration leaves them
        connection.execute(tables.update().values(status="over", finished=None, rounds=None))
        connection.execute(players.update().values(points=None, rank=None))
        broken = events.update().where(events.c.table_id == damaged.table, events.c.version == 3)
        connection.execute(broken.values(body='{"kind":"none"}'))
    last: str | None = ""
    while last is not None:
        last = add_results(store, last)
    assert games(host)["games"] == expected
    assert games(damaged)["games"][0]["finished"] is None


@pytest.mark.parametrize(
    "path",
    ["/api/me/games?search=%00", "/api/me/games?game=%00", "/api/me/statistics?game=%00"],
)
def test_a_zero_byte_is_no_fault_of_the_database(server: InProcessServer, path: str) -> None:
    host = server.create()
    answer = server.ask("GET", path, headers=host.headers)
    if answer.status_code != 200:  # SQLite finds nothing, and PostgreSQL refuses to look
        expect_error(answer, 422, "bad-message")
