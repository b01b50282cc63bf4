"""Bad arguments raise specific errors, and the errors have stable codes."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

import century
from century import CenturyError, errors
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
    NoGpu,
    UnknownGame,
    UnknownToken,
)
from century.server import errors as server_errors
from century.server.errors import StaleMove
from tests.games import EXAMPLE

GAME = century.game(EXAMPLE)
START = GAME.start(players=2, seed=7)

# Arguments


@pytest.mark.parametrize(
    "players", [0, 1, GAME.players.stop, -2, 100, 2**70, "2", 2.0, True, None, [2]]
)
def test_a_wrong_number_of_players_is_refused(players: Any) -> None:
    for ask in (
        lambda: GAME.start(players=players, seed=1),
        lambda: century.playouts(EXAMPLE, players=players, games=1, seed=1),
    ):
        with pytest.raises(BadPlayers) as caught:
            ask()
        assert repr(players) in str(caught.value)


@pytest.mark.parametrize("seed", [-1, 2**64, "x", "7", 1.5, 7.0, None, True, [7]])
def test_a_bad_seed_is_refused(seed: Any) -> None:
    for ask in (
        lambda: GAME.start(players=2, seed=seed),
        lambda: century.playouts(EXAMPLE, players=2, games=1, seed=seed),
        lambda: START.redeal(0, seed=seed),
    ):
        with pytest.raises(BadSeed) as caught:
            ask()
        assert repr(seed) in str(caught.value)


@pytest.mark.parametrize("seed", [0, 1, 2**63, 2**64 - 1])
def test_the_smallest_and_the_largest_seed_are_accepted(seed: int) -> None:
    assert not GAME.start(players=2, seed=seed).over


def test_the_seed_of_the_last_game_of_a_run_must_be_valid_too() -> None:
    assert century.playouts(EXAMPLE, players=2, games=2, seed=2**64 - 2).games == 2
    with pytest.raises(BadSeed):
        century.playouts(EXAMPLE, players=2, games=2, seed=2**64 - 1)


@pytest.mark.parametrize(
    "name",
    ["", "chess", EXAMPLE.title(), EXAMPLE.replace("-", " "), EXAMPLE.replace("-", "_"), None, 7],
)
def test_an_unknown_game_is_refused_with_a_list_of_the_games(name: Any) -> None:
    for ask in (
        lambda: century.game(name),
        lambda: century.playouts(name, players=2, games=1, seed=1),
    ):
        with pytest.raises(UnknownGame) as caught:
            ask()
        assert repr(name) in str(caught.value)
        assert ", ".join(century.games()) in str(caught.value)


@pytest.mark.parametrize("seat", [-1, 2, 5, "0", 0.0, [0]])
def test_a_view_for_a_seat_that_does_not_exist_is_refused(seat: Any) -> None:
    with pytest.raises(BadSeat) as caught:
        START.view(seat)
    assert repr(seat) in str(caught.value)


@pytest.mark.parametrize("games", [0, -1, "10", 1.0, None, True])
def test_a_bad_number_of_random_games_is_refused(games: Any) -> None:
    with pytest.raises(BadCount) as caught:
        century.playouts(EXAMPLE, players=2, games=games, seed=1)
    assert repr(games) in str(caught.value)


@pytest.mark.parametrize("depth", [-1, 101, "2", 2.0, None, True])
def test_a_bad_depth_is_refused(depth: Any) -> None:
    with pytest.raises(BadCount) as caught:
        century.perft(START, depth)
    assert repr(depth) in str(caught.value)


@pytest.mark.parametrize("token", [None, 0, 1.5, b"rest", ("rest",)])
def test_a_token_that_is_not_a_string_is_unknown(token: Any) -> None:
    for ask in (START.act, START.why):
        with pytest.raises(UnknownToken) as caught:
            ask(token)
        assert repr(token) in str(caught.value)


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
    "BadWeights": "bad-weights",
    "TrainingDiverged": "training-diverged",
    "WorkerLost": "worker-lost",
    "MissingExtra": "missing-extra",
    "NoGpu": "no-gpu",
    "GameNotBegun": "game-not-begun",
    "GameNotPlayed": "game-not-played",
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
    "GameTooLong": "game-too-long",
    "NotSaved": "not-saved",
    "BadDatabase": "bad-database",
    "BadBackup": "bad-backup",
    "DatabaseInUse": "database-in-use",
    "PortTaken": "port-taken",
    "ServerFault": "server-fault",
    "StaleMove": "stale-move",
    "HasGames": "has-games",
    "UnknownCode": "unknown-code",
    "UnreadableTable": "unreadable-table",
    "OutcomeUnknown": "outcome-unknown",
    "NotOffered": "not-offered",
    "MailFailed": "mail-failed",
    "UnknownLink": "unknown-link",
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
    BadPosition("gold", "5 coins; there are 4 (XY2)"),
    BadRecord(3, 14, "this is round 2"),
    IllegalMove("claim 1", "needs 1 more G", "XY13"),
    BotCrashed("my_bot.py: ValueError: no idea"),
    StaleMove(3, 5),
    MissingExtra("server", "fastapi"),
    NoGpu("no driver"),
]


def test_every_error_has_a_stable_and_unique_code() -> None:
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
def test_errors_can_be_pickled_and_copied(
    error: CenturyError, again: Callable[[CenturyError], CenturyError]
) -> None:
    """Errors raised in worker processes are pickled."""
    other = again(error)
    assert type(other) is type(error)
    assert str(other) == str(error)
    assert other.__dict__ == error.__dict__
    assert other.code == error.code
