"""Compiling ahead of a game: the rules, and the bots that play."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from century import Game, game, games
from century.terminal.prepare import prepare
from century.warmup import is_warm, steps, warm_up
from tests.bots.games import GAMES_AND_BOTS, SEARCHED_GAMES
from tests.games import EXAMPLE

in_every_game = pytest.mark.parametrize("name", SEARCHED_GAMES)


@pytest.fixture(autouse=True)
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a cache folder that marks nothing as compiled."""
    monkeypatch.setattr("century.warmup.kernel_folder", lambda _folder: tmp_path)
    return tmp_path


def warmed(chosen: Game, *players: str) -> list[str]:
    """Warm up, and return the names of the steps."""
    told: list[str] = []
    warm_up(chosen, told.append, players)
    return told


@pytest.mark.parametrize("name", games())
def test_the_rules_are_compiled_once(name: str) -> None:
    chosen = game(name)
    assert not is_warm(chosen)
    rules = list(steps(chosen))
    assert warmed(chosen) == rules
    assert is_warm(chosen)
    assert warmed(chosen) == []


@in_every_game
def test_every_bot_is_compiled_with_the_rules_or_after_them(name: str) -> None:
    chosen = game(name)
    rules = list(steps(chosen))
    assert rules
    assert warmed(chosen, "greedy", "random", "greedy") == [
        *rules,
        "the bot greedy",
        "the bot random",
    ]
    assert is_warm(chosen, ["random", "greedy"])
    assert warmed(chosen, "greedy", "medium") == ["the bot medium"]
    assert is_warm(chosen, ["greedy", "random", "medium"])
    assert not is_warm(chosen, ["mcts"])


def test_games_are_compiled_apart() -> None:
    one, other, *_ = map(game, SEARCHED_GAMES)
    warmed(one, "easy")
    assert is_warm(one, ["easy"])
    assert not is_warm(other)
    assert "the bot easy" in steps(other, ["easy"])


@pytest.mark.parametrize("own", ["my_bot.py", "./program", "cmd:program", "package.module:Bot"])
def test_bots_from_outside_are_not_compiled(own: str, cold: Path) -> None:
    chosen = game(EXAMPLE)
    assert list(steps(chosen, [own])) == list(steps(chosen))
    warmed(chosen, own)
    assert is_warm(chosen, [own])
    (mark,) = cold.iterdir()
    assert mark.name.startswith("rules-")


@pytest.mark.parametrize(("name", "player"), GAMES_AND_BOTS)
def test_every_bot_can_be_compiled(name: str, player: str) -> None:
    steps(game(name), [player])[f"the bot {player}"]()


def test_without_a_cache_folder_there_are_no_marks(cold: Path) -> None:
    cold.rmdir()
    chosen = game(EXAMPLE)
    assert warmed(chosen, "random")
    assert not cold.exists()
    assert not is_warm(chosen)


def test_without_compilation_there_are_no_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("century.warmup.COMPILED", False)
    assert is_warm(game(EXAMPLE), ["expert"])


# Output


def said(chosen: Game, *players: str) -> str:
    """Return the output of `prepare` in a terminal."""
    console = Console(file=io.StringIO(), force_terminal=True, width=80)
    prepare(console, chosen, players)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_compiling_is_announced_once() -> None:
    chosen = game(EXAMPLE)
    first = said(chosen, "easy")
    assert f"Compiling the rules of {chosen.title} and its bots, once on this machine" in first
    assert "the bot easy" in first
    assert said(chosen, "easy") == ""
    later = said(chosen, "easy", "medium")
    assert "the bot medium" in later
    assert "the bot easy" not in later
    assert f"Compiling the bots for {chosen.title} (medium), once on this machine" in later


def test_another_copy_of_the_sources_is_not_warm(
    cold: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = game(EXAMPLE)
    warm_up(chosen, lambda _step: None)
    assert is_warm(chosen)
    monkeypatch.setattr("century.warmup._sources", lambda _package: "another")
    assert not is_warm(chosen)
