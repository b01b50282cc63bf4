"""The games of a batch in the memory of an NVIDIA GPU, which also advances them."""

from __future__ import annotations

from copy import copy
from typing import Any

import numpy as np
import numpy.typing as npt

from century.core.gpu import BLOCK, blocks, check_gpu, cuda, current_stream, device_copy, launch
from century.core.gpu_lockstep import (
    NO_ACTION,
    NO_GAME,
    WARP,
    WORD,
    gpu_kernels,
    observation_kernel,
)
from century.core.lockstep import POINTS_SO_FAR, Games, Outputs, new_games
from century.env.batch_cpu import BatchSetup, check_shape
from century.env.device_array import DeviceArray

__all__ = ["CudaGames"]


class CudaGames:
    """Many games in arrays on the GPU.

    All work is queued on the stream that the caller uses, and nothing waits for it. So the GPU
    notices an illegal action, and then changes no game until `take_illegal`.
    """

    def __init__(self, setup: BatchSetup) -> None:
        check_gpu()
        count, players, actions = setup.games, setup.settings.players, len(setup.game.actions)
        self._setup = setup
        game = setup.game
        self._kernels = gpu_kernels(game.state, game.package, actions)
        self._write, self._block = observation_kernel(game.state, game.package, setup.size)
        self._words = _zeros((count, game.state.itemsize // WORD), np.uint64)
        self._all = device_copy(np.ones(count, np.bool_))
        self._illegal = _zeros(2, np.int64)  # the game and the action
        blank = device_copy(np.frombuffer(setup.blank, np.uint64))
        self._games: Any = new_games(_zeros, blank, count, players)
        rows = count if setup.masks else 0
        masks = _zeros(blocks(rows * actions, WORD), np.uint64)
        observations = self._new_observations(count if setup.observations else 0)
        self._outputs: Any = Outputs._make(
            (DeviceArray(masks, (rows, actions), np.bool_), observations)
        )

    def exposed(self) -> tuple[Games, Outputs]:
        """Return the arrays as users see them."""
        games = (DeviceArray(array, array.shape, array.dtype) for array in self._games)
        return Games._make(games), self._outputs

    def copy(self) -> CudaGames:
        """Return the same games in arrays of their own."""
        twin = copy(self)
        twin._words, twin._illegal = _copy(self._words), _copy(self._illegal)
        twin._games = Games._make(map(_copy, self._games))
        outputs = (DeviceArray(_copy(a.memory), a.shape, a.dtype) for a in self._outputs)
        twin._outputs = Outputs._make(outputs)
        return twin

    def deal(self, seeds: npt.NDArray[Any], rngs: npt.NDArray[Any]) -> None:
        """Deal all games from these seeds, with these generators for random decisions."""
        stream = current_stream()
        self._games.seeds.copy_to_device(seeds, stream)
        self._games.rngs.copy_to_device(rngs, stream)
        self._games.scores.copy_to_device(np.zeros(self._games.scores.shape, np.int64), stream)
        self._clear_illegal()
        self._deal(self._all, next_games=False)

    def renew(self, chosen: Any) -> None:
        """Replace each chosen game by the next one."""
        self._deal(self._array(chosen, "b"), next_games=True)

    def load(self, states: bytes) -> None:
        """Replace all games by the given states."""
        words = np.frombuffer(states, np.uint64).reshape(self._words.shape)
        self._words.copy_to_device(words, current_stream())
        self._clear_illegal()
        self._launch(self._kernels.take_up_games, self._words, self._games)
        self._write_outputs()

    def read(self, i: int) -> bytes:
        """Wait for the GPU; return the bytes of the state of game i."""
        data: bytes = self._words[i].copy_to_host(stream=current_stream()).tobytes()
        return data

    def states(self) -> bytes:
        """Wait for the GPU; return the bytes of all states."""
        data: bytes = self._words.copy_to_host(stream=current_stream()).tobytes()
        return data

    def step(self, actions: Any) -> None:
        """Apply one action in each game; if one of them is illegal, only remember which."""
        actions = self._array(actions, "iu")
        self._launch(self._kernels.find_illegal, self._games, actions, self._illegal)
        self._launch(
            self._kernels.step,
            self._words,
            self._games,
            self._setup.settings,
            actions,
            self._illegal,
            block=self._kernels.step_block,
        )
        self._write_outputs()

    def play_random(self, steps: int) -> None:
        """Take `steps` random decisions in each game."""
        settings = self._setup.settings
        # Only the latest step has rewards: the kernel for many steps does not compute them.
        single = min(steps, 1) if settings.reward == POINTS_SO_FAR else 0
        play_random = self._kernels.play_random
        self._launch(play_random, self._words, self._games, settings, steps - single, self._illegal)
        if single:
            self.step(self.random_actions())  # which also writes masks and observations
        else:
            self._write_outputs()

    def random_actions(self) -> DeviceArray:
        """Return a random legal action for each game."""
        out = cuda.device_array(self._setup.games, np.int64)
        self._launch(self._kernels.choose_random, self._games, out)
        return DeviceArray(out, out.shape, out.dtype)

    def observe(self, seats: Any) -> DeviceArray:
        """Return the observation of the given seat in each game; zeros if there is no such seat."""
        out = self._new_observations(self._setup.games)
        self._observe(self._array(seats, "iu"), out)
        return out

    def take_illegal(self) -> tuple[int, int] | None:
        """Wait for the GPU; return the game and the action that made a step fail, once."""
        game, action = self._illegal.copy_to_host(stream=current_stream()).tolist()
        if game == NO_GAME:
            return None
        self._clear_illegal()
        return game, action

    def _clear_illegal(self) -> None:
        self._illegal.copy_to_device(np.array([NO_GAME, NO_ACTION], np.int64), current_stream())

    def _deal(self, chosen: Any, next_games: bool) -> None:
        deal_games = self._kernels.deal_games
        self._launch(deal_games, self._words, self._games, self._setup.settings, chosen, next_games)
        self._write_outputs()

    def _new_observations(self, rows: int) -> DeviceArray:
        """Allocate room for observations; the kernel writes them in whole blocks."""
        block, size = self._block, self._setup.size
        memory = _zeros(blocks(rows, block) * block * size // WORD, np.uint64)
        return DeviceArray(memory, (rows, size), np.uint8)

    def _observe(self, seats: Any, out: DeviceArray) -> None:
        self._launch(
            self._write,
            self._words,
            seats,
            self._setup.settings,
            out.memory,
            block=self._block,
        )

    def _write_outputs(self) -> None:
        masks, observations = self._outputs
        if len(masks):
            grid = blocks(len(masks.memory))
            launch(self._kernels.write_masks, grid, BLOCK, self._games, masks.memory)
        if len(observations):
            self._observe(self._games.seats, observations)

    def _launch(self, kernel: Any, *arguments: Any, block: int = BLOCK) -> None:
        """Queue a kernel with a thread for each game, and at least a warp for each block."""
        launch(kernel, blocks(self._setup.games, block), max(WARP, block), *arguments)

    def _array(self, given: Any, kinds: str) -> Any:
        """Return an array on the GPU with one value for each game, or raise BadCount."""
        on_gpu = hasattr(given, "__cuda_array_interface__")
        array = cuda.as_cuda_array(given, sync=False) if on_gpu else np.asarray(given)
        check_shape(array, self._setup.games, kinds)
        return array if on_gpu else cuda.to_device(array, current_stream())


def _zeros(shape: int | tuple[int, ...], dtype: npt.DTypeLike) -> Any:
    return device_copy(np.zeros(shape, dtype))


def _copy(array: Any) -> Any:
    twin = cuda.device_array_like(array)
    twin.copy_to_device(array, current_stream())
    return twin
