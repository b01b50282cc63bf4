"""The routes of tables: creating, joining, commands, and reading."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Annotated, Any, Literal

import orjson
import segno
from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse

from century.core.words import ENGLISH
from century.errors import CenturyError
from century.server.errors import NotAllowed, NoToken, TableNotOver, UnknownTable
from century.server.table import snapshot
from century.server.table.credentials import spectator_token
from century.server.table.history import read_log
from century.server.table.table import Table
from century.server.web import requests, responses
from century.server.web.dependencies import GivenToken, Service, TableId, cookie_name, token_of
from century.server.web.error_responses import refuse_command
from century.server.web.limits import Limits, host_and_network
from century.server.web.middleware import client_address
from century.server.web.responses import ERROR_RESPONSES, describe, describe_text

__all__ = ["router"]

COOKIE_SECONDS = 365 * 86_400
CODE_SECONDS = 30 * 86_400.0  # until nobody can join with a code any more
MAX_EVENTS = 1_000  # in one response
_CODE = re.compile(r"[A-Za-z2-9]{6}")

router = APIRouter(prefix="/api", responses=ERROR_RESPONSES)


# Creating and joining


@router.post("/tables", status_code=201, responses=describe(responses.Session, 201))
async def create(body: requests.CreateTable, request: Request, service: Service) -> Response:
    """Create a table; the response contains the host's secret token."""
    address = client_address(request.scope)
    await request.app.state.limits.count_new_table(address)
    table, token = await service.create(body.to_new_table(), host_and_network(address)[0])
    return _session(request, table, token, 201)


@router.get("/codes/{code}", responses=describe(responses.Outline))
async def by_code(code: str, request: Request, service: Service) -> Response:
    """Find a table by its short code; strangers find only tables that wait for players."""
    limits, address = _code_limits(request)
    await limits.check_wrong_codes(address)
    try:
        if not _CODE.fullmatch(code):
            raise UnknownTable("there is no table with that code")
        found = await service.by_code(code)
        if _is_expired(found, service) and not _is_known(request, found):
            raise UnknownTable("there is no table with that code")
    except UnknownTable:
        await limits.count_wrong_code(address)
        raise
    return JSONResponse(snapshot.outline(found))


@router.post("/tables/{table}/join", responses=describe(responses.Session))
async def join(
    table: TableId, body: requests.Join, code: str, request: Request, service: Service
) -> Response:
    """Take an open seat with the table's code; the response contains a secret token."""
    limits, address = _code_limits(request)
    await limits.check_wrong_codes(address)
    found = await service.get(table)
    if code.upper() != found.code:
        await limits.count_wrong_code(address)
        raise NotAllowed("that is not the code of this table")
    if found.status == "open" and _is_expired(found, service):
        raise NotAllowed("the code of this table has expired")
    found, token = await service.join(table, body.to_join_table(), token_of(request, table))
    return _session(request, found, token, 200)


def _code_limits(request: Request) -> tuple[Limits, str]:
    """Return the limits, and the address whose wrong codes they count."""
    return request.app.state.limits, client_address(request.scope)


def _is_expired(table: Table, service: Service) -> bool:
    """Whether the code of a table is of no use any more: the game has started, or it is old."""
    age = service.source.now() - table.events[0].at
    return table.status != "open" or age > CODE_SECONDS


def _is_known(request: Request, table: Table) -> bool:
    """Whether the sender may see a table without its code."""
    return table.viewer(token_of(request, table.id)).authorized


@router.post("/tables/{table}/session", responses=describe(responses.Session))
async def use_token(
    table: TableId, body: requests.UseToken, request: Request, service: Service
) -> Response:
    """Store the token of a private link, or of a link to watch, in a cookie."""
    found = await service.get(table)
    if not found.viewer(body.token).authorized:
        raise NoToken("that token is not valid for this table")
    return _session(request, found, body.token, 200)


@router.post("/tables/{table}/follow", responses=describe(responses.Session))
async def follow(table: TableId, request: Request, token: GivenToken, service: Service) -> Response:
    """Go to the rematch of a table; the token is valid there, and a cookie stores it."""
    found, _ = await service.authorized(table, token)
    if found.rematch is None:
        raise TableNotOver("there is no rematch of this table yet")
    rematch = await service.get(found.rematch)
    if token is None or not rematch.viewer(token).authorized:
        raise NoToken("only people of the first table have a seat at its rematch")
    return _session(request, rematch, token, 200)


def _session(request: Request, table: Table, token: str, status: int) -> Response:
    """Return the table for the holder of a token, and store the token in a cookie."""
    state = snapshot.state(table, table.viewer(token))
    body = {"token": token, "links": _links(request, table, token), "state": state}
    response = JSONResponse(body, status)
    response.set_cookie(
        cookie_name(table.id),
        token,
        max_age=COOKIE_SECONDS,
        path=f"/api/tables/{table.id}",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )
    return response


def _links(request: Request, table: Table, token: str) -> dict[str, str]:
    """Return the links for a viewer; secrets are in the fragment, which servers do not log."""
    address = (request.app.state.settings.public_url or str(request.base_url)).rstrip("/")
    viewer = table.viewer(token)
    links = {}
    if viewer.seats or viewer.host:
        links["invite"] = f"{address}/#join={table.code}"
        links["private"] = f"{address}/#table={table.id}&token={token}"
    if viewer.host and table.options["watch"] != "nobody":
        links["watch"] = f"{address}/#table={table.id}&token={spectator_token(token)}"
    return links


