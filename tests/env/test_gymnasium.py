"""Gymnasium's own checks, and properties that they do not check."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import century
from century import Position
from century.env.batch import sample
from century.env.gymnasium import CenturyEnv, CenturyVectorEnv
from century.errors import (
    BadCount,
    BadOption,
    BadPlayers,
    BadSeat,
    BotNonsense,
    GameNotBegun,
    UnknownBot,
    UnknownToken,
)
from tests.arena.tables import runs
from tests.bots.programs import program
from tests.games import EXAMPLE
from tests.property.play import TABLES

at_every_table = pytest.mark.parametrize(("name", "players"), TABLES)


def env_id(name: str) -> str:
    """Return the name of a game in Gymnasium's registry."""
    return f"century/{name.title().replace('-', '')}-v0"


@at_every_table
def test_gymnasiums_check_passes(name: str, players: int) -> None:
    check_env(gymnasium.make(env_id(name), players=players, rounds=9).unwrapped)


def test_an_environment_is_made_by_name_with_the_learner_against_bots() -> None:
    env = gymnasium.make(
        env_id(EXAMPLE), players=3, opponents=["greedy", "random"], rounds=3, seat=1
    )
    seen, info = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    assert env.unwrapped.table.position.seat == 1  # type: ignore[attr-defined]
    assert info["action_mask"].any()


@at_every_table
def test_an_episode_is_the_decisions_of_the_learner(name: str, players: int) -> None:
    env = CenturyEnv(name, players, rounds=6)
    rng = np.random.default_rng(1)
    seats = set()
    for episode in range(4):
        seen, info = env.reset(seed=episode)
        ended = False
        while not ended:
            pos = env.table.position
            assert pos.seat == env.seat
            assert (seen == env.table.encoding.of(pos)).all()
            assert np.flatnonzero(info["action_mask"]).tolist() == pos.actions()
            action = rng.choice(pos.actions())
            seen, reward, terminated, truncated, info = env.step(action)
            ended = terminated or truncated
        pos = env.table.position
        assert reward == (pos.ranking()[0] == env.seat)
        assert (seen == env.table.encoding.of(pos, env.seat)).all()
        assert (terminated, truncated) == (pos.over, not pos.over)
        assert not info["action_mask"].any()
        seats.add(env.seat)
    assert len(seats) > 1


ACTIONS = len(century.game(EXAMPLE).actions)


@pytest.mark.parametrize("action", [1, -1, ACTIONS])
def test_an_illegal_action_loses_the_game(action: int) -> None:
    env = CenturyEnv(EXAMPLE, seat=0)
    _, info = env.reset(seed=1)
    assert action != 1 or not info["action_mask"][1]
    _, reward, terminated, _, info = env.step(action)
    assert (reward, terminated, info["illegal"]) == (-1, True, True)
    with pytest.raises(GameNotBegun):
        env.step(0)


def test_the_same_seed_gives_the_same_opponents_and_deal() -> None:
    ends = set()
    for _ in range(2):
        env = CenturyEnv(rounds=20)
        env.reset(seed=5)
        rng = np.random.default_rng(1)
        while env.table.ongoing:
            env.step(rng.choice(np.flatnonzero(env.action_masks())))
        ends.add(env.table.position)
    assert len(ends) == 1


@at_every_table
def test_a_game_is_rendered_as_a_picture(name: str, players: int) -> None:
    env = gymnasium.make(env_id(name), render_mode="rgb_array", players=players)
    env.reset(seed=1)
    picture: Any = env.render()
    assert picture.ndim == 3
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 10


@pytest.mark.parametrize(
    ("error", "settings"),
    [
        (BadCount, {"opponents": ["random", "random"]}),
        (BadSeat, {"seat": 2}),
        (BadOption, {"reward": "fun"}),
        (BadOption, {"render_mode": "film"}),
    ],
)
def test_bad_options_are_refused(error: type[Exception], settings: dict[str, Any]) -> None:
    with pytest.raises(error):
        CenturyEnv(EXAMPLE, 2, **settings)
    with pytest.raises(error):
        CenturyVectorEnv(3, EXAMPLE, 2, **settings)


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(UnknownBot):
        CenturyEnv(opponents="nobody").reset(seed=1)


