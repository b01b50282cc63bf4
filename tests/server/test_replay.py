"""Replays: of finished tables, and of game records that somebody sends."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import httpx
import pytest

import century
from century.bots import ask, bot
from century.position import read_position
from century.record import Record, read_record
from century.server import reviews
from century.server.reviews import TURNS_AT_ONCE
from century.server.web import reference_routes
from century.server.web.long_work import MAX_WAITING
from tests.server.in_process import (
    InProcessServer,
    expect_error,
    expect_ok,
    in_process_server,
    play_random,
)

RECORDS = "/api/records"


def played(game: str, decisions: int | None = None) -> Record:
    """Return the record of a game between two weak bots."""
    start = century.game(game).start(players=2, seed=5)
    tokens: list[str] = []
    position, advisor = start, bot("novice", seed=3)
    while not position.over and len(tokens) != decisions:
        tokens.append(position.tokens[ask(advisor, position, position.seat, 0.1, seed=1)])
        position = position.act(tokens[-1])
    return Record(start, tuple(tokens), ("Ada", "Bo"), 5, (("Bot1", "novice"),))


def test_the_replay_of_a_table_needs_a_finished_game(server: InProcessServer) -> None:
    host, guest = server.pair()
    play_random({0: host, 1: guest}, 20)
    expect_error(host.ask("replay"), 409, "table-not-over")


def test_the_replay_of_a_table_follows_its_log(server: InProcessServer) -> None:
    host, guest = server.pair()
    play_random({0: host, 1: guest}, 10_000)
    state, turns = host.state(), expect_ok(guest.ask("replay"))
    assert turns[-1]["after"] == state["decisions"]
    assert turns[-1]["scores"] == state["view"]["scores"]
    assert [turn["over"] for turn in turns] == [False] * (len(turns) - 1) + [True]
    assert [turn["before"] for turn in turns[1:]] == [turn["after"] for turn in turns[:-1]]
    claims = [turn["seat"] for turn in turns if turn["claimed"]]
    held = [seat["claimed"] for seat in state["view"]["seats"]]
    assert [claims.count(seat) for seat in range(2)] == held
    assert sum(turn["ending"] for turn in turns) <= 1


@pytest.mark.parametrize("game", century.games())
def test_a_record_becomes_positions_that_the_server_can_show(
    server: InProcessServer, game: str
) -> None:
    record = played(game)
    body = {"record": record.to_text()}
    replay = expect_ok(server.ask("POST", RECORDS, json=body))
    assert replay["game"] == game
    assert replay["seats"] == [{"name": "Ada", "level": None}, {"name": "Bo", "level": "novice"}]
    assert read_position(replay["start"]) == record.start
    assert [tuple(turn["tokens"]) for turn in replay["turns"]] == [
        turn.tokens for turn in record.turns()
    ]
    last = replay["turns"][-1]
    assert read_position(last["position"]) == record.end
    assert last["scores"] == list(record.end.scores())
    assert replay["ranking"] == list(record.end.ranking())
    shown = server.ask("POST", "/api/positions", json={"position": last["position"]})
    assert expect_ok(shown)["view"] == record.end.view(None)


def test_a_record_of_an_unfinished_game_has_no_ranking(server: InProcessServer) -> None:
    body = {"record": played(century.games()[0], 9).to_text()}
    replay = expect_ok(server.ask("POST", RECORDS, json=body))
    assert replay["ranking"] is None
    assert replay["turns"][-1]["after"] == 9


@pytest.mark.parametrize(
    ("record", "status", "code"),
    [
        ("", 422, "bad-record"),
        ("\x00\x01 no text at all", 422, "bad-record"),
        ('[Game "chess"]\n[Players "2"]\n[Seed "1"]\n', 422, "bad-record"),
        ('[Game "spice-road"]\n[Players "2"]\n[Seed "1"]\n\n1. claim 5\n', 422, "bad-record"),
        ("x" * 20_000, 413, "too-large"),
    ],
)
def test_a_damaged_record_is_refused(
    server: InProcessServer, record: str, status: int, code: str
) -> None:
    expect_error(server.ask("POST", RECORDS, json={"record": record}), status, code)


def test_a_record_with_too_many_decisions_is_refused(
    server: InProcessServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("century.server.table.replay.MAX_RECORD_DECISIONS", 8)
    text = played(century.games()[0], 9).to_text()
    assert read_record(text).tokens
    expect_error(server.ask("POST", RECORDS, json={"record": text}), 413, "too-large")


REVIEWS = "/api/reviews"


@pytest.mark.parametrize("game", century.games())
def test_a_review_covers_all_turns_some_at_a_time(server: InProcessServer, game: str) -> None:
    record = played(game)
    turns = record.turns()
    last = len(turns) - 3
    body = {"record": record.to_text(), "first": last}
    answer = expect_ok(server.ask("POST", REVIEWS, json=body))
    assert answer["count"] == len(turns)
    assert len(answer["reviews"]) == 3
    for review in answer["reviews"]:
        assert review["best"]
        assert review["loss"] is None or review["loss"] >= 0
    first = expect_ok(server.ask("POST", REVIEWS, json={"record": record.to_text()}))
    assert len(first["reviews"]) == TURNS_AT_ONCE
    beyond = {"record": record.to_text(), "first": len(turns)}
    assert expect_ok(server.ask("POST", REVIEWS, json=beyond))["reviews"] == []


def test_a_game_that_is_not_over_gets_no_review(server: InProcessServer) -> None:
    body = {"record": played(century.games()[0], 20).to_text()}
    expect_error(server.ask("POST", REVIEWS, json=body), 409, "table-not-over")


def test_a_damaged_record_gets_no_review(server: InProcessServer) -> None:
    expect_error(server.ask("POST", REVIEWS, json={"record": "no record"}), 422, "bad-record")


def _text(decisions: int) -> str:
    """Return the record of a game that has just begun."""
    position = start = century.game(century.games()[0]).start(players=2, seed=7)
    tokens = []
    for _ in range(decisions):
        tokens.append(position.legal()[0])
        position = position.act(tokens[-1])
    return Record(start, tuple(tokens)).to_text()


@pytest.mark.parametrize("path", ["/api/records", "/api/reviews"])
def test_records_are_read_one_at_a_time_and_few_wait(
    server: InProcessServer, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    running, most = 0, 0

    def slowly(text: str) -> Record:
        nonlocal running, most
        running += 1
        most = max(most, running)
        time.sleep(0.02)
        running -= 1
        return read_record(text)

    async def send_many(app: Any) -> list[int]:
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            body = {"record": _text(2)}
            answers = await asyncio.gather(*(client.post(path, json=body) for _ in range(12)))
        return [answer.status_code for answer in answers]

    monkeypatch.setattr(reference_routes, "read_record", slowly)
    monkeypatch.setattr(reviews, "read_record", slowly)
    portal = server.client.portal
    assert portal is not None
    statuses = portal.call(send_many, server.client.app)
    assert statuses.count(429) == 12 - MAX_WAITING
    assert most == 1


@pytest.mark.parametrize("path", ["/api/records", "/api/reviews"])
def test_an_address_may_send_few_records(path: str) -> None:
    with in_process_server(records_per_second=0.001, records_burst=3) as server:
        for _ in range(3):
            assert server.ask("POST", path, json={"record": _text(2)}).status_code != 429
        answer = server.ask("POST", path, json={"record": _text(2)})
        expect_error(answer, 429, "too-many")


def test_the_export_counts_as_a_record() -> None:
    with in_process_server(records_per_second=0.001, records_burst=1) as server:
        host = server.create()
        for status in (200, 429):
            answer = server.ask("GET", "/api/me/export", headers=host.headers)
            assert answer.status_code == status
