"""What a learner is told: exactly what its seat may see, and the same as ever."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given

import century
from century import Position
from century.core.cubes import COLOURS
from century.env.encoding import encoding
from century.errors import BadPlayers, BadSeat
from century.games.spice_road.cards import CARDS, gain_of, price_of, steps_of
from tests.env.observed import observed, observed_file
from tests.games.eastern_wonders.play import EASTERN_WONDERS, purposeful
from tests.property.play import TABLES, games_to_play, positions, seeds, turn_starts

at_every_table = pytest.mark.parametrize(("name", "players"), TABLES)
View = dict[str, Any]


def counts(cubes: str) -> list[int]:
    return [cubes.count(colour) for colour in COLOURS]


def rotated(view: View, seat: int) -> list[View]:
    seats: list[View] = view["seats"]
    return seats[seat:] + seats[:seat]


def card(effect: str) -> list[int]:
    return [steps_of(effect), *counts(price_of(effect)), *counts(gain_of(effect))]


def both_games(view: View, seat: int, phases: tuple[str, ...]) -> View:
    seats = rotated(view, seat)
    return {
        "phase": [int(phase == view["phase"]) for phase in phases],
        "round": min(view["round"], 255),
        "ending": int(view["ending"]),
        "points": view["seats"][seat]["points"],
        "first": [int(shown is view["seats"][0]) for shown in seats],
        "cubes": [counts(shown["cubes"]) for shown in seats],
        "claimed": [shown["claimed"] for shown in seats],
    }


def spice_road(view: View, seat: int) -> View:
    """Say what is to be told, by the view alone."""
    seats, acting = rotated(view, seat), view["acting"] or {}
    no_slot = [0] * 14
    row = [[1, *card(c["card"]), *counts(c["cubes"])] for c in view["merchant_row"]]
    return {
        "paying_for": [int(acting.get("acquire") == slot + 1) for slot in range(6)],
        "left": acting.get("left", 0),
        "card": card(acting["card"]) if "card" in acting else [0] * 9,
        "coins": [view["gold"], view["silver"]],
        "decks": [view["merchant_deck"], view["point_deck"]],
        "merchant_row": row + [no_slot] * (6 - len(row)),
        "point_row": [[c["points"], *counts(c["cost"])] for c in view["point_row"]],
        "gold": [shown["gold"] for shown in seats],
        "silver": [shown["silver"] for shown in seats],
        "hand": [[int(c in shown["hand"]) for c in CARDS] for shown in seats],
        "played": [[int(c in shown["played"]) for c in CARDS] for shown in seats],
    }


def eastern_wonders(view: View, seat: int) -> View:
    """Say what is to be told, by the view alone."""
    acting, cells, names = view["acting"] or {}, list(view["map"].values()), list(view["map"])
    players, spare = view["players"], 28 - len(view["map"])
    numbers = [(seat + i) % players for i in range(players)]
    seats = rotated(view, seat)
    lines = [2 * cell["r"] + cell["q"] for cell in cells]
    types = ("ginger", "chili", "tea", "cloves")
    kinds = ("move", "harvest", "upgrade", "cargo", "points")

    def market(cell: View) -> list[int]:
        if cell["kind"] != "market":
            return [0] * 12
        price, _, gain = cell["trade"].partition(">")
        return [*(int(t == cell["type"]) for t in types), *counts(price), *counts(gain)]

    def port(cell: View) -> list[int]:
        if cell["kind"] != "port" or cell["tile"] is None:
            return [int(cell["kind"] == "port"), 0, 0, 0, 0, 0]
        return [0, cell["tile"]["points"], *counts(cell["tile"]["cost"])]

    stacks = {k: len(v) if isinstance(v, list) else v for k, v in view["bonus_stacks"].items()}
    left = min(cell["q"] for cell in cells)
    return {
        "steps": [acting.get("steps", 0), acting.get("free", 0)],
        "left": acting["left"] if view["phase"] in ("price", "upgrade") else 0,
        "came_from": [int(acting.get("left") == n) for n in names] + [0] * spare,
        "start_sets": [int(s in view["start_sets"]) for s in ("YYYY", "RR", "YYR", "YG")],
        "vp_pile": view["vp_pile"],
        "bonus_stacks": [stacks[kind] for kind in kinds],
        "places": [[c["q"] - left, line - min(lines)] for c, line in zip(cells, lines, strict=True)]
        + [[0, 0]] * spare,
        "markets": [market(c) for c in cells] + [[0] * 12] * spare,
        "ports": [port(c) for c in cells] + [[0] * 6] * spare,
        "lying": [counts(c["cubes"]) for c in cells] + [[0] * 4] * spare,
        "toll_due": [int(n in acting.get("to", [])) for n in numbers],
        "point_tiles": [sum(shown["point_tiles"]) for shown in seats],
        "built": [[shown["outposts"][t] for t in types] for shown in seats],
        "bonus": [[shown["bonus"][k] for k in kinds] for shown in seats],
        "boat": [[int(shown["boat"] == n) for n in names] + [0] * spare for shown in seats],
        "outposts": [
            [int(n in c.get("outposts", [])) for c in cells] + [0] * spare for n in numbers
        ],
    }


BY_VIEW: dict[str, Callable[[View, int], View]] = {
    "spice-road": spice_road,
    "eastern-wonders": eastern_wonders,
}


def check(pos: Position, seat: int) -> None:
    told = encoding(pos.game, pos.players)
    numbers = told.of(pos, seat)
    view = pos.view(seat)
    wanted = both_games(view, seat, pos.game.phases) | BY_VIEW[pos.game.name](view, seat)
    assert {name: piece.tolist() for name, piece in told.named(numbers).items()} == wanted
    assert (numbers <= told.most).all()


@at_every_table
def test_a_seat_is_told_what_its_view_shows(name: str, players: int) -> None:
    @games_to_play(2)
    @given(seeds)
    def play(seed: int) -> None:
        rng = Random(seed)
        for pos in positions(century.game(name).start(players, seed), seed):
            if rng.random() < 0.1 or pos.over:
                check(pos, rng.randrange(players))

    play()


@pytest.mark.parametrize("players", century.game(EASTERN_WONDERS).players)
def test_also_in_games_with_a_purpose_on_other_maps(players: int) -> None:
    from century.games.eastern_wonders.random_map import random_map

    rng = Random(players)
    pos = century.game(EASTERN_WONDERS).start(players, 5, map=random_map(players, sea=3))
    for number in range(600):
        if pos.over:
            break
        if number % 5 == 0:
            check(pos, rng.randrange(players))
        pos = pos.act(purposeful(rng, pos))


@at_every_table
def test_no_observation_depends_on_the_hidden_decks(name: str, players: int) -> None:
    told = encoding(century.game(name), players)

    @games_to_play(2)
    @given(seeds, seeds)
    def play(seed: int, other: int) -> None:
        for pos in turn_starts(century.game(name).start(players, seed), seed):
            for seat in range(players):
                assert (told.of(pos, seat) == told.of(pos.redeal(seat, other), seat)).all()

    play()


@at_every_table
def test_observations_are_as_written_down(name: str, players: int) -> None:
    """If this is meant to change, `make golden` writes the files anew."""
    assert observed(name, players) == observed_file(name, players).read_text(encoding="utf-8")


@at_every_table
def test_pieces_name_every_number_once_and_share_its_memory(name: str, players: int) -> None:
    told = encoding(century.game(name), players)
    numbers = np.zeros((3, told.size), np.uint8)
    for piece in told.named(numbers).values():
        piece += 1
    assert (numbers == 1).all()
    assert told.most.shape == (told.size,)


def test_without_a_seat_it_is_told_to_the_one_that_decides() -> None:
    pos = century.game("spice-road").start(3, 7).act("play YY")
    told = encoding(pos.game, 3)
    assert (told.of(pos) == told.of(pos, 1)).all()
    assert not (told.of(pos) == told.of(pos, 0)).all()


def test_it_tells_of_its_own_game_and_seats_alone() -> None:
    told = encoding(century.game("spice-road"), 3)
    for other in (
        century.game("spice-road").start(2, 1),
        century.game("eastern-wonders").start(3, 1),
    ):
        with pytest.raises(BadPlayers):
            told.of(other)
    with pytest.raises(BadSeat):
        told.of(century.game("spice-road").start(3, 1), 3)


def test_there_is_none_for_too_many() -> None:
    with pytest.raises(BadPlayers):
        encoding(century.game("spice-road"), 6)


@at_every_table
def test_the_documentation_lists_the_pieces_and_their_size(name: str, players: int) -> None:
    text = (Path(__file__).parents[2] / "docs" / "observations.md").read_text(encoding="utf-8")
    chosen = century.game(name)
    section = text.partition(f"## {chosen.title.removeprefix('Century: ')}: ")[2].partition(
        "\n## "
    )[0]
    base, each = map(int, re.findall(r"\d+", section.partition(" numbers")[0]))
    told = encoding(chosen, players)
    assert told.size == base + each * players
    listed = re.findall(r"`(\w+)`", "".join(re.findall(r"^\|([^|]*)\|", section, re.MULTILINE)))
    assert listed == [piece.name for piece in told.pieces]
