"""Undo within a turn, and takebacks with the consent of the other people."""

from __future__ import annotations

from tests.server.in_process import InProcessServer, expect_error, expect_ok


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
