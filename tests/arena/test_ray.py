"""The same games on a Ray cluster, which runs on this machine here."""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib.util import find_spec

import pytest

from century.arena import RayExecutor, Standings, run
from century.errors import UnknownBot, WorkerLost
from tests.arena.tables import played, player, tournament

# Ray does not close its sockets and log files.
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        if find_spec("ray") is None:
            missing = "Ray is not installed (century[ray])"
            pytest.fail(missing) if os.environ.get("CI") else pytest.skip(missing)
        import ray

        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="error")
        yield
        ray.shutdown()


@pytest.mark.usefixtures("cluster")
def test_a_cluster_gives_the_same_results_as_this_machine() -> None:
    planned = tournament("random", player("First"), "random")
    here, standings = played(planned, deals=3, workers=2)
    there_standings = Standings(planned.names)
    there = list(run(planned, there_standings, RayExecutor(), deals=3))
    assert sorted(there, key=lambda result: result.number) == here
    for name in planned.names:
        assert there_standings.skills[name] == standings.skills[name]


@pytest.mark.usefixtures("cluster")
@pytest.mark.parametrize("name", ["CrashesLater", "Endless"])
def test_a_fault_in_the_cluster_is_the_same_fault(name: str) -> None:
    planned = tournament("random", player(name), stall=0.2)
    there = list(run(planned, Standings(planned.names), RayExecutor(), deals=1))
    assert sorted(there, key=lambda result: result.number) == played(planned)[0]
    assert [result.end for result in there] == ["fault", "fault"]


@pytest.mark.usefixtures("cluster")
def test_an_error_in_the_cluster_keeps_its_type() -> None:
    planned = tournament("random", "nobody")
    with pytest.raises(UnknownBot) as caught:
        list(run(planned, Standings(planned.names), RayExecutor(workers=1), deals=1))
    assert str(caught.value).startswith("unknown bot 'nobody'")


@pytest.mark.usefixtures("cluster")
def test_a_cluster_with_another_century_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("century.arena.executors._fingerprint", lambda: "another")
    planned = tournament("random", "random")
    with pytest.raises(WorkerLost, match="another version of century"):
        list(run(planned, Standings(planned.names), RayExecutor(workers=1), deals=1))
