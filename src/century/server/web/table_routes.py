"""The routes of tables: creating, joining, commands, and reading."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Annotated, Any, Literal

import orjson
from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse

from century.core.words import ENGLISH
from century.errors import CenturyError
from century.server.errors import NotAllowed, NoToken, TableNotOver, UnknownTable
from century.server.table import snapshot
from century.server.table.history import read_log
from century.server.table.replay import table_replay
from century.server.table.table import Table
from century.server.web import requests, responses
from century.server.web.dependencies import (
    GivenPerson,
    KnownPerson,
    NewOrKnown,
    Sender,
    Service,
    TableId,
    set_cookie,
    site_address,
)
from century.server.web.error_responses import refuse_command
from century.server.web.limits import Limits, host_and_network
from century.server.web.middleware import client_address
from century.server.web.responses import ERROR_RESPONSES, describe, describe_text

__all__ = ["router"]

CODE_SECONDS = 30 * 86_400.0  # until nobody can join with a code any more
MAX_EVENTS = 1_000  # in one response
_CODE = re.compile(r"[A-Za-z2-9]{6}")

router = APIRouter(prefix="/api", responses=ERROR_RESPONSES)


# Creating and joining


@router.post("/tables", status_code=201, responses=describe(responses.Session, 201))
async def create(
    body: requests.CreateTable, request: Request, sender: NewOrKnown, service: Service
) -> Response:
    """Create a table; the sender is its host. A repeated `id` returns the same table."""
    address = client_address(request.scope)
    await request.app.state.limits.count_new_table(address)
    owner, _ = host_and_network(address)
    table = await service.create(body.to_new_table(), sender.person, owner)
    return _session(request, table, sender, 201)


@router.get("/codes/{code}", responses=describe(responses.Outline))
async def by_code(code: str, request: Request, person: GivenPerson, service: Service) -> Response:
    """Find a table by its short code; strangers find only tables that wait for players."""
    limits, address = _code_limits(request)
    async with limits.one_guess(address):
        try:
            if not _CODE.fullmatch(code):
                raise UnknownTable("there is no table with that code")
            found = await service.by_code(code)
            if _is_expired(found, service) and not found.viewer(person).authorized:
                raise UnknownTable("there is no table with that code")
        except UnknownTable:
            await limits.count_wrong_code(address)
            raise
    return JSONResponse(snapshot.outline(found))


@router.post("/tables/{table}/join", responses=describe(responses.Session))
async def join(
    table: TableId,
    body: requests.Join,
    request: Request,
    sender: NewOrKnown,
    service: Service,
    code: str = "",
) -> Response:
    """Take an open seat; the table's code is needed unless anyone may join."""
    limits, address = _code_limits(request)
    async with limits.one_guess(address):
        found = await service.get(table)
        if code.upper() != found.code and found.options["join"] != "anyone":
            await limits.count_wrong_code(address)
            raise NotAllowed("that is not the code of this table")
    if found.status == "open" and _is_expired(found, service):
        raise NotAllowed("the code of this table has expired")
    found = await service.join(table, body.to_join_table(), sender.person)
    return _session(request, found, sender, 200)


def _code_limits(request: Request) -> tuple[Limits, str]:
    """Return the limits, and the address whose wrong codes they count."""
    return request.app.state.limits, client_address(request.scope)


def _is_expired(table: Table, service: Service) -> bool:
    """Whether the code of a table is of no use any more: the game has started, or it is old."""
    age = service.time.now() - table.events[0].at
    return table.status != "open" or age > CODE_SECONDS


@router.post("/tables/{table}/session", responses=describe(responses.Session))
async def use_token(
    table: TableId,
    body: requests.UseToken,
    request: Request,
    sender: NewOrKnown,
    service: Service,
) -> Response:
    """Add the right to watch, with the token of a link, to the person who sends it."""
    found = await service.get(table)
    if not found.is_watch_token(body.token):
        raise NoToken("that token is not valid for this table")
    if not found.viewer(sender.person).authorized:
        await service.watch(found, sender.person)
    return _session(request, found, sender, 200)


