"""Processes apart from their starter."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bsk_client.processes import Target, spawn_detached, start_time_of

REPORT = """
import json, os, sys
open_files = [int(name) for name in os.listdir("/proc/self/fd")]
facts = {"session": os.getsid(0), "pid": os.getpid(), "directory": os.getcwd(), "files": open_files}
print(json.dumps(facts))
"""
DEAF = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('ready', flush=True); time.sleep(60)"


@pytest.fixture
def sleeper() -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(["sleep", "60"]) as process:
        yield process
        process.kill()


def test_detached_process_keeps_nothing_of_its_starter(tmp_path: Path) -> None:
    kept = os.open(tmp_path, os.O_RDONLY)
    os.set_inheritable(kept, True)
    output = tmp_path / "output"
    with output.open("wb") as stream:
        process = spawn_detached([sys.executable, "-c", REPORT], environment=os.environ, output=stream)
    assert process.wait() == 0
    os.close(kept)
    facts = json.loads(output.read_text())
    assert facts["session"] == facts["pid"] == process.pid
    assert facts["directory"] == "/"
    # The three streams, and the directory that is being listed.
    assert len(facts["files"]) == 4


def test_start_time_names_a_process_for_good(sleeper: subprocess.Popen[bytes]) -> None:
    told = start_time_of(sleeper.pid)
    assert told is not None
    assert start_time_of(sleeper.pid) == told
    sleeper.kill()
    sleeper.wait()
    assert start_time_of(sleeper.pid) is None


def test_target_ends_a_process_that_listens(sleeper: subprocess.Popen[bytes]) -> None:
    with Target(sleeper.pid) as target:
        assert target.end(10.0)
    assert sleeper.wait() == -15


def test_target_ends_a_process_that_does_not_listen() -> None:
    with subprocess.Popen([sys.executable, "-c", DEAF], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        with Target(process.pid) as target:
            assert not target.end(0.1)
        assert process.wait() == -9


def test_target_is_refused_when_there_is_no_such_process(sleeper: subprocess.Popen[bytes]) -> None:
    sleeper.kill()
    sleeper.wait()
    with pytest.raises(ProcessLookupError):
        Target(sleeper.pid)
