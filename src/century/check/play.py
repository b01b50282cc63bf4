"""Random games under invariants: what must hold in every position of every game."""

from __future__ import annotations

from collections.abc import Generator as Generator_
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from century.check.report import Fault
from century.check.subject import Moment, Played, Subject
from century.core.engine import MAX_OPTIONS, playout
from century.core.engine import legal as legal_mask
from century.core.kernel import Generator, draw, generator
from century.games import describe
from century.position import Game, Position

__all__ = ["check_kernels", "check_layout", "check_play"]

SEEDS = (1, 2)
CLOSELY = 500  # decisions at the beginning and at the end of a game that are checked one by one
UNDEFINED = "does a kernel read past the end of an array, or a variable that it did not set?"
MOST_DECISIONS = 10_000_000  # of a random game
MOST_TOKENS = 5  # named in a note
SAMPLE = 10  # positions of a game that are looked at more closely, besides those of new phases


def check_kernels(subject: Subject) -> Iterator[Fault]:
    """Call every kernel of the rules once, so that a fault is reported with the kernel's name."""
    faults = list(_kernel_faults(subject.game))
    subject.playable = not faults
    yield from map(Fault, faults)


def _kernel_faults(game: Game) -> Iterator[str]:
    name = "rules"
    try:
        rules = import_module(f"{game.package}.rules")
        state = game.backend.record(game.backend.load(game.blank({})))
        players, rng = game.players[0], generator(SEEDS[0])
        for name, arguments in {"deal": (players, rng), "redeal": (0, rng), "score": (0,)}.items():
            getattr(rules, name)(state, *arguments)
        name = "legal"
        found = rules.legal(state)
        if not isinstance(found, tuple) or len(found) != 2:
            yield f"rules.legal returns the first action and a mask, not {found!r:.60}"
            return
        first, options = (int(part) for part in found)
        name = "act"
        if options:
            rules.act(state, first + (options & -options).bit_length() - 1)
    except Exception as error:  # the game's own code may raise anything
        what = describe(error)
        yield what if name == "rules" else f"rules.{name} fails: {what}"


def check_layout(subject: Subject) -> Iterator[Fault]:
    """Check that a state's bytes mean the same to Python and to the kernels."""
    game = subject.game
    layout, dtype = game.spec.state, game.state
    if layout.size != dtype.itemsize:
        yield Fault(f"a state has {layout.size} bytes, but {dtype.itemsize} in NumPy")
    for name, offset in layout.offsets.items():
        if dtype.fields[name][1] != offset:
            yield Fault(f"{name} is at byte {offset}, but at {dtype.fields[name][1]} in NumPy")
    start = game.start(game.players[0], SEEDS[0])
    for name in layout.names:
        plain, record = getattr(start.reading, name), start.state[name]
        if _as_lists(plain) != record.tolist():
            yield Fault(f"{name} is read as {plain!r:.60}, but is {record.tolist()!r:.60}")


def _as_lists(value: Any) -> Any:
    return [_as_lists(one) for one in value] if isinstance(value, tuple) else value


def check_play(subject: Subject) -> Iterator[Fault]:
    """Play random games for every number of players and check every position."""
    game = subject.game
    for players in game.players:
        for seed in SEEDS:
            start = game.start(players, seed)
            if game.start(players, seed) != start:
                yield Fault(
                    "the same seed gives different deals", f"{players} players, seed {seed}"
                )
            yield from _play(subject, game, Moment(start, seed, 0))
    never = [token for i, token in enumerate(game.actions) if i not in subject.legal_actions]
    if never and subject.games:
        listed = ", ".join(never[:MOST_TOKENS]) + (" and others" * (len(never) > MOST_TOKENS))
        games = sum(played.seed is not None for played in subject.games)  # the others are parts
        subject.notes.append(f"never legal in {games} games: {listed}")


