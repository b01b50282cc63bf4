"""The bot `master` and its network: files, budgets, repeatability and errors."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import numpy as np
import pytest

import century
from century.bots import ask, bot, check_name, weights_in
from century.bots import master as master_module
from century.bots.advice import advise
from century.bots.levels import best_level, bots_of, levels_of
from century.bots.master import MAX_SIMULATIONS, SIMULATIONS_PER_SECOND, Master, Policy
from century.bots.stalemate import STALEMATE_ROUND
from century.errors import BadCount, BadWeights, BotCrashed, GameNotPlayed, UnknownBot
from century.neural import game_network
from century.neural.turn_search import evaluate_features
from century.position import Position, game
from century.warmup import steps
from tests.bots.games import some, some_beginnings, some_midst, whole_game
from tests.bots.test_bots import decisions
from tests.neural.networks import GAMES_WITH_FEATURES, forward, small_weights

BUDGET = 40 / SIMULATIONS_PER_SECOND  # seconds: for 40 simulations

every_game = pytest.mark.parametrize("name", GAMES_WITH_FEATURES)


@pytest.fixture(scope="module")
def weights(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return a file of weights for each game."""
    folder = tmp_path_factory.mktemp("weights")
    return {name: small_weights(folder, game(name)) for name in GAMES_WITH_FEATURES}


def decided(start: Position, path: Path, count: int, seed: int = 1) -> list[int]:
    players = [bot(f"master:{path}", seed + seat) for seat in range(start.players)]
    return [action for _, action in islice(decisions(start, players, BUDGET), count)]


def before_stalemates(positions: list[Position]) -> list[Position]:
    """Return the positions in which the network decides, and not the stalemate breaker."""
    found = [pos for pos in positions if pos.turn[0] <= STALEMATE_ROUND and len(pos.actions()) > 1]
    assert found
    return found


# Deciding


@every_game
def test_decisions_are_legal_in_positions_of_all_kinds(name: str, weights: dict[str, Path]) -> None:
    fewest, most = game(name).players[0], game(name).players[-1]
    starts = [whole_game(name, most)[0], *some(name, fewest, 2), *some_midst(name, most, 2)]
    for start in starts:
        players = [Master(seat, weights[name]) for seat in range(start.players)]
        for pos, action in islice(decisions(start, players, BUDGET), 12):
            assert type(action) is int
            assert action in pos.actions()


@every_game
def test_the_same_seed_gives_the_same_decisions(name: str, weights: dict[str, Path]) -> None:
    start = some_beginnings(name, 2, 4)[1]
    assert decided(start, weights[name], 25) == decided(start, weights[name], 25)


@every_game
def test_hidden_cards_have_no_influence(name: str, weights: dict[str, Path]) -> None:
    start = some_beginnings(name, 2, 4)[2]
    told, untold = ([Master(seat, weights[name]) for seat in range(2)] for _ in range(2))
    for number, (pos, action) in enumerate(islice(decisions(start, told, BUDGET), 25)):
        shown = pos.redeal(pos.seat, number)
        assert untold[pos.seat].choose(shown, pos.seat, BUDGET) == action


@every_game
def test_the_policy_takes_the_likeliest_action_of_the_network(
    name: str, weights: dict[str, Path]
) -> None:
    player = Policy(1, weights[name])
    search = player.search_for(game(name), 0)
    for pos in before_stalemates(some(name, 2, 20)):
        evaluate_features(pos.state, search)
        logits = forward(search.network, search.features[None]).policy[0]
        likeliest = max(pos.actions(), key=lambda action: logits[action])
        assert player.choose(pos, pos.seat, 1.0) == likeliest


@every_game
def test_the_features_of_a_position_are_flags(name: str, weights: dict[str, Path]) -> None:
    search = Policy(1, weights[name]).search_for(game(name), 0)
    for pos in some(name, game(name).players[-1], 20):
        evaluate_features(pos.state, search)
        assert set(np.unique(search.features)) == {0, 1}


def test_a_decision_that_wins_is_found_whatever_the_network_says(weights: dict[str, Path]) -> None:
    name = GAMES_WITH_FEATURES[0]
    found = 0
    for seed in range(3, 12):
        pos = whole_game(name, 2, seed)[-2]
        wins = [action for action in pos.actions() if pos.apply(action).winner == pos.seat]
        if wins and pos.turn[0] <= STALEMATE_ROUND:
            found += 1
            assert Master(1, weights[name]).choose(pos, pos.seat, BUDGET) in wins
    assert found > 1


