"""Optimizations of the server do not change its results."""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import uvicorn

import century
from century.position import Position
from century.server import run, supervisor
from century.server.errors import NoToken
from century.server.log.store import Store
from century.server.metrics import Metrics
from century.server.service import TableService
from century.server.settings import Settings
from century.server.table import snapshot
from century.server.table.commands import MakeMove, NewSeat, NewTable
from century.server.table.history import new_log_entries
from century.server.table.table import Table
from century.warmup import warm_up
from tests.bots.games import whole_game
from tests.games import EXAMPLE
from tests.server.in_process import GAME, InProcessServer, expect_ok, play_random


@pytest.mark.parametrize("name", century.games())
def test_views_of_several_viewers_equal_the_single_views(name: str) -> None:
    pos = century.game(name).start(players=3, seed=7)
    for _ in range(60):
        viewers = [None, 0, 2, 1]
        assert pos.views(viewers) == [pos.view(viewer) for viewer in viewers]
        pos = pos.apply(pos.actions()[-1])


def test_all_viewers_see_everything_after_the_game() -> None:
    pos = whole_game(EXAMPLE, 2)[-1]
    one, two, spectator = pos.views([0, 1, None])
    assert one == two == spectator
    assert all(seat["points"] is not None for seat in spectator["seats"])


@pytest.mark.parametrize("name", century.games())
def test_the_tokens_of_a_game_are_computed_once(name: str) -> None:
    pos = century.game(name).start(players=2, seed=7)
    tokens = pos.tokens
    assert pos.act(pos.legal()[0]).tokens is tokens
    redealt = pos.redeal(0, 1)
    assert redealt.tokens == tokens


@pytest.mark.parametrize("game", century.games())
def test_states_of_several_viewers_equal_the_single_states(
    server: InProcessServer, game: str
) -> None:
    host, guest = server.pair(game=game)
    play_random({0: host, 1: guest}, 20)
    table = server.service._tables[host.table]
    people = [seat.person for seat in table.seats]
    server.spectator(host)
    viewers = [table.viewer(person) for person in (*people, *table.watchers)]
    assert len(set(viewers)) == 3
    assert snapshot.states(table, viewers) == [snapshot.state(table, viewer) for viewer in viewers]


