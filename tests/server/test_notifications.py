"""Notifications: opt-in, at most one for each turn, and easy to stop."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from time import sleep
from typing import Any

import pytest
from sqlalchemy import delete, insert, select, update

from century.server.background import repeat
from century.server.log import schema
from century.server.log.outbox import Turn
from century.server.notifications import push
from century.server.notifications.notifier import GRACE_SECONDS, Notifier
from century.server.notifications.push import is_accepted
from century.server.settings import PUSH_SERVICES
from tests.server.in_process import (
    InProcessServer,
    Player,
    expect_error,
    expect_ok,
    in_process_server,
)
from tests.server.mailbox import Mailbox, PushService, mailbox, push_service

DAYS = {"kind": "days", "days": 2}
SITE = "https://tables.example"
ADDRESS = "ada@example.org"


class World:
    """A server that can send e-mails and push messages, and those who receive them."""

    def __init__(self, server: InProcessServer, box: Mailbox, push: PushService) -> None:
        self.server, self.box, self.push = server, box, push

    @property
    def notifier(self) -> Notifier:
        found: Notifier = self.server.client.app.state.notifier  # type: ignore[attr-defined]
        return found

    def run(self, work: Any, *arguments: Any) -> Any:
        """Run a coroutine in the server's event loop."""
        portal = self.server.client.portal
        assert portal is not None
        return portal.call(work, *arguments)

    def send(self, later: float = GRACE_SECONDS) -> None:
        """Let the server notice whose turn it is, and send what is due some time later."""
        self.run(self.server.service.scheduler.round)
        self.server.time.now += later
        self.run(self.notifier.round)

    def me(self, player: Player, path: str, method: str = "GET", **more: Any) -> Any:
        return self.server.ask(method, f"/api/me/{path}", headers=player.headers, **more)

    def subscribe_mail(self, player: Player, address: str = ADDRESS, language: str = "en") -> str:
        """Add and confirm an address; return the id of the contact."""
        body = {"address": address, "language": language}
        contact = expect_ok(self.me(player, "contacts/mail", "POST", json=body), 201)
        token = self.box.link("confirm")
        assert self.server.ask("POST", f"/api/confirm/{token}").status_code == 204
        self.box.mails.clear()
        return str(contact["id"])

    def subscribe_push(self, player: Player) -> Any:
        body = {"subscription": self.push.subscription, "language": "en"}
        return self.me(player, "contacts/push", "POST", json=body)


@pytest.fixture
def world(each_database: str | None) -> Iterator[World]:
    with ExitStack() as stack:
        box, push = stack.enter_context(mailbox()), stack.enter_context(push_service())
        services = (*PUSH_SERVICES, push.address)
        server = stack.enter_context(
            in_process_server(each_database, smtp=box.smtp, public_url=SITE, push_services=services)
        )
        yield World(server, box, push)


def test_a_turn_is_notified_once_by_mail(world: World) -> None:
    host, guest = world.server.pair(clock=DAYS)
    world.subscribe_mail(guest)
    world.send()
    assert world.box.mails == []  # it is the turn of the host, who has not asked for it
    expect_ok(host.move("play YY"))
    world.send(later=GRACE_SECONDS - 1)
    assert world.box.mails == []  # the guest may be at the table
    world.send(later=1)
    for _ in range(3):
        world.send()
    [mail] = world.box.mails
    assert (mail["to"], mail["from"]) == (ADDRESS, "tables@example.org")
    assert mail["subject"] == "Spice Road: it is your turn"
    assert "against Ada" in mail.get_content()
    assert f"{SITE}/#table={host.table}" in mail.get_content()
    expect_ok(guest.move("play YY"))
    expect_ok(host.move("play up2", "done"))
    world.send()
    assert len(world.box.mails) == 2