# Commands


@router.post(
    "/tables/{table}/commands",
    responses=describe(responses.CommandResult) | describe(responses.CommandRefused, 409),
)
async def command(
    table: TableId, body: requests.AnyCommand, token: GivenToken, service: Service
) -> Response:
    """Execute a command; the socket accepts the same commands."""
    try:
        outcome = await service.command(table, body.to_command(), token)
    except CenturyError as error:
        status, refusal = await refuse_command(service, table, token, error)
        return JSONResponse(refusal, status)
    found = outcome.table
    return JSONResponse(
        {
            "repeated": outcome.repeated,
            "events": [snapshot.event(event) for event in outcome.events],
            "state": snapshot.state(found, found.viewer(token)),
        }
    )


@router.post("/tables/{table}/preview", responses=describe(responses.PreviewResult))
async def preview(
    table: TableId, body: requests.Preview, token: GivenToken, service: Service
) -> Response:
    """Show the outcome of decisions without making them; hidden information stays hidden."""
    found, viewer = await service.authorized(table, token)
    return JSONResponse(snapshot.preview(found, viewer, body.tokens))


# Reading


@router.get("/tables/{table}", responses=describe(responses.State))
async def state(table: TableId, token: GivenToken, service: Service) -> Response:
    """Return the state of a table."""
    return JSONResponse(snapshot.state(*await service.authorized(table, token)))


@router.get("/tables/{table}/why", responses=describe(responses.Reasons))
async def why(
    table: TableId,
    token: GivenToken,
    service: Service,
    tokens: Annotated[requests.OptionalTokens, Query(default_factory=list)],
    language: str = ENGLISH,
) -> Response:
    """Explain in a language why each illegal action is illegal."""
    found, viewer = await service.authorized(table, token)
    return JSONResponse(snapshot.whys(found, viewer, tokens, language))


@router.get("/tables/{table}/log", responses=describe(responses.History))
async def log(
    table: TableId,
    token: GivenToken,
    service: Service,
    after: Annotated[int, Query(ge=0, lt=2**31)] = 0,
) -> Response:
    """Return moves after the first `after` decisions, about 1,000 decisions at most."""
    found, _ = await service.authorized(table, token)
    return _fast_json(await read_log(found, after))


@router.get("/tables/{table}/result", responses=describe(responses.Result))
async def result(table: TableId, token: GivenToken, service: Service) -> Response:
    """Return the result of a finished game: points by kind, and the scores of each round."""
    found, _ = await service.authorized(table, token)
    return JSONResponse(await snapshot.result(found))


@router.get("/tables/{table}/events", responses=describe(responses.Events))
async def events(
    table: TableId,
    token: GivenToken,
    service: Service,
    after: Annotated[int, Query(ge=0, lt=2**31)] = 0,
) -> Response:
    """Return the events after a version, 1,000 at most."""
    found, _ = await service.authorized(table, token)
    page = found.events[after : after + MAX_EVENTS]
    return _fast_json([snapshot.event(event) for event in page])


def _fast_json(data: Any) -> Response:
    """Return a response with much data; JSONResponse would stop all tables for milliseconds."""
    return Response(orjson.dumps(data), media_type="application/json")


@router.get("/tables/{table}/positions/{count}", responses=describe(responses.PastPosition))
async def past(
    table: TableId,
    count: Annotated[int, Path(ge=0, lt=2**31)],
    token: GivenToken,
    service: Service,
) -> Response:
    """Return the view after the first `count` decisions."""
    found, viewer = await service.authorized(table, token)
    return JSONResponse(snapshot.past(found, viewer, count))


@router.get("/tables/{table}/position", responses=describe(responses.PositionText))
async def position(table: TableId, token: GivenToken, service: Service) -> Response:
    """Return the text of the position for a bot, with hidden information dealt at random."""
    found, viewer = await service.authorized(table, token)
    text = snapshot.position_text(found, viewer)
    return JSONResponse({"version": found.version, "position": text})


@router.get(
    "/tables/{table}/record",
    response_class=Response,
    responses=describe_text("text/plain", "A record, as in docs/notation.md"),
)
async def record(table: TableId, token: GivenToken, service: Service) -> Response:
    """Download the record of a finished game."""
    found, _ = await service.authorized(table, token)
    name = f"{found.options['game']}-{found.code}.txt"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(snapshot.record(found), headers=headers)


@router.get("/tables/{table}/links", responses=describe(responses.Links))
async def links(table: TableId, request: Request, token: GivenToken, service: Service) -> Response:
    """Return the links to invite people, to watch, and to move a seat to another device."""
    found, _ = await service.authorized(table, token)
    return JSONResponse(_links(request, found, token) if token else {})


@router.get(
    "/tables/{table}/qr.svg",
    response_class=Response,
    responses=describe_text("image/svg+xml", "A QR code"),
)
async def qr_code(
    table: TableId,
    request: Request,
    token: GivenToken,
    service: Service,
    link: Literal["invite", "watch", "private"] = "invite",
) -> Response:
    """Return one of the links as a QR code."""
    found, _ = await service.authorized(table, token)
    known = _links(request, found, token) if token else {}
    if link not in known:
        raise NotAllowed(f"you may not pass on the link {link!r}")
    drawn = BytesIO()
    segno.make(known[link]).save(drawn, kind="svg", scale=4, border=2)
    return Response(drawn.getvalue(), media_type="image/svg+xml")
