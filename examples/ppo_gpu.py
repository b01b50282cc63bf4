"""Learn to play by masked PPO against oneself, with games and network on one GPU.

    python examples/ppo_gpu.py --decisions 500 --against greedy medium

Games, network and everything between them stay in the memory of the GPU: nothing crosses to the
CPU in the loop. All seats share one network. A seat is rewarded for the points that it gains, a
little, and for the win. Needs PyTorch and the extra `century[cuda]`. `--log FOLDER` writes curves
for TensorBoard, `--save FILE` the weights.
"""

import argparse
from time import perf_counter

import numpy as np
import torch
from ppo import curves
from torch import nn
from torch.nn import functional

from century.bots import ask, bot
from century.env.batch import LEAVE, Batch

GAMES, STEPS = 16_384, 64  # the games of a rollout, and the decisions in each
EPOCHS, MINIBATCH = 2, 32_768
DISCOUNT, TRACE = 0.995, 0.95  # of later rewards; of later surprises (GAE)
CLIP, ENTROPY, VALUE = 0.2, 0.01, 0.5
LEARNING_RATE = 1e-3  # at first; it falls to 0
GAIN = 0.05  # reward for a point; a win is worth 1
ROUNDS = 60  # after which a game is cut off; players who try to win need about 30


class Network(nn.Module):
    """Hidden layers with shortcuts; its output is a logit for each action, and a value."""

    def __init__(self, inputs, actions, hidden, layers):
        super().__init__()
        self.first = nn.Linear(inputs, hidden)
        self.layers = nn.ModuleList(nn.Linear(hidden, hidden) for _ in range(layers))
        self.norms = nn.ModuleList(nn.LayerNorm(hidden) for _ in range(layers))
        self.last = nn.Linear(hidden, actions + 1)
        nn.init.normal_(self.last.weight, std=0.01)
        nn.init.zeros_(self.last.bias)

    def forward(self, observations, masks):
        """Return the logarithms of the odds of the legal actions, and the values."""
        with torch.autocast(observations.device.type, torch.bfloat16):
            h = functional.relu(self.first(observations.float().log1p()))
            for layer, norm in zip(self.layers, self.norms, strict=True):
                h = h + functional.relu(layer(norm(h)))
            out = self.last(h)
        out = out.float()
        logits = out[:, :-1].masked_fill(~masks, -torch.inf)
        return functional.log_softmax(logits, 1), out[:, -1]


class Table:
    """The batch's arrays as tensors on the same memory; each step overwrites them."""

    def __init__(self, name, players, seed, device):
        self.games = Batch(name, players, GAMES, seed, rounds=ROUNDS, device=device)
        take = torch.from_numpy if device == "cpu" else torch.from_dlpack
        for array in ("observations", "masks", "seats", "rewards", "scores"):
            setattr(self, array, take(getattr(self.games, array)))
        self.terminated, self.truncated = take(self.games.terminated), take(self.games.truncated)
        self.take = take

    def observe(self, seat):
        """Return the observations of one seat in all games."""
        return self.take(self.games.observe(torch.full((GAMES,), seat, device=self.seats.device)))

    def points(self, observations):
        """Return the points that the observing seats have."""
        return self.games.encoding.named(observations)["points"].float()


class Rollout:
    """What happened in STEPS decisions of every game: tensors of shape (STEPS, games, ...)."""

    def __init__(self, table):
        def like(tensor, dtype=None):
            return torch.empty(
                (STEPS, *tensor.shape), dtype=dtype or tensor.dtype, device=tensor.device
            )

        self.observations, self.masks = like(table.observations), like(table.masks)
        self.seats, self.rewards, self.scores = map(
            like, (table.seats, table.rewards, table.scores)
        )
        self.ended = like(table.terminated)
        self.actions = like(table.seats)
        self.log_odds, self.values = (like(table.seats, torch.float32) for _ in range(2))

    @torch.no_grad()
    def play(self, network, table):
        """Play on, by the network's odds."""
        for t in range(STEPS):
            self.observations[t], self.masks[t] = table.observations, table.masks
            self.seats[t] = table.seats
            log_odds, self.values[t] = network(table.observations, table.masks)
            # Adding Gumbel noise and taking the largest draws from the odds.
            noise = -torch.empty_like(log_odds).exponential_().log()
            self.actions[t] = (log_odds + noise).argmax(1)
            self.log_odds[t] = log_odds.gather(1, self.actions[t][:, None])[:, 0]
            table.games.step(self.actions[t])
            self.rewards[t], self.scores[t] = table.rewards, table.scores
            self.ended[t] = table.terminated | table.truncated

    @torch.no_grad()
    def advantages(self, network, table):
        """Return how much better each decision turned out than expected, going back in time."""
        every = torch.arange(GAMES, device=self.values.device)
        # Of each seat, what is known of its next decision: value and points then, and rewards.
        value, points = [], []
        for seat in range(table.games.players):
            observations = table.observe(seat)
            value.append(network(observations, torch.ones_like(table.masks))[1])
            points.append(table.points(observations))
        value, points = torch.stack(value, 1), torch.stack(points, 1)
        reward, surprise = torch.zeros_like(value), torch.zeros_like(value)
        gains = torch.empty_like(self.values)
        for t in reversed(range(STEPS)):
            ended, its = self.ended[t][:, None], (every, self.seats[t])
            value, surprise = value.masked_fill(ended, 0), surprise.masked_fill(ended, 0)
            points = torch.where(ended, self.scores[t].float(), points)
            reward = torch.where(ended, self.rewards[t], reward)
            points_now = table.points(self.observations[t])
            given = reward[its] + GAIN * (points[its] - points_now)
            error = given + DISCOUNT * value[its] - self.values[t]
            gains[t] = surprise[its] = error + DISCOUNT * TRACE * surprise[its]
            value[its], points[its], reward[its] = self.values[t], points_now, 0.0
        return gains


