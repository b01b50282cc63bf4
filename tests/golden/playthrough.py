"""A whole game as text: every decision with its position, legal tokens and views."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import century
from century import Position
from tests.property.play_eastern_wonders import EASTERN_WONDERS, purposeful

FOLDER = Path(__file__).parent

# Games that are neither long nor poor in events; other games are those of seed 1.
SEEDS = {
    ("spice-road", 2): 11,
    ("spice-road", 3): 45,
    ("spice-road", 4): 104,
    ("spice-road", 5): 72,
    ("eastern-wonders", 2): 17,
    ("eastern-wonders", 3): 8,
    ("eastern-wonders", 4): 19,
}


def golden_file(name: str, players: int) -> Path:
    """Return where a game's playthrough is kept."""
    return FOLDER / f"{name}-{players}.txt"


def playthrough(name: str, players: int) -> str:
    """Play a game and write it out."""
    game, seed = century.game(name), SEEDS.get((name, players), 1)
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
        token = POLICIES.get(name, claim_or_anything)(rng, pos)
        lines += [f"legal: {', '.join(pos.legal())}", f"chosen: {token}"]
        pos, number = pos.act(token), number + 1
    lines += ["", f"over after {number} decisions", f"position: {pos.to_text()}"]
    lines += [*views(pos, {}, range(players)), f"scores: {pos.scores()}"]
    lines += [f"ranking: {pos.ranking()}", f"winner: {pos.winner}"]
    return "\n".join(lines) + "\n"


def claim_or_anything(rng: Random, pos: Position) -> str:
    """Claim what can be claimed, so that the game comes to its end; else take anything."""
    legal = pos.legal()
    claims = [token for token in legal if token.startswith("claim")]
    return rng.choice(claims or legal)


# How games are played that would hardly end if played anyhow.
POLICIES = {EASTERN_WONDERS: purposeful}


def views(pos: Position, shown: dict[str, Any], seats: Sequence[int]) -> Iterator[str]:
    """Write what changed for a spectator, and what a seat sees otherwise than a spectator."""
    spectator = flat(pos.view(None))
    yield f"spectator: {compact(difference(shown, spectator))}"
    for seat in seats:
        yield f"seat {seat} instead: {compact(difference(spectator, flat(pos.view(seat))))}"


def flat(view: dict[str, Any]) -> dict[str, Any]:
    """Bring the fields of seats and cells up to the view's own level: "seat 0 cubes"."""
    fields = {key: value for key, value in view.items() if key not in ("seats", "map")}
    fields.update({f"map {cell}": there for cell, there in view.get("map", {}).items()})
    for seat, own in enumerate(view["seats"]):
        fields.update({f"seat {seat} {key}": value for key, value in own.items()})
    return fields


def difference(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """Return the fields that are new or changed; none ever vanishes."""
    assert set(before) <= set(after)
    return {k: v for k, v in after.items() if k not in before or before[k] != v}


def compact(fields: dict[str, Any]) -> str:
    return json.dumps(fields, separators=(",", ":"))
