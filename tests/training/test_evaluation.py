"""Games against the levels while a network trains."""

from __future__ import annotations

from pathlib import Path
from time import monotonic, sleep

from century.training.evaluation import Evaluation
from century.training.trainer import WEIGHTS
from tests.training.test_trainer import LEARNABLE, small_trainer


def test_a_network_plays_meanwhile(tmp_path: Path) -> None:
    list(small_trainer(LEARNABLE[0], tmp_path).run())
    evaluation = Evaluation(LEARNABLE[0], ("greedy",), workers=1, seed=1, deals=1)
    try:
        assert evaluation.start(2, tmp_path / WEIGHTS)
        assert not evaluation.start(3, tmp_path / WEIGHTS)  # the first one has not finished
        deadline = monotonic() + 200
        while not (found := evaluation.finished()) and monotonic() < deadline:
            sleep(0.1)
    finally:
        evaluation.close()
    (strength,) = found
    assert (strength.iteration, strength.opponent) == (2, "greedy")
    assert strength.games == 2
    assert 0 <= strength.won <= 1
    assert evaluation.finished() == []
