"""Properties of every position of every game: decisions, texts and errors."""

from __future__ import annotations

import pickle
from random import Random

import pytest
from hypothesis import given

import century
from century.errors import IllegalMove, UnknownToken
from tests.property.play import TABLES, games_to_play, positions, seeds

GAMES = 2  # for each game and number of players
at_every_table = pytest.mark.parametrize(("name", "players"), TABLES)


@at_every_table
def test_exactly_the_legal_actions_are_accepted(name: str, players: int) -> None:
    game = century.game(name)

    @games_to_play(GAMES)
    @given(seeds)
    def play(seed: int) -> None:
        sample = Random(seed)
        for pos in positions(game.start(players, seed), seed):
            if sample.random() < 0.1 or pos.over:
                check_all_actions(pos)

    play()


def check_all_actions(pos: century.Position) -> None:
    legal, untouched = pos.actions(), pos.state.tobytes()
    assert legal == sorted(set(legal))
    assert pos.legal() == [pos.game.actions[number] for number in legal]
    for number, token in enumerate(pos.game.actions):
        if number in legal:
            assert pos.why(token) is None
            assert pos.act(token) == pos.apply(number) != pos
        else:
            check_rejected(pos, number, token)
    assert pos.state.tobytes() == untouched


def check_rejected(pos: century.Position, number: int, token: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        pos.apply(number)
    error = caught.value
    assert error.token == token
    assert error.reason
    assert error.rule
    assert pos.why(token) == f"{error.reason} ({error.rule})"


@at_every_table
def test_numbers_and_tokens_outside_the_list_are_unknown(name: str, players: int) -> None:
    pos = century.game(name).start(players, seed=1)
    for number in (-1, len(pos.game.actions), 2**70):
        with pytest.raises(UnknownToken):
            pos.apply(number)
    for token in ("", " ", "Rest", pos.legal()[0] + " ", pos.legal()[0].upper()):
        with pytest.raises(UnknownToken):
            pos.act(token)


@at_every_table
def test_a_position_is_the_same_when_read_from_its_text(name: str, players: int) -> None:
    game = century.game(name)

    @games_to_play(GAMES)
    @given(seeds, seeds)
    def play(deal: int, decisions: int) -> None:
        for pos in positions(game.start(players, deal), decisions):
            text = pos.to_text()
            again = game.read(text)
            assert again == pos
            assert hash(again) == hash(pos)
            assert again.to_text() == text

    play()


@at_every_table
def test_the_fields_of_a_text_may_come_in_any_order(name: str, players: int) -> None:
    game = century.game(name)

    @games_to_play(GAMES)
    @given(seeds)
    def play(seed: int) -> None:
        *_, end = positions(game.start(players, seed), seed)
        for pos in (game.start(players, seed), end):
            header, *fields = pos.to_text().split()
            Random(seed).shuffle(fields)
            assert game.read(f"  {header}\t" + "  ".join(fields) + "\n") == pos

    play()


@at_every_table
def test_positions_are_equal_if_and_only_if_their_texts_are(name: str, players: int) -> None:
    game = century.game(name)
    visited = [*positions(game.start(players, 1), 1), *positions(game.start(players, 1), 2)]
    texts = {pos.to_text() for pos in visited}
    assert len(set(visited)) == len(texts)
    assert {pos.to_text() for pos in set(visited)} == texts


@at_every_table
def test_a_position_can_be_pickled(name: str, players: int) -> None:
    for pos in positions(century.game(name).start(players, 3), 3):
        again = pickle.loads(pickle.dumps(pos))
        assert again == pos
        assert again.legal() == pos.legal()


@at_every_table
def test_a_seed_fixes_the_deal_and_another_seed_changes_it(name: str, players: int) -> None:
    game = century.game(name)

    @games_to_play(50)
    @given(seeds, seeds)
    def deal(seed: int, other: int) -> None:
        assert game.start(players, seed) == game.start(players, seed)
        assert seed == other or game.start(players, seed) != game.start(players, other)

    deal()
