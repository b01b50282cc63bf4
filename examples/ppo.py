"""Learn to play by masked PPO against oneself, with nothing but NumPy, and then beat a bot.

    python examples/ppo.py --minutes 5 --against greedy

The games run in century.env.batch. All seats share one network; what a seat is given for its
decisions are the points it gains on the way and the win at the end. Swap `Network` for one of your
favourite framework's to go further: the rest stays as it is.
"""

import argparse
import os
from itertools import pairwise
from time import perf_counter

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # matrices as small as these gain nothing

import numpy as np

from century.bots import bot
from century.env.batch import LEAVE, Batch

GAMES, STEPS = 512, 64  # a rollout: so many games, so many decisions in each
EPOCHS, MINIBATCH = 4, 1024
DISCOUNT, TRACE = 0.99, 0.95  # of later rewards; of later surprises (GAE)
CLIP, ENTROPY, VALUE = 0.2, 0.01, 0.5
LEARNING_RATE = 2e-3
GAIN = 0.05  # reward for a point on the way; a win is worth 1
SCALE = np.log1p(np.arange(256)).astype(np.float32)  # so that no number is much larger than others


class Network:
    """Two hidden layers; its output is a logit for each action and a value."""

    def __init__(self, inputs, actions, hidden, rng):
        sizes = [inputs, hidden, hidden, actions + 1]
        self.parameters = []
        for fan_in, fan_out in pairwise(sizes):
            scale = np.sqrt(2 / fan_in) if fan_out == hidden else 0.01
            self.parameters.append(rng.normal(0, scale, (fan_in, fan_out)).astype(np.float32))
            self.parameters.append(np.zeros(fan_out, np.float32))
        self.moments = [(np.zeros_like(p), np.zeros_like(p)) for p in self.parameters]
        self.updates = 0

    def forward(self, x):
        """Return logits, values and the layers' activations."""
        w1, b1, w2, b2, w3, b3 = self.parameters
        h1 = np.maximum(x @ w1 + b1, 0)
        h2 = np.maximum(h1 @ w2 + b2, 0)
        out = h2 @ w3 + b3
        return out[:, :-1], out[:, -1], (x, h1, h2)

    def update(self, activations, d_out, rate):
        """Go one step of Adam against the gradient of the output."""
        x, h1, h2 = activations
        _, _, w2, _, w3, _ = self.parameters
        d2 = (d_out @ w3.T) * (h2 > 0)
        d1 = (d2 @ w2.T) * (h1 > 0)
        gradients = [x.T @ d1, d1.sum(0), h1.T @ d2, d2.sum(0), h2.T @ d_out, d_out.sum(0)]
        norm = np.sqrt(sum(float((g * g).sum()) for g in gradients))
        self.updates += 1
        correction = np.sqrt(1 - 0.999**self.updates) / (1 - 0.9**self.updates)
        for p, g, (m, v) in zip(self.parameters, gradients, self.moments, strict=True):
            g *= min(1.0, 0.5 / (norm + 1e-8))
            m += 0.1 * (g - m)
            v += 0.001 * (g * g - v)
            p -= rate * correction * m / (np.sqrt(v) + 1e-8)


def policy(logits, masks):
    """Return the probabilities of the legal actions."""
    logits = np.where(masks, logits, -np.inf)
    odds = np.exp(logits - logits.max(axis=1, keepdims=True))
    return odds / odds.sum(axis=1, keepdims=True)


def draw(odds, rng):
    """Draw an action from each row of probabilities."""
    thresholds = rng.random((len(odds), 1), dtype=np.float32)
    return (odds.cumsum(axis=1) / odds.sum(axis=1, keepdims=True) <= thresholds).sum(axis=1)


def rollout(network, games, rng):
    """Play on and return what happened: arrays of shape (STEPS, games, ...)."""
    told = games.encoding
    steps = {name: [] for name in ("x", "masks", "actions", "odds", "values", "seats", "points")}
    ends = {"rewards": [], "ended": []}
    for _ in range(STEPS):
        x, masks = games.observations.copy(), games.masks.copy()
        logits, values, _ = network.forward(SCALE[x])
        odds = policy(logits, masks)
        actions = draw(odds, rng)
        points = told.named(x)["points"].astype(np.float32)
        chosen = np.take_along_axis(odds, actions[:, None], 1)[:, 0]
        now = (x, masks, actions, chosen, values, games.seats.copy(), points)
        for seen, what in zip(steps.values(), now, strict=True):
            seen.append(what)
        games.step(actions)
        ends["rewards"].append(games.rewards.copy())
        ends["ended"].append(games.terminated | games.truncated)
    return {name: np.array(arrays) for name, arrays in (steps | ends).items()}


