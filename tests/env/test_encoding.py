"""An observation holds exactly what its seat may see."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given

import century
from century.env.encoding import encoding
from century.errors import BadPlayers, BadSeat
from tests.env.by_view import check
from tests.env.observed import observed, observed_file
from tests.games import EXAMPLE, OWN_TABLES
from tests.property.play import TABLES, games_to_play, positions, seeds, steps, turn_starts

at_every_table = pytest.mark.parametrize(("name", "players"), TABLES)


@at_every_table
def test_an_observation_equals_the_view_of_its_seat(name: str, players: int) -> None:
    @games_to_play(2)
    @given(seeds)
    def play(seed: int) -> None:
        rng = Random(seed)
        for pos in positions(century.game(name).start(players, seed), seed):
            if rng.random() < 0.1 or pos.over:
                check(pos, rng.randrange(players))

    play()


@at_every_table
def test_no_observation_depends_on_the_hidden_decks(name: str, players: int) -> None:
    layout = encoding(century.game(name), players)

    @games_to_play(2)
    @given(seeds, seeds)
    def play(seed: int, other: int) -> None:
        for pos in turn_starts(century.game(name).start(players, seed), seed):
            for seat in range(players):
                assert (layout.of(pos, seat) == layout.of(pos.redeal(seat, other), seat)).all()

    play()


@pytest.mark.parametrize(("name", "players"), OWN_TABLES)
def test_observations_equal_the_recorded_ones(name: str, players: int) -> None:
    """After an intended change, `make golden` rewrites the files."""
    assert observed(name, players) == observed_file(name, players).read_text(encoding="utf-8")


@at_every_table
def test_pieces_are_views_that_cover_every_number_once(name: str, players: int) -> None:
    layout = encoding(century.game(name), players)
    numbers = np.zeros((3, layout.size), np.uint8)
    for piece in layout.named(numbers).values():
        piece += 1
    assert (numbers == 1).all()
    assert layout.most.shape == (layout.size,)


@pytest.mark.parametrize("name", century.games())
def test_the_default_observer_is_the_seat_to_decide(name: str) -> None:
    game = century.game(name)
    start = game.start(game.players[-1], 7)
    layout = encoding(game, start.players)
    others = [step.after for step in steps(start, 7) if step.after.seat != start.seat]
    for pos in others:
        assert (layout.of(pos) == layout.of(pos, pos.seat)).all()
    assert any((layout.of(pos) != layout.of(pos, start.seat)).any() for pos in others)


def test_an_encoding_refuses_other_tables_and_seats() -> None:
    game = century.game(EXAMPLE)
    layout = encoding(game, game.players[1])
    with pytest.raises(BadPlayers):
        layout.of(game.start(game.players[0], 1))
    with pytest.raises(BadSeat):
        layout.of(game.start(game.players[1], 1), game.players[1])


@pytest.mark.parametrize("other", [name for name in century.games() if name != EXAMPLE])
def test_an_encoding_refuses_positions_of_other_games(other: str) -> None:
    players = century.game(other).players[0]
    with pytest.raises(BadPlayers):
        encoding(century.game(EXAMPLE), players).of(century.game(other).start(players, 1))


@pytest.mark.parametrize("name", century.games())
def test_there_is_no_encoding_for_too_many_players(name: str) -> None:
    with pytest.raises(BadPlayers):
        encoding(century.game(name), century.game(name).players.stop)


@pytest.mark.parametrize(("name", "players"), OWN_TABLES)
def test_the_documentation_lists_the_pieces_and_their_size(name: str, players: int) -> None:
    text = (Path(__file__).parents[2] / "docs" / "observations.md").read_text(encoding="utf-8")
    chosen = century.game(name)
    section = text.partition(f"## {chosen.title.removeprefix('Century: ')}: ")[2].partition(
        "\n## "
    )[0]
    base, each = map(int, re.findall(r"\d+", section.partition(" numbers")[0]))
    layout = encoding(chosen, players)
    assert layout.size == base + each * players
    listed = re.findall(r"`(\w+)`", "".join(re.findall(r"^\|([^|]*)\|", section, re.MULTILINE)))
    assert listed == [piece.name for piece in layout.pieces]
