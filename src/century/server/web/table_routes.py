"""The routes of tables: making them, joining, commands, and looking at them."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Annotated, Any, Literal

import segno
from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.requests import HTTPConnection

from century.core.words import ENGLISH
from century.errors import CenturyError, NotAllowed, NoToken, TableNotOver, UnknownTable
from century.server.service import Tables
from century.server.table import snapshot as shown
from century.server.table.seats import watch_token
from century.server.table.table import Table
from century.server.web import requests as messages
from century.server.web import responses as answers
from century.server.web.error_responses import done, refused
from century.server.web.middleware import address
from century.server.web.responses import answer, text

__all__ = ["router", "tables_of", "token_of"]

YEAR = 365 * 86_400  # seconds a browser keeps a token
_ID = re.compile(r"[0-9a-f]{32}")
_CODE = re.compile(r"[A-Za-z2-9]{6}")

_FAULTS: dict[int | str, dict[str, Any]] = {
    status: {"model": messages.Fault, "description": what}
    for status, what in {
        400: "not to be understood",
        401: "a token is needed",
        403: "not for you to do",
        404: "not there",
        409: "not now",
        413: "too large",
        422: "not acceptable",
        429: "too many requests",
        503: "not saved",
    }.items()
}

router = APIRouter(prefix="/api", responses=_FAULTS)


def tables_of(connection: HTTPConnection) -> Tables:
    """Return the server's tables."""
    found: Tables = connection.app.state.tables
    return found


def known_id(table: Annotated[str, Path(description="a table's id")]) -> str:
    """Return a table's id, or raise UnknownTable for what cannot be one."""
    if not _ID.fullmatch(table):
        raise UnknownTable("there is no such table")
    return table


def token_of(connection: HTTPConnection, table: str) -> str | None:
    """Return the token that somebody shows: in a header, or in the table's cookie."""
    scheme, _, given = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and given:
        return given.strip()
    return connection.cookies.get(cookie(table))


def cookie(table: str) -> str:
    """Name the cookie that keeps the token of a table."""
    return f"century-{table}"


def _the_token(request: Request, table: Annotated[str, Depends(known_id)]) -> str | None:
    return token_of(request, table)


AllTables = Annotated[Tables, Depends(tables_of)]
TableId = Annotated[str, Depends(known_id)]
TokenGiven = Annotated[str | None, Depends(_the_token)]


# Making and joining


@router.post("/tables", status_code=201, responses=answer(answers.Welcome, 201))
async def create(wanted: messages.CreateTable, request: Request, tables: AllTables) -> Response:
    """Make a table; the answer holds the host's secret token."""
    request.app.state.makers.take(address(request.scope))
    table, token = await tables.create(wanted)
    return _welcome(request, table, token, 201)


@router.get("/codes/{code}", responses=answer(answers.Outline))
async def by_code(code: str, tables: AllTables) -> Response:
    """Find a table by its short code."""
    if not _CODE.fullmatch(code):
        raise UnknownTable("there is no table with that code")
    return JSONResponse(shown.outline(await tables.by_code(code)))


@router.post("/tables/{table}/join", responses=answer(answers.Welcome))
async def join(
    table: TableId, wanted: messages.Join, code: str, request: Request, tables: AllTables
) -> Response:
    """Sit down at a table whose code one knows; the answer holds one's secret token."""
    found = await tables.get(table)
    if code.upper() != found.code:
        raise NotAllowed("that is not the code of this table")
    found, token = await tables.join(table, wanted, token_of(request, table))
    return _welcome(request, found, token, 200)


@router.post("/tables/{table}/session", responses=answer(answers.Welcome))
async def use_token(
    table: TableId, given: messages.UseToken, request: Request, tables: AllTables
) -> Response:
    """Keep the token of a private link, or of a link to watch, in this browser."""
    found = await tables.get(table)
    if not found.viewer(given.token).known:
        raise NoToken("that token is good for nothing here")
    return _welcome(request, found, given.token, 200)


@router.post("/tables/{table}/follow", responses=answer(answers.Welcome))
async def follow(
    table: TableId, request: Request, token: TokenGiven, tables: AllTables
) -> Response:
    """Go on to the rematch of a table: one's token is good there, and this browser keeps it."""
    found, _ = await tables.seen(table, token)
    if found.rematch is None:
        raise TableNotOver("there is no rematch of this table yet")
    then = await tables.get(found.rematch)
    if token is None or not then.viewer(token).known:
        raise NoToken("only who sat at the table has a seat at its rematch")
    return _welcome(request, then, token, 200)


def _welcome(request: Request, table: Table, token: str, status: int) -> Response:
    """Show the table to whoever holds a token, and let their browser keep it."""
    state = shown.state(table, table.viewer(token))
    body = {"token": token, "links": _links(request, table, token), "state": state}
    answer = JSONResponse(body, status)
    answer.set_cookie(
        cookie(table.id),
        token,
        max_age=YEAR,
        path=f"/api/tables/{table.id}",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )
    return answer


def _links(request: Request, table: Table, token: str) -> dict[str, str]:
    """Return the links that somebody may pass on; secrets stand where no server logs them."""
    here = (request.app.state.settings.public or str(request.base_url)).rstrip("/")
    viewer = table.viewer(token)
    links = {}
    if viewer.seats or viewer.host:
        links["invite"] = f"{here}/#join={table.code}"
        links["private"] = f"{here}/#table={table.id}&token={token}"
    if viewer.host and table.options["watch"] != "nobody":
        links["watch"] = f"{here}/#table={table.id}&token={watch_token(token)}"
    return links


