"""The notifier: it notices whose turn it is, and sends the messages in the outbox."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Mapping

from century.errors import CenturyError
from century.extras import provided_by
from century.server.errors import MailFailed, NotOffered
from century.server.log.contacts import Contact, Contacts
from century.server.log.outbox import Notice, Outbox, Turn
from century.server.notifications import mail, push, texts
from century.server.notifications.mail import Mail, NotSent
from century.server.notifications.tokens import make_token, read_token
from century.server.service import TableService
from century.server.table.table import Table

with provided_by("server"):
    import structlog
    from sqlalchemy.exc import SQLAlchemyError

__all__ = ["CONFIRM", "GRACE_SECONDS", "UNSUBSCRIBE", "Notifier"]

GRACE_SECONDS = 60.0  # people who are at the table play before a notification is sent
FIRST_RETRY = 60.0  # seconds; the pause doubles with each attempt
MAX_ATTEMPTS = 6
MAX_REMEMBERED = 20_000  # turns that need no further look at the database

CONFIRM, UNSUBSCRIBE = "confirm", "unsubscribe"  # the purposes of tokens

_log = structlog.get_logger("century.notifications")


class Notifier:
    """Notifies people in games with days for each turn, if they have asked for it."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._settings = service.settings
        self._outbox = Outbox(service.store)
        self.contacts = Contacts(service.store)
        self._waiting: set[Turn] = set()  # to write into the outbox
        self._written: OrderedDict[Turn, None] = OrderedDict()
        self._key: str | None = None  # see `_secret`
        self._vapid_key: str | None = None

    async def open(self) -> None:
        """Read the key for push messages; the first server of an installation makes it."""
        if self._settings.public_url is not None and push.is_installed():
            new = await asyncio.to_thread(push.new_private_key)
            self._vapid_key = await asyncio.to_thread(self.contacts.key, "vapid", new)

    def _secret(self) -> str:
        """Return the key of the tokens in links; this blocks."""
        if self._key is None:
            self._key = self.contacts.key("links", self._service.source.token())
        return self._key

    @property
    def sends_mail(self) -> bool:
        """Whether this server sends e-mails: it needs a mail server, and its own address."""
        return self._settings.smtp is not None and self._settings.public_url is not None

    @property
    def push_key(self) -> str | None:
        """The public key that browsers need for push messages; None if they are not offered."""
        return None if self._vapid_key is None else push.public_key(self._vapid_key)

    # What the scheduler calls

    def note(self, table: Table) -> None:
        """Remember that a person has to decide at a table; this does not block."""
        seat = table.seat_to_decide
        if table.clock.kind != "days" or seat is None or seat.person is None:
            return
        assert table.to_decide is not None
        turn = Turn(table.id, table.turn[0], table.to_decide, seat.person)
        if turn not in self._written:
            self._waiting.add(turn)

    def flush(self) -> None:
        """Write noted turns into the outbox; this blocks."""
        turns = list(self._waiting)
        if not turns:
            return
        self._outbox.add(turns, self._service.time.now() + GRACE_SECONDS)
        self._waiting.difference_update(turns)
        for turn in turns:
            self._written[turn] = None
            if len(self._written) > MAX_REMEMBERED:
                self._written.popitem(last=False)

    # Sending

    async def round(self) -> None:
        """Send the messages that are due."""
        now = self._service.time.now()
        for notice in await asyncio.to_thread(self._outbox.take, now):
            try:
                await self._deliver(notice)
            except SQLAlchemyError:
                raise
            except Exception as error:  # the other people get theirs
                _log.error("a notification failed", kind=type(error).__name__)

    async def clean(self) -> None:
        """Remove old rows."""
        await asyncio.to_thread(self._outbox.clean, self._service.time.now())

    async def _deliver(self, notice: Notice) -> None:
        contact = await asyncio.to_thread(self.contacts.get, notice.contact)
        table = await self._current(notice)
        # It is marked as sent before it is sent: if the server dies in between, it is lost, but
        # never sent twice.
        if not await asyncio.to_thread(self._outbox.finish, notice):
            return
        if contact is None or table is None or not _is_waiting(table, notice, contact):
            return
        try:
            await asyncio.to_thread(self._send, contact, table)
        except NotSent as error:
            await self._failed(notice, contact, error)

    async def _current(self, notice: Notice) -> Table | None:
        try:
            return await self._service.get_current(notice.table)
        except CenturyError:
            return None

    def _send(self, contact: Contact, table: Table) -> None:
        language, site = contact.language, self._site()
        names = _opponents(table, contact.person) or texts.text(language, "alone")
        facts = {"game": texts.title(language, table.options["game"]), "names": names}
        if contact.kind == "push":
            assert self._vapid_key is not None
            self._require_accepted(json.loads(contact.target)["endpoint"])
            body = {
                "title": texts.text(language, "push-title"),
                "text": texts.text(language, "push-text", **facts),
                "table": table.id,
            }
            push.send(contact.target, body, self._vapid_key, self._push_sender())
            return
        unsubscribe = make_token(self._secret(), UNSUBSCRIBE, contact.id)
        link = f"{site}/#unsubscribe={unsubscribe}"
        more = {"link": f"{site}/#table={table.id}", "unsubscribe": link}
        message = Mail(
            contact.target,
            texts.text(language, "turn-subject", **facts),
            texts.text(language, "turn-text", **facts, **more) + "\n",
            f"{site}/api/unsubscribe/{unsubscribe}",
        )
        self._send_mail(message)

    def _require_accepted(self, endpoint: str) -> None:
        """Raise NotSent if an endpoint that was stored earlier would not be accepted now."""
        if not push.is_accepted(endpoint, self._settings.push_services):
            raise NotSent("the server does not know the push service", final=True)

    def _send_mail(self, message: Mail) -> None:
        smtp = self._settings.smtp
        if smtp is None:
            raise NotSent("this server sends no e-mails")
        mail.send(smtp, message)

    async def _failed(self, notice: Notice, contact: Contact, error: NotSent) -> None:
        _log.warning("a notification was not sent", kind=contact.kind, why=str(error))
        if error.final and contact.kind == "push":
            await asyncio.to_thread(self.contacts.remove, contact.id)
        elif not error.final and notice.attempts + 1 < MAX_ATTEMPTS:
            at = self._service.time.now() + FIRST_RETRY * 2**notice.attempts
            await asyncio.to_thread(self._outbox.retry, notice, at)

    def _site(self) -> str:
        return (self._settings.public_url or "").rstrip("/")

    def _push_sender(self) -> str:
        smtp, site = self._settings.smtp, self._site()
        if site.startswith("https://"):
            return site
        return f"mailto:{smtp.sender}" if smtp else "mailto:webmaster@localhost"

    # What people ask for

    async def add_mail(self, person: str, address: str, language: str) -> Contact:
        """Store an e-mail address, and send it a message with a link to confirm it."""
        if not self.sends_mail:
            raise NotOffered("this server sends no e-mails")
        contact = await self._add(person, "mail", address, language, confirmed=None)
        if contact.confirmed is None:
            token = make_token(await asyncio.to_thread(self._secret), CONFIRM, contact.id)
            link = f"{self._site()}/#confirm={token}"
            subject = texts.text(language, "confirm-subject")
            text = texts.text(language, "confirm-text", link=link) + "\n"
            try:
                await asyncio.to_thread(self._send_mail, Mail(address, subject, text))
            except NotSent as error:
                _log.warning("a link to confirm was not sent", why=str(error))
                raise MailFailed("the e-mail could not be sent") from None
        return contact

    async def add_push(
        self, person: str, subscription: Mapping[str, object], language: str
    ) -> Contact:
        """Store the subscription of a browser, which has already asked the person."""
        if self._vapid_key is None:
            raise NotOffered("this server sends no push messages")
        if not push.is_accepted(str(subscription["endpoint"]), self._settings.push_services):
            raise NotOffered("this server does not know the push service of that browser")
        target = json.dumps(subscription, sort_keys=True)
        now = self._service.time.now()
        return await self._add(person, "push", target, language, confirmed=now)

    async def _add(
        self, person: str, kind: str, target: str, language: str, confirmed: float | None
    ) -> Contact:
        source, now = self._service.source, self._service.time.now()
        contact = Contact(source.token(), person, kind, target, language, now, confirmed)
        return await asyncio.to_thread(self.contacts.add, contact)

    async def confirm(self, token: str) -> bool:
        """Confirm the address of a link; return whether the link is valid."""
        contact = read_token(await asyncio.to_thread(self._secret), CONFIRM, token)
        now = self._service.time.now()
        return contact is not None and await asyncio.to_thread(self.contacts.confirm, contact, now)

    async def unsubscribe(self, token: str) -> bool:
        """Remove the contact of a link; return whether the link is valid, also if it was used."""
        contact = read_token(await asyncio.to_thread(self._secret), UNSUBSCRIBE, token)
        if contact is not None:
            await asyncio.to_thread(self.contacts.remove, contact)
        return contact is not None


def _is_waiting(table: Table, notice: Notice, contact: Contact) -> bool:
    """Whether the table still waits for the turn that a notification is about."""
    seat = table.seat_to_decide
    same_turn = (table.turn[0], table.to_decide) == (notice.round, notice.seat)
    if seat is None or not same_turn or contact.confirmed is None:
        return False
    return seat.person == contact.person and seat.level is None


def _opponents(table: Table, person: str) -> str:
    return ", ".join(seat.name or "?" for seat in table.seats if seat.person != person)