def advantages(network, games, seen):
    """Return how much better each decision turned out than expected, going back in time."""
    count = np.arange(len(games))
    later = np.zeros((len(games), games.players), np.float32)  # each seat's next value
    points = np.zeros_like(later)  # and its points then
    reward, surprise = np.zeros_like(later), np.zeros_like(later)
    for seat in range(games.players):
        x = games.observe(np.full(len(games), seat))
        later[:, seat] = network.forward(SCALE[x])[1]
        points[:, seat] = games.encoding.named(x)["points"]
    out = np.zeros_like(seen["values"])
    for t in reversed(range(len(out))):
        ended, seat = seen["ended"][t], seen["seats"][t]
        later[ended] = surprise[ended] = 0
        points[ended] = -1  # whatever the last claim won is part of the end
        reward[ended] = seen["rewards"][t][ended]
        now = seen["points"][t]
        gain = np.where(points[count, seat] < 0, 0, points[count, seat] - now)
        given = reward[count, seat] + GAIN * gain
        error = given + DISCOUNT * later[count, seat] - seen["values"][t]
        out[t] = surprise[count, seat] = error + DISCOUNT * TRACE * surprise[count, seat]
        later[count, seat], points[count, seat] = seen["values"][t], now
        reward[count, seat] = 0
    return out


def learn(network, seen, gains, rate, rng):
    """Improve the network by what was seen."""
    flat = {name: array.reshape(-1, *array.shape[2:]) for name, array in seen.items()}
    gains = gains.reshape(-1)
    goals = gains + flat["values"]
    gains = (gains - gains.mean()) / (gains.std() + 1e-8)
    for _ in range(EPOCHS):
        order = rng.permutation(len(gains))
        for start in range(0, len(order), MINIBATCH):
            some = order[start : start + MINIBATCH]
            logits, values, activations = network.forward(SCALE[flat["x"][some]])
            odds = policy(logits, flat["masks"][some])
            rows, actions = np.arange(len(some)), flat["actions"][some]
            ratio = odds[rows, actions] / flat["odds"][some]
            gain = gains[some]
            clipped = np.where(gain > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
            push = np.where(clipped, 0, gain * ratio)[:, None]
            one_hot = np.zeros_like(odds)
            one_hot[rows, actions] = 1
            log_odds = np.log(odds + 1e-10)
            entropy = -(odds * log_odds).sum(axis=1, keepdims=True)
            d_logits = -push * (one_hot - odds) + ENTROPY * odds * (log_odds + entropy)
            d_values = VALUE * (values - goals[some])[:, None]
            d_out = np.concatenate([d_logits, d_values], axis=1) / len(some)
            network.update(activations, d_out.astype(np.float32), rate)


def win_share(network, name, opponent, games, seed):
    """Return the share of games won against a bot, from all seats in turn."""
    table = Batch(name, players=2, games=games, seed=seed, renew=False)
    mine, other = np.arange(games) % 2, bot(opponent, seed)
    won = 0.0
    while table.masks.any():
        logits, _, _ = network.forward(SCALE[table.observations])
        best = np.where(table.masks, logits, -np.inf).argmax(axis=1)
        actions = np.where(table.masks.any(axis=1), best, LEAVE)
        for i in np.flatnonzero(table.masks.any(axis=1) & (table.seats != mine)):
            actions[i] = other.choose(table.position(i), int(table.seats[i]), 1.0)
        table.step(actions)
        won += table.rewards[np.arange(games), mine].sum()
    return won / games


def main():
    """Learn for some minutes, then play against a bot."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--game", default="spice-road")
    arguments.add_argument("--minutes", type=float, default=5.0)
    arguments.add_argument("--rollouts", type=int, default=None, help="instead of minutes")
    arguments.add_argument("--hidden", type=int, default=64)
    arguments.add_argument("--against", default="greedy")
    arguments.add_argument("--games", type=int, default=100, help="to play against it")
    arguments.add_argument("--seed", type=int, default=1)
    given = arguments.parse_args()
    rng = np.random.default_rng(given.seed)
    table = Batch(given.game, players=2, games=GAMES, seed=given.seed, rounds=100)
    network = Network(table.encoding.size, len(table.game.actions), given.hidden, rng)
    began, number, done = perf_counter(), 0, 0.0
    while done < 1:
        seen = rollout(network, table, rng)
        learn(network, seen, advantages(network, table, seen), LEARNING_RATE * (1 - done), rng)
        number += 1
        minutes = (perf_counter() - began) / 60
        done = number / given.rollouts if given.rollouts else minutes / given.minutes
        if number % 10 == 0:
            points = table.scores[table.scores.any(axis=1)].mean(axis=0)
            decisions = number * GAMES * STEPS
            print(f"{minutes:5.1f} min {decisions:>12,} decisions, scores {points}", flush=True)
    share = win_share(network, given.game, given.against, given.games, seed=1_000_000)
    print(f"won {share:.0%} of {given.games} games against {given.against}")


if __name__ == "__main__":
    main()