# Vector environments


def play(env: CenturyVectorEnv, steps: int) -> list[tuple[Any, ...]]:
    rng = np.random.default_rng(1)
    seen, info = env.reset(seed=1)
    results = [(seen, None, None, None, info)]
    for _ in range(steps):
        actions = np.maximum(sample(results[-1][-1]["action_mask"].astype(bool), rng), 0)
        results.append(env.step(actions))
    return results


@at_every_table
def test_a_vector_environment_keeps_the_interface(name: str, players: int) -> None:
    env = CenturyVectorEnv(5, name, players, rounds=4)
    assert env.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    ended = np.zeros(5, bool)
    episodes = 0
    for seen, rewards, terminated, truncated, info in play(env, 80)[1:]:
        assert env.observation_space.contains(seen)
        assert not (terminated & truncated).any()
        over = terminated | truncated
        assert info["action_mask"].any(axis=1).all()
        assert not rewards[~over].any()
        assert not over[ended].any()  # the step after an end only begins the next game
        ended = over
        episodes += over.sum()
    assert episodes > 5


def test_the_learner_observes_its_seat_and_gets_its_reward() -> None:
    env = CenturyVectorEnv(4, EXAMPLE, 3, rounds=5, reward="points")
    seats = env.seats
    for seen, rewards, terminated, truncated, _ in play(env, 60)[1:]:
        assert (env.batch.encoding.named(seen)["phase"].sum(axis=1) == 1).all()
        assert (rewards[~(terminated | truncated)] == 0).all()
    assert set(seats.tolist()) <= {0, 1, 2}
    last = env.batch.observe(env.seats)
    assert (last == env._observation()).all()


def test_the_same_seed_gives_the_same_vector_of_games() -> None:
    one, other = (play(CenturyVectorEnv(6, rounds=10), 40) for _ in range(2))
    for a, b in zip(one, other, strict=True):
        assert (a[0] == b[0]).all()


def test_bots_play_in_a_vector_environment() -> None:
    env = gymnasium.make_vec(
        env_id(EXAMPLE), num_envs=3, players=3, opponents=["greedy", "random"], rounds=3
    )
    assert isinstance(env, CenturyVectorEnv)
    results = play(env, 25)
    assert any((step[2] | step[3]).any() for step in results[1:])


@pytest.mark.parametrize("action", [1, -1, ACTIONS])
def test_an_illegal_action_loses_only_its_own_game(action: int) -> None:
    env = CenturyVectorEnv(3, EXAMPLE, 2, seat=0)
    _, info = env.reset(seed=1)
    actions = info["action_mask"].argmax(axis=1)
    actions[1] = action
    _, rewards, terminated, _, _ = env.step(actions)
    assert rewards.tolist() == [0, -1, 0]
    assert terminated.tolist() == [False, True, False]
    _, rewards, terminated, _, info = env.step(info["action_mask"].argmax(axis=1))
    assert not rewards.any()
    assert not terminated.any()
    assert env.batch.position(1).turn[0] == 1


def test_a_vector_environment_needs_a_reset_and_one_seed() -> None:
    env = CenturyVectorEnv(2)
    with pytest.raises(GameNotBegun):
        env.step(np.zeros(2, int))
    with pytest.raises(BadCount):
        env.reset(seed=[1, 2])


class OneGameBot:
    """A bot that fails if it is asked about more than one game."""

    def __init__(self, seed: int) -> None:
        self.round = 0

    def choose(self, position: Position, seat: int, budget: float) -> int:
        assert position.turn[0] in (self.round, self.round + 1)
        self.round = position.turn[0]
        return position.actions()[0]


def test_each_game_of_a_vector_has_bots_of_its_own() -> None:
    env = CenturyVectorEnv(5, EXAMPLE, 3, opponents=OneGameBot, rounds=4)
    env.reset(seed=1)
    rng, ended = np.random.default_rng(1), 0
    while ended < 12:
        actions = np.maximum(sample(env.action_masks().astype(bool), rng), 0)
        _, _, terminated, truncated, _ = env.step(actions)
        ended += int((terminated | truncated).sum())


# Opponents of the user's


