"""Positions of Spice Road to count from: starts and unusual situations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

import century
from century import Position
from century.core.cubes.narrow import spell
from century.core.reading import Reading
from tests.games.spice_road.play import PLAYERS, POLICIES, SPICE_ROAD
from tests.oracle.spice_road import CLAIMS_TO_END
from tests.property import play

Wanted = Callable[[Position, Reading], bool]

GAME = century.game(SPICE_ROAD)


def positions() -> Iterator[tuple[str, Position]]:
    """Yield titles and positions."""
    for players in PLAYERS:
        yield f"start, {players} players", GAME.start(players, seed=1)
    for title, (players, policy, wanted) in _WANTED.items():
        yield f"{title}, {players} players", _find(players, policy, wanted)


def _find(players: int, policy: str, wanted: Wanted) -> Position:
    """Return the first wanted position of random games."""
    for seed in count(1):
        for pos in play.positions(GAME.start(players, seed), seed, POLICIES[policy]):
            if wanted(pos, pos.reading):
                return pos
    raise AssertionError("unreachable")


def _claims(pos: Position) -> int:
    return sum(token.startswith("claim") for token in pos.legal())


def _held(s: Reading) -> str:
    return spell(s.caravan[s.seat])


def _trading(pos: Position, s: Reading) -> bool:
    return pos.phase == "trade" and len(_held(s)) > 10


def _discarding(pos: Position, s: Reading) -> bool:
    return pos.phase == "discard" and len(_held(s)) > 14 and len(set(_held(s))) == 4


def _upgrading(pos: Position, s: Reading) -> bool:
    return pos.phase == "upgrade" and s.left == 3 and len(set(_held(s))) == 4


def _paying(pos: Position, s: Reading) -> bool:
    return pos.phase == "pay" and (s.slot, s.left) == (5, 4) and len(set(_held(s))) == 4


def _claiming(pos: Position, s: Reading) -> bool:
    return _claims(pos) >= 3


def _deck_empty(pos: Position, s: Reading) -> bool:
    return pos.phase == "turn" and s.merchants_taken == 37


def _row_short(pos: Position, s: Reading) -> bool:
    return pos.phase == "turn" and s.merchants_taken == 41


def _row_empty(pos: Position, s: Reading) -> bool:
    return pos.phase == "turn" and s.merchants_taken == 43


def _gold_gone(pos: Position, s: Reading) -> bool:
    return s.gold_left == 0 < s.silver_left and _claims(pos) >= 2


def _coins_gone(pos: Position, s: Reading) -> bool:
    return s.gold_left == s.silver_left == 0 and _claims(pos) >= 1


def _about_to_end(pos: Position, s: Reading) -> bool:
    last_but_one = s.claims[s.seat] == CLAIMS_TO_END[s.players] - 1
    return last_but_one and s.seat == s.players - 2 and _claims(pos) >= 1


def _last_round(pos: Position, s: Reading) -> bool:
    return bool(s.ending) and s.seat == 1 and pos.phase == "turn" and len(pos.legal()) >= 8


def _last_turn(pos: Position, s: Reading) -> bool:
    return bool(s.ending) and s.seat == s.players - 1 and _claims(pos) >= 1


def _over(pos: Position, s: Reading) -> bool:
    return pos.over


_WANTED: dict[str, tuple[int, str, Wanted]] = {
    "a trade in progress": (3, "trade-heavy", _trading),
    "discarding": (4, "trade-heavy", _discarding),
    "upgrading": (5, "uniform", _upgrading),
    "paying for the last card of the row": (2, "acquire-heavy", _paying),
    "three cards to claim": (4, "uniform", _claiming),
    "merchant deck empty": (2, "acquire-heavy", _deck_empty),
    "two merchant cards left": (3, "acquire-heavy", _row_short),
    "no merchant card left": (5, "acquire-heavy", _row_empty),
    "gold gone": (4, "coins-first", _gold_gone),
    "all coins gone": (2, "coins-first", _coins_gone),
    "one claim before the last round": (3, "claim-first", _about_to_end),
    "the last round": (5, "claim-first", _last_round),
    "the last turn": (2, "claim-first", _last_turn),
    "over": (4, "claim-first", _over),
}
