"""Playing at random tables, and checking that the log has every move that was acknowledged."""

from __future__ import annotations

import asyncio
from collections import Counter
from random import Random
from typing import Any

from century.client import Client, Seat
from century.server.log.store import Store
from century.server.table.table import Table

Acknowledged = list[tuple[str, str, int, list[str]]]  # table, id, version, tokens


async def pair(client: Client, **options: Any) -> tuple[Seat, Seat]:
    seats = [{"kind": "me"}, {"kind": "open"}]
    host = await client.create(seats=seats, order="seated", **options)
    guest = await client.join(host.state["code"], "Bob")
    await host.ask("POST", "commands", json={"type": "start", "id": "start", "version": 2})
    return host, guest


async def play(
    seat: Seat, rng: Random, done: asyncio.Event, log: Acknowledged, pause: float = 0.0
) -> None:
    """Decide at random, and log what the server acknowledged."""
    async for legal in seat.turns():
        if done.is_set():
            return
        command_id = f"{rng.getrandbits(64):x}"
        answer = await seat.do("move", id=command_id, tokens=[rng.choice(legal)])
        own = [event for event in answer["events"] if event["id"] == command_id]
        assert len(own) == 1
        log.append((seat.table, command_id, own[0]["version"], own[0]["tokens"]))
        await asyncio.sleep(pause)


def check_logs(store: Store, acknowledged: Acknowledged, tables: int) -> None:
    """Check that the log has every acknowledged move, once, and nothing twice."""
    logs = {table: store.events(table) for table, *_ in acknowledged}
    assert len(logs) == tables
    for table, command_id, version, tokens in acknowledged:
        event = logs[table][version - 1]
        assert (event.id, event.version, event.data["tokens"]) == (command_id, version, tokens)
    for table, events in logs.items():
        assert [event.version for event in events] == list(range(1, len(events) + 1))
        keys = Counter(event.key for event in events if event.key)
        assert set(keys.values()) == {1}
        assert Table(table, events).decision_count == sum(event.kind == "moved" for event in events)
