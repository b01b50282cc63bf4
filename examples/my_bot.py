"""A bot to begin your own with: it looks a few decisions ahead and likes what leads to points.

    century check-bot examples/my_bot.py
    century play --bot examples/my_bot.py

Ideas for more: look at what the others are about to claim; think about the next turns too; weigh
which merchant cards go well together; use the budget of seconds, which this bot does not need.
"""

from collections import Counter, deque

LOOK_AHEAD = 3  # decisions, but never beyond the own turn: what comes then is not ours to decide
VALUE = {"Y": 1, "R": 2, "G": 3, "B": 4}  # of the cubes, by how many upgrades they are worth


class MyBot:
    """Plays for the point card that it can pay for soonest and best, in both games."""

    def choose(self, position, seat, budget):
        """Return the legal action after which the position looks best: a number or a token."""
        return max(position.legal(), key=lambda token: self.outlook(position, token, seat))

    def outlook(self, position, token, seat, depth=LOOK_AHEAD):
        """Say how good a decision looks, by the best that can follow in the same turn."""
        after = position.act(token)
        if depth == 1 or after.over or after.turn != position.turn:
            return worth(after, seat)
        return max(self.outlook(after, reply, seat, depth - 1) for reply in after.legal())


def worth(position, seat):
    """Say how good a position is for a seat: its points, and what it is on the way to."""
    view = position.view(seat)
    mine = view["seats"][seat]
    points = position.scores()[seat]
    if position.over:
        return points + (100 if position.winner == seat else -100)
    if "point_row" in view:
        return points + spice_road(view, mine)
    return points + eastern_wonders(view, mine)


def progress(cost, cubes):
    """Say which part of a cost is held, from 0 to 1, by the value of the cubes."""
    missing = Counter(cost) - Counter(cubes)
    return 1 - sum(VALUE[c] * n for c, n in missing.items()) / sum(VALUE[c] for c in cost)


def spice_road(view, mine):
    """Judge a caravan by the cards it nearly pays for, and a hand by its size."""
    cards = view["point_row"]
    best = max(card["points"] * progress(card["cost"], mine["cubes"]) ** 2 for card in cards)
    ready, tired = min(len(mine["hand"]), 8), len(mine["played"])
    return 0.5 * best + 1.5 * ready + 1.2 * tired


def eastern_wonders(view, mine):
    """Judge a hold by the tiles it nearly pays for, and the boat by the way to their ports."""
    if mine["boat"] is None:
        return 0
    far = distances(view["map"], mine["boat"])
    ports = [(name, cell["tile"]) for name, cell in view["map"].items() if cell.get("tile")]
    best = max(
        tile["points"] * progress(tile["cost"], mine["cubes"]) ** 2 * 0.95 ** far[name]
        for name, tile in ports
    )
    return 0.5 * best + 2 * sum(mine["outposts"].values()) + 0.1 * mine["cubes"].count("Y")


def distances(cells, start):
    """Count the steps from a cell to every other."""
    near = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]
    name_at = {(cell["q"], cell["r"]): name for name, cell in cells.items()}
    far, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for dq, dr in near:
            there = name_at.get((cells[here]["q"] + dq, cells[here]["r"] + dr))
            if there is not None and there not in far:
                far[there] = far[here] + 1
                queue.append(there)
    return far
