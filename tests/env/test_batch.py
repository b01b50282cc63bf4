"""A batch plays each of its games as a single position would."""

from __future__ import annotations

import numpy as np
import pytest

import century
from century import IllegalMove, Position
from century.env.batch import LEAVE, Batch, sample
from century.errors import (
    BadCount,
    BadOption,
    BadPlayers,
    BadSeat,
    BadSeed,
    GameNotBegun,
    UnknownGame,
    UnknownToken,
)
from tests.games import EXAMPLE, SHORT_GAMES
from tests.property.play import TABLES

at_every_table = pytest.mark.parametrize(("name", "players"), TABLES)


def legal(masks: np.ndarray) -> list[int]:
    return np.flatnonzero(masks).tolist()


def shown(batch: Batch) -> list[np.ndarray]:
    """Return copies of all arrays that a step writes."""
    return [
        batch.masks.copy(),
        batch.seats.copy(),
        batch.observations.copy(),
        batch.rewards.copy(),
        batch.terminated.copy(),
        batch.truncated.copy(),
        batch.scores.copy(),
    ]


def same(one: list[np.ndarray], other: list[np.ndarray]) -> bool:
    return all((a == b).all() for a, b in zip(one, other, strict=True))


def check(batch: Batch, i: int, pos: Position) -> None:
    assert batch.position(i) == pos
    assert batch.seats[i] == pos.seat
    assert [pos.tokens[number] for number in legal(batch.masks[i])] == pos.legal()
    assert (batch.observations[i] == batch.encoding.of(pos)).all()


@at_every_table
def test_a_batch_equals_single_positions_and_deals_the_next_game(name: str, players: int) -> None:
    games, rounds = 3, 12
    batch = Batch(name, players, games, seed=5, rounds=rounds)
    rng = np.random.default_rng(1)
    deals = [5 + i for i in range(games)]
    single = [century.game(name).start(players, deal) for deal in deals]
    ends = 0
    for _ in range(300):
        actions = sample(batch.masks, rng)
        batch.step(actions)
        for i in range(games):
            pos = single[i].apply(actions[i])
            late = not pos.over and pos.turn[0] > rounds
            assert (batch.terminated[i], batch.truncated[i]) == (pos.over, late)
            if pos.over or late:
                ends += 1
                assert batch.scores[i].tolist() == pos.scores()
                assert batch.rewards[i].argmax() == pos.ranking()[0]
                assert batch.rewards[i].sum() == 1
                deals[i] += games
                pos = century.game(name).start(players, deals[i])
            else:
                assert not batch.rewards[i].any()
            single[i] = pos
            check(batch, i, pos)
    assert ends > 0


@pytest.mark.parametrize("name", SHORT_GAMES)
def test_a_game_that_ended_by_its_rules_is_replaced_by_a_new_one(name: str) -> None:
    batch = Batch(name, 2, 50, seed=1, rounds=None)
    rng = np.random.default_rng(3)
    ended = 0
    while ended < 20:
        before = [batch.position(i) for i in range(50)]
        actions = sample(batch.masks, rng)
        batch.step(actions)
        for i in np.flatnonzero(batch.terminated):
            end = before[i].apply(actions[i])
            assert end.over
            assert batch.scores[i].tolist() == end.scores()
            assert batch.rewards[i].argmax() == end.winner
            ended += 1
    assert not batch.truncated.any()


@pytest.mark.parametrize("name", century.games())
def test_the_number_of_threads_does_not_change_the_results(name: str) -> None:
    one, more = (Batch(name, 2, 37, seed=9, threads=threads, rounds=20) for threads in (1, 3))
    rng = np.random.default_rng(2)
    for _ in range(100):
        actions = sample(one.masks, rng)
        one.step(actions)
        more.step(actions)
        assert same(shown(one), shown(more))
    one.play_random(200)
    more.play_random(200)
    assert same(shown(one), shown(more))
    assert one.truncated.any() or one.scores.any()


def test_random_play_depends_on_the_seed_and_differs_between_games() -> None:
    one, again, other = (Batch(EXAMPLE, 3, 20, seed=seed) for seed in (4, 4, 5))
    for batch in (one, again, other):
        batch.play_random(60)
    assert same(shown(one), shown(again))
    assert not same(shown(one), shown(other))
    assert len({one.position(i) for i in range(20)}) == 20
    one.reset(4)
    one.play_random(60)
    assert same(shown(one), shown(again))


def test_an_illegal_action_raises_and_changes_nothing() -> None:
    batch = Batch(EXAMPLE, 2, 4, seed=1)
    before = shown(batch)
    actions = batch.masks.argmax(axis=1)
    actions[2] = batch.masks[2].argmin()
    token = batch.game.actions[actions[2]]
    with pytest.raises(IllegalMove, match=f"^{token} is not legal"):
        batch.step(actions)
    for number in (len(batch.game.actions), -2, 10**6):
        actions[2] = number
        with pytest.raises(UnknownToken):
            batch.step(actions)
    assert same(shown(batch), before)


