"""Spice Road positions as one line of text."""

from __future__ import annotations

from collections.abc import Iterable

from century.core.cubes.packing import NARROW
from century.core.position_text import (
    NOTHING,
    check_once_each,
    read_by_seat,
    read_cubes,
    read_fields,
    read_list,
    read_name,
    read_number,
    write_fields,
    write_list,
)
from century.core.reading import Draft, Reading
from century.errors import BadPosition
from century.games.spice_road.cards import (
    CARAVAN_LIMIT,
    CARDS,
    CLAIMS_TO_END,
    COINS_PER_PLAYER,
    MERCHANT_ROW,
    PLAYERS,
    POINT_CARDS,
    POINT_ROW,
    RULES_VERSION,
    STARTERS,
)
from century.games.spice_road.state import (
    MAX_ROUNDS,
    MERCHANTS,
    PAY,
    PHASES,
    TRADE,
    UPGRADE,
    blank,
)
from century.games.spice_road.view import cards_in

HEADER = f"spice-road/{RULES_VERSION}"
PER_SEAT = ("cubes", "hand", "played", "gold", "silver")
CARD_KEYS = ("claimed", "row", "deck", "points", "point-deck")
KEYS = ("round", "seat", "phase", *PER_SEAT, *CARD_KEYS)
COSTS = tuple(cost for cost, _ in POINT_CARDS)
MERCHANT_NAMES = CARDS[STARTERS:]
_MAX_CUBES = MERCHANTS + CARAVAN_LIMIT  # in one place: each acquisition adds one


# Writing


def write(s: Reading) -> str:
    """Write a state as one line."""
    seats = range(s.players)
    merchants = [CARDS[number] for number in s.merchants[s.merchants_taken :]]
    row = zip(merchants[:MERCHANT_ROW], s.lying, strict=False)
    claimed, points = [COSTS[n] for n in s.points[: s.points_taken]], s.points[s.points_taken :]
    values = {
        "round": str(s.rounds),
        "seat": str(s.seat),
        "phase": _write_phase(s),
        "cubes": _by_seat(NARROW.spell(s.caravan[seat]) or NOTHING for seat in seats),
        "hand": _by_seat(write_list(cards_in(s.hand[seat])) for seat in seats),
        "played": _by_seat(write_list(cards_in(s.played[seat])) for seat in seats),
        "gold": _by_seat(str(s.gold[seat]) for seat in seats),
        "silver": _by_seat(str(s.silver[seat]) for seat in seats),
        "claimed": write_list(f"{s.claimed_by[i]}:{cost}" for i, cost in enumerate(claimed)),
        "row": write_list(_with_cubes(card, lying) for card, lying in row),
        "deck": write_list(merchants[MERCHANT_ROW:]),
        "points": write_list(COSTS[number] for number in points[:POINT_ROW]),
        "point-deck": write_list(COSTS[number] for number in points[POINT_ROW:]),
    }
    return write_fields(HEADER, values.items())


def _with_cubes(card: str, lying: int) -> str:
    return f"{card}+{NARROW.spell(lying)}" if lying else card


def _write_phase(s: Reading) -> str:
    detail = {
        PAY: f":{s.slot + 1}:{s.left}",
        UPGRADE: f":{CARDS[s.card]}:{s.left}",
        TRADE: f":{CARDS[s.card]}",
    }
    return PHASES[s.phase] + detail.get(s.phase, "")


def _by_seat(values: Iterable[str]) -> str:
    return "/".join(values)


# Reading


def parse(text: str) -> Draft:
    """Read a state from its line, or raise BadPosition; `validate` has still to check it."""
    fields = read_fields(text, HEADER, KEYS)
    s = blank()
    _read_seats(s, fields)
    _read_claimed(s, fields)
    _read_merchants(s, fields)
    _read_points(s, fields)
    s.rounds = read_number("round", fields["round"], MAX_ROUNDS)
    s.seat = read_number("seat", fields["seat"], s.players - 1)
    _read_phase(s, fields["phase"])
    s.ending = int(max(s.claims) >= CLAIMS_TO_END[s.players])
    return s


