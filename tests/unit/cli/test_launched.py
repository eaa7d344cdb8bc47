"""Records of launched browsers."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from bsk_client.launched import (
    LaunchedBrowser,
    point_browsers_at,
    recall,
    recall_all,
    remember,
    work_directory,
)
from bsk_client.processes import start_time_of


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "browser").mkdir()
    return tmp_path


@pytest.fixture
def browser(home: Path) -> LaunchedBrowser:
    """A record of this very process."""
    return LaunchedBrowser(
        pid=os.getpid(),
        start_time=start_time_of(os.getpid()) or "",
        profile=str(home / "profile"),
        program="/usr/bin/chromium",
        headless=True,
        browser_id="0a1b2c3d",
    )


def test_record_comes_back_as_it_was_written(home: Path, browser: LaunchedBrowser) -> None:
    remember(home, browser)
    assert recall(home, home / "profile") == browser
    assert list(recall_all(home)) == [browser]


def test_profile_without_a_record_has_no_browser(home: Path) -> None:
    assert recall(home, home / "other") is None


def test_damaged_record_is_no_browser(home: Path, browser: LaunchedBrowser) -> None:
    remember(home, browser)
    for path in (home / "browser").glob("*.json"):
        path.write_text('{"pid": ')
    assert list(recall_all(home)) == []


def test_browser_does_not_run_when_its_number_went_to_another_process(browser: LaunchedBrowser) -> None:
    assert browser.running
    assert not replace(browser, start_time="1").running


def test_browsers_are_pointed_at_the_port_of_a_new_daemon(home: Path) -> None:
    extension = work_directory(home, home / "profile") / "extension"
    extension.mkdir(parents=True)
    (extension / "connection.json").write_text('{"port": 1}')
    point_browsers_at(home, 4711)
    assert json.loads((extension / "connection.json").read_text()) == {"port": 4711}
    assert [path.name for path in extension.iterdir()] == ["connection.json"]
