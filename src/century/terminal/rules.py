"""Reading the rules in a terminal."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from century.core.words import Words
from century.errors import UnknownRule


def print_rules(console: Console, words: Words, wanted: str | None) -> None:
    """Print all rules, the one of an id, or those that mention a word."""
    if wanted and (wanted.upper() in words.rules or wanted[-1].isdecimal()):
        console.print(_listed({wanted.upper(): words.rule(wanted.upper())}))
        return
    word = (wanted or "").lower()
    found = [
        (title, {key: text for key, text in rules.items() if word in text.lower()})
        for title, rules in words.sections
    ]
    if not any(rules for _, rules in found):
        raise UnknownRule(f"no rule mentions {wanted!r}")
    for title, rules in found:
        if rules:
            console.print(Text(f"\n{title}", "bold"), _listed(rules))
    console.print(f"\n{words.common.rulings}", markup=False)


def _listed(rules: dict[str, str]) -> Table:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")  # Japanese has no spaces to break lines at
    for key, text in rules.items():
        grid.add_row(Text(key, "bold cyan"), Text(text))
    return grid
