"""The pieces of an observation of Eastern Wonders, computed from a view."""

from __future__ import annotations

from tests.env.by_view import View, counts, rotated


def expected(view: View, seat: int) -> View:
    acting, cells, names = view["acting"] or {}, list(view["map"].values()), list(view["map"])
    players, spare = view["players"], 28 - len(view["map"])
    numbers = [(seat + i) % players for i in range(players)]
    seats = rotated(view, seat)
    lines = [2 * cell["r"] + cell["q"] for cell in cells]
    types = ("ginger", "chili", "tea", "cloves")
    kinds = ("move", "harvest", "upgrade", "cargo", "points")

    def market(cell: View) -> list[int]:
        if cell["kind"] != "market":
            return [0] * 12
        price, _, gain = cell["trade"].partition(">")
        return [*(int(t == cell["type"]) for t in types), *counts(price), *counts(gain)]

    def port(cell: View) -> list[int]:
        if cell["kind"] != "port" or cell["tile"] is None:
            return [int(cell["kind"] == "port"), 0, 0, 0, 0, 0]
        return [0, cell["tile"]["points"], *counts(cell["tile"]["cost"])]

    stacks = {k: len(v) if isinstance(v, list) else v for k, v in view["bonus_stacks"].items()}
    left = min(cell["q"] for cell in cells)
    return {
        "steps": [acting.get("steps", 0), acting.get("free", 0)],
        "left": acting["left"] if view["phase"] in ("price", "upgrade") else 0,
        "came_from": [int(acting.get("left") == n) for n in names] + [0] * spare,
        "start_sets": [int(s in view["start_sets"]) for s in ("YYYY", "RR", "YYR", "YG")],
        "vp_pile": view["vp_pile"],
        "bonus_stacks": [stacks[kind] for kind in kinds],
        "places": [[c["q"] - left, line - min(lines)] for c, line in zip(cells, lines, strict=True)]
        + [[0, 0]] * spare,
        "markets": [market(c) for c in cells] + [[0] * 12] * spare,
        "ports": [port(c) for c in cells] + [[0] * 6] * spare,
        "lying": [counts(c["cubes"]) for c in cells] + [[0] * 4] * spare,
        "toll_due": [int(n in acting.get("to", [])) for n in numbers],
        "point_tiles": [sum(shown["point_tiles"]) for shown in seats],
        "built": [[shown["outposts"][t] for t in types] for shown in seats],
        "bonus": [[shown["bonus"][k] for k in kinds] for shown in seats],
        "boat": [[int(shown["boat"] == n) for n in names] + [0] * spare for shown in seats],
        "outposts": [
            [int(n in c.get("outposts", [])) for c in cells] + [0] * spare for n in numbers
        ],
    }
