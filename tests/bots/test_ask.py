"""`century.bots.ask`: hidden cards, legal answers and faults, each handled exactly once."""

from __future__ import annotations

import asyncio
import re
import shlex
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import century
from century import Position
from century.arena import play
from century.bots import Bot, ask, bot
from century.bots.ask import BotInterrupted, check_plays
from century.client import Client, Seat
from century.env.gymnasium import CenturyEnv, CenturyVectorEnv
from century.errors import BotCrashed, BotFault, BotNonsense, GameNotPlayed
from century.server.bots.worker import whole_turn
from century.warmup import warm_up
from tests.arena.tables import player, tournament
from tests.bots.games import first_turn
from tests.bots.programs import program
from tests.games import EXAMPLE, OTHER_EXAMPLE
from tests.terminal.command import Command

START = century.game(EXAMPLE).start(players=2, seed=7)
NUMBER, TOKEN = START.actions()[-1], START.legal()[-1]
ILLEGAL = next(token for token in START.game.actions if token not in START.legal())
REASON = re.escape(str(START.why(ILLEGAL)))
COUNT = len(START.game.actions)
MODULE = sys.modules["century.bots.ask"]  # the package has the function by this name

in_every_game = pytest.mark.parametrize("name", century.games())


class Fixed:
    """Gives the same answer to every question, and remembers the questions."""

    def __init__(self, answer: Any = None) -> None:
        self.answer = answer
        self.shown: list[Position] = []

    def choose(self, position: Position, seat: int, budget: float) -> Any:
        self.shown.append(position)
        return position.actions()[0] if self.answer is None else self.answer


