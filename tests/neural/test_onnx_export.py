"""ONNX Runtime computes the same numbers from an exported network."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnxruntime
import pytest

from century.core.features import features_of
from century.neural.game_network import load_network
from century.neural.onnx_export import export_onnx
from century.position import game
from tests.neural.networks import GAMES_WITH_FEATURES, random_flags, small_weights
from tests.neural.test_network import outputs_of


@pytest.mark.parametrize("name", GAMES_WITH_FEATURES)
def test_onnx_runtime_gives_the_same_numbers(name: str, tmp_path: Path) -> None:
    chosen = game(name)
    loaded = load_network(chosen, small_weights(tmp_path, chosen))
    path = tmp_path / "network.onnx"
    export_onnx(loaded, path)
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    rows = random_flags(30, features_of(chosen.package).size, seed=1)
    expected = outputs_of(loaded.network, rows)
    found = session.run(["policy", "win", "points"], {"features": rows})
    for ours, theirs in zip(expected, found, strict=True):
        np.testing.assert_allclose(theirs, ours, rtol=1e-4, atol=1e-5)
    assert session.get_modelmeta().custom_metadata_map["game"] == name
