"""Expected observations, computed from views alone."""

from __future__ import annotations

from typing import Any

from century import Position
from century.core.cubes import COLOURS
from century.env.encoding import encoding
from tests.games import module

View = dict[str, Any]


def counts(cubes: str) -> list[int]:
    return [cubes.count(colour) for colour in COLOURS]


def rotated(view: View, seat: int) -> list[View]:
    seats: list[View] = view["seats"]
    return seats[seat:] + seats[:seat]


def common_pieces(view: View, seat: int, phases: tuple[str, ...]) -> View:
    """Return the pieces that the games of this package have in common."""
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


def check(pos: Position, seat: int) -> None:
    """Check the bounds of an observation, and its pieces if the game's tests can compute them."""
    layout = encoding(pos.game, pos.players)
    numbers = layout.of(pos, seat)
    assert (numbers <= layout.most).all()
    own = module(pos.game.name, "observation")
    if own is not None:
        view = pos.view(seat)
        expected = common_pieces(view, seat, pos.game.phases) | own.expected(view, seat)
        pieces = layout.named(numbers)
        assert {name: piece.tolist() for name, piece in pieces.items()} == expected
