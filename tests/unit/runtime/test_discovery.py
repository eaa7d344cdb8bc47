from __future__ import annotations

import json
import os
import socket
from dataclasses import replace
from pathlib import Path

import pytest

from bsk_wire.errors import BskError
from bskd.runtime.discovery import AlreadyRunningError, DaemonRecord, FileLock, acquire_home, publish, withdraw

RECORD = DaemonRecord(7, "/run/x.sock", 52800, "0.4.0", 1_700_000_000, False, "unix:/run/x.sock")


def test_lock_is_taken_by_one_only(tmp_path: Path) -> None:
    first, second = FileLock(tmp_path / "lock"), FileLock(tmp_path / "lock")
    assert first.try_acquire()
    assert not second.try_acquire()
    first.release()
    assert second.try_acquire()
    second.release()


def test_lock_that_cannot_be_opened_is_a_configuration_error(tmp_path: Path) -> None:
    with pytest.raises(BskError, match="cannot open"):
        FileLock(tmp_path / "none" / "lock").try_acquire()


def test_lock_names_its_holder(tmp_path: Path) -> None:
    lock = FileLock(tmp_path / "lock")
    lock.try_acquire()
    assert (tmp_path / "lock").read_text() == f"{os.getpid()}\n"
    lock.release()


def test_acquire_home_removes_what_a_killed_daemon_left(tmp_path: Path) -> None:
    publish(tmp_path, RECORD)
    lock = acquire_home(tmp_path)
    assert not (tmp_path / "daemon.json").exists()
    lock.release()


def test_acquire_home_gives_way_to_a_daemon_that_is_up(tmp_path: Path) -> None:
    lock = acquire_home(tmp_path)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "s"))
        listening.listen()
        publish(tmp_path, replace(RECORD, grpc_address=f"unix:{tmp_path / 's'}"))
        with pytest.raises(AlreadyRunningError):
            acquire_home(tmp_path)
    lock.release()


def test_acquire_home_waits_while_what_a_killed_daemon_left_is_cleared_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clearing_up = FileLock(tmp_path / "daemon.lock")
    clearing_up.try_acquire()
    publish(tmp_path, RECORD)
    monkeypatch.setattr("bskd.runtime.discovery.time.sleep", lambda seconds: clearing_up.release())
    acquire_home(tmp_path).release()


def test_acquire_home_waits_for_a_daemon_that_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ending = acquire_home(tmp_path)
    monkeypatch.setattr("bskd.runtime.discovery.time.sleep", lambda seconds: ending.release())
    acquire_home(tmp_path).release()


def test_acquire_home_gives_up_on_a_holder_that_neither_starts_nor_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bskd.runtime.discovery.LOCK_WAIT_SECONDS", 0.1)
    lock = acquire_home(tmp_path)
    with pytest.raises(BskError) as refused:
        acquire_home(tmp_path)
    assert refused.value.reason == "daemon_start_failed"
    lock.release()


def test_record_is_written_whole_and_private(tmp_path: Path) -> None:
    publish(tmp_path, RECORD)
    assert json.loads((tmp_path / "daemon.json").read_text()) == {
        "pid": 7,
        "sock_path": "/run/x.sock",
        "ws_port": 52800,
        "version": "0.4.0",
        "started_at_epoch_secs": 1_700_000_000,
        "host_managed": False,
        "grpc_address": "unix:/run/x.sock",
    }
    assert (tmp_path / "daemon.json").stat().st_mode & 0o777 == 0o600
    withdraw(tmp_path)
    withdraw(tmp_path)
    assert list(tmp_path.iterdir()) == []
