"""Observations: what a seat knows of a position, as numbers for learners."""

from century.core.kernel import Int, State, kernel
from century.core.observation import MAX_VALUE, Numbers, Piece, offsets, per_seat
from tiny_ladder import CARDS, GOAL
from tiny_ladder.rules import score

TABLE = (
    Piece("round", (), MAX_VALUE),
    Piece("ending", (), 1),
    Piece("card", (), CARDS),
    Piece("points", (), GOAL * CARDS),
)
ROUND, ENDING, CARD, POINTS, CLAIMED = offsets(TABLE)
SEAT = (Piece("claimed", (), GOAL), Piece("top", (), CARDS))


def pieces(players: int) -> tuple[Piece, ...]:
    """List the pieces of an observation in their order."""
    return TABLE + per_seat(players, SEAT)


@kernel
def observe(s: State, seat: Int, out: Numbers) -> None:
    """Write what a seat may know, itself first and the others in turn order (TL6)."""
    out[ROUND] = min(s.rounds, MAX_VALUE)
    out[ENDING] = s.ending
    out[CARD] = s.deck[s.drawn]
    out[POINTS] = score(s, seat)
    for i in range(s.players):
        other = (seat + i) % s.players
        out[CLAIMED + i] = s.claims[other]
        out[CLAIMED + s.players + i] = s.top[other]