def _read_seats(s: Draft, fields: dict[str, str]) -> None:
    by_seat = read_by_seat(fields, PER_SEAT, PLAYERS)
    s.players = len(by_seat["cubes"])
    coins = COINS_PER_PLAYER * s.players
    for seat in range(s.players):
        s.caravan[seat] = NARROW.pack(read_cubes("cubes", by_seat["cubes"][seat], _MAX_CUBES))
        s.hand[seat] = _read_cards("hand", by_seat["hand"][seat])
        s.played[seat] = _read_cards("played", by_seat["played"][seat])
        s.gold[seat] = read_number("gold", by_seat["gold"][seat], coins)
        s.silver[seat] = read_number("silver", by_seat["silver"][seat], coins)
    for key, taken in (("gold", sum(s.gold)), ("silver", sum(s.silver))):
        if taken > coins:
            raise BadPosition(key, f"{taken} coins; there are {coins} (SR2)")
    s.gold_left, s.silver_left = coins - sum(s.gold), coins - sum(s.silver)


def _read_cards(key: str, value: str) -> int:
    numbers = [read_name(key, card, CARDS) for card in read_list(value)]
    check_once_each(key, (CARDS[number] for number in numbers))
    return sum(1 << number for number in numbers)


def _read_claimed(s: Draft, fields: dict[str, str]) -> None:
    claimed = read_list(fields["claimed"])
    if len(claimed) > len(s.claimed_by):
        raise BadPosition("claimed", f"{len(claimed)} cards are more than can be claimed")
    for i, item in enumerate(claimed):
        seat, _, cost = item.partition(":")
        s.claimed_by[i] = read_number("claimed", seat, s.players - 1)
        s.points[i] = read_name("claimed", cost, COSTS)
        s.claims[s.claimed_by[i]] += 1
    s.points_taken = len(claimed)


def _read_merchants(s: Draft, fields: dict[str, str]) -> None:
    row = [item.partition("+") for item in read_list(fields["row"])]
    deck = read_list(fields["deck"])
    if len(row) > MERCHANT_ROW or (len(row) < MERCHANT_ROW and deck):
        raise BadPosition("row", f"{len(row)} cards lie there; {MERCHANT_ROW} while the deck lasts")
    for slot, (_, plus, lying) in enumerate(row):
        s.lying[slot] = NARROW.pack(read_cubes("row", lying, _MAX_CUBES)) if plus else 0
    names = [card for card, _, _ in row] + deck
    check_once_each("row and deck", names)
    numbers = [STARTERS + read_name("row and deck", name, MERCHANT_NAMES) for name in names]
    s.merchants_taken = MERCHANTS - len(numbers)
    s.merchants[s.merchants_taken :] = numbers


def _read_points(s: Draft, fields: dict[str, str]) -> None:
    row, deck = read_list(fields["points"]), read_list(fields["point-deck"])
    if len(row) != POINT_ROW:
        raise BadPosition("points", f"{len(row)} cards lie there, not {POINT_ROW}")
    claimed = [COSTS[s.points[i]] for i in range(s.points_taken)]
    check_once_each("claimed, points and point-deck", claimed + row + deck)
    numbers = [read_name("points and point-deck", cost, COSTS) for cost in row + deck]
    if len(claimed) + len(numbers) != len(POINT_CARDS):
        absent = set(COSTS) - {*claimed, *row, *deck}
        raise BadPosition("point-deck", f"{', '.join(sorted(absent))} missing")
    s.points[s.points_taken :] = numbers


def _read_phase(s: Draft, value: str) -> None:
    name, *detail = value.split(":")
    s.phase = read_name("phase", name, PHASES)
    if len(detail) != {PAY: 2, UPGRADE: 2, TRADE: 1}.get(s.phase, 0):
        raise BadPosition("phase", f"{value!r} has the wrong number of parts")
    if s.phase == PAY:
        s.slot = read_number("phase", detail[0], MERCHANT_ROW, least=1) - 1
    elif detail:
        s.card = read_name("phase", detail[0], CARDS)
    if len(detail) == 2:
        s.left = read_number("phase", detail[1], MERCHANT_ROW)
