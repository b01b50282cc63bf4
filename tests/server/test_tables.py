"""Making tables, sitting down, and playing."""

from __future__ import annotations

import pytest

import century
from century.server.table.seats import commitment
from tests.server.fixtures import Data, House, good, play_on, refused


def test_a_table_starts_when_all_seats_are_taken(here: House) -> None:
    host = here.create(seats=[{"kind": "me", "name": "Ada"}, {"kind": "open"}])
    refused(host.do("start"), 409, "seat-taken")
    guest = here.join(host, "Bob")
    assert guest.state()["you"] == {"seats": [1], "host": False}
    good(host.do("start"))
    state = host.state()
    assert [seat["name"] for seat in state["seats"]] == ["Ada", "Bob"]
    assert state["status"] == "playing"
    assert "play YY" in state["legal"]
    assert guest.state()["legal"] == []


def test_the_seating_is_by_chance_and_tokens_follow_their_seats(here: House) -> None:
    orders = set()
    for _ in range(20):
        host, guest = here.pair(order="random")
        seat = host.state()["you"]["seats"][0]
        assert host.state()["seats"][seat]["name"] == "Ada"
        assert guest.state()["you"]["seats"] == [1 - seat]
        orders.add(seat)
    assert orders == {0, 1}


def test_a_move_is_seen_by_all_and_a_repeated_one_happens_once(here: House) -> None:
    host, guest = here.pair()
    version = host.state()["version"]
    first = good(host.do("move", id="a", version=version, tokens=["play YY"]))
    again = good(host.do("move", id="a", version=version, tokens=["play YY"]))
    assert (first["repeated"], again["repeated"]) == (False, True)
    assert first["events"] == again["events"]
    assert guest.state()["version"] == version + 1
    assert guest.state()["view"]["seats"][0]["played"] == ["YY"]


def test_the_same_id_from_two_people_is_two_commands(here: House) -> None:
    host, guest = here.pair()
    good(host.do("move", id="a", tokens=["play YY"]))
    assert not good(guest.do("move", id="a", tokens=["play YY"]))["repeated"]


def test_a_stale_move_is_told_what_it_missed(here: House) -> None:
    host, guest = here.pair()
    version = host.state()["version"]
    good(host.move("play YY"))
    body = refused(guest.do("move", version=version, tokens=["play YY"]), 409, "stale-move")
    assert [event["tokens"] for event in body["missed"]] == [["play YY"]]
    assert body["state"] == guest.state()
    assert body["version"] == version + 1


def test_a_turn_may_be_sent_whole_and_is_carried_out_whole_or_not_at_all(here: House) -> None:
    host, _ = here.pair()
    before = host.state()
    body = refused(host.move("acquire 2", "pay B"), 422, "illegal-move")
    assert body["rule"].startswith("SR")
    refused(host.move("acquire 2", "pay Y", "rest"), 422, "illegal-move")
    refused(host.move("acquire 2", "dance"), 422, "unknown-token")
    assert host.state() == before
    good(host.move("acquire 2", "pay Y"))
    assert host.state()["view"]["seat"] == 1


def test_one_person_may_hold_several_seats_at_one_screen(here: House) -> None:
    host = here.create(seats=[{"kind": "me", "name": n} for n in ("Ada", "Bob")], start=True)
    assert host.state()["you"]["seats"] == [0, 1]
    for _ in range(4):
        good(host.move(host.first()))


def test_a_preview_shows_what_would_come_and_changes_nothing(here: House) -> None:
    host, _ = here.pair()
    before = host.state()
    shown = good(host.ask("preview", "POST", json={"tokens": ["play up2", "upgrade Y"]}))
    assert shown["view"]["seats"][0]["cubes"] == "YYR"
    assert shown["legal"] == ["upgrade Y", "upgrade R", "done"]
    assert (shown["reveals"], shown["turn_over"]) == (False, False)
    shown = good(host.ask("preview", "POST", json={"tokens": ["acquire 1"]}))
    assert (shown["reveals"], shown["turn_over"]) == (True, True)
    assert len(shown["seats"][0]["hand"]) == 3
    assert shown["view"]["merchant_row"] == before["view"]["merchant_row"][1:]
    assert shown["view"]["point_row"] == before["view"]["point_row"]
    assert host.state() == before
    refused(host.ask("preview", "POST", json={"tokens": ["rest", "rest"]}), 422, "illegal-move")


def test_the_server_says_why_not(here: House) -> None:
    host, _ = here.pair()
    whys = good(host.ask("why"))
    assert "SR13" in whys["claim 1"]
    assert not set(whys) & set(host.state()["legal"])


def test_log_and_past_positions_lead_through_the_game(here: House) -> None:
    host, guest = here.pair()
    first = host.state()["view"]
    play_on({0: host, 1: guest}, 6)
    log = good(host.ask("log"))
    assert [entry["before"] for entry in log] == list(range(6))
    assert good(host.ask("positions/0"))["view"] == first
    assert good(host.ask("positions/6"))["view"] == host.state()["view"]
    refused(host.ask("positions/7"), 404, "bad-count")


