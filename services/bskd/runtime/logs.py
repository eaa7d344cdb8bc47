"""Log lines: for people or as JSON, with the call and the session that they belong to."""

from __future__ import annotations

import contextlib
import json
import logging
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TextIO

from bskd.runtime.callcontext import current_call
from bskd.runtime.limits import LOG_FILES_KEPT

FILE_PREFIX = "daemon.log"


class JsonFormatter(logging.Formatter):
    """One JSON object a line: timestamp, level, target, message, call_id, session_id, fields, exception."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "timestamp": _instant(record).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname,
            "target": record.name,
            "message": record.getMessage(),
            **_call_facts(record),
        }
        fields = getattr(record, "fields", None)
        if fields:
            line["fields"] = fields
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


class HumanFormatter(logging.Formatter):
    """One plain line: time, level, target, message, and the facts as `key=value`."""

    def format(self, record: logging.LogRecord) -> str:
        moment = _instant(record).astimezone().strftime("%H:%M:%S.%f")[:-3]
        facts = {**getattr(record, "fields", {}), **_call_facts(record)}
        text = f"{moment} {record.levelname:<7} {record.name}: {record.getMessage()}"
        text += "".join(f" {key}={value}" for key, value in facts.items())
        if record.exc_info:
            text += "\n" + self.formatException(record.exc_info)
        return text


class DailyFileHandler(logging.Handler):
    """Appends to `daemon.log.<UTC date>` in a directory and removes the oldest of these files."""

    def __init__(self, directory: Path) -> None:
        super().__init__()
        self._directory = directory
        self._day = ""
        self._file: TextIO | None = None

    def emit(self, record: logging.LogRecord) -> None:
        try:
            day = _instant(record).date().isoformat()
            if self._file is None or day != self._day:
                self._open(day)
            assert self._file is not None
            # One write, so that lines of two processes do not mix.
            self._file.write(self.format(record) + "\n")
            self._file.flush()
        except (OSError, ValueError):
            # A full disk must not stop the service, and the handler on stderr still tells.
            self._close_file()

    def close(self) -> None:
        self._close_file()
        super().close()

    def _open(self, day: str) -> None:
        self._close_file()
        path = self._directory / f"{FILE_PREFIX}.{day}"
        path.touch(mode=0o600, exist_ok=True)
        self._file = path.open("a", encoding="utf-8")
        self._day = day
        for old in sorted(self._directory.glob(f"{FILE_PREFIX}.*"))[:-LOG_FILES_KEPT]:
            with contextlib.suppress(OSError):
                old.unlink()

    def _close_file(self) -> None:
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._file.close()
            self._file = None


def configure_logs(*, form: str, level: str, file_directory: Path | None, watched: bool) -> None:
    """Send everything to stderr in `form` (`human` or `json`) and, as JSON, to the daily file of `file_directory`.

    With a file, and unless somebody watches stderr, only warnings go there as well.
    """
    root = logging.getLogger()
    for handler in list(root.handlers):
        root.removeHandler(handler)
        handler.close()
    on_stderr = logging.StreamHandler(sys.stderr)
    on_stderr.setFormatter(JsonFormatter() if form == "json" else HumanFormatter())
    if file_directory is not None and not watched:
        on_stderr.setLevel(logging.WARNING)
    root.addHandler(on_stderr)
    if file_directory is not None:
        in_file = DailyFileHandler(file_directory)
        in_file.setFormatter(JsonFormatter())
        root.addHandler(in_file)
    root.setLevel(level.upper())
    # These tell of every connection, which the services do in their own words.
    for name in ("uvicorn", "uvicorn.error", "asyncio"):
        logging.getLogger(name).setLevel(logging.WARNING)


def _instant(record: logging.LogRecord) -> datetime:
    return datetime.fromtimestamp(record.created, UTC)


def _call_facts(record: logging.LogRecord) -> dict[str, str]:
    call = current_call()
    facts = {}
    call_id = getattr(record, "call_id", "") or (call.call_id if call is not None else "")
    session_id = getattr(record, "session_id", "") or (call.session_id if call is not None else "")
    if call_id:
        facts["call_id"] = call_id
    if session_id:
        facts["session_id"] = session_id
    return facts
