"""Opponents in a batch: compiled bots that decide like single ones, policies and objects."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import century
from century import Position
from century.bots import ask, bot
from century.env.batch import LEAVE, Batch, sample
from century.env.opponents import BUDGET, HIDDEN_SEED, Opponents, bot_seed
from century.errors import BadCount, BadOption, BadSeat, BotNonsense, UnknownBot
from tests.games import EXAMPLE

GAMES = 4
SEED = 5


def single_bot_game(name: str, players: int, level: str, game: int, actions: list[int]) -> Position:
    """Replay the learner's actions against single bots; return the position after them."""
    pos = century.game(name).start(players, SEED + game)
    learner, bots = game % players, {}
    for place in range(players - 1):
        bots[(learner + 1 + place) % players] = bot(level, bot_seed(SEED + game, place))
    given = iter(actions)
    while not pos.over:
        if pos.seat == learner:
            action = next(given, None)
            if action is None:
                return pos
            pos = pos.apply(action)
        else:
            pos = pos.apply(ask(bots[pos.seat], pos, pos.seat, BUDGET, seed=HIDDEN_SEED))
    return pos


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("level", ["greedy", "novice", "medium", "hard"])
@pytest.mark.parametrize("name", century.games())
def test_compiled_bots_decide_like_single_ones(name: str, level: str, threads: int) -> None:
    players = 3 if level == "greedy" else 2
    batch = Batch(name, players, GAMES, SEED, renew=False, rounds=200)
    others = Opponents(batch, level, learners=np.arange(GAMES) % players, threads=threads)
    others.play()
    taken: list[list[int]] = [[] for _ in range(GAMES)]
    rng = np.random.default_rng(1)
    for _ in range(60 if level == "hard" else 150):
        actions = sample(batch.masks, rng)
        for i in np.flatnonzero(actions != LEAVE).tolist():
            taken[i].append(int(actions[i]))
        others.step(actions)
    for i in range(GAMES):
        assert batch.position(i) == single_bot_game(name, players, level, i, taken[i])


def test_levels_break_a_stalemate_like_single_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("bots.stalemate", "env.players"):
        monkeypatch.setattr(f"century.{module}.STALEMATE_ROUND", 4)
    batch = Batch(EXAMPLE, 2, GAMES, SEED, renew=False)
    others = Opponents(batch, "easy", learners=np.arange(GAMES) % 2)
    others.play()
    taken: list[list[int]] = [[] for _ in range(GAMES)]
    for _ in range(30):
        actions = np.where(batch.masks.any(axis=1), batch.masks.argmax(axis=1), LEAVE)
        for i in range(GAMES):
            taken[i].append(int(actions[i]))
        others.step(actions)
    for i in range(GAMES):
        assert batch.position(i).turn[0] > 4
        assert batch.position(i) == single_bot_game(EXAMPLE, 2, "easy", i, taken[i])


def test_the_results_do_not_depend_on_the_number_of_threads() -> None:
    ends = []
    for threads in (1, 3):
        batch = Batch(EXAMPLE, 3, 7, SEED, rounds=20)
        others = Opponents(batch, ["random", "greedy"], learners=1, threads=threads)
        rng = np.random.default_rng(2)
        others.play()
        results = []
        for _ in range(100):
            outcome = others.step(sample(batch.masks, rng))
            results.append((outcome.rewards.tolist(), outcome.truncated.tolist()))
        ends.append((results, batch.observations.tolist(), batch.seeds.tolist()))
    assert ends[0] == ends[1]
    assert max(ends[0][2]) > SEED + 7  # games were replaced


def test_the_learner_gets_rewards_and_ends_of_replaced_games() -> None:
    batch = Batch(EXAMPLE, 2, 6, SEED, rounds=3, reward="points")
    others, rng = Opponents(batch, "greedy", learners=0), np.random.default_rng(3)
    ended = 0
    for _ in range(60):
        before = batch.seeds.copy()
        outcome = others.step(sample(batch.masks, rng))
        over = outcome.terminated | outcome.truncated
        assert (over == (batch.seeds != before)).all()
        assert (outcome.rewards == np.where(over, batch.scores[:, 0], 0)).all()
        assert (batch.seats == 0).all()
        ended += int(over.sum())
    assert ended > 6


class Recorder:
    """Chooses the last legal token, and counts its games."""

    made: list[Recorder] = []  # noqa: RUF012

    def __init__(self) -> None:
        self.closed = 0
        self.asked = 0
        Recorder.made.append(self)

    def choose(self, position: Position, seat: int, budget: float) -> str:
        self.asked += 1
        return position.legal()[-1]

    def close(self) -> None:
        self.closed += 1


def test_policies_objects_and_names_can_be_mixed() -> None:
    seen: list[tuple[Any, ...]] = []

    def first_legal(observations: Any, masks: Any, seats: Any) -> Any:
        seen.append((observations.shape, masks.shape, seats.tolist()))
        return masks.argmax(axis=1)

    batch, bot_object = Batch(EXAMPLE, 4, 3, SEED), Recorder()
    others = Opponents(batch, [first_legal, bot_object, "greedy"], learners=3)
    others.play()
    assert (batch.seats == 3).all()
    assert bot_object.asked >= 3
    shape = (3, batch.encoding.size), (3, len(batch.game.actions)), [0, 0, 0]
    assert seen[0] == shape
    others.close()
    assert bot_object.closed == 1


@pytest.mark.parametrize(
    "answer", [lambda n: np.full(n, 10_000), lambda n: np.zeros(n), lambda n: np.zeros((n, 2), int)]
)
def test_a_policy_must_answer_with_legal_actions(answer: Any) -> None:
    others = Opponents(Batch(EXAMPLE, 2, 3, SEED), lambda x, _masks, _seats: answer(len(x)))
    others.set_learners(1)
    with pytest.raises(BotNonsense):
        others.play()


def test_bad_opponents_are_refused() -> None:
    batch = Batch(EXAMPLE, 3, 2, SEED)
    with pytest.raises(BadCount):
        Opponents(batch, ["greedy"])
    with pytest.raises(BadSeat):
        Opponents(batch, "greedy", learners=3)
    with pytest.raises(UnknownBot):
        Opponents(batch, "nobody")
    thing: Any = 7
    with pytest.raises(UnknownBot):
        Opponents(batch, thing)
    batch.device = "cuda"
    with pytest.raises(BadOption):
        Opponents(batch, "greedy")


def test_each_game_gets_a_bot_which_is_closed_when_the_game_is_replaced() -> None:
    Recorder.made.clear()
    batch = Batch(EXAMPLE, 2, 2, SEED, rounds=2)
    others, rng = Opponents(batch, Recorder, learners=0), np.random.default_rng(1)
    while batch.seeds[0] == SEED:
        others.step(sample(batch.masks, rng))
    others.step(sample(batch.masks, rng))
    assert len(Recorder.made) > 2
    assert Recorder.made[0].closed == 1
    others.close()
    assert all(one.closed == 1 for one in Recorder.made)
