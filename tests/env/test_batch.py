"""Many games at once go as each of them goes alone."""

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
from tests.property.play import TABLES

at_every_table = pytest.mark.parametrize(("name", "players"), TABLES)
SPICE_ROAD = "spice-road"


def legal(masks: np.ndarray) -> list[int]:
    return np.flatnonzero(masks).tolist()


def shown(batch: Batch) -> list[np.ndarray]:
    """Everything that a step writes."""
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
def test_games_go_as_positions_do_also_into_the_next_game(name: str, players: int) -> None:
    games, rounds = 3, 12
    batch = Batch(name, players, games, seed=5, rounds=rounds)
    rng = np.random.default_rng(1)
    deals = [5 + i for i in range(games)]
    alone = [century.game(name).start(players, deal) for deal in deals]
    ends = 0
    for _ in range(300):
        actions = sample(batch.masks, rng)
        batch.step(actions)
        for i in range(games):
            pos = alone[i].apply(actions[i])
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
            alone[i] = pos
            check(batch, i, pos)
    assert ends > 0


def test_games_played_to_their_end_by_the_rules_are_renewed() -> None:
    batch = Batch(SPICE_ROAD, 2, 50, seed=1, rounds=None)
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
def test_threads_change_nothing(name: str) -> None:
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


def test_wandering_is_fixed_by_the_seed_and_differs_from_game_to_game() -> None:
    one, again, other = (Batch(SPICE_ROAD, 3, 20, seed=seed) for seed in (4, 4, 5))
    for batch in (one, again, other):
        batch.play_random(60)
    assert same(shown(one), shown(again))
    assert not same(shown(one), shown(other))
    assert len({one.position(i) for i in range(20)}) == 20
    one.reset(4)
    one.play_random(60)
    assert same(shown(one), shown(again))


def test_an_illegal_action_is_told_and_changes_nothing() -> None:
    batch = Batch(SPICE_ROAD, 2, 4, seed=1)
    before = shown(batch)
    actions = batch.masks.argmax(axis=1)
    actions[2] = batch.game.numbers["claim 1"]
    with pytest.raises(IllegalMove, match="claim 1 is not legal"):
        batch.step(actions)
    for number in (70, -2, 10**6):
        actions[2] = number
        with pytest.raises(UnknownToken):
            batch.step(actions)
    assert same(shown(batch), before)


def test_a_game_can_be_left_as_it_is() -> None:
    batch = Batch(SPICE_ROAD, 2, 2, seed=1)
    other = batch.position(1)
    actions = batch.masks.argmax(axis=1)
    actions[1] = LEAVE
    batch.step(actions)
    assert batch.position(1) == other
    assert batch.position(0) == century.game(SPICE_ROAD).start(2, 1).apply(actions[0])


def test_without_renewal_a_game_stays_at_its_end_until_it_is_renewed() -> None:
    batch = Batch(SPICE_ROAD, 2, 3, seed=1, rounds=2, renew=False)
    rng = np.random.default_rng(1)
    while batch.masks.any():
        batch.step(sample(batch.masks, rng))
    assert batch.position(0).turn[0] == 3
    ended = shown(batch)
    assert (sample(batch.masks, rng) == LEAVE).all()
    with pytest.raises(GameNotBegun):
        batch.step(np.array([LEAVE, 0, LEAVE]) + np.array([0, 8, 0]))
    assert same(shown(batch), ended)
    batch.renew(np.array([False, True, False]))
    check(batch, 1, century.game(SPICE_ROAD).start(2, 2 + 3))
    assert batch.masks.any(axis=1).tolist() == [False, True, False]


@pytest.mark.parametrize(("reward", "wanted"), [("points", [0, 1]), ("margin", [1, -1])])
def test_rewards_by_points(reward: str, wanted: list[int]) -> None:
    batch = Batch(SPICE_ROAD, 3, 5, seed=1, rounds=30, reward=reward)
    rng = np.random.default_rng(1)
    while not batch.truncated.any():
        batch.step(sample(batch.masks, rng))
    for i in np.flatnonzero(batch.truncated):
        scores = batch.scores[i].tolist()
        for seat in range(3):
            others = max(scores[:seat] + scores[seat + 1 :])
            given = scores[seat] if reward == "points" else scores[seat] - others
            assert batch.rewards[i, seat] == given


def test_of_tied_seats_the_later_one_has_won() -> None:
    from century.env.rewards import reward_number, rewards

    assert rewards([30, 40, 40], reward_number("win")) == [0, 0, 1]
    assert rewards([30, 40, 40], reward_number("margin")) == [-10, 0, 0]
    assert rewards([30, 40, 40], reward_number("points")) == [30, 40, 40]


def test_any_seat_can_look() -> None:
    batch = Batch("eastern-wonders", 3, 4, seed=1)
    batch.play_random(40)
    seats = np.array([0, 1, 2, 1])
    seen = batch.observe(seats)
    for i, seat in enumerate(seats):
        assert (seen[i] == batch.encoding.of(batch.position(i), int(seat))).all()


def test_nothing_is_seen_if_nobody_looks() -> None:
    assert Batch(SPICE_ROAD, 2, 4, seed=1, observe=False).observations.shape == (0, 334)


def test_what_is_shown_cannot_be_written_to() -> None:
    batch = Batch(SPICE_ROAD, 2, 4, seed=1)
    for array in (batch.masks, batch.seats, batch.observations, batch.rewards, batch.scores):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_samples_are_legal_and_all_are_drawn() -> None:
    masks = np.array([[0, 1, 0, 1, 1], [1, 0, 0, 0, 0], [0] * 5, [1] * 5], bool)
    rng = np.random.default_rng(1)
    drawn = np.array([sample(masks, rng) for _ in range(300)])
    assert [set(column.tolist()) for column in drawn.T] == [{1, 3, 4}, {0}, {LEAVE}, set(range(5))]
    assert (sample(np.zeros((2, 5), bool), rng) == LEAVE).all()


@pytest.mark.parametrize(
    ("error", "changed"),
    [
        (UnknownGame, {"name": "chess"}),
        (BadPlayers, {"players": 6}),
        (BadCount, {"games": 0}),
        (BadSeed, {"seed": -1}),
        (BadOption, {"reward": "fun"}),
        (BadOption, {"map": "standard"}),
        (BadCount, {"rounds": 0}),
        (BadCount, {"threads": 0}),
    ],
)
def test_what_cannot_be_is_refused(error: type[Exception], changed: dict[str, object]) -> None:
    given: dict[str, object] = {"name": SPICE_ROAD, "players": 2, "games": 2, "seed": 1} | changed
    with pytest.raises(error):
        Batch(**given)  # type: ignore[arg-type]


def test_a_map_can_be_chosen() -> None:
    from century.games.eastern_wonders.random_map import random_map

    chart = random_map(3, sea=2)
    batch = Batch("eastern-wonders", 2, 2, seed=8, map=chart)
    assert batch.position(1) == century.game("eastern-wonders").start(2, 9, map=chart)


def test_arrays_of_the_wrong_kind_are_refused() -> None:
    batch = Batch(SPICE_ROAD, 2, 3, seed=1)
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
