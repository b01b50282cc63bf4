"""The application: tables over HTTP and WebSocket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from html import escape
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import structlog
from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse
from sqlalchemy.exc import DataError, SQLAlchemyError
from starlette.exceptions import HTTPException

from century import __version__
from century.errors import CenturyError
from century.games import describe
from century.position import game, games
from century.server.background import clean_limits, notify_people, rate_games
from century.server.lobby import Lobby
from century.server.log.store import Store
from century.server.metrics import Metrics
from century.server.notifications.notifier import Notifier
from century.server.service import TableService
from century.server.settings import Settings
from century.server.web import (
    games_routes,
    link_previews,
    lobby_routes,
    notification_routes,
    people_routes,
    ratings_routes,
    reference_routes,
    table_routes,
)
from century.server.web.dependencies import Service
from century.server.web.error_responses import error_body, http_status
from century.server.web.limits import DatabaseBuckets, Limits
from century.server.web.middleware import SecurityMiddleware
from century.server.web.page import add_page, the_page, wants_page
from century.server.web.requests import validation_message
from century.server.web.responses import ERROR_RESPONSES
from century.server.web.sockets import TableSockets
from century.warmup import warm_up

__all__ = ["game_routers", "make_app"]

ROUTERS = (
    people_routes,
    games_routes,
    ratings_routes,
    lobby_routes,
    notification_routes,
    table_routes,
    reference_routes,
    link_previews,
)

_log = structlog.get_logger("century.app")


def make_app(settings: Settings) -> FastAPI:
    """Return the application of a server; it opens the database when it starts."""
    metrics = Metrics()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = await asyncio.to_thread(Store, settings.database)
        app.state.service = service = TableService(settings, store, metrics)
        try:  # a start that fails must not leave threads and connections behind
            if store.shared:
                limits.shared = DatabaseBuckets(service)
            await service.open(await asyncio.to_thread(_load_rules))
            app.state.lobby = Lobby(service)
            app.state.notifier = service.scheduler.turns = notifier = Notifier(service)
            await notifier.open()
            if settings.background_work:
                service.spawn(rate_games(service))
                service.spawn(clean_limits(service))
                service.spawn(notify_people(notifier))
            _log.info("open", version=__version__, database=store.engine.dialect.name)
            yield
        finally:
            await service.close()
            await asyncio.to_thread(store.close)
            _log.info("closed")

    app = FastAPI(
        title="century",
        version=__version__,
        summary="Tables for board games, over HTTP and WebSocket",
        description="Players change a table by commands; docs/server.md describes the socket.",
        docs_url=None,  # FastAPI's own page loads scripts from another server
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.settings = settings
    app.state.metrics = metrics
    app.state.limits = limits = Limits(settings)
    _add_operator_routes(app)
    if settings.metrics:
        _add_metrics(app, metrics)
    for router in (module.router for module in ROUTERS):
        # Not `include_router`, which prepares a copy of each route: a third of a second in all.
        app.router.routes.extend(router.routes)
    for router in game_routers():
        app.include_router(router, prefix="/api", responses=ERROR_RESPONSES)
    add_page(app)
    _add_error_handlers(app, metrics)
    app.add_middleware(TableSockets)
    app.add_middleware(SecurityMiddleware, settings=settings, metrics=metrics, limits=limits)
    return app


def game_routers() -> Iterator[APIRouter]:
    """Yield the `router` of each game that has a module `web`; its routes are below /api."""
    for name in games():
        module = f"{game(name).package}.web"
        if find_spec(module) is None:
            continue
        try:
            router = import_module(module).router
        except Exception as error:  # a broken game must not stop the others
            _log.error("a game's routes cannot be loaded", game=name, kind=type(error).__name__)
        else:
            yield router


def _load_rules() -> set[str]:
    """Load the compiled rules before the first table needs them; return the unplayable games."""
    unplayable = set()
    for name in games():
        try:
            warm_up(game(name), lambda _step: None)
            position = game(name).start(game(name).players[0], 0)
            position.apply(position.actions()[0]).redeal(0, 0).view(0)
            position.scores()
        except Exception as error:  # a broken game must not stop the others
            _log.error("a game cannot be played", game=name, fault=describe(error))
            unplayable.add(name)
    return unplayable


def _add_error_handlers(app: FastAPI, metrics: Metrics) -> None:
    def respond(status: int, body: dict[str, Any], headers: Any = None) -> Response:
        metrics.errors.labels(body["code"]).inc()
        return JSONResponse(body, status, headers)

    @app.exception_handler(CenturyError)
    async def _century_error(_request: Request, error: CenturyError) -> Response:
        return respond(http_status(error), error_body(error))

    @app.exception_handler(RequestValidationError)
    async def _validation_error(_request: Request, error: RequestValidationError) -> Response:
        message = validation_message(list(error.errors()))
        return respond(422, {"code": "bad-message", "message": message})

    @app.exception_handler(HTTPException)
    async def _http_error(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404 and wants_page(request):
            metrics.errors.labels("not-found").inc()
            return the_page(404)
        code = {404: "not-found", 405: "bad-method"}.get(error.status_code, "bad-message")
        body = {"code": code, "message": str(error.detail)}
        return respond(error.status_code, body, error.headers)

    @app.exception_handler(Exception)
    async def _unexpected_error(_request: Request, error: Exception) -> Response:
        _log.error("unexpected error", kind=type(error).__name__)
        return respond(500, {"code": "server-fault", "message": "an error inside the server"})

    @app.exception_handler(DataError)
    async def _data_error(_request: Request, _error: DataError) -> Response:
        # PostgreSQL stores no text with a zero byte, and does not compare with one either.
        message = "the database does not accept a value of this request"
        return respond(422, {"code": "bad-message", "message": message})

    @app.exception_handler(SQLAlchemyError)
    async def _database_error(_request: Request, error: SQLAlchemyError) -> Response:
        _log.error("database error", kind=type(error).__name__)
        return respond(503, {"code": "not-saved", "message": "the database does not answer"})


def _add_operator_routes(app: FastAPI) -> None:
    @app.get("/docs", response_class=HTMLResponse, include_in_schema=False)
    async def docs() -> str:
        """List the routes."""
        return _html("century: the API", _route_table(app.openapi()))

    @app.get("/healthz", response_class=PlainTextResponse, include_in_schema=False)
    async def health() -> str:
        """Answer while the process runs."""
        return "ok\n"

    @app.get("/readyz", response_class=PlainTextResponse, include_in_schema=False)
    async def readiness(service: Service) -> Response:
        """Answer while everything works; otherwise say what does not."""
        faults = list(service.faults)
        try:
            await asyncio.to_thread(service.store.ping)
        except SQLAlchemyError as error:
            faults.append(f"the database does not answer: {type(error).__name__}")
        text = "\n".join(faults) or "ok"
        return PlainTextResponse(f"{text}\n", 503 if faults else 200)


def _add_metrics(app: FastAPI, metrics: Metrics) -> None:
    @app.get("/metrics", include_in_schema=False)
    async def export_metrics() -> Response:
        """Export the metrics to Prometheus."""
        return Response(metrics.export(), media_type="text/plain; version=0.0.4")


def _html(title: str, body: str) -> str:
    head = f"<!doctype html><html lang='en'><meta charset='utf-8'><title>{escape(title)}</title>"
    return f"{head}<h1>{escape(title)}</h1>{body}</html>"


def _route_table(schema: dict[str, Any]) -> str:
    rows = "".join(
        f"<tr><td>{method.upper()}</td><td><code>{escape(path)}</code></td>"
        f"<td>{escape(operation.get('description', ''))}</td></tr>"
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    )
    return f"<p>As data: <a href='/openapi.json'>/openapi.json</a></p><table>{rows}</table>"
