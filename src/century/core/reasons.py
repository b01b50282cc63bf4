"""Reasons why an action is not legal, which can be worded in any language."""

from __future__ import annotations

from century.core.cubes import missing
from century.core.words import Fact, Words

__all__ = ["Reason", "needs"]


class Reason:
    """A reason: its name in the game's words, its rule, and the facts for its sentence."""

    __slots__ = ("facts", "name", "rule")

    def __init__(self, name: str, rule: str, **facts: Fact) -> None:
        self.name = name
        self.rule = rule
        self.facts = facts

    def reason(self, words: Words) -> str:
        """Return the reason in the notation, without a full stop."""
        return words.reason(self.name, self.facts)

    def in_words(self, words: Words) -> str:
        """Return the reason in the notation, with the id of the rule."""
        return words.common.because.format(reason=self.reason(words), rule=self.rule)

    def on_the_page(self, words: Words) -> str:
        """Return the reason as a sentence for the page, which names spices and buttons."""
        reason = words.reason(self.name, self.facts, named=True)
        return words.common.sentence.format(reason=reason[0].upper() + reason[1:], rule=self.rule)


def needs(price: str, cubes: str, rule: str) -> Reason:
    """Return the reason that cubes of a price are missing."""
    short = missing(cubes, price)
    return Reason("needs", rule, missing=short, count=sum(short.values()))
