"""Notifications in the browser: asking for them, confirming, and stopping them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Visit, open_browser
from tests.browser.visitor import Visitor
from tests.server.mailbox import Mailbox, mailbox
from tests.server.process import Process, running

ADDRESS = "ada@example.org"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start the full browser: its shell without windows grants no notifications."""
    with open_browser(full=True) as started:
        yield started


@pytest.fixture
def box() -> Iterator[Mailbox]:
    with mailbox() as found:
        yield found


@pytest.fixture
def with_mail(box: Mailbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Process]:
    """Run a server that sends e-mails; its links name another address than its own."""
    for name, value in {
        "SMTP_HOST": box.smtp.host,
        "SMTP_PORT": str(box.smtp.port),
        "SMTP_FROM": box.smtp.sender,
        "SMTP_STARTTLS": "0",
        "PUBLIC": "http://tables.example",
    }.items():
        monkeypatch.setenv(f"CENTURY_{name}", value)
    with running(tmp_path) as process:
        yield process


def wait_for_mail(visitor: Visitor, box: Mailbox) -> None:
    for _ in range(400):
        if box.mails:
            return
        visitor.page.wait_for_timeout(50)
    raise AssertionError("no mail was sent")


def test_an_address_is_confirmed_by_a_link_and_removed_again(
    visit: Visit, with_mail: Process, box: Mailbox
) -> None:
    ada = visit(at=with_mail)
    ada.page.goto("/#you")
    ada.page.get_by_label("E-mail address").fill(ADDRESS)
    ada.page.get_by_role("button", name="Notify me by e-mail").click()
    row = ada.find(".contacts li")
    expect(row).to_contain_text(ADDRESS)
    expect(row).to_contain_text("open the link in the e-mail first")
    ada.accessible_in_both_themes()
    wait_for_mail(ada, box)
    elsewhere = visit(at=with_mail)  # another browser, without the cookie
    elsewhere.page.goto(f"/#confirm={box.link('confirm')}")
    elsewhere.see("main h1")
    elsewhere.accessible()
    elsewhere.page.get_by_role("button", name="Yes, send me e-mails").click()
    expect(elsewhere.page.get_by_role("status")).to_have_text("The address is confirmed.")
    ada.page.reload()
    expect(row).not_to_contain_text("open the link")
    row.get_by_role("button", name="Remove").click()
    expect(row).to_have_count(0)


def test_an_invalid_link_is_reported(visit: Visit) -> None:
    ada = visit(refused=("/api/unsubscribe/",))
    ada.page.goto(f"/#unsubscribe={'0' * 64}")
    ada.page.get_by_role("button", name="Stop the e-mails").click()
    expect(ada.page.get_by_role("alert")).to_have_text("That link is not valid any more.")


def test_a_server_without_a_mail_server_offers_the_page_alone(visit: Visit) -> None:
    ada = visit()
    ada.page.goto("/#you")
    expect(ada.page.get_by_text("This server sends no messages.")).to_be_visible()
    expect(ada.page.get_by_label("E-mail address")).to_have_count(0)


def test_the_service_worker_shows_a_push_message(visit: Visit) -> None:
    """The message arrives as the push service would deliver it."""
    ada = visit()
    ada.context.grant_permissions(["notifications"])
    shown = ada.page.evaluate(
        """async () => {
          const registration = await navigator.serviceWorker.register("/static/service-worker.js");
          const worker = registration.installing ?? registration.waiting ?? registration.active;
          while (worker.state !== "activated") await new Promise((wait) => setTimeout(wait, 20));
          return registration.scope;
        }"""
    )
    assert shown.endswith("/static/")
    [worker] = ada.context.service_workers
    titles = worker.evaluate(
        """async () => {
          const text = JSON.stringify({ title: "It is your turn", text: "Bob", table: "abc" });
          const waiting = [];
          const event = new PushEvent("push", { data: text });
          event.waitUntil = (work) => waiting.push(work);
          dispatchEvent(event);
          await Promise.all(waiting);
          return (await registration.getNotifications()).map(({ title }) => title);
        }"""
    )
    assert titles == ["It is your turn"]
