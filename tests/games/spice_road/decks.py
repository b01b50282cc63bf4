"""The decks of Spice Road."""

from __future__ import annotations

from tests.games.decks import Deck

DECKS = (Deck("merchants", "merchants_taken", 6), Deck("points", "points_taken", 5))
SEED = 1  # of random decisions that soon lead to claims
