"""`bsk browser`: a real Chromium that finds the daemon of its home, and is ended by nobody else."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
from pathlib import Path

import psutil
import pytest

from bsk_wire.version import __version__
from support.bsk import Bsk
from support.extension_browser import BUILT_EXTENSION, ExtensionBrowser


def program(directory: Path, script: str) -> Path:
    """A browser program that is none."""
    path = directory / "browser"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


def lives(pid: int) -> bool:
    """Whether a process runs; one that has ended may still stand in the table."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


async def wait_until_worker_ran(profile: Path) -> None:
    """Return once the worker of an extension has stored something, so that the profile knows that worker."""
    async with asyncio.timeout(30):
        while not await asyncio.to_thread(stored_files, profile):
            pass


def stored_files(profile: Path) -> list[Path]:
    return list(profile.glob("*/Local Extension Settings/*/*.log"))


def test_launch_reports_the_browser_that_connected(own_bsk: Bsk, tmp_path: Path) -> None:
    launched = own_bsk.json("browser", "launch", "--headless", "--profile", str(tmp_path / "profile")).ok().document
    assert launched["profile"] == str(tmp_path / "profile")
    assert launched["already_running"] is False
    assert [each["instance_id"] for each in own_bsk.json("browsers").document] == [launched["browser_id"]]
    # Its own session and process group: nothing that ends the command's ends the browser.
    assert os.getsid(launched["pid"]) == launched["pid"]


def test_launch_answers_the_browser_that_runs_already(own_bsk: Bsk) -> None:
    first = own_bsk.json("browser", "launch", "--headless").ok().document
    second = own_bsk.json("browser", "launch", "--headless").ok().document
    assert second == first | {"already_running": True}


def test_launched_browser_keeps_its_id_and_finds_another_port(own_bsk: Bsk) -> None:
    before = own_bsk.json("browser", "launch", "--headless").ok().document
    own_bsk("browser", "stop").ok()
    own_bsk("daemon", "stop").ok()
    own_bsk("daemon", "start", "--port", "0").ok()
    after = own_bsk.json("browser", "launch", "--headless").ok().document
    assert after["browser_id"] == before["browser_id"]
    assert after["pid"] != before["pid"]


def test_running_browser_follows_its_daemon_to_another_port(own_bsk: Bsk) -> None:
    launched = own_bsk.json("browser", "launch", "--headless").ok().document
    own_bsk("daemon", "stop").ok()
    own_bsk("daemon", "start", "--port", "0").ok()
    own_bsk.environment["BSK_BROWSER_WAIT_MS"] = "30000"
    assert [each["instance_id"] for each in own_bsk.json("browsers").document] == [launched["browser_id"]]


async def test_launch_takes_the_present_extension_in_a_profile_that_had_another(own_bsk: Bsk, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(BUILT_EXTENSION, other)
    (other / "background.js").write_text("chrome.storage.local.set({ other: true });")
    async with ExtensionBrowser(1, extension=other, directory=tmp_path) as browser:
        await wait_until_worker_ran(browser.profile)
    launched = own_bsk.json("browser", "launch", "--headless", "--profile", str(browser.profile)).ok().document
    (connected,) = own_bsk.json("browsers").document
    assert connected["instance_id"] == launched["browser_id"]
    assert connected["extension_version"] == __version__


def test_first_page_is_the_one_asked_for(own_bsk: Bsk) -> None:
    launched = own_bsk.json("browser", "launch", "--headless", "--url", "about:blank#first").ok().document
    assert "about:blank#first" in psutil.Process(launched["pid"]).cmdline()


def test_stop_ends_the_browser_in_order(own_bsk: Bsk) -> None:
    launched = own_bsk.json("browser", "launch", "--headless").ok().document
    stopped = own_bsk.json("browser", "stop").ok().document["stopped"]
    assert [each["browser_id"] for each in stopped] == [launched["browser_id"]]
    assert not lives(launched["pid"])
    own_bsk.environment["BSK_BROWSER_WAIT_MS"] = "0"
    assert own_bsk.json("browsers").document == []
    assert own_bsk.json("browser", "stop").ok().document == {"stopped": []}


def test_stop_touches_no_process_that_was_not_launched(own_bsk: Bsk) -> None:
    launched = own_bsk.json("browser", "launch", "--headless").ok().document
    (record,) = (own_bsk.home / "browser").glob("*.json")
    written = record.read_text()
    with subprocess.Popen(["sleep", "60"]) as bystander:
        record.write_text(json.dumps(json.loads(written) | {"pid": bystander.pid}))
        assert own_bsk.json("browser", "stop").ok().document == {"stopped": []}
        assert bystander.poll() is None
        bystander.kill()
    record.write_text(written)
    assert own_bsk.json("browser", "stop").ok().document["stopped"][0]["pid"] == launched["pid"]


def test_profile_of_another_browser_is_refused(own_bsk: Bsk, tmp_path: Path) -> None:
    launched = own_bsk.json("browser", "launch", "--headless").ok().document
    for record in (own_bsk.home / "browser").glob("*.json"):
        record.rename(tmp_path / record.name)
    refused = own_bsk.json("browser", "launch", "--headless")
    assert refused.reason == "browser_launch_failed"
    assert f"in use by process {launched['pid']}" in refused.error["message"]
    for record in tmp_path.glob("*.json"):
        record.rename(own_bsk.home / "browser" / record.name)


def test_browser_that_ends_at_once_is_reported_with_its_last_words(own_bsk: Bsk, tmp_path: Path) -> None:
    broken = program(tmp_path, "echo 'no sandbox today' >&2; exit 7")
    refused = own_bsk.json("browser", "launch", "--headless", "--browser-program", str(broken))
    assert (refused.exit_status, refused.reason) == (4, "browser_launch_failed")
    assert "status 7: no sandbox today" in refused.error["message"]
    assert Path(refused.error["data"]["log"]).read_text() == "no sandbox today\n"


def test_window_needs_a_display(own_bsk: Bsk) -> None:
    for variable in ("DISPLAY", "WAYLAND_DISPLAY"):
        own_bsk.environment.pop(variable, None)
    refused = own_bsk.json("browser", "launch")
    assert refused.exit_status == 2
    assert "--headless" in refused.error["hint"]


@pytest.mark.parametrize("auto_start", ["0", "1"])
def test_launch_starts_the_daemon_only_where_that_is_allowed(tmp_path: Path, auto_start: str) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "config.toml").write_text('[http]\nlisten = "127.0.0.1:0"\n')
    bsk = Bsk(home, BSK_AUTO_START=auto_start)
    result = bsk.json("browser", "launch", "--headless")
    bsk("browser", "stop")
    bsk("daemon", "stop")
    if auto_start == "1":
        assert result.ok().document["browser_id"]
    else:
        assert result.reason == "daemon_unavailable"
