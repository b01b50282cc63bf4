"""The deck of Eastern Wonders."""

from __future__ import annotations

from tests.games.decks import Deck

DECKS = (Deck("pile", "drawn", 0),)
COUNTDOWNS = ("closed_in",)  # state fields that depend on the hidden order of a deck
SEED = 4  # of random decisions that soon lead to claims
