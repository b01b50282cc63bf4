"""The route of the lobby."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from century.server.lobby import Lobby
from century.server.web import people_responses
from century.server.web.dependencies import Service
from century.server.web.responses import ERROR_RESPONSES, describe

__all__ = ["router"]

router = APIRouter(prefix="/api", responses=ERROR_RESPONSES)


@router.get("/lobby", responses=describe(people_responses.LobbyTables))
async def lobby(request: Request, service: Service) -> Response:
    """Return the tables that anyone may join or watch."""
    found: Lobby = request.app.state.lobby
    return JSONResponse({"now": service.time.now(), "tables": await found.tables()})
