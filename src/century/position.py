"""Games and positions: the interface that bots, environments, servers and the terminal use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from operator import index
from typing import Any

import numpy as np

from century.core import engine
from century.core.kernel import SEEDS, Reading, State, generator, reader
from century.core.reasons import Reason
from century.core.words import ENGLISH, words
from century.errors import (
    BadCount,
    BadOption,
    BadPlayers,
    BadSeat,
    BadSeed,
    IllegalMove,
    UnknownGame,
    UnknownToken,
    shortened,
)
from century.games import PACKAGES, games

__all__ = ["Game", "Position", "game", "games"]

View = dict[str, Any]
# What a spectator sees, and each seat's own part of it as that seat sees it.
Views = tuple[View, list[View]]


def read_position(text: str) -> Position:
    """Read a position of any game from its text, which begins with the game's name.

    >>> start = game("spice-road").start(players=2, seed=7)
    >>> read_position(start.to_text()) == start
    True
    """
    return game(text.strip().partition("/")[0]).read(text.strip())


def game(name: str) -> Game:
    """Return a game by its name.

    >>> game("spice-road").players
    range(2, 6)
    """
    if name not in PACKAGES:
        called = shortened(repr(name), 40)
        raise UnknownGame(f"unknown game {called}; there are {', '.join(PACKAGES)}")
    found: Game = import_module(PACKAGES[name]).GAME
    return found


@dataclass(frozen=True, eq=False)
class Game:
    """One of the games: its names, its kernels' state record, and how to read and show a state."""

    name: str
    players: range
    actions: tuple[str, ...]  # tokens; index = action number
    phases: tuple[str, ...]  # the last one is the end of the game
    rules_version: int
    state: np.dtype[Any] = field(repr=False)
    blank: Callable[..., State] = field(repr=False)  # a state to deal on, by the game's options
    view: Callable[[Reading], Views] = field(repr=False)  # all but the scores
    # A view without what was turned up since an earlier one.
    hide_new: Callable[[View, View], View] = field(repr=False)
    why: Callable[[State, int], Reason] = field(repr=False)  # of an action that is not legal
    about: Callable[[State, int, State], View] = field(repr=False)  # before, action, after
    sheet: Callable[[State, int], dict[str, int]] = field(repr=False)  # a seat's points by kind
    write: Callable[[State], str] = field(repr=False)
    parse: Callable[[str], State] = field(repr=False)
    face_down: Callable[[Reading], int] = field(repr=False)  # cards and tiles that nobody has seen
    # What a table needs to draw the game and no view says, such as the numbers on a player's board.
    pieces: Mapping[str, Any] = field(repr=False, default_factory=dict)
    # What a start may be given besides players and seed, and how to find it in a state again.
    options: tuple[str, ...] = ()
    options_of: Callable[[State], Mapping[str, str]] = field(repr=False, default=lambda _state: {})
    # The tokens in a state, where they are not always `actions`.
    tokens_of: Callable[[State], tuple[str, ...]] | None = field(repr=False, default=None)

    @property
    def title(self) -> str:
        """The game's name for people."""
        return words(self.name).title

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The action number of each token."""
        return {token: number for number, token in enumerate(self.actions)}

    @cached_property
    def position_kernels(self) -> engine.PositionKernels:
        """The kernels for single decisions."""
        return engine.position_kernels(self.state)

    @cached_property
    def read_plain(self) -> Callable[[engine.Bytes], Reading]:
        """What makes plain numbers of a state's bytes."""
        return reader(self.state)

    @cached_property
    def byte_of(self) -> Mapping[str, int]:
        """Where in a state's bytes each of its fields begins."""
        fields = self.state.fields
        assert fields is not None
        return {name: entry[1] for name, entry in fields.items()}

    @property
    def package(self) -> str:
        """The package that holds the game's modules."""
        return PACKAGES[self.name]

    def start(self, players: int, seed: int, **options: object) -> Position:
        """Deal a new game; the same seed gives the same deal.

        >>> game("spice-road").start(players=3, seed=7).seat
        0
        """
        state = self.blank_by(options)
        engine.deal(state, self.check_players(players), generator(check_seed(seed)))
        return self.position(state)

    def blank_by(self, options: Mapping[str, object]) -> State:
        """Return a state to deal on, or raise BadOption."""
        for option in options:
            if option not in self.options:
                raise BadOption(f"{self.name} has no {option} to choose; name a game that has")
        return self.blank(**options)

    def read(self, text: str) -> Position:
        """Read a position from its one-line text."""
        return self.position(self.parse(text))

    def position(self, state: State) -> Position:
        """Return the position of a state record."""
        return Position(self, np.frombuffer(bytearray(state.tobytes()), dtype=np.uint8))

    def scratch(self, count: int) -> engine.States:
        """Return room for states."""
        return np.zeros(count, dtype=self.state)

    def check_players(self, players: int) -> int:
        """Return the number of players, or raise BadPlayers."""
        if not is_whole(players) or players not in self.players:
            few, many = self.players[0], self.players[-1]
            raise BadPlayers(f"{self.name} is for {few} to {many} players, not {players!r}")
        return int(players)

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        return game, (self.name,)


