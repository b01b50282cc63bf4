"""The speed of the batch on a GPU, against other games that run on GPUs."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np

from century.bench.measures import Measure, Row, compare, rate
from century.bench.peers import Peer
from century.bench.targets import targets
from century.core.gpu import check_gpu, cuda
from century.env.batch import Batch
from century.position import Game, game, games

GAMES = 2**20
PEER_GAMES = 2**18
WARM_UP = 300  # random decisions, so that the games are at different points
REPETITIONS = 3
RANDOM_STEPS = 1000  # random decisions in one call


def gpu_measurements() -> list[tuple[str, Measure]]:
    """Return the measurements on a GPU with their titles."""
    check_gpu()
    title = cuda.get_current_device().name
    name = title.decode() if isinstance(title, bytes) else str(title)
    return [
        (name, lambda seconds: [Row("copying memory", f"{copy_speed(seconds) / 1e12:.2f} TB/s")]),
        *((chosen.name, partial(batch_speed, chosen)) for chosen in map(game, games())),
    ]


def batch_speed(chosen: Game, seconds: float) -> list[Row]:
    """Measure random play in one call, and steps with more and more outputs."""
    target = targets(chosen)
    moved = copy_speed(seconds / 4)
    rows = [random_play(chosen, seconds)]
    for name, masks, observe, wanted in (
        ("steps, options as bits", False, False, target.gpu_steps),
        ("steps, masks", True, False, None),
        ("steps, masks, observations", True, True, target.gpu_observations),
    ):
        batch = on_gpu(chosen, masks, observe)
        best = steps_per_second(batch, seconds)
        part = best * bytes_of(batch) / moved
        reached = None if wanted is None else best >= wanted
        goal = "" if wanted is None else rate(wanted)
        rows.append(Row(name, rate(best), f"{part:.0%} of copying", target=goal, reached=reached))
    stepped = partial(steps_per_second, on_gpu(chosen, False, False))
    return [*rows, compare("against pgx", stepped, BACKGAMMON, 30, seconds)]


def on_gpu(chosen: Game, masks: bool, observe: bool) -> Batch:
    """Return games on the GPU that have been played for a while."""
    players = chosen.players[0]
    batch = Batch(chosen.name, players, GAMES, 1, masks=masks, observe=observe, device="cuda")
    batch.play_random(WARM_UP)
    return batch


def random_play(chosen: Game, seconds: float) -> Row:
    """Measure random decisions without returning to Python."""
    batch, target = on_gpu(chosen, False, False), targets(chosen).gpu_random
    best = repeat(batch, lambda: batch.play_random(RANDOM_STEPS), seconds) * RANDOM_STEPS
    reached = None if target is None else best >= target
    goal = "" if target is None else rate(target)
    return Row("random decisions", rate(best), target=goal, reached=reached)


def steps_per_second(batch: Batch, seconds: float) -> float:
    """Return the decisions per second of steps from given actions, without choosing them."""
    # The difference of two measured times is sensitive to noise, so each is measured three times.
    part = seconds / 2 / REPETITIONS
    both, choosing = (
        median(repeat(batch, work, part) for _ in range(REPETITIONS))
        for work in (lambda: batch.step(batch.random_actions()), batch.random_actions)
    )
    return 1 / (1 / both - 1 / choosing)


def repeat(batch: Batch, work: Callable[[], object], seconds: float) -> float:
    """Repeat work on all games; return how many games it did in a second."""
    work()
    batch.check()
    rounds, took = 1, 0.0
    while took < seconds:
        rounds *= 2
        began = perf_counter()
        for _ in range(rounds):
            work()
        batch.check()  # waits for the GPU
        took = perf_counter() - began
    return rounds * len(batch) / took


def bytes_of(batch: Batch) -> int:
    """Return the bytes that a step of one game must read or write at least."""
    state = 2 * int(batch.game.state.itemsize)
    outputs = int(batch.masks.shape[-1]) * bool(len(batch.masks))
    outputs += batch.encoding.size * bool(len(batch.observations))
    action, first, options, seat, flags, reward = 8, 8, 8, 8, 2, 4
    return state + outputs + action + first + options + seat + flags + reward * batch.players


def copy_speed(seconds: float) -> float:
    """Return the bytes per second, read and written, of a copy within the GPU's memory."""
    source = cuda.device_array(2**29, np.uint64)
    target = cuda.device_array_like(source)
    rounds, took = 1, 0.0
    while took < seconds:
        rounds *= 2
        cuda.synchronize()
        began = perf_counter()
        for _ in range(rounds):
            target.copy_to_device(source)
        cuda.synchronize()
        took = perf_counter() - began
    return rounds * 2 * int(source.nbytes) / took


@cache
def _backgammon() -> tuple[Any, Any, Any]:
    """Compile backgammon of pgx; return JAX, the games and the function that plays on in them."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("backgammon")
    step = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit  # type: ignore[untyped-decorator]
    def some_steps(state: Any, key: Any) -> Any:
        def one(state: Any, key: Any) -> tuple[Any, None]:
            first, second = jax.random.split(key)
            logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
            actions = jax.random.categorical(first, logits, axis=1)
            return step(state, actions, jax.random.split(second, PEER_GAMES)), None

        return jax.lax.scan(one, state, jax.random.split(key, 50))[0]

    start = jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(1), PEER_GAMES))
    return jax, jax.block_until_ready(some_steps(start, jax.random.PRNGKey(2))), some_steps


def pgx_backgammon(seconds: float) -> float:
    """Play random backgammon with pgx, with new games for those that end."""
    jax, state, some_steps = _backgammon()
    calls, began = 0, perf_counter()
    while perf_counter() - began < seconds:
        calls += 1
        state = jax.block_until_ready(some_steps(state, jax.random.PRNGKey(2 + calls)))
    return calls * 50 * PEER_GAMES / (perf_counter() - began)


BACKGAMMON = Peer("pgx backgammon", "pgx", pgx_backgammon)
