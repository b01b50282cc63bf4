"""A whole game as text: every decision with its position, legal tokens and views."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import century
from century import Position
from tests.games import declared, folder
from tests.property.play import purposeful


def golden_file(name: str, players: int) -> Path:
    """Return the file that records a game."""
    return folder(name) / "golden" / f"{players}-players.txt"


def golden_seed(name: str, players: int) -> int:
    """Return the seed of the recorded game: 1, unless the game's tests choose another."""
    seeds: dict[int, int] = declared(name, "GOLDEN_SEEDS", default={})
    return seeds.get(players, 1)


def playthrough(name: str, players: int) -> str:
    """Play a game and return its text."""
    game, seed = century.game(name), golden_seed(name, players)
    pos = game.start(players, seed)
    lines = [f"game: {name}", f"players: {players}", f"seed: {seed}"]
    lines += [f"actions: {', '.join(game.actions)}", f"phases: {', '.join(game.phases)}"]
    rng, number = Random(seed), 0
    shown: dict[str, Any] = {}  # the spectator's view as last written
    turn: tuple[int, int] | None = None
    while not pos.over:
        begins, turn = pos.turn != turn, pos.turn
        lines += ["", f"decision {number}: round {turn[0]}, seat {turn[1]}, {pos.phase}"]
        if begins:
            lines += [f"position: {pos.to_text()}", *views(pos, shown, [pos.seat])]
            shown = flat(pos.view(None))
        token = purposeful(rng, pos)
        lines += [f"legal: {', '.join(pos.legal())}", f"chosen: {token}"]
        pos, number = pos.act(token), number + 1
    lines += ["", f"over after {number} decisions", f"position: {pos.to_text()}"]
    lines += [*views(pos, {}, range(players)), f"scores: {pos.scores()}"]
    lines += [f"ranking: {pos.ranking()}", f"winner: {pos.winner}"]
    return "\n".join(lines) + "\n"


def views(pos: Position, shown: dict[str, Any], seats: Sequence[int]) -> Iterator[str]:
    """Yield the changes of the spectator's view, and where the views of seats differ from it."""
    spectator = flat(pos.view(None))
    yield f"spectator: {compact(difference(shown, spectator))}"
    for seat in seats:
        yield f"seat {seat} instead: {compact(difference(spectator, flat(pos.view(seat))))}"


def flat(view: dict[str, Any]) -> dict[str, Any]:
    """Return a view with the fields of seats and cells at its top level, as in "seat 0 cubes"."""
    fields = {key: value for key, value in view.items() if key not in ("seats", "map")}
    fields.update({f"map {cell}": there for cell, there in view.get("map", {}).items()})
    for seat, own in enumerate(view["seats"]):
        fields.update({f"seat {seat} {key}": value for key, value in own.items()})
    return fields


def difference(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """Return the fields that are new or changed; no field is ever removed."""
    assert set(before) <= set(after)
    return {k: v for k, v in after.items() if k not in before or before[k] != v}


def compact(fields: dict[str, Any]) -> str:
    return json.dumps(fields, separators=(",", ":"))
