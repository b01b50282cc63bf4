"""Training: self-play and learning in alternation, with checkpoints."""

from __future__ import annotations

from collections.abc import Callable, Generator
from math import inf, isfinite
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import numpy as np

from century.core.features import features_of, has_features
from century.errors import BadGame, BadWeights, TrainingDiverged
from century.neural.game_network import GameNetwork, describe, save_network
from century.neural.network import Sizes, make_network, network_arrays
from century.position import Game
from century.training.actor import Actor, PlayStats
from century.training.arrays import Array, arrays_on
from century.training.checkpoint import Checkpoint, find_checkpoint, write_checkpoint
from century.training.learner import Learner, Losses, Samples, to_parameters
from century.training.schedule import Settings

__all__ = ["WEIGHTS", "Progress", "Trainer"]

WEIGHTS = "network.safetensors"
CHECKPOINT_SECONDS = 45.0  # an interrupted training loses no more
SEEDS = 1_000_003  # between the seeds of two trainings; more than the iterations of one
SLOWER = 1.5  # an iteration may take longer than the last one by this factor


class Progress(NamedTuple):
    """What one iteration did."""

    iteration: int
    done: float  # the share of the training
    seconds: float  # of training, including the time before a resumption
    decisions: int  # of this iteration
    simulations: int  # of this iteration
    playing: float  # seconds
    learning: float  # seconds
    stats: PlayStats
    losses: tuple[float, float, float]
    rate: float


