"""Why an action is not legal: a reason that can be given in any language."""

from __future__ import annotations

from century.core.cubes import missing
from century.core.words import Fact, Words

__all__ = ["Reason", "needs"]


class Reason:
    """A reason by its name in the game's words, with its rule and what its sentence mentions."""

    __slots__ = ("facts", "name", "rule")

    def __init__(self, name: str, rule: str, **facts: Fact) -> None:
        self.name = name
        self.rule = rule
        self.facts = facts

    def reason(self, words: Words) -> str:
        """Say it in the notation, in one sentence without a full stop."""
        return words.reason(self.name, self.facts)

    def in_words(self, words: Words) -> str:
        """Say it in the notation, in one sentence with the id of the rule."""
        return words.common.because.format(reason=self.reason(words), rule=self.rule)

    def on_the_page(self, words: Words) -> str:
        """Say it to somebody at the page: spices and buttons by their names, and a full stop."""
        reason = words.reason(self.name, self.facts, named=True)
        return words.common.sentence.format(reason=reason[0].upper() + reason[1:], rule=self.rule)


def needs(price: str, cubes: str, rule: str) -> Reason:
    """Say which cubes of a price are missing."""
    short = missing(cubes, price)
    return Reason("needs", rule, missing=short, count=sum(short.values()))
