"""The checkpoint of a training: everything that is needed to continue it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from century.errors import BadWeights

__all__ = ["CHECKPOINT", "Checkpoint", "find_checkpoint", "write_checkpoint"]

CHECKPOINT = "checkpoint.npz"


class Checkpoint(NamedTuple):
    """A training as it was after an iteration."""

    about: dict[str, str]  # the game, the version of its rules and its features
    settings: dict[str, Any]
    iteration: int
    seconds: float  # of training
    arrays: dict[str, npt.NDArray[Any]]
    source: str = ""  # the file, for messages

    def check(self, about: dict[str, str], settings: dict[str, Any]) -> None:
        """Raise BadWeights unless the checkpoint fits the game and the size of the network."""
        for name, expected in about.items():
            self._compare(name, self.about.get(name), expected)
        for name in ("width", "blocks"):
            self._compare(name, self.settings.get(name), settings[name])

    def _compare(self, name: str, found: object, expected: object) -> None:
        if found != expected:
            raise BadWeights(f"{self.source}: expected {name} {expected}, found {found}")

    def array(self, name: str, shape: tuple[int, ...]) -> npt.NDArray[Any]:
        """Return an array of a known shape, or raise BadWeights."""
        found = self.arrays.get(name)
        if found is None or found.shape != shape:
            seen = "none" if found is None else f"one of shape {found.shape}"
            raise BadWeights(f"{self.source}: expected {name} of shape {shape}, found {seen}")
        return found


def write_checkpoint(folder: Path, checkpoint: Checkpoint) -> None:
    """Write a checkpoint into a folder. The file appears complete or not at all."""
    unfinished = folder / "unfinished.npz"
    about = json.dumps(checkpoint.about | {"settings": checkpoint.settings})
    content: dict[str, Any] = {"about": about, **checkpoint.arrays}
    np.savez(unfinished, iteration=checkpoint.iteration, seconds=checkpoint.seconds, **content)
    unfinished.replace(folder / CHECKPOINT)


def find_checkpoint(folder: Path) -> Checkpoint | None:
    """Return the checkpoint in a folder, if there is one, or raise BadWeights if it is damaged."""
    path = folder / CHECKPOINT
    if not path.is_file():
        return None
    try:
        with np.load(path) as file:
            arrays = dict(file)
        about = json.loads(str(arrays.pop("about")))
        settings = dict(about.pop("settings"))
        iteration, seconds = int(arrays.pop("iteration")), float(arrays.pop("seconds"))
        return Checkpoint(about, settings, iteration, seconds, arrays, str(path))
    except (OSError, ValueError, KeyError, TypeError, BadZipFile) as error:
        raise BadWeights(f"{path}: no checkpoint, or damaged: {error}") from None
