"""Bots at tables, clocks, and bots that stand in."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import century
from century.bots import LEVELS
from century.errors import BotStalled
from century.server.bots import bot_pool as thinkers
from century.server.bots.bot_pool import Thinkers
from century.server.bots.worker import whole_turn
from tests.server.fixtures import House, Player, good, house, refused


def wait_until(come: Callable[[], object]) -> None:
    """Wait for another process to do its part."""
    end = time.monotonic() + 120
    while not come():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)


def my_turn(player: Player) -> bool:
    return bool(player.state()["legal"])


def test_a_bot_answers_with_a_whole_turn() -> None:
    pos = century.game("spice-road").start(2, 5)
    tokens = whole_turn(pos, "novice", 1, 0.0)
    for token in tokens:
        assert pos.seat == 0
        pos = pos.act(token)
    assert pos.seat == 1


def test_a_bot_plays_and_goes_on_after_a_restart(tmp_path: Path) -> None:
    database = str(tmp_path / "tables.db")
    seats = [{"kind": "bot", "level": "novice"}, {"kind": "me"}]
    with house(database) as here:
        host = here.create(seats=seats, start=True)
        wait_until(lambda: my_turn(host))
        good(host.move(host.first()))
        table, token = host.table, host.token
    with house(database, secrets=2) as here:  # whether or not the bot had decided
        host = Player(here, table, token)
        wait_until(lambda: my_turn(host))
        assert host.state()["decisions"] >= 3
        good(host.do("ask-takeback"))  # bots have no objections
        assert host.state()["legal"]


def test_a_bot_that_hangs_is_ended_and_another_takes_its_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(thinkers, "STARTING", 0.0)
    pos = century.game("spice-road").start(2, 5)

    async def think() -> None:
        few = Thinkers(1, 0.0, warm=False)
        few.start()
        with pytest.raises(BotStalled):
            await few.think(pos, 0, "novice", 1)
        monkeypatch.setattr(thinkers, "STARTING", 100.0)
        assert await few.think(pos, 0, "novice", 1)
        await few.close()

    asyncio.run(think())


def test_a_table_goes_on_by_chance_if_a_bot_cannot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinkers, "STARTING", 0.0)
    with house(budget=0.0) as here:
        host = here.create(seats=[{"kind": "bot"}, {"kind": "me"}], start=True)
        wait_until(lambda: host.state()["decisions"] > 0)


# The first start


class Slow:
    """A process that compiles until it is told that it is done."""

    def __init__(self) -> None:
        self.done = False
        self.asked: list[object] = []

    async def ask(self, _thinker: object, question: dict[str, object], _limit: float) -> object:
        self.asked.append(question.get("warm"))
        while not self.done and "warm" in question:
            await asyncio.sleep(0.01)
        return {"tokens": ["play YY"]}


def preparing(here: House) -> bool:
    return bool(good(here.ask("GET", "/api/bots"))["preparing"])


@pytest.mark.parametrize("warm", [False, True])
def test_the_server_tells_while_bots_are_being_compiled(
    monkeypatch: pytest.MonkeyPatch, warm: bool
) -> None:
    slow = Slow()
    monkeypatch.setattr(thinkers, "is_warm", lambda _game, _levels: warm)
    monkeypatch.setattr(thinkers._Thinker, "ask", lambda *given: slow.ask(*given))
    with house(warm=True) as here:
        assert preparing(here) == (not warm), "where all is compiled already, nobody has to wait"
        host = here.create(seats=[{"kind": "bot"}, {"kind": "me"}], start=True)
        slow.done = True
        wait_until(lambda: not preparing(here))
        wait_until(lambda: my_turn(host))
    everything = len(century.games()) * len(LEVELS)
    assert len(slow.asked) == everything + 1
    assert slow.asked.index(None) < everything, "a game waits for one step and not for all"


# Clocks


def bank(here: House, seconds: float = 60.0, increment: float = 5.0) -> tuple[Player, Player]:
    return here.pair(clock={"kind": "bank", "seconds": seconds, "increment": increment})


def test_a_bank_is_charged_for_thinking_and_paid_for_turns(here: House) -> None:
    host, guest = bank(here)
    here.time.now += 10
    good(host.move("play YY"))
    here.time.now += 20
    good(guest.move("play up2"))
    here.time.now += 1
    good(guest.move("done"))
    assert [seat["bank"] for seat in host.state()["seats"]] == [55.0, 44.0]
    assert host.state()["deadline"] == here.time.now + 55.0


def test_undoing_is_no_way_to_win_time(here: House) -> None:
    host, _ = bank(here)
    here.time.now += 10
    good(host.move("play up2"))
    here.time.now += 10
    good(host.do("undo"))
    assert host.state()["seats"][0]["bank"] == 40.0


def test_days_are_for_a_whole_turn(here: House) -> None:
    host, guest = here.pair(clock={"kind": "days", "days": 2})
    start = here.time.now
    assert host.state()["deadline"] == start + 2 * 86_400
    here.time.now += 3600
    good(host.move("play up2"))
    assert host.state()["deadline"] == start + 2 * 86_400
    good(host.move("done"))
    assert guest.state()["deadline"] == start + 3600 + 2 * 86_400


def run_out(here: House, host: Player) -> None:
    """Let the time of whoever is asked pass, and the server notice."""
    here.time.now = host.state()["deadline"] + 1
    tables = here.tables
    assert here.client.portal is not None
    table = here.client.portal.call(tables.get, host.table)
    here.client.portal.call(tables._ring, table)
    wait_until(lambda: any(seat["timed_out"] for seat in host.state()["seats"]))


def test_the_others_may_let_a_bot_stand_in_and_the_person_may_come_back(here: House) -> None:
    host, guest = bank(here)
    refused(guest.do("stand-in", seat=0, level="novice"), 403, "not-allowed")
    run_out(here, host)
    refused(here.watcher(host).do("stand-in", seat=0), 403, "not-allowed")
    good(guest.do("stand-in", seat=0, level="novice"))
    assert host.state()["seats"][0]["stand_in"]
    wait_until(lambda: my_turn(guest))
    refused(host.move("rest"), 409, "not-your-turn")
    good(host.do("return"))
    good(guest.move(guest.first()))
    wait_until(lambda: my_turn(host) or my_turn(guest))
    refused(host.do("return"), 409, "nothing-asked")
    assert not host.state()["seats"][0]["timed_out"]
    assert host.state()["seats"][0]["bank"] >= 5


def test_someone_whose_time_is_up_may_still_decide(here: House) -> None:
    host, _ = bank(here)
    run_out(here, host)
    assert host.state()["deadline"] is None
    good(host.move("play YY"))
    assert not host.state()["seats"][0]["timed_out"]


def test_an_alarm_rings_by_itself(here: House) -> None:
    host = here.create(
        seats=[{"kind": "me"}] * 2, start=True, clock={"kind": "bank", "seconds": 10}
    )
    here.time.now += 9.99
    good(host.do("move", tokens=["play YY"]))
    good(host.do("move", tokens=["play YY"]))
    left = host.state()["seats"][0]["bank"]
    assert 0 < left < 0.02
    here.time.now += left  # the alarm is set to that many seconds by the true clock
    wait_until(lambda: host.state()["seats"][0]["timed_out"])
