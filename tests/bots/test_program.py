"""Programs as bots: the conversation, faults, and the end of all processes."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import monotonic, sleep

import pytest

import century
from century import Position
from century.bots import ask
from century.bots.process import MAX_LINE, Process, ReceiveInterrupted
from century.bots.program import ProgramBot
from century.errors import (
    BotCrashed,
    BotFault,
    BotNonsense,
    BotStalled,
    GameNotPlayed,
    UnknownBot,
)
from century.position import read_position
from tests.bots.programs import FIRST, logging, program
from tests.games import EXAMPLE, OTHER_EXAMPLE

START = century.game(EXAMPLE).start(players=2, seed=7)
ILLEGAL = next(token for token in START.game.actions if token not in START.legal())
SLEEP = "time.sleep(60)"


def stretch(name: str, decisions: int) -> Iterator[Position]:
    """Yield the first positions of a random game."""
    pos, choose = century.game(name).start(players=2, seed=3), Random(3).choice
    for _ in range(decisions):
        yield pos
        pos = pos.apply(choose(pos.actions()))


def run(command: list[str], *, start_up: float = 5, budget: float = 0.1, times: int = 1) -> None:
    """Start a program with narrow limits and ask it for decisions."""
    bot = ProgramBot(command, seed=5, start_up=start_up, grace=0.1)
    try:
        for _ in range(times):
            ask(bot, START, 0, budget, seed=5, name="it")
    finally:
        bot.close()


def token(bot: ProgramBot, position: Position, budget: float = 1) -> str:
    """Return what a program chooses, as the token that it wrote."""
    return position.tokens[ask(bot, position, position.seat, budget, seed=5)]


# The conversation


def test_a_program_is_told_the_game_the_position_and_what_is_legal(tmp_path: Path) -> None:
    log = tmp_path / "log"
    bot = ProgramBot(program(tmp_path, hear=logging(log)), seed=5)
    assert token(bot, START, 1.5) == START.legal()[0]
    after = START.act(START.legal()[-1])
    assert token(bot, after, 0.25) == after.legal()[0]
    bot.close()
    said = log.read_text().splitlines()
    greeting, new, position, legal, go, position_2, legal_2, go_2, farewell = said
    assert greeting == "century 1"
    assert new == f"new {EXAMPLE} seat 0 of 2 seed 5"
    seen = START.game.read(position.removeprefix("position "))
    assert seen.view(0) == START.view(0)
    assert legal == f"legal {', '.join(START.legal())}"
    assert go == "go 1500"
    assert START.game.read(position_2.removeprefix("position ")).view(0) == after.view(0)
    assert legal_2 == f"legal {', '.join(after.legal())}"
    assert go_2 == "go 250"
    assert farewell == "quit"


def test_the_sample_in_the_documentation_is_a_true_conversation(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "docs" / "bot-protocol.md").read_text()
    sample = re.findall(r"^    ([<>] .*)$", text, flags=re.MULTILINE)
    said = [line[2:] for line in sample if line.startswith("<")]
    greeting = said.index("ready") + 1
    command = program(
        tmp_path,
        start=f"lines = iter({said!r})",
        greet=f"[say(next(lines)) for _ in range({greeting})]",
        go="say(next(lines)); say(next(lines))",
    )
    bot = ProgramBot(command, seed=5)
    for text in (line.partition("> position ")[2] for line in sample):
        if text:
            token(bot, read_position(text))
    assert [*bot.conversation, "> quit"] == sample
    bot.close()


def test_a_new_game_is_announced(tmp_path: Path) -> None:
    log = tmp_path / "log"
    bot = ProgramBot(program(tmp_path, hear=logging(log)), seed=5)
    later = next(pos for pos in stretch(EXAMPLE, 100) if pos.turn == (2, 0))
    other = century.game(OTHER_EXAMPLE).start(players=3, seed=1)
    for pos in (START, later, START, other):
        token(bot, pos)
    bot.close()
    assert [line for line in log.read_text().splitlines() if line.startswith("new")] == [
        f"new {EXAMPLE} seat 0 of 2 seed 5",
        f"new {EXAMPLE} seat 0 of 2 seed 5",
        f"new {OTHER_EXAMPLE} seat {other.seat} of 3 seed 5",
    ]


def test_remarks_and_empty_lines_are_passed_over(tmp_path: Path) -> None:
    command = program(
        tmp_path,
        greet="say('info hello'); say('author me'); say(''); say('ready\\r')",
        go=f"say('info thinking'); say(''); {FIRST}; say('info done')",
    )
    bot = ProgramBot(command, seed=5)
    for _ in range(3):
        assert token(bot, START) == START.legal()[0]
    assert "< info thinking" in bot.conversation
    bot.close()


@pytest.mark.parametrize("name", century.games())
def test_no_byte_sent_depends_on_the_order_of_hidden_cards(tmp_path: Path, name: str) -> None:
    sent = []
    for other_truth in (False, True):
        log = tmp_path / f"log{other_truth}"
        bot = ProgramBot(program(tmp_path, hear=logging(log)), seed=5)
        for count, pos in enumerate(stretch(name, 40)):
            token(bot, pos.redeal(0, count) if other_truth else pos)
        bot.close()
        sent.append(log.read_bytes())
    assert sent[0] == sent[1]
    assert sent[0].count(b"position") == 40


# The handshake


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("name First Steps", "First Steps"),
        ("name   spaced \\t out ", "spaced out"),
        ("name " + 30 * "long ", "long long long long … long long long long"),
        ("author me", ""),
    ],
)
def test_a_program_may_say_its_name(tmp_path: Path, said: str, name: str) -> None:
    bot = ProgramBot(program(tmp_path, greet=f"say('{said}'); say('ready')"), seed=5)
    bot.close()
    assert bot.own_name == name


def test_a_program_may_say_which_games_it_plays(tmp_path: Path) -> None:
    greet = f"say('games {EXAMPLE} no-such-game'); say('ready')"
    bot = ProgramBot(program(tmp_path, greet=greet), seed=5)
    assert token(bot, START) == START.legal()[0]
    other = century.game(OTHER_EXAMPLE).start(players=2, seed=1)
    refused = f"it plays {EXAMPLE}, no-such-game, not {OTHER_EXAMPLE}"
    with pytest.raises(GameNotPlayed, match=refused):
        ask(bot, other, other.seat, 1, seed=5, name="it")
    assert token(bot, START) == START.legal()[0]  # the program still runs
    bot.close()


# Faults


@pytest.mark.parametrize(
    ("go", "fault"),
    [
        ("say('choose fly')", f"answered 'fly', which is no action of {EXAMPLE}"),
        (
            f"say('choose {ILLEGAL}')",
            re.escape(f"answered '{ILLEGAL}', which is not legal: {START.why(ILLEGAL)}"),
        ),
        ("say('choose')", "answered '', which is no action"),
        ("say('choose ' + ', '.join(legal[:2]))", "which is no action"),
        ("say('hello')", "said 'hello' instead of 'choose' and a token"),
        ("say('x' * 70000)", "wrote a line longer than 65536 bytes"),
        ("sys.stdout.write('x' * 70000); sys.stdout.flush(); time.sleep(60)", "a line longer than"),
        ("os.write(1, b'choose \\xff\\n')", "wrote a line that is not UTF-8"),
    ],
)
def test_nonsense(tmp_path: Path, go: str, fault: str) -> None:
    with pytest.raises(BotNonsense, match=fault):
        run(program(tmp_path, go=go), budget=5)


def test_the_longest_line_is_no_nonsense(tmp_path: Path) -> None:
    remark = f"say('info ' + 'x' * {MAX_LINE - len('info ')})"
    run(program(tmp_path, go=f"{remark}; {FIRST}"), budget=5)


def test_speaking_unasked_is_nonsense(tmp_path: Path) -> None:
    twice = program(tmp_path, go="say('choose ' + legal[0] + '\\nchoose ' + legal[0])")
    unasked = f"said 'choose {START.legal()[0]}' without being asked"
    with pytest.raises(BotNonsense, match=unasked):
        run(twice, budget=5, times=2)


@pytest.mark.parametrize(
    ("go", "fault"),
    [
        ("raise RuntimeError('no idea')", "ended with status 1; its last words: .*no idea"),
        ("sys.exit('no ' + 9_999 * 'x' + ' idea')", "last words: .{,110}… x+ idea$"),
        ("sys.exit(0)", "ended with status 0$"),
        ("os.kill(os.getpid(), signal.SIGSEGV)", "was ended by SIGSEGV"),
        ("os.close(1); time.sleep(60)", "closed its output"),
        ("sys.stdout.write('choose ' + legal[0]); sys.exit(4)", "ended with status 4"),
    ],
)
def test_crashes(tmp_path: Path, go: str, fault: str) -> None:
    with pytest.raises(BotCrashed, match=fault):
        run(program(tmp_path, go=go), budget=5)


@pytest.mark.parametrize("go", [SLEEP, "while True: say('info still thinking')"])
def test_stalling(tmp_path: Path, go: str) -> None:
    complaint = "sys.stderr.write('hard one\\n'); sys.stderr.flush(); "
    with pytest.raises(BotStalled, match="did not answer in time; its last words: hard one"):
        run(program(tmp_path, greet=complaint + "say('ready')", go=go))


@pytest.mark.parametrize(
    ("greet", "fault", "message"),
    [
        (SLEEP, BotStalled, "did not answer in time"),
        ("sys.exit('no licence')", BotCrashed, "ended with status 1; its last words: no licence"),
        ("say('uciok')", BotNonsense, "said 'uciok' instead of 'ready'"),
    ],
)
def test_a_failed_handshake(
    tmp_path: Path, greet: str, fault: type[BotFault], message: str
) -> None:
    with pytest.raises(fault, match=message):
        run(program(tmp_path, greet=greet), start_up=0.5 if fault is BotStalled else 5)


def test_a_program_that_cannot_be_run_is_unknown(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("not a program")
    with pytest.raises(UnknownBot, match="cannot run 'no-such-program': No such file"):
        ProgramBot(["no-such-program"], seed=1)
    with pytest.raises(UnknownBot, match="Permission denied"):
        ProgramBot([str(text)], seed=1)


def test_a_flooded_error_stream_holds_nobody_up(tmp_path: Path) -> None:
    flood = "sys.stderr.write('lament\\n' * 1_000_000); sys.stderr.flush()"
    bot = ProgramBot(program(tmp_path, go=f"{flood}; {FIRST}"), seed=5)
    assert token(bot, START, 30) == START.legal()[0]
    bot.close()


def test_a_program_that_reads_nothing_holds_nobody_up(tmp_path: Path) -> None:
    process = Process(program(tmp_path, start=f"say('ready'); {SLEEP}"))
    for _ in range(1000):
        process.send("position " + "x" * 2000)  # far more than a pipe holds
    assert process.receive(monotonic() + 5) == "ready"
    with pytest.raises(BotStalled):
        process.receive(monotonic() + 0.1)
    process.stop(wait=0)


def test_a_program_is_stopped_by_its_first_fault(tmp_path: Path) -> None:
    bot = ProgramBot(program(tmp_path, go="say('hello')"), seed=5)
    with pytest.raises(BotNonsense):
        token(bot, START, 5)
    with pytest.raises(BotCrashed, match="has been stopped"):
        token(bot, START, 5)
    bot.close()


# Cleaning up


def is_reaped(bot: ProgramBot) -> bool:
    """Tell whether the program has ended and is not even a zombie."""
    try:
        os.waitpid(bot._process.pid, os.WNOHANG)
    except ChildProcessError:
        return True
    return False


def test_a_program_may_end_by_itself_when_asked_to(tmp_path: Path) -> None:
    farewell = tmp_path / "farewell"
    command = program(tmp_path, leave=f"open({str(farewell)!r}, 'w').write('bye'); break")
    bot = ProgramBot(command, seed=5)
    assert not is_reaped(bot)
    bot.close()
    assert is_reaped(bot)
    assert farewell.read_text() == "bye"
    bot.close()


def test_a_program_that_stays_is_killed(tmp_path: Path) -> None:
    bot = ProgramBot(program(tmp_path, leave=SLEEP), seed=5)
    bot.close()
    assert is_reaped(bot)


def test_a_faulty_program_is_ended_at_once(tmp_path: Path) -> None:
    bot = ProgramBot(program(tmp_path, go=SLEEP), seed=5, grace=0.1)
    with pytest.raises(BotStalled):
        token(bot, START, 0.1)
    assert is_reaped(bot)


# Code that starts a child process, which writes its process id to the file NOTE: in the program's
# process group, in a session of its own, and in a session of its own with a parent that has ended.
# The last one ignores all signals that can be ignored.
NOTE_PID = "open(NOTE + '.part', 'w').write(str(os.getpid())); os.rename(NOTE + '.part', NOTE)"
GROUP = f"\nif os.fork() == 0:\n    {NOTE_PID}\n    time.sleep(60)\n    os._exit(0)\n"
SESSION = GROUP.replace("    open(", "    os.setsid()\n    open(", 1)
DAEMON = f"""
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGPIPE):
            signal.signal(number, signal.SIG_IGN)
        {NOTE_PID}
        time.sleep(60)
    os._exit(0)
