"""Game packages that harm: they print, exit, crash and take other names, and stop no other game."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import century
from tests.tiny_game.packages import (
    CENTURY,
    LIMIT,
    ROOT,
    announce,
    copy_example,
    environment,
    run,
    succeed,
)

LIST = """
import json
from century.games import broken_games, games
print(json.dumps([games(), broken_games()]))
"""
WHY = "    if s.phase == OVER:\n        return Reason"
VIEW = "    own: list[View] = []\n"
STEALS = """
def add_commands(app):
    app.command(name="play")(lambda: print("stolen"))
    app.command(name="ladder")(lambda: print("a command of its own"))
"""
HOLDS_ON = """
    import sys, time
    print("it does not stop", file=sys.stderr, flush=True)
    while True:
        try:
            time.sleep(1)
        except KeyboardInterrupt:
            pass
"""


@pytest.fixture(scope="module")
def unloadable(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with packages that discovery sets aside."""
    folder = tmp_path_factory.mktemp("unloadable")
    for package, text in {
        "raises_base": "raise BaseException('not an Exception')\n",
        "ends_generator": "raise GeneratorExit\n",
        "exits": "raise SystemExit(3)\n",
        "interrupts": "raise KeyboardInterrupt\n",
        "talks": "print('hello')\n",
    }.items():
        announce(folder, package.replace("_", "-"), package)
        (folder / package).mkdir()
        (folder / package / "__init__.py").write_text(text)
    announce(folder, century.games()[0], "takes_a_name")
    large = [("*shared_state(SEATS)[:-1]", '("pad", "u1", (10**9,)), *shared_state(SEATS)[:-1]')]
    copy_example(folder, "large_state", {"__init__.py": large})
    return folder


def test_discovery_survives_and_says_what_is_wrong(unloadable: Path) -> None:
    games, wrong = json.loads(succeed(["-c", LIST], (unloadable,)))
    assert tuple(games) == century.games()
    first = century.games()[0]
    taken = wrong.pop(f"{first} (takes_a_name)")
    assert taken == f"century.games.{first.replace('-', '_')} has the name {first}"
    assert wrong == {
        "raises-base": "BaseException: not an Exception (__init__.py, line 1)",
        "ends-generator": "GeneratorExit:  (__init__.py, line 1)",
        "exits": "SystemExit: 3 (__init__.py, line 1)",
        "interrupts": "KeyboardInterrupt:  (__init__.py, line 1)",
        "talks": "talks has no SPEC that is a GameSpec",
        "large-state": "state has 1,000,000,072 bytes; at most 1,000,000 are possible",
    }


def test_commands_of_a_game_replace_no_other_command(tmp_path: Path) -> None:
    (copy_example(tmp_path, "steals", {}) / "cli.py").write_text(STEALS)
    done = run([*CENTURY, "play", "--help"], (tmp_path,))
    assert "Play in this terminal" in done.stdout
    assert done.stderr == "steals: its command 'play' is left out: there is another\n"
    assert succeed([*CENTURY, "ladder"], (tmp_path,)) == "a command of its own\n"


def test_a_title_with_markup_is_printed_as_it_is(tmp_path: Path) -> None:
    words = copy_example(tmp_path, "marked", {}) / "words" / "en.toml"
    text = words.read_text(encoding="utf-8")
    words.write_text(text.replace('title = "', 'title = "[/x]<b>'), encoding="utf-8")
    simulate = [*CENTURY, "simulate", "-n", "2", "--game", "marked"]
    assert "[/x]<b>" in succeed(simulate, (tmp_path,))


def test_a_game_that_exits_fails_with_one_line(tmp_path: Path) -> None:
    changes = {"__init__.py": [(WHY, f"    raise SystemExit(0)\n{WHY}")]}
    copy_example(tmp_path, "exits", changes)
    play = ["play", "--game", "exits", "--record", str(tmp_path / "game.txt"), "--seed", "1"]
    done = run([*CENTURY, *play], (tmp_path,), given="take\n" * 20)
    assert done.returncode == 2
    assert done.stderr.startswith("error: exits cannot be played: SystemExit: 0 (__init__.py, ")


def test_a_crash_of_a_checked_game_is_reported(tmp_path: Path) -> None:
    crash = f"    import os\n    os.kill(os.getpid(), 11)\n{VIEW}"
    copy_example(tmp_path, "crashes", {"__init__.py": [(VIEW, crash)]})
    done = run([*CENTURY, "check-game", "crashes"], (tmp_path,))
    assert done.returncode == 1
    assert done.stderr.startswith("\ncrashes crashed (SIGSEGV): ")
    assert "NUMBA_DISABLE_JIT=1" in done.stderr


def test_a_check_that_does_not_end_can_be_interrupted(tmp_path: Path) -> None:
    copy_example(tmp_path, "holds_on", {"__init__.py": [(VIEW, f"{HOLDS_ON}{VIEW}")]})
    process = subprocess.Popen(
        [sys.executable, *CENTURY, "check-game", "holds-on"],
        env=environment(tmp_path),
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # Background jobs ignore the signal; so would the process.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    try:
        assert process.stderr is not None
        assert process.stderr.readline() == "it does not stop\n"
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(LIMIT) == 130
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
