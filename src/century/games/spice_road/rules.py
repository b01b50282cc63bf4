"""The rules of Spice Road as kernels. Each names the rules that it carries out.

The decisions of a phase have consecutive action numbers. So the legal actions are the first of
these numbers and a mask of at most 64 bits from there.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from century.core.cubes import BROWN, COLOURS
from century.core.cubes.narrow import (
    colours_held,
    count_of,
    covers,
    one,
    raised,
    total,
    worth_points,
)
from century.core.kernel import Generator, Int, Mask, State, bit, kernel, shuffle, sort
from century.games.spice_road.actions import (
    ACQUIRE_1,
    CLAIM_1,
    DISCARD_Y,
    DONE,
    PAY_Y,
    PLAY_1,
    REST,
    TRADE_AGAIN,
    UPGRADE_Y,
)
from century.games.spice_road.cards import (
    CARAVAN_LIMIT,
    COINS_PER_PLAYER,
    CUBE_POINTS,
    GOLD_POINTS,
    MERCHANT_ROW,
    POINT_ROW,
    SILVER_POINTS,
    STARTERS,
)
from century.games.spice_road.state import (
    DISCARD,
    GOLD,
    MAX_ROUNDS,
    MERCHANTS,
    NO_COIN,
    OVER,
    PAY,
    SILVER,
    TRADE,
    TURN,
    UPGRADE,
)
from century.games.spice_road.tables import (
    AFFORDABLE,
    CLAIMS_TO_END,
    COST,
    GAIN,
    POINTS,
    PRICE,
    STARTING_CUBES,
    STEPS,
)

_TRADE_OR_DONE = np.uint64(1 | 1 << DONE - TRADE_AGAIN)
_DONE = np.uint64(1 << DONE - UPGRADE_Y)
_STARTING_HAND = np.uint64((1 << STARTERS) - 1)


# Set-up


@kernel
def deal(s: State, players: Int, rng: Generator) -> None:
    """Set up a game on a record of zeros (SR1-SR5)."""
    s.players = players
    s.rounds = 1
    for card in range(len(s.points)):
        s.points[card] = card
    for card in range(MERCHANTS):
        s.merchants[card] = STARTERS + card
    shuffle(s.points, rng)
    shuffle(s.merchants, rng)
    s.gold_left = s.silver_left = COINS_PER_PLAYER * players
    for seat in range(players):
        s.hand[seat] = _STARTING_HAND
        s.caravan[seat] = STARTING_CUBES[seat]


@kernel
def redeal(s: State, _seat: Int, rng: Generator) -> None:
    """Reshuffle what a seat cannot know: the face-down decks, the same for every seat (SR20)."""
    # Sorting first removes every trace of the old order, even for somebody who knows the seed.
    merchants = s.merchants[s.merchants_taken + MERCHANT_ROW :]
    sort(merchants)
    shuffle(merchants, rng)
    points = s.points[s.points_taken + POINT_ROW :]
    sort(points)
    shuffle(points, rng)


# Legal actions


@kernel
def legal(s: State) -> tuple[Int, Mask]:
    """Return the legal actions as the phase's first action number and a mask from there."""
    cubes = s.caravan[s.seat]
    if s.phase == TURN:
        return REST, turn_options(s)
    if s.phase == PAY:
        return PAY_Y, colours_held(cubes, len(COLOURS))
    if s.phase == UPGRADE:
        return UPGRADE_Y, colours_held(cubes, BROWN) | _DONE
    if s.phase == TRADE:
        return TRADE_AGAIN, _TRADE_OR_DONE
    if s.phase == DISCARD:
        return DISCARD_Y, colours_held(cubes, len(COLOURS))
    return REST, np.uint64(0)


@kernel
def turn_options(s: State) -> Mask:
    """Return the mask of ways to begin a turn: rest, claim, acquire, play."""
    cubes = s.caravan[s.seat]
    options = payable_cards(s.hand[s.seat], cubes) << np.uint64(PLAY_1)  # SR6, SR9
    options |= np.uint64(s.played[s.seat] != 0)  # SR12: bit REST
    for slot in range(POINT_ROW):  # SR13
        point_card = s.points[s.points_taken + slot]
        options |= np.uint64(covers(cubes, COST[point_card])) << np.uint64(CLAIM_1 + slot)
    # SR10: the n-th card costs n - 1 cubes
    within_reach: Int = min(merchant_row_length(s), np.int64(total(cubes)) + 1)
    return options | (bit(within_reach) - np.uint64(1)) << np.uint64(ACQUIRE_1)


@kernel
def payable_cards(hand: Mask, cubes: np.uint32) -> Mask:
    """Return the cards of a hand whose price the cubes cover; only trades have one (SR9)."""
    for colour in range(len(COLOURS)):
        hand &= AFFORDABLE[colour, count_of(cubes, colour)]
    return hand


@kernel
def merchant_row_length(s: State) -> Int:
    """Count the face-up merchant cards: once the deck is empty the row shrinks (SR11)."""
    return min(MERCHANT_ROW, MERCHANTS - s.merchants_taken)


# Carrying out a decision


@kernel
def act(s: State, action: Int) -> None:
    """Carry out a legal action."""
    if action < PAY_Y:
        if action >= ACQUIRE_1:
            acquire(s, action - ACQUIRE_1)
        elif action >= CLAIM_1:
            claim(s, action - CLAIM_1)
        else:
            rest(s)
    elif action < PLAY_1:
        pay(s, action - PAY_Y)
    elif action < TRADE_AGAIN:
        play(s, action - PLAY_1)
    elif action == TRADE_AGAIN:
        trade(s)
    elif action < DONE:
        upgrade(s, action - UPGRADE_Y)
    elif action == DONE:
        end_turn(s)
    else:
        discard(s, action - DISCARD_Y)