def test_a_game_without_an_action_stays_unchanged() -> None:
    batch = Batch(EXAMPLE, 2, 2, seed=1)
    other = batch.position(1)
    actions = batch.masks.argmax(axis=1)
    actions[1] = LEAVE
    batch.step(actions)
    assert batch.position(1) == other
    assert batch.position(0) == century.game(EXAMPLE).start(2, 1).apply(actions[0])


def test_without_automatic_renewal_a_game_stays_at_its_end() -> None:
    batch = Batch(EXAMPLE, 2, 3, seed=1, rounds=2, renew=False)
    rng = np.random.default_rng(1)
    while batch.masks.any():
        batch.step(sample(batch.masks, rng))
    assert batch.position(0).turn[0] == 3
    ended = shown(batch)
    assert (sample(batch.masks, rng) == LEAVE).all()
    with pytest.raises(GameNotBegun):
        batch.step(np.array([LEAVE, 8, LEAVE]))
    assert same(shown(batch), ended)
    batch.renew(np.array([False, True, False]))
    check(batch, 1, century.game(EXAMPLE).start(2, 2 + 3))
    assert batch.masks.any(axis=1).tolist() == [False, True, False]


@pytest.mark.parametrize("reward", ["points", "margin"])
def test_rewards_by_points(reward: str) -> None:
    batch = Batch(EXAMPLE, 3, 5, seed=1, rounds=30, reward=reward)
    rng = np.random.default_rng(1)
    while not batch.truncated.any():
        batch.step(sample(batch.masks, rng))
    for i in np.flatnonzero(batch.truncated):
        scores = batch.scores[i].tolist()
        for seat in range(3):
            others = max(scores[:seat] + scores[seat + 1 :])
            given = scores[seat] if reward == "points" else scores[seat] - others
            assert batch.rewards[i, seat] == given


def test_the_later_of_tied_seats_wins() -> None:
    from century.env.rewards import reward_number, rewards

    assert rewards([30, 40, 40], reward_number("win")) == [0, 0, 1]
    assert rewards([30, 40, 40], reward_number("margin")) == [-10, 0, 0]
    assert rewards([30, 40, 40], reward_number("points")) == [30, 40, 40]


@at_every_table
def test_any_seat_can_be_observed(name: str, players: int) -> None:
    batch = Batch(name, players, 4, seed=1)
    batch.play_random(40)
    seats = np.array([0, 1, players - 1, 1])
    seen = batch.observe(seats)
    for i, seat in enumerate(seats):
        assert (seen[i] == batch.encoding.of(batch.position(i), int(seat))).all()


def test_a_batch_without_observations_allocates_none() -> None:
    batch = Batch(EXAMPLE, 2, 4, seed=1, observe=False)
    assert batch.observations.shape == (0, batch.encoding.size)


def test_the_arrays_are_read_only() -> None:
    batch = Batch(EXAMPLE, 2, 4, seed=1)
    for array in (batch.masks, batch.seats, batch.observations, batch.rewards, batch.scores):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_samples_are_legal_and_cover_all_legal_actions() -> None:
    masks = np.array([[0, 1, 0, 1, 1], [1, 0, 0, 0, 0], [0] * 5, [1] * 5], bool)
    rng = np.random.default_rng(1)
    drawn = np.array([sample(masks, rng) for _ in range(300)])
    assert [set(column.tolist()) for column in drawn.T] == [{1, 3, 4}, {0}, {LEAVE}, set(range(5))]
    assert (sample(np.zeros((2, 5), bool), rng) == LEAVE).all()


@pytest.mark.parametrize(
    ("error", "changed"),
    [
        (UnknownGame, {"name": "chess"}),
        (BadPlayers, {"players": century.game(EXAMPLE).players.stop}),
        (BadCount, {"games": 0}),
        (BadSeed, {"seed": -1}),
        (BadOption, {"reward": "fun"}),
        (BadOption, {"no_such_option": "standard"}),
        (BadCount, {"rounds": 0}),
        (BadCount, {"threads": 0}),
    ],
)
def test_bad_arguments_are_refused(error: type[Exception], changed: dict[str, object]) -> None:
    given: dict[str, object] = {"name": EXAMPLE, "players": 2, "games": 2, "seed": 1} | changed
    with pytest.raises(error):
        Batch(**given)  # type: ignore[arg-type]


def test_arrays_of_the_wrong_kind_are_refused() -> None:
    batch = Batch(EXAMPLE, 2, 3, seed=1)
    before = shown(batch)
    for actions in (np.zeros(4, int), np.zeros((3, 1), int), np.full(3, 6.5), 7):
        with pytest.raises(BadCount):
            batch.step(actions)  # type: ignore[arg-type]
    with pytest.raises(BadCount):
        batch.renew(np.ones(5, bool))
    with pytest.raises(BadCount):
        batch.observe(np.zeros(2, int))
    for seat in (-1, 2):
        with pytest.raises(BadSeat):
            batch.observe(np.array([0, seat, 1]))
    assert same(shown(batch), before)
