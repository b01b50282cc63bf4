"""Spice Road drawn in a terminal."""

from __future__ import annotations

from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from century.drawing.console import card, cards, cubes, heading
from century.games.spice_road.cards import CARAVAN_LIMIT

GOLD, SILVER = "bold #b8860b", "bold #7d8790"


def table(view: dict[str, Any], names: list[str]) -> RenderableType:
    """Draw both rows and every seat."""
    return Group(
        heading(view, names),
        Text(f"Point cards · {view['point_deck']} in the deck", "italic"),
        _point_row(view),
        Text(f"Merchant cards · {view['merchant_deck']} in the deck", "italic"),
        _merchant_row(view),
        _seats(view, names),
    )


def _point_row(view: dict[str, Any]) -> Table:
    coins = _coins_over_the_row(view["gold"], view["silver"])
    cells = []
    for number, point_card in enumerate(view["point_row"], start=1):
        cells.append(
            Text.assemble(
                (f"{number}  ", "dim"),
                (f"{point_card['points']} points", "bold"),
                "\n   ",
                cubes(point_card["cost"]),
                "\n   ",
                coins.get(number, Text("")),
            )
        )
    return _row(cells)


def _coins_over_the_row(gold: int, silver: int) -> dict[int, Text]:
    """Place the piles: silver moves over the first card when the gold is gone (SR14)."""
    piles = {1: _coins(gold, 0), 2: _coins(0, silver)} if gold else {1: _coins(0, silver)}
    return {slot: pile for slot, pile in piles.items() if pile}


def _coins(gold: int, silver: int) -> Text:
    coins = [Text(f"● {gold} gold", GOLD)] if gold else []
    coins += [Text(f"○ {silver} silver", SILVER)] if silver else []
    return Text(" ").join(coins)


def _merchant_row(view: dict[str, Any]) -> Table:
    cells = []
    for number, slot in enumerate(view["merchant_row"], start=1):
        lying = Text.assemble("\n  +", cubes(slot["cubes"])) if slot["cubes"] else Text("\n")
        cells.append(Text.assemble((f"{number} ", "dim"), card(slot["card"]), lying))
    return _row(cells or [Text("none left", "dim")])


def _row(cells: list[Text]) -> Table:
    row = Table(show_header=False, box=box.ROUNDED, padding=(0, 1))
    row.add_row(*cells)
    return row


def _seats(view: dict[str, Any], names: list[str]) -> Table:
    seats = Table(box=box.SIMPLE_HEAD, padding=(0, 1))
    seats.add_column("")
    seats.add_column("caravan")
    seats.add_column("claimed")
    seats.add_column("hand and played cards", overflow="fold")
    for seat, shown in enumerate(view["seats"]):
        deciding = seat == view["seat"] and not view["over"]
        name = Text(("▶ " if deciding else "  ") + names[seat], "bold" if deciding else "")
        held = Text.assemble(cubes(shown["cubes"]), f" {len(shown['cubes'])}/{CARAVAN_LIMIT}")
        played = cards(shown["played"]) if shown["played"] else Text("none")
        laid_out = Text.assemble(cards(shown["hand"]), "\n", ("played: ", "dim"), played)
        seats.add_row(name, held, _claimed(view, seat), laid_out)
    return seats


def _claimed(view: dict[str, Any], seat: int) -> Text:
    shown = view["seats"][seat]
    cards_and_points = str(shown["claimed"])
    if shown["points"] is not None:
        cards_and_points += f" = {shown['points']} points"
    parts = [Text(cards_and_points), _coins(shown["gold"], shown["silver"])]
    if view["scores"]:
        parts.append(Text(f"total {view['scores'][seat]}", "bold"))
    return Text("\n").join(part for part in parts if part)


def hint(view: dict[str, Any], token: str) -> Text:
    """Say what a legal action means on this table."""
    verb, _, rest = token.partition(" ")
    if verb == "claim":
        return _claim_hint(view, int(rest))
    if verb == "acquire":
        return _acquire_hint(view, int(rest))
    if verb == "rest":
        return Text("take back ").append_text(cards(view["seats"][view["seat"]]["played"]))
    if verb == "pay":
        slot = view["acting"]["acquire"] - view["acting"]["left"]
        return (
            cubes(rest).append(" onto ").append_text(card(view["merchant_row"][slot - 1]["card"]))
        )
    if verb in ("discard", "upgrade"):
        return cubes(rest)
    return Text("")


def _claim_hint(view: dict[str, Any], number: int) -> Text:
    point_card = view["point_row"][number - 1]
    hint = Text(f"{point_card['points']} points for ").append_text(cubes(point_card["cost"]))
    coins = _coins_over_the_row(view["gold"], view["silver"])
    if number in coins:
        hint.append(" and a gold coin" if number == 1 and view["gold"] else " and a silver coin")
    return hint


def _acquire_hint(view: dict[str, Any], number: int) -> Text:
    slot = view["merchant_row"][number - 1]
    hint = card(slot["card"])
    if slot["cubes"]:
        hint.append(" with ").append_text(cubes(slot["cubes"]))
    if number == 1:
        return hint.append(" free")
    return hint.append(f" for {number - 1} cube{'s' if number > 2 else ''}")
