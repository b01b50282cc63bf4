"""The routes of statistics and ratings."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Query, Response
from fastapi.responses import JSONResponse

from century.position import game as find_game
from century.position import games
from century.server.log.ratings import LEVEL, RatedPlayer, Ratings
from century.server.log.statistics import finished_games, statistics
from century.server.web import people_responses
from century.server.web.dependencies import GivenPerson, KnownPerson, Service
from century.server.web.responses import ERROR_RESPONSES, describe

__all__ = ["router"]

GameName = Annotated[str | None, Query(max_length=40)]

router = APIRouter(prefix="/api", responses=ERROR_RESPONSES)


@router.get("/me/statistics", responses=describe(people_responses.Statistics))
async def my_statistics(person: KnownPerson, service: Service, game: GameName = None) -> Response:
    """Return wins, points and rounds of the sender's finished games, of one game or of all."""
    found = await asyncio.to_thread(finished_games, service.store, person, game)
    return JSONResponse(statistics(found))


@router.get("/me/ratings", responses=describe(people_responses.MyRatings))
async def my_ratings(person: KnownPerson, service: Service) -> Response:
    """Return the ratings of the sender, by game."""
    found = await asyncio.to_thread(Ratings(service.store).of, person)
    return JSONResponse([{"game": one.game, **_rating(one)} for one in found])


@router.get("/ratings", responses=describe(people_responses.RatingList))
async def public_ratings(person: GivenPerson, service: Service, game: GameName = None) -> Response:
    """Return the best people who agreed to be listed, and the levels of bots."""
    name = find_game(game).name if game else games()[0]
    found = await asyncio.to_thread(Ratings(service.store).public, name)
    listed = [
        {
            "name": one.name,
            "level": one.key.removeprefix(LEVEL) if one.key.startswith(LEVEL) else None,
            "you": one.key == person,
            **_rating(one),
        }
        for one in found
    ]
    return JSONResponse({"game": name, "players": listed})


def _rating(player: RatedPlayer) -> dict[str, Any]:
    return {
        "rating": round(player.ordinal, 2),
        "mu": round(player.mu, 2),
        "sigma": round(player.sigma, 2),
        "games": player.games,
    }