os.wait()
"""
CHILDREN = {"group": GROUP, "session": SESSION, "daemon": DAEMON}
IS_LINUX = sys.platform == "linux"  # elsewhere only the process group is killed

with_every_child = pytest.mark.parametrize("child", CHILDREN if IS_LINUX else ["group"])


def with_child(folder: Path, child: str, **parts: str) -> tuple[list[str], Path]:
    """Return a program that starts a child, and the file with the process id of the child."""
    note = folder / "note"
    code = f"NOTE = {str(note)!r}{CHILDREN[child]}"
    return program(folder, start=code, **parts), note


def runs(pid: int) -> bool:
    """Return True if a process exists and is not a zombie."""
    try:
        os.kill(pid, 0)
        return not IS_LINUX or "State:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except (ProcessLookupError, FileNotFoundError):
        return False


def wait_until(condition: Callable[[], object], seconds: float = 60) -> None:
    """Wait until something is true, and fail if it does not happen."""
    deadline = monotonic() + seconds
    while not condition():
        assert monotonic() < deadline
        sleep(0.01)


@with_every_child
@pytest.mark.parametrize("way", ["close", "forget", "fault", "crash", "exit"])
def test_children_of_a_program_end_with_it(tmp_path: Path, child: str, way: str) -> None:
    go = "os.kill(os.getpid(), signal.SIGKILL)" if way == "crash" else "say('hello')"
    leave = "os._exit(0)" if way == "exit" else "time.sleep(60)"
    command, note = with_child(tmp_path, child, go=go, leave=leave)
    bot = ProgramBot(command, seed=5)
    wait_until(note.exists)
    pid = int(note.read_text())
    assert runs(pid)
    if way in ("close", "exit"):
        bot.close()
    elif way == "forget":
        del bot
    else:
        with pytest.raises(BotFault):
            token(bot, START, 5)
    assert not runs(pid)


@with_every_child
@pytest.mark.parametrize("way", ["", "; os.kill(os.getpid(), signal.SIGKILL)"], ids=["end", "kill"])
def test_children_of_a_program_end_with_the_interpreter(
    tmp_path: Path, child: str, way: str
) -> None:
    command, note = with_child(tmp_path, child)
    code = (
        "import os, signal, time; from century.bots.program import ProgramBot; "
        f"bot = ProgramBot({command!r}, seed=5)\n"
        f"while not os.path.exists({str(note)!r}): time.sleep(0.01)\n"
        f"pass{way}"
    )
    ended = subprocess.run([sys.executable, "-c", code], timeout=60, check=False)
    assert ended.returncode == (-signal.SIGKILL if way else 0)
    pid = int(note.read_text())
    wait_until(lambda: not runs(pid))


def test_a_copy_in_a_forked_process_does_not_end_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = Process(program(tmp_path))
    with monkeypatch.context() as forked:
        forked.setattr("century.bots.process.os.getpid", lambda: 1)
        process.stop()
    process.send("century 1")
    assert process.receive(monotonic() + 5) == "name tester"
    process.stop()


def test_another_thread_can_interrupt_the_wait(tmp_path: Path) -> None:
    process = Process(program(tmp_path, start=SLEEP))
    process.interrupt()
    with pytest.raises(ReceiveInterrupted):
        process.receive(monotonic() + 30)
    process.stop(wait=0)


def test_a_signal_reaches_the_program_and_its_status_comes_back(tmp_path: Path) -> None:
    process = Process(program(tmp_path, start=f"say('up'); {SLEEP}"))
    assert process.receive(monotonic() + 30) == "up"
    process.terminate()
    assert process.stop(wait=30) == -signal.SIGTERM
    assert process.stop() is None


def test_a_program_starts_with_the_default_signals(tmp_path: Path) -> None:
    # Python ignores SIGPIPE and SIGXFSZ itself, so a shell has to tell.
    process = Process(["/bin/sh", "-c", "kill -s PIPE $$; echo survived"])
    with pytest.raises(BotCrashed, match="was ended by SIGPIPE"):
        process.receive(monotonic() + 30)
    process.stop()
