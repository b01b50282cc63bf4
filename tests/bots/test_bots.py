"""Tests of every built-in bot in every game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import pytest

import century
from century import Position
from century.bots import LEVELS, Bot, bot, bots
from century.bots.greedy import Greedy
from century.bots.planner import PLANS_PER_SECOND, Planner, fit_to_budget
from century.bots.search.beam import BeamSize
from century.bots.strategist import Strategist
from tests.bots.games import (
    GAMES_AND_BOTS,
    SEARCHED_GAMES,
    some,
    some_beginnings,
    some_midst,
    whole_game,
)
from tests.games import EXAMPLE, OWN_GAMES

DRAWING = ("random", "mcts")  # continue a sequence of random numbers at each decision
CHEAP = ("greedy", "novice", "easy", "medium")
LITTLE = 0.01  # seconds: enough for some plans or simulations
MOST_ROUNDS = 60  # a limit, as some bots never end a game

every_bot_in_every_game = pytest.mark.parametrize(("game", "name"), GAMES_AND_BOTS)
in_every_game = pytest.mark.parametrize("game", SEARCHED_GAMES)


def decisions(
    start: Position, players: Sequence[Bot], budget: float
) -> Iterator[tuple[Position, int]]:
    """Play, and yield each position with the decision in it."""
    pos = start
    while not pos.over and pos.turn[0] <= start.turn[0] + MOST_ROUNDS:
        action = players[pos.seat].choose(pos, pos.seat, budget)
        assert isinstance(action, int)
        yield pos, action
        pos = pos.apply(action)


def same_bots(name: str, pos: Position, seed: int = 1) -> list[Bot]:
    return [bot(name, seed + seat) for seat in range(pos.players)]


# Legal answers


@pytest.mark.parametrize("players", century.game(EXAMPLE).players)
@pytest.mark.parametrize("name", CHEAP)
def test_answers_are_legal_through_whole_games(name: str, players: int) -> None:
    start = century.game(EXAMPLE).start(players, 11)
    decided = 0
    for pos, action in decisions(start, same_bots(name, start), 1.0):
        assert action in pos.actions()
        assert type(action) is int
        decided += 1
    assert decided > 10 * players


@every_bot_in_every_game
def test_answers_are_legal_from_positions_of_all_kinds(game: str, name: str) -> None:
    for start in (whole_game(game, 3)[0], *some_beginnings(game, 2, 3), *some_midst(game, 4, 3)):
        for pos, action in islice(decisions(start, same_bots(name, start), LITTLE), 8):
            assert action in pos.actions()


@every_bot_in_every_game
@pytest.mark.parametrize("budget", [0.0, 1e-9, -1.0])
def test_a_bot_answers_without_any_budget(game: str, name: str, budget: float) -> None:
    start = some_beginnings(game, 2, 4)[1]
    for pos, action in islice(decisions(start, same_bots(name, start), budget), 12):
        assert action in pos.actions()


@every_bot_in_every_game
def test_answers_are_legal_near_the_end_of_a_game(game: str, name: str) -> None:
    """There the game ends before a plan does."""
    last = whole_game(game, 2)[-30:-1]
    for start in (last[0], last[15], last[-1]):
        for pos, action in islice(decisions(start, same_bots(name, start), LITTLE), 20):
            assert action in pos.actions()


# Repeatability


@every_bot_in_every_game
def test_the_same_seed_gives_the_same_decisions(game: str, name: str) -> None:
    start = some_beginnings(game, 3, 4)[1]
    one, other = (
        [action for _, action in islice(decisions(start, same_bots(name, start), LITTLE), 25)]
        for _ in range(2)
    )
    assert one == other


def test_another_seed_gives_other_decisions() -> None:
    """Otherwise the test above would prove nothing: the bots could ignore the seed."""
    start = century.game(EXAMPLE).start(2, 3)
    games = {
        tuple(a for _, a in islice(decisions(start, same_bots("random", start, seed), 0.0), 40))
        for seed in (1, 5, 9)
    }
    assert len(games) == 3


@pytest.mark.parametrize(
    ("game", "name"),
    [(game, name) for game, name in GAMES_AND_BOTS if game in OWN_GAMES and name not in DRAWING],
)
def test_a_used_bot_decides_like_a_new_one(game: str, name: str) -> None:
    """What a bot keeps of a turn must not influence later turns.

    Except in the same situation, where a planner tries another turn. In these games no situation
    occurs twice here; in small games of other packages it may.
    """
    used = bot(name, 1)
    for pos in some_beginnings(game, 2, 6):
        used.choose(pos, pos.seat, LITTLE)
    for pos in some(game, 3, 6):
        assert used.choose(pos, pos.seat, LITTLE) == bot(name, 1).choose(pos, pos.seat, LITTLE)


@pytest.mark.parametrize(
    ("game", "name"), [(game, name) for game, name in GAMES_AND_BOTS if name not in DRAWING]
)
def test_a_bot_remembers_nothing_of_an_earlier_game(game: str, name: str) -> None:
    """A planner tries another turn in a situation that occurs again, but only in the same game."""
    used, beginnings = bot(name, 1), some_beginnings(game, 2, 6)
    first, second = ([used.choose(p, p.seat, LITTLE) for p in beginnings] for _ in range(2))
    assert first == second


def test_the_memory_of_a_planner_is_that_of_one_game() -> None:
    planner, sizes = Planner(), []
    for _ in range(3):
        for pos in some_beginnings(EXAMPLE, 2, 6):
            planner.choose(pos, pos.seat, LITTLE)
        sizes.append(sum(map(len, planner._turns_tried.values())))
    assert sizes == [sizes[0]] * 3


# Hidden information


@every_bot_in_every_game
def test_hidden_cards_have_no_influence(game: str, name: str) -> None:
    for pos in some_beginnings(game, 2, 5) + some_midst(game, 2, 8):
        chosen = {
            bot(name, 1).choose(shown, pos.seat, LITTLE)
            for shown in (pos, pos.redeal(pos.seat, 7), pos.redeal(pos.seat, 8))
        }
        assert len(chosen) == 1


@every_bot_in_every_game
def test_hidden_cards_have_no_influence_during_a_turn(game: str, name: str) -> None:
    """One bot sees the true decks, the other a new order of them at each decision."""
    start = some_beginnings(game, 2, 4)[2]
    told, untold = same_bots(name, start), same_bots(name, start)
    for number, (pos, action) in enumerate(islice(decisions(start, told, LITTLE), 25)):
        shown = pos.redeal(pos.seat, number)
        assert untold[pos.seat].choose(shown, pos.seat, LITTLE) == action


@pytest.mark.parametrize("planner", [Greedy, Planner, Strategist])
@in_every_game
def test_hidden_cards_have_no_influence_on_the_values_of_plans(
    game: str, planner: type[Planner]
) -> None:
    """The values are more sensitive than the choice."""
    for pos in some_beginnings(game, 2, 5) + some_midst(game, 2, 5):
        true, other = (
            planner().options(shown, pos.seat, 10 * LITTLE) for shown in (pos, pos.redeal(0, 7))
        )
        assert true == other


# Unusual questions


@every_bot_in_every_game
def test_a_bot_can_be_asked_in_the_middle_of_a_turn(game: str, name: str) -> None:
    for pos in some_midst(game, 3, 12):
        assert bot(name, 1).choose(pos, pos.seat, LITTLE) in pos.actions()


@every_bot_in_every_game
def test_a_bot_can_continue_after_decisions_of_another_player(game: str, name: str) -> None:
    """Every other decision is not the one that the bot has chosen."""
    one = bot(name, 1)
    pos = some_beginnings(game, 2, 4)[1]
    for number in range(20):
        action = one.choose(pos, pos.seat, LITTLE)
        assert isinstance(action, int)
        others = [other for other in pos.actions() if other != action]
        pos = pos.apply(others[0] if others and number % 2 else action)
        if pos.over:
            return


@every_bot_in_every_game
def test_a_bot_does_not_change_the_position(game: str, name: str) -> None:
    for pos in some(game, 2, 6):
        before = pos.state.tobytes()
        bot(name, 1).choose(pos, pos.seat, LITTLE)
        assert pos.state.tobytes() == before


@pytest.mark.parametrize("name", dict.fromkeys(name for _game, name in GAMES_AND_BOTS))
def test_a_bot_can_be_asked_about_different_games(name: str) -> None:
    one = bot(name, 1)
    played = [game for game in SEARCHED_GAMES if (game, name) in GAMES_AND_BOTS]
    for game in (*played, played[0]):
        pos = some_beginnings(game, 2, 2)[0]
        assert one.choose(pos, pos.seat, LITTLE) in pos.actions()


# Budgets


def test_more_time_means_a_wider_search_up_to_a_limit() -> None:
    size = BeamSize(width=50, depth=8)
    widths = [fit_to_budget(size, budget).width for budget in (0.0, 0.001, 0.01, 0.03, 1.0, 100.0)]
    assert widths == sorted(widths)
    assert (widths[0], widths[-1]) == (1, 50)
    assert fit_to_budget(size, 20 * 8 / PLANS_PER_SECOND) == BeamSize(width=20, depth=8)


def test_a_planner_that_gets_more_time_later_uses_it() -> None:
    """The buffers of a narrow search must not limit a wider one."""
    hurried, calm = Planner(), Planner()
    for pos in some_beginnings(EXAMPLE, 2, 5):
        hurried.options(pos, pos.seat, 0.0)
        assert hurried.options(pos, pos.seat, 1.0) == calm.options(pos, pos.seat, 1.0)


# Names


def test_the_levels_are_bots_from_the_weakest_to_the_strongest() -> None:
    assert bots()[-len(LEVELS) :] == LEVELS
    assert len(set(bots())) == len(bots())
