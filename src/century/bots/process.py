"""A program in a process of its own: lines to it and from it, each before a deadline.

All goes through one loop over non-blocking pipes. So nothing that the program does or leaves
undone, be it reading nothing, flooding its error stream or never ending a line, holds us up.
"""

from __future__ import annotations

import os
import selectors
import shlex
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic

from century.errors import BotCrashed, BotNonsense, BotStalled, shortened

__all__ = ["Process"]

LONGEST_LINE = 64 * 1024  # bytes
CHUNK = 64 * 1024  # bytes read at once
LAST_WORDS = 2000  # bytes of the error stream that are kept
LAST_LINES = 5  # of them that are told
LONGEST_TOLD = 120  # characters of each of these lines
PATIENCE = 0.5  # seconds in which a program should end when asked to


class Process:
    """A running program and the text between it and us."""

    def __init__(self, command: Sequence[str]) -> None:
        self.name = shlex.join(command)
        self._popen = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,  # a group of its own, so that its children end with it
        )
        pipes = (self._popen.stdin, self._popen.stdout, self._popen.stderr)
        self._pipes = [pipe for pipe in pipes if pipe is not None]
        self._stdin, self._stdout, self._stderr = (pipe.fileno() for pipe in self._pipes)
        self._outgoing = bytearray()
        self._incoming = bytearray()
        self._last_words = bytearray()
        self._selector = selectors.DefaultSelector()
        for pipe in self._pipes:
            os.set_blocking(pipe.fileno(), False)
        for output in (self._stdout, self._stderr):
            self._selector.register(output, selectors.EVENT_READ)
        self._owner = os.getpid()
        self._stopped = False

    @property
    def pid(self) -> int:
        """The process id, which is also that of the group."""
        return self._popen.pid

    # Lines

    def send(self, line: str) -> None:
        """Give the program a line, which reaches it while we wait for its answer."""
        if not self._outgoing:
            self._selector.register(self._stdin, selectors.EVENT_WRITE)
        self._outgoing += line.encode() + b"\n"

    def unread(self) -> list[str]:
        """Return the lines that the program has written already."""
        self._exchange(0)
        return [self.receive(deadline=0) for _ in range(self._incoming.count(b"\n"))]

    def receive(self, deadline: float) -> str:
        """Return the program's next line, or raise BotStalled, BotCrashed or BotNonsense."""
        while (end := self._incoming.find(b"\n")) < 0 and len(self._incoming) <= LONGEST_LINE:
            if self._stdout not in self._selector.get_map():
                raise BotCrashed(f"{self.name} {self._ending()}")
            left = deadline - monotonic()
            if left <= 0:
                raise BotStalled(f"{self.name} did not answer in time{self._quoted()}")
            self._exchange(left)
        if not 0 <= end <= LONGEST_LINE:
            raise BotNonsense(f"{self.name} wrote a line longer than {LONGEST_LINE} bytes")
        line = bytes(self._incoming[:end])
        del self._incoming[: end + 1]
        try:
            return line.decode().strip()
        except UnicodeDecodeError:
            raise BotNonsense(f"{self.name} wrote a line that is not UTF-8") from None

    def _exchange(self, timeout: float) -> bool:
        """Move what the pipes will take or give, waiting for it at most so long; tell if any."""
        ready = self._selector.select(timeout)
        for key, _events in ready:
            if key.fd == self._stdin:
                self._write()
            else:
                self._read(key.fd)
        return bool(ready)

    def _write(self) -> None:
        try:
            written = os.write(self._stdin, self._outgoing)
        except BrokenPipeError:  # it reads no more; whether it still answers is seen in its output
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
            self._last_words = (self._last_words + data)[-LAST_WORDS:]

    # The end

    def _ending(self) -> str:
        try:
            status = self._popen.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            return f"closed its output{self._quoted()}"
        while self._exchange(0):
            continue  # what it wrote before it ended
        if status < 0:
            return f"was ended by {signal.Signals(-status).name}{self._quoted()}"
        return f"ended with status {status}{self._quoted()}"

    def _quoted(self) -> str:
        lines = self._last_words.decode(errors="replace").splitlines()
        said = [line.strip() for line in lines if line.strip()][-LAST_LINES:]
        told = [shortened(line, LONGEST_TOLD) for line in said]
        return f"; its last words: {' | '.join(told)}" if told else ""

    def stop(self, patience: float = PATIENCE) -> None:
        """End the program and its children: let it go by itself for a while, then kill it."""
        # A copy in a forked process must not end the program of the original.
        if self._stopped or os.getpid() != self._owner:
            return
        self._stopped = True
        if self._outgoing:
            self._exchange(0)
        self._selector.close()
        self._pipes[0].close()
        with suppress(subprocess.TimeoutExpired):
            self._popen.wait(patience)
        with suppress(ProcessLookupError, PermissionError):  # the group has ended already
            os.killpg(self.pid, signal.SIGKILL)
        self._popen.wait()
        for pipe in self._pipes:
            pipe.close()