def test_nobody_is_notified_who_plays_in_time(world: World) -> None:
    host, guest = world.server.pair(clock=DAYS)
    world.subscribe_mail(guest)
    expect_ok(host.move("play YY"))
    world.send(later=1)
    expect_ok(guest.move("play YY"))
    world.send()
    assert world.box.mails == []


@pytest.mark.parametrize("clock", [None, {"kind": "bank", "seconds": 3600}])
def test_only_games_with_days_for_each_turn_send_notifications(world: World, clock: Any) -> None:
    host, guest = world.server.pair(clock=clock)
    world.subscribe_mail(guest)
    expect_ok(host.move("play YY"))
    world.send()
    assert world.box.mails == []


def test_an_address_has_to_be_confirmed(world: World) -> None:
    host, guest = world.server.pair(clock=DAYS)
    body = {"address": ADDRESS, "language": "it"}
    contact = expect_ok(world.me(guest, "contacts/mail", "POST", json=body), 201)
    assert not contact["confirmed"]
    [mail] = world.box.mails
    assert mail["subject"] == "Conferma il tuo indirizzo e-mail"
    expect_ok(host.move("play YY"))
    world.send()
    assert len(world.box.mails) == 1
    token = world.box.link("confirm")
    wrong = token[:-1] + ("0" if token[-1] == "1" else "1")
    expect_error(world.server.ask("POST", f"/api/confirm/{wrong}"), 404, "unknown-link")
    expect_error(world.server.ask("POST", f"/api/unsubscribe/{token}"), 404, "unknown-link")
    assert world.server.ask("POST", f"/api/confirm/{token}").status_code == 204
    [known] = expect_ok(world.me(guest, "contacts"))["contacts"]
    assert (known["address"], known["confirmed"]) == (ADDRESS, True)
    expect_ok(guest.move("play YY"))
    expect_ok(host.move("play up2", "done"))
    world.send()
    assert world.box.mails[-1]["subject"] == "La Via delle Spezie: tocca a te"


def test_the_link_to_unsubscribe_works_without_a_cookie(world: World) -> None:
    host, guest = world.server.pair(clock=DAYS)
    world.subscribe_mail(guest)
    expect_ok(host.move("play YY"))
    world.send()
    [mail] = world.box.mails
    token = world.box.link("unsubscribe")
    assert mail["list-unsubscribe"] == f"<{SITE}/api/unsubscribe/{token}>"
    assert mail["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
    looked = world.server.ask("GET", f"/api/unsubscribe/{token}", follow_redirects=False)
    assert (looked.status_code, looked.headers["location"]) == (303, f"/#unsubscribe={token}")
    assert len(expect_ok(world.me(guest, "contacts"))["contacts"]) == 1
    form = {"List-Unsubscribe": "One-Click"}
    for _ in range(2):  # a second click is no error
        answer = world.server.ask("POST", f"/api/unsubscribe/{token}", data=form)
        assert answer.status_code == 204
    assert expect_ok(world.me(guest, "contacts"))["contacts"] == []
    expect_ok(guest.move("play YY"))
    expect_ok(host.move("play up2", "done"))
    world.send()
    assert len(world.box.mails) == 1


def test_a_push_message_is_encrypted_and_signed(world: World) -> None:
    host, guest = world.server.pair(clock=DAYS)
    key = expect_ok(world.me(guest, "contacts"))["push_key"]
    assert len(base64.urlsafe_b64decode(key + "=")) == 65
    first = expect_ok(world.subscribe_push(guest), 201)
    assert expect_ok(world.subscribe_push(guest), 201) == first  # the same browser once
    expect_ok(host.move("play YY"))
    world.send()
    world.send()
    [message] = world.push.received
    assert message == {
        "title": "It is your turn",
        "text": "Spice Road, against Ada",
        "table": host.table,
    }
    [headers] = world.push.headers
    assert f"k={key}" in headers["authorization"]
    claims = headers["authorization"].partition("t=")[2].split(".")[1]
    decoded = json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))
    assert decoded["sub"] == SITE
    assert decoded["aud"] == world.push.address


