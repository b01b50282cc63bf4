"""Checks of refused actions that hold for any game."""

from __future__ import annotations

import re

import pytest

import century
from century import Position
from century.errors import CenturyError, IllegalMove, UnknownToken

SENTENCE = re.compile(r"[^.\n()]+ \((?P<rule>[A-Z]{2}\d+)\)")


def rule_of(sentence: str | None) -> str:
    """Return the rule named by a reason, which must be one sentence without a full stop."""
    assert sentence is not None
    match = SENTENCE.fullmatch(sentence)
    assert match, sentence
    return match["rule"]


def check_unknown(pos: Position, token: str) -> None:
    """Check that a token that does not exist is unknown, not illegal."""
    for ask in (pos.act, pos.why):
        with pytest.raises(UnknownToken) as caught:
            ask(token)
        assert (caught.value.code, caught.value.token) == ("unknown-token", token)
        assert repr(token) in str(caught.value)


def check_unchanged_by_refusals(pos: Position) -> None:
    """Try all illegal tokens, and check that the position does not change."""
    before, text, legal = hash(pos), pos.to_text(), pos.legal()
    for token in (*pos.tokens, "nonsense"):
        if token not in legal:
            with pytest.raises(CenturyError):
                pos.act(token)
    assert (hash(pos), pos.to_text(), pos.legal()) == (before, text, legal)


def check_every_token_is_legal_or_explained(pos: Position) -> None:
    """Check that each token is legal, or that `why` and `act` give the same reason and rule."""
    legal = pos.legal()
    for token in pos.tokens:
        reason = pos.why(token)
        if token in legal:
            assert reason is None
            continue
        with pytest.raises(IllegalMove) as caught:
            pos.act(token)
        assert f"{caught.value.reason} ({caught.value.rule})" == reason
        assert rule_of(reason) in century.game(pos.game.name).words().rules