@router.post("/tables/{table}/follow", responses=describe(responses.Session))
async def follow(
    table: TableId, request: Request, person: KnownPerson, service: Service
) -> Response:
    """Go to the rematch of a table: the same people have seats there, and the same may watch."""
    found, _ = await service.authorized(table, person)
    if found.rematch is None:
        raise TableNotOver("there is no rematch of this table yet")
    rematch = await service.get(found.rematch)
    if not rematch.viewer(person).authorized:
        await service.watch(rematch, person)
    return _session(request, rematch, Sender(person), 200)


def _session(request: Request, table: Table, sender: Sender, status: int) -> Response:
    """Return the table for a person; a new person's secret is stored in a cookie."""
    body = {
        "token": sender.new_secret,
        "links": _links(request, table, sender.person),
        "state": snapshot.state(table, table.viewer(sender.person)),
    }
    response = JSONResponse(body, status)
    if sender.new_secret is not None:
        set_cookie(request, response, sender.new_secret)
    return response


def _links(request: Request, table: Table, person: str | None) -> dict[str, str]:
    """Return the links for a viewer.

    Secrets are in the fragment, which servers do not receive; link_previews.py has the paths.
    """
    address = site_address(request)
    viewer = table.viewer(person)
    links = {}
    if viewer.seats or viewer.host:
        links["invite"] = f"{address}/invite/{table.options['game']}#join={table.code}"
    if viewer.host and table.options["watch"] != "nobody" and table.watch_token:
        links["watch"] = f"{address}/table/{table.id}#table={table.id}&token={table.watch_token}"
    return links


# Commands


@router.post(
    "/tables/{table}/commands",
    responses=describe(responses.CommandResult) | describe(responses.CommandRefused, 409),
)
async def command(
    table: TableId, body: requests.AnyCommand, person: GivenPerson, service: Service
) -> Response:
    """Execute a command; the socket accepts the same commands."""
    try:
        outcome = await service.command(table, body.to_command(), person)
    except CenturyError as error:
        status, refusal = await refuse_command(service, table, person, error)
        return JSONResponse(refusal, status)
    found = outcome.table
    return JSONResponse(
        {
            "repeated": outcome.repeated,
            "events": [snapshot.event(event) for event in outcome.events],
            "state": snapshot.state(found, found.viewer(person)),
        }
    )


@router.post("/tables/{table}/say", status_code=204)
async def say(
    table: TableId, body: requests.Say, person: GivenPerson, service: Service
) -> Response:
    """Say a phrase to all viewers of a table; the socket accepts it too."""
    found, _ = await service.authorized(table, person)
    await service.say(found, person, body.phrase)
    return Response(status_code=204)


@router.post("/tables/{table}/preview", responses=describe(responses.PreviewResult))
async def preview(
    table: TableId, body: requests.Preview, person: GivenPerson, service: Service
) -> Response:
    """Show the outcome of decisions without making them; hidden information stays hidden."""
    found, viewer = await service.authorized(table, person)
    return JSONResponse(snapshot.preview(found, viewer, body.tokens, body.view))


# Reading


@router.get("/tables/{table}", responses=describe(responses.State))
async def state(table: TableId, person: GivenPerson, service: Service) -> Response:
    """Return the state of a table."""
    return JSONResponse(snapshot.state(*await service.authorized(table, person)))


@router.get("/tables/{table}/why", responses=describe(responses.Reasons))
async def why(
    table: TableId,
    person: GivenPerson,
    service: Service,
    tokens: Annotated[requests.OptionalTokens, Query(default_factory=list)],
    language: str = ENGLISH,
) -> Response:
    """Explain in a language why each illegal action is illegal."""
    found, viewer = await service.authorized(table, person)
    return JSONResponse(snapshot.whys(found, viewer, tokens, language))


