"""The digest of a whole state."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from century.core.engine import record_dtype
from century.core.kernel import kernel
from century.core.reading import Layout
from century.core.state_digest import digest_state

LAYOUT = Layout(
    [("rounds", "u2"), ("seat", "u1"), ("balance", "i2", (3,)), ("board", "u1", (2, 2))]
)


@kernel
def compiled_digest(s: Any) -> Any:
    return digest_state(s)


def state() -> Any:
    s = np.zeros(1, record_dtype(LAYOUT))[0]
    s.seat, s.balance[1], s.board[1, 0] = 1, -2, 5
    return s


@pytest.fixture(params=[digest_state, compiled_digest], ids=["plain", "compiled"])
def digest(request: pytest.FixtureRequest) -> Any:
    return np.errstate(over="ignore")(request.param)


def test_every_field_but_the_rounds_counts(digest: Any) -> None:
    digests = {int(digest(state()))}
    for change in ("s.seat = 2", "s.balance[2] = 1", "s.board[0, 1] = 1", "s.board[1, 1] = 5"):
        s = state()
        exec(change, {"s": s})
        digests.add(int(digest(s)))
    assert len(digests) == 5
    later = state()
    later.rounds = 9
    assert digest(later) == digest(state())


def test_compiled_code_gives_the_same_digest() -> None:
    with np.errstate(over="ignore"):
        assert compiled_digest(state()) == digest_state(state())
