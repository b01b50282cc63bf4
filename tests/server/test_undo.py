"""Taking back: alone within the turn, with everybody's consent after it."""

from __future__ import annotations

from tests.server.fixtures import House, good, refused


def test_undo_goes_back_step_by_step_to_the_beginning_of_the_turn(here: House) -> None:
    host, guest = here.pair()
    start = host.state()["view"]
    good(host.move("play up2"))
    good(host.move("upgrade Y"))
    refused(guest.do("undo"), 409, "nothing-to-undo")
    good(host.do("undo"))
    assert host.state()["view"]["phase"] == "upgrade"
    good(host.do("undo"))
    assert host.state()["view"] == start
    assert not host.state()["undo"]
    refused(host.do("undo"), 409, "nothing-to-undo")


def test_undo_is_possible_until_the_next_seat_acts(here: House) -> None:
    host, guest = here.pair()
    good(host.move("play YY"))
    assert host.state()["undo"]
    assert not guest.state()["undo"]
    good(host.do("undo"))
    good(host.move("play YY"))
    good(guest.move("play YY"))
    assert "somebody else" in refused(host.do("undo"), 409, "nothing-to-undo")["message"]


def test_nothing_is_undone_once_something_hidden_was_revealed(here: House) -> None:
    host, _ = here.pair()
    good(host.move("acquire 1"))
    assert not host.state()["undo"]
    assert "revealed" in refused(host.do("undo"), 409, "nothing-to-undo")["message"]


def test_a_table_may_play_without_undo_and_takeback(here: House) -> None:
    host, _ = here.pair(undo=False, takeback=False)
    good(host.move("play YY"))
    refused(host.do("undo"), 409, "nothing-to-undo")
    refused(host.do("ask-takeback"), 409, "nothing-to-undo")


def test_a_takeback_needs_the_consent_of_all_others(here: House) -> None:
    host = here.create(seats=[{"kind": "me"}, {"kind": "open"}, {"kind": "open"}])
    bob, eve = here.join(host, "Bob"), here.join(host, "Eve")
    good(host.do("start"))
    good(host.move("acquire 1"))
    good(bob.move("play YY"))
    good(host.do("ask-takeback"))
    assert host.state()["takeback"] == {"seat": 0, "to": 0, "waiting": [1, 2]}
    refused(host.do("answer-takeback", agree=True), 409, "nothing-asked")
    good(bob.do("answer-takeback", agree=True))
    assert host.state()["decisions"] == 2
    good(eve.do("answer-takeback", agree=True))
    assert host.state()["decisions"] == 0
    assert host.state()["legal"]
    assert host.state()["takeback"] is None


def test_a_takeback_is_refused_by_one_no_and_by_a_move(here: House) -> None:
    host, guest = here.pair()
    good(host.move("play YY"))
    good(host.do("ask-takeback"))
    good(guest.do("answer-takeback", agree=False))
    assert host.state()["takeback"] is None
    good(host.do("ask-takeback"))
    good(guest.move("play YY"))
    assert host.state()["takeback"] is None
    refused(guest.do("answer-takeback", agree=True), 409, "nothing-asked")


def test_after_going_back_the_record_and_the_log_know_nothing_of_it(here: House) -> None:
    host, _ = here.pair()
    good(host.move("play YY"))
    good(host.do("undo"))
    good(host.move("play up2", "done"))
    assert [entry["tokens"] for entry in good(host.ask("log"))] == [["play up2", "done"]]
