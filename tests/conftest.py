"""Settings and fixtures for all tests."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.bots.examples import PYTHON_EXAMPLE, compile_c_example
from tests.terminal.command import Command

# Every run uses the same examples and leaves no files. Whole games are large examples.
settings.register_profile(
    "steady",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("steady")

# Tests start hundreds of processes. They start sooner if they find the bytecode of the package.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_xdist_auto_num_workers() -> int:
    """Return the number of workers for `pytest -n auto`: two more than there are processors.

    With one more, the processors are idle for a third of the time, because many tests wait for
    a browser, a server or a database.
    """
    return (os.cpu_count() or 1) + 2


# The tests in these folders wait for other programs: browsers, servers, bots and databases.
TIMED = {"arena", "bots", "browser", "server", "terminal"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run a test that depends on time once more if it fails; the summary lists it (see -rR)."""
    for item in items:
        if TIMED.intersection(item.path.parts):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(autouse=True)
def _no_logging_to_closed_output() -> Iterator[None]:
    """Undo the logging of a command that ran in this process: its output is closed after a test."""
    yield
    if "structlog" in sys.modules:
        sys.modules["structlog"].reset_defaults()


@pytest.fixture(scope="session")
def c_example(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the path of the compiled C example."""
    return compile_c_example(tmp_path_factory.mktemp("examples"))


@pytest.fixture(params=["my_bot.py", "bot.c"])
def example_bot(request: pytest.FixtureRequest) -> str:
    """Return the name of an example bot, in Python and in C."""
    if request.param == "bot.c":
        return str(request.getfixturevalue("c_example"))
    return PYTHON_EXAMPLE


@pytest.fixture
def century(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Return what runs the command line inside a test."""
    return Command(monkeypatch, capsys)
