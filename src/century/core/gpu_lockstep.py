"""Loops on a GPU that advance many games together; each thread plays one game.

Neighbouring threads read memory fast only if they read neighbouring words. The states are whole
records, one after another. So the threads of a block first copy the records of all their games into
shared memory, word by word, work on them there and copy them back. They write observations in
shared memory and copy them out in the same way.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy import uint8, uint64

from century.core.engine import offers, random_action
from century.core.gpu import BLOCK, cuda, gpu_kernel_of
from century.core.kernel import Int
from century.core.lockstep import (
    LEAVE,
    ONGOING,
    TERMINATED,
    TRUNCATED,
    Games,
    GameSettings,
    deal_game,
    decide,
    decide_with_reward,
    end_game,
    take_up_game,
)
from century.core.observation import observe

__all__ = [
    "NO_ACTION",
    "NO_GAME",
    "WARP",
    "WORD",
    "GpuKernels",
    "gpu_kernels",
    "observation_kernel",
]

WORD = 8  # bytes
WARP = 32  # threads that carry out the same instruction together
# With fewer registers for a thread, more games run at once and hide the latency of memory.
RANDOM_PLAY_REGISTERS = 56
CHUNK = 256  # random decisions, after which finished games are replaced
SHARED = 48 * 1024  # bytes of shared memory that every GPU gives to a block
NO_GAME = 2**62  # in place of the number of a game with an illegal action: there is none
NO_ACTION = -(2**63)  # in place of an illegal action that is not stored yet
DeviceArray = Any  # an array on the GPU


class GpuKernels(NamedTuple):
    """The kernels of one game."""

    deal_games: Any
    take_up_games: Any
    choose_random: Any
    find_illegal: Any
    step: Any
    play_random: Any
    write_masks: Any
    step_block: int  # the games of a block, which `step` keeps in shared memory


def _block_size(bytes_per_game: int) -> int:
    """Return how many games of a block find room in shared memory: a power of two from 8."""
    fitting = min(BLOCK, SHARED // bytes_per_game)
    return max(8, 1 << fitting.bit_length() - 1)


@cuda.jit(device=True)
def load_states(states: DeviceArray, first_game: Int, count: Int, stride: Int, out: Any) -> None:
    """Copy the states of a block's games into shared memory: each warp copies whole records."""
    for game in range(cuda.threadIdx.x // WARP, count, cuda.blockDim.x // WARP):
        for word in range(cuda.threadIdx.x % WARP, states.shape[1], WARP):
            out[game * stride + word] = states[first_game + game, word]


@cuda.jit(device=True)
def store_states(states: DeviceArray, first_game: Int, count: Int, stride: Int, found: Any) -> None:
    """Copy the states of a block's games back."""
    for game in range(cuda.threadIdx.x // WARP, count, cuda.blockDim.x // WARP):
        for word in range(cuda.threadIdx.x % WARP, states.shape[1], WARP):
            states[first_game + game, word] = found[game * stride + word]


@cache
def gpu_kernels(state: np.dtype[Any], package: str, actions: int) -> GpuKernels:
    """Make the kernels of a game with the given number of actions."""
    deal_games, take_up_games = _deal_kernels(state, package)
    choose_random, find_illegal, write_masks = _action_kernels(package, actions)
    step, step_block = _step_kernel(state, package)
    return GpuKernels(
        deal_games,
        take_up_games,
        choose_random,
        find_illegal,
        step,
        _random_play_kernel(state, package),
        write_masks,
        step_block,
    )


def _deal_kernels(state: np.dtype[Any], package: str) -> tuple[Any, Any]:
    """Make the kernels that put games in place: newly dealt ones, and given states."""
    words, _ = _words(state)
    compile_for_game = gpu_kernel_of(package)

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

    return deal_games, take_up_games


def _action_kernels(package: str, actions: int) -> tuple[Any, Any, Any]:
    """Make the kernels that choose, check and list actions; they do not touch the states."""
    compile_for_game = gpu_kernel_of(package)

    @compile_for_game
    def choose_random(games: Games, out: DeviceArray) -> None:
        """Choose a random legal action in each game."""
        i = cuda.grid(1)
        if i >= len(out):
            return
        out[i] = LEAVE
        if games.options[i] != 0:
            out[i] = random_action(games.firsts[i], games.options[i], games.rngs[i : i + 1])

    @compile_for_game
    def find_illegal(games: Games, chosen: DeviceArray, illegal: DeviceArray) -> None:
        """Lower `illegal[0]` to the first game whose action is not legal; keep earlier faults."""
        i = cuda.grid(1)
        if i >= len(chosen) or chosen[i] == LEAVE or illegal[1] != NO_ACTION:
            return
        if not offers(games.firsts[i], games.options[i], chosen[i]):
            cuda.atomic.min(illegal, 0, i)

    @compile_for_game
    def write_masks(games: Games, out: DeviceArray) -> None:
        """Write the legal actions of all games as flags; each thread writes a word of them."""
        k = cuda.grid(1)
        if k >= len(out):
            return
        i, action = k * WORD // actions, k * WORD % actions
        word = uint64(0)
        for byte in range(WORD):
            if i < len(games.firsts) and offers(games.firsts[i], games.options[i], action):
                word |= uint64(1) << uint64(8 * byte)
            action += 1
            if action == actions:
                i, action = i + 1, 0
        out[k] = word

    return choose_random, find_illegal, write_masks


def _step_kernel(state: np.dtype[Any], package: str) -> tuple[Any, int]:
    """Make the kernel that applies given actions; return it with the games of a block."""
    words, stride = _words(state)
    block = _block_size(stride * WORD)
    block_words = block * stride  # the size of a shared array must be a plain constant

    @gpu_kernel_of(package)
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
        memory = cuda.shared.array(block_words, uint64)
        first_game = cuda.blockIdx.x * block
        count = min(block, len(chosen) - first_game)
        load_states(states, first_game, count, stride, memory)
        cuda.syncthreads()
        lane = cuda.threadIdx.x
        if lane < count:
            i = first_game + lane
            own = memory[lane * stride : lane * stride + words]
            s = own.view(state)[0]
            outcome: Int = ONGOING
            clear_rewards(games, i)
            if chosen[i] != LEAVE:
                first, options, outcome = decide_with_reward(s, games, settings, i, chosen[i])
                if outcome != ONGOING:
                    rng = cuda.local.array(1, uint64)
                    first, options = end_game(s, own, games, settings, i, rng)
                games.firsts[i], games.options[i], games.seats[i] = first, options, s.seat
            write_outcome(games, i, outcome)
        cuda.syncthreads()
        store_states(states, first_game, count, stride, memory)

    return step, block


def _random_play_kernel(state: np.dtype[Any], package: str) -> Any:
    """Make the kernel that takes many random decisions without returning."""
    words, _ = _words(state)

    @gpu_kernel_of(package, max_registers=RANDOM_PLAY_REGISTERS)
    def play_random(
        states: DeviceArray, games: Games, settings: GameSettings, steps: Int, illegal: DeviceArray
    ) -> None:
        """Take `steps` random decisions in each game, without the rewards of single steps."""
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
        first, options = games.firsts[i], games.options[i]
        outcome: Int = ONGOING
        clear_rewards(games, i)
        while steps > 0 and options != 0:
            # Dealing takes long, and the other threads of the warp wait. So games that end wait
            # for the end of this loop, and the next games are dealt together.
            for _ in range(min(steps, CHUNK)):
                action = random_action(first, options, rng)
                first, options, outcome = decide(s, action, settings.rounds)
                steps -= 1
                if outcome != ONGOING:
                    break
            if outcome != ONGOING:
                first, options = end_game(s, memory, games, settings, i, scratch)
                if steps > 0:
                    clear_rewards(games, i)
        if steps > 0:
            outcome = ONGOING  # the latest step was not the one that ended the game
            # The rewards are clear already. But without this loop the compiler moves most of the
            # state into registers, there are too few of them, and random play of a game with a
            # large state is a third slower.
            clear_rewards(games, i)
        games.firsts[i], games.options[i], games.seats[i] = first, options, s.seat
        games.rngs[i] = rng[0]
        write_outcome(games, i, outcome)
        for word in range(words):
            states[i, word] = memory[word]

    return play_random


@cache
def observation_kernel(state: np.dtype[Any], package: str, size: int) -> tuple[Any, int]:
    """Make the kernel that writes observations of a size; return it with the games of a block."""
    words, stride = _words(state)
    block = _block_size(stride * WORD + size)
    state_words, row_words = block * stride, block * size // WORD

    @gpu_kernel_of(package)
    def write_observations(
        states: DeviceArray, seats: DeviceArray, settings: GameSettings, out: DeviceArray
    ) -> None:
        """Write the observation of a seat in each game; `out` has room for whole blocks."""
        memory = cuda.shared.array(state_words, uint64)
        rows = cuda.shared.array(row_words, uint64)
        first_game = cuda.blockIdx.x * block
        count = min(block, len(seats) - first_game)
        lane = cuda.threadIdx.x
        load_states(states, first_game, count, stride, memory)
        for k in range(lane, len(rows), cuda.blockDim.x):
            rows[k] = 0
        cuda.syncthreads()
        if lane < count and 0 <= seats[first_game + lane] < settings.players:
            s = memory[lane * stride : lane * stride + words].view(state)[0]
            start = lane * size
            observe(s, seats[first_game + lane], rows.view(uint8)[start : start + size])
        cuda.syncthreads()
        start = cuda.blockIdx.x * len(rows)
        for k in range(lane, len(rows), cuda.blockDim.x):
            out[start + k] = rows[k]

    return write_observations, block


def _words(state: np.dtype[Any]) -> tuple[int, int]:
    """Return the words of a state, and the distance of two states in shared memory.

    Shared memory has 32 banks. With an odd distance neighbouring threads use different ones.
    """
    words = state.itemsize // WORD
    return words, words | 1


@cuda.jit(device=True)
def clear_rewards(games: Games, i: Int) -> None:
    """Take back the rewards of the step before."""
    for seat in range(games.rewards.shape[1]):
        games.rewards[i, seat] = 0.0


@cuda.jit(device=True)
def write_outcome(games: Games, i: Int, outcome: Int) -> None:
    """Write whether the latest step ended game i."""
    games.terminated[i] = outcome == TERMINATED
    games.truncated[i] = outcome == TRUNCATED
