"""Spice Road drawn in a terminal."""

from __future__ import annotations

from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from century.drawing.console import card, cards, cubes, heading

COINS = ("gold", "silver")
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
    cells = []
    for number, point_card in enumerate(view["point_row"], start=1):
        cells.append(
            Text.assemble(
                (f"{number}  ", "dim"),
                (f"{point_card['points']} points", "bold"),
                "\n   ",
                cubes(point_card["cost"]),
                "\n   ",
                _coins_over(point_card),
            )
        )
    return _row(cells)


def _coins_over(point_card: dict[str, Any]) -> Text:
    gold, silver = (point_card["coins"] * (point_card["coin"] == kind) for kind in COINS)
    return _coins(gold, silver)


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
        held = Text.assemble(cubes(shown["cubes"]), f" {len(shown['cubes'])}/{shown['limit']}")
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
        onto = view["merchant_row"][view["acting"]["next"] - 1]["card"]
        return cubes(rest).append(" onto ").append_text(card(onto))
    if verb in ("discard", "upgrade"):
        return cubes(rest)
    return Text("")


def _claim_hint(view: dict[str, Any], number: int) -> Text:
    point_card = view["point_row"][number - 1]
    hint = Text(f"{point_card['points']} points for ").append_text(cubes(point_card["cost"]))
    if point_card["coin"]:
        hint.append(f" and a {point_card['coin']} coin")
    return hint


def _acquire_hint(view: dict[str, Any], number: int) -> Text:
    slot = view["merchant_row"][number - 1]
    hint = card(slot["card"])
    if slot["cubes"]:
        hint.append(" with ").append_text(cubes(slot["cubes"]))
    price = slot["price"]
    return hint.append(f" for {price} cube{'s' if price > 1 else ''}" if price else " free")
