"""The pieces of the reference engine of Eastern Wonders: cubes, players, cells, laying a map."""

from collections.abc import Mapping

from .eastern_wonders_data import MARKET_TILES

VpTile = tuple[str, int]

COLOURS = "YRGB"
START_SETS = ("YYYY", "RR", "YYR", "YG")  # EW7
BONUS_KINDS = ("move", "harvest", "upgrade", "cargo", "points")  # EW14
BONUS_POINTS = {"harvest": 1, "upgrade": 2}  # EW14, a points tile carries its own value
COLUMN_POINTS = (0, 1, 2, 2, 3)  # EW12
CLAIMS_TO_END = 4  # EW21
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))  # EW2


def put(hold: str, cubes: str) -> str:
    """Return the hold with the cubes added, sorted by value."""
    return "".join(sorted(hold + cubes, key=COLOURS.index))


def has(hold: str, cubes: str) -> bool:
    """Tell whether all the cubes are in the hold."""
    return all(hold.count(colour) >= cubes.count(colour) for colour in COLOURS)


def take(hold: str, cubes: str) -> str:
    """Return the hold without the cubes, all of which must be there."""
    if not has(hold, cubes):
        raise AssertionError(f"{cubes} is not in {hold}")
    for cube in cubes:
        hold = hold.replace(cube, "", 1)
    return hold


def each(verb: str, hold: str) -> list[str]:
    """Return the verb with every colour that is in the hold."""
    return [f"{verb} {colour}" for colour in COLOURS if colour in hold]


class Player:
    """What lies in front of one player (EW6)."""

    def __init__(self) -> None:
        self.cubes = ""
        self.boat: Cell | None = None
        self.outposts = dict.fromkeys(MARKET_TILES, 0)
        self.bonus = dict.fromkeys(BONUS_KINDS, 0)
        self.point_tiles: list[int] = []
        self.tiles: list[VpTile] = []

    @property
    def capacity(self) -> int:
        """How many cubes fit at the end of the turn (EW19)."""
        return 10 + 3 * self.bonus["cargo"]

    @property
    def free_steps(self) -> int:
        """How many steps of a turn cost nothing (EW8, EW14)."""
        return 1 + self.bonus["move"]

    @property
    def can_raise(self) -> bool:
        """Tell whether a cube is held that is not brown."""
        return any(cube != "B" for cube in self.cubes)

    @property
    def uncovered(self) -> int:
        """The points uncovered on the board (EW12)."""
        return sum(sum(COLUMN_POINTS[:built]) for built in self.outposts.values())

    @property
    def columns_emptied(self) -> int:
        """How many columns of the board are empty: outposts leave from the left (EW12, EW13)."""
        return min(self.outposts.values())

    def claimed_points(self) -> int:
        """Return the points on the victory point tiles."""
        return sum(points for _, points in self.tiles)

    def score(self) -> int:
        """Return the points as of now (EW22)."""
        bonus = sum(points * self.bonus[kind] for kind, points in BONUS_POINTS.items())
        valuable = sum(1 for cube in self.cubes if cube != "Y")
        tiles = self.claimed_points() + bonus + sum(self.point_tiles)
        return tiles + self.uncovered + valuable


class Cell:
    """One tile of the map with what lies on it."""

    def __init__(self, name: str, kind: str, q: int, r: int) -> None:
        self.name = name
        self.kind = kind
        self.q = q
        self.r = r
        self.cubes = ""
        self.neighbours: list[Cell] = []
        self.type = ""
        self.trade = ""
        self.outposts: set[int] = set()
        self.tile: VpTile | None = None  # on a port, None is the closed-port tile

    @property
    def price(self) -> str:
        """What is over the arrow (EW15)."""
        return self.trade.partition(">")[0]

    @property
    def goods(self) -> str:
        """What is under the arrow (EW15)."""
        return self.trade.partition(">")[2]


def lay_map(cells: Mapping[str, tuple[str, int, int]]) -> dict[str, Cell]:
    """Build the cells and join the adjacent ones, or raise ValueError (EW3)."""
    laid = {name: Cell(name, kind, q, r) for name, (kind, q, r) in cells.items()}
    kinds = [cell.kind for cell in laid.values()]
    if not set(kinds) <= {"market", "port", "sea"}:
        raise ValueError("a cell is a market, a port or sea")
    if kinds.count("market") != 20 or kinds.count("port") != 4 or kinds.count("sea") > 4:
        raise ValueError("a map has 20 markets, 4 ports and at most 4 sea tiles")
    at = {(cell.q, cell.r): cell for cell in laid.values()}
    if len(at) != len(laid):
        raise ValueError("two cells lie in the same place")
    for cell in laid.values():
        places = {(cell.q + dq, cell.r + dr) for dq, dr in STEPS}
        cell.neighbours = [other for other in laid.values() if (other.q, other.r) in places]
    found = [next(iter(laid.values()))]
    for cell in found:
        found.extend(other for other in cell.neighbours if other not in found)
    if len(found) != len(laid):
        raise ValueError("the map is not connected")
    return laid


def lay_markets(cells: Mapping[str, Cell], markets: Mapping[str, tuple[str, str]]) -> None:
    """Put the market tiles on their cells, or raise ValueError (EW1)."""
    if set(markets) != {name for name, cell in cells.items() if cell.kind == "market"}:
        raise ValueError("the market tiles do not match the market cells")
    used: list[tuple[str, str]] = []
    for name, (kind, trade) in markets.items():
        if trade not in MARKET_TILES.get(kind, ()) or (kind, trade) in used:
            raise ValueError(f"no market tile {kind} {trade} is left")
        used.append((kind, trade))
        cells[name].type = kind
        cells[name].trade = trade
    if any([kind for kind, _ in used].count(kind) != 5 for kind in MARKET_TILES):
        raise ValueError("five market tiles of each type are in the game")
