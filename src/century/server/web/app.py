"""The application: tables over HTTP and WebSocket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from html import escape
from typing import Any

import structlog
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException

from century import __version__
from century.errors import CenturyError
from century.position import game, games
from century.server.log.store import Store
from century.server.metrics import Metrics
from century.server.service import Tables
from century.server.settings import Settings
from century.server.web import reference_routes as library
from century.server.web import sockets as socket
from century.server.web import table_routes as routes
from century.server.web.error_responses import fault_body, status_of
from century.server.web.middleware import Buckets, Guard
from century.server.web.page import add_page, the_page, wants_page
from century.server.web.requests import first_fault
from century.warmup import warm_up

__all__ = ["make_app"]

HOUR = 3600.0

_log = structlog.get_logger("century.app")


def make_app(settings: Settings) -> FastAPI:
    """Make a server's application; the database is opened when it starts."""
    metrics = Metrics()

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        store = await asyncio.to_thread(Store, settings.database)
        app.state.tables = tables = Tables(settings, store, metrics)
        await asyncio.to_thread(_load_rules)
        await tables.open()
        _log.info("open", version=__version__, database=store.engine.dialect.name)
        try:
            yield
        finally:
            await tables.close()
            await asyncio.to_thread(store.close)
            _log.info("closed")

    app = FastAPI(
        title="century",
        version=__version__,
        summary="Tables of Century: Spice Road and Eastern Wonders",
        description="Everything a seat may do is a command; see docs/server.md for the socket.",
        docs_url=None,  # FastAPI's own page loads scripts from another server
        redoc_url=None,
        lifespan=life,
    )
    app.state.settings = settings
    app.state.metrics = metrics
    app.state.makers = Buckets(settings.tables_per_hour / HOUR, settings.tables_per_hour)
    for router in (routes.router, library.router, socket.router):
        app.include_router(router)
    _add_house_routes(app)
    add_page(app)
    _add_fault_handlers(app, metrics)
    app.add_middleware(Guard, settings=settings, metrics=metrics)
    return app


def _load_rules() -> None:
    """Load the compiled rules, so that the first table need not wait for them."""
    for name in games():
        warm_up(game(name), lambda _step: None)
        position = game(name).start(game(name).players[0], 0)
        position.apply(position.actions()[0]).redeal(0, 0).view(0)
        position.scores()


def _add_fault_handlers(app: FastAPI, metrics: Metrics) -> None:
    def answer(status: int, body: dict[str, Any], headers: Any = None) -> Response:
        metrics.faults.labels(body["code"]).inc()
        return JSONResponse(body, status, headers)

    @app.exception_handler(CenturyError)
    async def _known(_request: Request, error: CenturyError) -> Response:
        return answer(status_of(error), fault_body(error))

    @app.exception_handler(RequestValidationError)
    async def _badly_formed(_request: Request, error: RequestValidationError) -> Response:
        fault = first_fault(list(error.errors()))
        return answer(422, {"code": "bad-message", "message": fault})

    @app.exception_handler(HTTPException)
    async def _not_served(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404 and wants_page(request):
            metrics.faults.labels("not-found").inc()
            return the_page(404)
        code = {404: "not-found", 405: "bad-method"}.get(error.status_code, "bad-message")
        body = {"code": code, "message": str(error.detail)}
        return answer(error.status_code, body, error.headers)

    @app.exception_handler(Exception)
    async def _unforeseen(_request: Request, error: Exception) -> Response:
        _log.error("a fault of ours", kind=type(error).__name__)
        return answer(500, {"code": "server-fault", "message": "a fault of the server"})

    @app.exception_handler(SQLAlchemyError)
    async def _no_database(_request: Request, error: SQLAlchemyError) -> Response:
        _log.error("database", kind=type(error).__name__)
        return answer(503, {"code": "not-saved", "message": "the database does not answer"})


def _add_house_routes(app: FastAPI) -> None:
    @app.get("/docs", response_class=HTMLResponse, include_in_schema=False)
    async def docs() -> str:
        """List the routes."""
        return _page("century: the API", _routes(app.openapi()))

    @app.get("/healthz", response_class=PlainTextResponse, include_in_schema=False)
    async def healthy() -> str:
        """Tell that the server runs."""
        return "ok\n"

    @app.get("/readyz", response_class=PlainTextResponse, include_in_schema=False)
    async def ready(request: Request) -> str:
        """Tell that the database answers."""
        await asyncio.to_thread(routes.tables_of(request).store.count)
        return "ok\n"

    @app.get("/metrics", include_in_schema=False)
    async def counted(request: Request) -> Response:
        """Show what is counted, for Prometheus."""
        metrics: Metrics = request.app.state.metrics
        return Response(metrics.text(), media_type="text/plain; version=0.0.4")


def _page(title: str, body: str) -> str:
    head = f"<!doctype html><html lang='en'><meta charset='utf-8'><title>{escape(title)}</title>"
    return f"{head}<h1>{escape(title)}</h1>{body}</html>"


def _routes(schema: dict[str, Any]) -> str:
    rows = "".join(
        f"<tr><td>{method.upper()}</td><td><code>{escape(path)}</code></td>"
        f"<td>{escape(about.get('description', ''))}</td></tr>"
        for path, methods in schema["paths"].items()
        for method, about in methods.items()
    )
    return f"<p>As data: <a href='/openapi.json'>/openapi.json</a></p><table>{rows}</table>"
