"""Install the built wheel into a new virtual environment outside the checkout and test it there.

`make dist` runs this script with the system's Python, whose pip installs into the environment. The
script tests the wheel with the base dependencies, and then with those of the server. It exits with
status 1 if a test fails.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parents[1]
LIMIT = 300  # seconds for each step; the first use compiles kernels


class Failed(Exception):
    """A test failed."""


class Environment:
    """A new virtual environment."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bin = folder / "venv" / "bin"
        self.work = folder / "work"
        self.work.mkdir()
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
        # Excludes the checkout, and the data and caches of the user.
        self.env = {"PATH": os.environ["PATH"], "HOME": str(folder), "COLUMNS": "120"}

    def install(self, *arguments: object) -> None:
        """Run `pip install` for this environment."""
        pip = [sys.executable, "-m", "pip", "--python", str(self.bin / "python"), "install"]
        options = ["--quiet", "--quiet", "--disable-pip-version-check", "--no-compile"]
        subprocess.run([*pip, *options, *map(str, arguments)], check=True, timeout=2 * LIMIT)

    def run(self, *command: str, stdin: str = "", status: int = 0) -> str:
        """Run a program of the environment; return its output."""
        print(" ", *command, flush=True)
        done = subprocess.run(
            [self.bin / command[0], *command[1:]],
            cwd=self.work,
            env=self.env,
            input=stdin,
            capture_output=True,
            text=True,
            timeout=LIMIT,
            check=False,
        )
        if done.returncode != status:
            raise Failed(
                f"status {done.returncode} instead of {status}:\n{done.stdout}{done.stderr}"
            )
        return done.stdout + done.stderr


def expect(text: str, output: str) -> None:
    """Fail unless an output contains a text."""
    if text not in output:
        raise Failed(f"{text!r} is not in:\n{output}")


def check_contents(wheel: Path, sdist: Path) -> None:
    """Check that the wheel has exactly the files of the package, and the sdist all files."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    files = {name for name in listed.splitlines() if (ROOT / name).exists()}
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
    package = {name.removeprefix("src/") for name in files if name.startswith("src/century/")}
    if packed != package:
        raise Failed(f"the wheel differs from src/: {sorted(packed ^ package)}")
    with tarfile.open(sdist) as archive:
        packed = {name.partition("/")[2] for name in archive.getnames()}
    if missing := files - packed:
        raise Failed(f"not in the sdist: {sorted(missing)}")


def try_base(env: Environment) -> None:
    """Test the commands that need no extra, and the messages about missing extras."""
    expect("century ", env.run("century", "--version"))
    expect("century ", env.run("python", "-m", "century", "--version"))
    expect("SR13", env.run("century", "rules", "SR13"))
    expect("EW3", env.run("century", "rules", "EW3", "--language", "ja"))
    expect("games", env.run("century", "simulate", "-n", "100"))
    play = ("century", "play", "--bot", "random", "--in-order", "--seed", "1", "--record", "game")
    expect("Saved", env.run(*play, stdin="play YY\nquit\n"))
    expect("play YY", env.run("century", "replay", "game", "--all"))
    expect("random", env.run("century", "tournament", "random", "random", "-n", "1"))
    hint = env.run("century", "serve", status=2)
    expect('pip install ".[server]"', hint)
    if len(hint.splitlines()) != 1:
        raise Failed(f"more than one line:\n{hint}")
    imports = "import century; century.errors; century.bots; century.arena; century.env.batch"
    env.run("python", "-c", imports)
    for module, extra in (
        ("client", "client"),
        ("env.gymnasium", "gymnasium"),
        ("env.pettingzoo", "pettingzoo"),
        ("env.openspiel", "openspiel"),
    ):
        output = env.run("python", "-c", f"import century; century.{module}", status=1)
        expect(f'pip install ".[{extra}]"', output)


def try_server(env: Environment) -> None:
    """Start the server on a free port, and fetch the page, its files and the list of games."""
    command = ["century", "serve", "--port", "0", "--no-browser", "--db", "tables.db"]
    print(" ", *command, flush=True)
    server = subprocess.Popen(
        [env.bin / "century", *command[1:]],
        cwd=env.work,
        env=env.env,
        stdout=subprocess.PIPE,
        text=True,
    )
    signal.signal(signal.SIGALRM, lambda *_: server.kill())
    signal.alarm(LIMIT)  # kills a server that prints nothing
    try:
        assert server.stdout is not None
        found = re.search(r"http://\S+?:\d+/", server.stdout.readline())
        if found is None:
            raise Failed("the server did not print its address")
        page = fetch(found[0])
        scripts = re.findall(r'(?:src|href)="(/[^"]+)"', page)
        if not scripts:
            raise Failed(f"the page loads no files:\n{page}")
        for script in scripts:
            fetch(found[0].rstrip("/") + script)
        expect("spice-road", fetch(found[0] + "api/games"))
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(LIMIT)
        signal.alarm(0)
    env.run("python", "-c", "import century; century.client.Client")


def fetch(address: str) -> str:
    """Return the text at an address."""
    print("  GET", address, flush=True)
    with urlopen(address, timeout=LIMIT) as answer:
        return str(answer.read().decode(errors="replace"))  # fonts are no text


def main() -> None:
    """Test the wheel and the sdist in dist/."""
    (wheel,) = ROOT.glob("dist/*.whl")
    (sdist,) = ROOT.glob("dist/*.tar.gz")
    check_contents(wheel, sdist)
    with tempfile.TemporaryDirectory(prefix="century-dist-") as folder:
        env = Environment(Path(folder))
        print("With the base dependencies", flush=True)
        env.install("--require-hashes", "-r", ROOT / "requirements/base.txt")
        env.install("--no-deps", wheel)
        try_base(env)
        print("With the extras server and client", flush=True)
        env.install("--require-hashes", "-r", ROOT / "requirements/run.txt")
        try_server(env)


if __name__ == "__main__":
    try:
        main()
    except Failed as failure:
        sys.exit(f"error: {failure}")
