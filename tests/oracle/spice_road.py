"""A plain reference engine of Century: Spice Road, written from the numbered rules alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

COLOURS = "YRGB"  # ascending value
PLAYER_COUNTS = (2, 3, 4, 5)
MERCHANT_ROW = 6  # SR4
POINT_ROW = 5  # SR1
COINS_PER_PLAYER = 2  # SR2
STARTING_HAND = ("YY", "up2")  # SR3
STARTING_CUBES = ("YYY", "YYYY", "YYYY", "YYYR", "YYYR")  # SR5
CARAVAN_LIMIT = 10  # SR15
CLAIMS_TO_END = {2: 6, 3: 6, 4: 5, 5: 5}  # SR17
GOLD_POINTS = 3  # SR18
SILVER_POINTS = 1  # SR18

# fmt: off
MERCHANT_CARDS: tuple[str, ...] = (
    "YYY", "YYYY", "YR", "YYR", "RR", "G", "YG", "B", "up3", "YY>RR", "YY>G", "YYY>RRR",
    "YYY>RG", "YYY>B", "YYYY>GG", "YYYY>GB", "YYYYY>GGG", "YYYYY>BB", "R>YYY", "YR>B",
    "RR>YYYG", "RR>GG", "RR>YYB", "RRR>YYGG", "RRR>GGG", "RRR>YGB", "RRR>BB", "G>YYYYR",
    "G>RR", "G>YRR", "YYG>BB", "GG>YYRRR", "GG>YYRB", "GG>RRB", "GG>BB", "GGG>BBB",
    "B>YYRR", "B>RRR", "B>YYYG", "B>YRG", "B>GG", "BB>RRRGG", "BB>YRGGG",
)
POINT_CARDS: tuple[tuple[str, int], ...] = (
    ("YYRR", 6), ("YYYRR", 7), ("YYRRR", 8), ("RRRR", 8), ("YYGG", 8), ("YYYGG", 9),
    ("YYRB", 9), ("RRRRR", 10), ("RRGG", 10), ("YYBB", 10), ("YYGGG", 11), ("YYYBB", 11),
    ("RRRGG", 12), ("GGGG", 12), ("YRGB", 12), ("RRGB", 12), ("YGGB", 12), ("RRBB", 12),
    ("YYRRGG", 13), ("RRGGG", 13), ("YYYRGB", 14), ("RRRBB", 14), ("GGBB", 14),
    ("YYBBB", 14), ("GGGGG", 15), ("YYRRBB", 15), ("YRRRGB", 16), ("RRBBB", 16),
    ("BBBB", 16), ("YYGGBB", 17), ("GGGBB", 17), ("YRGGGB", 18), ("GGBBB", 18),
    ("RRGGBB", 19), ("YRGBBB", 20), ("BBBBB", 20),
)
# fmt: on


class IllegalToken(ValueError):
    """Raised when a token is not legal in the present position."""


@cache
def cubes_sorted(cubes: str) -> str:
    """Return the cubes in ascending order of value."""
    return "".join(sorted(cubes, key=COLOURS.index))


@cache
def holds(cubes: str, wanted: str) -> bool:
    """Tell whether the cubes contain all the wanted ones."""
    return all(cubes.count(colour) >= wanted.count(colour) for colour in COLOURS)


def without(cubes: str, removed: str) -> str:
    """Return the cubes that are left after the removed ones are taken away."""
    for cube in removed:
        if cube not in cubes:
            raise AssertionError(f"no {cube} in {cubes!r}")
        cubes = cubes.replace(cube, "", 1)
    return cubes


@cache
def cubes_missing(cost: str, cubes: str) -> str:
    """Return the cubes of a cost that are not among the held ones, in ascending order."""
    for cube in cubes:
        cost = cost.replace(cube, "", 1)
    return cubes_sorted(cost)


def is_upgrade(card: str) -> bool:
    """Tell whether a merchant card is an upgrade card (SR8)."""
    return card.startswith("up")


def is_trade(card: str) -> bool:
    """Tell whether a merchant card is a trade card (SR9)."""
    return ">" in card


@cache
def trade_sides(card: str) -> tuple[str, str]:
    """Return what a trade card costs and what it gives."""
    cost, _, gain = card.partition(">")
    return cost, gain


def hand_sorted(cards: list[str]) -> list[str]:
    """Return merchant cards in display order: starting cards first, then deck-list order."""
    order = STARTING_HAND + MERCHANT_CARDS
    return sorted(cards, key=order.index)


class Stall:
    """A face-up merchant card with the cubes lying on it."""

    def __init__(self, card: str) -> None:
        """Lay out a card without cubes."""
        self.card = card
        self.cubes = ""


class Player:
    """All that one player owns."""

    def __init__(self, cubes: str) -> None:
        """Set up a player with the starting cards (SR3) and the given cubes (SR5)."""
        self.cubes = cubes
        self.hand: list[str] = list(STARTING_HAND)
        self.played: list[str] = []
        self.claimed: list[tuple[str, int]] = []
        self.gold = 0
        self.silver = 0

    def colours(self) -> list[str]:
        """Return the different colours held, ascending."""
        return [colour for colour in COLOURS if colour in self.cubes]

    def rising_colours(self) -> list[str]:
        """Return the colours held that can still rise; brown cannot (SR8)."""
        return [colour for colour in self.colours() if colour != COLOURS[-1]]

    def card_points(self) -> int:
        """Return the sum of the points on the claimed point cards."""
        return sum(points for _, points in self.claimed)

    def score(self) -> int:
        """Return the points of this player as of now (SR18)."""
        coins = GOLD_POINTS * self.gold + SILVER_POINTS * self.silver
        spices = sum(1 for cube in self.cubes if cube != COLOURS[0])
        return self.card_points() + coins + spices


class SpiceRoad:
    """One game of Spice Road, stepped decision by decision."""

    def __init__(
        self,
        players: int,
        merchant_deck: Sequence[str],
        point_deck: Sequence[tuple[str, int]],
    ) -> None:
        """Set up a game (SR1-SR5) from two shuffled decks, top card first."""
        if players not in PLAYER_COUNTS:
            raise ValueError(f"players must be 2 to 5, not {players!r}")
        if sorted(merchant_deck) != sorted(MERCHANT_CARDS):
            raise ValueError("the merchant deck is not a permutation of the merchant cards")
        if sorted(point_deck) != sorted(POINT_CARDS):
            raise ValueError("the point deck is not a permutation of the point cards")
        self.players = [Player(STARTING_CUBES[seat]) for seat in range(players)]
        self.merchant_row = [Stall(card) for card in merchant_deck[:MERCHANT_ROW]]
        self.merchant_deck = list(merchant_deck[MERCHANT_ROW:])
        self.point_row = list(point_deck[:POINT_ROW])
        self.point_deck = list(point_deck[POINT_ROW:])
        self.gold = COINS_PER_PLAYER * players
        self.silver = COINS_PER_PLAYER * players
        self.seat = 0
        self.round = 1
        self.phase = "turn"
        self.ending = False
        self.over = False
        self.wanted_slot = 0  # index of the stall being acquired, in phase "pay"
        self.paid_slots = 0  # stalls already paid, in phase "pay"
        self.steps_left = 0  # in phase "upgrade"
        self.trade_card = ""  # in phase "trade"

    @property
    def current(self) -> Player:
        """Return the player who has to decide."""
        return self.players[self.seat]

    # Legal decisions

    def legal(self) -> list[str]:
        """Return the tokens that are legal now; none once the game is over."""
        player = self.current
        if self.phase == "turn":
            return self._legal_turn(player)
        if self.phase == "pay":
            return [f"pay {colour}" for colour in player.colours()]
        if self.phase == "upgrade":
            return [f"upgrade {colour}" for colour in player.rising_colours()] + ["done"]
        if self.phase == "trade":
            return ["trade", "done"]
        if self.phase == "discard":
            return [f"discard {colour}" for colour in player.colours()]
        return []

    def _legal_turn(self, player: Player) -> list[str]:
        """Return the tokens with which a turn may begin; there is no pass."""
        tokens: list[str] = []
        if player.played:  # SR12
            tokens.append("rest")
        for slot, (cost, _) in enumerate(self.point_row, start=1):  # SR13
            if holds(player.cubes, cost):
                tokens.append(f"claim {slot}")
        for slot in range(1, len(self.merchant_row) + 1):  # SR10: a cube per card further left
            if len(player.cubes) >= slot - 1:
                tokens.append(f"acquire {slot}")
        for card in hand_sorted(player.hand):  # SR6; SR9: an unpayable trade cannot be played
            if not is_trade(card) or holds(player.cubes, trade_sides(card)[0]):
                tokens.append(f"play {card}")
        return tokens

    # Carrying out decisions

    def act(self, token: str) -> None:
        """Carry out one legal decision, or raise IllegalToken and change nothing."""
        if token not in self.legal():
            raise IllegalToken(f"{token!r} is not legal now")
        verb, _, argument = token.partition(" ")
        if verb == "rest":
            self._rest()
        elif verb == "claim":
            self._claim(int(argument) - 1)
        elif verb == "acquire":
            self._acquire(int(argument) - 1)
        elif verb == "pay":
            self._pay(argument)
        elif verb == "play":
            self._play(argument)
        elif verb == "trade":
            self._trade()
        elif verb == "upgrade":
            self._upgrade(argument)
        elif verb == "discard":
            self._discard(argument)
        else:  # done
            self._effect_over()

    def _rest(self) -> None:
        """Take all played cards back into the hand (SR12)."""
        player = self.current
        player.hand.extend(player.played)
        player.played = []
        self._effect_over()

    def _claim(self, slot: int) -> None:
        """Pay for a point card, take it with its coin, and refill the row (SR13, SR14, SR17)."""
        player = self.current
        cost, points = self.point_row.pop(slot)
        player.cubes = without(player.cubes, cost)
        player.claimed.append((cost, points))
        if self.point_deck:
            self.point_row.append(self.point_deck.pop(0))
        self._take_coin(slot)
        if len(player.claimed) >= CLAIMS_TO_END[len(self.players)]:
            self.ending = True
        self._effect_over()

    def _take_coin(self, slot: int) -> None:
        """Take a coin from a slot's pile; silver lies over slot 1 once gold is gone (SR14)."""
        pile, _ = self.coins_over(slot)
        if pile == "gold":
            self.gold -= 1
            self.current.gold += 1
        elif pile == "silver":
            self.silver -= 1
            self.current.silver += 1

    def coins_over(self, slot: int) -> tuple[str | None, int]:
        """Return the kind and number of the coins over a point slot, counted from 0 (SR14)."""
        piles = [("silver", self.silver)]
        if self.gold > 0:
            piles.insert(0, ("gold", self.gold))
        kind, number = piles[slot] if slot < len(piles) else (None, 0)
        return (kind, number) if number > 0 else (None, 0)

    @property
    def next_paid(self) -> int | None:
        """Return the number from 1 of the card that gets the next cube, None outside a payment."""
        return self.paid_slots + 1 if self.phase == "pay" else None  # SR10: from the left

    def _acquire(self, slot: int) -> None:
        """Choose a merchant card; the leftmost is taken at once, others are paid first (SR10)."""
        self.wanted_slot = slot
        self.paid_slots = 0
        self.phase = "pay"
        if slot == 0:
            self._take_stall()

    def _pay(self, colour: str) -> None:
        """Put a cube on the next card from the left (SR10)."""
        player = self.current
        player.cubes = without(player.cubes, colour)
        self.merchant_row[self.paid_slots].cubes += colour
        self.paid_slots += 1
        if self.paid_slots == self.wanted_slot:
            self._take_stall()

    def _take_stall(self) -> None:
        """Take the paid card and the cubes on it; the row slides and is refilled (SR10, SR11)."""
        player = self.current
        stall = self.merchant_row.pop(self.wanted_slot)
        player.hand.append(stall.card)
        player.cubes += stall.cubes
        if self.merchant_deck:
            self.merchant_row.append(Stall(self.merchant_deck.pop(0)))
        self._effect_over()

    def _play(self, card: str) -> None:
        """Put a hand card down and carry it out (SR6-SR9)."""
        player = self.current
        player.hand.remove(card)
        player.played.append(card)
        if is_upgrade(card):
            self.steps_left = int(card.removeprefix("up"))
            self._ask_upgrade()
        elif is_trade(card):
            self.trade_card = card
            self._trade()
        else:
            player.cubes += card
            self._effect_over()

    def _trade(self) -> None:
        """Do the trade once, and ask for more only if it can be paid again (SR9)."""
        player = self.current
        cost, gain = trade_sides(self.trade_card)
        player.cubes = without(player.cubes, cost) + gain
        if holds(player.cubes, cost):
            self.phase = "trade"
        else:
            self._effect_over()

    def _upgrade(self, colour: str) -> None:
        """Raise one cube by one step (SR8)."""
        player = self.current
        risen = COLOURS[COLOURS.index(colour) + 1]
        player.cubes = without(player.cubes, colour) + risen
        self.steps_left -= 1
        self._ask_upgrade()

    def _ask_upgrade(self) -> None:
        """Ask for the next step while one is left and some cube can rise (SR8)."""
        if self.steps_left > 0 and self.current.rising_colours():
            self.phase = "upgrade"
        else:
            self._effect_over()

    def _discard(self, colour: str) -> None:
        """Return one cube over the caravan limit (SR15)."""
        self.current.cubes = without(self.current.cubes, colour)
        self._effect_over()

    def _effect_over(self) -> None:
        """Ask for discards over the limit (SR15), else pass the turn on or end the game (SR17)."""
        self.wanted_slot = self.paid_slots = self.steps_left = 0
        self.trade_card = ""
        if len(self.current.cubes) > CARAVAN_LIMIT:
            self.phase = "discard"
            return
        last_of_round = self.seat == len(self.players) - 1
        if last_of_round and self.ending:
            self.phase = "over"
            self.over = True
            return
        self.phase = "turn"
        self.seat = 0 if last_of_round else self.seat + 1
        self.round += 1 if last_of_round else 0

    # Results and views

    def scores(self) -> list[int]:
        """Return the points of all seats as of now (SR18)."""
        return [player.score() for player in self.players]

    @property
    def winner(self) -> int | None:
        """Return the winning seat, or None while the game is going on."""
        return self.ranking()[0] if self.over else None

    def ranking(self) -> list[int]:
        """Return the seats, best first; of tied seats the later one is better (SR19)."""
        scores = self.scores()
        return sorted(range(len(scores)), key=lambda seat: (scores[seat], seat), reverse=True)

    def view(self, viewer: int | None) -> dict[str, object]:
        """Return what a seat, or a spectator (None), may see (SR20)."""
        if viewer is not None and viewer not in range(len(self.players)):
            raise ValueError(f"no seat {viewer!r}")
        return {
            "game": "spice-road",
            "players": len(self.players),
            "seat": self.seat,
            "round": self.round,
            "phase": self.phase,
            "ending": self.ending,
            "claims_to_end": CLAIMS_TO_END[len(self.players)],
            "over": self.over,
            "scores": self.scores() if self.over else None,
            "seats": [self._seat_view(seat, viewer) for seat in range(len(self.players))],
            "merchant_slots": MERCHANT_ROW,
            "merchant_row": [
                {"card": stall.card, "cubes": cubes_sorted(stall.cubes), "price": left}
                for left, stall in enumerate(self.merchant_row)
            ],
            "merchant_deck": len(self.merchant_deck),
            "point_slots": POINT_ROW,
            "point_row": [self._point_view(slot) for slot in range(len(self.point_row))],
            "point_deck": len(self.point_deck),
            "gold": self.gold,
            "silver": self.silver,
        }

    def _point_view(self, slot: int) -> dict[str, object]:
        """Return a face-up point card, the coins over it (SR14), and the cubes each seat lacks."""
        cost, points = self.point_row[slot]
        kind, number = self.coins_over(slot)
        missing = [cubes_missing(cost, player.cubes) for player in self.players]
        return {"cost": cost, "points": points, "coin": kind, "coins": number, "missing": missing}

    def _seat_view(self, seat: int, viewer: int | None) -> dict[str, object]:
        """Return one player's part of a view; claimed cards only for the owner or at the end."""
        player = self.players[seat]
        shown = self.over or viewer == seat
        cards = [{"cost": cost, "points": points} for cost, points in player.claimed]
        return {
            "cubes": cubes_sorted(player.cubes),
            "limit": CARAVAN_LIMIT,
            "claimed": len(player.claimed),
            "points": player.card_points() if shown else None,
            "open_points": player.score() - player.card_points(),
            "cards": cards if shown else None,
            "hand": hand_sorted(player.hand),
            "played": hand_sorted(player.played),
            "gold": player.gold,
            "silver": player.silver,
        }
