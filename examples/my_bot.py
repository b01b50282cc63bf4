"""A bot to start your own from: it looks a few decisions ahead and prefers what leads to points.

    century check-bot examples/my_bot.py
    century play --bot examples/my_bot.py

Ideas for improvements: look at what the other players are about to claim; plan the next turns too;
value merchant cards that fit together; use the budget of seconds, which this bot does not need.
"""

from collections import Counter, deque

LOOK_AHEAD = 3  # decisions, but not beyond the end of the own turn
VALUE = {"Y": 1, "R": 2, "G": 3, "B": 4}  # of a cube: one more than the upgrades it takes


class MyBot:
    """Aims at the most valuable card or tile that it can nearly pay for, in both games."""

    def choose(self, position, seat, budget):
        """Return the legal action after which the position looks best: a number or a token."""
        return max(position.legal(), key=lambda token: self.value(position, token, seat))

    def value(self, position, token, seat, depth=LOOK_AHEAD):
        """Return the value of a decision: that of the best position it can lead to in this turn."""
        after = position.act(token)
        if depth == 1 or after.over or after.turn != position.turn:
            return evaluate(after, seat)
        return max(self.value(after, reply, seat, depth - 1) for reply in after.legal())


def evaluate(position, seat):
    """Return how good a position is for a seat: its points, and what it can nearly pay for."""
    view = position.view(seat)
    mine = view["seats"][seat]
    points = position.scores()[seat]
    if position.over:
        return points + (100 if position.winner == seat else -100)
    if "point_row" in view:
        return points + spice_road(view, mine)
    return points + eastern_wonders(view, mine)


def progress(cost, cubes):
    """Return how much of a cost the cubes cover, from 0 to 1, by the value of the cubes."""
    missing = Counter(cost) - Counter(cubes)
    return 1 - sum(VALUE[c] * n for c, n in missing.items()) / sum(VALUE[c] for c in cost)


def spice_road(view, mine):
    """Rate a caravan by the cards that it nearly pays for, and a hand by its size."""
    cards = view["point_row"]
    best = max(card["points"] * progress(card["cost"], mine["cubes"]) ** 2 for card in cards)
    in_hand, played = min(len(mine["hand"]), 8), len(mine["played"])
    return 0.5 * best + 1.5 * in_hand + 1.2 * played


def eastern_wonders(view, mine):
    """Rate a hold by the tiles that it nearly pays for, and the boat by the way to their ports."""
    if mine["boat"] is None:
        return 0
    steps = distances(view["map"], mine["boat"])
    ports = [(name, cell["tile"]) for name, cell in view["map"].items() if cell.get("tile")]
    best = max(
        tile["points"] * progress(tile["cost"], mine["cubes"]) ** 2 * 0.95 ** steps[name]
        for name, tile in ports
    )
    return 0.5 * best + 2 * sum(mine["outposts"].values()) + 0.1 * mine["cubes"].count("Y")


def distances(cells, start):
    """Return the number of steps from a cell to every other."""
    neighbours = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]
    name_at = {(cell["q"], cell["r"]): name for name, cell in cells.items()}
    steps, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for dq, dr in neighbours:
            there = name_at.get((cells[here]["q"] + dq, cells[here]["r"] + dr))
            if there is not None and there not in steps:
                steps[there] = steps[here] + 1
                queue.append(there)
    return steps
