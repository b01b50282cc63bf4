"""Checks of what programs use: observations, chance, heuristics and the levels of play."""

from __future__ import annotations

import math
from collections.abc import Iterator
from importlib.resources import files
from random import Random
from types import ModuleType
from typing import Any

from century.bots import PLANNED_LEVELS, bot
from century.bots.levels import levels_of
from century.bots.weights import (
    features,
    fitted_weights,
    lacking_search_fields,
    read_settings,
)
from century.check.parts import KERNELS
from century.check.report import Absent, Fault
from century.check.subject import Moment, Subject
from century.core import heuristics
from century.core.engine import legal, score
from century.core.observation import MAX_VALUE, Piece
from century.core.optional_module import optional_module
from century.env.encoding import encoding
from century.position import Game, Position

__all__ = ["check_chance", "check_heuristics", "check_levels", "check_observations"]


def check_observations(subject: Subject) -> Iterator[Fault]:
    """Check the sizes of observations, and that no number is larger than its piece allows."""
    module = subject.module("observation", "there is no observation.py: no learning environments")
    game = subject.game
    for players in game.players:
        yield from _piece_faults(module.pieces(players), players)
    for moment in subject.sample:
        pos = moment.position
        encoded = encoding(game, pos.players)
        for seat in range(pos.players):
            numbers = encoded.of(pos, seat)
            for name, values in encoded.named(numbers).items():
                most = next(piece.most for piece in encoded.pieces if piece.name == name)
                if values.size and values.max() > most:
                    yield moment.fault(f"{name} is larger than {most}", str(values.max()))


def _piece_faults(pieces: Any, players: int) -> Iterator[Fault]:
    where = f"{players} players"
    if not isinstance(pieces, tuple) or not all(isinstance(piece, Piece) for piece in pieces):
        yield Fault("pieces(players) returns a tuple of Piece", where)
        return
    names = [piece.name for piece in pieces]
    if len(set(names)) < len(names):
        yield Fault("two pieces of an observation have the same name", where)
    for piece in pieces:
        if not 1 <= piece.most <= MAX_VALUE or piece.size < 1:
            yield Fault(
                f"{piece.name}: most is from 1 to {MAX_VALUE}, and a piece is not empty", where
            )


# Chance


def check_chance(subject: Subject) -> Iterator[Fault]:
    """Play games in which chance reveals cards, and check what it may decide."""
    chance = subject.module("chance", "there is no chance.py: no game in OpenSpiel")
    game = subject.game
    if not isinstance(chance.OUTCOMES, int) or chance.OUTCOMES < 1:
        yield Fault(f"OUTCOMES is a whole number from 1, not {chance.OUTCOMES!r}")
        return
    names = [chance.name(outcome) for outcome in range(chance.OUTCOMES)]
    if len(set(names)) < len(names) or not all(isinstance(name, str) for name in names):
        yield Fault("the names of the outcomes are different strings")
    for moment in subject.sample:
        yield from _private_faults(moment)
    for players in game.players:
        yield from _play_with_chance(game, chance, players)


def _play_with_chance(game: Game, chance: ModuleType, players: int) -> Iterator[Fault]:
    rng, where, decisions = Random(players), f"{players} players", 0
    state = game.start(players, 0).state
    chance.hide_all(state)
    if not chance.outcomes(state):
        yield Fault("hide_all leaves nothing for chance to decide", where)
        return
    while decisions < 2000:
        open_outcomes = chance.outcomes(state)
        if open_outcomes:
            faults = [Fault(text, where) for text in _outcome_faults(chance, open_outcomes, state)]
            yield from faults
            if faults:
                return
            numbers = [number for number, _ in open_outcomes]
            if not _shows_outcomes(game, chance, state, numbers):
                yield Fault("chance decides something that a spectator's view hides", where)
                return
            chance.reveal(state, rng.choice(open_outcomes)[0])
            continue
        position = game.position(state)
        if position.over:
            return
        if not position.actions():
            yield Fault("chance leads to a state in which nobody can act", where)
            return
        state = position.apply(rng.choice(position.actions())).state
        decisions += 1


def _private_faults(moment: Moment) -> Iterator[Fault]:
    """Check that all seats know the same: OpenSpiel's chance nodes are open to everybody."""
    pos = moment.position
    first, *others = (pos.redeal(seat, 1) for seat in range(pos.players))
    if any(other != first for other in others):
        yield moment.fault(
            "redeal depends on the seat, so some seats know more than others. In OpenSpiel all "
            "seats must know the same: leave chance.py out"
        )


def _shows_outcomes(game: Game, chance: ModuleType, state: Any, numbers: list[int]) -> bool:
    """Tell whether a view shows what chance decides here, if nothing else is open after that."""
    views = []
    for number in numbers:
        revealed = state.copy()
        chance.reveal(revealed, number)
        if chance.outcomes(revealed):
            return True  # more is to be revealed before anybody sees the position
        views.append(game.position(revealed).view(None))
    return len(views) < 2 or any(view != views[0] for view in views)


