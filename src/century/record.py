"""Game records: a game as text, which `century replay` shows.

    [Game "spice-road"]
    [Rules "1"]
    [Players "2"]
    [Seed "7"]
    [Seat0 "Ada"]
    [Seat1 "random"]
    [Result "*"]

    1. acquire 2, pay Y | play YY
    2. play up2, upgrade Y, done | ...

docs/notation.md defines the format.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from century.errors import BadPlayers, BadRecord, BadSeed, CenturyError
from century.position import Game, Position, game, games, read_position

__all__ = ["Record", "Turn", "read_end", "read_record", "split_records"]

UNFINISHED = "*"


class Turn(NamedTuple):
    """The decisions of one turn."""

    round: int
    seat: int
    tokens: tuple[str, ...]

    def __str__(self) -> str:
        return ", ".join(self.tokens)


@dataclass(frozen=True)
class Record:
    """A game from its first position to the latest decision."""

    start: Position
    tokens: tuple[str, ...] = ()
    names: tuple[str, ...] = ()  # by seat; empty if there are none
    seed: int | None = None  # of the deal; None if the start is another position
    tags: tuple[tuple[str, str], ...] = ()  # other tags, which are kept unchanged

    def __post_init__(self) -> None:
        if self.names and len(self.names) != self.start.players:
            raise BadPlayers(f"{len(self.names)} names for {self.start.players} players")

    def positions(self) -> Iterator[Position]:
        """Yield the start and the position after each decision."""
        position = self.start
        yield position
        for token in self.tokens:
            position = position.act(token)
            yield position

    @property
    def end(self) -> Position:
        """The position after the last decision."""
        *_, last = self.positions()
        return last

    def turns(self) -> list[Turn]:
        """Return the turns of the game."""
        decisions = zip(self.positions(), self.tokens, strict=False)
        return [
            Turn(number, seat, tuple(token for _, token in group))
            for (number, seat), group in groupby(decisions, key=lambda pair: pair[0].turn)
        ]

    def name(self, seat: int) -> str:
        """Return the name of a seat, or its number if it has none."""
        return self.names[seat] if self.names else f"seat {seat}"

    def to_text(self) -> str:
        """Return the record as text, which `read_record` reads."""
        return self.write(self.turns(), self.end)

    def write(self, turns: Iterable[Turn], end: Position) -> str:
        """Return the text for known turns and a known last position.

        A program that has just played the game has both, and need not replay it.
        """
        tags = [f'[{key} "{_escape(value)}"]' for key, value in self._all_tags(end)]
        rounds = [
            f"{number}. " + " | ".join(map(str, same_round))
            for number, same_round in groupby(turns, key=lambda turn: turn.round)
        ]
        if rounds and self.seed is None and self.start.seat > 0:
            rounds[0] = rounds[0].replace(". ", ". ... ", 1)  # the start is within a round
        return "\n".join([*tags, "", *rounds]) + "\n"

    def _all_tags(self, end: Position) -> list[tuple[str, str]]:
        start = self.start
        options = {} if self.seed is None else start.options
        origin = ("Position", start.to_text()) if self.seed is None else ("Seed", str(self.seed))
        return [
            ("Game", start.game.name),
            ("Rules", str(start.game.rules_version)),
            ("Players", str(start.players)),
            origin,
            *((key.capitalize(), value) for key, value in options.items()),
            *((f"Seat{seat}", name) for seat, name in enumerate(self.names)),
            *self.tags,
            ("Result", result(end)),
        ]


def result(position: Position) -> str:
    """Return the value of the tag Result: the scores, or UNFINISHED."""
    return "-".join(map(str, position.scores())) if position.over else UNFINISHED


_ESCAPES = {"\\": "\\", '"': '"', "\n": "n", "\r": "r"}  # the backslash must be first


def _escape(value: str) -> str:
    for character, letter in _ESCAPES.items():
        value = value.replace(character, "\\" + letter)
    return value


def _unescape(value: str) -> str:
    unescaped = {letter: character for character, letter in _ESCAPES.items()}
    return re.sub(r"\\(.)", lambda match: unescaped.get(match[1], match[1]), value)


# Reading

_TAG = re.compile(r'\[(?P<key>\w+) "(?P<value>(?:[^"\\]|\\.)*)"\]\s*$')
_STANDARD_TAGS = re.compile(r"Game|Rules|Players|Seed|Position|Seat\d+|Result")
_SYNTAX = re.compile(
    r"""(?P<space>\s+|\{[^}]*\}|\.\.\.)
      | (?P<round>[0-9]{1,9})\.(?=\s|$)
      | (?P<next>[|])
      | (?P<more>,)
      | (?P<token>[^\s,|{}]+(?:[ \t]+(?!\d+\.(?:\s|$))[^\s,|{}]+)?)
    """,
    re.VERBOSE,
)


def split_records(text: str) -> list[str]:
    """Return the records in a text that contains one after the other; each has its own tags."""
    parts = re.split(r"(?m)^(?=\[Game \")", text)
    # What stands before the first tag Game belongs to that record.
    first, *others = parts if parts[0].strip() else parts[1:] or parts
    if others and not re.search(r'(?m)^\[Game "', first):
        first, *others = first + others[0], *others[1:]
    return [first, *others]


def read_record(text: str) -> Record:
    """Read a record and replay it, or raise BadRecord with the line and column of the fault."""
    tags, body_line, body = _read_tags(text)
    start, seed = _read_start(tags)
    names = _read_names(tags, start.players)
    tokens, end = _read_decisions(body, body_line, start)
    if "Result" in tags:
        line, given = tags["Result"]
        if given != result(end):
            raise BadRecord(line, 1, f"the result is {result(end)!r}, not {given!r}")
    options = {tag for _, tag in _option_tags(start.game)}
    others = tuple(
        (key, value)
        for key, (_, value) in tags.items()
        if key not in options and not _STANDARD_TAGS.fullmatch(key)
    )
    return Record(start, tokens, names, seed, others)


def read_end(text: str) -> Position:
    """Read a position text, or the last position of a record."""
    if text.lstrip().startswith("["):
        return read_record(text).end
    if text.strip().partition("/")[0] not in games():
        fault = "this is neither a record, which starts with tags, nor a position text"
        raise BadRecord(1, 1, f"{fault}, which starts with the name of a game")
    return read_position(text)


_Tags = dict[str, tuple[int, str]]  # by key: the line and the value


def _read_tags(text: str) -> tuple[_Tags, int, str]:
    """Return the tags of a record, the number of the line after them, and the rest of the text."""
    tags: _Tags = {}
    lines = re.findall(r"[^\n]*\n|[^\n]+", text)
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        if not line.startswith("["):
            return tags, number, "".join(lines[number - 1 :])
        match = _TAG.match(line)
        if match is None:
            raise BadRecord(number, 1, 'a tag is written [Key "value"]')
        key = match["key"]
        if key in tags:
            raise BadRecord(number, 2, f"the tag {key} is given twice")
        tags[key] = (number, _unescape(match["value"]))
    return tags, len(lines) + 1, ""


def _read_start(tags: _Tags) -> tuple[Position, int | None]:
    chosen = _read_game(tags)
    if ("Seed" in tags) == ("Position" in tags):
        raise BadRecord(1, 1, "a record has either a Seed or a Position tag")
    if "Seed" in tags:
        return _read_deal(tags, chosen)
    line, value = tags["Position"]
    try:
        start = chosen.read(value)
    except CenturyError as error:
        raise BadRecord(line, 1, str(error)) from error
    if "Players" in tags and _number(tags, "Players") != start.players:
        raise BadRecord(tags["Players"][0], 1, f"the position has {start.players} players")
    return start, None


def _read_deal(tags: _Tags, chosen: Game) -> tuple[Position, int]:
    players, seed = _number(tags, "Players"), _number(tags, "Seed")
    try:
        options = {key: tags[tag][1] for key, tag in _option_tags(chosen) if tag in tags}
        return chosen.start(players=players, seed=seed, **options), seed
    except CenturyError as error:
        raise BadRecord(tags[_tag_at_fault(error, chosen, tags)][0], 1, str(error)) from error


def _tag_at_fault(error: CenturyError, chosen: Game, tags: _Tags) -> str:
    """Return the tag that caused an error of `Game.start`."""
    by_error = {BadPlayers: "Players", BadSeed: "Seed"}
    options = (tag for _, tag in _option_tags(chosen) if tag in tags)
    return by_error.get(type(error)) or next(options, "Seed")


def _option_tags(chosen: Game) -> list[tuple[str, str]]:
    return [(option, option.capitalize()) for option in chosen.options]


def _read_game(tags: _Tags) -> Game:
    if "Game" not in tags:
        raise BadRecord(1, 1, "the tag Game is missing")
    line, name = tags["Game"]
    try:
        chosen = game(name)
    except CenturyError as error:
        raise BadRecord(line, 1, str(error)) from error
    if "Rules" in tags and _number(tags, "Rules") != chosen.rules_version:
        known = chosen.rules_version
        raise BadRecord(tags["Rules"][0], 1, f"only version {known} of the rules is supported")
    return chosen


def _number(tags: _Tags, key: str) -> int:
    if key not in tags:
        raise BadRecord(1, 1, f"the tag {key} is missing")
    line, value = tags[key]
    if not (value.isascii() and value.isdecimal()) or len(value) > 20:
        raise BadRecord(line, 1, f"{key} is a whole number, not {value!r}")
    return int(value)


def _read_names(tags: _Tags, players: int) -> tuple[str, ...]:
    seats = [key for key in tags if re.fullmatch(r"Seat\d+", key)]
    expected = [f"Seat{seat}" for seat in range(players)]
    if not seats:
        return ()
    for key in seats:
        if key not in expected:
            raise BadRecord(tags[key][0], 2, f"{key} does not exist with {players} players")
    for key in expected:
        if key not in tags:
            raise BadRecord(1, 1, f"the tag {key} is missing")
    return tuple(tags[key][1] for key in expected)


def _read_decisions(body: str, line: int, position: Position) -> tuple[tuple[str, ...], Position]:
    """Replay the body of a record, and check that turns and rounds are written correctly."""
    tokens: list[str] = []
    last: tuple[int, int] | None = None  # the turn of the previous decision; None at a new turn
    comma = False  # whether a comma followed the previous decision
    offset = 0
    while offset < len(body):
        match = _SYNTAX.match(body, offset)
        place = _Place(body, line, offset)
        if match is None:
            raise place.fault(f"unexpected {body[offset]!r}")
        offset = match.end()
        if match["round"] or match["next"]:
            if last == position.turn and not position.over:
                raise place.fault(f"the turn of seat {position.seat} is not over")
            if match["round"] and int(match["round"]) != position.turn[0]:
                raise place.fault(f"this is round {position.turn[0]}")
            last = None
        elif match["more"]:
            comma = True
        elif match["token"]:
            if last is not None and last != position.turn:
                raise place.fault(
                    "the turn is over; write | or a round number before this decision"
                )
            if last is not None and not comma:
                raise place.fault("a comma is missing before this decision")
            last, comma = position.turn, False
            token = " ".join(match["token"].split())
            position = _act(position, token, place)
            tokens.append(token)
    return tuple(tokens), position


def _act(position: Position, token: str, place: _Place) -> Position:
    try:
        return position.act(token)
    except CenturyError as error:
        raise place.fault(str(error)) from error


class _Place(NamedTuple):
    """A character in the body of a record, for error messages."""

    body: str
    first_line: int
    offset: int

    def fault(self, message: str) -> BadRecord:
        before = self.body[: self.offset]
        line = self.first_line + before.count("\n")
        return BadRecord(line, self.offset - (before.rfind("\n") + 1) + 1, message)
