"""What makes a move cheap changes nothing about it."""

from __future__ import annotations

import asyncio
import gc
from pathlib import Path
from typing import Any

import pytest
import uvicorn

import century
from century.errors import NoToken
from century.position import Position
from century.server import run as serve
from century.server.log.store import Store
from century.server.metrics import Metrics
from century.server.service import Tables
from century.server.settings import Settings
from century.server.table import snapshot as shown
from century.server.table.table import Table
from century.server.web.requests import CreateTable, MakeMove
from tests.rules.setup import random_game
from tests.server.fixtures import House, good, play_on

GAMES = ("spice-road", "eastern-wonders")


@pytest.mark.parametrize("name", GAMES)
def test_several_views_are_those_of_each_viewer(name: str) -> None:
    pos = century.game(name).start(players=3, seed=7)
    for _ in range(60):
        viewers = [None, 0, 2, 1]
        assert pos.views(viewers) == [pos.view(viewer) for viewer in viewers]
        pos = pos.apply(pos.actions()[-1])


def test_at_the_end_everybody_sees_everything() -> None:
    pos = random_game(2, seed=2)[-1]
    one, two, spectator = pos.views([0, 1, None])
    assert one == two == spectator
    assert all(seat["points"] is not None for seat in spectator["seats"])


def test_the_names_of_actions_are_found_once_a_game() -> None:
    pos = century.game("eastern-wonders").start(players=2, seed=7)
    tokens = pos.tokens
    assert pos.act(pos.legal()[0]).tokens is tokens
    redealt = pos.redeal(0, 1)
    assert redealt.tokens == tokens


@pytest.mark.parametrize("game", GAMES)
def test_what_several_are_shown_is_what_each_is_shown(here: House, game: str) -> None:
    host, guest = here.pair(game=game)
    play_on({0: host, 1: guest}, 20)
    table = here.tables._tables[host.table]
    viewers = [table.viewer(player.token) for player in (host, guest, here.watcher(host))]
    assert len(set(viewers)) == 3
    assert shown.states(table, viewers) == [shown.state(table, viewer) for viewer in viewers]


def test_a_broadcast_looks_at_the_position_once(
    here: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[list[int | None]] = []
    honest = Position.views

    def counted(self: Position, seats: Any) -> Any:
        looks.append(list(seats))
        return honest(self, looks[-1])

    host, guest = here.pair()
    version = host.state()["version"]
    with host.socket() as ada, guest.socket(), guest.socket(), here.watcher(host).socket():
        monkeypatch.setattr(Position, "views", counted)
        ada.send_json({"type": "move", "id": "a", "version": version, "tokens": ["play YY"]})
        ada.send_json({"type": "sync", "version": version + 1})
        while ada.receive_json()["type"] != "synced":
            pass
    assert sorted(looks[0], key=str) == [0, 1, None]
    assert len(looks) == 1


class Hesitant(Store):
    """A store that waits for a sign before it writes a move."""

    def __init__(self, where: Path) -> None:
        super().__init__(where)
        self.may_write: asyncio.Event | None = None
        self.loop = asyncio.get_running_loop()

    def append(self, entries: Any) -> Any:
        if self.may_write is not None:
            asyncio.run_coroutine_threadsafe(self.may_write.wait(), self.loop).result()
        return super().append(entries)


def test_a_command_is_carried_out_to_its_end_though_its_sender_is_gone(tmp_path: Path) -> None:
    async def play() -> None:
        store = Hesitant(tmp_path / "tables.db")
        tables = Tables(Settings(database="unused", warm=False), store, Metrics())
        wanted = CreateTable.model_validate({"seats": [{"kind": "me"}] * 2, "start": True})
        table, token = await tables.create(wanted)
        move = MakeMove(type="move", id="a", version=2, tokens=["play YY"])
        store.may_write = asyncio.Event()
        sender = asyncio.create_task(tables.command(table.id, move, token))
        while not table.lock.locked():
            await asyncio.sleep(0)
        sender.cancel()
        await asyncio.gather(sender, return_exceptions=True)
        assert (sender.cancelled(), table.version) == (True, 2)
        store.may_write.set()
        async with table.lock:
            assert table.version == 3
        again = await tables.command(table.id, move, token)
        assert again.repeated
        with pytest.raises(NoToken):
            await tables.obey(table, move, "0" * 32)
        await tables.close()
        store.close()

    asyncio.run(play())


def test_the_commands_of_a_socket_need_no_tasks(
    here: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = here.tables
    host = here.create(seats=[{"kind": "me"}, {"kind": "me"}], start=True)
    version = host.state()["version"]
    with host.socket() as socket:
        socket.receive_json()
        monkeypatch.setattr(tables, "_spawn", None)  # would be called in vain
        for number, token in enumerate(["play YY", "play YY", "rest"]):
            move = {"type": "move", "id": f"{number}", "version": version, "tokens": [token]}
            socket.send_json(move)
            while (message := socket.receive_json())["type"] != "state":
                assert message["type"] == "presence"
            version = message["state"]["version"]
        monkeypatch.undo()
    assert good(host.ask())["version"] == version


@pytest.mark.parametrize("game", GAMES)
def test_a_table_that_was_led_along_is_what_its_events_add_up_to(here: House, game: str) -> None:
    host, guest = here.pair(game=game, clock={"kind": "bank", "seconds": 600})
    play_on({0: host, 1: guest}, 40)
    table = here.tables._tables[host.table]
    again = Table(table.id, table.events)
    kept = ("position", "asked", "turn", "moves", "count", "since", "seats", "keys")
    assert {name: getattr(again, name) for name in kept} == {
        name: getattr(table, name) for name in kept
    }
    assert shown.outline(again) == shown.outline(table)


def test_the_server_runs_with_a_frozen_heap(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    frozen: list[bool] = []

    def noted(_self: uvicorn.Server, **_options: Any) -> None:
        frozen.append(gc.get_freeze_count() > 0)

    monkeypatch.setattr(uvicorn.Server, "run", noted)
    threshold = gc.get_threshold()
    listening = serve.bind("127.0.0.1", 0)
    try:
        serve.run(Settings(database=str(tmp_path / "tables.db")), listening)
    finally:
        listening.close()
        gc.unfreeze()
        gc.set_threshold(*threshold)
    assert frozen == [True]
