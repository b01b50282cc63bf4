"""Real responses about games, statistics, ratings, the lobby and notifications are as described."""

from __future__ import annotations

from contextlib import ExitStack

from century.server.log.ratings import Ratings
from tests.server.in_process import Player, in_process_server, play_to_the_end
from tests.server.mailbox import mailbox, push_service
from tests.server.openapi import ResponseChecker
from tests.server.test_schema import PEOPLE_OPERATIONS


def read(check: ResponseChecker, player: Player, *paths: str) -> None:
    for path in paths:
        check(f"GET {path}", player.server.ask("GET", path, headers=player.headers))


def test_responses_for_people_match_the_description() -> None:
    check = ResponseChecker()
    with ExitStack() as stack:
        box, push = stack.enter_context(mailbox()), stack.enter_context(push_service())
        settings = {"smtp": box.smtp, "public_url": "https://tables.example"}
        server = stack.enter_context(
            in_process_server(push_services=(push.address,), **settings)  # type: ignore[arg-type]
        )
        host, guest = server.pair(watch="anyone", clock={"kind": "days", "days": 1})
        server.create(seats=[{"kind": "me"}, {"kind": "open"}], join="anyone")
        paths = ("games", "export", "statistics", "ratings", "contacts")
        mine = [f"/api/me/{path}" for path in paths]
        read(check, host, "/api/lobby", "/api/ratings", *mine)
        check("POST /api/tables/{table}/say", host.ask("say", "POST", json={"phrase": "hello"}))
        for kind, body in {
            "mail": {"address": "ada@example.org"},
            "push": {"subscription": push.subscription},
        }.items():
            path = f"/api/me/contacts/{kind}"
            added = server.ask("POST", path, headers=host.headers, json=body)
            check(f"POST {path}", added)
        read(check, host, "/api/me/contacts")
        contact = added.json()["id"]
        removed = server.ask("DELETE", f"/api/me/contacts/{contact}", headers=host.headers)
        check("DELETE /api/me/contacts/{contact}", removed)
        token = box.link("confirm")
        check("POST /api/confirm/{token}", server.ask("POST", f"/api/confirm/{token}"))
        wrong = server.ask("POST", f"/api/unsubscribe/{token}")
        assert not check("POST /api/unsubscribe/{token}", wrong).is_success
        for player in (host, guest):  # until the second turn of the host
            while player.state()["legal"]:
                player.move(player.first_legal())
        server.client.portal.call(server.service.scheduler.round)  # type: ignore[union-attr]
        server.time.now += 60
        notifier = server.client.app.state.notifier  # type: ignore[attr-defined]
        server.client.portal.call(notifier.round)  # type: ignore[union-attr]
        stop = f"/api/unsubscribe/{box.link('unsubscribe')}"
        check("POST /api/unsubscribe/{token}", server.ask("POST", stop))
        play_to_the_end({0: host, 1: guest})
        body = {"name": "Ada", "public": True}
        server.ask("PATCH", "/api/me", headers=host.headers, json=body)
        Ratings(server.service.store).update()
        read(check, host, "/api/lobby", "/api/ratings", *mine)
    assert check.successful == PEOPLE_OPERATIONS
