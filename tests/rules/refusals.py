"""What every refusal has to keep to, whatever the game."""

from __future__ import annotations

import pytest

from century import Position
from century.errors import CenturyError, UnknownToken


def check_unknown(pos: Position, token: str) -> None:
    """Check that a token which does not exist is called unknown, not illegal."""
    for ask in (pos.act, pos.why):
        with pytest.raises(UnknownToken) as caught:
            ask(token)
        assert (caught.value.code, caught.value.token) == ("unknown-token", token)
        assert repr(token) in str(caught.value)


def check_unchanged_by_refusals(pos: Position) -> None:
    """Try everything that is not legal, and check that the position is as before."""
    before, text, legal = hash(pos), pos.to_text(), pos.legal()
    for token in (*pos.tokens, "nonsense"):
        if token not in legal:
            with pytest.raises(CenturyError):
                pos.act(token)
    assert (hash(pos), pos.to_text(), pos.legal()) == (before, text, legal)
