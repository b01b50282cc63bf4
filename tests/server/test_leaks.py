"""No viewer receives more than their seat may see: other hidden cards change no byte."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from random import Random
from typing import Any

import pytest
import structlog
from httpx import Response
from starlette.testclient import WebSocketTestSession

import century
from century.position import Game, Position, read_position
from century.server import broadcast
from century.server.log.coordination import Coordination
from tests.effort import EFFORT
from tests.games import EXAMPLE, module
from tests.games.decks import decks_of
from tests.property.play import purposeful
from tests.server.in_process import Player, expect_ok, in_process_server
from tests.server.postgres import Cluster

CLAIMS = 3 if EFFORT > 1 else 1  # of a test game; each claim reveals a card or tile from a deck
MOST_DECISIONS = 300
READS = (
    "",
    "why",
    "log",
    "result",
    "events",
    "positions/0",
    "positions/3",
    "position",
    "record",
    "links",
)


class Transcript:
    """All bytes that any client receives, and all log lines."""

    def __init__(self) -> None:
        self.bytes: list[str] = []

    def add_response(self, who: str, answer: Response) -> None:
        headers = sorted(answer.headers.items())
        self.bytes.append(f"{who} {answer.status_code} {headers} {answer.text}")

    def add_log_line(self, _logger: object, _method: str, entry: Any) -> Any:
        entry.pop("milliseconds", None)  # differ in every run
        self.bytes.append(json.dumps(entry))
        raise structlog.DropEvent


def request_everything(transcript: Transcript, people: dict[str, Player], legal: list[str]) -> None:
    """Send every kind of request, also many that are not allowed."""
    for who, player in people.items():
        for what in READS:
            transcript.add_response(who, player.ask(what))
        for token in [*legal, "claim 1", "claim", "dance"]:
            transcript.add_response(who, player.ask("preview", "POST", json={"tokens": [token]}))
        for kind in ("undo", "return", "rematch", "start", "answer-takeback"):
            fields = {"agree": False} if kind == "answer-takeback" else {}
            transcript.add_response(who, player.do(kind, version=0, **fields))
        transcript.add_response(who, player.do("move", version=1, tokens=["rest"]))


def decide(rng: Random, player: Player) -> str:
    """Choose by what the player may know, and claim when possible."""
    return purposeful(rng, read_position(expect_ok(player.ask("position"))["position"]))


def play(
    game: str, transcript: Transcript, database: str | None = None, most_claims: int = CLAIMS
) -> Position:
    """Play until enough claims, with requests from all clients; return the last position."""
    rng = Random(getattr(module(game, "decks"), "SEED", 1))
    with in_process_server(database) as server, ExitStack() as stack:
        host, guest = server.pair(game=game)
        spectator = server.spectator(host)
        people = {
            "host": host,
            "guest": guest,
            "spectator": spectator,
            "anonymous": server.anonymous(host),
        }
        viewers = (host, guest, spectator)
        sockets = [stack.enter_context(who.socket("?after=0")) for who in viewers]
        claims = 0
        for number in range(MOST_DECISIONS):
            player = (host, guest)[expect_ok(spectator.ask())["view"]["seat"]]
            choice = decide(rng, player)
            claimed = choice.startswith("claim")
            claims += claimed
            if claimed or number % 20 == 0:
                request_everything(transcript, people, expect_ok(player.ask())["legal"])
            if claimed:  # somebody connects again
                for who in viewers:
                    with who.socket("?after=0") as socket:
                        transcript.bytes.append(socket.receive_text())
            transcript.add_response("mover", player.move(choice))
            if claimed or number % 4 == 0:
                read_sockets(transcript, sockets, choice)
            if claimed or number % 15 == 3:
                transcript.add_response("undo", player.do("undo"))
                transcript.add_response("again", player.move(choice))
            if claimed:
                request_everything(transcript, people, [])
            if claims == most_claims:
                break
        assert claims == most_claims
        position = server.service._tables[host.table].position
        assert position is not None
        return position


def read_sockets(
    transcript: Transcript, sockets: Sequence[WebSocketTestSession], choice: str
) -> None:
    """Read everything that the sockets have received, and the answers to some frames."""
    for socket in sockets:
        socket.send_json({"type": "sync", "version": 10**6})
        socket.send_json({"type": "preview", "id": "y", "tokens": [choice]})
        socket.send_json({"type": "move", "id": "x", "version": 0, "tokens": ["rest"]})
        while (text := socket.receive_text()) and '"id":"x"' not in text:
            transcript.bytes.append(text)
        transcript.bytes.append(text)


def with_other_decks(start: Position, end: Position) -> Position:
    """Return a deal that differs only in the cards that were still hidden at the end."""
    state, last, hidden = start.state, end.state, end.redeal(0, 99).state
    name = start.game.name
    for deck in decks_of(name):
        first = deck.first_hidden(hidden)
        state[deck.field][first:] = hidden[deck.field][first:]
    for field in getattr(module(name, "decks"), "COUNTDOWNS", ()):
        state[field] = int(state[field]) - int(last[field]) + int(hidden[field])
    return start.game.position(state)


GAMES = [name for name in century.games() if decks_of(name)]


@pytest.mark.parametrize("game", GAMES)
def test_other_hidden_cards_change_no_byte(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compare(game, monkeypatch, (None, None), CLAIMS)


@pytest.mark.parametrize("game", GAMES)
def test_other_hidden_cards_change_no_byte_on_postgresql(
    game: str, monkeypatch: pytest.MonkeyPatch, postgres: Cluster
) -> None:
    # The clock of the database would differ in both games.
    monkeypatch.setattr(Coordination, "time", lambda _self, own: own)
    with postgres.database() as first, postgres.database() as second:
        compare(game, monkeypatch, (first, second), 1)


def compare(
    game: str,
    monkeypatch: pytest.MonkeyPatch,
    databases: tuple[str | None, str | None],
    most_claims: int,
) -> None:
    """Play the same game with two deals, and compare everything that clients receive."""
    dealt: list[Position] = []
    true_start: Callable[..., Position] = Game.start

    def recording(self: Game, *plain: Any, **options: Any) -> Position:
        position = true_start(self, *plain, **options)
        if options:  # the start of a table, not the warm-up of the rules
            dealt.append(position)
        return position

    def other(self: Game, *plain: Any, **options: Any) -> Position:
        return with_other_decks(start, end) if options else true_start(self, *plain)

    one, two = Transcript(), Transcript()
    monkeypatch.setattr(broadcast, "PRESENCE_SECONDS", 0.0)  # the same messages in both games
    monkeypatch.setattr(Game, "start", recording)
    structlog.configure(processors=[one.add_log_line], cache_logger_on_first_use=False)
    end = play(game, one, databases[0], most_claims)
    start = dealt[-1]
    monkeypatch.setattr(Game, "start", other)
    structlog.configure(processors=[two.add_log_line], cache_logger_on_first_use=False)
    try:
        other_end = play(game, two, databases[1], most_claims)
    finally:
        structlog.reset_defaults()
    assert with_other_decks(start, end) != start
    assert other_end != end
    assert other_end.redeal(0, 1) == end.redeal(0, 1)
    assert len(one.bytes) == len(two.bytes) > 150 * most_claims
    for first, second in zip(one.bytes, two.bytes, strict=True):
        assert first == second


def test_the_comparison_detects_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    from century.server.table import snapshot

    original = snapshot.states

    def leaking(table: Any, viewers: Any) -> Any:
        states = original(table, viewers)
        if table.position is not None:
            states[-1]["leak"] = table.position.to_text()
        return states

    monkeypatch.setattr(snapshot, "states", leaking)
    with pytest.raises(AssertionError):
        compare(EXAMPLE, monkeypatch, (None, None), 1)  # the leak is in every state


def test_logs_and_database_contain_no_secrets(
    tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    database = tmp_path / "tables.db"
    with in_process_server(str(database)) as server:
        host, guest = server.pair(game=EXAMPLE)
        expect_ok(host.move(expect_ok(host.ask())["legal"][0]))
        seed = server.service._tables[host.table].seed
        spectator = server.spectator(host)
        assert host.token
        assert guest.token
        assert spectator.token
        log = capsys.readouterr()
        for secret in (host.token, guest.token, spectator.token, str(seed)):
            assert secret not in log.out + log.err
        stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
        for secret in (host.token, guest.token, spectator.token):
            assert secret.encode() not in stored
