"""The routes that need no table: games, rules, languages, bots, positions and records."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Header, Request
from fastapi.responses import JSONResponse, Response

from century.bots import LEVELS
from century.bots.levels import levels_of
from century.core.words import ENGLISH, Words, common_words, languages, page_words
from century.position import game, games, read_position
from century.record import read_record
from century.server.reviews import read_finished_game, review_turns
from century.server.table.replay import record_replay
from century.server.web import requests, responses
from century.server.web.dependencies import Service
from century.server.web.limits import Limits
from century.server.web.middleware import client_address
from century.server.web.page import page_folder
from century.server.web.responses import ERROR_RESPONSES, describe

__all__ = ["router"]

router = APIRouter(prefix="/api", responses=ERROR_RESPONSES)
_NOT_MODIFIED: dict[int | str, dict[str, Any]] = {304: {"description": "not modified"}}


@router.get("/games", responses=describe(responses.Games))
async def all_games(service: Service) -> Response:
    """List the games, the levels of the bots and the languages."""
    found = [(game(name), page_folder(name)) for name in games()]
    infos = [
        {
            "name": one.name,
            "title": one.title,
            "players": list(one.players),
            "options": list(one.options),
            "actions": list(one.actions),
            "phases": list(one.phases),
            "pieces": one.pieces,
            "levels": list(levels_of(one)),
            "playable": one.name not in service.unplayable,
            "page": folder is not None,
            "style": folder is not None and (folder / "style.css").is_file(),
        }
        for one, folder in found
    ]
    return JSONResponse({"games": infos, "levels": LEVELS, "languages": languages()})


@router.get("/bots", responses=describe(responses.Bots))
async def bots(service: Service) -> Response:
    """Tell whether bots are being compiled, which happens once on every machine."""
    return JSONResponse({"preparing": service.bot_pool.preparing})


@router.get("/games/{name}/rules", responses=describe(responses.Rules))
async def rules(name: str, language: str = ENGLISH) -> Response:
    """Return the rules of a game, and the meaning of its actions, in one language."""
    return JSONResponse(_texts(game(name).words(language)))


@router.get("/languages/{language}", responses=describe(responses.Language) | _NOT_MODIFIED)
async def language_texts(
    language: str,
    if_none_match: Annotated[str, Header()] = "",
    accept_encoding: Annotated[str, Header()] = "",
) -> Response:
    """Return all texts of the page in one language; the ETag lets browsers revalidate them."""
    content, compressed, tag = _catalogue(language)
    headers = {"etag": tag, "vary": "accept-encoding"}
    if tag in if_none_match:  # the header may be a list, or have W/ from a compressing proxy
        return Response(status_code=304, headers=headers)
    if "gzip" in accept_encoding:
        content, headers["content-encoding"] = compressed, "gzip"
    return Response(content, media_type="application/json", headers=headers)


@cache
def _catalogue(language: str) -> tuple[bytes, bytes, str]:
    """Return all texts of a language as JSON, the same compressed, and the ETag."""
    common = common_words(language)
    content = orjson.dumps(
        {
            "language": language,
            "name": common.name,
            "rulings": common.rulings,
            "games": {name: _texts(game(name).words(language)) for name in games()},
            "page": page_words(language) | {n: game(n).words(language).page for n in games()},
            "errors": common.errors,
        }
    )
    compressed = gzip.compress(content, mtime=0)
    return content, compressed, f'"{hashlib.sha256(content).hexdigest()[:32]}"'


def _texts(found: Words) -> dict[str, Any]:
    return {
        "title": found.title,
        "example": found.example,
        "notes": found.notes,
        "cubes": found.cubes,
        "actions": found.actions,
        "faults": found.faults,
        "sections": [{"title": title, "rules": texts} for title, texts in found.sections],
    }


@router.post("/positions", responses=describe(responses.TriedPosition))
async def try_position(body: requests.TryPosition) -> Response:
    """Try decisions in any position, without a table: for lessons and puzzles."""
    before = position = read_position(body.position)
    for token in body.tokens:
        position = position.act(token)
    legal = [] if position.over else position.legal()
    view = position.view(body.seat)
    if body.veiled and position.face_down < before.face_down:
        view = position.hide_new(view, before.view(body.seat))
    return JSONResponse(
        {
            "position": position.to_text(),
            "view": view,
            "legal": legal,
            "why": position.whys(body.language),
        }
    )


@router.post("/records", responses=describe(responses.RecordReplay))
async def replay_record(body: requests.ReplayRecord, request: Request) -> Response:
    """Read a game record and return it as data for a replay, or tell what is wrong with it."""
    async with _reading(request):
        record = await asyncio.to_thread(read_record, body.record)
        content = orjson.dumps(await record_replay(record))
    return Response(content, media_type="application/json")


@asynccontextmanager
async def _reading(request: Request) -> AsyncIterator[None]:
    """Wait until the server may read a record, which takes up to a second; raise TooMany."""
    limits: Limits = request.app.state.limits
    limits.count_record(client_address(request.scope))
    async with limits.reading.turn():
        yield


@router.post("/reviews", responses=describe(responses.Reviews))
async def review_game(body: requests.ReviewRecord, request: Request, service: Service) -> Response:
    """Review some turns of a finished game: the turn that a bot prefers, and what it gains."""
    async with _reading(request):
        game = await asyncio.to_thread(read_finished_game, body.record)
    return JSONResponse(await review_turns(game, body.first, service.bot_pool))
