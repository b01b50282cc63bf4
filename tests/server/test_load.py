"""The load test: its simulated players, its tables, its frame parser and its measurements."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import century
from century.bench import attack, load
from century.bench.host import Server, relay_server
from century.bench.page_choices import PageChoices, page_choices
from century.bench.report import Report
from century.bench.seeding import SeededTable, seed_long_table, seed_tables
from century.bench.traffic import idle_sockets, play, processor_share
from century.bench.wire import PING, TEXT, Times, frame
from century.server.log.store import Store
from century.server.table.table import Table
from century.server.web.page import page_folder
from tests.server.process import running


def server_frame(kind: int, payload: bytes) -> bytes:
    """Return an unmasked frame, as servers send it."""
    size = len(payload)
    if size < 126:
        return bytes([0x80 | kind, size]) + payload
    wide = (126, 2) if size < 2**16 else (127, 8)
    return bytes([0x80 | kind, wide[0]]) + size.to_bytes(wide[1], "big") + payload


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536])
def test_only_complete_frames_are_parsed(size: int) -> None:
    payload = b"x" * size
    data = bytearray(server_frame(PING, b"ab") + server_frame(TEXT, payload))
    first = frame(data, 0)
    assert first == (PING, 2, 4)
    assert frame(data, 4) == (TEXT, len(data) - size, len(data))
    for end in {4, 5, 6, len(data) - size - 1, len(data) - 1} - {len(data)}:
        assert frame(data[:end], 4) is None


def test_a_move_is_counted_when_all_screens_received_it() -> None:
    times = Times()
    times.sent("a", screens=2)
    times.sent("b", screens=2)
    times.received("a", decisions=3)
    times.received("a", decisions=3)
    times.received("b")
    times.received("unknown")
    times.received(None)
    assert len(times.seconds) == 1
    assert times.decisions == 3
    assert times.percentile(0.99) > 0


def test_simulated_players_ask_for_the_previews_that_the_page_needs_to_offer_choices() -> None:
    ahead = {"go": ["trade", "look", "leave"]}
    after = {"trade": ["trade", "done"], "trade trade": ["done"]}
    choices = PageChoices("go", "trade", "done", frozenset(["look"]))

    def offer(legal: list[str]) -> tuple[list[str], list[list[str]]]:
        offered, asked = choices.offer(legal, ahead if "go" in legal else {}), []
        try:
            tokens = next(offered)
            while True:
                asked.append(" ".join(tokens))
                tokens = offered.send(after[asked[-1]])
        except StopIteration as end:
            return asked, end.value

    assert offer(["take", "trade"]) == ([], [["take"], ["trade"]])
    assert offer(["take", "go"]) == ([], [["take"], ["go", "look"]])
    repeated = [["done"], ["trade", "done"], ["trade", "trade", "done"]]
    assert offer(["trade", "done"]) == (["trade", "trade trade"], repeated)


@pytest.mark.parametrize("name", century.games())
def test_the_choices_of_a_game_are_read_from_its_script(name: str) -> None:
    folder = page_folder(name)
    assert folder is not None
    script, read = (folder / "game.js").read_text(encoding="utf-8"), page_choices(name)
    assert ("autoToken:" in script) == (read.auto is not None)
    assert read.auto == century.game(name).spec.joined  # so that the page need not ask
    assert ("repeat:" in script) == (read.again is not None and read.stop is not None)
    assert ("barVerbs:" in script) == bool(read.bar_verbs)


def test_a_report_remembers_a_missed_limit() -> None:
    written = io.StringIO()
    report = Report(written)
    assert report.require("memory", 10, "MB", 20)
    passed_before = report.passed
    assert not report.require("speed", 10, "moves/s", 20, least=True)
    assert (passed_before, report.passed) == (True, False)
    assert "FAIL speed" in written.getvalue()
    assert "at least 20" in written.getvalue()


def test_seeded_tables_can_be_played_and_all_games_take_turns(tmp_path: Path) -> None:
    location = f"{tmp_path}/tables.db"
    seeded = seed_tables(location, 4)
    store = Store(location)
    tables = [Table(one.id, store.events(one.id)) for one in seeded]
    store.close()
    assert {table.options["game"] for table in tables} == set(century.games())
    assert all(table.status == "playing" for table in tables)
    assert all(len(one.secrets) == len(set(one.secrets)) == 2 for one in seeded)


@pytest.mark.parametrize("name", century.games())
def test_a_long_table_has_all_its_decisions(tmp_path: Path, name: str) -> None:
    location = f"{tmp_path}/tables.db"
    seeded = seed_long_table(location, name, 1_200)
    store = Store(location)
    table = Table(seeded.id, store.events(seeded.id))
    store.close()
    assert (table.decision_count, table.status) == (1_200, "playing")


@contextmanager
def server_with_tables(folder: Path, count: int) -> Iterator[tuple[Server, list[SeededTable]]]:
    tables = seed_tables(f"{folder}/tables.db", count)
    with running(folder) as process:
        yield Server(process.address, process.process), tables


def test_a_server_is_measured(tmp_path: Path) -> None:
    with server_with_tables(tmp_path, 12) as (measured, tables):
        for rate, free in ((None, tables[:6]), (100.0, tables[6:])):
            result = asyncio.run(play(measured, free, 3, 1.0, rate))
            assert result.times.decisions >= result.moves > 3
            assert len(result.times.preview_seconds) >= result.moves
            assert result.server > 0

        async def open_sockets() -> float:
            async with idle_sockets(measured.address, tables, 30):
                return await processor_share(measured, 0.1)

        assert asyncio.run(open_sockets()) >= 0
        assert measured.memory() > 10


def test_the_relay_server_is_measured_in_the_same_way() -> None:
    tables = [SeededTable(str(number), ("", "")) for number in range(3)]
    with relay_server() as peer:
        result = asyncio.run(play(peer, tables, 3, 1.0))
    assert result.moves > 3


def test_unknown_parts_are_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["load", "sped"])
    with pytest.raises(SystemExit) as ended:
        load.main()
    assert ended.value.code == 2
    assert "speed, relay" in capsys.readouterr().err


def test_every_attack_does_something_while_people_play(tmp_path: Path) -> None:
    with (
        server_with_tables(tmp_path, 2 * attack.TABLES) as (measured, tables),
        attack.attackers(measured.address, 4.0, ()) as process,
    ):
        played, memory = asyncio.run(attack.measure(measured, tables, 3.0))
        assert process.stdout is not None
        done = json.loads(process.stdout.read())
    assert played.moves > 0
    assert memory > 10
    assert set(done) >= {
        "floods of frames",
        "frames that ask for the state",
        "guessed codes",
        "handshakes",
        "headers of 1 kB",
        "silent connections",
        "tables of bots",
    }
