"""Chance nodes of Eastern Wonders: the market tiles, and which VP tile is revealed next."""

from __future__ import annotations

from collections import Counter

from century.core.kernel import State
from century.games.eastern_wonders.state import NOWHERE
from century.games.eastern_wonders.tiles import (
    CLOSED_PORT_AMONG,
    MARKETS,
    TILES_PER_TYPE,
    TRADES,
    TYPE_OF,
    UNSEEN_TILE,
    VP_TILES,
)

# An outcome is a market tile's number, after these a VP tile's, and last the closed-port tile.
_FIRST_VP = len(TRADES)
CLOSED_PORT = _FIRST_VP + len(VP_TILES)
OUTCOMES = CLOSED_PORT + 1
_UNSEEN_MARKET = 255


def hide_all(s: State) -> None:
    """Turn all tiles of a newly dealt game face down."""
    for cell in range(s.cells):
        if _is(s.markets, cell):
            s.tile[cell] = _UNSEEN_MARKET
        elif _is(s.ports, cell):
            s.tile[cell] = UNSEEN_TILE
    s.pile[int(s.drawn) :] = UNSEEN_TILE
    # After the last possible draw: chance reveals the closed-port tile, not the rules.
    s.closed_in = CLOSED_PORT_AMONG + 1


def outcomes(s: State) -> list[tuple[int, float]]:
    """Return the tiles that can be revealed now, with their probabilities."""
    if _cell(s, s.markets, _UNSEEN_MARKET) is not None:
        return _market_outcomes(s)
    if _cell(s, s.ports, UNSEEN_TILE) is None:
        return []
    seen = {int(s.tile[cell]) for cell in _cells(s, s.ports) if cell != s.closed}
    seen |= set(s.claimed[: int(s.taken)].tolist())
    hidden = [n for n in range(len(VP_TILES)) if n not in seen]
    closing = 1 / int(s.closed_in) if _may_close(s) else 0.0  # EW4: one of the first six draws
    found = [(_FIRST_VP + tile, (1 - closing) / len(hidden)) for tile in hidden if closing < 1]
    return found + ([(CLOSED_PORT, closing)] if closing else [])


def reveal(s: State, outcome: int) -> None:
    """Reveal a tile in the first empty place."""
    if outcome < _FIRST_VP:
        s.tile[_cell(s, s.markets, _UNSEEN_MARKET)] = outcome
        return
    port = _cell(s, s.ports, UNSEEN_TILE)
    if outcome < CLOSED_PORT:
        s.tile[port] = outcome - _FIRST_VP
        return
    s.tile[port] = 0
    s.closed = port  # EW16: this draw was not a VP tile
    s.drawn -= 1
    s.pile[s.drawn] = UNSEEN_TILE
    s.closed_in = 0


def name(outcome: int) -> str:
    """Name an outcome."""
    if outcome < _FIRST_VP:
        return f"turn up {TRADES[outcome]}"
    if outcome == CLOSED_PORT:
        return "close the port"
    cost, points = VP_TILES[outcome - _FIRST_VP]
    return f"turn up {points} for {cost}"


def _market_outcomes(s: State) -> list[tuple[int, float]]:
    """Return the probabilities of the tiles not on the map: one of each type is left out (EW1)."""
    placed = {int(s.tile[cell]) for cell in _cells(s, s.markets)} - {_UNSEEN_MARKET}
    of_type = Counter(int(TYPE_OF[tile]) for tile in placed)
    found = []
    for tile in range(len(TRADES)):
        there = of_type[int(TYPE_OF[tile])]
        if tile not in placed and there < TILES_PER_TYPE - 1:
            share = (TILES_PER_TYPE - 1 - there) / (MARKETS - len(placed))
            found.append((tile, share / (TILES_PER_TYPE - there)))
    return found


def _may_close(s: State) -> bool:
    """Tell whether the tile to be revealed may be the closed-port tile."""
    return bool(s.closed == NOWHERE and 0 < s.closed_in <= CLOSED_PORT_AMONG)


def _is(cells: int, cell: int) -> bool:
    return bool(int(cells) >> cell & 1)


def _cells(s: State, cells: int) -> list[int]:
    return [cell for cell in range(s.cells) if _is(cells, cell)]


def _cell(s: State, cells: int, tile: int) -> int | None:
    """Find the first of some cells on which a tile lies; a closed port has none."""
    there = (cell for cell in _cells(s, cells) if s.tile[cell] == tile and cell != s.closed)
    return next(there, None)
