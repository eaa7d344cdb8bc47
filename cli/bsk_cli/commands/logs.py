"""`bsk logs`."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from pathlib import Path

from bsk_cli.context import Context
from bsk_cli.paramtypes import LARGEST_INT32, Whole
from bsk_cli.parsing import StrictOption, command
from bsk_client.home import newest_log
from bsk_client.limits import LOG_POLL_SECONDS
from bsk_wire.errors import BskError, Reason


@command(
    "logs",
    params=[
        StrictOption(["-f", "--follow"], is_flag=True, help="Go on with what is written from now on."),
        StrictOption(
            ["-n", "--lines"],
            type=Whole(0, LARGEST_INT32),
            default=200,
            show_default=True,
            help="How many lines to begin with.",
        ),
    ],
)
def logs(context: Context, follow: bool, lines: int) -> None:
    """Print the end of the daemon's newest log file: one JSON object in each line."""
    log = _newest(context)
    if log is None:
        context.output.note(f"there is no log yet in {context.home}")
        if context.output.json and not follow:
            context.output.document([])
        return
    tail, position = _tail(log, lines)
    if context.output.json and not follow:
        context.output.document({"path": str(log), "lines": tail})
        return
    context.output.lines(*tail)
    if follow:
        for line in _follow(context, log, position):
            context.output.lines(line)
            context.output.flush()


def _newest(context: Context) -> Path | None:
    try:
        return newest_log(context.home)
    except OSError as error:
        message = f"cannot read {context.home}: {error.strerror}"
        raise BskError(Reason.LOCAL_FILE_ERROR, message) from error


def _tail(log: Path, lines: int) -> tuple[list[str], int]:
    """The last whole lines, and where the next one begins."""
    try:
        with log.open("rb") as stream:
            last = deque((line for line in stream if line.endswith(b"\n")), maxlen=lines)
            end = stream.tell()
            stream.seek(0)
    except OSError as error:
        raise BskError(Reason.LOCAL_FILE_ERROR, f"cannot read {log}: {error.strerror}") from error
    return [line.decode(errors="replace").rstrip("\n") for line in last], end


def _follow(context: Context, log: Path, position: int) -> Iterator[str]:
    """Lines as they are written, over to the next file when the daemon begins one, until the caller stops us."""
    stream = log.open("rb")
    try:
        stream.seek(position)
        pending = b""
        while not context.cancellation.requested:
            # Asked before reading: once there is a newer file, nothing more is written to this one.
            newest = _newest(context) or log
            *whole, pending = (pending + stream.read()).split(b"\n")
            for line in whole:
                yield line.decode(errors="replace")
            if newest == log:
                _pause(context)
                continue
            stream.close()
            log, pending, stream = newest, b"", newest.open("rb")
    finally:
        stream.close()


def _pause(context: Context) -> None:
    try:
        context.cancellation.sleep(LOG_POLL_SECONDS)
    except BskError as error:
        if error.reason != Reason.CANCELLED:
            raise
