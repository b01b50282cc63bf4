"""Tiny Ladder: a tiny game that shows how to write one."""

from itertools import pairwise

from century.core.reading import Layout, Reading, shared_state
from century.core.reasons import Reason
from century.core.view import shared_fields
from century.errors import BadPosition
from century.games.contract import GameSpec, View, Views

CARDS, GOAL, PLAYERS, SEATS = 24, 5, range(2, 5), 4
PHASES, OVER = ("turn", "over"), 1
ACTIONS, REST, TAKE = ("rest", "take"), 0, 1

STATE = Layout(
    [
        *shared_state(SEATS),
        ("top", "u1", (SEATS,)),  # the next card must be higher; 0 after a rest
        ("deck", "u1", (CARDS,)),  # all cards, in the order of drawing
        ("drawn", "u1"),  # the place of the face-up card; those before it were taken
        ("owner", "u1", (CARDS,)),  # 1 + the seat that took each card of the deck; 0 if nobody did
    ]
)


def cards_of(s: Reading, seat: int) -> list[int]:
    """Return the cards that a seat took, in that order."""
    return [card for card, owner in zip(s.deck, s.owner, strict=True) if owner == seat + 1]


def view(s: Reading) -> Views:
    """Show all but the deck, and a seat's points to that seat alone (TL6)."""
    own: list[View] = []
    for seat in range(s.players):
        points, top = sum(cards_of(s, seat)), s.top[seat]
        own.append({"cubes": "", "claimed": s.claims[seat], "points": points, "top": top})
    seats = own if s.phase == OVER else [{**seat, "points": None} for seat in own]
    board = {"card": s.deck[s.drawn], "deck": face_down(s)}
    return {**shared_fields("tiny-ladder", PHASES, s), "seats": seats, **board}, own


def face_down(s: Reading) -> int:
    """Count the cards that nobody has seen."""
    return CARDS - s.drawn - 1


def why(s: Reading, _action: int) -> Reason:
    """Return the reason why an action is not legal; resting is legal until the end."""
    if s.phase == OVER:
        return Reason("game-over", "TL4")
    return Reason("too-low", "TL2", card=s.deck[s.drawn], top=s.top[s.seat])


def validate(s: Reading) -> None:
    """Raise BadPosition unless a game can lead to the state."""
    over = s.phase == OVER
    if sorted(s.deck) != list(range(1, CARDS + 1)):
        raise BadPosition("deck", "the deck does not have each card once (TL1)")
    if s.drawn != sum(s.claims) or any(s.owner[s.drawn :]) or max(s.owner) > s.players:
        raise BadPosition("owner", "the cards drawn are not those that players took (TL2)")
    if s.ending != (GOAL in s.claims) or (over and not (s.ending and s.seat == s.players - 1)):
        raise BadPosition("ending", "the last round begins with a fifth card (TL4)")
    for seat in range(SEATS):
        cards, waiting = cards_of(s, seat), not over and seat >= s.seat
        if s.claims[seat] != len(cards) or s.top[seat] not in (0, *cards[-1:]):
            raise BadPosition("claims", f"seat {seat} took other cards (TL2)")
        rests = sum(after < card for card, after in pairwise([*cards, s.top[seat]]))  # needed
        if len(cards) + rests > s.rounds - waiting or len(cards) > GOAL - waiting:
            raise BadPosition("owner", f"seat {seat} had not enough turns for its cards (TL2, TL4)")


SPEC = GameSpec(
    name="tiny-ladder",
    package=__name__,
    players=PLAYERS,
    actions=ACTIONS,
    phases=PHASES,
    rules_version=1,
    state=STATE,
    view=view,
    why=why,
    validate=validate,
    face_down=face_down,
)
