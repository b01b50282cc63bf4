"""Checks of both drawings of a game: in a terminal and as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from io import StringIO

import numpy as np
from rich.console import Console

from century.check.report import Fault, Skipped
from century.check.subject import Subject
from century.drawing import plain_terminal
from century.games import describe

__all__ = ["check_picture", "check_terminal"]

WIDTH = 110  # characters


def check_terminal(subject: Subject) -> Iterator[Fault]:
    """Draw the table for everybody, and a hint for every legal action."""
    module = subject.optional_module("terminal")
    if module is None:
        subject.defaults.append("there is no terminal.py: a plain drawing of the view")
        module = plain_terminal
    for moment in subject.drawable_sample:
        pos, console = moment.position, Console(file=StringIO(), width=WIDTH)
        names = [f"Player {seat}" for seat in range(pos.players)]
        try:
            for seat in (None, *range(pos.players)):
                console.print(module.table(pos.view(seat), names))
            for token in pos.legal():
                console.print(module.hint(pos.view(pos.seat), token))
        except Exception as error:  # the game's own code may raise anything
            yield moment.fault(f"drawing fails: {describe(error)}")
            continue
        drawn = console.file.getvalue()  # type: ignore[attr-defined]
        if not all(name in drawn for name in names):
            yield moment.fault("table does not show the names of all players")


def check_picture(subject: Subject) -> Iterator[Fault]:
    """Draw a picture of every position."""
    if find_spec("PIL") is None:
        raise Skipped("without Pillow, which the extra century[env] brings")
    from century.drawing import plain_picture

    module = subject.optional_module("picture")
    if module is None:
        subject.defaults.append("there is no picture.py: a plain picture of the view")
        module = plain_picture
    for moment in subject.drawable_sample:
        try:
            drawn = np.asarray(module.draw(moment.position.view(None)), np.uint8)
        except Exception as error:  # the game's own code may raise anything
            yield moment.fault(f"drawing fails: {describe(error)}")
            continue
        if drawn.ndim != 3 or drawn.shape[2] != 3:
            yield moment.fault("draw does not return an RGB picture", f"shape {drawn.shape}")
