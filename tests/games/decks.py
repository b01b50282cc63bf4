"""The decks of the games, for tests of hidden cards.

The module `decks` of a game's test folder lists them in `DECKS`.
"""

from __future__ import annotations

from typing import NamedTuple

from century.core.kernel import State
from tests.games import module


class Deck(NamedTuple):
    """The state field of a deck, the field that counts its drawn cards, and the row next to it."""

    field: str
    drawn: str
    row: int  # cards at the top of the deck that lie face up and are not counted as drawn

    def first_hidden(self, s: State) -> int:
        """Return the index of the first face-down card."""
        return int(s[self.drawn]) + self.row

    def hidden_cards(self, s: State) -> list[int]:
        """Return the face-down cards."""
        cards: list[int] = s[self.field][self.first_hidden(s) :].tolist()
        return cards


def decks_of(name: str) -> tuple[Deck, ...]:
    """Return the decks of a game, or none if its tests list none."""
    decks: tuple[Deck, ...] = getattr(module(name, "decks"), "DECKS", ())
    return decks
