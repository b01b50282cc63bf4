"""Games and positions: the interface that bots, environments, servers and the terminal use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property
from importlib import import_module
from numbers import Integral
from operator import index
from struct import Struct
from typing import Any

from century.core.plain_text import PlainText
from century.core.reading import Buffer, Reading, reader
from century.core.words import ENGLISH, Words, game_words
from century.errors import (
    BadCount,
    BadOption,
    BadPlayers,
    BadPosition,
    BadSeat,
    BadSeed,
    IllegalMove,
    UnknownToken,
)
from century.games import game_spec, games
from century.games.contract import GameSpec, View

__all__ = ["Game", "Position", "game", "games", "perft", "read_position"]

MAX_SEED = 2**64 - 1
MAX_DEPTH = 100
# The module that runs kernels. `Game.backend` imports it when somebody plays, so that this module
# and those that import it do not depend on NumPy and Numba before.
BACKEND = "century.core.backend"
DRAWING = "century.drawing.position_svg"  # for notebooks: it needs Pillow


@cache
def game(name: str) -> Game:
    """Return a game by its name.

    >>> game("spice-road").players
    range(2, 6)
    """
    return Game(game_spec(name))


def read_position(text: str) -> Position:
    """Read a position of any game from its text, which begins with the game's name.

    >>> start = game("spice-road").start(players=2, seed=7)
    >>> read_position(start.to_text()) == start
    True
    """
    return game(text.strip().partition("/")[0]).read(text.strip())


class Game:
    """One of the games: its names, and how to start it and read its positions."""

    def __init__(self, spec: GameSpec) -> None:
        self.spec = spec
        self.name = spec.name
        self.package = spec.package  # that holds the game's modules
        self.players = spec.players
        self.actions = spec.actions  # tokens; index = action number
        self.phases = spec.phases  # the last one is the end of the game
        self.last_phase = len(spec.phases) - 1
        self.rules_version = spec.rules_version
        self.pieces = spec.pieces  # constants for drawing the game
        self.options = tuple(option.name for option in spec.options)
        self.read_state = reader(spec.state, spec.facts)
        header = f"{spec.name}/{spec.rules_version}"
        plain_text = PlainText(header, spec.state, spec.players, spec.phases)
        self.write_state = spec.write or plain_text.write
        self.parse_state = spec.parse or plain_text.parse
        self.numbers: Mapping[str, int] = {token: i for i, token in enumerate(spec.actions)}
        offsets = spec.state.offsets
        self.byte_of_seat, self.byte_of_players = offsets["seat"], offsets["players"]
        self.byte_of_phase, self.byte_of_rounds = offsets["phase"], offsets["rounds"]
        (width,) = (field[1] for field in spec.state.fields if field[0] == "rounds")
        self.unpack_rounds = Struct({"u1": "=B", "u2": "=H", "u4": "=I"}[width]).unpack_from

    def words(self, language: str = ENGLISH) -> Words:
        """Return the game's texts in a language."""
        return game_words(self.package, language)

    @property
    def title(self) -> str:
        """The game's name for people."""
        return self.words().title

    @cached_property
    def backend(self) -> Any:
        """The compiled rules (`core/backend.py`)."""
        return import_module(BACKEND).backend(self.package, self.spec.state, self.spec.facts)

    @property
    def state(self) -> Any:
        """The NumPy dtype of the game's states."""
        return self.backend.dtype

    def start(self, players: int, seed: int, **options: object) -> Position:
        """Deal a new game; the same seed gives the same deal.

        >>> game("spice-road").start(players=3, seed=7).seat
        0
        """
        blank = self.blank(options)
        data = self.backend.deal(blank, self.check_players(players), check_seed(seed))
        return Position(self, data)

    def blank(self, options: Mapping[str, object]) -> bytes:
        """Return the bytes of a state to deal on, or raise BadOption."""
        for option in options:
            if option not in self.options:
                has = ", ".join(self.options) or "none"
                raise BadOption(f"{self.name} has no option {option!r}; its options: {has}")
        make_blank = self.spec.blank or self.spec.state.draft
        return self.spec.state.pack(make_blank(**options))

    def check_options(self, options: Mapping[str, object]) -> dict[str, str]:
        """Return all options of a start as text, in their usual form."""
        blank = self.backend.load(self.blank(options))
        return dict(self.spec.options_of(Position(self, blank).reading))

    def read(self, text: str) -> Position:
        """Read a position from its one-line text, or raise BadPosition."""
        position = self.load(self.spec.state.pack(self.parse_state(text)))
        self.spec.validate(position.reading)
        if not position.over and not position.actions():
            raise BadPosition("phase", f"seat {position.seat} has nothing to decide")
        return position

    def load(self, data: Buffer) -> Position:
        """Return the position of a state, given as an object that holds its bytes."""
        return Position(self, self.backend.load(data))

    def position(self, state: Any) -> Position:
        """Return the position of a state record."""
        return self.load(state.tobytes())

    def scratch(self, count: int) -> Any:
        """Return an array of empty states, for kernels."""
        return self.backend.scratch(count)

    def check_players(self, players: int) -> int:
        """Return the number of players, or raise BadPlayers."""
        if not is_whole(players) or players not in self.players:
            few, many = self.players[0], self.players[-1]
            raise BadPlayers(f"{self.name} is for {few} to {many} players, not {players!r}")
        return int(players)

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        return game, (self.name,)


