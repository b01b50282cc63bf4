"""The load test: its simulated players, its frame parser and its measurements."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from century.bench import attack, load
from century.bench.host import Server, relay_server
from century.bench.wire import PING, TEXT, Times, frame
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
    times = Times(screens=2)
    times.sent("a")
    times.sent("b")
    times.received("a")
    times.received("a")
    times.received("b")
    times.received("unknown")
    times.received(None)
    assert len(times.seconds) == 1
    assert times.percentile(0.99) > 0


@pytest.fixture
def measured(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path) as process:
        yield Server(process.address, process.process)


def test_simulated_players_play(measured: Server) -> None:
    for rate in (None, 100.0):
        result = asyncio.run(load.load(measured, 3, 1.0, rate))
        assert result.moves > 3
        assert result.server > 0


def test_memory_and_processor_are_measured(measured: Server) -> None:
    assert measured.memory() > 10
    assert measured.processor_seconds() > 0
    more, used = asyncio.run(load.idle_sockets(measured, 10, 0.1))
    assert more < 100
    assert used >= 0
    asyncio.run(load.idle_tables(measured, 2, 0.1))


def test_the_relay_server_is_measured_in_the_same_way() -> None:
    with relay_server() as peer:
        result = asyncio.run(load.relay_load(peer, 3, 1.0))
    assert result.moves > 3
    assert result.server > 0


def test_every_attack_does_something_while_people_play(measured: Server) -> None:
    with attack.attackers(measured.address, 4.0, ()) as process:
        played, memory = asyncio.run(attack.measure(measured, 3.0))
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
