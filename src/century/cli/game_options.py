"""Command-line options that depend on the installed games."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import Parameter, signature
from typing import Annotated, Any, TypeVar

import typer

from century.cli.common import one_line_if_broken
from century.games import game_spec, games

__all__ = ["DEFAULT_GAME", "GameOption", "GameOptions", "with_game_options"]

Command = TypeVar("Command", bound=Callable[..., Any])

DEFAULT_GAME = games()[0]
GameOption = Annotated[
    str, typer.Option("--game", "-g", help=f"One of {', '.join(games())}.", metavar="NAME")
]
GameOptions = dict[str, str]  # by name: the options of a game's start besides players and seed


def with_game_options(command: Command) -> Command:
    """Add the options that games declare, such as `--map`, to a command.

    The command has a parameter `game`, the name of the game, and a parameter `options`. The
    decorator replaces `options` by one parameter for each declared option. It calls the command
    with a dictionary of the options that the user gave. If the game is broken, the command fails
    with one line.
    """
    declared = _declared()

    @wraps(command)
    def run(**arguments: Any) -> Any:
        given = {name: arguments.pop(name) for name in declared}
        options = {
            name: _read(arguments["game"], name, text)
            for name, text in given.items()
            if text is not None
        }
        with one_line_if_broken(arguments["game"]):
            return command(**arguments, options=options)

    evaluated = signature(command, eval_str=True)
    parameters = evaluated.parameters.values()
    own = [parameter for parameter in parameters if parameter.name != "options"]
    added = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=annotation)
        for name, annotation in declared.items()
    ]
    kept = [parameter.replace(kind=Parameter.KEYWORD_ONLY) for parameter in own]
    vars(run)["__signature__"] = evaluated.replace(parameters=kept + added)
    types = {name: kind for name, kind in command.__annotations__.items() if name != "options"}
    run.__annotations__ = {**types, **declared}
    return run  # type: ignore[return-value]


def _declared() -> dict[str, Any]:
    """Return an annotation for each option that a game declares."""
    found: dict[str, Any] = {}
    for name in games():
        spec = game_spec(name)
        for option in spec.options:
            flags = [f"--{option.name}", *([option.flag] if option.flag else [])]
            about = f"For {name}: {option.help}"
            annotation = Annotated[str | None, typer.Option(*flags, help=about, show_default=False)]
            found.setdefault(option.name, annotation)
    return found


def _read(game: str, name: str, text: str) -> str:
    """Return the value of an option, as its game reads it from the command line."""
    readers = {option.name: option.read for option in game_spec(game).options}
    return readers[name](text) if name in readers else text