def test_a_browser_that_is_gone_is_forgotten(world: World) -> None:
    host, guest = world.server.pair(clock=DAYS)
    expect_ok(world.subscribe_push(guest), 201)
    world.push.status = 410
    expect_ok(host.move("play YY"))
    world.send()
    assert expect_ok(world.me(guest, "contacts"))["contacts"] == []


@pytest.mark.parametrize(
    ("endpoint", "accepted"),
    [
        ("https://fcm.googleapis.com/fcm/send/abc", True),
        ("https://updates.push.services.mozilla.com/wpush/v2/abc", True),
        ("http://fcm.googleapis.com/fcm/send/abc", False),
        ("https://fcm.googleapis.com:8443/abc", False),
        ("https://fcm.googleapis.com.evil.example/abc", False),
        ("https://evilpush.services.mozilla.com.example/", False),
        ("https://user@fcm.googleapis.com/abc", False),
        ("https://127.0.0.1/abc", False),
        ("https://[::1]/abc", False),
        ("https://fcm.googleapis.com:nonsense/abc", False),
        # `requests` would send these to 127.0.0.1.
        (r"https://127.0.0.1\.push.apple.com/abc", False),
        (r"https://127.0.0.1\a.notify.windows.com", False),
        ("https://web.push.apple.com:/abc", False),
        ("https://web%2f.push.apple.com/abc", False),
        ("https://web.push.apple.com/abc\r\n", False),
        ("https://web\t.push.apple.com/abc", False),
        ("https://web.push.apple.com/Q-_~%20?a=b&c", True),
        ("file:///etc/passwd", False),
        ("", False),
    ],
)
def test_only_known_push_services_get_requests(endpoint: str, accepted: bool) -> None:
    assert is_accepted(endpoint, PUSH_SERVICES) == accepted


def test_an_endpoint_of_an_unknown_service_is_refused(world: World) -> None:
    host, _ = world.server.pair()
    subscription = {**world.push.subscription, "endpoint": "http://169.254.169.254/latest"}
    answer = world.me(host, "contacts/push", "POST", json={"subscription": subscription})
    expect_error(answer, 409, "not-offered")


def test_a_push_service_cannot_lead_to_another_server(world: World) -> None:
    host, guest = world.server.pair(clock=DAYS)
    expect_ok(world.subscribe_push(guest), 201)
    world.push.status, world.push.location = 307, f"{world.push.address}/other"
    expect_ok(host.move("play YY"))
    world.send()
    assert world.push.requests == 1


def test_an_endpoint_that_was_stored_earlier_is_checked_again(world: World) -> None:
    host, guest = world.server.pair(clock=DAYS)
    expect_ok(world.subscribe_push(guest), 201)
    target = json.dumps({**world.push.subscription, "endpoint": "http://127.0.0.1:1/x"})
    with world.server.service.store.transaction() as connection:
        connection.execute(update(schema.contacts).values(target=target))
    expect_ok(host.move("play YY"))
    world.send()
    assert expect_ok(world.me(guest, "contacts"))["contacts"] == []


