"""Dependencies of the routes: the service, the table's id, and the person who sends a request."""

from __future__ import annotations

import re
from typing import Annotated, NamedTuple

from fastapi import Depends, Path, Request
from starlette.requests import HTTPConnection
from starlette.responses import Response

from century.server.errors import NoToken, UnknownTable
from century.server.service import TableService
from century.server.web.middleware import client_address

__all__ = [
    "COOKIE",
    "GivenPerson",
    "KnownPerson",
    "NewOrKnown",
    "Sender",
    "Service",
    "TableId",
    "get_service",
    "person_of",
    "secret_of",
    "set_cookie",
    "site_address",
    "table_id",
]

COOKIE = "century"  # one for the whole site; scripts cannot read it
COOKIE_SECONDS = 400 * 86_400  # the longest time that browsers accept

_ID = re.compile(r"[0-9a-f]{32}")


class Sender(NamedTuple):
    """A person who creates or joins a table, and their secret if the server has just made it."""

    person: str
    new_secret: str | None = None


def get_service(connection: HTTPConnection) -> TableService:
    """Return the table service of the application."""
    found: TableService = connection.app.state.service
    return found


def table_id(table: Annotated[str, Path(description="a table's id")]) -> str:
    """Return the table's id, or raise UnknownTable if it is malformed."""
    if not _ID.fullmatch(table):
        raise UnknownTable("there is no such table")
    return table


def secret_of(connection: HTTPConnection) -> str | None:
    """Return the secret from the Authorization header or from the cookie."""
    scheme, _, given = connection.headers.get("authorization", "").partition(" ")
    secret = given.strip() if scheme.lower() == "bearer" else connection.cookies.get(COOKIE, "")
    return secret if _ID.fullmatch(secret) else None


async def person_of(connection: HTTPConnection) -> str | None:
    """Return the id of the person who sends a request; None for a stranger."""
    secret = secret_of(connection)
    return None if secret is None else await get_service(connection).person(secret)


def set_cookie(request: Request, response: Response, secret: str) -> None:
    """Store a person's secret in the browser."""
    response.set_cookie(
        COOKIE,
        secret,
        max_age=COOKIE_SECONDS,
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )


def site_address(request: Request) -> str:
    """Return the address of the site for links."""
    public: str | None = request.app.state.settings.public_url
    return (public or str(request.base_url)).rstrip("/")


async def _given_person(request: Request) -> str | None:
    return await person_of(request)


async def _known_person(request: Request) -> str:
    person = await person_of(request)
    if person is None:
        raise NoToken("this needs the secret of a person")
    return person


async def _new_or_known(request: Request) -> Sender:
    """Return the sender; somebody without a secret becomes a new person."""
    service, secret = get_service(request), secret_of(request)
    known = None if secret is None else await service.person(secret)
    if known is not None:
        return Sender(known)
    await request.app.state.limits.count_new_person(client_address(request.scope))
    if secret is not None:
        return Sender(await service.person_or_new(secret))
    if request.headers.get("authorization", "").lower().startswith("bearer "):
        raise NoToken("a secret is 32 hexadecimal digits")  # not silently another person
    secret = service.source.token()
    return Sender(await service.person_or_new(secret), secret)


Service = Annotated[TableService, Depends(get_service)]
TableId = Annotated[str, Depends(table_id)]
GivenPerson = Annotated[str | None, Depends(_given_person)]
KnownPerson = Annotated[str, Depends(_known_person)]
NewOrKnown = Annotated[Sender, Depends(_new_or_known)]
