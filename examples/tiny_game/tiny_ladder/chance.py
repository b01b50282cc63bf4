"""What chance decides: which card is turned up next. In these states unseen cards are 0."""

from century.core.kernel import State
from tiny_ladder import CARDS

OUTCOMES = CARDS  # an outcome is a card's number less one


def hide_all(s: State) -> None:
    """Turn all cards of a game just dealt face down."""
    s.deck[:] = 0


def outcomes(s: State) -> list[tuple[int, float]]:
    """Return what can be turned up now, with its probability; nothing if a card lies open."""
    if s.deck[s.drawn]:
        return []
    hidden = [card for card in range(1, CARDS + 1) if card not in s.deck]
    return [(card - 1, 1 / len(hidden)) for card in hidden]


def reveal(s: State, outcome: int) -> None:
    """Turn a card up."""
    s.deck[s.drawn] = outcome + 1


def name(outcome: int) -> str:
    """Name an outcome."""
    return f"turn up {outcome + 1}"
