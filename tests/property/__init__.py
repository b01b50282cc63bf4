"""Properties of all games, tested with many random games."""
