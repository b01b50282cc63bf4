"""Observations: what a seat knows of a position, as numbers for learners."""

from century.core.kernel import Int, State, kernel
from century.core.observation import MAX_VALUE, Numbers, Piece
from tiny_ladder import CARDS, GOAL
from tiny_ladder.rules import score


def pieces(players: int) -> tuple[Piece, ...]:
    """List the pieces of an observation in their order."""
    table = Piece("round", (), MAX_VALUE), Piece("ending", (), 1), Piece("card", (), CARDS)
    seats = Piece("claimed", (players,), GOAL), Piece("top", (players,), CARDS)
    return (*table, Piece("points", (), GOAL * CARDS), *seats)


@kernel
def observe(s: State, seat: Int, out: Numbers) -> None:
    """Write what a seat may know, itself first and the others in turn order (TL6)."""
    out[0], out[1], out[2] = min(s.rounds, MAX_VALUE), s.ending, s.deck[s.drawn]
    out[3] = score(s, seat)
    for i in range(s.players):
        other = (seat + i) % s.players
        out[4 + i], out[4 + s.players + i] = s.claims[other], s.top[other]
