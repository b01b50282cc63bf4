"""Loops on a GPU that advance many games together; each thread plays one game.

Threads that neighbour each other read memory fast only if they read neighbouring words. The states
are whole records, one after another, so the threads of a block first copy the records of all their
games into shared memory, word by word, work on them there and copy them back. Observations are put
together in shared memory and copied out in the same way.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy import uint8, uint64

from century.core.engine import offers, random_action, random_game, write_scores
from century.core.gpu import cuda, gpu_kernel_of
from century.core.kernel import Int
from century.core.lockstep import (
    LEAVE,
    ONGOING,
    POINTS_SO_FAR,
    TERMINATED,
    TRUNCATED,
    Games,
    GameSettings,
    advance,
    deal_game,
    take_up_game,
)
from century.core.observation import observe

__all__ = ["BLOCK", "NO_ACTION", "NO_GAME", "WORD", "GpuKernels", "blocks", "gpu_kernels"]

WORD = 8  # bytes
BLOCK = 128  # threads of a block, where shared memory does not limit them
SHARED = 48 * 1024  # bytes of shared memory that every GPU gives to a block
NO_GAME = 2**62  # in place of the number of a game with an illegal action: all are legal
NO_ACTION = -(2**63)  # in place of that action: it is not stored yet
DeviceArray = Any  # an array on the GPU


class GpuKernels(NamedTuple):
    """The kernels for the games of one kind, and the threads of a block for each."""

    deal_games: Any
    take_up_games: Any
    find_illegal: Any
    step: Any
    play_random: Any
    write_masks: Any
    write_observations: Any
    playouts: Any
    step_block: int
    observation_block: int


def blocks(threads: int, block: int) -> int:
    """Return the number of blocks that hold at least this many threads."""
    return -(-threads // block)


def _block_size(bytes_per_game: int) -> int:
    """Return how many games a block can hold in shared memory: a power of two."""
    fitting = min(BLOCK, SHARED // bytes_per_game)
    return 1 << fitting.bit_length() - 1


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def load_states(states: DeviceArray, first_game: Int, count: Int, stride: Int, out: Any) -> None:
    """Copy the states of the games of a block into shared memory."""
    words = states.shape[1]
    for k in range(cuda.threadIdx.x, count * words, cuda.blockDim.x):
        out[k // words * stride + k % words] = states[first_game + k // words, k % words]


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def store_states(states: DeviceArray, first_game: Int, count: Int, stride: Int, found: Any) -> None:
    """Copy the states of the games of a block back."""
    words = states.shape[1]
    for k in range(cuda.threadIdx.x, count * words, cuda.blockDim.x):
        states[first_game + k // words, k % words] = found[k // words * stride + k % words]


def gpu_kernels(
    state: np.dtype[Any], package: str, actions: int, observation_size: int
) -> GpuKernels:
    """Make the kernels of a game, for observations of the given size."""
    words = state.itemsize // WORD
    # Shared memory has 32 banks. With an odd stride neighbouring threads use different ones.
    stride = words | 1
    compile_for_game = gpu_kernel_of(package)
    step_block = _block_size(stride * WORD)
    # Whole blocks of observations are copied as words, so a block has a multiple of 8 games.
    observation_block = max(8, _block_size(stride * WORD + observation_size))
    # The sizes of arrays in shared memory, which must be plain constants
    step_words, state_words = step_block * stride, observation_block * stride
    row_words = observation_block * observation_size // WORD

    @compile_for_game
    def deal_games(
        states: DeviceArray,
        games: Games,
        settings: GameSettings,
        chosen: DeviceArray,
        next_games: bool,
    ) -> None:
        """Deal the chosen games, or the games after them if `next_games`."""
        i = cuda.grid(1)
        if i >= len(chosen) or not chosen[i]:
            return
        if next_games:
            games.seeds[i] += uint64(len(chosen))
        memory = cuda.local.array(words, uint64)
        rng = cuda.local.array(1, uint64)
        s = memory.view(state)[0]
        deal_game(s, memory, games, settings, i, rng)
        for word in range(words):
            states[i, word] = memory[word]
        take_up_game(s, games, i)

    @compile_for_game
    def take_up_games(states: DeviceArray, games: Games) -> None:
        """Continue from states that were put in place."""
        i = cuda.grid(1)
        if i >= len(games.seats):
            return
        memory = cuda.local.array(words, uint64)
        for word in range(words):
            memory[word] = states[i, word]
        take_up_game(memory.view(state)[0], games, i)

    @compile_for_game
    def find_illegal(games: Games, chosen: DeviceArray, illegal: DeviceArray) -> None:
        """Lower `illegal[0]` to the first game whose action is not legal; keep earlier faults."""
        i = cuda.grid(1)
        if i >= len(chosen) or chosen[i] == LEAVE or illegal[1] != NO_ACTION:
            return
        if not offers(games.firsts[i], games.options[i], chosen[i]):
            cuda.atomic.min(illegal, 0, i)

    @compile_for_game
    def step(
        states: DeviceArray,
        games: Games,
        settings: GameSettings,
        chosen: DeviceArray,
        illegal: DeviceArray,
    ) -> None:
        """Apply one action in each game; if some action is illegal, only store the first such."""
        if illegal[0] != NO_GAME:
            if cuda.grid(1) == illegal[0] and illegal[1] == NO_ACTION:
                illegal[1] = chosen[illegal[0]]
            return
        memory = cuda.shared.array(step_words, uint64)
        first_game = cuda.blockIdx.x * step_block
        count = min(step_block, len(chosen) - first_game)
        load_states(states, first_game, count, stride, memory)
        cuda.syncthreads()
        lane = cuda.threadIdx.x
        if lane < count:
            i = first_game + lane
            own = memory[lane * stride : lane * stride + words]
            s = own.view(state)[0]
            outcome = ONGOING
            if chosen[i] != LEAVE:
                rng = cuda.local.array(1, uint64)
                first, options, outcome = advance(s, own, chosen[i], games, settings, i, rng)
                games.firsts[i], games.options[i], games.seats[i] = first, options, s.seat
            write_outcome(games, settings, i, outcome, chosen[i] != LEAVE)
        cuda.syncthreads()
        store_states(states, first_game, count, stride, memory)

    @compile_for_game
    def play_random(
        states: DeviceArray, games: Games, settings: GameSettings, steps: Int, illegal: DeviceArray
    ) -> None:
        """Take `steps` random decisions in each game."""
        i = cuda.grid(1)
        if i >= len(games.seats) or illegal[0] != NO_GAME:
            return
        memory = cuda.local.array(words, uint64)
        for word in range(words):
            memory[word] = states[i, word]
        s = memory.view(state)[0]
        rng = cuda.local.array(1, uint64)
        rng[0] = games.rngs[i]
        scratch = cuda.local.array(1, uint64)
        first, options, outcome = games.firsts[i], games.options[i], ONGOING
        acted = False  # in the latest step
        for _ in range(steps):
            outcome = ONGOING
            acted = options != 0
            if acted:
                action = random_action(first, options, rng)
                first, options, outcome = advance(s, memory, action, games, settings, i, scratch)
        games.firsts[i], games.options[i], games.seats[i] = first, options, s.seat
        games.rngs[i] = rng[0]
        write_outcome(games, settings, i, outcome, acted)
        for word in range(words):
            states[i, word] = memory[word]

    @compile_for_game
    def write_masks(games: Games, out: DeviceArray) -> None:
        """Write the legal actions of all games as flags; each thread writes a word of them."""
        k = cuda.grid(1)
        if k >= len(out):
            return
        word = uint64(0)
        for byte in range(WORD):
            i = (k * WORD + byte) // actions
            if i < len(games.firsts):
                action = (k * WORD + byte) % actions
                if offers(games.firsts[i], games.options[i], action):
                    word |= uint64(1) << uint64(8 * byte)
        out[k] = word

    @compile_for_game
    def write_observations(
        states: DeviceArray, seats: DeviceArray, settings: GameSettings, out: DeviceArray
    ) -> None:
        """Write the observation of a seat in each game; `out` has room for whole blocks."""
        memory = cuda.shared.array(state_words, uint64)
        rows = cuda.shared.array(row_words, uint64)
        first_game = cuda.blockIdx.x * observation_block
        count = min(observation_block, len(seats) - first_game)
        load_states(states, first_game, count, stride, memory)
        cuda.syncthreads()
        lane = cuda.threadIdx.x
        if lane < count and 0 <= seats[first_game + lane] < settings.players:
            s = memory[lane * stride : lane * stride + words].view(state)[0]
            start = lane * observation_size
            observe(s, seats[first_game + lane], rows.view(uint8)[start : start + observation_size])
        cuda.syncthreads()
        start = cuda.blockIdx.x * len(rows)
        for k in range(lane, len(rows), observation_block):
            out[start + k] = rows[k]

    @compile_for_game
    def playouts(
        blank: DeviceArray, players: Int, seed: Any, totals: DeviceArray, scores: DeviceArray
    ) -> None:
        """Play a random game for each row of scores; add its decisions and turns to the totals."""
        i = cuda.grid(1)
        if i >= len(scores):
            return
        memory = cuda.local.array(words, uint64)
        for word in range(words):
            memory[word] = blank[word]
        s = memory.view(state)[0]
        rng = cuda.local.array(1, uint64)
        cuda.atomic.add(totals, 0, random_game(s, players, seed + uint64(i), rng))
        cuda.atomic.add(totals, 1, players * s.rounds)
        write_scores(s, scores[i])

    return GpuKernels(
        deal_games,
        take_up_games,
        find_illegal,
        step,
        play_random,
        write_masks,
        write_observations,
        playouts,
        step_block,
        observation_block,
    )


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def write_outcome(games: Games, settings: GameSettings, i: Int, outcome: Int, acted: bool) -> None:
    """Write whether the latest step ended game i; if not, only a shaped reward is left."""
    games.terminated[i] = outcome == TERMINATED
    games.truncated[i] = outcome == TRUNCATED
    if outcome == ONGOING and not (acted and settings.reward == POINTS_SO_FAR):
        for seat in range(games.rewards.shape[1]):
            games.rewards[i, seat] = 0.0
