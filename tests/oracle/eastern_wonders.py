"""A slow, plain reference engine of Century: Eastern Wonders, written from the numbered rules."""

from collections.abc import Mapping, Sequence

from .eastern_wonders_data import MARKET_TILES, STANDARD_CELLS, VP_TILES
from .eastern_wonders_pieces import (
    BONUS_KINDS,
    CLAIMS_TO_END,
    COLOURS,
    START_SETS,
    Cell,
    Player,
    VpTile,
    each,
    has,
    lay_map,
    lay_markets,
    put,
    take,
)
from .eastern_wonders_reach import Reach, accepts_reach, reach_of

__all__ = [
    "MARKET_TILES",
    "STANDARD_CELLS",
    "VP_TILES",
    "EasternWonders",
    "IllegalToken",
    "accepts_reach",
]


class IllegalToken(ValueError):
    """The token is not one of those that are legal now."""


class EasternWonders:
    """One game from set-up to the end, carried out decision by decision."""

    def __init__(
        self,
        players: int,
        cells: Mapping[str, tuple[str, int, int]],
        markets: Mapping[str, tuple[str, str]],
        vp_tiles: Sequence[tuple[str, int]],
        closed_at: int,
    ) -> None:
        if players not in (2, 3, 4):
            raise ValueError("two to four play")
        if closed_at not in range(6):
            raise ValueError("the closed-port tile is one of the first six of the pile (EW4)")
        tiles: list[VpTile] = [(cost, points) for cost, points in vp_tiles]
        if sorted(tiles) != sorted(VP_TILES):
            raise ValueError("the 26 victory point tiles are needed, each once")
        self.cells = lay_map(cells)
        lay_markets(self.cells, markets)
        self.ports = [cell for cell in self.cells.values() if cell.kind == "port"]
        for port in self.ports:  # EW4
            port.tile = tiles.pop(0)
        self.pile: list[VpTile | None] = [*tiles[:closed_at], None, *tiles[closed_at:]]
        self.stacks = dict.fromkeys(("move", "harvest", "upgrade", "cargo"), 4)  # EW5
        self.point_stack = [6, 5, 4, 3]
        self.start_sets = list(START_SETS)
        self.players = [Player() for _ in range(players)]
        self.seat = players - 1  # EW7
        self.over = False
        self.round = 0
        self.phase = "take"
        self.steps = 0  # taken this turn
        self.left = self.ports[0]  # the cell that the last step left
        self.tolls: list[int] = []  # seats still to be paid
        self.price = 0  # cubes still to be paid for the outpost
        self.upgrades = 0  # still open after this build

    # What is where

    @property
    def player(self) -> Player:
        """The player to decide."""
        return self.players[self.seat]

    @property
    def here(self) -> Cell:
        """The cell of the boat of the player to decide."""
        boat = self.player.boat
        if boat is None:
            raise AssertionError("the boat is not on the map yet")
        return boat

    @property
    def ending(self) -> bool:
        """Tell whether someone has the fourth tile (EW21)."""
        return any(len(player.tiles) >= CLAIMS_TO_END for player in self.players)

    def boats(self, cell: Cell) -> list[int]:
        """Return the seats whose boats are on the cell."""
        return [seat for seat, player in enumerate(self.players) if player.boat is cell]

    def tolls_on(self, cell: Cell) -> list[int]:
        """Return the seats to be paid when movement ends on the cell (EW9)."""
        if cell.kind != "market":
            return []
        return [seat for seat in self.boats(cell) if seat != self.seat]

    def outpost_price(self, cell: Cell) -> int:
        """Return how many cubes an outpost on the cell costs (EW11)."""
        others = len(cell.outposts - {self.seat})
        return 2 * others if len(self.players) == 2 else others

    # What is legal

    def legal(self) -> list[str]:
        """Return the tokens that are legal now."""
        cubes = self.player.cubes
        match self.phase:
            case "take":
                numbers = enumerate(START_SETS, 1)
                return [f"take {number}" for number, cubes in numbers if cubes in self.start_sets]
            case "place":
                return [f"place {c.name}" for c in self.cells.values() if c.kind == "market"]
            case "sail":
                return self.legal_sail()
            case "drop":
                return each("drop", cubes)
            case "toll" | "price":
                return each("pay", cubes)
            case "collect":
                return ["collect", "leave"]
            case "action":
                return self.legal_action()
            case "bonus":
                kinds = [kind for kind in BONUS_KINDS if self.stacks.get(kind, 0)]
                return [f"bonus {kind}" for kind in kinds + ["points"] * bool(self.point_stack)]
            case "upgrade":
                return [*each("upgrade", cubes.replace("B", "")), "done"]
            case "trade":
                return ["trade", "done"]
            case "discard":
                return each("discard", cubes)
        return []

    def legal_sail(self) -> list[str]:
        """Return the steps that can still end legally, and the end of movement."""
        free = self.player.free_steps - self.steps
        cubes = len(self.player.cubes)
        tokens = [f"sail {cell.name}" for cell in self.next_cells(self.here, free, cubes)]
        if self.steps == 0 or len(self.tolls_on(self.here)) <= cubes:  # EW9, EW10
            tokens.append("anchor")
        return tokens

    def next_cells(self, cell: Cell, free: int, cubes: int) -> list[Cell]:
        """Return the cells to which a step is legal with that many free steps and cubes left."""
        if free <= 0 and cubes == 0:  # EW8
            return []
        left = cubes if free > 0 else cubes - 1
        return [other for other in cell.neighbours if self.can_end(other, free - 1, left)]

    def reach(self) -> dict[str, Reach]:
        """Return the cells that the boat can reach in this movement; none unless it sails."""
        if self.phase != "sail":
            return {}
        legal = self.legal()
        first = [cell for cell in self.here.neighbours if f"sail {cell.name}" in legal]
        free = self.player.free_steps - self.steps
        tolls = {name: len(self.tolls_on(cell)) for name, cell in self.cells.items()}
        return reach_of(self.here, first, free, len(self.player.cubes), tolls)

    def can_end(self, cell: Cell, free: int, cubes: int) -> bool:
        """Tell whether movement that came to the cell can end there or further on (EW9)."""
        if len(self.tolls_on(cell)) <= cubes:
            return True
        return bool(self.next_cells(cell, free, cubes))

    def legal_action(self) -> list[str]:
        """Return the actions possible where the boat is."""
        tokens = []
        here, cubes = self.here, self.player.cubes
        if here.kind == "market" and self.seat not in here.outposts:  # EW11
            if self.outpost_price(here) <= len(cubes):
                tokens.append("build")
        elif here.kind == "market" and has(cubes, here.price):  # EW15
            tokens.append("trade")
        if here.tile is not None and has(cubes, here.tile[0]):  # EW16
            tokens.append("claim")
        return [*tokens, "harvest", "pass"]  # EW18

    # What happens

    def act(self, token: str) -> None:
        """Carry out a legal token, or raise IllegalToken and change nothing."""
        if token not in self.legal():
            raise IllegalToken(f"{token!r} is not legal in phase {self.phase}")
        verb, _, what = token.partition(" ")
        if self.phase in ("take", "place"):
            self.act_set_up(verb, what)
        elif self.phase in ("sail", "drop", "toll", "collect"):
            self.act_movement(verb, what)
        else:
            self.act_action(verb, what)

    def act_set_up(self, verb: str, what: str) -> None:
        """Take a starting set or place the boat (EW7)."""
        if verb == "take":
            self.player.cubes = START_SETS[int(what) - 1]
            self.start_sets.remove(self.player.cubes)
            self.phase = "place"
            return
        self.player.boat = self.cells[what]
        if self.seat > 0:
            self.seat -= 1
            self.phase = "take"
        else:
            self.start_sets = []
            self.round = 1
            self.begin_turn(0)

    def act_movement(self, verb: str, what: str) -> None:
        """Carry out one decision of the movement (EW8-EW10)."""
        match verb:
            case "sail":
                self.left = self.here
                self.player.boat = self.cells[what]
                self.steps += 1
                self.phase = "drop" if self.steps > self.player.free_steps else "sail"
            case "drop":
                self.player.cubes = take(self.player.cubes, what)
                self.left.cubes = put(self.left.cubes, what)
                self.phase = "sail"
            case "anchor" if self.steps == 0:  # EW10: neither toll nor taking
                self.phase = "action"
            case "anchor":
                self.tolls = self.tolls_on(self.here)
                self.go_on_landing()
            case "pay":
                self.player.cubes = take(self.player.cubes, what)
                receiver = self.players[self.tolls.pop(0)]
                receiver.cubes = put(receiver.cubes, what)
                self.go_on_landing()
            case "collect":
                self.player.cubes = put(self.player.cubes, self.here.cubes)
                self.here.cubes = ""
                self.phase = "action"
            case "leave":
                self.phase = "action"

    def go_on_landing(self) -> None:
        """Ask for the next toll, then for the cubes on the tile, then for the action."""
        if self.tolls:
            self.phase = "toll"
        elif self.here.cubes:
            self.phase = "collect"
        else:
            self.phase = "action"

    def act_action(self, verb: str, what: str) -> None:
        """Carry out one decision of the action or of the end of the turn."""
        player = self.player
        match verb:
            case "build":
                self.price = self.outpost_price(self.here)
                self.go_on_building()
            case "pay":
                player.cubes = take(player.cubes, what)
                self.price -= 1
                self.go_on_building()
            case "bonus":
                self.take_bonus(what)
                self.go_on_upgrading()
            case "upgrade":
                raised = COLOURS[COLOURS.index(what) + 1]
                player.cubes = put(take(player.cubes, what), raised)
                self.upgrades -= 1
                self.go_on_upgrading()
            case "trade":
                player.cubes = put(take(player.cubes, self.here.price), self.here.goods)
                self.go_on_trading()
            case "done" if self.phase == "upgrade":
                self.go_on_trading()
            case "claim":
                self.claim()
                self.end_turn()
            case "harvest":  # EW18, EW14
                player.cubes = put(player.cubes, "YY" + "R" * player.bonus["harvest"])
                self.end_turn()
            case "discard":
                player.cubes = take(player.cubes, what)
                self.end_turn()
            case _:  # pass, or done with trading
                self.end_turn()

    def go_on_building(self) -> None:
        """Ask for the rest of the price, then place the outpost (EW11-EW13)."""
        if self.price > 0:
            self.phase = "price"
            return
        outposts = self.player.outposts
        full_columns = self.player.columns_emptied
        self.upgrades = self.player.bonus["upgrade"]  # EW14: as held before this build
        outposts[self.here.type] += 1
        self.here.outposts.add(self.seat)
        if self.player.columns_emptied > full_columns:
            self.phase = "bonus"
        else:
            self.go_on_upgrading()

    def take_bonus(self, kind: str) -> None:
        """Take the top tile of a bonus stack (EW13)."""
        self.player.bonus[kind] += 1
        if kind == "points":
            self.player.point_tiles.append(self.point_stack.pop(0))
        else:
            self.stacks[kind] -= 1

    def go_on_upgrading(self) -> None:
        """Ask for an upgrade if one is left and possible (EW14)."""
        if self.upgrades > 0 and self.player.can_raise:
            self.phase = "upgrade"
        else:
            self.go_on_trading()

    def go_on_trading(self) -> None:
        """Ask for a trade if it can be paid (EW15)."""
        if has(self.player.cubes, self.here.price):
            self.phase = "trade"
        else:
            self.end_turn()

    def claim(self) -> None:
        """Pay for the tile of this port, take it and refill (EW16, EW17)."""
        here = self.here
        if here.tile is None:
            raise AssertionError("a closed port")
        self.player.cubes = take(self.player.cubes, here.tile[0])
        self.player.tiles.append(here.tile)
        closed = [port for port in self.ports if port.tile is None]
        here.tile = None
        refilled = closed[0] if closed else here
        refilled.tile = self.pile.pop(0)

    def end_turn(self) -> None:
        """Ask for discards, then go on to the next turn or end the game (EW19, EW21)."""
        if len(self.player.cubes) > self.player.capacity:
            self.phase = "discard"
        elif self.seat < len(self.players) - 1:
            self.begin_turn(self.seat + 1)
        elif self.ending:
            self.over = True
            self.phase = "over"
        else:
            self.round += 1
            self.begin_turn(0)

    def begin_turn(self, seat: int) -> None:
        """Let a seat begin its turn with the movement."""
        self.seat = seat
        self.steps = 0
        self.phase = "sail"

    # The result

    def scores(self) -> list[int]:
        """Return the points of each seat as of now (EW22)."""
        return [player.score() for player in self.players]

    def ranking(self) -> list[int]:
        """Return the seats, best first, of tied ones the later first (EW23)."""
        scores = self.scores()
        return sorted(range(len(scores)), key=lambda seat: (scores[seat], seat), reverse=True)

    @property
    def winner(self) -> int | None:
        """The winning seat, None until the game is over (EW23)."""
        return self.ranking()[0] if self.over else None

    # What is seen

    def view(self, viewer: int | None) -> dict[str, object]:
        """Return what a seat, or a spectator for None, may see (EW24)."""
        if viewer is not None and viewer not in range(len(self.players)):
            raise ValueError(f"no seat {viewer}")
        seats = range(len(self.players))
        reach = self.reach()
        cells = self.cells.items()
        return {
            "game": "eastern-wonders",
            "players": len(self.players),
            "seat": self.seat,
            "round": self.round,
            "phase": self.phase,
            "ending": self.ending,
            "claims_to_end": CLAIMS_TO_END,
            "over": self.over,
            "scores": self.scores() if self.over else None,
            "seats": [self.view_seat(seat, self.over or seat == viewer) for seat in seats],
            "map": {name: self.view_cell(cell, reach.get(name)) for name, cell in cells},
            "vp_pile": len(self.pile),
            "bonus_stacks": {**self.stacks, "points": list(self.point_stack)},
            "start_sets": list(self.start_sets),
        }

    def view_seat(self, seat: int, shown: bool) -> dict[str, object]:
        """Return what is seen of one player, with the tiles claimed if they are shown."""
        player = self.players[seat]
        return {
            "cubes": player.cubes,
            "claimed": len(player.tiles),
            "points": player.claimed_points() if shown else None,
            "open_points": player.score() - player.claimed_points(),
            "tiles": [view_tile(tile) for tile in player.tiles] if shown else None,
            "boat": player.boat.name if player.boat else None,
            "outposts": dict(player.outposts),
            "bonus": dict(player.bonus),
            "point_tiles": list(player.point_tiles),
            "limit": player.capacity,
            "free_steps": player.free_steps,
            "uncovered": player.uncovered,
            "columns_emptied": player.columns_emptied,
        }

    def view_cell(self, cell: Cell, reach: Reach | None) -> dict[str, object]:
        """Return what is seen of one cell of the map; toll and price are of the seat to decide."""
        seen: dict[str, object] = {
            "kind": cell.kind,
            "q": cell.q,
            "r": cell.r,
            "cubes": cell.cubes,
            "boats": self.boats(cell),
            "toll": self.tolls_on(cell),
            "reach": reach,
        }
        if cell.kind == "market":
            seen["type"] = cell.type
            seen["trade"] = cell.trade
            seen["outposts"] = sorted(cell.outposts)
            seen["price"] = None if self.seat in cell.outposts else self.outpost_price(cell)
        if cell.kind == "port":
            seen["tile"] = view_tile(cell.tile)
        return seen


def view_tile(tile: VpTile | None) -> dict[str, object] | None:
    """Return a victory point tile as it is shown, None for the closed-port tile."""
    return None if tile is None else {"cost": tile[0], "points": tile[1]}
