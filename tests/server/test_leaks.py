"""Nobody is sent more than their seat may see: other hidden cards change no byte of anything."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import ExitStack
from random import Random
from typing import Any

import pytest
import structlog
from httpx import Response

import century
from century.position import Game, Position
from tests.server.house import Player, good, house

# Each deck with the count of cards gone from it and the length of the row before it.
DECKS = {
    "spice-road": (("merchants", "merchants_taken", 6), ("points", "points_taken", 5)),
    "eastern-wonders": (("pile", "drawn", 0),),
}
DECISIONS = {"spice-road": 60, "eastern-wonders": 80}
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


class Wire:
    """Everything that anybody is sent."""

    def __init__(self) -> None:
        self.bytes: list[str] = []

    def heard(self, who: str, answer: Response) -> None:
        headers = sorted(answer.headers.items())
        self.bytes.append(f"{who} {answer.status_code} {headers} {answer.text}")

    def logged(self, _logger: object, _method: str, entry: Any) -> Any:
        entry.pop("milliseconds", None)  # which are never the same
        self.bytes.append(json.dumps(entry))
        raise structlog.DropEvent


def look_around(wire: Wire, people: dict[str, Player], legal: list[str]) -> None:
    """Ask for everything there is, and for much that is not allowed."""
    for who, player in people.items():
        for what in READS:
            wire.heard(who, player.ask(what))
        for token in [*legal, "claim 1", "claim", "dance"]:
            wire.heard(who, player.ask("preview", "POST", json={"tokens": [token]}))
        for kind in ("undo", "return", "rematch", "start", "answer-takeback"):
            fields = {"agree": False} if kind == "answer-takeback" else {}
            wire.heard(who, player.do(kind, version=0, **fields))
        wire.heard(who, player.do("move", version=1, tokens=["rest"]))


def play(game: str, wire: Wire) -> Position:
    """Play for a while, everybody looking at everything; return where it ends."""
    rng = Random(7)
    with ExitStack() as stack:
        here = stack.enter_context(house())
        host, guest = here.pair(game=game)
        watcher = here.watcher(host)
        people = {"host": host, "guest": guest, "watcher": watcher, "nobody": here.nobody(host)}
        for number in range(DECISIONS[game]):
            player = (host, guest)[good(watcher.ask())["view"]["seat"]]
            legal = good(player.ask())["legal"]
            choice = rng.choice([t for t in legal if t.startswith("claim")] or legal)
            if number % 10 == 0:
                look_around(wire, people, legal)
                for who in (host, guest, watcher):
                    with who.socket("?after=0") as socket:
                        wire.bytes.append(socket.receive_text())
                        wire.bytes.append(socket.receive_text())
            sockets = [stack.enter_context(who.socket()) for who in (host, guest, watcher)]
            wire.heard("mover", player.move(choice))
            if number % 15 == 3:
                wire.heard("undo", player.do("undo"))
                wire.heard("again", player.move(choice))
            for socket in sockets:
                socket.send_json({"type": "sync", "version": 10**6})
                socket.send_json({"type": "move", "id": "x", "version": 0, "tokens": ["rest"]})
                while (text := socket.receive_text()) and '"id":"x"' not in text:
                    wire.bytes.append(text)
                wire.bytes.append(text)
            for socket in sockets:
                socket.close()
        tables = here.client.app.state.tables  # type: ignore[attr-defined]
        position: Position = tables._tables[host.table].position
        return position


def with_other_decks(start: Position, end: Position) -> Position:
    """Return a deal that differs only in what was still hidden at the end."""
    state, hidden = start.state, end.redeal(0, 99).state
    for deck, gone, row in DECKS[start.game.name]:
        first = int(hidden[gone]) + row
        state[deck][first:] = hidden[deck][first:]
    return start.game.position(state)


@pytest.mark.parametrize("game", DECKS)
def test_other_hidden_cards_change_no_byte(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    dealt: list[Position] = []
    true_start: Callable[..., Position] = Game.start

    def noting(self: Game, *plain: Any, **options: Any) -> Position:
        position = true_start(self, *plain, **options)
        if options:  # a table's, and not the one to load the rules with
            dealt.append(position)
        return position

    def other(self: Game, *plain: Any, **options: Any) -> Position:
        return with_other_decks(start, end) if options else true_start(self, *plain)

    one, two = Wire(), Wire()
    monkeypatch.setattr(Game, "start", noting)
    structlog.configure(processors=[one.logged], cache_logger_on_first_use=False)
    end = play(game, one)
    start = dealt[-1]
    monkeypatch.setattr(Game, "start", other)
    structlog.configure(processors=[two.logged], cache_logger_on_first_use=False)
    try:
        other_end = play(game, two)
    finally:
        structlog.reset_defaults()
    assert with_other_decks(start, end) != start
    assert other_end != end
    assert other_end.redeal(0, 1) == end.redeal(0, 1)
    assert len(one.bytes) == len(two.bytes) > 500
    for first, second in zip(one.bytes, two.bytes, strict=True):
        assert first == second


def test_the_test_would_notice_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    from century.server import shown

    honest = shown.state

    def leaking(table: Any, viewer: Any) -> Any:
        state = honest(table, viewer)
        if table.position is not None:
            state["leak"] = table.position.to_text()
        return state

    monkeypatch.setattr(shown, "state", leaking)
    with pytest.raises(AssertionError):
        test_other_hidden_cards_change_no_byte("spice-road", monkeypatch)


def test_no_secret_is_in_the_log_or_in_the_database(
    tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    database = tmp_path / "tables.db"
    with house(str(database)) as here:
        host, guest = here.pair()
        good(host.move("play YY"))
        seed = here.client.app.state.tables._tables[host.table].seed  # type: ignore[attr-defined]
        watcher = here.watcher(host)
        assert host.token
        assert guest.token
        assert watcher.token
        log = capsys.readouterr()
        for secret in (host.token, guest.token, watcher.token, str(seed)):
            assert secret not in log.out + log.err
        stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
        for secret in (host.token, guest.token, watcher.token):
            assert secret.encode() not in stored
    assert century.games()
