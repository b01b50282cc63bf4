"""Tests of Spice Road."""

RANDOM_GAMES_ARE_SHORT = True
GOLDEN_SEEDS = {2: 11, 3: 45, 4: 104, 5: 72}  # short games with many kinds of events
