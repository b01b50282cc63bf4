"""The render modes of the environments: positions as text or as a picture."""

from __future__ import annotations

import sys
from io import StringIO

import numpy as np
import numpy.typing as npt
from rich.console import Console

from century.core.optional_module import optional_module
from century.errors import BadOption
from century.extras import provided_by
from century.position import Position
from century.terminal.display import GameDisplay

__all__ = ["RENDER_MODES", "check_render_mode", "render"]

RENDER_MODES = ("human", "ansi", "rgb_array")
WIDTH = 110  # characters


def check_render_mode(mode: str | None) -> str | None:
    """Return the render mode, or raise BadOption."""
    if mode is not None and mode not in RENDER_MODES:
        raise BadOption(f"unknown render mode {mode!r}; the modes are {', '.join(RENDER_MODES)}")
    return mode


def render(position: Position, mode: str | None) -> str | npt.NDArray[np.uint8] | None:
    """Draw a position as spectators see it; the mode `human` prints it."""
    if mode == "ansi":
        return ansi(position)
    if mode == "rgb_array":
        return picture(position)
    if mode == "human":
        sys.stdout.write(ansi(position))
    return None


def ansi(position: Position) -> str:
    """Draw a position as text with terminal colours."""
    output = StringIO()
    console = Console(file=output, force_terminal=True, color_system="truecolor", width=WIDTH)
    names = [f"player_{seat}" for seat in range(position.players)]
    console.print(GameDisplay(position.game).table(position.view(None), names))
    return output.getvalue()


def picture(position: Position) -> npt.NDArray[np.uint8]:
    """Draw a position as spectators see it, as an array of shape (height, width, 3)."""
    with provided_by("env"):  # Pillow
        from century.drawing import plain_picture

        module = optional_module(position.game.package, "picture") or plain_picture
    pixels: npt.NDArray[np.uint8] = np.asarray(module.draw(position.view(None)), np.uint8)
    return pixels
