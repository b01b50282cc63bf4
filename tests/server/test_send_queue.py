"""Messages that are sent at once, and those that wait for a slow reader."""

from __future__ import annotations

import asyncio

import orjson
import pytest
from websockets.frames import Frame, Opcode

from century.bench.wire import PREVIEW_FIELDS, read_fields
from century.server.broadcast import SendQueue
from century.server.web.socket_protocol import text_frame


class Client:
    """A client that reads or does not read."""

    def __init__(self) -> None:
        self.reads = True
        self.received: list[str] = []

    def send_now(self, message: str) -> bool:
        if self.reads:
            self.received.append(message)
        return self.reads


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536])
def test_a_text_frame_is_the_frame_of_the_library(size: int) -> None:
    payload = b"x" * size
    assert text_frame(payload) == Frame(Opcode.TEXT, payload).serialize(mask=False)


def test_messages_to_a_client_that_reads_do_not_wait_in_the_queue() -> None:
    client = Client()
    queue = SendQueue("ada", 10, client.send_now)
    queue.answer("answer")
    queue.broadcast("broadcast", lambda: "snapshot")
    queue.send_presence("presence")
    assert client.received == ["answer", "broadcast", "presence"]


def test_a_message_does_not_overtake_those_that_wait() -> None:
    async def play() -> list[str | None]:
        client = Client()
        queue = SendQueue("ada", 10, client.send_now)
        client.reads = False
        queue.answer("1")
        client.reads = True
        queue.answer("2")  # behind "1", although the client reads again
        taken = [await queue.next()]
        queue.answer("3")  # "1" is taken but not sent yet
        taken += [await queue.next(), await queue.next()]
        assert client.received == []
        queue.close()
        return [*taken, await queue.next()]

    assert asyncio.run(play()) == ["1", "2", "3", None]


def test_after_the_queue_is_empty_messages_are_sent_at_once_again() -> None:
    async def play() -> list[str]:
        client = Client()
        queue = SendQueue("ada", 10, client.send_now)
        client.reads = False
        queue.answer("1")
        assert await queue.next() == "1"
        client.reads = True
        waiting = asyncio.create_task(queue.next())  # says that "1" is sent
        await asyncio.sleep(0)
        queue.answer("2")
        waiting.cancel()
        return client.received

    assert asyncio.run(play()) == ["2"]


def test_the_simulated_players_read_the_fields_of_a_message() -> None:
    preview = {
        "reveals": False,
        "turn_over": True,
        "legal": ["play YY", "rest"],
        "ahead": {"play YY": ["rest"]},
    }
    message = bytearray(orjson.dumps({"type": "preview", "id": "1", **preview, "view": {}}))
    assert read_fields(message, PREVIEW_FIELDS) == preview
