"""Set up Spice Road positions: a test gives what matters, and the rest is filled in validly.

Cards are listed in one string with spaces between them. Lists by seat may be shorter than the
table: the seats left out have nothing.

>>> pos = position(cubes=["YYYYYY", ""], hand=["YY>G"])
>>> cubes(play(pos, "play YY>G, trade, done"), seat=0)
'YYGG'
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

import century
from century import Position
from tests.oracle.spice_road import MERCHANT_CARDS, POINT_CARDS

GAME = century.game("spice-road")
STARTING_CARDS = ("YY", "up2")
COSTS = tuple(cost for cost, _ in POINT_CARDS)
POINTS_OF = dict(POINT_CARDS)


def position(
    cubes: Sequence[str] = ("YYY", "YYYY"),
    *,
    hand: Sequence[str] = (),  # by seat: the acquired cards; starting cards not played are in hand
    played: Sequence[str] = (),  # by seat
    row: str = "",  # merchant cards from the left, with their cubes as in "YY>G+YR"
    deck: str = "",  # merchant cards from the top
    others_with: int | None = None,  # the seat whose hand holds all merchant cards not mentioned
    points: str = "",  # costs of the face-up point cards from the left
    point_deck: str = "",  # costs from the top
    claimed: Sequence[str] = (),  # by seat: costs
    claims: Sequence[int] = (),  # by seat: how many point cards at least
    gold: Sequence[int] = (),  # by seat
    silver: Sequence[int] = (),  # by seat
    seat: int = 0,
    rounds: int = 1,
    phase: str = "turn",
) -> Position:
    """Return the position of this set-up.

    Cards that are not given fill the rows and then the decks. What the arguments imply is added:
    the last seat has acquired the cards that cubes on merchant cards need, and the owners of coins
    have claimed a card for each coin.
    """
    seats = len(cubes)
    fields = {
        "round": str(rounds),
        "seat": str(seat),
        "phase": phase,
        "cubes": "/".join(caravan or "-" for caravan in cubes),
        **_merchant_fields(
            _by_seat(hand, seats), _by_seat(played, seats), row.split(), deck.split(), others_with
        ),
        **_point_fields(
            points.split(),
            point_deck.split(),
            _by_seat(claimed, seats),
            _padded(claims, seats),
            _padded(gold, seats),
            _padded(silver, seats),
        ),
    }
    return GAME.read(" ".join(["spice-road/1", *(f"{k}={v}" for k, v in fields.items())]))


def _merchant_fields(
    hands: list[list[str]],
    played: list[list[str]],
    row: list[str],
    deck: list[str],
    others_with: int | None,
) -> dict[str, str]:
    lying = [stall.partition("+") for stall in row]
    named = {card for card, _, _ in lying}.union(deck, *hands, *played)
    spare = [card for card in MERCHANT_CARDS if card not in named]
    if others_with is not None:
        hands[others_with] += spare
    else:
        acquired = sum(card not in STARTING_CARDS for cards in hands + played for card in cards)
        for _ in range(max((len(cubes) for _, _, cubes in lying), default=0) - acquired):
            hands[-1].append(spare.pop())
        deck = deck + spare
        missing = 6 - len(row)
        row, deck = row + deck[:missing], deck[missing:]
    for cards, laid in zip(hands, played, strict=True):
        cards += [card for card in STARTING_CARDS if card not in laid]
    return {
        "hand": "/".join(map(_listed, hands)),
        "played": "/".join(map(_listed, played)),
        "row": _listed(row),
        "deck": _listed(deck),
    }


def _point_fields(
    row: list[str],
    deck: list[str],
    claimed: list[list[str]],
    claims: list[int],
    gold: list[int],
    silver: list[int],
) -> dict[str, str]:
    spare = [cost for cost in COSTS if cost not in {*row, *deck}.union(*claimed)]
    for costs, at_least, *coins in zip(claimed, claims, gold, silver, strict=True):
        for _ in range(max(at_least, sum(coins)) - len(costs)):
            costs.append(spare.pop())
    deck = deck + spare
    missing = 5 - len(row)
    return {
        "gold": "/".join(map(str, gold)),
        "silver": "/".join(map(str, silver)),
        "claimed": _listed([f"{n}:{cost}" for n, costs in enumerate(claimed) for cost in costs]),
        "points": _listed(row + deck[:missing]),
        "point-deck": _listed(deck[missing:]),
    }


def _padded(numbers: Sequence[int], seats: int) -> list[int]:
    return [*numbers, *[0] * (seats - len(numbers))]


def _by_seat(lists: Sequence[str], seats: int) -> list[list[str]]:
    return [cards.split() for cards in [*lists, *[""] * (seats - len(lists))]]


def _listed(items: Sequence[str]) -> str:
    return ",".join(items) or "-"


# Acting and reading views


def play(pos: Position, turns: str) -> Position:
    """Act by decisions written as in a record: with commas, and | between turns."""
    for token in turns.replace("|", ",").split(","):
        pos = pos.act(token.strip())
    return pos


def cubes(pos: Position, seat: int) -> str:
    """Return a seat's caravan as sorted letters."""
    return str(pos.view(None)["seats"][seat]["cubes"])


def hand(pos: Position, seat: int) -> set[str]:
    """Return the cards in a seat's hand."""
    return set(pos.view(None)["seats"][seat]["hand"])


def played(pos: Position, seat: int) -> set[str]:
    """Return the cards a seat has played."""
    return set(pos.view(None)["seats"][seat]["played"])


def merchant_row(pos: Position) -> list[str]:
    """Return the face-up merchant cards with their cubes, as in "YY>G+YR"."""
    stalls = pos.view(None)["merchant_row"]
    return ["+".join(filter(None, (stall["card"], stall["cubes"]))) for stall in stalls]


def point_row(pos: Position) -> list[str]:
    """Return the costs of the face-up point cards."""
    return [card["cost"] for card in pos.view(None)["point_row"]]


def coins(pos: Position, seat: int) -> tuple[int, int]:
    """Return a seat's gold and silver coins."""
    shown = pos.view(None)["seats"][seat]
    return shown["gold"], shown["silver"]


def piles(pos: Position) -> tuple[int, int]:
    """Return the gold and silver coins left over the point row."""
    shown = pos.view(None)
    return shown["gold"], shown["silver"]


def claims(pos: Position, seat: int) -> int:
    """Return the number of point cards that a seat has claimed."""
    return int(pos.view(None)["seats"][seat]["claimed"])


def verbs(pos: Position) -> set[str]:
    """Return the first words of the legal tokens."""
    return {token.partition(" ")[0] for token in pos.legal()}


def outcomes(pos: Position, beginning: str) -> set[str]:
    """Return all caravans that the seat can have after a turn with this beginning."""
    found: set[str] = set()
    seat, open_ends = pos.seat, [play(pos, beginning)]
    for _ in range(1000):
        if not open_ends:
            return found
        here = open_ends.pop()
        if here.turn == pos.turn and not here.over:
            open_ends += map(here.act, here.legal())
        else:
            found.add(cubes(here, seat))
    raise AssertionError("the turn does not end")


@cache
def random_game(players: int, seed: int) -> tuple[Position, ...]:
    """Return all positions of a random game."""
    rng, positions = Random(seed), [GAME.start(players=players, seed=seed)]
    for _ in range(20_000):
        if positions[-1].over:
            return tuple(positions)
        positions.append(positions[-1].act(rng.choice(positions[-1].legal())))
    raise AssertionError("the game does not end")
