"""What kernels are made with, where no rule tests it."""

from __future__ import annotations

import numpy as np
import pytest

import century
from century.kernel import plain


@pytest.mark.parametrize("name", century.games())
def test_a_record_is_read_all_at_once_as_numpy_reads_it_field_by_field(name: str) -> None:
    position = century.game(name).start(players=3, seed=5)
    for step in range(60):
        state = position.state
        read = vars(plain(state))
        assert list(read) == list(state.dtype.names)
        for field, value in read.items():
            assert np.array_equal(np.asarray(value), np.asarray(state[field])), field
        legal = position.actions()
        position = position.apply(legal[step % len(legal)])
