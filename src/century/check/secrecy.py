"""Secrecy: nothing that a seat receives depends on what the seat cannot know.

What a seat cannot know is dealt again with `Position.redeal`. The seat's view, its observation,
its legal actions and the log must then be the same as before.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import numpy as np

from century.check.fields import differing_fields
from century.check.positions import text_faults
from century.check.report import Absent, Fault
from century.check.subject import Subject
from century.env.encoding import encoding
from century.position import Position

__all__ = ["check_secrecy"]

SEEDS = (11, 12)


def check_secrecy(subject: Subject) -> Iterator[Fault]:
    """Deal again what each seat cannot know, and compare everything that the seat receives."""
    hides = changes = False
    there = find_spec(f"{subject.package}.observation") is not None
    observes = there and "observation" not in subject.broken_modules
    for moment in subject.sample:
        pos = moment.position
        for seat in range(pos.players):
            others = [pos.redeal(seat, seed) for seed in SEEDS]
            changes |= any(other != pos for other in others)
            if pos.redeal(seat, SEEDS[0]) != others[0]:
                yield moment.fault("redeal gives different results for the same seed")
            if others[1].redeal(seat, SEEDS[0]) != others[0]:
                yield moment.fault("redeal depends on how the cards lay before: sort them first")
            for other in others:
                faults = list(_leaks(pos, other, seat))
                if observes and not faults:
                    faults = list(_observation_leaks(pos, other, seat))
                yield from map(moment.fault, faults)
                yield from (moment.fault(f"after redeal, {text}") for text in text_faults(other))
        hides |= pos.face_down > 1
    if hides and not changes:
        yield Fault("redeal never changes anything, although face_down counts hidden cards")
    if not hides and not changes:
        raise Absent("nothing is hidden in this game")


def _leaks(pos: Position, other: Position, seat: int) -> Iterator[str]:
    if pos.over and (other.view(seat), other.view(None)) != (pos.view(seat), pos.view(None)):
        fields = _differing(pos, other, seat) or _differing(pos, other, None)
        yield f"at the end of the game, redeal changes what the final view shows: {fields}"
        return
    if other.view(seat) != pos.view(seat):
        yield f"view shows a seat what it cannot know: {_differing(pos, other, seat)}"
    if other.view(None) != pos.view(None):
        yield f"view shows a spectator what is hidden: {_differing(pos, other, None)}"
    if other.face_down != pos.face_down:
        yield "face_down depends on hidden cards"
    if other.scores()[seat] != pos.scores()[seat]:
        yield "a seat's score depends on what the seat cannot know"
    if (other.seat, other.turn, other.phase) != (pos.seat, pos.turn, pos.phase):
        yield "redeal changes more than hidden cards"
        return
    if seat != pos.seat:
        return
    if other.legal() != pos.legal():
        yield "the legal actions depend on what the seat cannot know"
        return
    if _reasons(other) != _reasons(pos):
        yield "why tells what the seat cannot know"
    for token in pos.legal():
        yield from _leaks_of_action(pos, other, seat, token)


def _leaks_of_action(pos: Position, other: Position, seat: int, token: str) -> Iterator[str]:
    if other.log_details(token) != pos.log_details(token):
        yield f"the log details of {token!r} tell what is hidden"
    after, others_after = pos.act(token), other.act(token)
    before = pos.view(seat)
    views = [one.hide_new(one.view(seat), before) for one in (after, others_after)]
    if views[0] != views[1]:
        fields = differing_fields(*views)
        yield f"hide_new leaves visible what {token!r} reveals: {fields}"
    reveals = after.face_down < pos.face_down
    if not reveals and after.view(seat) != others_after.view(seat):
        yield f"{token!r} reveals something, but does not lower face_down"


def _differing(pos: Position, other: Position, seat: int | None) -> str:
    return differing_fields(pos.view(seat), other.view(seat))


def _reasons(pos: Position) -> list[tuple[str, str, dict[str, Any]]]:
    """Return why actions are not legal. The words may be faulty, so this does not use them."""
    illegal = set(range(len(pos.game.actions))) - set(pos.actions())
    whys = (pos.game.spec.why(pos.reading, action) for action in sorted(illegal))
    return [(why.name, why.rule, why.facts) for why in whys]


def _observation_leaks(pos: Position, other: Position, seat: int) -> Iterator[str]:
    encoded = encoding(pos.game, pos.players)
    ours, theirs = (encoded.named(encoded.of(one, seat)) for one in (pos, other))
    for name, numbers in ours.items():
        if not np.array_equal(numbers, theirs[name]):
            yield f"the observation tells what the seat cannot know: {name}"
