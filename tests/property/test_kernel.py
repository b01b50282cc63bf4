"""The random generator, bit masks, and the names of kernels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from itertools import permutations
from pkgutil import walk_packages

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba.core.dispatcher import Dispatcher

import century
from century.core.cubes import narrow, wide
from century.core.cubes.lanes import Arithmetic
from century.core.engine import PositionKernels
from century.core.kernel import (
    bit,
    bit_count,
    draw,
    generator,
    kernel,
    lowest_bit,
    nth_bit,
    shuffle,
    sort,
)
from century.errors import MissingExtra
from century.position import MAX_SEED

masks = st.integers(1, MAX_SEED)
seeds = st.integers(0, MAX_SEED)


@kernel
def counted(mask: np.uint64) -> np.uint64:
    return bit_count(mask)


@kernel
def lowest(mask: np.uint64) -> np.uint64:
    return lowest_bit(mask)


# Randomness


@pytest.mark.parametrize(
    ("sides", "limit"),
    [(2, 15.1), (3, 18.4), (6, 25.7), (10, 33.7), (36, 76.4), (43, 86.4)],
)
@pytest.mark.parametrize("seed", [0, 1, 2**63, MAX_SEED])
def test_all_numbers_are_drawn_equally_often(sides: int, limit: float, seed: int) -> None:
    # The limits of chi-square are for a probability of one in ten thousand.
    rng = generator(seed)
    expected = 2000
    drawn = Counter(int(draw(rng, sides)) for _ in range(expected * sides))
    assert set(drawn) == set(range(sides))
    assert sum((count - expected) ** 2 / expected for count in drawn.values()) < limit


def test_consecutive_seeds_draw_independently() -> None:
    first = [int(draw(generator(seed), 6)) for seed in range(72_000)]
    pairs = Counter(zip(first[::2], first[1::2], strict=True))
    assert len(pairs) == 36
    assert sum((count - 1000) ** 2 / 1000 for count in pairs.values()) < 76.4


def test_a_shuffle_gives_all_orders_equally_often() -> None:
    rng = generator(3)
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(24_000):
        cards = np.arange(4, dtype=np.uint8)
        shuffle(cards, rng)
        orders[tuple(cards.tolist())] += 1
    assert set(orders) == set(permutations(range(4)))
    assert sum((count - 1000) ** 2 / 1000 for count in orders.values()) < 58.7


@given(st.lists(st.integers(0, 255), max_size=60), seeds)
def test_a_shuffle_keeps_the_cards(cards: list[int], seed: int) -> None:
    shuffled = np.array(cards, dtype=np.uint8)
    shuffle(shuffled, generator(seed))
    assert sorted(shuffled.tolist()) == sorted(cards)


@given(st.lists(st.integers(0, 63), unique=True))
def test_different_cards_are_sorted(cards: list[int]) -> None:
    in_order = np.array(cards, dtype=np.uint8)
    sort(in_order)
    assert in_order.tolist() == sorted(cards)


@given(seeds, st.integers(1, 2**32 - 1))
def test_a_draw_is_below_its_limit_and_fixed_by_the_seed(seed: int, limit: int) -> None:
    rng, again = generator(seed), generator(seed)
    numbers = [int(draw(rng, limit)) for _ in range(20)]
    assert all(0 <= number < limit for number in numbers)
    assert numbers == [int(draw(again, limit)) for _ in range(20)]


def test_the_generator_is_splitmix64() -> None:
    # The published first outputs for seed 1234567; a draw scales the upper half.
    published = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    rng = generator(1234567)
    halves = [int(draw(rng, 2**32 - 1)) for _ in published]
    assert halves == [(word >> 32) * (2**32 - 1) >> 32 for word in published]


# Bit masks


@given(masks)
def test_bits_of_masks_are_counted_and_listed(mask: int) -> None:
    members = [number for number in range(64) if mask >> number & 1]
    word = np.uint64(mask)
    assert counted(word) == bit_count(word) == len(members)
    assert lowest(word) == lowest_bit(word) == members[0]
    assert [int(nth_bit(word, n)) for n in range(len(members))] == members


def test_masks_of_one_bit() -> None:
    assert [int(bit(number)) for number in range(64)] == [1 << number for number in range(64)]
    assert counted(np.uint64(0)) == bit_count(np.uint64(0)) == 0


# Names: compiled code on disk is linked by name


def qualified(function: Callable[..., object]) -> str:
    return f"{function.__module__}.{function.__qualname__}"


def kernels() -> Iterator[Callable[..., object]]:
    """Yield all kernels of the modules and games of the package."""
    for module in walk_packages(century.__path__, "century."):
        if module.name.endswith("__main__"):
            continue
        with suppress(MissingExtra):
            held = vars(import_module(module.name)).values()
            yield from (thing for thing in held if isinstance(thing, Dispatcher))
    for name in century.games():
        yield from century.game(name).backend.kernels


@pytest.mark.parametrize("operation", Arithmetic._fields)
def test_arithmetic_of_both_widths_has_different_names(operation: str) -> None:
    assert qualified(getattr(narrow, operation)) != qualified(getattr(wide, operation))


@pytest.mark.parametrize("field", PositionKernels._fields)
def test_position_kernels_of_all_games_have_different_names(field: str) -> None:
    made = [getattr(century.game(name).backend.kernels, field) for name in century.games()]
    names = [qualified(function) for function in made]
    assert len(set(names)) == len(names)


def test_no_two_kernels_have_the_same_name() -> None:
    found = {id(function): qualified(function) for function in kernels()}
    assert len(found) > 100
    assert [name for name, count in Counter(found.values()).items() if count > 1] == []


def test_a_narrow_lane_counts_up_to_255_cubes_and_compares_up_to_127() -> None:
    for count in (0, 1, 127, 128, 255):
        packed = np.uint32(narrow.pack("R" * count))
        assert narrow.count_of(packed, 1) == count
        assert narrow.spell(int(packed)) == "R" * count
        if count <= 127:
            assert narrow.covers(np.uint32(narrow.pack("R" * 127)), packed)
            assert narrow.covers(packed, np.uint32(narrow.pack("R" * count)))
