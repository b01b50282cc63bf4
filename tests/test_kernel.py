"""What kernels are made with, where no rule tests it."""

from __future__ import annotations

import numpy as np
import pytest

import century
from century.core.engine import playouts
from century.core.kernel import COMPILED, plain


@pytest.mark.parametrize("name", century.games())
def test_a_record_is_read_all_at_once_as_numpy_reads_it_field_by_field(name: str) -> None:
    position = century.game(name).start(players=3, seed=5)
    for step in range(60):
        state = position.state
        read = plain(state)._asdict()
        assert list(read) == list(state.dtype.names)
        for field, value in read.items():
            assert np.array_equal(np.asarray(value), np.asarray(state[field])), field
        legal = position.actions()
        position = position.apply(legal[step % len(legal)])


@pytest.mark.parametrize("name", century.games())
def test_single_decisions_do_not_let_go_of_pythons_lock_as_long_work_does(name: str) -> None:
    for entrance in century.game(name).position_kernels:
        assert not compiled_with(entrance).get("nogil")
    assert compiled_with(playouts).get("nogil", not COMPILED)


def compiled_with(kernel: object) -> dict[str, object]:
    return getattr(kernel, "targetoptions", {})
