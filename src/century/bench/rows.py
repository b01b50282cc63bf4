"""The lines of the bench's table."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from typing import NamedTuple

from century.bench.peers import Peer, Rate

ROUNDS = 5  # ours and the peer's are measured in turn, so that a noisy machine is noisy for both


class Row(NamedTuple):
    """A line of the table."""

    what: str
    figure: str
    peer: str = ""
    ratio: str = ""
    wanted: str = ""
    reached: bool | None = None


Measure = Callable[[float], list[Row]]


def rate(a_second: float, of: str = "") -> str:
    """Write a rate for people: 38.6 M/s."""
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if a_second >= size:
            return f"{a_second / size:.3g} {letter}{of and ' ' + of}/s"
    return f"{a_second:.0f} {of}/s"


def against(what: str, ours: Rate, peer: Peer, wanted: float, seconds: float) -> Row:
    """Measure ours and a peer's decisions a second in turn; the ratio is the median of rounds."""
    if not peer.installed:
        return Row(what, rate(ours(seconds)), f"{peer.name}: not installed")
    pairs = [(ours(seconds / ROUNDS), peer.rate(seconds / ROUNDS)) for _ in range(ROUNDS)]
    ratio = median(mine / other for mine, other in pairs)
    mine, other = (median(column) for column in zip(*pairs, strict=True))
    return Row(
        what,
        rate(mine),
        f"{peer.name} {rate(other)}",
        f"{ratio:.1f} ×",
        f"{wanted:g} ×",
        ratio >= wanted,
    )


def alone(what: str, ours: Rate, wanted: float | None, seconds: float) -> Row:
    """Measure ours for itself; the figure is the best of the rounds."""
    best = max(ours(seconds / ROUNDS) for _ in range(ROUNDS))
    if wanted is None:
        return Row(what, rate(best))
    return Row(what, rate(best), wanted=rate(wanted), reached=best >= wanted)
