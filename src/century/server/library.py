"""The routes that need no table: games, rules, maps, positions to try things on."""

from __future__ import annotations

import gzip
import hashlib
from functools import cache
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Header, Query
from fastapi.responses import JSONResponse, Response

from century.bots import LEVELS
from century.core.words import ENGLISH, Words, languages, page, shared, words
from century.games.eastern_wonders.map import Map
from century.games.eastern_wonders.random_map import random_map
from century.position import game, games, read_position
from century.server import answers, messages
from century.server.answers import answer
from century.server.page import page_folder
from century.server.routes import _FAULTS, AllTables

__all__ = ["router"]

router = APIRouter(prefix="/api", responses=_FAULTS)
_KNOWN: dict[int | str, dict[str, Any]] = {304: {"description": "as the browser has it already"}}


@router.get("/games", responses=answer(answers.Games))
async def all_games() -> Response:
    """List the games, the levels of the bots and the languages of the rules."""
    found = [game(name) for name in games()]
    about = [
        {
            "name": one.name,
            "title": one.title,
            "players": list(one.players),
            "options": list(one.options),
            "actions": list(one.actions),
            "phases": list(one.phases),
            "pieces": one.pieces,
            "page": page_folder(one.name) is not None,
        }
        for one in found
    ]
    return JSONResponse({"games": about, "levels": LEVELS, "languages": languages()})


@router.get("/bots", responses=answer(answers.Bots))
async def bots(tables: AllTables) -> Response:
    """Tell whether the bots are still being compiled, as they are once on every machine."""
    return JSONResponse({"preparing": tables.thinkers.preparing})


@router.get("/games/{name}/rules", responses=answer(answers.Rules))
async def rules(name: str, language: str = ENGLISH) -> Response:
    """Read the rules of a game, and the meaning of its actions, in a language."""
    return JSONResponse(_told(words(game(name).name, language)))


@router.get("/languages/{language}", responses=answer(answers.Language) | _KNOWN)
async def all_words(
    language: str,
    if_none_match: Annotated[str, Header()] = "",
    accept_encoding: Annotated[str, Header()] = "",
) -> Response:
    """Read everything that the page says in a language; a browser keeps it while it is the same."""
    content, packed, tag = _catalogue(language)
    headers = {"etag": tag, "vary": "accept-encoding"}
    if tag in if_none_match:  # a list, or weakened by a proxy that compresses
        return Response(status_code=304, headers=headers)
    if "gzip" in accept_encoding:
        content, headers["content-encoding"] = packed, "gzip"
    return Response(content, media_type="application/json", headers=headers)


@cache
def _catalogue(language: str) -> tuple[bytes, bytes, str]:
    common = shared(language)
    content = orjson.dumps(
        {
            "language": language,
            "name": common.name,
            "rulings": common.rulings,
            "games": {name: _told(words(name, language)) for name in games()},
            "page": page(language),
            "errors": common.errors,
        }
    )
    packed = gzip.compress(content, mtime=0)
    return content, packed, f'"{hashlib.sha256(content).hexdigest()[:32]}"'


def _told(said: Words) -> dict[str, Any]:
    return {
        "title": said.title,
        "example": said.example,
        "notes": said.notes,
        "cubes": said.cubes,
        "actions": said.actions,
        "faults": said.faults,
        "sections": [{"title": title, "rules": texts} for title, texts in said.sections],
    }


@router.post("/positions", responses=answer(answers.Tried))
async def try_position(wanted: messages.TryPosition) -> Response:
    """Try decisions in a position of one's own: for lessons and puzzles, without a table."""
    before = position = read_position(wanted.position)
    for token in wanted.tokens:
        position = position.act(token)
    legal = [] if position.over else position.legal()
    view = position.view(wanted.seat)
    if wanted.hide_new and position.face_down < before.face_down:
        view = position.game.hide_new(view, before.view(wanted.seat))
    return JSONResponse(
        {
            "position": position.to_text(),
            "view": view,
            "legal": legal,
            "why": position.whys(wanted.language),
        }
    )


@router.post("/maps", responses=answer(answers.Chart))
async def check_map(wanted: messages.CheckMap) -> Response:
    """Check a map of Eastern Wonders, and see it in every form."""
    return JSONResponse(_shown(Map.read(wanted.map)))


@router.get("/maps/random", responses=answer(answers.Chart))
async def make_map(
    seed: int = Query(ge=0, lt=2**63), sea: int = Query(0, ge=0, le=100)
) -> Response:
    """Make a map of Eastern Wonders at random; the same seed gives the same map."""
    return JSONResponse(_shown(random_map(seed, sea)))


def _shown(chart: Map) -> dict[str, object]:
    cells = {
        name: {"kind": cell.kind, "q": q, "r": r}
        for name, cell, (q, r) in zip(chart.names, chart.cells, chart.axial, strict=True)
    }
    return {
        "map": chart.to_text(),
        "drawing": chart.drawing(),
        "cells": cells,
        "advice": chart.advice(),
        "lonely": list(chart.lonely()),
    }