def test_a_finished_game_has_a_record_its_seed_and_a_rematch(here: House) -> None:
    host, guest = here.pair()
    shown = host.state()["commitment"]
    refused(host.ask("record"), 409, "table-not-over")
    refused(host.do("rematch"), 409, "table-not-over")
    refused(host.ask("follow", "POST"), 409, "table-not-over")
    play_on({0: host, 1: guest}, 10**6, seed=3)
    state = host.state()
    assert state["status"] == "over"
    assert commitment(int(state["seed"]), state["salt"]) == shown == state["commitment"]
    record = century.read_record(host.ask("record").text)
    assert (record.seed, record.names) == (int(state["seed"]), ("Ada", "Bob"))
    assert record.end.view(None) == here.watcher(host).state()["view"]
    again = good(guest.do("rematch"))["state"]["rematch"]
    refused(host.do("rematch"), 409, "seat-taken")
    followed = host.ask("follow", "POST")
    assert good(followed)["state"]["table"] == again
    assert f"century-{again}=" in followed.headers["set-cookie"]
    assert good(here.watcher(host).ask("follow", "POST"))["state"]["you"]["seats"] == []
    refused(here.nobody(host).ask("follow", "POST"), 401, "no-token")
    host.table = guest.table = again
    assert (host.state()["you"], guest.state()["you"]["seats"]) == (
        {"seats": [0], "host": True},
        [1],
    )
    good(host.do("start"))
    assert host.state()["commitment"] != shown


def test_a_private_link_moves_a_seat_to_another_device(here: House) -> None:
    host, guest = here.pair()
    link = good(guest.ask("links"))["private"]
    token = link.rpartition("token=")[2]
    path = f"/api/tables/{host.table}/session"
    answer = here.ask("POST", path, json={"token": token})
    looked = here.client.get(f"/api/tables/{host.table}")  # by the cookie alone
    assert looked.json()["you"] == {"seats": [1], "host": False}
    assert good(answer)["state"] == looked.json() == guest.state()
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    refused(here.ask("POST", path, json={"token": "0" * 32}), 401, "no-token")


def test_links_come_as_qr_codes(here: House) -> None:
    host, guest = here.pair()
    for link in ("invite", "private", "watch"):
        answer = host.ask(f"qr.svg?link={link}")
        assert answer.headers["content-type"] == "image/svg+xml"
        assert 'xmlns="http://www.w3.org/2000/svg"' in answer.text, "or no page can show it"
    refused(guest.ask("qr.svg?link=watch"), 403, "not-allowed")


def test_the_host_seats_bots_and_opens_seats(here: House) -> None:
    host = here.create(seats=[{"kind": "me"}, {"kind": "open"}, {"kind": "bot"}])
    good(host.do("seat", seat=1, level="hard"))
    good(host.do("seat", seat=2))
    assert [seat["kind"] for seat in host.state()["seats"]] == ["person", "bot", "open"]
    assert [seat["name"] for seat in host.state()["seats"]] == ["Host", "hard", None]
    good(host.do("seat", seat=1, level="easy", name="Marco"))
    good(host.do("seat", seat=2, name="Marco"))  # an open seat has no name
    assert [seat["name"] for seat in host.state()["seats"]] == ["Host", "Marco", None]
    assert host.state()["seats"][1]["level"] == "easy"
    refused(host.do("seat", seat=1, level="easy", name=" "), 422, "bad-message")
    refused(host.do("seat", seat=3), 422, "bad-seat")
    guest = here.join(host, "Bob", seat=2)
    good(guest.do("leave"))
    refused(guest.ask(), 401, "no-token")
    assert host.state()["seats"][2]["kind"] == "open"


def test_a_code_finds_its_table_in_any_case(here: House) -> None:
    host = here.create(seats=[{"kind": "me"}, {"kind": "open"}])
    code = host.state()["code"]
    assert good(here.ask("GET", f"/api/codes/{code.lower()}"))["table"] == host.table
    path = f"/api/tables/{host.table}/join?code=AAAAAA"
    refused(here.ask("POST", path, json={"name": "Eve"}), 403, "not-allowed")


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"game": "chess"}, "unknown-game"),
        ({"seats": []}, "bad-players"),
        ({"game_options": {"map": "standard"}}, "bad-option"),
        ({"game": "eastern-wonders", "game_options": {"map": "MMM"}}, "bad-map"),
        ({"seats": [{"kind": "bot", "level": "python:os"}] * 2}, "bad-message"),
        ({"name": "x" * 41}, "bad-message"),
        ({"name": "a\nb"}, "bad-message"),
        ({"clock": {"kind": "bank", "seconds": -1}}, "bad-message"),
        ({"surprise": 1}, "bad-message"),
    ],
)
def test_a_table_that_cannot_be_is_refused(here: House, wanted: Data, code: str) -> None:
    body = here.ask("POST", "/api/tables", json=wanted).json()
    assert body["code"] == code


def test_eastern_wonders_is_played_on_any_map(here: House) -> None:
    chart = good(here.ask("GET", "/api/maps/random?seed=5"))
    options = {"map": chart["map"]}
    host, guest = here.pair(game="eastern-wonders", game_options=options)
    assert set(host.state()["view"]["map"]) == set(chart["cells"])
    play_on({0: host, 1: guest}, 20)
    assert good(host.ask("positions/20"))["view"] == host.state()["view"]
