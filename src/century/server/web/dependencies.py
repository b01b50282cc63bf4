"""Dependencies of the routes: the service, the table's id and the caller's token."""

from __future__ import annotations

import re
from typing import Annotated

from fastapi import Depends, Path, Request
from starlette.requests import HTTPConnection

from century.server.errors import UnknownTable
from century.server.service import TableService

__all__ = ["GivenToken", "Service", "TableId", "cookie_name", "get_service", "table_id", "token_of"]

_ID = re.compile(r"[0-9a-f]{32}")


def get_service(connection: HTTPConnection) -> TableService:
    """Return the table service of the application."""
    found: TableService = connection.app.state.service
    return found


def table_id(table: Annotated[str, Path(description="a table's id")]) -> str:
    """Return the table's id, or raise UnknownTable if it is malformed."""
    if not _ID.fullmatch(table):
        raise UnknownTable("there is no such table")
    return table


def token_of(connection: HTTPConnection, table: str) -> str | None:
    """Return the token from the Authorization header or from the table's cookie."""
    scheme, _, given = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and given:
        return given.strip()
    return connection.cookies.get(cookie_name(table))


def cookie_name(table: str) -> str:
    """Return the name of the cookie that holds the token of a table."""
    return f"century-{table}"


def _given_token(request: Request, table: Annotated[str, Depends(table_id)]) -> str | None:
    return token_of(request, table)


Service = Annotated[TableService, Depends(get_service)]
TableId = Annotated[str, Depends(table_id)]
GivenToken = Annotated[str | None, Depends(_given_token)]
