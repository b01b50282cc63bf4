"""Undo within a turn, and takebacks with the consent of the other people."""

from __future__ import annotations

from tests.server.in_process import InProcessServer, Player, expect_error, expect_ok


def test_undo_goes_back_move_by_move_to_the_start_of_the_turn(server: InProcessServer) -> None:
    host, guest = server.pair()
    start = host.state()["view"]
    expect_ok(host.move("play up2"))
    expect_ok(host.move("upgrade Y"))
    expect_error(guest.do("undo"), 409, "nothing-to-undo")
    expect_ok(host.do("undo"))
    assert host.state()["view"]["phase"] == "upgrade"
    expect_ok(host.do("undo"))
    assert host.state()["view"] == start
    assert not host.state()["undo"]
    expect_error(host.do("undo"), 409, "nothing-to-undo")


def test_undo_is_possible_until_the_next_seat_moves(server: InProcessServer) -> None:
    host, guest = server.pair()
    expect_ok(host.move("play YY"))
    assert host.state()["undo"]
    assert not guest.state()["undo"]
    expect_ok(host.do("undo"))
    expect_ok(host.move("play YY"))
    expect_ok(guest.move("play YY"))
    assert "somebody else" in expect_error(host.do("undo"), 409, "nothing-to-undo")["message"]


def test_undo_is_refused_after_something_hidden_was_revealed(server: InProcessServer) -> None:
    host, _ = server.pair()
    expect_ok(host.move("acquire 1"))
    assert not host.state()["undo"]
    assert "revealed" in expect_error(host.do("undo"), 409, "nothing-to-undo")["message"]


def test_undo_and_takeback_can_be_switched_off(server: InProcessServer) -> None:
    host, _ = server.pair(undo=False, takeback=False)
    expect_ok(host.move("play YY"))
    expect_error(host.do("undo"), 409, "nothing-to-undo")
    expect_error(host.do("ask-takeback"), 409, "nothing-to-undo")


def test_a_takeback_needs_the_consent_of_all_other_people(server: InProcessServer) -> None:
    host = server.create(seats=[{"kind": "me"}, {"kind": "open"}, {"kind": "open"}])
    bob, eve = server.join(host, "Bob"), server.join(host, "Eve")
    expect_ok(host.do("start"))
    expect_ok(host.move("acquire 1"))
    expect_ok(bob.move("play YY"))
    expect_ok(host.do("ask-takeback"))
    assert host.state()["takeback"] == {"seat": 0, "to": 0, "waiting": [1, 2]}
    expect_error(host.do("answer-takeback", agree=True), 409, "nothing-asked")
    expect_ok(bob.do("answer-takeback", agree=True))
    assert host.state()["decisions"] == 2
    expect_ok(eve.do("answer-takeback", agree=True))
    assert host.state()["decisions"] == 0
    assert host.state()["legal"]
    assert host.state()["takeback"] is None


def test_one_refusal_or_a_move_cancels_a_takeback(server: InProcessServer) -> None:
    host, guest = server.pair()
    expect_ok(host.move("play YY"))
    expect_ok(host.do("ask-takeback"))
    expect_ok(guest.do("answer-takeback", agree=False))
    assert host.state()["takeback"] is None
    expect_ok(host.do("ask-takeback"))
    expect_ok(guest.move("play YY"))
    assert host.state()["takeback"] is None
    expect_error(guest.do("answer-takeback", agree=True), 409, "nothing-asked")


def test_the_log_does_not_contain_undone_decisions(server: InProcessServer) -> None:
    host, _ = server.pair()
    expect_ok(host.move("play YY"))
    expect_ok(host.do("undo"))
    expect_ok(host.move("play up2", "done"))
    assert [entry["tokens"] for entry in expect_ok(host.ask("log"))] == [["play up2", "done"]]


# Takebacks past something that was revealed


def reveal(player: Player) -> None:
    """Take a card from the row, so that the next card of the deck is turned up."""
    expect_ok(player.move("acquire 1"))


def test_a_person_with_a_stand_in_is_asked_before_anything_goes_back(
    server: InProcessServer,
) -> None:
    host, guest = server.pair()
    expect_ok(guest.do("stand-in", seat=1, level="novice"))
    reveal(host)
    expect_ok(host.do("ask-takeback"))
    assert host.state()["takeback"]["waiting"] == [1]
    assert host.state()["decisions"] > 0


def test_people_go_back_past_something_revealed_once_in_a_game(server: InProcessServer) -> None:
    host, guest = server.pair()
    reveal(host)
    expect_ok(host.do("ask-takeback"))
    expect_ok(guest.do("answer-takeback", agree=True))
    assert host.state()["decisions"] == 0
    reveal(host)
    error = expect_error(host.do("ask-takeback"), 409, "nothing-to-undo")
    assert "revealed" in error["message"]
    expect_ok(guest.move("play YY"))
    expect_ok(guest.do("ask-takeback"))  # this turn revealed nothing
    assert guest.state()["takeback"]["waiting"] == [0]


def test_a_person_alone_against_bots_goes_back_as_often_as_they_like(
    server: InProcessServer,
) -> None:
    host = server.create(seats=[{"kind": "me"}, {"kind": "me"}], start=True)
    for _ in range(3):
        reveal(host)
        expect_ok(host.do("ask-takeback"))
        assert host.state()["decisions"] == 0


def test_a_repeated_command_returns_all_its_events(server: InProcessServer) -> None:
    host, guest = server.pair()
    expect_ok(host.move("play YY"))
    expect_ok(host.do("ask-takeback"))
    version = guest.state()["version"]
    first = expect_ok(guest.do("answer-takeback", id="a", version=version, agree=True))
    assert [event["kind"] for event in first["events"]] == ["takeback-agreed", "taken-back"]
    expect_ok(host.move("play YY"))
    again = expect_ok(guest.do("answer-takeback", id="a", version=version, agree=True))
    assert again["repeated"]
    assert again["events"] == first["events"]


def test_all_events_of_a_repeated_command_are_read_from_the_log(server: InProcessServer) -> None:
    host = server.create(seats=[{"kind": "me"}, {"kind": "me"}])
    version = host.state()["version"]
    first = expect_ok(host.do("leave", id="a", version=version))
    assert [event["seat"] for event in first["events"]] == [0, 1]
    server.service._tables.clear()
    assert expect_ok(host.do("leave", id="a", version=version))["events"] == first["events"]
