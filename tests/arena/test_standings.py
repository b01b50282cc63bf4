"""The standings: sums by entrant and by seat, and their order."""

from __future__ import annotations

from century.arena import Result, Standings
from century.arena.match import Times


def result(number: int, seats: str, ranking: tuple[int, ...]) -> Result:
    """Return a made-up result of entrants with names of one letter."""
    zeros = (0,) * len(seats)
    return Result(
        number=number,
        deal=number,
        line_up=0,
        rotation=0,
        seed=number,
        seats=tuple(seats),
        points=zeros,
        ranking=ranking,
        rounds=1,
        turns=zeros,
        end="over",
        fault=None,
        times=Times(zeros, zeros),
    )


def standings(*results: Result) -> Standings:
    counted = Standings("cba")
    for one in results:
        counted.add(one)
    return counted


def test_entrants_with_equal_win_rates_are_ordered_by_rating() -> None:
    games = [result(number, "cba", (2, 1, 0)) for number in range(5)]  # a wins, b is second
    lines = standings(*games).lines()
    assert [line.share.mean for line in lines] == [1.0, 0.0, 0.0]
    assert [line.name for line in lines] == ["a", "b", "c"]


def test_wins_are_counted_by_seat() -> None:
    counted = standings(
        result(0, "cba", (0, 1, 2)),
        result(1, "cba", (1, 0, 2)),
        result(2, "bca", (1, 0, 2)),
        result(3, "aac", (1, 0, 2)),
    )
    line = {line.name: line for line in counted.lines()}
    assert [line["c"].seat_rate(seat) for seat in range(3)] == [0.5, 1.0, 0.0]
    assert [line["b"].seat_rate(seat) for seat in range(3)] == [0.0, 0.5, None]
    assert [line["a"].seat_rate(seat) for seat in range(3)] == [0.0, 1.0, 0.0]
    assert line["a"].share.games == 5