@every_game
def test_a_stalemate_is_left_to_the_stalemate_breaker(
    name: str, weights: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    pos = some_beginnings(name, 2, 4)[2]
    monkeypatch.setattr(master_module, "STALEMATE_ROUND", pos.turn[0] - 1)
    monkeypatch.setattr(Master, "plan", None)  # must not be called
    assert Master(1, weights[name]).choose(pos, pos.seat, BUDGET) in pos.actions()


# Budgets


def test_the_budget_is_a_number_of_simulations(weights: dict[str, Path]) -> None:
    name = GAMES_WITH_FEATURES[0]
    player, chosen = Master(1, weights[name], simulations=500), game(name)
    assert player.affordable(chosen, 0.0) == player.affordable(chosen, -1.0) == 0
    assert player.affordable(chosen, 100 / SIMULATIONS_PER_SECOND) == 100
    assert player.affordable(chosen, 10.0) == 500


@every_game
def test_the_budget_is_for_the_whole_turn(name: str, weights: dict[str, Path]) -> None:
    """The tree has a node for each simulation that reached a new leaf, so it never has more."""
    for pos in before_stalemates(some_beginnings(name, 2, 8)):
        player = Master(1, weights[name], simulations=60)
        player.choose(pos, pos.seat, 1.0)
        trees = player.search_for(game(name), 60).trees
        assert 0 < int(trees.size[0]) <= 61


@pytest.mark.parametrize("simulations", [-1, 1.5, "9", True, MAX_SIMULATIONS + 1])
def test_a_bad_number_of_simulations_is_refused(simulations: int) -> None:
    with pytest.raises(BadCount, match="simulations"):
        Master(1, simulations=simulations)


# Names and files


def test_a_file_of_weights_can_be_part_of_a_name(weights: dict[str, Path]) -> None:
    name = GAMES_WITH_FEATURES[0]
    check_name(f"master:{weights[name]}")
    assert weights_in("policy:some/file") == ("policy", "some/file")
    assert type(bot(f"policy:{weights[name]}", 1)) is Policy
    for other in ("master", "master:", "expert:file", "my_bots:Name"):
        assert weights_in(other) is None


def test_a_name_without_a_file_is_refused() -> None:
    with pytest.raises(UnknownBot, match="master:FILE"):
        check_name("master:")


def test_a_damaged_file_is_refused_when_the_bot_is_made(tmp_path: Path) -> None:
    path = tmp_path / "damaged.safetensors"
    path.write_bytes(b"12345678 and nothing else")
    with pytest.raises(BadWeights, match="damaged"):
        bot(f"master:{path}", 1)
    with pytest.raises(BadWeights, match=r"missing\.safetensors"):
        bot(f"master:{tmp_path / 'missing.safetensors'}", 1)


def test_a_network_plays_its_own_game_alone(weights: dict[str, Path]) -> None:
    one, other = GAMES_WITH_FEATURES[:2]
    player, pos = bot(f"master:{weights[one]}", 1), game(other).start(2, 1)
    with pytest.raises(GameNotPlayed, match=f"plays {one}, not {other}"):
        ask(player, pos, pos.seat, 0.0, seed=1, name="master")


def test_a_game_without_a_network_has_no_master(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_network, "SHIPPED", "no-such-file")
    chosen = game(GAMES_WITH_FEATURES[0])
    assert "master" not in levels_of(chosen)
    assert not {"master", "policy"} & set(bots_of(chosen))
    assert best_level(chosen) == "expert"
    assert "the bot master" not in steps(chosen, ["master"])
    pos = chosen.start(2, 1)
    with pytest.raises(GameNotPlayed, match="master plays no game"):
        ask(bot("master", 1), pos, pos.seat, 0.0, seed=1, name="master")


def test_damaged_weights_in_the_package_are_a_typed_error(
    weights: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file of the package that is no network, here the game's settings."""
    monkeypatch.setattr(game_network, "SHIPPED", "levels.toml")
    game_network._shipped.cache_clear()
    pos = game(GAMES_WITH_FEATURES[0]).start(2, 1)
    try:
        with pytest.raises(BotCrashed, match=r"BadWeights.*damaged"):
            ask(bot("master", 1), pos, pos.seat, 0.0, seed=1, name="master")
    finally:
        game_network._shipped.cache_clear()


# Advice


@every_game
def test_advice_has_chances_and_leads(name: str, weights: dict[str, Path]) -> None:
    level = f"master:{weights[name]}"
    for pos in some_beginnings(name, 3, 3) + some_midst(name, 2, 3):
        advice = advise(pos, 4, level, BUDGET)
        assert 1 <= len(advice) <= 4
        assert len({one.tokens for one in advice}) == len(advice)
        chances = [one.chance for one in advice]
        assert all(chance is not None and 0.0 <= chance <= 1.0 for chance in chances)
        assert chances == sorted(chances, key=lambda chance: -(chance or 0.0))
        for one in advice:
            after = pos
            for token in one.tokens:
                assert after.turn == pos.turn
                after = after.act(token)
            assert after.over or after.turn != pos.turn


@every_game
def test_fewer_turns_are_the_first_of_more(name: str, weights: dict[str, Path]) -> None:
    level, pos = f"master:{weights[name]}", some_beginnings(name, 2, 3)[1]
    every = advise(pos, 30, level, BUDGET)
    assert len(every) > 5
    for count in (1, 3):
        assert advise(pos, count, level, BUDGET) == every[:count]


@every_game
def test_advice_does_not_depend_on_hidden_cards(name: str, weights: dict[str, Path]) -> None:
    level = f"master:{weights[name]}"
    for pos in some_beginnings(name, 2, 3) + some_midst(name, 2, 2):
        hidden = pos.redeal(pos.seat, 5)
        assert advise(hidden, 5, level, BUDGET) == advise(pos, 5, level, BUDGET)


def test_advice_on_the_last_decision_knows_the_result(weights: dict[str, Path]) -> None:
    name = GAMES_WITH_FEATURES[0]
    pos = whole_game(name, 2)[-2]
    for one in advise(pos, 5, f"master:{weights[name]}", BUDGET):
        end = pos
        for token in one.tokens:
            end = end.act(token)
        if end.over:
            scores = end.scores()
            assert one.value == scores[pos.seat] - scores[1 - pos.seat]


def test_levels_that_plan_give_no_chances() -> None:
    pos = century.game(GAMES_WITH_FEATURES[0]).start(2, 1)
    assert all(one.chance is None for one in advise(pos, 3, "easy"))