class Raising:
    """Raises an exception."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def choose(self, position: Position, seat: int, budget: float) -> int:
        raise self.error


# Answers


@pytest.mark.parametrize("answer", [NUMBER, np.uint8(NUMBER), TOKEN])
def test_an_answer_is_a_number_or_a_token(answer: Any) -> None:
    number = ask(Fixed(answer), START, 0, 1.0, seed=1)
    assert number == NUMBER
    assert type(number) is int


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        (START.number(ILLEGAL), f"it answered '{ILLEGAL}', which is not legal: {REASON}"),
        (ILLEGAL, f"it answered '{ILLEGAL}', which is not legal: {REASON}"),
        ("fly", f"it answered 'fly', which is no action of {EXAMPLE}"),
        pytest.param("x" * 100_000, f"which is no action of {EXAMPLE}", id="a long text"),
        (COUNT, "it answered with a int that is neither a token nor an action number"),
        (-1, "neither a token nor"),
        pytest.param(10**5000, "neither a token nor", id="too long to print"),
        (True, "a bool that is neither"),
        (float(NUMBER), "a float that is neither"),
        ([TOKEN], "a list that is neither"),
    ],
)
def test_an_illegal_answer_is_nonsense_with_a_short_message(answer: Any, fault: str) -> None:
    with pytest.raises(BotNonsense, match=fault) as caught:
        ask(Fixed(answer), START, 0, 1.0, seed=1, name="it")
    assert len(str(caught.value)) < 200


def test_without_a_name_messages_name_the_class() -> None:
    with pytest.raises(BotNonsense, match=r"^Fixed answered 'fly'"):
        ask(Fixed("fly"), START, 0, 1.0, seed=1)


# Hidden cards


@in_every_game
def test_a_bot_sees_one_order_of_hidden_cards_for_each_turn_and_seed(name: str) -> None:
    start, watcher = century.game(name).start(players=2, seed=3), Fixed()
    for seed, truth in ((1, start), (1, start.redeal(0, 8)), (2, start)):
        ask(watcher, truth, truth.seat, 1.0, seed=seed)
    one, other_truth, other_seed = watcher.shown
    assert one == other_truth != other_seed
    assert one != start
    assert one.view(start.seat) == other_seed.view(start.seat) == start.view(start.seat)


def test_a_position_that_is_redealt_already_is_shown_as_it_is() -> None:
    watcher = Fixed()
    ask(watcher, START, 0, 1.0, seed=None)
    assert watcher.shown == [START]


# Faults


class Ending(BaseException):
    """An exception that is not an Exception."""


@pytest.mark.parametrize("error", [KeyError("plan"), SystemExit("enough"), Ending("over")])
def test_whatever_a_bot_raises_is_a_crash(error: BaseException) -> None:
    with pytest.raises(BotCrashed, match=rf"^it: {type(error).__name__}: .* \(test_ask.py, line"):
        ask(Raising(error), START, 0, 1.0, seed=1, name="it")


@pytest.mark.parametrize("error", [BotFault("mine"), BotInterrupted(), KeyboardInterrupt()])
def test_faults_and_interruptions_pass_through(error: BaseException) -> None:
    with pytest.raises(type(error)) as caught:
        ask(Raising(error), START, 0, 1.0, seed=1)
    assert caught.value is error


def test_a_bot_may_say_which_games_it_plays() -> None:
    picky: Any = Fixed()
    for games, plays in (
        (None, True),
        ((EXAMPLE,), True),
        ((OTHER_EXAMPLE,), False),
        ((), False),
    ):
        picky.games = games
        if plays:
            check_plays(picky, START.game, "it")
            assert ask(picky, START, 0, 1.0, seed=1) == START.actions()[0]
        else:
            with pytest.raises(GameNotPlayed, match=rf"^it plays .*, not {EXAMPLE}$"):
                ask(picky, START, 0, 1.0, seed=1, name="it")


# Every caller hides and checks exactly once


class Count:
    """Counts how often positions are redealt, answers are checked, and bots are asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        warm_up(START.game, str)  # which redeals, too
        self.calls: Counter[str] = Counter()
        for owner, name in (
            (Position, "redeal"),
            (MODULE, "_legal_action"),
            (MODULE, "crashes_as_faults"),
        ):
            self.spy(monkeypatch, owner, name)

    def spy(self, monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> None:
        original = getattr(owner, name)

        def counted(*given: Any) -> Any:
            self.calls[name] += 1
            return original(*given)

        monkeypatch.setattr(owner, name, counted)


@pytest.fixture
def count(monkeypatch: pytest.MonkeyPatch) -> Count:
    return Count(monkeypatch)


OWN = """\
class Own:
    def choose(self, position, seat, budget):
        with open({notes!r}, "a") as file:
            file.write("asked\\n")
        return position.legal()[0]
"""


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    return tmp_path / "notes"


@pytest.fixture(params=["class", "program"])
def own(request: pytest.FixtureRequest, tmp_path: Path, notes: Path) -> str:
    """A bot of the user that notes each question."""
    if request.param == "program":
        go = f"open({str(notes)!r}, 'a').write('asked\\n'); say('choose ' + legal[0])"
        return f"cmd:{shlex.join(program(tmp_path, go=go))}"
    path = tmp_path / "own.py"
    path.write_text(OWN.format(notes=str(notes)))
    return str(path)


def asked(notes: Path) -> int:
    return notes.read_text().count("asked")


def assert_once(count: Count, times: int, redealt: int | None = None) -> None:
    assert times > 0
    assert count.calls["redeal"] == (times if redealt is None else redealt)
    assert count.calls["_legal_action"] == times


def test_the_arena_hides_and_checks_once(own: str, notes: Path, count: Count) -> None:
    assert play(tournament(own, own, rounds=3).job(0)).fault is None
    assert_once(count, asked(notes))


def test_the_terminal_hides_and_checks_once(
    own: str,
    notes: Path,
    count: Count,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    start = ("play", "-g", EXAMPLE, "--seed", 7, "-n", "Ada", "--in-order")
    command = (*start, "--record", tmp_path / "game.txt", "--bot", own)
    Command(monkeypatch, capsys)(*command, typed=f"{', '.join(first_turn(START))}\nquit\n")
    assert_once(count, asked(notes))


def test_check_bot_hides_and_checks_once(
    own: str,
    notes: Path,
    count: Count,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    options = ("--decisions", 1, "-g", EXAMPLE)
    assert Command(monkeypatch, capsys)("check-bot", own, *options).status == 0
    # Two games; in the second, `random` has the first turn.
    assert asked(notes) == 2
    assert count.calls["redeal"] == count.calls["_legal_action"] >= 3


def test_environments_hide_and_check_once(own: str, notes: Path, count: Count) -> None:
    env = CenturyEnv(EXAMPLE, 2, opponents=own, seat=1)
    _, info = env.reset(seed=1)
    env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert_once(count, asked(notes))
    many = CenturyVectorEnv(2, EXAMPLE, 2, opponents=own, seat=1)
    many.reset(seed=1)
    assert_once(count, asked(notes))


def test_the_servers_worker_checks_once_what_the_server_has_hidden(count: Count) -> None:
    tokens = whole_turn(START, "greedy", 1, 0.0)
    assert_once(count, len(tokens), redealt=0)


def test_a_client_checks_once_what_the_server_has_hidden(
    count: Count, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = {"table": "t", "version": 1, "legal": START.legal(), "status": "playing"}
    moves: list[str] = []

    async def get_position(self: Seat, _method: str, _what: str) -> dict[str, Any]:
        return {"version": 1, "position": START.to_text()}

    async def move(self: Seat, token: str) -> None:
        moves.append(token)
        self.state["status"] = "over"

    monkeypatch.setattr(Seat, "ask", get_position)
    monkeypatch.setattr(Seat, "move", move)

    async def sit() -> None:
        async with Client("http://localhost") as client:
            seat = Seat(client, "token", {**state, "you": {"seats": [0]}}, {})
            await seat.play(bot("greedy", 1))

    asyncio.run(asyncio.wait_for(sit(), 60))
    assert len(moves) == 1
    assert_once(count, 1, redealt=0)


def test_a_built_in_bot_is_asked_in_the_same_way(count: Count) -> None:
    result = play(tournament("random", player("First"), rounds=3).job(0))
    assert_once(count, len(result.tokens))


def test_any_object_with_a_choose_method_is_a_bot() -> None:
    one: Bot = Fixed()
    assert ask(one, START, 0, 1.0, seed=1) in START.actions()