def is_whole(number: object) -> bool:
    """Tell whether something is a whole number, Python's or NumPy's."""
    if type(number) is int:  # nearly always; looking at an abstract type takes longer
        return True
    return isinstance(number, Integral) and not isinstance(number, bool)


def check_seed(seed: int) -> int:
    """Return the seed, or raise BadSeed."""
    if not is_whole(seed) or not 0 <= seed <= MAX_SEED:
        raise BadSeed(f"a seed is a whole number from 0 to 2**64 - 1, not {seed!r}")
    return int(seed)


class Position:
    """A moment of a game between two decisions: immutable, comparable and hashable.

    >>> pos = game("spice-road").start(players=2, seed=7)
    >>> pos.act("play YY").seat
    1
    """

    __slots__ = ("_data", "_reading", "_tokens", "game")

    def __init__(self, game: Game, data: Buffer, tokens: tuple[str, ...] | None = None) -> None:
        self.game = game
        self._data = data  # never changed once the position exists
        self._reading: Reading = None  # read when it is first needed
        self._tokens = tokens  # the same throughout a game; found when they are first needed

    # Deciding

    @property
    def seat(self) -> int:
        """The seat that decides now, from 0; once the game is over, the seat that decided last."""
        return int(self._data[self.game.byte_of_seat])

    @property
    def players(self) -> int:
        """The number of seats."""
        return int(self._data[self.game.byte_of_players])

    @property
    def phase(self) -> str:
        """The kind of decision that comes next."""
        return self.game.phases[int(self._data[self.game.byte_of_phase])]

    @property
    def turn(self) -> tuple[int, int]:
        """The round and the seat that decides: it changes when a turn is over."""
        (rounds,) = self.game.unpack_rounds(self._data, self.game.byte_of_rounds)
        return rounds, int(self._data[self.game.byte_of_seat])

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._data[self.game.byte_of_phase] == self.game.last_phase)

    def legal(self) -> list[str]:
        """Return the legal tokens, in the order of their action numbers."""
        tokens = self.tokens
        return [tokens[number] for number in self.actions()]

    def actions(self) -> list[int]:
        """Return the legal action numbers, ascending."""
        numbers: list[int] = self.game.backend.actions(self._data)
        return numbers

    def act(self, token: str) -> Position:
        """Return the position after an action, or raise UnknownToken or IllegalMove."""
        return self.apply(self.number(token))

    def apply(self, action: int) -> Position:
        """Return the position after an action given by its number."""
        try:
            number = index(action)
        except TypeError:
            raise UnknownToken(action) from None
        if not 0 <= number < len(self.game.actions):
            raise UnknownToken(action)
        data = self.game.backend.after(self._data, number)
        if data is None:
            raise self.refusal(number)
        return Position(self.game, data, self._tokens)

    @property
    def tokens(self) -> tuple[str, ...]:
        """The token of each action number here: the game's, unless the map has other cells."""
        if self._tokens is None:
            spec = self.game.spec
            self._tokens = spec.tokens_of(self.reading) if spec.tokens_of else spec.actions
        return self._tokens

    def number(self, token: str) -> int:
        """Return the number of an action, or raise UnknownToken."""
        tokens = self.tokens
        if tokens is self.game.actions and token in self.game.numbers:
            return self.game.numbers[token]
        if token not in tokens:
            raise UnknownToken(token)
        return tokens.index(token)

    # Explaining

    def why(self, token: str, language: str = ENGLISH) -> str | None:
        """Return the reason why an action is not legal, in the notation; None if it is legal.

        >>> game("spice-road").start(players=2, seed=7).why("rest", language="it")
        'non hai carte giocate da riprendere (SR12)'
        """
        words, number = self.game.words(language), self.number(token)
        if number in self.actions():
            return None
        return self.game.spec.why(self.reading, number).in_words(words)

    def whys(self, language: str = ENGLISH) -> dict[str, str]:
        """Return the reasons for all actions that are not legal, in the page's words.

        >>> game("spice-road").start(players=2, seed=7).whys()["rest"]
        'No card was played that could be taken back (SR12).'
        """
        words, legal = self.game.words(language), set(self.actions())
        return {
            token: self.game.spec.why(self.reading, number).on_the_page(words)
            for number, token in enumerate(self.tokens)
            if number not in legal
        }

    def refusal(self, action: int) -> IllegalMove:
        """Return the error for an action that is not legal, by its number."""
        why = self.game.spec.why(self.reading, action)
        return IllegalMove(self.tokens[action], why.reason(self.game.words()), why.rule)

    def log_details(self, token: str, after: Position | None = None) -> View:
        """Return what a legal action's token does not say, such as which card it takes.

        A caller that knows the position after the action can pass it, to save time.

        >>> game("spice-road").start(players=2, seed=7).log_details("acquire 1")
        {'card': 'G>YRR', 'cubes': ''}
        """
        number = self.number(token)
        after = after or self.apply(number)
        return self.game.spec.log_details(self.reading, number, after.reading)

    # Points

    def scores(self) -> list[int]:
        """Return every seat's points so far; at the end, the result."""
        points: list[int] = self.game.backend.scores(self._data, self.players)
        return points

    def ranking(self) -> list[int]:
        """Return the seats from first to last place; of tied seats the later one is ahead."""
        scores = self.scores()
        return sorted(range(self.players), key=lambda seat: (scores[seat], seat), reverse=True)

    def score_sheets(self) -> list[dict[str, int]]:
        """Return every seat's points by kind so far; show them only when the game is over.

        >>> game("spice-road").start(players=2, seed=7).score_sheets()[1]
        {'cards': 0, 'gold': 0, 'silver': 0, 'cubes': 0}
        """
        sheet = self.game.spec.score_sheet
        if sheet is None:
            return [{"points": points} for points in self.scores()]
        return [sheet(self.reading, seat) for seat in range(self.players)]

    @property
    def winner(self) -> int | None:
        """The seat that won; None until the game is over."""
        return self.ranking()[0] if self.over else None

    # Showing

    def view(self, seat: int | None) -> View:
        """Return what a seat may see as JSON-able data; None is a spectator."""
        view: View = _copied(self.views([seat])[0])
        return view

    def views(self, seats: Iterable[int | None]) -> list[View]:
        """Return what several viewers may see.

        The views share parts with each other and with those of other positions, which is several
        times as fast as `view`. Do not change them.

        >>> pos = game("spice-road").start(players=2, seed=7)
        >>> pos.views([1, None]) == [pos.view(1), pos.view(None)]
        True
        """
        public, own = self.game.spec.view(self.reading)
        if public["over"]:
            public["scores"] = self.scores()
        return [
            public if seat is None else _for_seat(public, own, self.check_seat(seat))
            for seat in seats
        ]

    def hide_new(self, view: View, before: View) -> View:
        """Return a view of this position without what was revealed since an earlier view."""
        return self.game.spec.hide_new(view, before)

    @property
    def face_down(self) -> int:
        """The number of cards or tiles nobody has seen; an action that reveals one lowers it."""
        return self.game.spec.face_down(self.reading)

    def to_text(self) -> str:
        """Return the position as one line of text, which `game.read` reads."""
        return self.game.write_state(self.reading)

    @property
    def options(self) -> Mapping[str, str]:
        """The options that the game was started with, as text."""
        return self.game.spec.options_of(self.reading)

    @property
    def reading(self) -> Reading:
        """The state as plain values, hidden decks included, and the facts derived from it."""
        if self._reading is None:
            facts = self.game.backend.facts(self._data)
            self._reading = self.game.read_state(self._data, facts)
        return self._reading

    @property
    def state(self) -> Any:
        """A copy of the state record, hidden decks included: for search, not for display."""
        return self.game.backend.record(self._data)

    def redeal(self, seat: int, seed: int) -> Position:
        """Return the position after dealing again what the seat cannot know."""
        data = self.game.backend.redeal(self._data, self.check_seat(seat), check_seed(seed))
        return Position(self.game, data, self._tokens)

    def check_seat(self, seat: int) -> int:
        """Return the seat, or raise BadSeat."""
        if not is_whole(seat) or not 0 <= seat < self.players:
            raise BadSeat(f"there is no seat {seat!r} among {self.players} players")
        return int(seat)

    def __bytes__(self) -> bytes:
        return bytes(self._data)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.game is other.game and bytes(self._data) == bytes(other._data)

    def __hash__(self) -> int:
        return hash((self.game.name, bytes(self._data)))

    def __reduce__(self) -> tuple[Callable[..., Position], tuple[Game, bytes]]:
        return _unpickle, (self.game, bytes(self._data))

    def __repr__(self) -> str:
        return f"<Position {self.to_text()}>"

    def _repr_svg_(self) -> str | None:
        """Return a picture of what spectators see, for notebooks; None without Pillow."""
        drawn: str | None = import_module(DRAWING).position_svg(self.game.package, self.view(None))
        return drawn


def _for_seat(public: View, own: list[View], seat: int) -> View:
    return {**public, "seats": [*public["seats"][:seat], own[seat], *public["seats"][seat + 1 :]]}


def _copied(data: Any) -> Any:
    """Return a copy of JSON-able data that shares nothing with it."""
    nested = (dict, list)
    if type(data) is dict:
        return {name: _copied(v) if type(v) in nested else v for name, v in data.items()}
    return [_copied(v) if type(v) in nested else v for v in data]


def _unpickle(game: Game, data: bytes) -> Position:
    return game.load(data)


def check_depth(depth: int) -> int:
    """Return the depth, or raise BadCount."""
    if not is_whole(depth) or not 0 <= depth <= MAX_DEPTH:
        raise BadCount(f"a depth is a whole number from 0 to {MAX_DEPTH}, not {depth!r}")
    return int(depth)


def perft(pos: Position, depth: int) -> int:
    """Count the decision sequences of a given length from a position.

    >>> perft(game("spice-road").start(players=2, seed=7), 1)
    6
    """
    count: int = pos.game.backend.perft(pos._data, check_depth(depth))
    return count
