from __future__ import annotations

import json
import logging
import sys
from pathlib import Path
from typing import Any

from bskd.runtime.callcontext import CallContext, enter_call
from bskd.runtime.logs import DailyFileHandler, HumanFormatter, JsonFormatter


def record(message: str = "browser connected", **extra: Any) -> logging.LogRecord:
    made = logging.LogRecord("bskd.gateway", logging.INFO, __file__, 1, message, (), None)
    made.created = 1_700_000_000.5
    made.__dict__.update(extra)
    return made


def test_json_line_has_the_message_and_its_facts() -> None:
    line = json.loads(JsonFormatter().format(record(fields={"browser": "9f00aa12", "path": Path("/x")})))
    assert line == {
        "timestamp": "2023-11-14T22:13:20.500Z",
        "level": "INFO",
        "target": "bskd.gateway",
        "message": "browser connected",
        "fields": {"browser": "9f00aa12", "path": "/x"},
    }


async def test_lines_carry_the_call_and_the_session() -> None:
    enter_call(CallContext("c-1", session_id="qzem"))
    line = json.loads(JsonFormatter().format(record()))
    assert (line["call_id"], line["session_id"]) == ("c-1", "qzem")
    assert HumanFormatter().format(record()).endswith("call_id=c-1 session_id=qzem")


def test_line_may_name_a_session_of_its_own() -> None:
    assert json.loads(JsonFormatter().format(record(session_id="abcd")))["session_id"] == "abcd"


def test_json_line_keeps_an_exception_in_one_line() -> None:
    try:
        raise ValueError("broken")
    except ValueError:
        failed = record()
        failed.exc_info = sys.exc_info()
    text = JsonFormatter().format(failed)
    assert "\n" not in text
    assert "ValueError: broken" in json.loads(text)["exception"]


def test_human_line_is_plain() -> None:
    text = HumanFormatter().format(record(fields={"browser": "9f00aa12"}))
    assert text.endswith("INFO    bskd.gateway: browser connected browser=9f00aa12")


def test_file_is_named_by_its_day_and_private(tmp_path: Path) -> None:
    handler = DailyFileHandler(tmp_path)
    handler.emit(record("first"))
    later = record("second")
    later.created += 86_400
    handler.emit(later)
    handler.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["daemon.log.2023-11-14", "daemon.log.2023-11-15"]
    assert (tmp_path / "daemon.log.2023-11-14").stat().st_mode & 0o777 == 0o600


def test_oldest_files_are_removed(tmp_path: Path) -> None:
    for day in range(1, 30):
        (tmp_path / f"daemon.log.2023-10-{day:02}").write_text("")
    handler = DailyFileHandler(tmp_path)
    handler.emit(record())
    handler.close()
    kept = sorted(path.name for path in tmp_path.iterdir())
    assert len(kept) == 14
    assert kept[-1] == "daemon.log.2023-11-14"


def test_file_that_cannot_be_written_does_not_stop_the_service(tmp_path: Path) -> None:
    DailyFileHandler(tmp_path / "none").emit(record())
