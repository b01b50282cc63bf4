"""The choices that the page offers for legal decisions, and the previews that it needs for them.

The page (`page/table/turn-bar.js`) offers some decisions together, by entries of a game's script:

* `autoToken` ends a part of the turn and is chosen together with what follows. The server says in
  each state and preview what can follow.
* `repeat` is an action that can be repeated. The page offers each number of repetitions, and asks
  for a preview of each.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from century.server.web.page import page_folder

__all__ = ["PageChoices", "page_choices"]

Tokens = list[str]
# Yields decisions to preview after the staged ones; receives what is legal after them.
Offer = Generator[Tokens, Sequence[str], list[Tokens]]


@dataclass(frozen=True)
class PageChoices:
    """What a game's script says about decisions that are offered together."""

    auto: str | None = None
    again: str | None = None
    stop: str | None = None
    bar_verbs: frozenset[str] = frozenset()  # of the decisions that the bar offers

    def offer(self, legal: Sequence[str], ahead: Mapping[str, Sequence[str]]) -> Offer:
        """Return the choices, each of one or more decisions."""
        repeatable = self.again in legal and self.stop in legal
        together = {self.auto, *((self.again, self.stop) if repeatable else ())}
        choices = [[token] for token in legal if token not in together]
        if repeatable:
            choices += yield from self._repetitions(legal)
        if self.auto is not None and self.auto in legal:
            choices += self._after_auto(self.auto, ahead[self.auto])
        return choices

    def _repetitions(self, legal: Sequence[str]) -> Offer:
        """Return the ways to stop now, after one repetition, after two and so on."""
        assert self.again is not None
        assert self.stop is not None
        choices, more = [], list[str]()
        while True:
            choices.append([*more, self.stop] if self.stop in legal else more)
            if self.again not in legal:
                return choices
            more = [*more, self.again]
            legal = yield more

    def _after_auto(self, auto: str, legal: Sequence[str]) -> list[Tokens]:
        """Return the choices that begin with the decision that is made together with the next."""
        following = [token for token in legal if token.split(" ")[0] in self.bar_verbs]
        return [[auto, token] for token in following] or [[auto]]


@cache
def page_choices(game: str) -> PageChoices:
    """Read the entries of a game's script."""
    folder = page_folder(game) if game else None
    script = "" if folder is None else (folder / "game.js").read_text(encoding="utf-8")
    auto = re.search(r'^ *autoToken: "(.+?)"', script, re.MULTILINE)
    repeat = re.search(r'^ *repeat: \{ again: "(.+?)", stop: "(.+?)"', script, re.MULTILINE)
    verbs = re.search(r"^ *barVerbs: \[(.+?)\]", script, re.MULTILINE)
    return PageChoices(
        None if auto is None else auto[1],
        None if repeat is None else repeat[1],
        None if repeat is None else repeat[2],
        frozenset() if verbs is None else frozenset(re.findall(r'"(.+?)"', verbs[1])),
    )