@kernel
def play(s: State, card: Int) -> None:
    """Put a hand card in front of you and carry it out (SR6)."""
    s.hand[s.seat] ^= bit(card)
    s.played[s.seat] |= bit(card)
    s.card = card
    if STEPS[card] > 0:
        s.left = STEPS[card]
        offer_upgrade(s)
    elif PRICE[card] > 0:
        trade(s)
    else:
        s.caravan[s.seat] += GAIN[card]  # SR7
        end_turn(s)


@kernel
def upgrade(s: State, colour: Int) -> None:
    """Raise one cube by one step (SR8)."""
    s.caravan[s.seat] = raised(s.caravan[s.seat], colour)
    s.left -= 1
    offer_upgrade(s)


@kernel
def offer_upgrade(s: State) -> None:
    """Ask for another step while there are steps left and a cube can rise (SR8)."""
    if s.left > 0 and colours_held(s.caravan[s.seat], BROWN) != 0:
        s.phase = UPGRADE
    else:
        end_turn(s)


@kernel
def trade(s: State) -> None:
    """Trade once by the card being carried out; ask again while it can be paid (SR9)."""
    s.caravan[s.seat] += GAIN[s.card] - PRICE[s.card]
    if covers(s.caravan[s.seat], PRICE[s.card]):
        s.phase = TRADE
    else:
        end_turn(s)


@kernel
def acquire(s: State, slot: Int) -> None:
    """Choose a merchant card; the leftmost is free (SR10)."""
    s.slot = s.left = slot
    if slot == 0:
        take_merchant(s)
    else:
        s.phase = PAY


@kernel
def pay(s: State, colour: Int) -> None:
    """Put a cube on the next merchant card from the left; the last one buys the card (SR10)."""
    s.caravan[s.seat] -= one(colour)
    s.lying[s.slot - s.left] += one(colour)
    s.left -= 1
    if s.left == 0:
        take_merchant(s)


@kernel
def take_merchant(s: State) -> None:
    """Take the card and the cubes lying on it, slide the row left and refill it (SR10, SR11)."""
    first = s.merchants_taken
    s.hand[s.seat] |= bit(s.merchants[first + s.slot])
    s.caravan[s.seat] += s.lying[s.slot]
    bring_to_front(s.merchants, first, s.slot)
    s.merchants[first] = 0
    s.merchants_taken += 1
    for slot in range(s.slot, MERCHANT_ROW - 1):
        s.lying[slot] = s.lying[slot + 1]
    s.lying[MERCHANT_ROW - 1] = 0
    end_turn(s)


@kernel
def bring_to_front(cards: npt.NDArray[np.uint8], first: int, slot: Int) -> None:
    """Move a slot's card to the front of its row, which begins at `first`."""
    card = cards[first + slot]
    for i in range(first + slot, first, -1):
        cards[i] = cards[i - 1]
    cards[first] = card


@kernel
def rest(s: State) -> None:
    """Take all the cards you played back into your hand (SR12)."""
    s.hand[s.seat] |= s.played[s.seat]
    s.played[s.seat] = 0
    end_turn(s)


@kernel
def claim(s: State, slot: Int) -> None:
    """Pay for a point card and take it, with a coin if one lies over it (SR13, SR14)."""
    first = s.points_taken
    point_card = s.points[first + slot]
    s.caravan[s.seat] -= COST[point_card]
    take_coin(s, slot)
    bring_to_front(s.points, first, slot)
    s.claimed_by[first] = s.seat
    s.points_taken += 1
    s.claims[s.seat] += 1
    if s.claims[s.seat] == CLAIMS_TO_END[s.players]:
        s.ending = 1  # SR17
    end_turn(s)


@kernel
def take_coin(s: State, slot: Int) -> None:
    """Take the coin over a slot, if there is one (SR14)."""
    coin = coin_over(s, slot)
    if coin == GOLD:
        s.gold_left -= 1
        s.gold[s.seat] += 1
    elif coin == SILVER:
        s.silver_left -= 1
        s.silver[s.seat] += 1


@kernel
def coin_over(s: State, slot: Int) -> Int:
    """Return the kind of coin that lies over a point slot (SR14)."""
    if slot == 0 and s.gold_left > 0:
        return GOLD
    silver_slot = 1 if s.gold_left > 0 else 0
    if slot == silver_slot and s.silver_left > 0:
        return SILVER
    return NO_COIN


@kernel
def discard(s: State, colour: Int) -> None:
    """Return one cube too many (SR15)."""
    s.caravan[s.seat] -= one(colour)
    end_turn(s)


# The end of a turn and of the game


@kernel
def end_turn(s: State) -> None:
    """Ask for discards while the caravan is over its limit, then let the next seat begin (SR15)."""
    s.card = s.slot = s.left = 0
    if total(s.caravan[s.seat]) > CARAVAN_LIMIT:
        s.phase = DISCARD
    elif s.seat + 1 < s.players:
        s.seat += 1
        s.phase = TURN
    elif s.ending:
        s.phase = OVER  # SR17: all had the same number of turns
    else:
        s.seat = 0
        s.phase = TURN
        if s.rounds < MAX_ROUNDS:
            s.rounds += 1


@kernel
def score(s: State, seat: Int) -> Int:
    """Count a seat's points so far (SR18)."""
    points = GOLD_POINTS * s.gold[seat] + SILVER_POINTS * s.silver[seat]
    points += CUBE_POINTS * worth_points(s.caravan[seat])
    for i in range(s.points_taken):
        if s.claimed_by[i] == seat:
            points += POINTS[s.points[i]]
    return points
