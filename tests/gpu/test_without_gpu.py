"""What can be tested of games on a GPU without one: the kernels compile and compute the same."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec

import pytest

import century
from century.env.batch import Batch
from century.errors import BadOption, MissingExtra, NoGpu
from tests.effort import EFFORT, scaled
from tests.games import EXAMPLE

SIMULATOR = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
STEPS = str(scaled(20))  # of simulated games
CAPABILITIES = ("8.0", "9.0")


def run(*arguments: str, **environment: str) -> str:
    return subprocess.run(
        [sys.executable, "-m", *arguments],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    ).stdout


def has_gpu() -> bool:
    from century.core.gpu import cuda

    return bool(cuda.is_available())


@pytest.mark.parametrize("name", century.games())
def test_the_simulator_computes_the_same_as_the_cpu(name: str) -> None:
    assert run("tests.gpu.compare", name, "2", "3", STEPS, **SIMULATOR) == "equal\n"


@pytest.mark.parametrize("name", century.games())
def test_kernels_compile_for_gpus_with_a_ptx_that_drivers_accept(name: str) -> None:
    # `make thorough` compiles each game for both, `make test` for one of them.
    chosen = CAPABILITIES if EFFORT > 1 else [CAPABILITIES[century.games().index(name) % 2]]
    lines = [line.split() for line in run("tests.gpu.ptx", name, *chosen).splitlines()]
    kernels = {kernel for kernel, _, _ in lines}
    assert {"deal_games", "step", "play_random", "write_observations", "playouts"} < kernels
    targets = [f"sm_{capability.replace('.', '')}" for capability in chosen]
    expected = {(kernel, "9.0", target) for kernel in kernels for target in targets}
    assert {tuple(line) for line in lines} == expected


def test_an_unknown_device_is_refused() -> None:
    with pytest.raises(BadOption, match="the devices are cpu, cuda"):
        Batch(EXAMPLE, 2, 4, seed=1, device="tpu")
    with pytest.raises(BadOption, match="the devices are cpu, cuda"):
        century.playouts(EXAMPLE, 2, 4, seed=1, device="gpu")


def test_a_machine_without_a_gpu_says_what_is_missing() -> None:
    if has_gpu():
        Batch(EXAMPLE, 2, 4, seed=1, device="cuda")
        return
    with pytest.raises(NoGpu, match=r"needs an NVIDIA GPU and its driver: .*driver"):
        Batch(EXAMPLE, 2, 4, seed=1, device="cuda")
    with pytest.raises(NoGpu):
        century.playouts(EXAMPLE, 2, 4, seed=1, device="cuda")


def test_without_the_extra_the_error_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_spec("numba_cuda") is not None
    for module in ("century.core.gpu", "century.core.gpu_playouts", "century.core.gpu_lockstep"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.setitem(sys.modules, "numba_cuda", None)
    with pytest.raises(MissingExtra, match=r"century\[cuda\]"):
        century.playouts(EXAMPLE, 2, 4, seed=1, device="cuda")
