"""The invocation of this process: its streams, its signals, its standard input."""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO, TextIO

from bsk_client.cancellation import Cancellation


def run_process(arguments: Sequence[str]) -> int:
    """Run the command line on this process's own surroundings and answer its exit status."""
    cancellation = Cancellation()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda _number, _frame: cancellation.request())
    if hasattr(signal, "pthread_sigmask"):
        # `main` held them back until here.
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT, signal.SIGTERM))

    from bsk_cli.invocation import Invocation, Terminal
    from bsk_cli.main import run

    stdout, stderr = _output(sys.stdout), _output(sys.stderr)
    status = run(
        Invocation(
            arguments=arguments,
            environment=os.environ,
            working_directory=_working_directory(),
            stdin=_input(),
            stdout=stdout,
            stderr=stderr,
            terminal=Terminal(stdout.isatty(), stderr.isatty(), _columns()),
            cancellation=cancellation,
        )
    )
    try:
        stdout.flush()
    except OSError:
        # What could not be written has been reported; the interpreter would try again at its end, and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stdout.fileno())
    return status


def _output(stream: TextIO | None) -> TextIO:
    """A stream that takes any text: UTF-8 whatever the locale says, and escapes for what cannot be encoded."""
    if stream is None:
        return open(os.devnull, "w")
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    return stream


def _input() -> BinaryIO:
    """Standard input past its buffer: a thread that waits inside the buffer would keep the interpreter from ending."""
    if sys.stdin is None:
        return open(os.devnull, "rb", buffering=0)
    return open(sys.stdin.fileno(), "rb", buffering=0, closefd=False)


def _working_directory() -> Path:
    try:
        return Path.cwd()
    except FileNotFoundError:
        # It was removed under the shell's feet, which most commands need not mind.
        return Path("/")


def _columns() -> int:
    """Width of the terminal, as far as there is one."""
    named = os.environ.get("COLUMNS", "")
    if named.isdecimal() and int(named) > 0:
        return int(named)
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns
    except (AttributeError, OSError, ValueError):
        return 80
