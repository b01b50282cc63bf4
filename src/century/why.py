"""Why an action is not legal: a reason that can be said in any language."""

from __future__ import annotations

from century.cubes import missing
from century.words import Fact, Words

__all__ = ["Why", "needs"]


class Why:
    """A reason by its name in the game's words, with its rule and what its sentence mentions."""

    __slots__ = ("facts", "name", "rule")

    def __init__(self, name: str, rule: str, **facts: Fact) -> None:
        self.name = name
        self.rule = rule
        self.facts = facts

    def reason(self, words: Words) -> str:
        """Say it in one sentence without a full stop."""
        return words.reason(self.name, self.facts)

    def in_words(self, words: Words) -> str:
        """Say it in one sentence with the id of the rule."""
        return words.shared.because.format(reason=self.reason(words), rule=self.rule)


def needs(price: str, cubes: str, rule: str) -> Why:
    """Say which cubes of a price are missing."""
    short = missing(cubes, price)
    return Why("needs", rule, missing=short, count=sum(short.values()))
