"""Thousands of games on a GPU equal those on the CPU: `pytest -m gpu` on a machine with a GPU."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import century
from century.core.gpu_lockstep import gpu_kernels
from century.env.batch import Batch
from century.training.schedule import Settings
from century.training.trainer import Trainer
from tests.games import EXAMPLE, SHORT_GAMES
from tests.gpu import compare
from tests.property.play import TABLES

pytestmark = pytest.mark.gpu


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_steps_and_random_play_equal_the_cpu(name: str, players: int) -> None:
    compare.compare_steps(name, players, 5000, 200)


@pytest.mark.parametrize("name", century.games())
def test_ends_faults_and_positions_equal_the_cpu(name: str) -> None:
    compare.compare_ends(name, 2, 3000, 100)
    compare.compare_shaped_rewards(name, 2, 3000, 100)
    compare.compare_faults(name, 2, 3000)
    compare.compare_positions(name, 2, 1000)


@pytest.mark.parametrize("name", SHORT_GAMES)
def test_whole_games_equal_the_cpu(name: str) -> None:
    compare.compare_playouts(name, 2, 2000)


@pytest.mark.parametrize("name", century.games())
def test_random_play_keeps_states_out_of_registers(name: str) -> None:
    batch = Batch(name, 2, 1000, seed=1, device="cuda")
    batch.play_random(10)
    game = century.game(name)
    kernel = gpu_kernels(game.state, game.package, len(game.actions)).play_random
    # The compiler would need hundreds of bytes for registers that do not fit.
    assert max(kernel.get_local_mem_per_thread().values()) <= game.state.itemsize + 64


def test_other_libraries_take_the_arrays_without_a_copy() -> None:
    torch = pytest.importorskip("torch")
    batch: Any = Batch(EXAMPLE, 2, 1000, seed=1, device="cuda")
    pairs = ((batch.observations, torch.uint8), (batch.masks, torch.bool))
    for array, dtype in (*pairs, (batch.rewards, torch.float32)):
        address = array.__cuda_array_interface__["data"][0]
        for tensor in (torch.from_dlpack(array), torch.as_tensor(array, device="cuda")):
            assert (tensor.data_ptr(), tensor.dtype) == (address, dtype)
            assert tuple(tensor.shape) == array.shape
    seen = torch.from_dlpack(batch.observations).clone()
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        batch.step(torch.from_dlpack(batch.masks).int().argmax(1))
        batch.check()
    assert bool((torch.from_dlpack(batch.observations) != seen).any())


def test_jax_and_cupy_take_the_arrays_too() -> None:
    jax, cupy = pytest.importorskip("jax"), pytest.importorskip("cupy")
    batch: Any = Batch(EXAMPLE, 2, 1000, seed=1, device="cuda")
    host = np.asarray(batch.observations)
    assert np.array_equal(np.asarray(jax.dlpack.from_dlpack(batch.observations)), host)
    taken = cupy.asarray(batch.observations)
    assert taken.data.ptr == batch.observations.__cuda_array_interface__["data"][0]
    assert np.array_equal(cupy.asnumpy(taken), host)
    batch.step(cupy.asarray(batch.masks).argmax(axis=1))
    batch.check()


@pytest.mark.parametrize("name", century.games())
def test_training(name: str, tmp_path: Path) -> None:
    """Self-play, search and learning on the GPU; the games are legal and the losses fall."""
    settings = Settings(
        iterations=6, games=256, length=8, batch=512, width=64, blocks=1, late_simulations=16
    )
    trainer = Trainer(century.game(name), tmp_path, "cuda", settings)
    progress = list(trainer.run())
    assert all(np.isfinite(step.losses).all() for step in progress)
    found = trainer.actor.samples()
    policy, legal = found.policy.cpu().numpy(), found.legal.cpu().numpy()
    assert policy.sum(1) == pytest.approx(1.0, abs=1e-4)
    assert (policy[legal == 0] == 0).all()
    resumed = Trainer(century.game(name), tmp_path, "cuda", settings)
    assert resumed.iteration == 6
