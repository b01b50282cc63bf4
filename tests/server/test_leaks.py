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
from century.position import Game, Position, read_position
from tests.property.play_eastern_wonders import EASTERN_WONDERS, purposeful
from tests.server.fixtures import Player, good, house

# Each deck with the count of cards gone from it and the length of the row before it.
DECKS = {
    "spice-road": (("merchants", "merchants_taken", 6), ("points", "points_taken", 5)),
    "eastern-wonders": (("pile", "drawn", 0),),
}
# What counts down to something hidden in a deck.
COUNTDOWNS = {"spice-road": (), "eastern-wonders": ("closed_in",)}
CLAIMS = 3  # after which a game has shown enough: what was claimed is refilled from the decks
SEEDS = {"spice-road": 1, "eastern-wonders": 4}  # of decisions that lead there soon
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


def decide(game: str, rng: Random, player: Player) -> str:
    """Choose by what the player may know, and so that something is claimed now and then."""
    position = read_position(good(player.ask("position"))["position"])
    if game == EASTERN_WONDERS:
        return purposeful(rng, position)
    legal = position.legal()
    return rng.choice([token for token in legal if token.startswith("claim")] or legal)


def play(game: str, wire: Wire) -> Position:
    """Play for a while, everybody looking at everything; return where it ends."""
    rng = Random(SEEDS[game])
    with house() as here:
        host, guest = here.pair(game=game)
        watcher = here.watcher(host)
        people = {"host": host, "guest": guest, "watcher": watcher, "nobody": here.nobody(host)}
        claims = 0
        for number in range(MOST_DECISIONS):
            player = (host, guest)[good(watcher.ask())["view"]["seat"]]
            choice = decide(game, rng, player)
            claimed = choice.startswith("claim")
            claims += claimed
            if claimed or number % 20 == 0:
                look_around(wire, people, good(player.ask())["legal"])
            if claimed or number % 4 == 0:
                move_before_all_eyes(wire, (host, guest, watcher), player, choice)
            else:
                wire.heard("mover", player.move(choice))
            if claimed or number % 15 == 3:
                wire.heard("undo", player.do("undo"))
                wire.heard("again", player.move(choice))
            if claimed:
                look_around(wire, people, [])
            if claims == CLAIMS:
                break
        assert claims == CLAIMS
        position = here.tables._tables[host.table].position
        assert position is not None
        return position


def move_before_all_eyes(
    wire: Wire, viewers: tuple[Player, ...], player: Player, choice: str
) -> None:
    """Let somebody decide while everybody listens."""
    with ExitStack() as stack:
        sockets = [stack.enter_context(who.socket("?after=0")) for who in viewers]
        wire.heard("mover", player.move(choice))
        for socket in sockets:
            socket.send_json({"type": "sync", "version": 10**6})
            socket.send_json({"type": "move", "id": "x", "version": 0, "tokens": ["rest"]})
            while (text := socket.receive_text()) and '"id":"x"' not in text:
                wire.bytes.append(text)
            wire.bytes.append(text)


def with_other_decks(start: Position, end: Position) -> Position:
    """Return a deal that differs only in what was still hidden at the end."""
    state, last, hidden = start.state, end.state, end.redeal(0, 99).state
    for deck, gone, row in DECKS[start.game.name]:
        first = int(hidden[gone]) + row
        state[deck][first:] = hidden[deck][first:]
    for field in COUNTDOWNS[start.game.name]:
        state[field] = int(state[field]) - int(last[field]) + int(hidden[field])
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
    from century.server.table import snapshot as shown

    honest = shown.states

    def leaking(table: Any, viewers: Any) -> Any:
        states = honest(table, viewers)
        if table.position is not None:
            states[-1]["leak"] = table.position.to_text()
        return states

    monkeypatch.setattr(shown, "states", leaking)
    with pytest.raises(AssertionError):
        test_other_hidden_cards_change_no_byte("spice-road", monkeypatch)


def test_no_secret_is_in_the_log_or_in_the_database(
    tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    database = tmp_path / "tables.db"
    with house(str(database)) as here:
        host, guest = here.pair()
        good(host.move("play YY"))
        seed = here.tables._tables[host.table].seed
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
