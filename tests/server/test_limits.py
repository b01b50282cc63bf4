"""Limits, origins and headers; health, metrics and the routes without a table."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

import pytest

import century
from century.server.errors import TooMany
from century.server.web import limits
from tests.server.in_process import (
    GAME,
    InProcessServer,
    expect_error,
    expect_ok,
    in_process_server,
)


def test_a_message_that_is_too_large_is_refused(server: InProcessServer) -> None:
    answer = server.ask("POST", "/api/tables", content=b" " * 16_385)
    expect_error(answer, 413, "too-large")


def test_a_network_may_do_four_times_as_much_as_an_address() -> None:
    limit = limits.RateLimit("test", rate=0.001, burst=2)
    for addresses in (
        [f"192.0.2.{number}" for number in range(20)],
        [f"2001:db8:0:{number}::1" for number in range(20)],
    ):
        buckets, accepted = limits.LocalBuckets(), 0
        for address in addresses * 2:
            try:
                limit.take(buckets, address)
            except TooMany:
                continue
            accepted += 1
        assert accepted == 8


def test_all_addresses_of_an_ipv6_customer_are_one_host() -> None:
    host, _ = limits.host_and_network("2001:db8::1")
    assert limits.host_and_network("2001:db8::ffff:1")[0] == host
    assert limits.host_and_network("2001:db8:0:1::1")[0] != host
    assert limits.host_and_network("::ffff:192.0.2.7") == ("192.0.2.7", "192.0.2.0/24")


def test_forgotten_keys_are_those_that_were_not_used_for_the_longest_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "MAX_KEYS", 3)
    buckets = limits.LocalBuckets()
    assert buckets.take("a", 0.001, 1) == 0
    for key in "bcdefg":
        buckets.take(key, 0.001, 1)
        assert buckets.wait("a", 0.001, 1) > 0
    assert buckets.wait("b", 0.001, 1) == 0
    assert len(buckets._buckets) == 3


def test_new_tables_are_limited_per_address() -> None:
    with in_process_server(tables_per_hour=2) as server:
        server.create()
        server.create()
        expect_error(server.ask("POST", "/api/tables", json={}), 429, "too-many")


def test_new_people_are_limited_per_address() -> None:
    with in_process_server(tables_per_hour=1) as server:
        secret = expect_ok(server.ask("POST", "/api/me"))["token"]
        host = server.create(seats=[{"kind": "me"}, {"kind": "open"}])
        for _ in range(8):
            expect_ok(server.ask("POST", "/api/me"))
        expect_error(server.ask("POST", "/api/me"), 429, "too-many")
        for headers in ({}, {"authorization": f"Bearer {'1' * 32}"}):
            path = f"/api/tables/{host.table}/join"
            answer = server.ask("POST", path, json={"name": "B"}, headers=headers)
            expect_error(answer, 429, "too-many")
        expect_ok(server.ask("POST", "/api/me", headers={"authorization": f"Bearer {secret}"}))


def test_requests_are_limited_per_address() -> None:
    with in_process_server(requests_per_second=0.001, burst=3) as server:
        statuses = [server.ask("GET", "/healthz").status_code for _ in range(5)]
        assert statuses == [200, 200, 200, 429, 429]


def test_a_bucket_allows_a_burst_and_then_its_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(limits, "monotonic", lambda: now)
    bucket = limits.TokenBucket(rate=2.0, burst=3)
    assert [bucket.take() for _ in range(5)] == [0, 0, 0, 0.5, 1.0]
    now += 2.0
    assert [bucket.take() for _ in range(3)] == [0, 0, 0.5]
    bucket.give_back()
    now += 100.0
    assert [bucket.take() for _ in range(4)] == [0, 0, 0, 0.5]


def test_a_flood_of_frames_is_slowed(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    sleep = asyncio.sleep

    async def recorded_sleep(seconds: float) -> None:
        if seconds > 0:
            pauses.append(round(seconds, 6))
        await sleep(0)

    with in_process_server(frames_per_second=50.0, burst=1) as server:
        host, _ = server.pair()
        with host.socket() as socket:
            version = socket.receive_json()["state"]["version"]
            start = time.monotonic()
            monkeypatch.setattr(limits, "monotonic", lambda: start)
            monkeypatch.setattr(asyncio, "sleep", recorded_sleep)
            for _ in range(11):
                socket.send_json({"type": "sync", "version": version})
            for _ in range(11):
                while socket.receive_json()["type"] != "synced":
                    pass
            monkeypatch.undo()
    assert pauses == [round(number / 50, 6) for number in range(1, 11)]


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://testserver.evil"])
def test_a_request_from_another_site_is_refused(server: InProcessServer, origin: str) -> None:
    answer = server.ask("POST", "/api/tables", json={}, headers={"origin": origin})
    expect_error(answer, 403, "bad-origin")


def test_a_request_from_an_allowed_origin_is_accepted(server: InProcessServer) -> None:
    expect_ok(
        server.ask("POST", "/api/tables", json={}, headers={"origin": "http://testserver"}), 201
    )
    with in_process_server(origins=("https://friend.example",)) as other:
        headers = {"origin": "https://friend.example"}
        expect_ok(other.ask("POST", "/api/tables", json={}, headers=headers), 201)


@pytest.mark.parametrize("path", ["/", "/docs", "/api/games", "/nowhere", "/static/icon.svg"])
def test_every_document_has_a_strict_security_policy(server: InProcessServer, path: str) -> None:
    headers = server.ask("GET", path).headers
    assert headers["content-security-policy"].startswith("default-src 'self'")
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("path", ["/static/main.js", "/static/style/base.css"])
def test_scripts_and_styles_have_no_document_headers(server: InProcessServer, path: str) -> None:
    headers = server.ask("GET", path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert "content-security-policy" not in headers


def test_responses_about_tables_are_not_cached(server: InProcessServer) -> None:
    host, _ = server.pair()
    assert host.ask().headers["cache-control"] == "no-store"


def test_health_and_readiness(server: InProcessServer) -> None:
    assert server.ask("GET", "/healthz").text == "ok\n"
    assert server.ask("GET", "/readyz").text == "ok\n"


def test_metrics_are_served_only_if_the_operator_wants_it(server: InProcessServer) -> None:
    expect_error(server.ask("GET", "/metrics"), 404, "not-found")
    with in_process_server(metrics=True) as other:
        host, _ = other.pair()
        expect_ok(host.move("play YY"))
        text = other.ask("GET", "/metrics").text
    assert 'century_events_total{kind="moved"} 1.0' in text
    assert "century_commit_seconds_count" in text


def test_games_and_their_rules(server: InProcessServer) -> None:
    listed = expect_ok(server.ask("GET", "/api/games"))
    assert tuple(info["name"] for info in listed["games"]) == century.games()
    for info in listed["games"]:
        game = century.game(info["name"])
        assert info["pieces"] == json.loads(json.dumps(game.pieces))
        path = f"/api/games/{game.name}/rules"
        for language in listed["languages"]:
            rules = expect_ok(server.ask("GET", f"{path}?language={language}"))
            assert rules["title"] == game.words(language).title
            assert rules["sections"][0]["rules"]
        expect_error(server.ask("GET", f"{path}?language=../en"), 404, "unknown-language")
    expect_error(server.ask("GET", "/api/games/chess/rules"), 404, "unknown-game")


def test_trying_decisions_in_a_position(server: InProcessServer) -> None:
    start = century.game(GAME).start(2, 7)
    body: dict[str, Any] = {"position": start.to_text(), "tokens": ["play up2", "upgrade Y"]}
    tried = expect_ok(server.ask("POST", "/api/positions", json=body))
    after = start.act("play up2").act("upgrade Y")
    assert (tried["position"], tried["legal"]) == (after.to_text(), after.legal())
    assert set(tried["legal"]) | set(tried["why"]) == set(after.tokens)
    body["tokens"] = ["claim 1"]
    expect_error(server.ask("POST", "/api/positions", json=body), 422, "illegal-move")
    expect_error(server.ask("POST", "/api/positions", json={"position": "x"}), 404, "unknown-game")
    body = {"position": f"{GAME}/1/2"}
    expect_error(server.ask("POST", "/api/positions", json=body), 422, "bad-position")


def test_cards_that_decisions_reveal_can_be_hidden(server: InProcessServer) -> None:
    start = century.game(GAME).start(2, seed=1)
    body: dict[str, Any] = {"position": start.to_text(), "tokens": ["acquire 1"], "seat": 0}
    shown = expect_ok(server.ask("POST", "/api/positions", json=body))
    veiled = expect_ok(server.ask("POST", "/api/positions", json={**body, "veiled": True}))
    assert veiled["view"]["merchant_row"] == shown["view"]["merchant_row"][:-1]
    body["tokens"] = ["play YY"]
    shown = expect_ok(server.ask("POST", "/api/positions", json=body))
    assert expect_ok(server.ask("POST", "/api/positions", json={**body, "veiled": True})) == shown


def test_static_files_are_not_rate_limited() -> None:
    with in_process_server(requests_per_second=1.0, burst=2.0) as server:
        for _ in range(20):
            assert server.ask("GET", "/static/main.js").status_code == 200
        expect_ok(server.ask("GET", "/api/games"))