def learn(network, optimizer, seen, gains):
    """Improve the network by what was seen; return the mean losses of policy and value."""
    goals = (gains + seen.values).flatten()
    gains = gains.flatten()
    gains = (gains - gains.mean()) / (gains.std() + 1e-8)
    observations, masks = seen.observations.flatten(0, 1), seen.masks.flatten(0, 1)
    actions, before = seen.actions.flatten(), seen.log_odds.flatten()
    losses = torch.zeros(3, device=gains.device)
    parts = 0
    for _ in range(EPOCHS):
        order = torch.randperm(len(gains), device=gains.device)
        for some in order.split(MINIBATCH):
            log_odds, values = network(observations[some], masks[some])
            ratio = (log_odds.gather(1, actions[some][:, None])[:, 0] - before[some]).exp()
            gain = gains[some]
            policy = -torch.minimum(gain * ratio, gain * ratio.clamp(1 - CLIP, 1 + CLIP)).mean()
            entropy = -(log_odds.exp() * log_odds.nan_to_num(neginf=0.0)).sum(1).mean()
            value = functional.mse_loss(values, goals[some])
            optimizer.zero_grad()
            (policy + VALUE * value - ENTROPY * entropy).backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()
            losses += torch.stack((policy.detach(), value.detach(), entropy.detach()))
            parts += 1
    return losses / parts


def train(given, device):
    """Learn from a number of decisions and return the network."""
    torch.manual_seed(given.seed)
    table = Table(given.game, given.players, given.seed, device)
    inputs, actions = table.observations.shape[1], table.masks.shape[1]
    network = Network(inputs, actions, given.hidden, given.layers).to(device)
    optimizer = torch.optim.Adam(network.parameters(), fused=device == "cuda")
    seen = Rollout(table)
    rollouts = max(1, round(given.decisions * 1e6 / (GAMES * STEPS)))
    log = curves(given.log)
    began = perf_counter()
    for number in range(rollouts):
        optimizer.param_groups[0]["lr"] = LEARNING_RATE * (1 - number / rollouts)
        seen.play(network, table)
        losses = learn(network, optimizer, seen, seen.advantages(network, table))
        if number % 20 == 19 or number + 1 == rollouts:
            table.games.check()  # waits for the GPU
            seconds, done = perf_counter() - began, (number + 1) * GAMES * STEPS / 1e6
            ended = seen.ended
            points = seen.scores[ended].float().mean().item()
            rounds = table.games.encoding.named(seen.observations[ended])["round"].float().mean()
            print(
                f"{seconds:5.0f} s: {done:6.1f} million decisions ({60 * done / seconds:.0f} "
                f"million a minute), {points:.1f} points in {rounds.item():.1f} rounds",
                flush=True,
            )
            log("points", points, number)
            log("rounds", rounds.item(), number)
            for name, loss in zip(("policy", "value", "entropy"), losses.tolist(), strict=True):
                log(f"loss/{name}", loss, number)
    return network


@torch.no_grad()
def win_share(network, given, opponent, device):
    """Return the share of games won against bots by the likeliest actions, from every seat."""
    count, players = given.games, given.players
    table = Batch(given.game, players, count, seed=1_000_000, renew=False)
    mine = np.arange(count) % players
    others = [bot(opponent, i) for i in range(count)]
    won = 0.0
    while table.masks.any():
        observations = torch.tensor(table.observations, device=device)
        log_odds, _ = network(observations, torch.tensor(table.masks, device=device))
        actions = np.where(table.masks.any(axis=1), log_odds.argmax(1).cpu().numpy(), LEAVE)
        for i in np.flatnonzero(table.masks.any(axis=1) & (table.seats != mine)):
            actions[i] = ask(others[i], table.position(i), int(table.seats[i]), 1.0, seed=0)
        table.step(actions)
        won += table.rewards[np.arange(count), mine].sum()
    return won / count


def main():
    """Learn, then play against bots."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--game", default="spice-road")
    arguments.add_argument("--players", type=int, default=2)
    arguments.add_argument("--decisions", type=float, default=500.0, help="millions to learn from")
    arguments.add_argument("--hidden", type=int, default=512)
    arguments.add_argument("--layers", type=int, default=2)
    arguments.add_argument("--against", nargs="*", default=["greedy"])
    arguments.add_argument("--games", type=int, default=200, help="to play against each bot")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--device", default="cuda")
    arguments.add_argument("--log", help="a folder for TensorBoard")
    arguments.add_argument("--save", help="a file for the weights")
    given = arguments.parse_args()
    network = train(given, given.device)
    if given.save:
        torch.save(network.state_dict(), given.save)
    for opponent in given.against:
        share = win_share(network, given, opponent, given.device)
        print(f"won {share:.1%} of {given.games} games against {opponent}", flush=True)


if __name__ == "__main__":
    main()