# Playing


@router.post(
    "/tables/{table}/commands",
    responses=answer(answers.Done) | answer(answers.Refused, 409),
)
async def command(
    table: TableId, command: messages.AnyCommand, token: TokenGiven, tables: AllTables
) -> Response:
    """Do something at a table; a socket takes the same commands."""
    try:
        outcome = await tables.command(table, command, token)
    except CenturyError as error:
        status, body = await refused(tables, table, token, error)
        return JSONResponse(body, status)
    return JSONResponse(done(outcome, token))


@router.post("/tables/{table}/preview", responses=answer(answers.Previewed))
async def preview(
    table: TableId, wanted: messages.Preview, token: TokenGiven, tables: AllTables
) -> Response:
    """See what would come of some decisions, without deciding; what is hidden stays hidden."""
    found, viewer = await tables.seen(table, token)
    return JSONResponse(shown.preview(found, viewer, wanted.tokens))


# Looking


@router.get("/tables/{table}", responses=answer(answers.State))
async def look(table: TableId, token: TokenGiven, tables: AllTables) -> Response:
    """See a table as it is."""
    return JSONResponse(shown.state(*await tables.seen(table, token)))


@router.get("/tables/{table}/why", responses=answer(answers.Sentences))
async def why(
    table: TableId,
    token: TokenGiven,
    tables: AllTables,
    tokens: Annotated[messages.MaybeTokens, Query(default_factory=list)],
    language: str = ENGLISH,
) -> Response:
    """Learn of each action that is not legal now why it is not, in a language."""
    found, viewer = await tables.seen(table, token)
    return JSONResponse(shown.whys(found, viewer, list(tokens), language))


@router.get("/tables/{table}/log", responses=answer(answers.Log))
async def log(
    table: TableId,
    token: TokenGiven,
    tables: AllTables,
    after: Annotated[int, Query(ge=0, lt=2**31)] = 0,
) -> Response:
    """Read the decisions that stand, with what each came to; or those after the first so many."""
    found, _ = await tables.seen(table, token)
    return JSONResponse(shown.history(found, after))


@router.get("/tables/{table}/result", responses=answer(answers.Result))
async def result(table: TableId, token: TokenGiven, tables: AllTables) -> Response:
    """See what a finished game came to: points by kind, and how they grew by the round."""
    found, _ = await tables.seen(table, token)
    return JSONResponse(shown.result(found))


@router.get("/tables/{table}/events", responses=answer(answers.Events))
async def events(
    table: TableId,
    token: TokenGiven,
    tables: AllTables,
    after: Annotated[int, Query(ge=0, lt=2**31)] = 0,
) -> Response:
    """Read what happened after a version."""
    found, _ = await tables.seen(table, token)
    return JSONResponse([shown.event(event) for event in found.events[after:]])


@router.get("/tables/{table}/positions/{count}", responses=answer(answers.Past))
async def past(
    table: TableId,
    count: Annotated[int, Path(ge=0, lt=2**31)],
    token: TokenGiven,
    tables: AllTables,
) -> Response:
    """See the table as it was after so many decisions."""
    found, viewer = await tables.seen(table, token)
    return JSONResponse(shown.past(found, viewer, count))


@router.get("/tables/{table}/position", responses=answer(answers.PositionText))
async def position(table: TableId, token: TokenGiven, tables: AllTables) -> Response:
    """Get the position's text for a bot, with all that one cannot know dealt anew."""
    found, viewer = await tables.seen(table, token)
    seat = shown.eyes(found, viewer)
    here = shown.begun(found)
    if seat is None:
        raise NotAllowed("only somebody who sits at the table may do that")
    return JSONResponse({"version": found.version, "position": here.redeal(seat, 0).to_text()})


@router.get(
    "/tables/{table}/record",
    response_class=Response,
    responses=text("text/plain", "A record, as in docs/notation.md"),
)
async def record(table: TableId, token: TokenGiven, tables: AllTables) -> Response:
    """Download the record of a finished game."""
    found, _ = await tables.seen(table, token)
    name = f"{found.options['game']}-{found.code}.txt"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(shown.record(found), headers=headers)


@router.get("/tables/{table}/links", responses=answer(answers.Links))
async def links(table: TableId, request: Request, token: TokenGiven, tables: AllTables) -> Response:
    """Get the links to invite others, to watch, and to move one's seat to another device."""
    found, _ = await tables.seen(table, token)
    return JSONResponse(_links(request, found, token) if token else {})


@router.get(
    "/tables/{table}/qr.svg",
    response_class=Response,
    responses=text("image/svg+xml", "A drawing"),
)
async def qr_code(
    table: TableId,
    request: Request,
    token: TokenGiven,
    tables: AllTables,
    link: Literal["invite", "watch", "private"] = "invite",
) -> Response:
    """Get one of the links as a QR code."""
    found, _ = await tables.seen(table, token)
    known = _links(request, found, token) if token else {}
    if link not in known:
        raise NotAllowed(f"the link {link!r} is not yours to pass on")
    drawn = BytesIO()
    segno.make(known[link]).save(drawn, kind="svg", scale=4, border=2)
    return Response(drawn.getvalue(), media_type="image/svg+xml")
