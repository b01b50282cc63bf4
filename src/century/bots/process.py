"""A child process that exchanges lines of text with us, each before a deadline.

Program bots and the arena's workers both run in a `Process`. One loop over non-blocking pipes moves
all data, so nothing that the process does blocks us: not reading, flooding its error stream, or
writing a line that never ends.

The process runs under `launcher.py`, which kills everything that it has started when it ends, when
`stop` is called, and when our own process dies.
"""

from __future__ import annotations

import os
import selectors
import shlex
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic

from century.errors import BotCrashed, BotNonsense, BotStalled, shortened

__all__ = ["Process", "ReceiveInterrupted"]

MAX_LINE = 64 * 1024  # bytes
CHUNK = 64 * 1024  # bytes read at once
ERROR_BYTES = 2000  # how much of the end of the error stream is kept
ERROR_LINES = 5  # how many of its last lines an error message quotes
ERROR_LINE_LENGTH = 120  # characters of each of these lines
END_LIMIT = 0.5  # seconds in which a process should end when it is asked to

_LAUNCHER = str(Path(__file__).with_name("launcher.py"))


class ReceiveInterrupted(Exception):
    """Another thread called `interrupt`."""


class Process:
    """A running process and the lines between it and us."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        env: Mapping[str, str] | None = None,
        capture_errors: bool = True,
    ) -> None:
        """Start a command, or raise OSError. Without `capture_errors` it shares our stderr."""
        self.name = shlex.join(command)
        self._control, self._popen = _launch(command, env, capture_errors)
        pipes = (self._popen.stdin, self._popen.stdout, self._popen.stderr)
        self._pipes = [pipe for pipe in pipes if pipe is not None]
        self._stdin, self._stdout, *errors = (pipe.fileno() for pipe in self._pipes)
        self._outgoing = bytearray()
        self._incoming = bytearray()
        self._error_bytes = bytearray()
        self._woken, self._wake = os.pipe()
        self._selector = selectors.DefaultSelector()
        for pipe in self._pipes:
            os.set_blocking(pipe.fileno(), False)
        for descriptor in (self._stdout, self._woken, *errors):
            self._selector.register(descriptor, selectors.EVENT_READ)
        self._owner = os.getpid()
        self._stopped = False

    @property
    def pid(self) -> int:
        """The process id of the launcher."""
        return self._popen.pid

    # Lines

    def send(self, line: str) -> None:
        """Queue a line for the process; `receive` sends it while it waits."""
        if not self._outgoing:
            self._selector.register(self._stdin, selectors.EVENT_WRITE)
        self._outgoing += line.encode() + b"\n"

    def unread(self) -> list[str]:
        """Return the lines that the process has written already."""
        self._exchange(0)
        return [self.receive(deadline=0) for _ in range(self._incoming.count(b"\n"))]

    def receive(self, deadline: float) -> str:
        """Return the next line of the process, or raise BotStalled, BotCrashed or BotNonsense."""
        while (end := self._incoming.find(b"\n")) < 0 and len(self._incoming) <= MAX_LINE:
            if self._stdout not in self._selector.get_map():
                raise BotCrashed(f"{self.name} {self._how_it_ended()}")
            left = deadline - monotonic()
            if left <= 0:
                raise BotStalled(f"{self.name} did not answer in time{self._quoted_errors()}")
            self._exchange(left)
        if not 0 <= end <= MAX_LINE:
            raise BotNonsense(f"{self.name} wrote a line longer than {MAX_LINE} bytes")
        line = bytes(self._incoming[:end])
        del self._incoming[: end + 1]
        try:
            return line.decode().strip()
        except UnicodeDecodeError:
            raise BotNonsense(f"{self.name} wrote a line that is not UTF-8") from None

    def interrupt(self) -> None:
        """Make `receive` raise ReceiveInterrupted, now or when it is called next; thread-safe."""
        os.write(self._wake, b"!")

    def _exchange(self, timeout: float) -> bool:
        """Read and write what the pipes allow, waiting for `timeout`; return True if anything."""
        ready = self._selector.select(timeout)
        for key, _events in ready:
            if key.fd == self._stdin:
                self._write()
            elif key.fd == self._woken:
                raise ReceiveInterrupted
            else:
                self._read(key.fd)
        return bool(ready)

    def _write(self) -> None:
        try:
            written = os.write(self._stdin, self._outgoing)
        except BrokenPipeError:  # it may still answer, which its output will show
            written = len(self._outgoing)
        del self._outgoing[:written]
        if not self._outgoing:
            self._selector.unregister(self._stdin)

    def _read(self, pipe: int) -> None:
        data = os.read(pipe, CHUNK)
        if not data:
            self._selector.unregister(pipe)
        elif pipe == self._stdout:
            self._incoming += data
        else:
            self._error_bytes = (self._error_bytes + data)[-ERROR_BYTES:]

    # The end

    def _how_it_ended(self) -> str:
        try:
            status = self._popen.wait(END_LIMIT)
        except subprocess.TimeoutExpired:
            return f"closed its output{self._quoted_errors()}"
        while self._exchange(0):
            continue  # what it wrote to its error stream before it ended
        if status < 0:
            return f"was ended by {signal.Signals(-status).name}{self._quoted_errors()}"
        return f"ended with status {status}{self._quoted_errors()}"

    def _quoted_errors(self) -> str:
        lines = self._error_bytes.decode(errors="replace").splitlines()
        last = [line.strip() for line in lines if line.strip()][-ERROR_LINES:]
        quoted = [shortened(line, ERROR_LINE_LENGTH) for line in last]
        return f"; its last words: {' | '.join(quoted)}" if quoted else ""

    def terminate(self) -> None:
        """Send SIGTERM to the process."""
        if self._popen.returncode is None:  # until it is waited for, its id is not used again
            os.kill(self.pid, signal.SIGTERM)

    def stop(self, wait: float = END_LIMIT) -> int | None:
        """Close the input, wait for the process to end, then kill it and all that it started.

        Return its status, which is negative if a signal ended it, or None if it was stopped before.
        """
        # A copy in a forked process must not stop the original's process.
        if self._stopped or os.getpid() != self._owner:
            return None
        self._stopped = True
        with suppress(ReceiveInterrupted):
            if self._outgoing:
                self._exchange(0)
        self._selector.close()
        self._pipes[0].close()
        with suppress(subprocess.TimeoutExpired):
            self._popen.wait(wait)
        os.close(self._control)  # tells the launcher to kill the remaining processes
        status = self._popen.wait()
        for pipe in self._pipes:
            pipe.close()
        for descriptor in (self._woken, self._wake):
            os.close(descriptor)
        return status


def _launch(
    command: Sequence[str], env: Mapping[str, str] | None, capture_errors: bool
) -> tuple[int, subprocess.Popen[bytes]]:
    """Start a command under the launcher; return the write end of its control pipe as well."""
    (control, our_control), (our_errors, errors) = os.pipe(), os.pipe()
    try:
        popen = subprocess.Popen(
            [sys.executable, "-I", "-S", _LAUNCHER, str(control), str(errors), *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE if capture_errors else None,
            bufsize=0,
            env=env,
            pass_fds=(control, errors),
            start_new_session=True,  # only we handle Ctrl-C
        )
    except BaseException:
        os.close(our_control)
        os.close(our_errors)
        raise
    finally:
        os.close(control)
        os.close(errors)
    with os.fdopen(our_errors, "rb") as file:
        failed = file.read()  # empty once the program is executed
    if not failed:
        return our_control, popen
    os.close(our_control)
    popen.communicate()
    raise OSError(int(failed), os.strerror(int(failed)), command[0])
