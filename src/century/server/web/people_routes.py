"""The routes of a person: who am I, rename, other devices, forget me."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from century.server.errors import HasGames, UnknownCode
from century.server.log.people import Person
from century.server.service import TableService
from century.server.web import people_requests, responses
from century.server.web.dependencies import (
    COOKIE,
    GivenPerson,
    KnownPerson,
    NewOrKnown,
    Service,
    secret_of,
    set_cookie,
    site_address,
)
from century.server.web.limits import Limits
from century.server.web.middleware import client_address
from century.server.web.responses import ERROR_RESPONSES, describe

__all__ = ["router"]

router = APIRouter(prefix="/api/me", responses=ERROR_RESPONSES)


@router.post("", responses=describe(responses.Me))
async def arrive(request: Request, sender: NewOrKnown, service: Service) -> Response:
    """Return the sender; a visitor without a secret becomes a new person, stored in a cookie."""
    response = JSONResponse(await _me(service, sender.person) | {"token": sender.new_secret})
    if sender.new_secret is not None:
        set_cookie(request, response, sender.new_secret)
    return response


@router.get("", responses=describe(responses.Me))
async def me(person: KnownPerson, service: Service) -> Response:
    """Return the name and the settings of the sender."""
    return JSONResponse(await _me(service, person))


@router.patch("", responses=describe(responses.Me))
async def change(body: people_requests.ChangeMe, person: KnownPerson, service: Service) -> Response:
    """Change the name or the settings of the sender; seats keep the name they were taken with."""
    changes = body.model_dump(exclude_unset=True)
    if changes:
        await asyncio.to_thread(service.people.change, person, **changes)
    return JSONResponse(await _me(service, person))


@router.delete("", status_code=204)
async def forget(person: KnownPerson, service: Service) -> Response:
    """Forget the sender: their names are erased everywhere, and their games stay."""
    await service.forget(person)
    response = Response(status_code=204)
    response.delete_cookie(COOKIE)
    return response


@router.post("/codes", status_code=201, responses=describe(responses.DeviceCode, 201))
async def device_code(request: Request, person: KnownPerson, service: Service) -> Response:
    """Make a code that moves the sender to another device; it is valid once, for some minutes."""
    code, now = service.source.device_code(), service.time.now()
    expires = await asyncio.to_thread(service.people.add_device_code, person, code, now)
    link = f"{site_address(request)}/#device={code}"
    body = {"code": code, "link": link, "qr": _qr_code(link), "expires": expires, "now": now}
    return JSONResponse(body, 201)


def _qr_code(text: str) -> list[str]:
    """Return the rows of a QR code; it has no address of its own, because it is a secret."""
    import segno  # only a few requests need it

    return ["".join("1" if dark else "0" for dark in row) for row in segno.make(text).matrix]


@router.post("/device", responses=describe(responses.Me))
async def use_device(
    body: people_requests.UseDeviceCode, request: Request, person: GivenPerson, service: Service
) -> Response:
    """Become the person who made a code, on this device."""
    limits: Limits = request.app.state.limits
    address, secret = client_address(request.scope), service.source.token()
    async with limits.one_guess(address):
        if person is not None and not body.replace and await _has_games(service, person):
            raise HasGames("this device already belongs to a person with games; replace it?")
        use, now = service.people.use_device_code, service.time.now()
        try:
            moved = await asyncio.to_thread(use, body.code.upper(), secret, now)
        except UnknownCode:
            await limits.count_wrong_code(address)
            raise
    response = JSONResponse(await _me(service, moved) | {"token": secret})
    set_cookie(request, response, secret)
    return response


@router.post("/sign-out-others", responses=describe(responses.Me))
async def sign_out_others(request: Request, person: KnownPerson, service: Service) -> Response:
    """Make the secrets of the sender's other devices invalid."""
    secret = secret_of(request)
    assert secret is not None  # a known person has one
    await asyncio.to_thread(service.people.remove_other_secrets, person, secret)
    await service.people_changed(person)
    return JSONResponse(await _me(service, person))


async def _has_games(service: TableService, person: str) -> bool:
    return bool(await asyncio.to_thread(service.people.seats, person))


async def _me(service: TableService, person: str) -> dict[str, Any]:
    found = await asyncio.to_thread(service.people.get, person)
    shown = found or Person(person, None, service.time.now(), False)
    return {
        "person": shown.id,
        "name": shown.name,
        "created": shown.created,
        "public": shown.public,
        "token": None,
    }
