"""Routes for maps: checking a map and creating a random one. The server includes `router`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, ConfigDict, StringConstraints

from century.games.eastern_wonders.map import Map
from century.games.eastern_wonders.random_map import random_map

__all__ = ["router"]

router = APIRouter()


class CheckMap(BaseModel):
    """A map, as a drawing or in one line."""

    model_config = ConfigDict(extra="forbid", strict=True)

    map: Annotated[str, StringConstraints(max_length=2000)]


class Cell(BaseModel):
    """A cell of a map."""

    model_config = ConfigDict(extra="forbid")

    kind: Literal["market", "port", "sea"]
    q: int
    r: int


class MapInfo(BaseModel):
    """A map of Eastern Wonders in every form."""

    model_config = ConfigDict(extra="forbid")

    map: str
    drawing: str
    cells: dict[str, Cell]
    advice: list[str]
    lonely: list[str]


_MAP_INFO: dict[int | str, dict[str, Any]] = {
    200: {"model": MapInfo, "description": "A map of Eastern Wonders in every form"}
}


@router.post("/maps", responses=_MAP_INFO)
async def check_map(body: CheckMap) -> Response:
    """Check a map of Eastern Wonders, and return it in every form."""
    return JSONResponse(_map_info(Map.read(body.map)))


@router.get("/maps/random", responses=_MAP_INFO)
async def create_map(
    seed: int = Query(ge=0, lt=2**63), sea: int = Query(0, ge=0, le=100)
) -> Response:
    """Create a random map of Eastern Wonders; the same seed gives the same map."""
    return JSONResponse(_map_info(random_map(seed, sea)))


def _map_info(chart: Map) -> dict[str, object]:
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
