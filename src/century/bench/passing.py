"""A server that only passes on what it is sent: no rules, no log, no secrets.

It is what the load bench compares with: the same libraries, as many frames, as large ones.
"""

from __future__ import annotations

import sys
from typing import Any

import orjson
import uvicorn
from fastapi import FastAPI, WebSocket, WebSocketDisconnect

from century.server.run import bind

__all__ = ["SIZE", "make_app"]

SIZE = 1_500  # bytes: a state of Spice Road for two


def make_app() -> FastAPI:
    """Make an application with tables of two, who are asked in turn."""
    app = FastAPI()
    tables: dict[str, list[WebSocket]] = {}

    @app.websocket("/api/tables/{table}/socket")
    async def listen(socket: WebSocket, table: str) -> None:
        await socket.accept()
        sockets = tables.setdefault(table, [])
        sockets.append(socket)
        own = len(sockets) - 1
        await socket.send_text(_state([], asked=own == 0))
        try:
            while True:
                move = orjson.loads(await socket.receive_text())
                for seat, other in enumerate(sockets):
                    await other.send_text(_state([{"id": move["id"]}], asked=seat != own))
        except WebSocketDisconnect:
            sockets.clear()  # all leave at once

    return app


def _state(events: list[dict[str, Any]], asked: bool) -> str:
    state = {"version": 0, "legal": ["pass"] if asked else [], "view": "x" * SIZE}
    return orjson.dumps({"type": "state", "events": events, "state": state}).decode()


def main() -> None:
    """Serve on any port that is free, and say on which."""
    listening = bind("127.0.0.1", 0)
    sys.stdout.write(f"http://127.0.0.1:{listening.getsockname()[1]}\n")
    sys.stdout.flush()
    config = uvicorn.Config(
        make_app(), log_level="warning", ws="websockets-sansio", ws_per_message_deflate=False
    )
    uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    main()
