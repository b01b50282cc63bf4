"""The errors that century raises, each with a stable code."""

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
    "BadWeights",
    "BotCrashed",
    "BotFault",
    "BotNonsense",
    "BotStalled",
    "CenturyError",
    "GameNotBegun",
    "GameNotPlayed",
    "IllegalMove",
    "MissingExtra",
    "NoGpu",
    "TrainingDiverged",
    "UnknownBot",
    "UnknownGame",
    "UnknownLanguage",
    "UnknownRule",
    "UnknownToken",
    "WorkerLost",
]


def shortened(text: str, max_length: int = 300) -> str:
    """Shorten a long text in the middle: its subject comes first, the error last.

    >>> shortened("from the beginning to the end", 10)
    'from … end'
    """
    half = (max_length - 2) // 2
    return text if len(text) <= max_length else f"{text[:half].rstrip()} … {text[-half:].lstrip()}"


class CenturyError(ValueError):
    """The base class of all errors; programs can test `code`."""

    code = "error"
    game: int | None = None  # the number of the game, where an error is about one game of a batch


class UnknownGame(CenturyError):
    """There is no game with that name."""

    code = "unknown-game"


class BadGame(CenturyError):
    """A game package breaks the contract for games."""

    code = "bad-game"


class UnknownBot(CenturyError):
    """There is no bot with that name."""

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
    """There is no rule with that id."""

    code = "unknown-rule"


class BadPlayers(CenturyError):
    """The number of players is not possible in the game."""

    code = "bad-players"


class BadOption(CenturyError):
    """An option has an impossible value."""

    code = "bad-option"


class MissingExtra(CenturyError):
    """A package of an optional extra is not installed; `extra` and `package` name them.

    The message says how to install the extra from a checkout, because on the package index the
    name century belongs to another project.
    """

    code = "missing-extra"

    def __init__(self, extra: str, package: str) -> None:
        how = f'pip install ".[{extra}]" in a checkout of century'
        super().__init__(f"{package} is not installed; century[{extra}] needs it: {how}")
        self.extra = extra
        self.package = package

    def __reduce__(self) -> tuple[type[MissingExtra], tuple[str, str]]:
        return type(self), (self.extra, self.package)


class NoGpu(CenturyError):
    """There is no GPU that kernels can run on; the message says what is missing."""

    code = "no-gpu"

    def __init__(self, reason: str) -> None:
        super().__init__(f"device='cuda' needs an NVIDIA GPU and its driver: {reason}")
        self.reason = reason

    def __reduce__(self) -> tuple[type[NoGpu], tuple[str]]:
        return type(self), (self.reason,)


class GameNotBegun(CenturyError):
    """An environment was not reset, or its game has ended."""

    code = "game-not-begun"


class BadSeat(CenturyError):
    """There is no such seat."""

    code = "bad-seat"


class BadSeed(CenturyError):
    """A seed is not a whole number from 0 to 2**64 - 1."""

    code = "bad-seed"


class BadCount(CenturyError):
    """A number of games or a depth is out of range."""

    code = "bad-count"


class BadWeights(CenturyError):
    """A file of network weights is damaged, too large or made for something else."""

    code = "bad-weights"


class TrainingDiverged(CenturyError):
    """The numbers of a network in training are no longer finite."""

    code = "training-diverged"


class BadResults(CenturyError):
    """A results file is damaged or belongs to another tournament."""

    code = "bad-results"


class WorkerLost(CenturyError):
    """A worker process or a cluster could not be started or was lost."""

    code = "worker-lost"


class UnknownLanguage(CenturyError):
    """There is no translation into that language."""

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
    """The action exists but is not legal now; `reason` says why, `rule` is the id of the rule."""

    code = "illegal-move"

    def __init__(self, token: str, reason: str, rule: str) -> None:
        super().__init__(f"{token} is not legal: {reason} ({rule})")
        self.token = token
        self.reason = reason
        self.rule = rule

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[str, str, str]]:
        return type(self), (self.token, self.reason, self.rule)


class BadPosition(CenturyError):
    """A position text is damaged; `field` names the field with the fault."""

    code = "bad-position"

    def __init__(self, field: str, fault: str) -> None:
        super().__init__(f"position text, {field}: {fault}")
        self.field = field
        self.fault = fault

    def __reduce__(self) -> tuple[type[BadPosition], tuple[str, str]]:
        return type(self), (self.field, self.fault)


class BadMap(CenturyError):
    """A map cannot be played on; `rule` is the id of the rule that it breaks.

    `detail` is the name of the fault. With `facts`, it can be worded in any language.
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
