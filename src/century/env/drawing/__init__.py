"""Positions as pictures; each game is drawn by its module in this package."""

from __future__ import annotations

from importlib import import_module

import numpy as np
import numpy.typing as npt

from century.position import Position

__all__ = ["picture"]


def picture(position: Position) -> npt.NDArray[np.uint8]:
    """Draw a position as everybody sees it, as an array of shape (height, width, 3)."""
    module = import_module(f"{__name__}.{position.game.name.replace('-', '_')}")
    drawn: npt.NDArray[np.uint8] = np.asarray(module.draw(position.view(None)), np.uint8)
    return drawn
