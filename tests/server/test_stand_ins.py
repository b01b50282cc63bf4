"""Bots that play for somebody: votes at tables without a clock, pauses, and resigning."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from century.server.table.table import Table
from tests.server.in_process import InProcessServer, Player, expect_error, expect_ok, wait_until


def trio(server: InProcessServer) -> tuple[Player, Player, Player]:
    """Return three people at a table without a clock; the first has to decide."""
    host = server.create(seats=[{"kind": "me"}, {"kind": "open"}, {"kind": "open"}])
    bob, eve = server.join(host, "Bob"), server.join(host, "Eve")
    expect_ok(host.do("start"))
    return host, bob, eve


def test_a_bot_stands_in_for_an_absent_person_when_all_others_agree(
    server: InProcessServer,
) -> None:
    host, bob, eve = trio(server)
    expect_error(bob.do("ask-stand-in", seat=0), 403, "not-allowed")
    server.time.now += 61
    expect_error(bob.do("ask-stand-in", seat=2), 403, "not-allowed")
    expect_error(bob.do("ask-stand-in", seat=1), 403, "not-allowed")
    expect_error(server.spectator(host).do("ask-stand-in", seat=0), 403, "not-allowed")
    expect_ok(bob.do("ask-stand-in", seat=0, level="novice"))
    assert eve.state()["stand_in_vote"] == {"seat": 0, "level": "novice", "waiting": [2]}
    expect_error(bob.do("answer-stand-in", agree=True), 409, "nothing-asked")
    expect_error(host.do("answer-stand-in", agree=True), 409, "nothing-asked")
    expect_ok(eve.do("answer-stand-in", agree=True))
    assert host.state()["seats"][0]["stand_in"]
    assert host.state()["stand_in_vote"] is None
    wait_until(lambda: bool(bob.state()["legal"]))
    expect_ok(host.do("return"))
    assert not host.state()["seats"][0]["stand_in"]


def test_a_refusal_or_a_decision_cancels_the_vote(server: InProcessServer) -> None:
    host, bob, eve = trio(server)
    server.time.now += 61
    expect_ok(bob.do("ask-stand-in", seat=0))
    expect_ok(eve.do("answer-stand-in", agree=False))
    assert bob.state()["stand_in_vote"] is None
    expect_ok(bob.do("ask-stand-in", seat=0))
    expect_ok(host.move("play YY"))
    assert bob.state()["stand_in_vote"] is None
    expect_error(eve.do("answer-stand-in", agree=True), 409, "nothing-asked")


def test_one_other_person_decides_alone(server: InProcessServer) -> None:
    host, guest = server.pair()
    server.time.now += 61
    expect_ok(guest.do("ask-stand-in", seat=0, level="novice"))
    assert host.state()["seats"][0]["level"] == "novice"


def test_at_a_table_with_a_clock_only_the_clock_counts(server: InProcessServer) -> None:
    _, guest = server.pair(clock={"kind": "days", "days": 3})
    server.time.now += 3600
    expect_error(guest.do("ask-stand-in", seat=0), 403, "not-allowed")


def test_a_person_can_return_before_a_slow_bot_has_decided(server: InProcessServer) -> None:
    host, _ = server.pair()
    expect_ok(host.do("stand-in", seat=0, level="novice", pause=10.0))
    expect_ok(host.do("return"))
    assert host.state()["decisions"] == 0
    assert host.state()["legal"]


def test_somebody_who_resigned_takes_the_last_place(server: InProcessServer) -> None:
    host, guest = server.pair()
    expect_error(guest.do("resign", seat=0), 403, "not-allowed")
    expect_ok(guest.do("resign", seat=1, level="medium"))
    expect_error(guest.do("resign", seat=1), 409, "seat-taken")
    expect_error(guest.do("return"), 409, "nothing-asked")
    assert host.state()["seats"][1]["resigned"]
    expect_ok(host.do("stand-in", seat=0, level="novice"))
    wait_until(lambda: host.state()["status"] == "over")
    assert expect_ok(host.ask("result"))["ranking"] == [0, 1]
    games = server.ask("GET", "/api/me/games", headers=guest.headers)
    (game,) = expect_ok(games)["games"]
    assert [player["rank"] for player in game["players"]] == [1, 2]


def test_a_takeback_does_not_wait_for_somebody_who_resigned(server: InProcessServer) -> None:
    host, bob, eve = trio(server)
    expect_ok(host.move("acquire 1"))
    expect_ok(bob.do("resign", seat=1))
    wait_until(lambda: bool(eve.state()["legal"]))
    expect_ok(host.do("ask-takeback"))
    assert host.state()["takeback"]["waiting"] == [2]


def test_bots_alone_play_with_a_pause_while_somebody_watches(server: InProcessServer) -> None:
    bots = [{"kind": "bot", "level": "novice", "pause": 10.0}, {"kind": "bot", "level": "novice"}]
    host = server.create(seats=bots, start=True)
    state = host.state()
    assert state["you"] == {"seats": [], "host": True}
    assert state["status"] == "playing"
    assert state["legal"] == []
    assert state["decisions"] == 0


def test_the_person_who_asked_to_go_back_withdraws(server: InProcessServer) -> None:
    host, bob, eve = trio(server)
    expect_ok(host.move("acquire 1"))
    expect_ok(host.do("ask-takeback"))
    expect_ok(host.do("answer-takeback", agree=False))
    assert host.state()["takeback"] is None
    expect_error(host.do("answer-takeback", agree=False), 409, "nothing-asked")
    expect_ok(host.do("ask-takeback"))
    expect_ok(bob.do("answer-takeback", agree=True))
    expect_ok(bob.do("answer-takeback", agree=False))  # Bob changes his mind
    expect_error(eve.do("answer-takeback", agree=True), 409, "nothing-asked")


def test_the_person_who_asked_for_a_stand_in_withdraws(server: InProcessServer) -> None:
    host, bob, eve = trio(server)
    server.time.now += 61
    expect_ok(bob.do("ask-stand-in", seat=0))
    expect_error(host.do("answer-stand-in", agree=False), 409, "nothing-asked")
    expect_ok(bob.do("answer-stand-in", agree=False))
    assert eve.state()["stand_in_vote"] is None


def test_a_request_to_go_back_ends_when_a_bot_takes_over(server: InProcessServer) -> None:
    host, guest = server.pair()
    expect_ok(host.move("acquire 1"))
    expect_ok(host.do("ask-takeback"))
    server.time.now += 61
    expect_ok(host.do("ask-stand-in", seat=1, level="novice"))
    assert host.state()["takeback"] is None
    expect_error(guest.do("answer-takeback", agree=True), 409, "nothing-asked")


def test_somebody_who_resigned_cannot_go_back(server: InProcessServer) -> None:
    host, bob, _ = trio(server)
    expect_ok(host.move("acquire 1"))
    expect_ok(bob.move("acquire 1"))
    expect_ok(bob.do("resign", seat=1))
    body = expect_error(bob.do("ask-takeback"), 409, "nothing-to-undo")
    assert body["message"] == "you have resigned"
    expect_ok(host.do("ask-takeback"))
    expect_error(bob.do("answer-takeback", agree=False), 409, "nothing-asked")


def forget(player: Player) -> None:
    answer = player.server.ask("DELETE", "/api/me", headers=player.headers)
    assert answer.status_code == 204


def test_a_forgotten_person_resigns_so_that_the_others_go_on(server: InProcessServer) -> None:
    host, bob, eve = trio(server)
    expect_ok(host.move("acquire 1"))
    forget(bob)
    seat = host.state()["seats"][1]
    assert (seat["name"], seat["resigned"]) == (None, True)
    wait_until(lambda: eve.state()["legal"])
    expect_ok(host.do("ask-takeback"))
    assert host.state()["takeback"]["waiting"] == [2]


def test_a_forgotten_person_leaves_a_table_that_has_not_started(server: InProcessServer) -> None:
    host, guest = server.pair(start=False)
    forget(guest)
    assert host.state()["seats"][1]["kind"] == "open"
    assert not any("Bob" in str(event.data) for event in server.service.store.events(host.table))


def test_a_person_who_joins_while_they_are_forgotten_leaves_no_name(
    server: InProcessServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = server.create(seats=[{"kind": "me"}, {"kind": "open"}])
    service = server.service
    append, people = service.append_checked, set[str]()

    async def forget_first(table: Table, produce: Any) -> Any:
        monkeypatch.undo()
        (event,) = produce()
        people.add(event.data["person"])
        await asyncio.to_thread(service.people.forget, event.data["person"])
        return await append(table, lambda: [event])

    monkeypatch.setattr(service, "append_checked", forget_first)
    code, token = host.state()["code"], "b" * 32
    answer = server.ask(
        "POST",
        f"/api/tables/{host.table}/join?code={code}",
        json={"id": "1", "name": "Bob"},
        headers={"Authorization": f"Bearer {token}"},
    )
    expect_error(answer, 401, "no-token")
    assert host.state()["seats"][1]["kind"] == "open"
    assert people
    assert not any("Bob" in str(event.data) for event in service.store.events(host.table))


def test_a_person_without_other_people_keeps_the_seat(server: InProcessServer) -> None:
    host = server.create(seats=[{"kind": "me"}, {"kind": "bot", "level": "novice"}], start=True)
    forget(host)
    table = server.service._tables[host.table]
    assert [seat.resigned for seat in table.seats] == [False, False]


def test_a_vote_leaves_out_people_who_were_forgotten_before(server: InProcessServer) -> None:
    host, bob, eve = trio(server)
    expect_ok(host.move("acquire 1"))
    bob_held = server.service._tables[host.table].seats[1]
    bob_held.name = None  # as an earlier version has left it, without resigning
    assert bob_held.forgotten
    expect_ok(host.do("ask-takeback"))
    assert eve.state()["takeback"]["waiting"] == [2]
    assert bob.state()["seats"][1]["kind"] == "person"
