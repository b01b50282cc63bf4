"""PettingZoo's own tests, and properties that they do not check."""

from __future__ import annotations

import functools
import warnings
from typing import Any

import numpy as np
import pytest

import century
from century import IllegalMove
from century.env.pettingzoo import CenturyAEC, env
from century.errors import BadOption, GameNotBegun, UnknownToken
from tests.games import EXAMPLE
from tests.property.play import TABLES

with warnings.catch_warnings():  # its tests import its games by deprecated names
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, render_test, seed_test
    from pettingzoo.test.performance_benchmark import performance_benchmark

at_every_table = pytest.mark.parametrize(("name", "players"), TABLES)


@at_every_table
@pytest.mark.filterwarnings(
    # Masks need Dict spaces, which PettingZoo accepts only of games that it knows by name.
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Observation is not a NumPy array:UserWarning",
    # An agent whose turn it is not has no legal action, as in PettingZoo's own games.
    "ignore:Action mask numpy array is all zeros:UserWarning",
)
def test_pettingzoos_api_test_passes(name: str, players: int) -> None:
    api_test(env(name, players, rounds=8), num_cycles=200)


@pytest.mark.parametrize("name", century.games())
def test_the_same_seed_gives_the_same_game(name: str) -> None:
    seed_test(functools.partial(env, name, century.game(name).players[-1]), num_cycles=60)


@pytest.mark.parametrize("name", century.games())
def test_all_render_modes_work(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(functools.partial(env, name, century.game(name).players[-1]))
    assert "player_0" in capsys.readouterr().out


def test_the_performance_benchmark_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = iter(range(0, 10**9, 3))
    monkeypatch.setattr("time.time", lambda: float(next(clock)))  # else it runs for 5 s
    performance_benchmark(env())
    assert "turns per second" in capsys.readouterr().out


@at_every_table
def test_agents_observe_and_act_as_their_seats(name: str, players: int) -> None:
    table = env(name, players, rounds=6)
    table.reset(seed=3)
    pos = century.game(name).start(players, 3)
    rng = np.random.default_rng(1)
    while table.table.ongoing:
        seen, reward, terminated, truncated, info = table.last()
        assert (reward, terminated, truncated) == (0, False, False)
        assert table.agent_selection == f"player_{pos.seat}"
        numbers = np.flatnonzero(seen["action_mask"])
        assert [pos.tokens[number] for number in numbers] == pos.legal()
        assert (info["action_mask"] == seen["action_mask"]).all()
        for seat, agent in enumerate(table.possible_agents):
            observed = table.observe(agent)
            assert (observed["observation"] == table.table.encoding.of(pos, seat)).all()
            assert observed["action_mask"].any() == (seat == pos.seat)
        action = int(rng.choice(numbers))
        table.step(action)
        pos = pos.apply(action)
    assert pos.over or pos.turn[0] == 7
    assert set(table.truncations.values()) == {not pos.over}
    check_end(table, pos.ranking()[0])


def check_end(table: CenturyAEC, winner: int) -> None:
    given: dict[str, float] = {}
    for agent in table.agent_iter():
        _, reward, terminated, truncated, _ = table.last()
        assert terminated or truncated
        given[agent] = reward
        table.step(None)
    assert given == {a: float(i == winner) for i, a in enumerate(table.possible_agents)}
    assert table.agents == []


def test_later_steps_do_not_overwrite_an_observation() -> None:
    table = env()
    table.reset(seed=1)
    seen = table.last()[0]
    kept = {key: value.copy() for key, value in seen.items()}
    for _ in range(5):
        table.step(int(np.flatnonzero(table.last()[0]["action_mask"])[0]))
    assert all((seen[key] == kept[key]).all() for key in kept)


@pytest.mark.parametrize("name", century.games())
def test_wrong_actions_are_refused_and_change_nothing(name: str) -> None:
    table = env(name)
    table.reset(seed=1)
    while (mask := table.last()[0]["action_mask"]).all():
        table.step(len(mask) - 1)
    before = table.table.position
    with pytest.raises(IllegalMove):
        table.step(int(mask.argmin()))
    for action in (-1, len(before.tokens), None, 1.5, True, "fly", [1, 2]):
        with pytest.raises(UnknownToken):
            table.step(action)
    assert table.table.position == before


def test_a_step_needs_a_reset() -> None:
    table = env()
    with pytest.raises(GameNotBegun):
        table.step(0)
    with pytest.raises(GameNotBegun):
        env(render_mode="ansi").render()
    with pytest.raises(GameNotBegun, match="reset"):
        table.last()
    with pytest.raises(GameNotBegun, match="reset"):
        table.observe("player_0")


@pytest.mark.parametrize(
    "settings", [{"render_mode": "film"}, {"reward": "fun"}, {"no_such_option": "x"}]
)
def test_bad_options_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        env(EXAMPLE, 2, **settings)


def test_without_a_seed_games_differ() -> None:
    table = env()
    deals = set()
    for _ in range(5):
        table.reset()
        deals.add(table.table.position)
    assert len(deals) == 5


def test_actions_may_be_tokens_whole_floats_or_arrays() -> None:
    pos = century.game(EXAMPLE).start(2, 1)
    for action in (pos.legal()[0], float(pos.actions()[0]), np.array([pos.actions()[0]])):
        table = env(EXAMPLE)
        table.reset(seed=1)
        table.step(action)
        assert table.table.position == pos.apply(pos.actions()[0])


def test_a_game_can_begin_with_a_position_and_ends_with_a_record() -> None:
    start = century.game(EXAMPLE).start(3, 1)
    pos = start.apply(start.actions()[0])
    table = env(EXAMPLE, 3, rounds=2)
    table.reset(options={"position": pos.to_text()})
    assert table.table.position == pos
    assert table.infos[table.agent_selection]["seed"] is None
    table.reset(seed=1)
    rng = np.random.default_rng(1)
    while table.table.ongoing:
        info = table.infos[table.agent_selection]
        assert (info["seed"], info["seat"]) == (1, table.table.seat)
        table.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
    for seat, agent in enumerate(table.possible_agents):
        info = table.infos[agent]
        assert info["seat"] == seat
        assert info["scores"] == table.table.position.scores()
        assert century.read_record(info["record"]).end == table.table.position
