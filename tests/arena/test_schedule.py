"""The schedule: who plays whom, on which deals, from which seats."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from century.arena import Tournament
from century.errors import BadCount, BadOption, BadPlayers, BadSeed, CenturyError, UnknownGame
from century.position import game
from tests.arena.tables import tournament
from tests.games import EXAMPLE

MOST = game(EXAMPLE).players[-1]
ENTRANTS = tuple(f"bot {i}" for i in range(MOST + 1))


def seats(planned: Tournament, deals: int = 1) -> list[tuple[str, ...]]:
    return [job.seats for job in planned.jobs(deals)]


def test_every_deal_is_played_in_all_rotations() -> None:
    planned = tournament("a", "b", "c")
    assert seats(planned) == [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")]
    first, second = list(planned.jobs(2))[:3], list(planned.jobs(2))[3:]
    assert len({job.deal_seed for job in first}) == 1
    assert {job.deal_seed for job in first}.isdisjoint(job.deal_seed for job in second)
    assert [job.number for job in first + second] == list(range(6))


def test_a_name_may_be_several_times_in_one_line_up() -> None:
    planned = tournament("a", "b", "b", "b")
    assert planned.names == ("a", "b")
    assert Counter(job.seats.index("a") for job in planned.jobs(1)) == {0: 1, 1: 1, 2: 1, 3: 1}


def test_more_entrants_than_seats_play_in_all_combinations() -> None:
    planned = tournament("a", "b", "c", players=2)
    assert seats(planned) == [
        *(("a", "b"), ("b", "a")),
        *(("a", "c"), ("c", "a")),
        *(("b", "c"), ("c", "b")),
    ]
    assert planned.games_a_deal == 6
    assert len({job.deal_seed for job in planned.jobs(1)}) == 1


def test_the_number_of_deals_does_not_change_the_schedule() -> None:
    planned = tournament("a", "b", "c", players=2)
    assert list(planned.jobs(3))[:6] == list(planned.jobs(1))
    without_end = planned.jobs(None)
    assert [next(without_end) for _ in range(18)] == list(planned.jobs(3))


def test_games_that_are_done_are_left_out() -> None:
    planned = tournament("a", "b")
    assert [job.number for job in planned.jobs(3, done={0, 3, 4})] == [1, 2, 5]


def test_no_two_bots_share_a_seed() -> None:
    jobs = list(tournament("a", "a", "b").jobs(4))
    seeds = [seed for job in jobs for seed in (*job.bot_seeds, job.deal_seed)]
    assert len(set(seeds)) == 4 * 3 * 3 + 4
    other = next(iter(tournament("a", "a", "b", seed=2).jobs(1)))
    assert other.deal_seed not in seeds
    assert set(other.bot_seeds).isdisjoint(seeds)


@pytest.mark.parametrize(
    ("entrants", "players", "seeds"),
    [
        (("a", "b"), 2, 1),  # every rotation of a deal has the same cards
        (("a", "a"), 2, 2),  # but a seating that was there before gets other cards
        (("a", "b", "a", "b"), 4, 2),
        (("a", "a", "b"), 2, 2),  # a against b is played twice, and a against a
    ],
)
def test_no_two_games_have_the_same_seating_and_cards(
    entrants: tuple[str, ...], players: int, seeds: int
) -> None:
    jobs = list(tournament(*entrants, players=players).jobs(3))
    assert len({(job.seats, job.deal_seed) for job in jobs}) == len(jobs)
    assert len({job.deal_seed for job in jobs}) == 3 * seeds


def test_the_stall_limit_depends_on_the_budget_by_default() -> None:
    assert tournament("a", "b", budget=2.0).stall == 15.0
    assert tournament("a", "b", budget=2.0, stall=3.0).stall == 3.0


@pytest.mark.parametrize(
    ("entrants", "settings", "error", "words"),
    [
        (("a", "b"), {"players": 3}, BadPlayers, "2 entrants are too few for 3 seats"),
        (("a",), {}, BadPlayers, "name at least two bots"),
        (ENTRANTS, {}, BadPlayers, f"{EXAMPLE} is for 2 to {MOST} players, not {MOST + 1}"),
        (("a", "b"), {"seed": -1}, BadSeed, "a seed is a whole number"),
        (("a", "b"), {"rounds": 0}, BadCount, "a number of rounds"),
        (("a", "b"), {"budget": -1.0}, BadCount, "budget is a number of seconds"),
        (("a", "b"), {"stall": float("nan")}, BadCount, "stall is a number of seconds"),
        (("a", "b"), {"options": {"no-such": "x"}}, BadOption, f"{EXAMPLE} has no option"),
    ],
)
def test_a_bad_plan_is_refused(
    entrants: tuple[str, ...], settings: dict[str, Any], error: type[CenturyError], words: str
) -> None:
    with pytest.raises(error, match=words):
        tournament(*entrants, **settings)


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(UnknownGame):
        Tournament("chess", ("a", "b"), seed=1)
