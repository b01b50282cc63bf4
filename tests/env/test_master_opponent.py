"""`master` as an opponent in a batch decides like a single bot."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import century
from century.bots import master as master_module
from century.env.batch import LEAVE, Batch, sample
from century.env.opponents import Opponents
from century.errors import BadWeights, GameNotPlayed
from tests.env.test_opponents import single_bot_game
from tests.neural.networks import GAMES_WITH_FEATURES, small_weights

GAMES = 4
SEED = 5
SIMULATIONS = 12


@pytest.fixture(autouse=True)
def _few_simulations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(master_module, "default_simulations", lambda _game: SIMULATIONS)


def play_against(
    batch: Batch, opponent: str, threads: int = 1, steps: int = 25
) -> tuple[Opponents, list[list[int]]]:
    """Let a learner with random actions play; return its actions in each game."""
    learners = np.arange(len(batch)) % batch.players
    others = Opponents(batch, opponent, learners=learners, threads=threads)
    others.play()
    taken: list[list[int]] = [[] for _ in range(len(batch))]
    rng = np.random.default_rng(1)
    for _ in range(steps):
        actions = sample(batch.masks, rng)
        for i in np.flatnonzero(actions != LEAVE).tolist():
            taken[i].append(int(actions[i]))
        others.step(actions)
    return others, taken


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("kind", ["master", "policy"])
@pytest.mark.parametrize("name", GAMES_WITH_FEATURES)
def test_many_games_are_decided_like_single_ones(
    name: str, kind: str, threads: int, tmp_path: Path
) -> None:
    opponent = f"{kind}:{small_weights(tmp_path, century.game(name))}"
    players = 3 if kind == "policy" else 2
    batch = Batch(name, players, GAMES, SEED, renew=False, rounds=200)
    _others, taken = play_against(batch, opponent, threads)
    for i in range(GAMES):
        assert batch.position(i) == single_bot_game(name, players, opponent, i, taken[i])


def test_a_stalemate_is_broken_like_by_single_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("bots.master", "env.master_player"):
        monkeypatch.setattr(f"century.{module}.STALEMATE_ROUND", 2)
    name = GAMES_WITH_FEATURES[0]
    opponent = f"master:{small_weights(tmp_path, century.game(name))}"
    batch = Batch(name, 2, GAMES, SEED, renew=False)
    _others, taken = play_against(batch, opponent)
    for i in range(GAMES):
        assert batch.position(i).turn[0] > 2
        assert batch.position(i) == single_bot_game(name, 2, opponent, i, taken[i])


def test_a_game_that_replaces_another_begins_with_a_fresh_bot(tmp_path: Path) -> None:
    name = GAMES_WITH_FEATURES[0]
    opponent = f"policy:{small_weights(tmp_path, century.game(name))}"
    batch = Batch(name, 2, GAMES, SEED, renew=True, rounds=3)
    others, _taken = play_against(batch, opponent)
    assert (batch.seeds >= SEED + GAMES).all(), "each game has ended at least once"
    again = Batch(name, 2, GAMES, SEED, renew=True, rounds=3)
    play_against(again, opponent, threads=2)
    assert [batch.position(i) for i in range(GAMES)] == [again.position(i) for i in range(GAMES)]
    others.close()


def test_a_network_for_another_game_is_refused(tmp_path: Path) -> None:
    one, other = GAMES_WITH_FEATURES[:2]
    opponent = f"master:{small_weights(tmp_path, century.game(one))}"
    with pytest.raises(GameNotPlayed, match=f"plays {one}, not {other}"):
        Opponents(Batch(other, 2, 2, SEED), opponent)


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "damaged.safetensors"
    path.write_bytes(b"nothing of the kind")
    with pytest.raises(BadWeights, match="damaged"):
        Opponents(Batch(GAMES_WITH_FEATURES[0], 2, 2, SEED), f"master:{path}")
