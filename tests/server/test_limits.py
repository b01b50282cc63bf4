"""Limits, origins and headers; what the server tells of itself."""

from __future__ import annotations

import time
from typing import Any

import pytest

import century
from tests.server.house import House, good, house, refused


def test_a_message_that_is_too_large_is_refused(here: House) -> None:
    answer = here.ask("POST", "/api/tables", content=b" " * 16_385)
    refused(answer, 413, "too-large")


def test_only_so_many_tables_by_one_address() -> None:
    with house(tables_per_hour=2) as here:
        here.create()
        here.create()
        refused(here.ask("POST", "/api/tables", json={}), 429, "too-many")


def test_only_so_many_requests_at_once() -> None:
    with house(requests=0.001, burst=3) as here:
        statuses = [here.ask("GET", "/healthz").status_code for _ in range(5)]
        assert statuses == [200, 200, 200, 429, 429]


def test_a_flood_of_frames_is_slowed() -> None:
    with house(frames=50.0, burst=1) as here:
        host, _ = here.pair()
        with host.socket() as socket:
            version = socket.receive_json()["state"]["version"]
            begun = time.monotonic()
            for _ in range(11):
                socket.send_json({"type": "sync", "version": version})
            for _ in range(11):
                while socket.receive_json()["type"] != "synced":
                    pass
            assert time.monotonic() - begun >= 10 / 50


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://testserver.evil"])
def test_a_request_from_another_site_is_refused(here: House, origin: str) -> None:
    answer = here.ask("POST", "/api/tables", json={}, headers={"origin": origin})
    refused(answer, 403, "bad-origin")


def test_a_request_from_our_own_page_is_not(here: House) -> None:
    good(here.ask("POST", "/api/tables", json={}, headers={"origin": "http://testserver"}), 201)
    with house(origins=("https://friend.example",)) as other:
        headers = {"origin": "https://friend.example"}
        good(other.ask("POST", "/api/tables", json={}, headers=headers), 201)


@pytest.mark.parametrize("path", ["/", "/docs", "/api/games", "/nowhere", "/static/icon.svg"])
def test_every_document_carries_a_strict_policy(here: House, path: str) -> None:
    headers = here.ask("GET", path).headers
    assert headers["content-security-policy"].startswith("default-src 'self'")
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("path", ["/static/main.js", "/static/style/base.css"])
def test_parts_of_the_page_do_without_what_only_documents_heed(here: House, path: str) -> None:
    headers = here.ask("GET", path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert "content-security-policy" not in headers


def test_answers_about_tables_are_kept_by_nobody(here: House) -> None:
    host, _ = here.pair()
    assert host.ask().headers["cache-control"] == "no-store"


def test_health_readiness_and_metrics(here: House) -> None:
    host, _ = here.pair()
    good(host.move("play YY"))
    assert here.ask("GET", "/healthz").text == "ok\n"
    assert here.ask("GET", "/readyz").text == "ok\n"
    text = here.ask("GET", "/metrics").text
    assert 'century_events_total{kind="moved"} 1.0' in text
    assert "century_commit_seconds_count" in text


def test_a_database_that_is_gone_is_told(here: House) -> None:
    host, _ = here.pair()
    before = host.state()
    store = here.tables.store
    with store.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE events RENAME TO elsewhere")
        connection.exec_driver_sql("ALTER TABLE tables RENAME TO elsewhere_too")
    refused(here.ask("GET", "/readyz"), 503, "not-saved")
    refused(host.do("move", version=before["version"], tokens=["play YY"]), 503, "not-saved")
    with store.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE elsewhere RENAME TO events")
        connection.exec_driver_sql("ALTER TABLE elsewhere_too RENAME TO tables")
    assert host.state() == before
    good(host.move("play YY"))


def test_the_library(here: House) -> None:
    about = good(here.ask("GET", "/api/games"))
    assert [game["name"] for game in about["games"]] == ["spice-road", "eastern-wonders"]
    assert about["games"][1]["pieces"]["points_by_column"] == [0, 1, 2, 2, 3]
    for language in about["languages"]:
        rules = good(here.ask("GET", f"/api/games/spice-road/rules?language={language}"))
        assert "SR1" in rules["sections"][0]["rules"]
    refused(here.ask("GET", "/api/games/chess/rules"), 404, "unknown-game")
    refused(here.ask("GET", "/api/games/spice-road/rules?language=../en"), 404, "unknown-language")


def test_positions_to_try_things_on(here: House) -> None:
    start = century.game("spice-road").start(2, 7)
    body: dict[str, Any] = {"position": start.to_text(), "tokens": ["play up2", "upgrade Y"]}
    tried = good(here.ask("POST", "/api/positions", json=body))
    after = start.act("play up2").act("upgrade Y")
    assert (tried["position"], tried["legal"]) == (after.to_text(), after.legal())
    assert set(tried["legal"]) | set(tried["why"]) == set(after.tokens)
    body["tokens"] = ["claim 1"]
    refused(here.ask("POST", "/api/positions", json=body), 422, "illegal-move")
    refused(here.ask("POST", "/api/positions", json={"position": "x"}), 404, "unknown-game")
    body = {"position": "spice-road/1/2"}
    refused(here.ask("POST", "/api/positions", json=body), 422, "bad-position")


LONG = ["M", "."] * 20 + ["P", "."] * 3 + ["P"]  # all tiles in one column


def test_what_decisions_would_turn_up_can_be_left_out_of_a_position(here: House) -> None:
    start = century.game("spice-road").start(2, seed=1)
    body: dict[str, Any] = {"position": start.to_text(), "tokens": ["acquire 1"], "seat": 0}
    shown = good(here.ask("POST", "/api/positions", json=body))
    hide_new = good(here.ask("POST", "/api/positions", json={**body, "veiled": True}))
    assert hide_new["view"]["merchant_row"] == shown["view"]["merchant_row"][:-1]
    body["tokens"] = ["play YY"]
    shown = good(here.ask("POST", "/api/positions", json=body))
    assert good(here.ask("POST", "/api/positions", json={**body, "veiled": True})) == shown


def test_a_map_that_is_refused_says_what_is_wrong_for_any_language(here: House) -> None:
    body = refused(here.ask("POST", "/api/maps", json={"map": "P/X"}), 422, "bad-map")
    assert body["detail"] == "drawn"
    assert body["facts"] == {"line": 2, "column": 1, "letter": "X"}


def test_maps_are_checked_and_made(here: House) -> None:
    made = good(here.ask("GET", "/api/maps/random?seed=3&sea=1"))
    assert good(here.ask("POST", "/api/maps", json={"map": made["drawing"]})) == made
    assert made["lonely"] == []
    long = good(here.ask("POST", "/api/maps", json={"map": "/".join(LONG)}))
    assert long["lonely"] == ["A1", "A24"]
    assert [advice.split()[0] for advice in long["advice"]] == long["lonely"]
    refused(here.ask("POST", "/api/maps", json={"map": "M M"}), 422, "bad-map")


def test_the_files_of_the_page_do_not_count_as_a_flood() -> None:
    with house(requests=1.0, burst=2.0) as here:
        for _ in range(20):
            assert here.ask("GET", "/static/main.js").status_code == 200
        good(here.ask("GET", "/api/games"))
