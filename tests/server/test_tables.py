"""Creating and joining tables, and playing."""

from __future__ import annotations

from random import Random

import pytest

import century
from century.server.table.credentials import seed_commitment
from tests.server.in_process import (
    Data,
    InProcessServer,
    expect_error,
    expect_ok,
    play_random,
    play_to_the_end,
)


def test_a_table_starts_when_all_seats_are_taken(server: InProcessServer) -> None:
    host = server.create(seats=[{"kind": "me", "name": "Ada"}, {"kind": "open"}])
    expect_error(host.do("start"), 409, "seat-taken")
    guest = server.join(host, "Bob")
    assert guest.state()["you"] == {"seats": [1], "host": False}
    expect_ok(host.do("start"))
    state = host.state()
    assert [seat["name"] for seat in state["seats"]] == ["Ada", "Bob"]
    assert state["status"] == "playing"
    assert "play YY" in state["legal"]
    assert guest.state()["legal"] == []


def test_the_seating_is_random_and_tokens_follow_their_seats(server: InProcessServer) -> None:
    orders = set()
    for _ in range(20):
        host, guest = server.pair(order="random")
        seat = host.state()["you"]["seats"][0]
        assert host.state()["seats"][seat]["name"] == "Ada"
        assert guest.state()["you"]["seats"] == [1 - seat]
        orders.add(seat)
    assert orders == {0, 1}


def test_all_players_see_a_move_and_a_repeated_one_is_executed_once(
    server: InProcessServer,
) -> None:
    host, guest = server.pair()
    version = host.state()["version"]
    first = expect_ok(host.do("move", id="a", version=version, tokens=["play YY"]))
    again = expect_ok(host.do("move", id="a", version=version, tokens=["play YY"]))
    assert (first["repeated"], again["repeated"]) == (False, True)
    assert first["events"] == again["events"]
    assert guest.state()["version"] == version + 1
    assert guest.state()["view"]["seats"][0]["played"] == ["YY"]


def test_the_same_id_from_two_people_means_two_commands(server: InProcessServer) -> None:
    host, guest = server.pair()
    expect_ok(host.do("move", id="a", tokens=["play YY"]))
    assert not expect_ok(guest.do("move", id="a", tokens=["play YY"]))["repeated"]


def test_a_stale_move_is_answered_with_the_missed_events(server: InProcessServer) -> None:
    host, guest = server.pair()
    version = host.state()["version"]
    expect_ok(host.move("play YY"))
    body = expect_error(guest.do("move", version=version, tokens=["play YY"]), 409, "stale-move")
    assert [event["tokens"] for event in body["missed"]] == [["play YY"]]
    assert body["state"] == guest.state()
    assert body["version"] == version + 1


def test_several_decisions_are_executed_all_or_none(server: InProcessServer) -> None:
    host, _ = server.pair()
    before = host.state()
    body = expect_error(host.move("acquire 2", "pay B"), 422, "illegal-move")
    assert body["rule"].startswith("SR")
    expect_error(host.move("acquire 2", "pay Y", "rest"), 422, "illegal-move")
    expect_error(host.move("acquire 2", "dance"), 422, "unknown-token")
    assert host.state() == before
    expect_ok(host.move("acquire 2", "pay Y"))
    assert host.state()["view"]["seat"] == 1


def test_one_person_may_hold_several_seats(server: InProcessServer) -> None:
    host = server.create(seats=[{"kind": "me", "name": n} for n in ("Ada", "Bob")], start=True)
    assert host.state()["you"]["seats"] == [0, 1]
    for _ in range(4):
        expect_ok(host.move(host.first_legal()))


@pytest.mark.parametrize("game", century.games())
def test_a_state_says_what_follows_a_decision_that_is_joined_with_the_next(
    server: InProcessServer, game: str
) -> None:
    host = server.create(game=game, seats=[{"kind": "me"}, {"kind": "me"}], start=True)
    joined, rng, told = century.game(game).spec.joined, Random(7), 0
    for _ in range(40):
        shown, tokens = host.state(), list[str]()
        while True:
            expected = {}
            if joined in shown["legal"]:
                body = {"tokens": [*tokens, joined], "view": False}
                expected = {joined: expect_ok(host.ask("preview", "POST", json=body))["legal"]}
            assert shown["ahead"] == expected
            told += len(expected)
            if not shown["legal"]:
                break
            tokens.append(rng.choice(shown["legal"]))
            shown = expect_ok(host.ask("preview", "POST", json={"tokens": tokens}))
        expect_ok(host.move(*tokens))
    assert (told > 0) == (joined is not None)


def test_a_preview_shows_the_outcome_and_changes_nothing(server: InProcessServer) -> None:
    host, _ = server.pair()
    before = host.state()
    outcome = expect_ok(host.ask("preview", "POST", json={"tokens": ["play up2", "upgrade Y"]}))
    assert outcome["view"]["seats"][0]["cubes"] == "YYR"
    assert outcome["legal"] == ["upgrade Y", "upgrade R", "done"]
    assert (outcome["reveals"], outcome["turn_over"]) == (False, False)
    outcome = expect_ok(host.ask("preview", "POST", json={"tokens": ["acquire 1"]}))
    assert (outcome["reveals"], outcome["turn_over"]) == (True, True)
    assert len(outcome["seats"][0]["hand"]) == 3
    row, row_before = (state["view"]["merchant_row"] for state in (outcome, before))
    assert [slot["card"] for slot in row] == [slot["card"] for slot in row_before[1:]]
    assert [slot["price"] for slot in row] == list(range(len(row)))
    assert outcome["view"]["point_row"] == before["view"]["point_row"]
    assert host.state() == before
    expect_error(
        host.ask("preview", "POST", json={"tokens": ["rest", "rest"]}), 422, "illegal-move"
    )