def _play(subject: Subject, game: Game, start: Moment) -> Iterator[Fault]:
    """Play one whole random game.

    Random games may be very long. The first and the last decisions are checked one by one, and the
    compiled engine makes those in between.
    """
    rng = generator(start.seed)
    moment = yield from _play_closely(subject, game, start, rng)
    if moment is None or moment.position.over:
        return
    state, decisions = moment.position.state, moment.decisions
    while decisions < MOST_DECISIONS:
        before, rng_before = state.copy(), rng.copy()
        made = int(playout(state, rng, CLOSELY))
        if game.position(state).over:
            late = Moment(game.position(before), start.seed, decisions)
            yield from _play_closely(subject, game, late, rng_before)
            return
        if made < CLOSELY:
            yield start.fault(f"nobody can act after {decisions + made} decisions")
            return
        decisions += made
    yield start.fault(f"a random game did not end within {MOST_DECISIONS} decisions")


def _play_closely(
    subject: Subject, game: Game, start: Moment, rng: Generator
) -> Generator_[Fault, None, Moment | None]:
    """Check every position of a part of a game; return the last one, or None after a fault."""
    moment, tokens, visited = start, list[str](), [start]
    while True:
        faults = [moment.fault(text) for text in _position_faults(game, moment.position)]
        subject.legal_actions.update(moment.position.actions())
        yield from faults
        if faults:  # what follows would be faults of the same kind
            return None
        if moment.position.over or len(tokens) == CLOSELY:
            break
        options = moment.position.actions()
        action = options[int(draw(rng, len(options)))]
        after = Moment(moment.position.apply(action), moment.seed, moment.decisions + 1)
        tokens.append(moment.position.tokens[action])
        changes = [moment.fault(text) for text in _change_faults(moment, after, action)]
        yield from changes
        if changes:
            return None
        moment = after
        visited.append(moment)
    seed = None if start.decisions else start.seed
    subject.games.append(Played(start.position, seed, tuple(tokens)))
    subject.moments += _sampled(subject, game, visited)
    return moment


def _position_faults(game: Game, pos: Position) -> Iterator[str]:
    data = bytes(pos)
    seat, phase = data[game.byte_of_seat], data[game.byte_of_phase]
    if seat >= pos.players:
        yield f"seat is {seat}"
    if phase >= len(game.phases):
        yield f"phase is {phase}; there are {len(game.phases)} phases"
        return
    first, options = legal_mask(pos.state)
    numbers = [int(first) + i for i in range(MAX_OPTIONS) if int(options) >> i & 1]
    if pos.actions() != numbers:
        yield f"the legal actions are {pos.actions()}, but the mask says {numbers}"
    if numbers and not 0 <= numbers[0] <= numbers[-1] < len(game.actions):
        yield f"legal actions {numbers[0]} to {numbers[-1]} are not all in the list of actions"
    if pos.over and numbers:
        yield "the game is over, but there are legal actions"
    if not pos.over and not numbers:
        yield f"nobody can act in the phase {pos.phase!r}, but the game is not over"
    if not all(type(points) is int for points in pos.scores()):
        yield f"scores are whole numbers, not {pos.scores()}"


def _change_faults(before: Moment, after: Moment, action: int) -> Iterator[str]:
    old, new = before.position, after.position
    token = old.tokens[action]
    if new == old:
        yield f"the action {token!r} changes nothing"
    if new.turn[0] < old.turn[0]:
        yield f"the action {token!r} lowers the number of rounds"
    if new.players != old.players:
        yield f"the action {token!r} changes the number of players"
    if old.apply(action) != new:
        yield f"the action {token!r} leads to different positions: {UNDEFINED}"


def _sampled(subject: Subject, game: Game, visited: list[Moment]) -> list[Moment]:
    """Choose the start, the end, positions in between, and the first ones of each phase."""
    step = max(1, len(visited) // SAMPLE)
    chosen = {0, len(visited) - 1, *range(0, len(visited), step)}
    known = {_phase(game, moment) for moment in subject.moments}
    for number, moment in enumerate(visited):
        if _phase(game, moment) not in known:
            known.add(_phase(game, moment))
            chosen.add(number)
    return [visited[number] for number in sorted(chosen)]


def _phase(game: Game, moment: Moment) -> int:
    return bytes(moment.position)[game.byte_of_phase]
