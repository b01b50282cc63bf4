"""The routes of a person's games: the list, and the download of all records."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal

import structlog
from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import JSONResponse, StreamingResponse

from century.errors import CenturyError
from century.server.errors import BadMessage
from century.server.log.my_games import Cursor, Game, GameFilter, MyGames, Player
from century.server.service import TableService
from century.server.table import snapshot
from century.server.table.table import Table
from century.server.web import people_responses
from century.server.web.dependencies import KnownPerson, Service
from century.server.web.limits import Limits
from century.server.web.long_work import LongWork
from century.server.web.middleware import client_address
from century.server.web.responses import ERROR_RESPONSES, describe, describe_text

__all__ = ["router"]

STATUSES = {
    "open": ("open",),
    "playing": ("playing",),
    "over": ("over",),
    "unfinished": ("open", "playing"),
}

Search = Annotated[str, Query(max_length=100, description="parts of the names of players and game")]

router = APIRouter(prefix="/api/me", responses=ERROR_RESPONSES)
_log = structlog.get_logger("century.games")


@router.get("/games", responses=describe(people_responses.MyGames))
async def my_games(
    person: KnownPerson,
    service: Service,
    search: Search = "",
    status: Literal["open", "playing", "over", "unfinished"] | None = None,
    game: Annotated[str | None, Query(max_length=40)] = None,
    before: Annotated[str | None, Query(max_length=80, description="`next` of a page")] = None,
) -> Response:
    """Return the games at which the sender has a seat, the newest first."""
    wanted = GameFilter(
        search, STATUSES[status] if status else (), game, _cursor(before) if before else None
    )
    found, more = await asyncio.to_thread(MyGames(service.store).page, person, wanted)
    last = found[-1] if found else None
    body = {
        "games": [await _describe(service, one, person) for one in found],
        "next": str(Cursor(last.created, last.table)) if more and last else None,
    }
    return JSONResponse(body)


def _cursor(text: str) -> Cursor:
    try:
        return Cursor.parse(text)
    except ValueError:
        raise BadMessage("before: this is not the end of a page") from None


async def _describe(service: TableService, game: Game, person: str) -> dict[str, Any]:
    table, readable = None, True
    if game.status == "playing":  # only the table itself knows whose turn it is
        try:
            table = await service.get(game.table)
        except CenturyError:
            readable = False
    to_decide = None if table is None else table.to_decide
    return {
        "table": game.table,
        "game": game.game or "",
        "status": game.status,
        "created": game.created,
        "finished": game.finished,
        "rounds": game.rounds,
        "players": [_player(player, game.status, person) for player in game.players],
        "to_decide": to_decide,
        "your_turn": table is not None and _is_turn_of(table, person),
        "deadline": None if table is None else table.deadline,
        "readable": readable,
    }


def _player(player: Player, status: str, person: str) -> dict[str, Any]:
    # A person whom the server has forgotten has neither a name nor an id.
    held = "person" if player.person or status != "open" else "open"
    return {
        "name": player.name,
        "kind": "bot" if player.level else held,
        "level": player.level,
        "points": player.points,
        "rank": player.rank,
        "you": player.person == person,
    }


def _is_turn_of(table: Table, person: str) -> bool:
    seat = table.seat_to_decide
    return seat is not None and seat.person == person and seat.level is None


@router.get(
    "/export",
    response_class=Response,
    responses=describe_text("text/plain", "Records, one after the other, as in docs/notation.md"),
)
async def export(request: Request, person: KnownPerson, service: Service) -> Response:
    """Download the records of all finished games of the sender, the oldest first."""
    limits: Limits = request.app.state.limits
    limits.count_record(client_address(request.scope))
    tables = await asyncio.to_thread(MyGames(service.store).finished, person)
    headers = {"content-disposition": 'attachment; filename="century-games.txt"'}
    return StreamingResponse(
        _records(service, tables, limits.export),
        media_type="text/plain; charset=utf-8",
        headers=headers,
    )


async def _records(service: TableService, tables: list[str], work: LongWork) -> AsyncIterator[str]:
    """Yield one record after the other; a damaged one is left out."""
    for name in tables:
        try:
            async with work.step():
                text = await asyncio.to_thread(_record, service, name)
        except Exception as error:  # a damaged log can fail in any way
            _log.error("a game cannot be exported", kind=type(error).__name__)
            continue
        yield text.rstrip("\n") + "\n\n"


def _record(service: TableService, name: str) -> str:
    """Return the record of a table, which is not kept in memory."""
    return snapshot.record(Table(name, service.store.events(name), service.time))
