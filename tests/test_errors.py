"""Bad input to the API: every fault has its own error, which names the place."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

import century
from century import CenturyError, errors, read_record
from century.errors import (
    BadCount,
    BadPlayers,
    BadPosition,
    BadRecord,
    BadSeat,
    BadSeed,
    BotCrashed,
    IllegalMove,
    MissingExtra,
    UnknownGame,
    UnknownToken,
)
from century.server import errors as server_errors
from century.server.errors import StaleMove
from tests.games.spice_road.setup import GAME, position

START = GAME.start(players=2, seed=7)

# Arguments


@pytest.mark.parametrize("players", [0, 1, 6, -2, 100, 2**70, "2", 2.0, True, None, [2]])
def test_a_wrong_number_of_players_is_refused(players: Any) -> None:
    for ask in (
        lambda: GAME.start(players=players, seed=1),
        lambda: century.playouts("spice-road", players=players, games=1, seed=1),
    ):
        with pytest.raises(BadPlayers) as caught:
            ask()
        assert repr(players) in str(caught.value)


@pytest.mark.parametrize("seed", [-1, 2**64, "x", "7", 1.5, 7.0, None, True, [7]])
def test_a_bad_seed_is_refused(seed: Any) -> None:
    for ask in (
        lambda: GAME.start(players=2, seed=seed),
        lambda: century.playouts("spice-road", players=2, games=1, seed=seed),
        lambda: START.redeal(0, seed=seed),
    ):
        with pytest.raises(BadSeed) as caught:
            ask()
        assert repr(seed) in str(caught.value)


@pytest.mark.parametrize("seed", [0, 1, 2**63, 2**64 - 1])
def test_the_least_and_the_greatest_seed_are_accepted(seed: int) -> None:
    assert not GAME.start(players=2, seed=seed).over


def test_the_last_game_of_a_run_must_have_a_seed_too() -> None:
    assert century.playouts("spice-road", players=2, games=2, seed=2**64 - 2).games == 2
    with pytest.raises(BadSeed):
        century.playouts("spice-road", players=2, games=2, seed=2**64 - 1)


@pytest.mark.parametrize("name", ["", "chess", "Spice-Road", "spice road", "spice_road", None, 7])
def test_an_unknown_game_is_refused_and_the_known_ones_are_named(name: Any) -> None:
    for ask in (
        lambda: century.game(name),
        lambda: century.playouts(name, players=2, games=1, seed=1),
    ):
        with pytest.raises(UnknownGame) as caught:
            ask()
        assert repr(name) in str(caught.value)
        assert "spice-road" in str(caught.value)


@pytest.mark.parametrize("seat", [-1, 2, 5, "0", 0.0, [0]])
def test_a_view_for_a_seat_that_does_not_exist_is_refused(seat: Any) -> None:
    with pytest.raises(BadSeat) as caught:
        START.view(seat)
    assert repr(seat) in str(caught.value)


@pytest.mark.parametrize("games", [0, -1, "10", 1.0, None, True])
def test_a_bad_number_of_random_games_is_refused(games: Any) -> None:
    with pytest.raises(BadCount) as caught:
        century.playouts("spice-road", players=2, games=games, seed=1)
    assert repr(games) in str(caught.value)


@pytest.mark.parametrize("depth", [-1, 101, "2", 2.0, None, True])
def test_a_bad_depth_is_refused(depth: Any) -> None:
    with pytest.raises(BadCount) as caught:
        century.perft(START, depth)
    assert repr(depth) in str(caught.value)


@pytest.mark.parametrize("token", [None, 0, 1.5, b"rest", ("rest",)])
def test_a_token_that_is_no_text_is_unknown(token: Any) -> None:
    for ask in (START.act, START.why):
        with pytest.raises(UnknownToken) as caught:
            ask(token)
        assert repr(token) in str(caught.value)


# Records

HEAD = """\
[Game "spice-road"]
[Rules "1"]
[Players "2"]
[Seed "7"]
[Seat0 "Ada"]
[Seat1 "Bob"]
[Result "*"]