def is_whole(number: object) -> bool:
    """Tell whether something is a whole number, Python's or NumPy's."""
    return isinstance(number, (int, np.integer)) and not isinstance(number, bool)


def check_seed(seed: int) -> int:
    """Return the seed, or raise BadSeed."""
    if not is_whole(seed) or not 0 <= seed < SEEDS:
        raise BadSeed(f"a seed is a whole number from 0 to 2**64 - 1, not {seed!r}")
    return int(seed)


class Position:
    """A moment of a game between two decisions: immutable, comparable and hashable.

    >>> pos = game("spice-road").start(players=2, seed=7)
    >>> pos.act("play YY").seat
    1
    """

    __slots__ = ("_data", "_reading", "_tokens", "game")

    def __init__(
        self, game: Game, data: engine.Bytes, tokens: tuple[str, ...] | None = None
    ) -> None:
        self.game = game
        self._data = data  # never written to once the position exists
        self._reading: Reading = None  # until somebody asks
        self._tokens = tokens  # the same throughout a game; None until somebody asks

    # Deciding

    @property
    def seat(self) -> int:
        """The seat that decides now, from 0; once the game is over, the seat that decided last."""
        return int(self._data[self.game.byte_of["seat"]])

    @property
    def players(self) -> int:
        """How many seats there are."""
        return int(self._data[self.game.byte_of["players"]])

    @property
    def phase(self) -> str:
        """What kind of decision is due."""
        return self.game.phases[int(self._data[self.game.byte_of["phase"]])]

    @property
    def turn(self) -> tuple[int, int]:
        """The round and the seat that decides: what changes when a turn is over."""
        read = self._plain
        return read.rounds, read.seat

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == self.game.phases[-1]

    def legal(self) -> list[str]:
        """Return the legal tokens, in the order of their action numbers."""
        tokens = self.tokens
        return [tokens[number] for number in self.actions()]

    def actions(self) -> list[int]:
        """Return the legal action numbers, ascending."""
        out = np.empty(engine.MOST_OPTIONS, dtype=np.uint8)
        found = self.game.position_kernels.list_actions(self._data, out)
        numbers: list[int] = out[:found].tolist()
        return numbers

    def act(self, token: str) -> Position:
        """Return the position after an action, or raise UnknownToken or IllegalMove."""
        return self.apply(self._number(token))

    def apply(self, action: int) -> Position:
        """Return the position after an action given by its number."""
        data = self._data.copy()
        try:
            number = index(action)
        except TypeError:
            raise UnknownToken(action) from None
        if not 0 <= number < len(self.game.actions):
            raise UnknownToken(action)
        if not self.game.position_kernels.try_action(data, number):
            raise self.refusal(number)
        return Position(self.game, data, self._tokens)

    def why(self, token: str, language: str = ENGLISH) -> str | None:
        """Say in the notation why an action is not legal; None if it is.

        >>> game("spice-road").start(players=2, seed=7).why("rest", language="it")
        'non hai carte giocate da riprendere (SR12)'
        """
        said, number = words(self.game.name, language), self._number(token)
        if number in self.actions():
            return None
        return self.game.why(self.state, number).in_words(said)

    def whys(self, language: str = ENGLISH) -> dict[str, str]:
        """Say of each action that is not legal why it is not, by its token, as the page does.

        >>> game("spice-road").start(players=2, seed=7).whys()["rest"]
        'No card was played that could be taken back (SR12).'
        """
        said, legal, state = words(self.game.name, language), set(self.actions()), self.state
        return {
            token: self.game.why(state, number).on_the_page(said)
            for number, token in enumerate(self.tokens)
            if number not in legal
        }

    def refusal(self, action: int) -> IllegalMove:
        """Return the error for an action that is not legal, by its number."""
        why = self.game.why(self.state, action)
        return IllegalMove(self.tokens[action], why.reason(words(self.game.name)), why.rule)

    def about(self, token: str) -> View:
        """Tell what a legal action comes to that its token leaves open, such as which card.

        >>> game("spice-road").start(players=2, seed=7).about("acquire 1")
        {'card': 'G>YRR', 'cubes': ''}
        """
        number = self._number(token)
        return self.game.about(self.state, number, self.apply(number).state)

    @property
    def tokens(self) -> tuple[str, ...]:
        """The token of each action number here: the game's, unless the map has other cells."""
        if self._tokens is None:
            game = self.game
            self._tokens = game.tokens_of(self._record) if game.tokens_of else game.actions
        return self._tokens

    def _number(self, token: str) -> int:
        tokens = self.tokens
        if tokens is self.game.actions and token in self.game.numbers:
            return self.game.numbers[token]
        if token not in tokens:
            raise UnknownToken(token)
        return tokens.index(token)

    # Standing

    def scores(self) -> list[int]:
        """Return every seat's points as they stand; at the end, the result."""
        state = self.state
        return [int(engine.score(state, seat)) for seat in range(self.players)]

    def ranking(self) -> list[int]:
        """Return the seats from first to last place; of tied seats the later one is ahead."""
        scores = self.scores()
        return sorted(range(self.players), key=lambda seat: (scores[seat], seat), reverse=True)

    def sheets(self) -> list[dict[str, int]]:
        """Return every seat's points by kind, as they stand: for show when the game is over.

        >>> game("spice-road").start(players=2, seed=7).sheets()[1]
        {'cards': 0, 'gold': 0, 'silver': 0, 'cubes': 0}
        """
        return [self.game.sheet(self.state, seat) for seat in range(self.players)]

    @property
    def winner(self) -> int | None:
        """The seat that won; None until the game is over."""
        return self.ranking()[0] if self.over else None

    # Showing

    def view(self, seat: int | None) -> View:
        """Return what a seat may see as JSON-able data; None is a spectator."""
        return self.views([seat])[0]

    def views(self, seats: Iterable[int | None]) -> list[View]:
        """Return what several viewers may see; the views share parts, so they are to be read only.

        >>> pos = game("spice-road").start(players=2, seed=7)
        >>> pos.views([1, None]) == [pos.view(1), pos.view(None)]
        True
        """
        public, own = self.game.view(self._plain)
        if public["over"]:
            public["scores"] = self.scores()
        return [
            public if seat is None else _seen_by(public, own, self.check_seat(seat))
            for seat in seats
        ]

    @property
    def face_down(self) -> int:
        """How many cards or tiles nobody has seen; a decision that turns one up has less after."""
        return self.game.face_down(self._plain)

    def to_text(self) -> str:
        """Return the one-line text from which `game.read` makes this position again."""
        return self.game.write(self.state)

    @property
    def state(self) -> State:
        """A copy of the state record, with its hidden decks: for search, never for show."""
        # Ten times as fast as a view with another dtype, which NumPy checks for objects.
        record: State = np.frombuffer(self._data.copy(), self.game.state)[0]
        return record

    @property
    def _record(self) -> State:
        """The state record itself: to be read and not to be handed out."""
        record: State = np.frombuffer(self._data, self.game.state)[0]
        return record

    @property
    def _plain(self) -> Reading:
        """The state in plain numbers, read once."""
        if self._reading is None:
            self._reading = self.game.read_plain(self._data)
        return self._reading

    def redeal(self, seat: int, seed: int) -> Position:
        """Return the position with everything that the seat cannot know dealt anew."""
        state = self.state
        engine.redeal(state, self.check_seat(seat), generator(check_seed(seed)))
        return self.game.position(state)

    def check_seat(self, seat: int) -> int:
        """Return the seat, or raise BadSeat."""
        if not is_whole(seat) or not 0 <= seat < self.players:
            raise BadSeat(f"there is no seat {seat!r} among {self.players} players")
        return int(seat)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.game is other.game and self._data.tobytes() == other._data.tobytes()

    def __hash__(self) -> int:
        return hash((self.game.name, self._data.tobytes()))

    def __reduce__(self) -> tuple[Callable[..., Position], tuple[Game, bytes]]:
        return _unpickle, (self.game, self._data.tobytes())

    def __repr__(self) -> str:
        return f"<Position {self.to_text()}>"


def _seen_by(public: View, own: list[View], seat: int) -> View:
    return {**public, "seats": [*public["seats"][:seat], own[seat], *public["seats"][seat + 1 :]]}


def _unpickle(game: Game, data: bytes) -> Position:
    return Position(game, np.frombuffer(bytearray(data), dtype=np.uint8))


def check_depth(depth: int) -> int:
    """Return the depth, or raise BadCount."""
    if not is_whole(depth) or not 0 <= depth <= 100:
        raise BadCount(f"a depth is a whole number from 0 to 100, not {depth!r}")
    return int(depth)


def perft(pos: Position, depth: int) -> int:
    """Count the decision sequences of a given length from a position.

    >>> perft(game("spice-road").start(players=2, seed=7), 1)
    6
    """
    depth = check_depth(depth)
    states = pos.game.scratch(depth + 1)
    states[depth] = pos.state
    return int(engine.perft(states, depth))
