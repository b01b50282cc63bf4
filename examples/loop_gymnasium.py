"""One learner against a bot in the loop of Gymnasium, decided at random."""

# This registers the games. It is the first import because it says how to install Gymnasium.
import century.env.gymnasium  # noqa: F401

# isort: split
import gymnasium

env = gymnasium.make("century/SpiceRoad-v0", players=2, opponents="novice")
observation, info = env.reset(seed=1)
ended = False
while not ended:
    action = env.action_space.sample(info["action_mask"])
    observation, reward, terminated, truncated, info = env.step(action)
    ended = terminated or truncated
print("won" if reward else "lost")