class Closing:
    """Chooses the first legal token, and counts how often it is closed."""

    made: list[Closing] = []  # noqa: RUF012

    def __init__(self) -> None:
        self.closed = 0
        Closing.made.append(self)

    def choose(self, position: Position, seat: int, budget: float) -> str:
        return position.legal()[0]

    def close(self) -> None:
        self.closed += 1


@pytest.mark.parametrize("count", [None, 3])
def test_bots_are_closed_with_their_game_and_with_the_environment(count: int | None) -> None:
    Closing.made.clear()
    env: Any = (
        CenturyEnv(opponents=Closing)
        if count is None
        else CenturyVectorEnv(count, opponents=Closing, seat=1)
    )
    for seed in range(2):
        env.reset(seed=seed)
        if count is None:
            env.step(int(env.action_masks().argmax()))
    first, last = Closing.made[: count or 1], Closing.made[count or 1 :]
    assert len(first) == len(last) == (count or 1)
    assert [bot.closed for bot in first] == [1] * (count or 1)
    assert [bot.closed for bot in last] == [0] * (count or 1)
    env.close()
    env.close()
    assert [bot.closed for bot in Closing.made] == [1] * len(Closing.made)


def test_a_bot_object_plays_all_games_and_is_closed_at_the_end() -> None:
    opponent = Closing()
    env = CenturyEnv(opponents=opponent, seat=1)
    env.reset(seed=1)
    env.reset(seed=2)
    assert opponent.closed == 0
    env.close()
    assert opponent.closed == 1


def test_the_process_of_a_program_ends_with_the_environment(tmp_path: Path) -> None:
    env = CenturyEnv(opponents="cmd:" + shlex.join(program(tmp_path)), seat=1)
    env.reset(seed=1)
    (chooser,) = env._bots.values()
    pid = chooser._process.pid  # type: ignore[attr-defined]
    assert runs(pid)
    env.close()
    assert not runs(pid)


def test_a_policy_plays_in_a_single_environment() -> None:
    rows = []

    def policy(observations: Any, masks: Any, seats: Any) -> Any:
        rows.append((observations.shape, masks.dtype, seats.tolist()))
        return masks.argmax(axis=1)

    env = CenturyEnv(EXAMPLE, 2, opponents=policy, seat=1)
    env.reset(seed=1)
    assert rows[0] == ((1, env.table.encoding.size), np.bool_, [0])
    with pytest.raises(BotNonsense):
        CenturyEnv(EXAMPLE, opponents=lambda _x, _masks, _seats: [-1], seat=1).reset(seed=1)


# Actions, seeds, positions and infos


FIRST = century.game(EXAMPLE).start(2, 1)
LEGAL = FIRST.actions()[-1]


@pytest.mark.parametrize(
    "action",
    [LEGAL, np.int64(LEGAL), np.array(LEGAL), np.array([LEGAL]), float(LEGAL), FIRST.tokens[LEGAL]],
)
def test_actions_are_accepted_in_every_clear_form(action: Any) -> None:
    env = CenturyEnv(EXAMPLE, seat=0)
    env.reset(seed=1)
    _, reward, _, _, info = env.step(action)
    assert reward == 0
    assert "illegal" not in info


@pytest.mark.parametrize("action", [1.5, None, True, "fly", [1, 2], {}, float("nan"), np.zeros(2)])
def test_actions_of_a_wrong_type_are_refused_and_change_nothing(action: Any) -> None:
    env = CenturyEnv(EXAMPLE, seat=0)
    env.reset(seed=1)
    before = env.table.position
    with pytest.raises(UnknownToken):
        env.step(action)
    assert env.table.position == before


def test_a_vector_takes_tokens_and_whole_floats_and_refuses_the_rest() -> None:
    env = CenturyVectorEnv(2, EXAMPLE, 2, seat=0)
    env.reset(seed=1)
    tokens = [env.batch.position(i).legal()[-1] for i in range(2)]
    for actions in (tokens, env.batch.masks.argmax(axis=1).astype(float)):
        env.reset(seed=1)
        assert not env.step(actions)[1].any()
    env.reset(seed=1)
    for bad in ([0.5, 0], ["fly", "fly"], [None, 1]):
        with pytest.raises(UnknownToken):
            env.step(bad)
    with pytest.raises(BadCount):
        env.step([1, 2, 3])


