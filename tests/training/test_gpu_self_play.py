"""Self-play on a GPU takes the same decisions as on a CPU; Numba simulates the GPU."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.neural.networks import GAMES_WITH_FEATURES

SIMULATOR = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}


@pytest.mark.parametrize("name", GAMES_WITH_FEATURES)
def test_the_simulator_plays_the_same_games_as_the_cpu(name: str) -> None:
    outcome = subprocess.run(
        [sys.executable, "-m", "tests.training.compare_self_play", name],
        env=os.environ | SIMULATOR,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert outcome.stdout == "equal\n", outcome.stderr
