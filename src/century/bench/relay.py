"""A relay server, for comparison: it forwards moves without rules, log or permissions.

It uses the same libraries as the table server and sends as many frames of the same size.
"""

from __future__ import annotations

import sys
from typing import Any

import orjson
import uvicorn
from fastapi import FastAPI, WebSocket, WebSocketDisconnect

from century.server.run import bind

__all__ = ["SIZE", "make_app"]

SIZE = 1_500  # bytes of a typical state with two seats


def make_app() -> FastAPI:
    """Return an application with tables of two seats that move in turn."""
    app = FastAPI()
    tables: dict[str, list[WebSocket]] = {}

    @app.websocket("/api/tables/{table}/socket")
    async def listen(socket: WebSocket, table: str) -> None:
        await socket.accept()
        sockets = tables.setdefault(table, [])
        sockets.append(socket)
        own_seat = len(sockets) - 1
        await socket.send_text(_state([], to_move=own_seat == 0))
        try:
            while True:
                move = orjson.loads(await socket.receive_text())
                if move["type"] == "preview":
                    await socket.send_text(_preview(move["id"]))
                    continue
                for seat, other in enumerate(sockets):
                    await other.send_text(_state([{"id": move["id"]}], to_move=seat != own_seat))
        except WebSocketDisconnect:
            sockets.clear()  # all players leave at once

    return app


def _state(events: list[dict[str, Any]], to_move: bool) -> str:
    state = {
        "version": 0,
        "status": "playing",
        "decisions": 0,
        "legal": ["pass"] if to_move else [],
        "ahead": {},
        "view": "x" * SIZE,
    }
    return orjson.dumps({"type": "state", "events": events, "log": [], "state": state}).decode()


def _preview(request: str) -> str:
    fields = {"turn_over": True, "reveals": False, "legal": [], "ahead": {}, "view": "x" * SIZE}
    return orjson.dumps({"type": "preview", "id": request, **fields}).decode()


def main() -> None:
    """Serve on a free port, and print the address."""
    listening = bind("127.0.0.1", 0)
    sys.stdout.write(f"http://127.0.0.1:{listening.getsockname()[1]}\n")
    sys.stdout.flush()
    config = uvicorn.Config(
        make_app(), log_level="warning", ws="websockets-sansio", ws_per_message_deflate=False
    )
    uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    main()