def _outcome_faults(chance: ModuleType, outcomes: list[Any], state: Any) -> Iterator[str]:
    numbers = [number for number, _ in outcomes]
    if len(set(numbers)) < len(numbers):
        yield "an outcome is listed twice"
    if not all(0 <= number < chance.OUTCOMES for number in numbers):
        yield f"an outcome is not a number below {chance.OUTCOMES}"
    if not math.isclose(sum(odds for _, odds in outcomes), 1, abs_tol=1e-9):
        yield f"the probabilities add up to {sum(odds for _, odds in outcomes):.6g}"
    if not all(0 < odds <= 1 for _, odds in outcomes):
        yield "a probability is not above 0 and at most 1"
    for number in (numbers[0], numbers[-1]):
        revealed = state.copy()
        chance.reveal(revealed, number)
        if revealed.tobytes() == state.tobytes():
            yield f"revealing {chance.name(number)!r} changes nothing"


# Heuristics


def check_heuristics(subject: Subject) -> Iterator[Fault]:
    """Check what bots that search ask the game."""
    game = _searchable(subject)
    module = optional_module(game.package, "heuristics")
    missing = [name for name in KERNELS["heuristics"] if not hasattr(module, name)]
    if module is None:
        subject.defaults.append("there is no heuristics.py: plans are compared by their points")
    elif missing:
        subject.defaults.append(f"heuristics.py has no {', '.join(missing)}")
    yield from _weight_faults(subject, game)
    known = fitted_weights(game)
    for moment in subject.sample:
        yield from map(moment.fault, _heuristic_faults(moment.position, known))


def _searchable(subject: Subject) -> Game:
    """Return the game, or raise Absent if bots that search cannot play it."""
    subject.optional_module("heuristics")
    if lacking := lacking_search_fields(subject.game.spec):
        names = " and ".join(lacking)
        raise Absent(f"the state has no {names}: only the bot `random` can play (--bot random)")
    return subject.game


def _weight_faults(subject: Subject, game: Game) -> Iterator[Fault]:
    names = features(game)
    if len(set(names)) < len(names):
        yield Fault("a name is twice in FEATURES")
    if not files(game.package).joinpath("weights.toml").is_file():
        subject.defaults.append("there is no weights.toml")
    weights = read_settings(game, "weights.toml").get("weights", {})
    for feature in sorted(set(weights) ^ set(names)):
        lacking = "weights.toml" if feature in names else "FEATURES"
        yield Fault(f"{lacking} has no {feature!r}")


def _heuristic_faults(pos: Position, known: Any) -> Iterator[str]:
    state = pos.state
    first, options = (int(part) for part in legal(state))
    chosen_first, chosen = (int(part) for part in heuristics.candidates(state))
    if chosen << chosen_first & ~(options << first):
        yield "candidates returns actions that are not legal"
    if options and not chosen:
        yield "candidates returns no action, although there are legal ones"
    to_go = int(heuristics.claims_to_go(state))
    entries = len(known.rounds_left)
    if not 0 <= to_go < entries:
        yield f"claims_to_go is {to_go}; `left` in weights.toml has {entries} entries"
        return
    for seat in range(pos.players):
        yield from _evaluation_faults(state, seat, known)
        if pos.over:
            continue
        begun = pos.state
        heuristics.start_turn(begun, seat)
        if begun.seat != seat or not legal(begun)[1]:
            yield "start_turn does not let the seat decide"
        if heuristics.plan_key(state, seat) != heuristics.plan_key(pos.state, seat):
            yield "plan_key gives different results for the same state"
    hidden = pos.state
    heuristics.hide_unseen(hidden)
    if any(score(hidden, seat) != score(state, seat) for seat in range(pos.players)):
        yield "hide_unseen changes scores"
    if tuple(legal(hidden)) != tuple(legal(state)):
        yield "hide_unseen changes what is legal"


def _evaluation_faults(state: Any, seat: int, known: Any) -> Iterator[str]:
    left = float(known.rounds_left[-1])
    none, once, twice = (
        float(heuristics.evaluate(state, seat, left, known.weights * factor))
        for factor in (0, 1, 2)
    )
    if not all(map(math.isfinite, (none, once, twice))):
        yield "evaluate is not a finite number"
    elif not math.isclose(twice - none, 2 * (once - none), rel_tol=1e-6, abs_tol=1e-6):
        yield "evaluate is not linear in the weights"


def check_levels(subject: Subject) -> Iterator[Fault]:
    """Let every level of play decide in a few positions."""
    game = _searchable(subject)
    if not files(game.package).joinpath("levels.toml").is_file():
        subject.defaults.append("there is no levels.toml")
    found = read_settings(game, "levels.toml")
    missing = [level for level in PLANNED_LEVELS if level not in found]
    yield from (Fault(f"levels.toml has no {level!r}") for level in missing)
    open_moments = [moment for moment in subject.sample if not moment.position.over]
    for level in levels_of(game):
        for moment in open_moments[:: max(1, len(open_moments) // 3)][:3]:
            yield from _level_faults(level, moment)


def _level_faults(level: str, moment: Moment) -> Iterator[Fault]:
    pos = moment.position
    choice = bot(level, 0).choose(pos, pos.seat, 0.05)
    if choice not in pos.actions():
        yield moment.fault(f"the level {level!r} chooses {choice}, which is not legal")