def test_a_broadcast_computes_the_views_once(
    server: InProcessServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[list[int | None]] = []
    original = Position.views

    def counted(self: Position, seats: Any) -> Any:
        calls.append(list(seats))
        return original(self, calls[-1])

    host, guest = server.pair()
    version = host.state()["version"]
    with host.socket() as ada, guest.socket(), guest.socket(), server.spectator(host).socket():
        monkeypatch.setattr(Position, "views", counted)
        ada.send_json({"type": "move", "id": "a", "version": version, "tokens": ["play YY"]})
        ada.send_json({"type": "sync", "version": version + 1})
        while ada.receive_json()["type"] != "synced":
            pass
    assert sorted(calls[0], key=str) == [0, 1, None]
    assert len(calls) == 1


def test_a_move_is_played_once(server: InProcessServer, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []
    original = Position.apply

    def counted(self: Position, action: int) -> Position:
        played.append(action)
        return original(self, action)

    host, guest = server.pair()
    with host.socket(), guest.socket():
        monkeypatch.setattr(Position, "apply", counted)
        expect_ok(host.move("acquire 2", "pay Y"))
    assert len(played) == 2  # the check, the table, its log and its views need each position
    table = server.service._tables[host.table]
    assert table.history.last_move is None  # the log has taken its positions
    played.clear()
    again = Table(table.id, table.events)  # like another server that hears of the move
    assert new_log_entries(again, again.version) == new_log_entries(table, table.version)
    assert len(played) == 2


class BlockingStore(Store):
    """A store that waits for an event before it writes."""

    def __init__(self, location: Path) -> None:
        super().__init__(location)
        self.may_write: asyncio.Event | None = None
        self.loop = asyncio.get_running_loop()

    def append(self, entries: Any) -> Any:
        if self.may_write is not None:
            asyncio.run_coroutine_threadsafe(self.may_write.wait(), self.loop).result()
        return super().append(entries)


def test_a_command_completes_after_its_sender_has_disconnected(tmp_path: Path) -> None:
    async def play() -> None:
        store = BlockingStore(tmp_path / "tables.db")
        settings = Settings(database="unused", warm_up_bots=False)
        service = TableService(settings, store, Metrics())
        request = NewTable(GAME, [NewSeat("me"), NewSeat("me")], start=True)
        person = await service.person_or_new("1" * 32)
        table = await service.create(request, person)
        move = MakeMove(id="a", version=2, tokens=["play YY"])
        store.may_write = asyncio.Event()
        sender = asyncio.create_task(service.command(table.id, move, person))
        while not table.lock.locked():
            await asyncio.sleep(0)
        sender.cancel()
        await asyncio.gather(sender, return_exceptions=True)
        assert (sender.cancelled(), table.version) == (True, 2)
        store.may_write.set()
        async with table.lock:
            assert table.version == 3
        again = await service.command(table.id, move, person)
        assert again.repeated
        with pytest.raises(NoToken):
            await service.execute(table, move, "0" * 32)
        await service.close()
        store.close()

    asyncio.run(play())


def test_commands_of_a_socket_create_no_tasks(
    server: InProcessServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = server.create(seats=[{"kind": "me"}, {"kind": "me"}], start=True)
    version = host.state()["version"]
    with host.socket() as socket:
        socket.receive_json()
        monkeypatch.setattr(server.service, "spawn", None)  # calling it would fail
        for number, token in enumerate(["play YY", "play YY", "rest"]):
            move = {"type": "move", "id": f"{number}", "version": version, "tokens": [token]}
            socket.send_json(move)
            while (message := socket.receive_json())["type"] != "state":
                assert message["type"] == "presence"
            version = message["state"]["version"]
        monkeypatch.undo()
    assert expect_ok(host.ask())["version"] == version


@pytest.mark.parametrize("game", century.games())
def test_an_updated_table_equals_the_fold_of_its_events(server: InProcessServer, game: str) -> None:
    host, guest = server.pair(game=game, clock={"kind": "bank", "seconds": 600})
    play_random({0: host, 1: guest}, 40)
    table = server.service._tables[host.table]
    rebuilt = Table(table.id, table.events)
    fields = ("position", "to_decide", "turn", "moves", "decision_count", "since", "seats", "keys")
    assert {name: getattr(rebuilt, name) for name in fields} == {
        name: getattr(table, name) for name in fields
    }
    assert snapshot.outline(rebuilt) == snapshot.outline(table)


def test_the_server_runs_with_a_frozen_heap_and_short_waits_of_threads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[tuple[bool, float]] = []

    def record(self: uvicorn.Server, **_options: Any) -> None:
        self.config.load()  # makes the application
        found.append((gc.get_freeze_count() > 0, sys.getswitchinterval()))

    monkeypatch.setattr(uvicorn.Server, "run", record)
    threshold, interval = gc.get_threshold(), sys.getswitchinterval()
    listening = run.bind("127.0.0.1", 0)
    try:
        run.run(Settings(database=str(tmp_path / "tables.db")), listening)
    finally:
        listening.close()
        gc.unfreeze()
        gc.set_threshold(*threshold)
        sys.setswitchinterval(interval)
    [(frozen, waits)] = found
    assert frozen
    assert waits == pytest.approx(supervisor.SWITCH_SECONDS)


STARTED = """
import sys
from century.server.log.store import Store
from century.server.web.app import _load_rules, make_app
from century.server.settings import Settings
for _ in range(2):  # the first time creates the database
    Store(sys.argv[1]).close()
    loaded = set(sys.modules)
    for name in [name for name in sys.modules if name.split(".")[0] == "alembic"]:
        del sys.modules[name]
make_app(Settings(database=sys.argv[1]))
assert not _load_rules()
print(*(name for name in sys.argv[2:] if name in sys.modules))
"""


def test_a_start_does_not_import_what_it_does_not_need(tmp_path: Path) -> None:
    """A compiler for kernels that are compiled already, migrations, ratings and QR codes."""
    unneeded = ["alembic", "numba.np.linalg", "openskill", "scipy.linalg", "segno", "pywebpush"]
    command = [sys.executable, "-c", STARTED, str(tmp_path / "tables.db"), *unneeded]
    for name in century.games():
        warm_up(century.game(name), lambda _step: None)
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    assert done.stdout.split() == []
