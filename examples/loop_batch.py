"""Thousands of games at once, decided at random: put your learner in place of `sample`."""

import numpy as np

from century.env.batch import Batch, sample

games = Batch("spice-road", players=2, games=4096, seed=1)
rng = np.random.default_rng(1)
won = np.zeros(games.players)
for _ in range(500):
    actions = sample(games.masks, rng)  # by games.observations, shape (4096, 334)
    games.step(actions)
    won += games.rewards.sum(axis=0)
print("games won by seat:", won)
