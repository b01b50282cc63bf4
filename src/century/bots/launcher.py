"""Run a program, and kill every process that it has started as soon as it is over.

    python -I -S launcher.py CONTROL ERRORS PROGRAM [ARGUMENT ...]

`process.py` starts this script in front of every program. CONTROL is the read end of a pipe: when
its write end closes, the supervising process wants the program to end, or has ended itself. ERRORS
is the write end of a pipe that receives the error number if the program cannot be executed.

On Linux the launcher is a child subreaper: a process that loses its parent becomes a child of the
launcher, even if it has left the program's session and process group. So the launcher finds all of
them by killing its children until it has none. Elsewhere it only kills the program's process group.

The script runs once for each game, so it imports only what it needs, and nothing of century.
"""

from __future__ import annotations

import ctypes
import os
import select
import signal
import sys
import time
from contextlib import suppress

PR_SET_CHILD_SUBREAPER = 36  # from <linux/prctl.h>
KILL_LIMIT = 5.0  # seconds; processes of other users cannot be killed, for example
POLL = 0.001  # seconds


class Launcher:
    """A running program and the pipe that controls it."""

    def __init__(self, control: int, errors: int) -> None:
        self.control = control
        self.errors = errors
        self.program = 0  # its process id, which is also that of its process group
        self.status: int | None = None  # as waitpid returns it, once the program has ended
        for descriptor in (control, errors):
            os.set_inheritable(descriptor, False)
        self._woken, wake = os.pipe()
        os.set_blocking(wake, False)
        signal.set_wakeup_fd(wake)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGTERM, self._forward)

    def run(self, command: list[str]) -> None:
        """Run the program, clean up, and exit with the program's status."""
        if sys.platform == "linux":
            ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        self._start(command)
        while self.status is None:
            ready, _, _ = select.select([self.control, self._woken], [], [])
            if self.control in ready:
                break
            os.read(self._woken, 4096)
            self._reap()
        self._kill_all()
        self._exit()

    def _start(self, command: list[str]) -> None:
        self.program = os.fork()
        if self.program == 0:
            self._execute(command)
        os.close(self.errors)
        # The pipes belong to the program alone, so that their ends are seen when it closes them.
        null = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(null, stream)

    def _execute(self, command: list[str]) -> None:
        """Become the program; this is the child process."""
        try:
            os.setsid()
            signal.set_wakeup_fd(-1)
            # Python ignores SIGPIPE and SIGXFSZ, and the program would inherit that.
            for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGPIPE, signal.SIGXFSZ):
                signal.signal(number, signal.SIG_DFL)
            os.execvp(command[0], command)
        except OSError as error:
            os.write(self.errors, str(error.errno).encode())
        finally:
            os._exit(127)

    def _forward(self, number: int, _frame: object) -> None:
        if self.program:
            with suppress(ProcessLookupError):
                os.kill(self.program, number)

    def _reap(self) -> bool:
        """Collect the children that have ended; return True if any are left."""
        try:
            while True:
                pid, status = os.waitpid(-1, os.WNOHANG)
                if pid == 0:
                    return True
                if pid == self.program:
                    self.status = status
        except ChildProcessError:
            return False

    def _kill_all(self) -> None:
        if self.status is None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.program, signal.SIGKILL)
        give_up = time.monotonic() + KILL_LIMIT
        while self._reap() and time.monotonic() < give_up:
            # The children of a killed process become ours, and are killed in the next round.
            for child in children():
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(child, signal.SIGKILL)
            time.sleep(POLL)

    def _exit(self) -> None:
        status = signal.SIGKILL if self.status is None else self.status
        if os.WIFSIGNALED(status):
            import resource

            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            number = os.WTERMSIG(status)
            if number != signal.SIGKILL:
                signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
        os._exit(os.waitstatus_to_exitcode(status) & 0xFF)


def children() -> list[int]:
    """Return the process ids of this process's children, as /proc lists them."""
    found = []
    with suppress(FileNotFoundError):  # not Linux
        for name in os.listdir("/proc"):  # noqa: PTH208 -- pathlib would double the start-up time
            if name.isdecimal():
                with suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:  # noqa: PTH123
                    # The name of the program, in brackets, may contain anything.
                    parent = int(file.read().rpartition(b")")[2].split()[1])
                    if parent == os.getpid():
                        found.append(int(name))
    return found


if __name__ == "__main__":
    Launcher(int(sys.argv[1]), int(sys.argv[2])).run(sys.argv[3:])
