"""How each command line of the documentation is run in the tests.

Commands run as they stand, in a folder that has the files they name. The exceptions are declared
here: commands that are slow, wait for a person or need another machine run in a shorter form. A
program that this module does not know makes the test fail.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

import century
from century.server.log.store import Store
from century.server.run import default_database
from tests.bots.games import first_turn
from tests.docs.pages import ROOT
from tests.terminal.command import Command
from tests.tiny_game.packages import CENTURY, installed_example, succeed

LIMIT = 300  # seconds that any command may take, kernels to compile included

# Options that are added at the end, where the last one counts.
SHORTER = {
    "bench": ["--seconds", "0.001"],
    "check-bot": ["--decisions", "3"],
    "simulate": ["--games", "1"],
    "train": [
        *("--device", "cpu", "--minutes", "0", "--iterations", "1", "--games", "10"),
        *("--width", "8", "--blocks", "0", "--simulations", "2", "--late-simulations", "2"),
        *("--rounds", "10", "--workers", "0"),
    ],
    "tournament": ["--deals", "1", "--rounds", "2", "--budget", "0.01", "--workers", "1"],
}
# What stands for something of the reader's own.
PLACEHOLDERS = {"A": "random", "B": "greedy", "C": "novice", "D": "examples/my_bot.py"}
# What needs another machine: a cluster, a database. The local forms are tested elsewhere.
ELSEWHERE = {
    "--executor ray": "",
    "--ray-address auto": "",
    "user@host/": "user@127.0.0.1:1/",
    "/var/lib/century/": "",
}

SCRIPT = "import century\n"


def prepare(folder: Path) -> None:
    """Put the files into a folder that the commands of the documentation name."""
    shutil.copytree(ROOT / "examples", folder / "examples")
    shutil.copy(ROOT / "examples/my_bot.py", folder / "my_bot.py")
    (folder / "your_script.py").write_text(SCRIPT, encoding="utf-8")
    start = century.game(century.games()[0]).start(players=2, seed=7)
    record = century.Record(start, first_turn(start), ("Ada", "random"), 7)
    tagged = record.to_text().replace("[Result", '[Bot1 "random"]\n[Result')
    (folder / "FILE").write_text(tagged, encoding="utf-8")


class Shell:
    """Runs the commands of one page in one folder, in their order."""

    def __init__(self, folder: Path, century: Command) -> None:
        self.folder = folder
        self._century = century

    def run(self, command: str) -> None:
        """Run a command; fail if its status is not the one it should have."""
        for text, replacement in ELSEWHERE.items():
            command = command.replace(text, replacement)
        words = shlex.split(command, comments=True)
        env = {}
        while re.fullmatch(r"[A-Z_]+=.*", words[0]):
            key, _, value = words.pop(0).partition("=")
            env[key] = value
        program, *arguments = words
        run = self._programs().get(Path(program).name)
        assert run is not None, f"tests/docs/commands.py does not know how to run {program}"
        run(arguments, env)

    def _programs(self) -> dict[str, Callable[[list[str], dict[str, str]], None]]:
        return {
            "century": self._run_century,
            "python": self._run_python,
            "python3": self._run_python,
            "make": self._check_target,
            "pip": self._check_extra,
            "cc": self._compile,
        }

    def _process(self, *command: str, typed: str = "", env: dict[str, str] | None = None) -> None:
        done = subprocess.run(
            command,
            cwd=self.folder,
            input=typed,
            env={**os.environ, **(env or {})},
            capture_output=True,
            text=True,
            timeout=LIMIT,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr

    def _run_century(self, arguments: list[str], env: dict[str, str]) -> None:
        assert not env, "commands run inside the test, with the environment as it is"
        if "tiny-ladder" in arguments:  # games are found once a process
            typed = "quit\n" if arguments[0] == "play" else ""
            succeed([*CENTURY, *arguments], installed_example(self.folder), typed)
            return
        command, *rest = arguments
        rest = [PLACEHOLDERS.get(word, word) for word in rest]
        if command == "serve":
            self._serve(rest)
            return
        if command == "backup":
            Store(default_database()).close()
        if command == "play":  # the first decision is the person's, who leaves at once
            alone = "--resume" not in rest
            typed, more = "quit\n", ["--seed", "1", "--in-order"] if alone else []
        else:
            typed, more = "", SHORTER.get(command, [])
        outcome = self._century(command, *rest, *more, typed=typed)
        assert outcome.status == 0, outcome.out + outcome.err

    def _serve(self, arguments: list[str]) -> None:
        """Start a server, wait until it says where it is, and stop it.

        A server with a database on another machine only has to say that it cannot reach it.
        """
        elsewhere = any(word.startswith("postgresql") for word in arguments)
        more = ["--port", "0", "--no-browser", *([] if elsewhere else ["--db", "tables.db"])]
        server = subprocess.Popen(
            ["timeout", str(LIMIT), sys.executable, "-m", "century", "serve", *arguments, *more],
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert server.stdout is not None
        try:
            started = server.stdout.readline().startswith("Tables at http")
        finally:
            server.terminate()
            _, said = server.communicate(timeout=LIMIT)
        if elsewhere:
            assert "connection failed" in said, said
        else:
            assert started, said
            assert not said, said

    def _run_python(self, arguments: list[str], env: dict[str, str]) -> None:
        if arguments[:2] == ["-m", "pip"]:
            self._install(arguments)
            return
        shorter = {"examples/ppo.py": ["--decisions", "0.06", "--hidden", "16", "--games", "4"]}
        more = [word for script, added in shorter.items() if script in arguments for word in added]
        # A debugger asks for commands.
        self._process(sys.executable, *arguments, *more, typed="quit\n", env=env)

    def _install(self, arguments: list[str]) -> None:
        """Install a package into `.venv`, an environment that has century and no pip.

        The pip of the Python that made the tests' environment does it, without the network.
        """
        python = self.folder / ".venv/bin/python"
        assert arguments[2:5] == ["--python", ".venv/bin/python", "install"], arguments
        if not python.exists():
            self._process(sys.executable, "-m", "venv", "--without-pip", str(python.parents[1]))
            packages = next(python.parents[1].glob("lib/python*/site-packages"))
            (packages / "tests.pth").write_text("\n".join(filter(os.path.isdir, sys.path)))
        with_pip = str(Path(sys.base_prefix) / "bin" / "python3")
        offline = ["--quiet", "--no-build-isolation", "--no-index", "--disable-pip-version-check"]
        self._process(with_pip, *arguments, *offline)
        project = tomllib.loads((self.folder / arguments[-1] / "pyproject.toml").read_text())
        for name in project["project"]["entry-points"]["century.games"]:
            self._process(str(python), "-c", f"import century; century.game({name!r})")

    def _check_target(self, arguments: list[str], env: dict[str, str]) -> None:
        """Check that make knows the targets; the tests run under one of them."""
        assert not env
        self._process("make", "--dry-run", "--directory", str(ROOT), *arguments)

    def _check_extra(self, arguments: list[str], env: dict[str, str]) -> None:
        """Check that the extras exist; `make dist` installs the package."""
        assert not env
        assert arguments[0] == "install"
        project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        for wanted in arguments[1:]:
            found = re.fullmatch(r"(?:century|\.)(?:\[([a-z,]+)\])?", wanted)
            if found:
                extras = found[1].split(",") if found[1] else []
                assert set(extras) <= set(project["optional-dependencies"]), wanted
            else:
                assert wanted == "-e" or (self.folder / wanted).exists(), wanted

    def _compile(self, arguments: list[str], env: dict[str, str]) -> None:
        if shutil.which("cc") is None:
            missing = "there is no C compiler here (Debian's package gcc)"
            pytest.fail(missing) if os.environ.get("CI") else pytest.skip(missing)
        self._process("cc", *arguments, env=env)
