"""The package as users see it: `import century` alone, `python -m century`, missing extras."""

from __future__ import annotations

import subprocess
import sys
from pkgutil import walk_packages

import pytest

import century
import century.server
from century.errors import MissingExtra
from century.extras import provided_by
from tests.games import EXAMPLE

LIMIT = 120  # seconds that any of the processes may take
# The modules of the extra `server` that the server imports.
SERVER_PACKAGES = (
    *("alembic", "fastapi", "orjson", "prometheus_client", "pydantic", "segno", "sqlalchemy"),
    *("starlette", "structlog", "uvicorn"),
)


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, timeout=LIMIT, check=False
    )


def test_every_public_name_works_after_importing_century_alone() -> None:
    program = "import century; print(*(type(getattr(century, n)).__name__ for n in {}))"
    done = python("-c", program.format(century.__all__))
    assert done.returncode == 0, done.stderr
    kinds = dict(zip(century.__all__, done.stdout.split(), strict=True))
    modules = {name for name, kind in kinds.items() if kind == "module"}
    assert modules == {"arena", "bots", "client", "env", "errors", "position", "record"}
    assert kinds["games"] == "function"


def test_the_environments_work_after_importing_century_alone() -> None:
    done = python("-c", "import century; print(century.env.batch.Batch, century.env.gymnasium)")
    assert done.returncode == 0, done.stderr


def test_importing_a_submodule_of_games_does_not_replace_the_function() -> None:
    module = century.game(EXAMPLE).package + ".rules"
    program = f"import century, {module}; print(century.games())"
    done = python("-c", program)
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{century.games()}\n"


@pytest.mark.parametrize("module", [century, century.env])
def test_an_unknown_name_is_an_attribute_error(module: object) -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        _ = module.nonsense  # type: ignore[attr-defined]
    assert "nonsense" not in dir(module)


def test_the_package_runs_as_a_module() -> None:
    done = python("-m", "century", "--version")
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"century {century.__version__}\n"


def test_help_loads_neither_the_compiler_nor_a_server() -> None:
    program = """
import sys
from century.cli import main
sys.argv = ["century", "--help"]
try:
    main()
except SystemExit:
    print({"numba", "numpy", "fastapi", "sqlalchemy"} & set(sys.modules))
"""
    assert python("-c", program).stdout.endswith("set()\n")


# Extras


def hint(absent: str, extra: str) -> str:
    how = f'pip install ".[{extra}]" in a checkout of century'
    return f"{absent} is not installed; century[{extra}] needs it: {how}"


@pytest.mark.parametrize(
    ("arguments", "absent", "extra"),
    [
        (["serve"], "fastapi", "server"),
        (["serve"], "structlog", "server"),
        (["serve", "--db", "postgresql+psycopg://user@host/db"], "psycopg", "postgresql"),
    ],
)
def test_a_command_that_lacks_its_extra_says_how_to_get_it(
    arguments: list[str], absent: str, extra: str
) -> None:
    program = "import sys; sys.modules[{!r}] = None; sys.argv[1:] = {!r}; "
    done = python("-c", program.format(absent, arguments) + "from century.cli import main; main()")
    assert done.returncode == 2
    assert done.stderr == f"error: {hint(absent, extra)}\n"


@pytest.mark.parametrize(
    ("module", "absent", "extra"),
    [
        ("client", "httpx", "client"),
        ("server.web.app", "fastapi", "server"),
        ("server.web.table_routes", "segno", "server"),
        ("server.log.store", "sqlalchemy", "server"),
        ("server.service", "structlog", "server"),
        ("server.run", "uvicorn", "server"),
        ("env.gymnasium", "gymnasium", "gymnasium"),
        ("env.pettingzoo", "pettingzoo", "pettingzoo"),
        ("env.openspiel", "pyspiel", "openspiel"),
    ],
)
def test_a_submodule_that_lacks_its_extra_says_how_to_get_it(
    module: str, absent: str, extra: str
) -> None:
    done = python("-c", f"import sys; sys.modules[{absent!r}] = None; import century.{module}")
    assert done.returncode == 1
    assert done.stderr.endswith(f"MissingExtra: {hint(absent, extra)}\n")


WITHOUT_PACKAGES = """
import sys
from importlib import import_module
from century.errors import MissingExtra
for package in {packages!r}:
    sys.modules[package] = None
for module in {modules!r}:
    try:
        import_module(module)
    except MissingExtra as error:
        print(module, error.extra)
    else:
        print(module, "works")
"""


def test_every_module_of_the_server_works_or_names_its_extra() -> None:
    modules = [
        module.name
        for module in walk_packages(century.server.__path__, "century.server.")
        if ".migrations" not in module.name  # alembic runs these
    ]
    done = python("-c", WITHOUT_PACKAGES.format(packages=SERVER_PACKAGES, modules=modules))
    assert done.returncode == 0, done.stderr
    found = dict(line.split() for line in done.stdout.splitlines())
    assert set(found) == set(modules)
    assert set(found.values()) == {"works", "server"}
    assert found["century.server.web"] == found["century.server.log"] == "server"
    table = {name: how for name, how in found.items() if name.split(".")[2] == "table"}
    assert set(table.values()) == {found["century.server.errors"]} == {"works"}


def test_a_picture_that_lacks_its_extra_says_how_to_get_it() -> None:
    program = (
        "import sys; sys.modules['PIL'] = None; import century; from century.env import picture; "
        f"picture.picture(century.game({EXAMPLE!r}).start(2, 1))"
    )
    done = python("-c", program)
    assert done.stderr.endswith(f"MissingExtra: {hint('PIL', 'env')}\n")


def test_the_error_names_the_extra_and_the_package() -> None:
    with pytest.raises(MissingExtra) as caught, provided_by("server"):
        raise ModuleNotFoundError(name="fastapi.routing")
    assert (caught.value.extra, caught.value.package) == ("server", "fastapi")
    assert caught.value.code == "missing-extra"


@pytest.mark.parametrize("name", ["century.nonsense", None])
def test_a_missing_module_of_century_itself_is_not_reported_as_an_extra(name: str | None) -> None:
    with pytest.raises(ModuleNotFoundError), provided_by("server"):
        raise ModuleNotFoundError(name=name)
