"""The command `century serve`, and the Python client."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from urllib.request import urlopen

import pytest

from century.cli.serve import serve
from century.client import Client
from century.errors import IllegalMove
from century.server.errors import NotYourTurn, PortTaken, UnknownTable
from century.server.run import bind
from tests.server.process import PROGRAM, children, is_running, running


def test_it_prints_its_address_and_logs_no_secrets(tmp_path: Path) -> None:
    command = [sys.executable, "-c", PROGRAM, "serve", "--port", "0", "--no-browser"]
    command += ["--db", str(tmp_path / "tables.db"), "--log", "info"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        found = re.search(r"http://localhost:\d+/", server.stdout.readline())
        assert found is not None
        with urlopen(found[0] + "?token=secret") as page:
            assert b"<title>Century</title>" in page.read()
        with urlopen(found[0] + "openapi.json") as page:
            assert "/api/tables" in json.load(page)["paths"]
    finally:
        server.send_signal(signal.SIGINT)
        _, output = server.communicate(timeout=30)
    lines = [json.loads(line) for line in output.splitlines()]
    assert [line["event"] for line in lines if line["event"] != "request"] == ["open", "closed"]
    assert {"method", "route", "status", "milliseconds"} <= set(lines[1])
    assert "secret" not in output


def test_a_taken_port_is_reported_in_one_line(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(PortTaken, match="taken by another program"):
            bind("127.0.0.1", port)
        database = str(tmp_path / "tables.db")  # a server of the developer may use the default one
        command = [sys.executable, "-c", PROGRAM, "serve", "--port", str(port), "--db", database]
        ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert ended.returncode == 2
    assert f"port {port} is taken" in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize("warm", [False, True])
def test_it_reports_that_bots_are_being_prepared(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, warm: bool
) -> None:
    monkeypatch.setattr("century.warmup.is_warm", lambda _game, _levels: warm)
    monkeypatch.setattr("century.terminal.prepare.prepare", lambda _console, _game: None)
    monkeypatch.setattr(
        "century.server.run.run", lambda _settings, listening, *_: listening.close()
    )
    serve(port=0, db=str(tmp_path / "tables.db"), browser=False)
    output = capsys.readouterr().out
    assert output.startswith("Tables at http://localhost:")
    assert ("The bots are compiled in the background, once on this machine" in output) == (not warm)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="reads /proc of Linux")
def test_workers_end_when_the_server_is_killed(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        end = time.monotonic() + 60
        while not children(server.process.pid):  # a worker starts to compile bots
            assert time.monotonic() < end
            time.sleep(0.05)
        workers = children(server.process.pid)
        server.kill()
        end = time.monotonic() + 200  # a worker may be compiling
        while any(is_running(pid) for pid in workers):
            assert time.monotonic() < end, "a worker is still running"
            time.sleep(0.1)


def test_the_client_raises_the_errors_of_the_server(tmp_path: Path) -> None:
    async def visit(address: str) -> None:
        async with Client(address) as client:
            with pytest.raises(UnknownTable):
                await client.join("AAAAAA", "Eve")
            host = await client.create(
                seats=[{"kind": "me", "name": "Ada"}, {"kind": "open"}], order="seated"
            )
            guest = await client.join(host.state["code"], "Bob")
            async with host, guest:
                await host.until(lambda: host.version == 2)
                await host.do("start")
                await guest.until(lambda: guest.version == 3)
                with pytest.raises(NotYourTurn):
                    await guest.move("play YY")
                with pytest.raises(IllegalMove) as caught:
                    await host.move("claim 1")
                assert caught.value.rule == "SR13"
                await host.move("play YY")
                await guest.until(lambda: guest.state["legal"])
            moved = await client.resume(guest.table, guest.token)
            assert moved.state | {"now": 0} == guest.state | {"now": 0}

    with running(tmp_path) as server:
        asyncio.run(visit(server.address))


# The signal is blocked before the line is printed, so it cannot arrive just before the wait.
STUB = """#!{python}
import signal, sys
signal.pthread_sigmask(signal.SIG_BLOCK, {{signal.SIGINT}})
print("serving", flush=True)
sys.exit({status} if signal.sigtimedwait({{signal.SIGINT}}, 60) else 4)
"""


@pytest.mark.parametrize(("status", "error"), [(130, False), (3, True)])
def test_ctrl_c_in_make_play_is_no_error(tmp_path: Path, status: int, error: bool) -> None:
    program = tmp_path / "bin" / "century"
    program.parent.mkdir()
    program.write_text(STUB.format(python=sys.executable, status=status))
    program.chmod(0o755)
    for name in ("bin/python", ".run"):  # so that nothing has to be installed
        (tmp_path / name).touch()
    made = subprocess.Popen(
        ["make", "play", f"VENV={tmp_path}"],
        cwd=Path(__file__).parents[2],
        env={name: value for name, value in os.environ.items() if not name.startswith("MAKE")},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,  # a process group of its own, which gets the signal of Ctrl-C
    )
    try:
        assert made.stdout is not None
        assert made.stdout.readline() == "serving\n"
        os.killpg(made.pid, signal.SIGINT)
        output, _ = made.communicate(timeout=30)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(made.pid, signal.SIGKILL)
    # Rarely, the signal makes GNU make lose its child; then it says "No child processes" instead.
    failed = "Error" in output or (error and "No child processes" in output)
    assert failed == error
    assert "Interrupt" not in output
