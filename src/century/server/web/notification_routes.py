"""The routes of notifications: contacts of a person, and the links in e-mails."""

from __future__ import annotations

import asyncio
from hashlib import sha256
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse

from century.server.errors import TooMany, UnknownLink
from century.server.log.contacts import Contact
from century.server.notifications.notifier import Notifier
from century.server.service import TableService
from century.server.web import people_requests, people_responses
from century.server.web.dependencies import KnownPerson, Service
from century.server.web.middleware import client_address
from century.server.web.responses import ERROR_RESPONSES, describe

__all__ = ["router"]

DAY = 86_400.0
MAILS_TO_ADDRESS = 3  # links to confirm, in a day
MAILS_BY_PERSON = 5

router = APIRouter(prefix="/api", responses=ERROR_RESPONSES)


def _get_notifier(request: Request) -> Notifier:
    found: Notifier = request.app.state.notifier
    return found


Notifications = Annotated[Notifier, Depends(_get_notifier)]
Token = Annotated[str, Path(pattern="^[0-9a-f]{64}$")]
ContactId = Annotated[str, Path(pattern="^[0-9a-f]{32}$")]


@router.get("/me/contacts", responses=describe(people_responses.Contacts))
async def contacts(person: KnownPerson, notifier: Notifications) -> Response:
    """Return how the server can notify people, and how the sender wants it."""
    found = await asyncio.to_thread(notifier.contacts.of, person)
    body = {
        "mail": notifier.sends_mail,
        "push_key": notifier.push_key,
        "contacts": [_contact(one) for one in found],
    }
    return JSONResponse(body)


def _contact(contact: Contact) -> dict[str, Any]:
    return {
        "id": contact.id,
        "kind": contact.kind,
        "address": contact.target if contact.kind == "mail" else None,
        "created": contact.created,
        "confirmed": contact.confirmed is not None,
    }


@router.post(
    "/me/contacts/mail", status_code=201, responses=describe(people_responses.ContactInfo, 201)
)
async def add_mail(
    body: people_requests.AddMail,
    request: Request,
    person: KnownPerson,
    service: Service,
    notifier: Notifications,
) -> Response:
    """Notify the sender by e-mail, after they have opened the link that this sends."""
    # A person costs nothing, so that the limit of a person stops nobody who wants to send many.
    await request.app.state.limits.count_mail(client_address(request.scope))
    await _limit_mails(service, person, body.address)
    contact = await notifier.add_mail(person, body.address, body.language)
    return JSONResponse(_contact(contact), 201)


async def _limit_mails(service: TableService, person: str, address: str) -> None:
    """Raise TooMany if somebody sends too many links, to one address or to many."""
    to = sha256(address.lower().encode()).hexdigest()
    limits = ((f"mail-by:{person}", MAILS_BY_PERSON), (f"mail-to:{to}", MAILS_TO_ADDRESS))
    for key, count in limits:
        now = service.time.now()
        take = service.coordination.take
        seconds = await asyncio.to_thread(take, key, count / DAY, count, now)
        if seconds > 0:
            raise TooMany(f"too many e-mails; retry in {seconds / 3600:.1f} hours")


@router.post(
    "/me/contacts/push", status_code=201, responses=describe(people_responses.ContactInfo, 201)
)
async def add_push(
    body: people_requests.AddPush, person: KnownPerson, notifier: Notifications
) -> Response:
    """Notify the sender by push messages to a browser."""
    keys = body.subscription.keys.model_dump()
    subscription = {"endpoint": body.subscription.endpoint, "keys": keys}
    contact = await notifier.add_push(person, subscription, body.language)
    return JSONResponse(_contact(contact), 201)


@router.delete("/me/contacts/{contact}", status_code=204)
async def remove_contact(
    contact: ContactId, person: KnownPerson, notifier: Notifications
) -> Response:
    """Send no more notifications to a contact of the sender."""
    if not await asyncio.to_thread(notifier.contacts.remove, contact, person):
        raise UnknownLink("there is no such contact")
    return Response(status_code=204)


@router.post("/confirm/{token}", status_code=204)
async def confirm(token: Token, notifier: Notifications) -> Response:
    """Confirm an e-mail address with the token of a link."""
    if not await notifier.confirm(token):
        raise UnknownLink("this link is not valid any more")
    return Response(status_code=204)


@router.post("/unsubscribe/{token}", status_code=204)
async def unsubscribe(token: Token, notifier: Notifications) -> Response:
    """Send no more e-mails to an address; this needs no cookie, and mail programs can do it."""
    if not await notifier.unsubscribe(token):
        raise UnknownLink("this link is not valid")
    return Response(status_code=204)


@router.get("/unsubscribe/{token}", include_in_schema=False)
async def unsubscribe_page(token: Token) -> Response:
    """Show the page that asks before it unsubscribes: programs open links without being asked."""
    return RedirectResponse(f"/#unsubscribe={token}", 303)
