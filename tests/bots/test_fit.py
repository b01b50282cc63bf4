"""Fitting the weights to made-up games whose outcome is linear in the features."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import century
from century import Position
from century.bench import fit as module
from century.bench.fit import Played, fit, main, play, rounds_by_claims, to_toml
from century.bots.search.beam import BeamSize, Discounts
from century.bots.weights import FittedWeights, features, fitted_weights
from century.core.heuristics import Weights as Floats
from century.core.heuristics import claims_to_go
from tests.bots.games import SEARCHED_GAMES, whole_game
from tests.bots.made_up_games import made_up, rounds_left
from tests.games import EXAMPLE

SCALE = 1000.0  # large, because margins are rounded to whole points

in_every_game = pytest.mark.parametrize("name", SEARCHED_GAMES)


def truth(name: str) -> Floats:
    return SCALE * np.random.default_rng(4).normal(size=len(features(century.game(name))))


def ignorance(name: str) -> FittedWeights:
    game = century.game(name)
    return fitted_weights(game)._replace(weights=np.zeros(len(features(game))))


def many_positions(name: str) -> list[Position]:
    return [pos for seed in range(3, 15) for pos in whole_game(name, 2, seed)[:-1:3]]


@in_every_game
def test_the_weights_behind_made_up_games_are_found(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "REGULARIZATION", 1e-6)
    game, weights = century.game(name), truth(name)
    games = [made_up(pos, weights, first_seat=50.0) for pos in many_positions(name)]
    before = ignorance(name)
    found = fit(game, before, games)
    np.testing.assert_allclose(found.weights, weights, atol=0.01 * SCALE)
    claims = sorted({int(claims_to_go(pos.state)) for pos in many_positions(name)})
    assert [found.rounds_left[to_go] for to_go in claims] == [
        rounds_left(to_go) for to_go in claims
    ]
    assert found.discounts == before.discounts


@pytest.mark.parametrize("kept", [1e-6, 1e9])
def test_regularisation_keeps_the_weights(kept: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "REGULARIZATION", kept)
    games = [made_up(pos, truth(EXAMPLE), 0.0) for pos in many_positions(EXAMPLE)]
    found = fit(century.game(EXAMPLE), ignorance(EXAMPLE), games)
    assert (np.abs(found.weights).max() < 0.01 * SCALE) == (kept > 1)


def test_rounds_left_are_means_by_the_claims_to_go() -> None:
    games = [Played(b"", 4, (0, 0)), Played(b"", 3, (0, 0))]
    left = rounds_by_claims(games, [[2, 2, 1, 0], [2, 1, 1]], 4)
    assert left.tolist() == [1.0, (2 + 2 + 1) / 3, (4 + 3 + 3) / 3, 0.0]


# Games


@in_every_game
def test_a_game_is_stored_by_the_states_at_the_start_of_its_rounds(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SIZE", BeamSize(width=1, depth=1))
    monkeypatch.setattr(module, "MAX_ROUNDS", 12)
    game, played = century.game(name), play(name, 2)
    states = np.frombuffer(played.states, dtype=game.state)
    assert [int(s.rounds) for s in states] == list(range(1, 1 + len(states)))
    assert {int(s.seat) for s in states} == {0}
    assert {int(s.players) for s in states} == {2}
    assert len(states) in {played.rounds, played.rounds - 1}
    assert play(name, 2) == played
    assert play(name, 3) != played


# The file


def read_again(
    folder: Path, text: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> FittedWeights:
    """Read a text as if it were the file the bots read."""
    (folder / "weights.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr("century.bots.game_settings.files", lambda _package: folder)
    found: FittedWeights = fitted_weights.__wrapped__(century.game(name))
    return found


@in_every_game
def test_written_weights_can_be_read(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    size = len(features(century.game(name)))
    weights = np.random.default_rng(5).normal(size=size).round(3)
    known = FittedWeights(weights, 2.25, np.array([0.0, 4.25, 9.5]), Discounts(0.75, 0.5, 12.5))
    text = to_toml(century.game(name), known, "made up")
    found = read_again(tmp_path, text, name, monkeypatch)
    assert found.weights.tolist() == weights.tolist()
    assert found.rounds_left.tolist() == known.rounds_left.tolist()
    assert found.pace == known.pace
    assert found.discounts == known.discounts
    assert text.startswith(
        f"# The weights of the evaluation of {century.game(name).title}, made up.\n"
    )


def test_the_command_plays_fits_and_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SIZE", BeamSize(width=1, depth=1))
    monkeypatch.setattr(module, "MAX_ROUNDS", 10)
    monkeypatch.setattr(module, "ProcessPoolExecutor", ThreadPoolExecutor)
    out = tmp_path / "fitted.toml"
    arguments = ["fit", EXAMPLE, "--games", "3", "--seed", "7", "--out", str(out)]
    monkeypatch.setattr("sys.argv", arguments)
    main()
    text = out.read_text(encoding="utf-8")
    assert "fitted to 3 games from seed 7 on" in text
    found = read_again(tmp_path, text, EXAMPLE, monkeypatch)
    assert found.weights.shape == fitted_weights(century.game(EXAMPLE)).weights.shape