"""
BODY = """\
1. play YY | play YY
2. acquire 2, pay Y | play up2, upgrade Y, done
"""


def test_the_undamaged_record_is_read() -> None:
    record = read_record(HEAD + BODY)
    assert record.start == START
    assert len(record.tokens) == 7


@pytest.mark.parametrize(
    ("old", "new", "line", "column"),
    [
        # Tags
        ('[Game "spice-road"]\n', "", 1, 1),
        ('"spice-road"', '"chess"', 1, 1),
        ('[Rules "1"]', '[Rules "2"]', 2, 1),
        ('[Rules "1"]', '[Rules "one"]', 2, 1),
        ('[Players "2"]', '[Players "two"]', 3, 1),
        ('[Players "2"]', '[Players "6"]', 3, 1),
        ('[Players "2"]', '[Players "3"]', 1, 1),  # the name of the third seat is missing
        ('[Players "2"]\n', "", 1, 1),
        ('[Seed "7"]', '[Seed "-7"]', 4, 1),
        ('[Seed "7"]', '[Seed "seven"]', 4, 1),
        ('[Seed "7"]', f'[Seed "{2**64}"]', 4, 1),
        ('[Seed "7"]\n', "", 1, 1),
        ('[Seed "7"]', '[Position "nonsense"]', 4, 1),
        ('[Seed "7"]', f'[Seed "7"]\n[Position "{START.to_text()}"]', 1, 1),
        ('[Seed "7"]', '[Seed "7"]\n[Seed "7"]', 5, 2),
        ('[Seat0 "Ada"]', "[Seat0 Ada]", 5, 1),
        ('[Seat0 "Ada"]', '[Seat0 "Ada"', 5, 1),
        ('[Seat1 "Bob"]', '[Seat2 "Bob"]', 6, 2),
        ('[Seat1 "Bob"]\n', "", 1, 1),
        ('[Result "*"]', '[Result "30-20"]', 7, 1),
        # Rounds and turns
        ("1. play", "2. play", 9, 1),
        ("2. acquire", "3. acquire", 10, 1),
        ("2. acquire", "1. acquire", 10, 1),
        ("1. play", f"{'9' * 5000}. play", 9, 1),
        ("play YY | play YY", "play YY play YY", 9, 12),
        ("play YY | play YY", "play YY, play YY", 9, 13),
        ("acquire 2, pay Y |", "acquire 2 |", 10, 14),
        ("acquire 2, pay Y", "acquire 2 pay Y", 10, 14),
        ("acquire 2, pay Y |", "acquire 2, | pay Y |", 10, 15),
        ("upgrade Y, done", "upgrade Y\n3. done", 11, 1),
        # Decisions
        ("1. play YY", "1. play XX", 9, 4),
        ("1. play YY", "1. play B", 9, 4),
        ("1. play YY", "1. rest", 9, 4),
        ("1. play YY | play YY", "1. play YY | rest", 9, 14),
        ("acquire 2, pay Y", "acquire 2, pay B", 10, 15),
        ("upgrade Y, done", "upgrade Y,\n  upgrade B", 11, 3),
        ("upgrade Y, done", "upgrade Y, discard Y", 10, 44),
        # Stray signs
        ("1. play YY", "1. play YY {never closed", 9, 12),
        ("1. play YY", "1. play YY }", 9, 12),
        ("1. play", "1.play", 9, 1),
        ("1. play YY", "1. {a comment}\n\n play XX", 11, 2),
    ],
)
def test_a_damaged_record_is_refused_with_line_and_column(
    old: str, new: str, line: int, column: int
) -> None:
    assert old in HEAD + BODY
    with pytest.raises(BadRecord) as caught:
        read_record((HEAD + BODY).replace(old, new, 1))
    error = caught.value
    assert (error.line, error.column) == (line, column)
    assert error.code == "bad-record"
    assert f"line {line}, column {column}: {error.fault}" in str(error)


def test_an_empty_record_is_refused() -> None:
    with pytest.raises(BadRecord) as caught:
        read_record("")
    assert (caught.value.line, caught.value.column) == (1, 1)


def test_a_decision_after_the_end_is_refused() -> None:
    ended = position(claims=[6, 0], seat=1, phase="over").to_text()
    text = f'[Game "spice-road"]\n[Position "{ended}"]\n\n1. ... rest\n'
    with pytest.raises(BadRecord, match="SR17") as caught:
        read_record(text)
    assert (caught.value.line, caught.value.column) == (4, 8)


def test_a_damaged_position_in_a_record_is_named_with_its_field() -> None:
    damaged = START.to_text().replace("gold=0/0", "gold=5/0")
    text = f'[Game "spice-road"]\n[Position "{damaged}"]\n'
    with pytest.raises(BadRecord, match="gold") as caught:
        read_record(text)
    assert (caught.value.line, caught.value.column) == (2, 1)
    assert isinstance(caught.value.__cause__, BadPosition)


def test_an_illegal_move_in_a_record_says_why() -> None:
    with pytest.raises(BadRecord, match=r"rest.*SR12") as caught:
        read_record(HEAD + "1. rest\n")
    assert isinstance(caught.value.__cause__, IllegalMove)


def test_line_ends_of_other_systems_do_not_move_the_place() -> None:
    text = (HEAD + BODY).replace("acquire 2, pay Y", "acquire 2, pay B")
    with pytest.raises(BadRecord) as caught:
        read_record(text.replace("\n", "\r\n"))
    assert (caught.value.line, caught.value.column) == (10, 15)


# The errors themselves

CODES = {
    "CenturyError": "error",
    "UnknownGame": "unknown-game",
    "UnknownBot": "unknown-bot",
    "UnknownRule": "unknown-rule",
    "BotFault": "bot-fault",
    "BotCrashed": "bot-crashed",
    "BotStalled": "bot-stalled",
    "BotNonsense": "bot-nonsense",
    "UnknownToken": "unknown-token",
    "BadPlayers": "bad-players",
    "BadSeat": "bad-seat",
    "BadSeed": "bad-seed",
    "BadCount": "bad-count",
    "BadMap": "bad-map",
    "BadOption": "bad-option",
    "BadPosition": "bad-position",
    "BadGame": "bad-game",
    "BadRecord": "bad-record",
    "BadResults": "bad-results",
    "WorkerLost": "worker-lost",
    "MissingExtra": "missing-extra",
    "GameNotBegun": "game-not-begun",
    "IllegalMove": "illegal-move",
    "UnknownLanguage": "unknown-language",
}
SERVER_CODES = {
    "UnknownTable": "unknown-table",
    "NoToken": "no-token",
    "NotAllowed": "not-allowed",
    "NotYourTurn": "not-your-turn",
    "TableStarted": "table-started",
    "TableNotPlaying": "table-not-playing",
    "TableNotOver": "table-not-over",
    "SeatTaken": "seat-taken",
    "NothingToUndo": "nothing-to-undo",
    "NothingAsked": "nothing-asked",
    "BadMessage": "bad-message",
    "BadOrigin": "bad-origin",
    "TooLarge": "too-large",
    "TooMany": "too-many",
    "NotSaved": "not-saved",
    "BadDatabase": "bad-database",
    "PortTaken": "port-taken",
    "ServerFault": "server-fault",
    "StaleMove": "stale-move",
}
EXAMPLES = [
    CenturyError("something"),
    UnknownGame("unknown game 'chess'"),
    UnknownToken("pass"),
    UnknownToken(99),
    BadPlayers("not for 6"),
    BadSeat("no seat 9"),
    BadSeed("not a seed"),
    BadCount("not a count"),
    BadPosition("gold", "5 coins; there are 4 (SR2)"),
    BadRecord(3, 14, "this is round 2"),
    IllegalMove("claim 1", "needs 1 more G", "SR13"),
    BotCrashed("my_bot.py: ValueError: no idea"),
    StaleMove(3, 5),
    MissingExtra("server", "fastapi"),
]


def test_every_error_has_a_stable_code_of_its_own() -> None:
    assert {name: getattr(errors, name).code for name in errors.__all__} == CODES
    found = {name: getattr(server_errors, name).code for name in server_errors.__all__}
    assert found == SERVER_CODES
    codes = [*CODES.values(), *SERVER_CODES.values()]
    assert len(set(codes)) == len(codes)


ALL_ERRORS = [getattr(errors, name) for name in errors.__all__]
ALL_ERRORS += [getattr(server_errors, name) for name in server_errors.__all__]


@pytest.mark.parametrize("kind", ALL_ERRORS)
def test_every_error_is_a_century_error_and_a_value_error(kind: type) -> None:
    assert issubclass(kind, CenturyError)
    assert issubclass(kind, ValueError)


@pytest.mark.parametrize("error", EXAMPLES, ids=repr)
@pytest.mark.parametrize("again", [lambda e: pickle.loads(pickle.dumps(e)), copy.copy])
def test_errors_survive_pickling_and_copying(
    error: CenturyError, again: Callable[[CenturyError], CenturyError]
) -> None:
    """An error raised in a worker process arrives as it was."""
    other = again(error)
    assert type(other) is type(error)
    assert str(other) == str(error)
    assert other.__dict__ == error.__dict__
    assert other.code == error.code