def test_illegal_actions_have_reasons(server: InProcessServer) -> None:
    host, _ = server.pair()
    whys = expect_ok(host.ask("why"))
    assert "SR13" in whys["claim 1"]
    assert not set(whys) & set(host.state()["legal"])


def test_the_log_and_past_positions_cover_the_game(server: InProcessServer) -> None:
    host, guest = server.pair()
    first = host.state()["view"]
    play_random({0: host, 1: guest}, 6)
    log = expect_ok(host.ask("log"))
    assert [entry["before"] for entry in log] == list(range(6))
    assert expect_ok(host.ask("positions/0"))["view"] == first
    assert expect_ok(host.ask("positions/6"))["view"] == host.state()["view"]
    expect_error(host.ask("positions/7"), 404, "bad-count")


def test_a_finished_game_has_a_record_its_seed_and_a_rematch(server: InProcessServer) -> None:
    host, guest = server.pair()
    commitment = host.state()["commitment"]
    expect_error(host.ask("record"), 409, "table-not-over")
    expect_error(host.do("rematch"), 409, "table-not-over")
    expect_error(host.ask("follow", "POST"), 409, "table-not-over")
    play_to_the_end({0: host, 1: guest})
    state = host.state()
    assert state["status"] == "over"
    assert seed_commitment(int(state["seed"]), state["salt"]) == commitment == state["commitment"]
    record = century.read_record(host.ask("record").text)
    assert (record.seed, record.names) == (int(state["seed"]), ("Ada", "Bob"))
    assert record.end.view(None) == server.spectator(host).state()["view"]
    again = expect_ok(guest.do("rematch"))["state"]["rematch"]
    expect_error(host.do("rematch"), 409, "seat-taken")
    followed = host.ask("follow", "POST")
    assert expect_ok(followed)["state"]["table"] == again
    assert expect_ok(server.spectator(host).ask("follow", "POST"))["state"]["you"]["seats"] == []
    expect_error(server.anonymous(host).ask("follow", "POST"), 401, "no-token")
    host.table = guest.table = again
    assert (host.state()["you"], guest.state()["you"]["seats"]) == (
        {"seats": [0], "host": True},
        [1],
    )
    expect_ok(host.do("start"))
    assert host.state()["commitment"] != commitment


def test_links_are_available_as_qr_codes(server: InProcessServer) -> None:
    host, guest = server.pair()
    for link in ("invite", "watch"):
        answer = host.ask(f"qr.svg?link={link}")
        assert answer.headers["content-type"] == "image/svg+xml"
        assert 'xmlns="http://www.w3.org/2000/svg"' in answer.text, (
            "browsers need the namespace to show it"
        )
    expect_error(guest.ask("qr.svg?link=watch"), 403, "not-allowed")


def test_the_host_adds_bots_and_opens_seats(server: InProcessServer) -> None:
    host = server.create(seats=[{"kind": "me"}, {"kind": "open"}, {"kind": "bot"}])
    expect_ok(host.do("seat", seat=1, level="hard"))
    expect_ok(host.do("seat", seat=2))
    assert [seat["kind"] for seat in host.state()["seats"]] == ["person", "bot", "open"]
    assert [seat["name"] for seat in host.state()["seats"]] == ["Host", "hard", None]
    expect_ok(host.do("seat", seat=1, level="easy", name="Marco"))
    expect_ok(host.do("seat", seat=2, name="Marco"))  # an open seat has no name
    assert [seat["name"] for seat in host.state()["seats"]] == ["Host", "Marco", None]
    assert host.state()["seats"][1]["level"] == "easy"
    expect_error(host.do("seat", seat=1, level="easy", name=" "), 422, "bad-message")
    expect_error(host.do("seat", seat=3), 422, "bad-seat")
    guest = server.join(host, "Bob", seat=2)
    expect_ok(guest.do("leave"))
    expect_error(guest.ask(), 401, "no-token")
    assert host.state()["seats"][2]["kind"] == "open"


def test_codes_are_not_case_sensitive(server: InProcessServer) -> None:
    host = server.create(seats=[{"kind": "me"}, {"kind": "open"}])
    code = host.state()["code"]
    assert expect_ok(server.ask("GET", f"/api/codes/{code.lower()}"))["table"] == host.table
    path = f"/api/tables/{host.table}/join?code=AAAAAA"
    expect_error(server.ask("POST", path, json={"name": "Eve"}), 403, "not-allowed")


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"game": "chess"}, "unknown-game"),
        ({"seats": []}, "bad-players"),
        ({"game_options": {"map": "standard"}}, "bad-option"),
        ({"seats": [{"kind": "bot", "level": "python:os"}] * 2}, "bad-message"),
        ({"name": "x" * 41}, "bad-message"),
        ({"name": "a\nb"}, "bad-message"),
        ({"clock": {"kind": "bank", "seconds": -1}}, "bad-message"),
        ({"surprise": 1}, "bad-message"),
    ],
)
def test_invalid_options_of_a_table_are_refused(
    server: InProcessServer, options: Data, code: str
) -> None:
    body = server.ask("POST", "/api/tables", json=options).json()
    assert body["code"] == code
