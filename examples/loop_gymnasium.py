"""One learner against a bot in the loop of Gymnasium, decided at random."""

import gymnasium

import century.env.gymnasium  # noqa: F401  (registers the games)

env = gymnasium.make("century/SpiceRoad-v0", players=2, opponents="novice")
observation, info = env.reset(seed=1)
ended = False
while not ended:
    action = env.action_space.sample(info["action_mask"])
    observation, reward, terminated, truncated, info = env.step(action)
    ended = terminated or truncated
print("won" if reward else "lost")