class Trainer:
    """Trains a network for a game in a folder, in which it keeps checkpoints."""

    def __init__(
        self,
        game: Game,
        folder: Path,
        device: str,
        settings: Settings,
        options: dict[str, object] | None = None,
        teacher: GameNetwork | str | None = None,
        start: GameNetwork | None = None,
    ) -> None:
        """Resume the training in the folder, or begin one: with `start`, or from random weights.

        A `teacher`, a network or the name of a bot, decides in self-play instead of the network
        that learns.
        """
        if not has_features(game.package):
            raise BadGame(f"{game.name} has no features, so no network can learn it")
        self.game, self.folder, self.settings = game, folder, settings
        self.arrays = arrays_on(device)
        features = features_of(game.package)
        self._sizes = Sizes(
            features.size, settings.width, settings.blocks, len(game.actions), features.seats
        )
        self.learner = Learner(self.arrays, self._sizes, settings.seed)
        self.iteration, self.seconds = 0, 0.0
        resumed = find_checkpoint(folder)
        if resumed is not None:
            self._resume(resumed)
        elif start is not None:
            self._begin_with(start)
        self._taught_by_bot = isinstance(teacher, str)
        self.actor = Actor(
            self.arrays,
            game,
            *self._players(None if isinstance(teacher, str) else teacher),
            settings.games,
            settings.length,
            settings.seed + self.iteration,
            options or {},
            teacher if isinstance(teacher, str) else "",
        )
        self._rows = self.arrays.copied(np.arange(settings.batch))
        self._sums = self.arrays.zeros(3)
        self._learn: Callable[[], None] | None = None
        self._resumed = resumed
        self._warm = False

    def _players(self, teacher: GameNetwork | None) -> tuple[Sizes, dict[str, Array]]:
        """Return the network that guides self-play: the learner's own, or a teacher's."""
        if teacher is None:
            return self._sizes, self.learner.playing
        blocks, hidden = teacher.network.first.bias.shape
        sizes = self._sizes._replace(hidden=hidden, blocks=blocks)
        parameters = to_parameters(sizes, network_arrays(teacher.network))
        half, copied = self.arrays.half, self.arrays.copied
        return sizes, {name: half(copied(array)) for name, array in parameters.items()}

    # Training

    @property
    def done(self) -> float:
        """The share of the training that is done."""
        if self.settings.minutes:
            return min(1.0, self.seconds / (60 * self.settings.minutes))
        return self.iteration / self.settings.iterations

    def run(self, until: float = inf) -> Generator[Progress, None, None]:
        """Train to the end, and write checkpoints on the way and at the end.

        `until` is a reading of `monotonic`: the training stops before an iteration that may take
        longer. Another run, also in another process, continues it.
        """
        saved = monotonic()
        expected = 0.0  # seconds of the next iteration
        try:
            while self.done < 1 and monotonic() + expected < until:
                began = monotonic()
                progress = self._iterate()
                expected = SLOWER * (monotonic() - began)
                if monotonic() - saved > CHECKPOINT_SECONDS or self.iteration == 1:
                    self.save()
                    saved = monotonic()
                yield progress
        except TrainingDiverged:
            raise  # the last checkpoint is the best that there is
        except BaseException:  # such as an interrupt
            self.save()
            raise
        self.save()

    def _iterate(self) -> Progress:
        settings, done = self.settings, self.done
        simulations, rate = settings.simulations_at(done), settings.rate_at(done)
        if not self._warm:
            self._warm_up(simulations)
        began = monotonic()
        self.actor.configure(simulations, settings.search_at(done))
        stats = self.actor.play()  # waits, as it returns numbers
        played = monotonic()
        self.learner.rate[...] = rate
        losses = self._learn_from_segment()
        if not all(map(isfinite, losses)):
            raise TrainingDiverged(
                f"the losses of iteration {self.iteration + 1} are {losses}; the last checkpoint "
                "is intact: resume with a lower rate"
            )
        self.learner.publish()
        self.iteration += 1
        now = monotonic()
        self.seconds += now - began
        decisions = settings.games * settings.length
        return Progress(
            self.iteration,
            self.done,
            self.seconds,
            decisions,
            0 if self._taught_by_bot else decisions * simulations,
            played - began,
            now - played,
            stats,
            losses,
            rate,
        )

    def _warm_up(self, simulations: int) -> None:
        """Compile the kernels of self-play; this time does not count as training."""
        self.actor.configure(simulations, self.settings.search_at(self.done))
        self.actor.play()
        if self._resumed is not None:
            self.actor.restore(self._resumed.arrays)
        self._warm = True

    def _learn_from_segment(self) -> tuple[float, float, float]:
        """Learn from each position of the segment, once a pass; return the mean losses."""
        samples = self.actor.samples()
        count, batch = len(samples.features), self.settings.batch
        if self._learn is None:
            self._samples = Samples(*(part + 0 for part in samples))
        for kept, part in zip(self._samples, samples, strict=True):
            kept[...] = part
        if self._learn is None:
            self._rows[...] = self._order(count, 0)[:batch]
            self._learn = self.arrays.repeatable(self._learn_once)
        self._sums[...] = 0.0
        steps = range(0, count - batch + 1, batch)
        for number in range(self.settings.passes):
            order = self._order(count, number)
            for first in steps:
                self._rows[...] = order[first : first + batch]
                self._learn()
        learned = self.settings.passes * len(steps)
        policy, win, points = (self.arrays.to_numpy(self._sums) / learned).tolist()
        return policy, win, points

    def _order(self, count: int, number: int) -> Array:
        """Return the order in which a pass learns; a resumed training has the same."""
        trained = self.settings.passes * self.iteration + number
        return self.arrays.permutation(count, self.settings.seed * SEEDS + trained)

    def _learn_once(self) -> None:
        batch = Samples(*(part[self._rows] for part in self._samples))
        losses: Losses = self.learner.step(batch)
        for i, loss in enumerate(losses):
            self._sums[i : i + 1] += loss

    # Files

    def save(self) -> None:
        """Write a checkpoint and the network as it is now."""
        self.folder.mkdir(parents=True, exist_ok=True)
        kept = {"all": self.learner.all, **self.learner.moments()}
        arrays = {name: self.arrays.to_numpy(part) for name, part in kept.items()}
        if self._warm:
            arrays |= self.actor.snapshot()
        elif self._resumed is not None:  # stopped before it continued: keep the old games
            arrays = self._resumed.arrays | arrays
        about, settings = describe(self.game), self.settings.as_dict()
        checkpoint = Checkpoint(about, settings, self.iteration, self.seconds, arrays)
        write_checkpoint(self.folder, checkpoint)
        self.export(self.folder / WEIGHTS)

    def export(self, path: Path, card: dict[str, Any] | None = None) -> None:
        """Write the network to a file of weights."""
        sizes, arrays = self._sizes, self.learner.network_arrays()
        network = make_network(arrays, sizes.features, sizes.actions, sizes.seats)
        made = {"iteration": self.iteration, "settings": self.settings.as_dict()}
        save_network(path, self.game, network, made | (card or {}))

    def _begin_with(self, start: GameNetwork) -> None:
        """Begin with the weights of a network, or raise BadWeights if it has another size."""
        for name, found, expected in zip(
            ("blocks", "width"),
            start.network.first.bias.shape,
            (self._sizes.blocks, self._sizes.hidden),
            strict=True,
        ):
            if found != expected:
                raise BadWeights(f"{start.source}: expected {name} {expected}, found {found}")
        self.learner.load(network_arrays(start.network))

    def _resume(self, checkpoint: Checkpoint) -> None:
        """Continue with the network and the progress of a checkpoint."""
        checkpoint.check(describe(self.game), self.settings.as_dict())
        for name, part in {"all": self.learner.all, **self.learner.moments()}.items():
            part[...] = self.arrays.copied(checkpoint.array(name, tuple(part.shape)))
        self.iteration, self.seconds = checkpoint.iteration, checkpoint.seconds
        self.learner.publish()
