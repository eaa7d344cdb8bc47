"""The invocation of this process: its streams, its signals, its standard input."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

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
    from bsk_cli.main import BROKEN_PIPE_STATUS, run
    from bsk_cli.output import take_any_text

    take_any_text(sys.stdout)
    take_any_text(sys.stderr)
    stdin = sys.stdin.buffer if sys.stdin is not None else open(os.devnull, "rb")  # noqa: SIM115
    if os.environ.get("BSK_CANCEL_ON_STDIN_CLOSE") == "1":
        threading.Thread(target=_cancel_at_end, args=(stdin, cancellation), daemon=True).start()
    status = run(
        Invocation(
            arguments=arguments,
            environment=os.environ,
            working_directory=Path.cwd(),
            stdin=stdin,
            stdout=sys.stdout,
            stderr=sys.stderr,
            terminal=Terminal(sys.stdout.isatty(), sys.stderr.isatty(), _columns()),
            cancellation=cancellation,
        )
    )
    if status == BROKEN_PIPE_STATUS:
        # The interpreter flushes stdout once more at its end, and would complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status


def _columns() -> int:
    """Width of the terminal, as far as there is one."""
    named = os.environ.get("COLUMNS", "")
    if named.isdecimal() and int(named) > 0:
        return int(named)
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns
    except (OSError, ValueError):
        return 80


def _cancel_at_end(stdin: BinaryIO, cancellation: Cancellation) -> None:
    """Treat the end of standard input like Ctrl-C, for hosts that cannot send signals."""
    # Past the buffer: a thread that holds its lock would keep the interpreter from ending.
    while os.read(stdin.fileno(), 65536):
        pass
    cancellation.request()