@router.get("/tables/{table}/log", responses=describe(responses.History))
async def log(
    table: TableId,
    person: GivenPerson,
    service: Service,
    after: Annotated[int, Query(ge=0, lt=2**31)] = 0,
) -> Response:
    """Return moves after the first `after` decisions, about 1,000 decisions at most."""
    found, _ = await service.authorized(table, person)
    return _fast_json(await read_log(found, after))


@router.get("/tables/{table}/result", responses=describe(responses.Result))
async def result(table: TableId, person: GivenPerson, service: Service) -> Response:
    """Return the result of a finished game: points by kind, and the scores of each round."""
    found, _ = await service.authorized(table, person)
    return JSONResponse(await snapshot.result(found))


@router.get("/tables/{table}/replay", responses=describe(responses.Replay))
async def replay(table: TableId, person: GivenPerson, service: Service) -> Response:
    """Return what each turn of a finished game changed, for the replay."""
    found, _ = await service.authorized(table, person)
    return _fast_json(await table_replay(found))


@router.get("/tables/{table}/events", responses=describe(responses.Events))
async def events(
    table: TableId,
    person: GivenPerson,
    service: Service,
    after: Annotated[int, Query(ge=0, lt=2**31)] = 0,
) -> Response:
    """Return the events after a version, 1,000 at most."""
    found, _ = await service.authorized(table, person)
    page = found.events[after : after + MAX_EVENTS]
    return _fast_json([snapshot.event(event) for event in page])


def _fast_json(data: Any) -> Response:
    """Return a response with much data; JSONResponse would stop all tables for milliseconds."""
    return Response(orjson.dumps(data), media_type="application/json")


@router.get("/tables/{table}/positions/{count}", responses=describe(responses.PastPosition))
async def past(
    table: TableId,
    count: Annotated[int, Path(ge=0, lt=2**31)],
    person: GivenPerson,
    service: Service,
) -> Response:
    """Return the view after the first `count` decisions."""
    found, viewer = await service.authorized(table, person)
    return JSONResponse(snapshot.past(found, viewer, count))


@router.get("/tables/{table}/position", responses=describe(responses.PositionText))
async def position(table: TableId, person: GivenPerson, service: Service) -> Response:
    """Return the text of the position for a bot, with hidden information dealt at random."""
    found, viewer = await service.authorized(table, person)
    text = snapshot.position_text(found, viewer)
    return JSONResponse({"version": found.version, "position": text})


@router.get(
    "/tables/{table}/record",
    response_class=Response,
    responses=describe_text("text/plain", "A record, as in docs/notation.md"),
)
async def record(table: TableId, person: GivenPerson, service: Service) -> Response:
    """Download the record of a finished game."""
    found, _ = await service.authorized(table, person)
    name = f"{found.options['game']}-{found.code}.txt"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(snapshot.record(found), headers=headers)


@router.get("/tables/{table}/links", responses=describe(responses.Links))
async def links(
    table: TableId, request: Request, person: GivenPerson, service: Service
) -> Response:
    """Return the links to invite people and to watch."""
    found, _ = await service.authorized(table, person)
    return JSONResponse(_links(request, found, person))


@router.get(
    "/tables/{table}/qr.svg",
    response_class=Response,
    responses=describe_text("image/svg+xml", "A QR code"),
)
async def qr_code(
    table: TableId,
    request: Request,
    person: GivenPerson,
    service: Service,
    link: Literal["invite", "watch"] = "invite",
) -> Response:
    """Return one of the links as a QR code."""
    found, _ = await service.authorized(table, person)
    known = _links(request, found, person)
    if link not in known:
        raise NotAllowed(f"you may not pass on the link {link!r}")
    import segno  # only a few requests need it

    drawn = BytesIO()
    segno.make(known[link]).save(drawn, kind="svg", scale=4, border=2)
    return Response(drawn.getvalue(), media_type="image/svg+xml")
