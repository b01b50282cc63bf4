"""Everything that can be wrong with what a caller asks for, each with a stable code."""

from __future__ import annotations

__all__ = [
    "BadCount",
    "BadGame",
    "BadMap",
    "BadOption",
    "BadPlayers",
    "BadPosition",
    "BadRecord",
    "BadResults",
    "BadSeat",
    "BadSeed",
    "BotCrashed",
    "BotFault",
    "BotNonsense",
    "BotStalled",
    "CenturyError",
    "GameNotBegun",
    "GameNotPlayed",
    "IllegalMove",
    "MissingExtra",
    "UnknownBot",
    "UnknownGame",
    "UnknownLanguage",
    "UnknownRule",
    "UnknownToken",
    "WorkerLost",
]


def shortened(text: str, most: int = 300) -> str:
    """Leave out the middle of a long text: what it is about comes first, what went wrong last.

    >>> shortened("from the beginning to the end", 10)
    'from … end'
    """
    half = (most - 2) // 2
    return text if len(text) <= most else f"{text[:half].rstrip()} … {text[-half:].lstrip()}"


class CenturyError(ValueError):
    """Something asked of century cannot be done; `code` says what, for programs."""

    code = "error"


class UnknownGame(CenturyError):
    """There is no game of that name."""

    code = "unknown-game"


class BadGame(CenturyError):
    """A package that is said to be a game breaks the contract for games."""

    code = "bad-game"


class UnknownBot(CenturyError):
    """There is no bot of that name."""

    code = "unknown-bot"


class BotFault(CenturyError):
    """A bot failed to decide, and loses by rule."""

    code = "bot-fault"


class BotCrashed(BotFault):
    """A bot raised an exception, or its program ended."""

    code = "bot-crashed"


class BotStalled(BotFault):
    """A bot did not answer in time."""

    code = "bot-stalled"


class BotNonsense(BotFault):
    """A bot answered with something that is not a legal action."""

    code = "bot-nonsense"


class GameNotPlayed(CenturyError):
    """A bot does not play that game."""

    code = "game-not-played"


class UnknownRule(CenturyError):
    """There is no rule of that id."""

    code = "unknown-rule"


class BadPlayers(CenturyError):
    """The game is not for that number of players."""

    code = "bad-players"


class BadOption(CenturyError):
    """The game cannot be started with that."""

    code = "bad-option"


class MissingExtra(CenturyError):
    """A package of an optional extra is not installed; `extra` and `package` name them."""

    code = "missing-extra"

    def __init__(self, extra: str, package: str) -> None:
        super().__init__(f'{package} is not installed: pip install "century[{extra}]"')
        self.extra = extra
        self.package = package

    def __reduce__(self) -> tuple[type[MissingExtra], tuple[str, str]]:
        return type(self), (self.extra, self.package)


class GameNotBegun(CenturyError):
    """An environment was not reset, or its game has ended."""

    code = "game-not-begun"


class BadSeat(CenturyError):
    """Nobody sits on that seat."""

    code = "bad-seat"


class BadSeed(CenturyError):
    """A seed is a whole number from 0 to 2**64 - 1."""

    code = "bad-seed"


class BadCount(CenturyError):
    """A number of games or a depth is out of range."""

    code = "bad-count"


class BadResults(CenturyError):
    """A results file is damaged or of another tournament."""

    code = "bad-results"


class WorkerLost(CenturyError):
    """A process or a cluster to play games in is not to be had."""

    code = "worker-lost"


class UnknownLanguage(CenturyError):
    """There are no words in that language."""

    code = "unknown-language"


class UnknownToken(CenturyError):
    """The game has no such action, legal or not."""

    code = "unknown-token"

    def __init__(self, token: object) -> None:
        super().__init__(f"unknown action {token!r}")
        self.token = token

    def __reduce__(self) -> tuple[type[UnknownToken], tuple[object]]:
        return type(self), (self.token,)


class IllegalMove(CenturyError):
    """The action exists but is not legal now; `reason` says why and `rule` by which rule."""

    code = "illegal-move"

    def __init__(self, token: str, reason: str, rule: str) -> None:
        super().__init__(f"{token} is not legal: {reason} ({rule})")
        self.token = token
        self.reason = reason
        self.rule = rule

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[str, str, str]]:
        return type(self), (self.token, self.reason, self.rule)


class BadPosition(CenturyError):
    """A position text is damaged; `field` is the place of the fault."""

    code = "bad-position"

    def __init__(self, field: str, fault: str) -> None:
        super().__init__(f"position text, {field}: {fault}")
        self.field = field
        self.fault = fault

    def __reduce__(self) -> tuple[type[BadPosition], tuple[str, str]]:
        return type(self), (self.field, self.fault)


class BadMap(CenturyError):
    """A map cannot be played on; `rule` is the rule it breaks.

    `detail` names the fault, so that it can be said in any language with its `facts`.
    """

    code = "bad-map"

    def __init__(self, fault: str, rule: str, detail: str, facts: dict[str, int | str]) -> None:
        super().__init__(f"map: {fault} ({rule})")
        self.fault = fault
        self.rule = rule
        self.detail = detail
        self.facts = facts

    def __reduce__(self) -> tuple[type[BadMap], tuple[str, str, str, dict[str, int | str]]]:
        return type(self), (self.fault, self.rule, self.detail, self.facts)


class BadRecord(CenturyError):
    """A game record is damaged; `line` and `column` (from 1) are the place of the fault."""

    code = "bad-record"

    def __init__(self, line: int, column: int, fault: str) -> None:
        super().__init__(f"record, line {line}, column {column}: {fault}")
        self.line = line
        self.column = column
        self.fault = fault

    def __reduce__(self) -> tuple[type[BadRecord], tuple[int, int, str]]:
        return type(self), (self.line, self.column, self.fault)
