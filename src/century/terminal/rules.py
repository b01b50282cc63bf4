"""`century rules`: print the rules in the terminal."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from century.core.words import Words
from century.errors import UnknownRule

RULING = "⚖"  # marks a ruling of this project in the text of a rule


def print_rules(console: Console, words: Words, query: str | None) -> None:
    """Print all rules, the rule with an id, or the rules that mention a word."""
    if query and (query.upper() in words.rules or query[-1].isdecimal()):
        console.print(_table({query.upper(): words.rule(query.upper())}))
        return
    word = (query or "").lower()
    sections = [
        (title, {key: text for key, text in rules.items() if word in text.lower()})
        for title, rules in words.sections
    ]
    if not any(rules for _, rules in sections):
        raise UnknownRule(f"no rule mentions {query!r}")
    for title, rules in sections:
        if rules:
            console.print(Text(f"\n{title}", "bold"), _table(rules))
    if any(RULING in text for _, rules in sections for text in rules.values()):
        console.print(f"\n{words.common.rulings}", markup=False)


def _table(rules: dict[str, str]) -> Table:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")  # Japanese has no spaces to break lines at
    for key, text in rules.items():
        grid.add_row(Text(key, "bold cyan"), Text(text))
    return grid
