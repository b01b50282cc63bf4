"""Tiny Ladder: a tiny game that implements the whole contract for games."""

from century.core.position_text import (
    check_once_each,
    read_by_seat,
    read_fields,
    read_list,
    read_name,
    read_number,
    write_fields,
    write_list,
)
from century.core.reading import Draft, Layout, Reading
from century.core.reasons import Reason
from century.errors import BadPosition
from century.games.contract import GameSpec, View, Views

CARDS, GOAL, PLAYERS = 24, 5, range(2, 5)
SEATS = PLAYERS[-1]
TURN, OVER = range(2)
PHASES = ("turn", "over")
REST, TAKE = range(2)
ACTIONS = ("rest", "take")

STATE = Layout(
    [
        ("taken", "u4", (SEATS,)),  # the cards of each seat: bit n stands for the card n
        ("rounds", "u2"),  # begun, so from 1
        ("players", "u1"),
        ("seat", "u1"),
        ("phase", "u1"),
        ("ending", "u1"),  # 1 in the last round
        ("claims", "u1", (SEATS,)),  # how many cards each seat has
        ("top", "u1", (SEATS,)),  # the next card must be higher; 0 after a rest
        ("deck", "u1", (CARDS,)),  # in the order of drawing; cards that were taken are 0
        ("drawn", "u1"),  # the place of the face-up card in the deck
    ]
)


def cards_of(s: Reading, seat: int) -> list[int]:
    """Return the cards that a seat took."""
    return [card for card in range(1, CARDS + 1) if s.taken[seat] >> card & 1]


def view(s: Reading) -> Views:
    """Show all but the deck, and a seat's cards to that seat alone (TL6)."""
    own: list[View] = []
    for seat in range(s.players):
        cards = cards_of(s, seat)
        count, points = len(cards), sum(cards)
        own.append({"cubes": "", "claimed": count, "points": points, "top": s.top[seat]})
    over = s.phase == OVER
    public = {
        "game": "tiny-ladder",
        "players": s.players,
        "seat": s.seat,
        "round": s.rounds,
        "phase": PHASES[s.phase],
        "ending": bool(s.ending),
        "over": over,
        "scores": None,  # the position adds them at the end
        "seats": own if over else [{**seat, "points": None} for seat in own],
        "card": s.deck[s.drawn],
        "deck": face_down(s),
    }
    return public, own


def hide_new(view: View, before: View) -> View:
    """Leave out the card that was turned up since an earlier view."""
    return view if view["deck"] == before["deck"] else {**view, "card": None}


def face_down(s: Reading) -> int:
    """Count the cards that nobody has seen."""
    return CARDS - s.drawn - 1


def why(s: Reading, _action: int) -> Reason:
    """Return the reason why an action is not legal; resting is legal until the end."""
    if s.phase == OVER:
        return Reason("game-over", "TL4")
    return Reason("too-low", "TL2", card=s.deck[s.drawn], top=s.top[s.seat])


def log_details(s: Reading, action: int, _after: Reading) -> View:
    """Return the card that a `take` takes."""
    return {"points": s.deck[s.drawn]} if action == TAKE else {}


def score_sheet(s: Reading, seat: int) -> dict[str, int]:
    """Return a seat's points by kind."""
    return {"cards": sum(cards_of(s, seat))}


def write(s: Reading) -> str:
    """Write a state as one line."""
    seats = range(s.players)
    values = {
        "round": str(s.rounds),
        "seat": str(s.seat),
        "phase": PHASES[s.phase],
        "taken": "/".join(write_list(map(str, cards_of(s, seat))) for seat in seats),
        "top": "/".join(str(s.top[seat]) for seat in seats),
        "deck": write_list(map(str, s.deck[s.drawn :])),
    }
    return write_fields("tiny-ladder/1", values.items())


def parse(text: str) -> Draft:
    """Read a state from its line, or raise BadPosition."""
    keys = ("round", "seat", "phase", "taken", "top", "deck")
    fields = read_fields(text, "tiny-ladder/1", keys)
    by_seat = read_by_seat(fields, ("taken", "top"), PLAYERS)
    s = STATE.draft()
    s.players = len(by_seat["taken"])
    s.rounds = read_number("round", fields["round"], 2**16 - 1, least=1)
    s.seat = read_number("seat", fields["seat"], s.players - 1)
    s.phase = read_name("phase", fields["phase"], PHASES)
    deck = placed = _read_cards("deck", fields["deck"])
    for seat in range(s.players):
        cards = _read_cards("taken", by_seat["taken"][seat])
        s.taken[seat], s.claims[seat] = sum(1 << card for card in cards), len(cards)
        s.top[seat] = read_number("top", by_seat["top"][seat], CARDS)
        placed = placed + cards
    check_once_each("taken and deck", map(str, placed))
    if len(placed) != CARDS:
        raise BadPosition("deck", f"{CARDS - len(placed)} cards are missing (TL1)")
    s.ending, s.drawn = int(max(s.claims) >= GOAL), CARDS - len(deck)
    s.deck[s.drawn :] = deck
    return s


def _read_cards(key: str, value: str) -> list[int]:
    return [read_number(key, card, CARDS, least=1) for card in read_list(value)]


def validate(s: Reading) -> None:
    """Raise BadPosition unless a game can lead to the state."""
    over = s.phase == OVER
    if over and not (s.ending and s.seat == s.players - 1):
        raise BadPosition("phase", "the game cannot be over yet (TL4)")
    for seat in range(s.players):
        turns = s.rounds if over or seat < s.seat else s.rounds - 1
        most = GOAL if over or seat < s.seat else GOAL - 1
        if s.claims[seat] > min(turns, most):
            raise BadPosition("taken", f"seat {seat} has more cards than possible (TL2, TL4)")
        if s.top[seat] and not s.taken[seat] >> s.top[seat] & 1:
            raise BadPosition("top", f"seat {seat} does not have the card {s.top[seat]} (TL2)")


SPEC = GameSpec(
    name="tiny-ladder",
    package=__name__,
    players=PLAYERS,
    actions=ACTIONS,
    phases=PHASES,
    rules_version=1,
    state=STATE,
    blank=STATE.draft,
    view=view,
    hide_new=hide_new,
    why=why,
    write=write,
    parse=parse,
    validate=validate,
    face_down=face_down,
    log_details=log_details,
    score_sheet=score_sheet,
)