def test_a_notification_that_fails_unexpectedly_does_not_stop_the_others(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, guest = world.server.pair(clock=DAYS)
    world.subscribe_mail(guest)
    expect_ok(world.subscribe_push(guest), 201)
    monkeypatch.setattr(push, "send", lambda *_: 1 / 0)
    expect_ok(host.move("play YY"))
    world.send()
    assert len(world.box.mails) == 1


def test_background_work_goes_on_after_any_error() -> None:
    attempts: list[int] = []

    async def work() -> None:
        attempts.append(1)
        if len(attempts) == 3:
            raise asyncio.CancelledError  # the server closes
        raise KeyError("a damaged game")

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(repeat("test", 0.0, work))
    assert len(attempts) == 3


@pytest.mark.parametrize("answer", ["451 busy", "452 full"])
def test_a_mail_that_was_not_accepted_is_sent_later(world: World, answer: str) -> None:
    host, guest = world.server.pair(clock=DAYS)
    world.subscribe_mail(guest)
    expect_ok(host.move("play YY"))
    world.box.answer = answer
    world.send()
    world.box.answer = None
    world.send(later=30)
    assert world.box.mails == []
    world.send(later=60)
    world.send(later=3600)
    assert len(world.box.mails) == 1


def test_a_refused_address_is_not_tried_again(world: World) -> None:
    host, guest = world.server.pair(clock=DAYS)
    world.subscribe_mail(guest)
    expect_ok(host.move("play YY"))
    world.box.recipient = "550 unknown"
    world.send()
    world.box.recipient = None
    world.send(later=7200)
    assert world.box.mails == []


def test_two_servers_send_a_notification_once(world: World) -> None:
    host, guest = world.server.pair(clock=DAYS)
    world.subscribe_mail(guest)
    other = Notifier(world.server.service)  # with the same database
    world.run(other.open)
    expect_ok(host.move("play YY"))
    world.run(world.server.service.scheduler.round)
    other.note(world.run(world.server.service.get, host.table))
    other.flush()
    world.server.time.now += GRACE_SECONDS

    async def send_both() -> None:
        await other.round()
        await world.notifier.round()

    world.run(send_both)
    assert len(world.box.mails) == 1


def test_another_server_sends_what_a_lost_one_has_taken(world: World) -> None:
    host, guest = world.server.pair(clock=DAYS)
    world.subscribe_mail(guest)
    expect_ok(host.move("play YY"))
    world.run(world.server.service.scheduler.round)
    world.server.time.now += GRACE_SECONDS
    assert world.notifier._outbox.take(world.server.service.time.now())  # and then the server dies
    world.send(later=60)
    assert world.box.mails == []
    world.send(later=61)
    assert len(world.box.mails) == 1


def test_a_table_stays_due_until_the_turn_is_noted(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the server dies before it has noted the turn, another one takes the table and does it."""
    host, guest = world.server.pair(clock=DAYS)
    world.subscribe_mail(guest)
    world.run(world.server.service.scheduler.round)
    order: list[str] = []
    scheduler, coordination = world.server.service.scheduler, world.server.service.coordination
    flush, update = world.notifier.flush, coordination.update_due

    def note() -> None:
        order.append("note")
        flush()

    def write(*given: Any) -> None:
        order.append("due")
        update(*given)

    monkeypatch.setattr(world.notifier, "flush", note)
    monkeypatch.setattr(coordination, "update_due", write)
    expect_ok(host.move("play YY"))
    world.run(scheduler.round)
    assert order[0] == "note"
    assert "due" in order


def test_two_servers_may_note_the_same_turn_at_the_same_time(world: World) -> None:
    host, guest = world.server.pair(clock=DAYS)
    contact = world.subscribe_mail(guest)
    expect_ok(host.move("play YY"))
    world.run(world.server.service.scheduler.round)
    database = world.notifier._outbox._database
    with database.transaction() as connection:
        [noted] = connection.execute(select(schema.outbox)).mappings()
        connection.execute(delete(schema.outbox))
    [person] = database.read(
        lambda c: c.execute(
            select(schema.contacts.c.person_id).where(schema.contacts.c.id == contact)
        ).scalars()
    )
    turn = Turn(noted["table_id"], noted["round"], noted["seat"], person)
    with ThreadPoolExecutor() as threads, database.transaction() as other:
        other.execute(insert(schema.outbox), dict(noted))  # not yet committed
        adding = threads.submit(world.notifier._outbox.add, [turn], noted["at"])
        sleep(0.1)  # it waits for the other transaction
        other.commit()
        adding.result(timeout=10)
    world.send()
    assert len(world.box.mails) == 1


def test_forgetting_a_person_removes_their_contacts(world: World) -> None:
    host, guest = world.server.pair(clock=DAYS)
    world.subscribe_mail(guest)
    expect_ok(host.move("play YY"))
    world.run(world.server.service.scheduler.round)
    assert world.server.ask("DELETE", "/api/me", headers=guest.headers).status_code == 204
    world.send()
    assert world.box.mails == []
    query = select(schema.contacts.c.target)
    store = world.server.service.store
    assert store.read(lambda connection: connection.execute(query).all()) == []


def test_a_person_removes_their_own_contacts_only(world: World) -> None:
    host, guest = world.server.pair()
    contact = world.subscribe_mail(guest)
    expect_error(world.me(host, f"contacts/{contact}", "DELETE"), 404, "unknown-link")
    assert world.me(guest, f"contacts/{contact}", "DELETE").status_code == 204
    expect_error(world.me(guest, f"contacts/{contact}", "DELETE"), 404, "unknown-link")


def test_links_to_confirm_are_limited(world: World) -> None:
    players = [*world.server.pair(), *world.server.pair()]
    body = {"address": ADDRESS}
    for player in players[:3]:
        expect_ok(world.me(player, "contacts/mail", "POST", json=body), 201)
    answer = world.me(players[3], "contacts/mail", "POST", json=body)
    expect_error(answer, 429, "too-many")
    assert len(world.box.mails) == 3


def test_new_people_send_no_more_mails_than_their_address_may() -> None:
    with (
        mailbox() as box,
        in_process_server(smtp=box.smtp, public_url=SITE, mails_per_day=3) as server,
    ):
        statuses = []
        for number in range(5):
            secret = expect_ok(server.ask("POST", "/api/me"))["token"]
            answer = server.ask(
                "POST",
                "/api/me/contacts/mail",
                headers={"authorization": f"Bearer {secret}"},
                json={"address": f"victim{number}@example.org"},
            )
            statuses.append(answer.status_code)
        assert statuses == [201, 201, 201, 429, 429]
        assert len(box.mails) == 3


@pytest.mark.parametrize(
    "address",
    [
        "",
        "ada",
        "a@b@c",
        "a b@example.org",
        "ada@example.org\nBcc: x@example.org",
        "<a@b>",
        "a@b,c",
    ],
)
def test_malformed_addresses_are_refused(world: World, address: str) -> None:
    host, _ = world.server.pair()
    answer = world.me(host, "contacts/mail", "POST", json={"address": address})
    expect_error(answer, 422, "bad-message")
    assert world.box.mails == []


def test_a_mail_server_that_does_not_answer_is_reported(world: World) -> None:
    host, _ = world.server.pair()
    world.box.answer = "554 no"
    answer = world.me(host, "contacts/mail", "POST", json={"address": ADDRESS})
    expect_error(answer, 503, "mail-failed")


def test_a_server_without_settings_offers_nothing(server: InProcessServer) -> None:
    host, _ = server.pair()
    found = expect_ok(server.ask("GET", "/api/me/contacts", headers=host.headers))
    assert found == {"mail": False, "push_key": None, "contacts": []}
    body = {"address": ADDRESS}
    answer = server.ask("POST", "/api/me/contacts/mail", headers=host.headers, json=body)
    expect_error(answer, 409, "not-offered")


def test_the_keys_are_made_once(world: World) -> None:
    before = world.notifier.push_key
    other = Notifier(world.server.service)
    world.run(other.open)
    assert other.push_key == before


def test_no_secret_is_written_to_the_log(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    host, guest = world.server.pair(clock=DAYS)
    world.subscribe_mail(guest)
    expect_ok(host.move("play YY"))
    world.box.answer = "451 busy"
    world.send()
    written = capsys.readouterr()
    assert "a notification was not sent" in written.out + written.err
    for secret in (
        ADDRESS,
        world.notifier._secret(),
        world.notifier._vapid_key or "",
        guest.token or "",
    ):
        assert secret not in written.out + written.err
