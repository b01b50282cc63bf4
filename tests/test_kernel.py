"""Properties of states and kernels that no rule test covers."""

from __future__ import annotations

import numpy as np
import pytest

import century
from century.core.engine import playouts
from century.core.kernel import COMPILED, copy_state, nth_bit


@pytest.mark.parametrize("name", century.games())
def test_a_reading_equals_the_numpy_record_field_by_field(name: str) -> None:
    position = century.game(name).start(players=2, seed=5)
    for step in range(60):
        state = position.state
        reading = position.reading._asdict()
        assert list(reading)[: len(state.dtype.names)] == list(state.dtype.names)
        for field in state.dtype.names:
            assert np.array_equal(np.asarray(reading[field]), np.asarray(state[field])), field
        if position.over:
            break
        legal = position.actions()
        position = position.apply(legal[step % len(legal)])


@pytest.mark.parametrize("name", century.games())
def test_the_declared_offsets_of_fields_equal_numpys(name: str) -> None:
    layout, dtype = century.game(name).spec.state, century.game(name).state
    assert layout.size == dtype.itemsize
    assert layout.offsets == {field: dtype.fields[field][1] for field in dtype.names}


@pytest.mark.parametrize("name", century.games())
def test_position_kernels_hold_the_gil_and_long_loops_release_it(name: str) -> None:
    for position_kernel in century.game(name).backend.kernels:
        assert not compiled_with(position_kernel).get("nogil")
    assert compiled_with(playouts).get("nogil", not COMPILED)


def compiled_with(kernel: object) -> dict[str, object]:
    return getattr(kernel, "targetoptions", {})


def test_the_nth_bit_of_every_mask_is_found() -> None:
    rng = np.random.default_rng(1)
    masks = rng.integers(2**64, size=200, dtype=np.uint64) & rng.integers(
        2**64, size=200, dtype=np.uint64
    )
    for mask in (np.uint64(1), np.uint64(2**63), np.uint64(2**64 - 1), *masks):
        members = [bit for bit in range(64) if int(mask) >> bit & 1]
        assert [int(nth_bit(mask, n)) for n in range(len(members))] == members


@pytest.mark.parametrize("name", century.games())
def test_a_copied_state_is_equal_and_independent(name: str) -> None:
    game = century.game(name)
    position = game.start(players=3, seed=4)
    later = position.act(position.legal()[0])
    states = game.scratch(3)
    copy_state(states[1], position.state)
    assert states[1].tobytes() == position.state.tobytes()
    copy_state(states[0], states[1])
    copy_state(states[1], later.state)
    assert states[0].tobytes() == position.state.tobytes()
    assert states[1].tobytes() == later.state.tobytes()
    assert not any(states[2].tobytes())
