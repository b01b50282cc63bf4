"""Bots at tables, clocks, and bots that stand in for people."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import century
from century.bots.levels import levels_of
from century.errors import BotStalled
from century.server.bots import bot_pool
from century.server.bots.bot_pool import BotPool
from century.server.bots.worker import whole_turn
from tests.server.in_process import (
    GAME,
    InProcessServer,
    Player,
    expect_error,
    expect_ok,
    in_process_server,
    wait_until,
)


def has_turn(player: Player) -> bool:
    return bool(player.state()["legal"])


def test_a_bot_decides_for_a_whole_turn() -> None:
    pos = century.game(GAME).start(2, 5)
    tokens = whole_turn(pos, "novice", 1, 0.0)
    for token in tokens:
        assert pos.seat == 0
        pos = pos.act(token)
    assert pos.seat == 1


def test_a_bot_continues_after_a_restart(tmp_path: Path) -> None:
    database = str(tmp_path / "tables.db")
    seats = [{"kind": "bot", "level": "novice"}, {"kind": "me"}]
    with in_process_server(database) as server:
        host = server.create(seats=seats, start=True)
        wait_until(lambda: has_turn(host))
        expect_ok(host.move(host.first_legal()))
        table, token = host.table, host.token
    # The bot may or may not have decided before the restart.
    with in_process_server(database, secrets_seed=2) as server:
        host = Player(server, table, token)
        wait_until(lambda: has_turn(host))
        assert host.state()["decisions"] >= 3
        expect_ok(host.do("ask-takeback"))  # bots need not agree
        assert host.state()["legal"]


def test_a_bot_that_hangs_is_killed_and_its_worker_restarts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bot_pool, "STARTUP_SECONDS", 0.0)
    pos = century.game(GAME).start(2, 5)

    async def choose() -> None:
        pool = BotPool(1, 0.0, warm_up=False)
        pool.start()
        with pytest.raises(BotStalled):
            await pool.choose(pos, 0, "novice", 1)
        monkeypatch.setattr(bot_pool, "STARTUP_SECONDS", 100.0)
        assert await pool.choose(pos, 0, "novice", 1)
        await pool.close()

    asyncio.run(choose())


def test_a_failed_bot_decides_at_random(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_pool, "STARTUP_SECONDS", 0.0)
    with in_process_server(bot_budget=0.0) as server:
        host = server.create(seats=[{"kind": "bot"}, {"kind": "me"}], start=True)
        wait_until(lambda: host.state()["decisions"] > 0)


# Compiling at the first start


class SlowWorker:
    """A worker that compiles until the test sets `done`."""

    def __init__(self) -> None:
        self.done = False
        self.requests: list[object] = []

    async def request(self, _worker: object, request: dict[str, object], _limit: float) -> object:
        self.requests.append(request.get("warm"))
        while not self.done and "warm" in request:
            await asyncio.sleep(0.01)
        return {"tokens": ["play YY"]}


def preparing(server: InProcessServer) -> bool:
    return bool(expect_ok(server.ask("GET", "/api/bots"))["preparing"])


@pytest.mark.parametrize("warm", [False, True])
def test_the_server_reports_that_bots_are_being_compiled(
    monkeypatch: pytest.MonkeyPatch, warm: bool
) -> None:
    slow = SlowWorker()
    monkeypatch.setattr(bot_pool, "is_warm", lambda _game, _levels: warm)
    monkeypatch.setattr(bot_pool._Worker, "request", lambda *given: slow.request(*given))
    with in_process_server(warm_up_bots=True) as server:
        assert preparing(server) == (not warm), "with a full cache there is nothing to prepare"
        host = server.create(seats=[{"kind": "bot"}, {"kind": "me"}], start=True)
        slow.done = True
        wait_until(lambda: not preparing(server))
        wait_until(lambda: has_turn(host))
    steps = sum(len(levels_of(century.game(name))) for name in century.games())
    assert len(slow.requests) == steps + 1
    assert slow.requests.index(None) < steps, "a table waits for one step and not for all"


# Clocks


def pair_with_bank(
    server: InProcessServer, seconds: float = 60.0, increment: float = 5.0
) -> tuple[Player, Player]:
    return server.pair(clock={"kind": "bank", "seconds": seconds, "increment": increment})


def test_decisions_use_up_the_bank_and_turns_add_the_increment(server: InProcessServer) -> None:
    host, guest = pair_with_bank(server)
    server.time.now += 10
    expect_ok(host.move("play YY"))
    server.time.now += 20
    expect_ok(guest.move("play up2"))
    server.time.now += 1
    expect_ok(guest.move("done"))
    assert [seat["bank"] for seat in host.state()["seats"]] == [55.0, 44.0]
    assert host.state()["deadline"] == server.time.now + 55.0


def test_an_undo_does_not_give_time_back(server: InProcessServer) -> None:
    host, _ = pair_with_bank(server)
    server.time.now += 10
    expect_ok(host.move("play up2"))
    server.time.now += 10
    expect_ok(host.do("undo"))
    assert host.state()["seats"][0]["bank"] == 40.0


def test_the_days_limit_covers_a_whole_turn(server: InProcessServer) -> None:
    host, guest = server.pair(clock={"kind": "days", "days": 2})
    start = server.time.now
    assert host.state()["deadline"] == start + 2 * 86_400
    server.time.now += 3600
    expect_ok(host.move("play up2"))
    assert host.state()["deadline"] == start + 2 * 86_400
    expect_ok(host.move("done"))
    assert guest.state()["deadline"] == start + 3600 + 2 * 86_400


def let_time_run_out(server: InProcessServer, host: Player) -> None:
    """Move the clock past the deadline."""
    server.time.now = host.state()["deadline"] + 1
    wait_until(lambda: any(seat["timed_out"] for seat in host.state()["seats"]))


def test_a_bot_stands_in_after_a_timeout_and_the_person_returns(server: InProcessServer) -> None:
    host, guest = pair_with_bank(server)
    expect_error(guest.do("stand-in", seat=0, level="novice"), 403, "not-allowed")
    let_time_run_out(server, host)
    expect_error(server.spectator(host).do("stand-in", seat=0), 403, "not-allowed")
    expect_ok(guest.do("stand-in", seat=0, level="novice"))
    assert host.state()["seats"][0]["stand_in"]
    wait_until(lambda: has_turn(guest))
    expect_error(host.move("rest"), 409, "not-your-turn")
    expect_ok(host.do("return"))
    expect_ok(guest.move(guest.first_legal()))
    wait_until(lambda: has_turn(host) or has_turn(guest))
    expect_error(host.do("return"), 409, "nothing-asked")
    assert not host.state()["seats"][0]["timed_out"]
    assert host.state()["seats"][0]["bank"] >= 5


def test_a_person_may_decide_after_a_timeout(server: InProcessServer) -> None:
    host, _ = pair_with_bank(server)
    let_time_run_out(server, host)
    assert host.state()["deadline"] is None
    expect_ok(host.move("play YY"))
    assert not host.state()["seats"][0]["timed_out"]


def test_the_timer_fires_at_the_deadline(server: InProcessServer) -> None:
    host = server.create(
        seats=[{"kind": "me"}] * 2, start=True, clock={"kind": "bank", "seconds": 10}
    )
    server.time.now += 9.99
    expect_ok(host.do("move", tokens=["play YY"]))
    expect_ok(host.do("move", tokens=["play YY"]))
    left = host.state()["seats"][0]["bank"]
    assert 0 < left < 0.02
    server.time.now += left  # the timer runs for the same time on the real clock
    wait_until(lambda: host.state()["seats"][0]["timed_out"])