@at_every_table
def test_a_seed_is_the_seed_of_the_deal(name: str, players: int) -> None:
    start = century.game(name).start(players, 5)
    env = CenturyEnv(name, players, seat=start.seat)
    _, info = env.reset(seed=5)
    assert env.table.position == start
    assert (info["seed"], info["seat"]) == (5, start.seat)
    _, info = env.reset()
    assert env.table.position == century.game(name).start(players, info["seed"]) != start
    vector = CenturyVectorEnv(2, name, players, seat=start.seat)
    _, info = vector.reset(seed=5)
    assert vector.batch.position(0) == start
    assert info["seed"].tolist() == [5, 6]
    assert info["seat"].tolist() == [start.seat] * 2


def test_a_game_can_begin_with_any_position() -> None:
    pos = FIRST.apply(FIRST.actions()[0])
    text = pos.to_text()
    env = CenturyEnv(EXAMPLE, seat=pos.seat)
    _, info = env.reset(seed=3, options={"position": text})
    assert env.table.position == pos
    assert info["seed"] is None
    vector = CenturyVectorEnv(2, EXAMPLE, seat=pos.seat)
    for given in (text, [text, text]):
        _, info = vector.reset(options={"position": given})
        assert vector.batch.position(1) == pos
        assert not info["_seed"].any()
    for wrong in ([text], 7):
        with pytest.raises((BadOption, TypeError)):
            vector.reset(options={"position": wrong})
    with pytest.raises(BadOption):
        env.reset(options={"position": 7})
    three = century.game(EXAMPLE).start(3, 1).to_text()
    with pytest.raises(BadPlayers):
        env.reset(options={"position": three})


@pytest.mark.parametrize("begin", [None, FIRST.apply(LEGAL).to_text()])
def test_the_last_info_has_scores_and_a_record(begin: str | None) -> None:
    env = CenturyEnv(EXAMPLE, 2, rounds=4)
    _, info = env.reset(seed=2, options={"position": begin})
    rng = np.random.default_rng(1)
    while "record" not in info:
        *_, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
    record = century.read_record(info["record"])
    assert record.end == env.table.position
    assert record.seed == (2 if begin is None else None)
    assert record.to_text() == info["record"]
    assert info["scores"] == env.table.position.scores()


@pytest.mark.parametrize("mode", ["NextStep", AutoresetMode.SAME_STEP])
def test_a_vector_reports_scores_and_records_of_ended_games(mode: Any) -> None:
    env = CenturyVectorEnv(
        4, EXAMPLE, 3, opponents=["greedy", "random"], rounds=3, autoreset_mode=mode, records=True
    )
    seen, ended = 0, np.zeros(4, bool)
    results = play(env, 60)
    for observed, _, terminated, truncated, info in results[1:]:
        over = terminated | truncated
        last = info
        if env.autoreset_mode is AutoresetMode.SAME_STEP:
            assert ("final_info" in info) == over.any()
            last = info.get("final_info", {})
            assert (info["action_mask"].sum(axis=1) < env.batch.masks.shape[1]).all()
            for i in np.flatnonzero(over):
                assert (info["final_obs"][i] != observed[i]).any()
        else:
            assert not over[ended].any()
        for i in np.flatnonzero(over):
            record = century.read_record(last["record"][i])
            assert record.seed == last["seed"][i]
            assert record.end.scores() == last["scores"][i].tolist()
            seen += 1
        ended = over
    assert seen > 4


@pytest.mark.parametrize("mode", ["Disabled", "often"])
def test_other_autoreset_modes_are_refused(mode: str) -> None:
    with pytest.raises(BadOption):
        gymnasium.make_vec(env_id(EXAMPLE), num_envs=2, autoreset_mode=mode)


def test_an_option_that_the_game_does_not_have_is_refused_at_once() -> None:
    without = next(name for name in century.games() if not century.game(name).options)
    with pytest.raises(BadOption):
        CenturyEnv(without, map="standard")
    with pytest.raises(BadOption):
        CenturyVectorEnv(2, without, map="standard")
