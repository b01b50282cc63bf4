"""Train against a league: a bot and earlier versions of the network itself.

    python examples/league.py --generations 4 --decisions 4

Each generation learns by the PPO of examples/ppo.py from games against all members of the league,
and then joins it as a checkpoint. An opponent is a bot's name or a policy, a function of
observations, masks and seats.
"""

import argparse
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy

import numpy as np
import ppo

from century.env.batch import Batch
from century.env.opponents import Opponents


class GamesAgainst:
    """Games in which the learner plays one seat, with the attributes of a batch."""

    def __init__(self, name, opponent, games, seed):
        self.batch = Batch(name, players=2, games=games, seed=seed, rounds=100)
        seats = np.arange(games) % 2
        self.others = Opponents(self.batch, opponent, learners=seats, threads=ppo.THREADS)
        self.others.play()

    def __getattr__(self, name):
        return getattr(self.batch, name)

    def __len__(self):
        return len(self.batch)

    def step(self, actions):
        """Take the learner's decisions, and then those of the others."""
        outcome = self.others.step(actions)
        self.rewards = np.zeros((len(self), 2), np.float32)
        self.rewards[np.arange(len(self)), self.others.learners] = outcome.rewards
        self.terminated, self.truncated = outcome.terminated.copy(), outcome.truncated.copy()


def checkpoint(network, seed):
    """Return a policy that plays like the network plays now."""
    frozen, rng = deepcopy(network), np.random.default_rng(seed)

    def policy(observations, masks, _seats):
        logits, _, _ = frozen.forward(ppo.SCALE[observations])
        return ppo.draw(ppo.policy(logits, masks), rng)

    return policy


def train(name, generations, decisions, hidden, games, seed, log):
    """Train a number of generations and print how often each beats the members of the league."""
    rng, pool = np.random.default_rng(seed), ThreadPoolExecutor(ppo.THREADS)
    league = {"greedy": GamesAgainst(name, "greedy", games, seed)}
    table = league["greedy"].batch
    network = ppo.Network(table.encoding.size, len(table.game.actions), hidden, rng)
    rollouts = max(1, round(decisions / (games * ppo.STEPS)))
    for generation in range(1, generations + 1):
        wins, ends = dict.fromkeys(league, 0.0), dict.fromkeys(league, 0)
        for number in range(rollouts):
            member = list(league)[number % len(league)]
            seen = ppo.rollout(network, league[member], rng)
            gains = ppo.advantages(network, league[member], seen)
            ppo.learn(network, seen, gains, ppo.LEARNING_RATE / generation, rng, pool)
            wins[member] += float(seen["rewards"].sum())
            ends[member] += int(seen["ended"].sum())
        shares = ", ".join(
            f"{wins[member] / ends[member]:.0%} against {member}" for member in wins if ends[member]
        )
        for member in wins:
            log(f"won/{member}", wins[member] / max(1, ends[member]), generation)
        print(f"generation {generation} won {shares or 'no game yet'}", flush=True)
        member = f"generation {generation}"
        league[member] = GamesAgainst(name, checkpoint(network, generation), games, seed)
    return network


def main():
    """Train a league."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--game", default="spice-road")
    arguments.add_argument("--generations", type=int, default=4)
    arguments.add_argument("--decisions", type=float, default=4.0, help="millions, a generation")
    arguments.add_argument("--hidden", type=int, default=64)
    arguments.add_argument("--games", type=int, default=ppo.GAMES, help="against each opponent")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--log", help="a folder for TensorBoard")
    given = arguments.parse_args()
    decisions, log = given.decisions * 1e6, ppo.curves(given.log)
    train(given.game, given.generations, decisions, given.hidden, given.games, given.seed, log)


if __name__ == "__main__":
    main()
