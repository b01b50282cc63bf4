"""Tests of Eastern Wonders."""

RANDOM_GAMES_ARE_SHORT = False
GOLDEN_SEEDS = {2: 17, 3: 8, 4: 19}  # short games with many kinds of events
