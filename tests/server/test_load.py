"""The load bench plays for real, and its players read every frame."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from century.bench import load
from century.bench.host import Server, passing_server
from century.bench.wire import PING, TEXT, Times, frame
from tests.server.process import running


def sent(kind: int, payload: bytes) -> bytes:
    """Return a frame as servers send it."""
    size = len(payload)
    if size < 126:
        return bytes([0x80 | kind, size]) + payload
    wide = (126, 2) if size < 2**16 else (127, 8)
    return bytes([0x80 | kind, wide[0]]) + size.to_bytes(wide[1], "big") + payload


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536])
def test_a_frame_is_read_when_it_is_whole(size: int) -> None:
    payload = b"x" * size
    data = bytearray(sent(PING, b"ab") + sent(TEXT, payload))
    first = frame(data, 0)
    assert first == (PING, 2, 4)
    assert frame(data, 4) == (TEXT, len(data) - size, len(data))
    for end in {4, 5, 6, len(data) - size - 1, len(data) - 1} - {len(data)}:
        assert frame(data[:end], 4) is None


def test_a_move_counts_when_it_is_on_all_screens() -> None:
    times = Times(screens=2)
    times.sent("a")
    times.sent("b")
    times.seen("a")
    times.seen("a")
    times.seen("b")
    times.seen("nobody's")
    times.seen(None)
    assert len(times.seconds) == 1
    assert times.percentile(0.99) > 0


@pytest.fixture
def measured(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path) as process:
        yield Server(process.address, process.process)


def test_the_players_play(measured: Server) -> None:
    for rate in (None, 100.0):
        came = asyncio.run(load.load(measured, 3, 1.0, rate))
        assert came.moves > 3
        assert came.server > 0


def test_memory_and_processor_are_measured(measured: Server) -> None:
    assert measured.memory() > 10
    assert measured.processor_seconds() > 0
    more, used = asyncio.run(load.idle(measured, 10, 0.1))
    assert more < 100
    assert used >= 0
    asyncio.run(load.waiting(measured, 2, 0.1))


def test_a_server_that_only_passes_on_is_measured_alike() -> None:
    with passing_server() as peer:
        came = asyncio.run(load.passing(peer, 3, 1.0))
    assert came.moves > 3
    assert came.server > 0
