"""Starting a browser that has the extension, and stopping it again."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from bsk.admin.v1 import admin_pb2
from bsk.session.v1 import session_pb2
from bsk_client.calls import Calls
from bsk_client.cancellation import Cancellation
from bsk_client.filelock import FileLock
from bsk_client.launched import (
    LaunchedBrowser,
    browser_directory,
    point_at,
    profile_directory,
    recall,
    recall_all,
    remember,
    work_directory,
)
from bsk_client.limits import (
    BROWSER_GONE_SECONDS,
    BROWSER_LAUNCH_SECONDS,
    BROWSER_POLL_SECONDS,
    BROWSER_STOP_SECONDS,
    READ_SECONDS,
)
from bsk_client.processes import Target, let_go, spawn_detached, start_time_of
from bsk_client.programs import find_program
from bsk_client.unpacked import extension_directory, mark_build
from bsk_wire.errors import BskError, Reason

LOCK_FILE = "launch.lock"
LOG_FILE = "browser.log"
FIRST_PAGE = "about:blank"
HEADLESS_FLAGS = ("--headless=new", "--disable-gpu", "--screen-info={1920x1080}")
QUIET_FLAGS = (
    "--no-first-run",
    "--no-default-browser-check",
    "--hide-crash-restore-bubble",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--password-store=basic",
)


@dataclass(frozen=True)
class LaunchOptions:
    """What browser to launch: None takes the profile of the home directory and the first suitable program."""

    headless: bool = False
    profile: Path | None = None
    url: str = FIRST_PAGE
    program: str | None = None


def launch_browser(
    calls: Calls, environment: Mapping[str, str], options: LaunchOptions, cancellation: Cancellation | None = None
) -> tuple[LaunchedBrowser, bool]:
    """A browser of `calls`' home that is connected to its daemon, and whether this call started it.

    One that runs with the profile already is answered as it is. The browser outlives its starter. Raises `BskError`:
    `browser_program_unsuitable`; `cli_usage_error` when a window is asked for and there is no display;
    `browser_launch_failed` when the browser ends or does not connect in time; `cancelled`. After a failure nothing
    that was started here still runs.
    """
    cancellation = cancellation or Cancellation()
    home, port = calls.endpoint.home, _gateway_port(calls)
    profile = (options.profile or profile_directory(home)).resolve()
    _make_directory(browser_directory(home))
    # One launch at a time, so that a browser that connects can be told from another launch's.
    with FileLock(browser_directory(home) / LOCK_FILE) as lock:
        busy = BskError(Reason.BROWSER_LAUNCH_FAILED, "another browser launch is still under way")
        lock.take(BROWSER_LAUNCH_SECONDS, cancellation, busy)
        running = recall(home, profile)
        if running is not None and running.running:
            point_at(work_directory(home, profile) / "extension", port)
            return running, False
        return _launch(calls, port, environment, options, profile, running, cancellation), True


def stop_browsers(home: Path, profile: Path | None = None) -> list[LaunchedBrowser]:
    """End the browsers that were launched from `home`, or only that of a profile, and answer which ran.

    Only the very processes that were started are ended. Raises `BskError` when one belongs to another user.
    """
    if profile is None:
        browsers = list(recall_all(home))
    else:
        recalled = recall(home, profile.resolve())
        browsers = [] if recalled is None else [recalled]
    return [browser for browser in browsers if _end(browser)]


def wait_until_gone(calls: Calls, browsers: list[LaunchedBrowser]) -> None:
    """Return once the daemon has noticed that stopped browsers are gone, or after a short time."""
    deadline = time.monotonic() + BROWSER_GONE_SECONDS
    ids = {browser.browser_id for browser in browsers}
    while ids & set(_connected(calls)) and time.monotonic() < deadline:
        time.sleep(BROWSER_POLL_SECONDS)


def _launch(
    calls: Calls,
    port: int,
    environment: Mapping[str, str],
    options: LaunchOptions,
    profile: Path,
    earlier: LaunchedBrowser | None,
    cancellation: Cancellation,
) -> LaunchedBrowser:
    program = find_program(environment, options.program)
    _check_display(environment, options)
    _check_profile_is_free(profile)
    work = work_directory(calls.endpoint.home, profile)
    extension = _place_extension(work, port)
    _make_directory(profile)
    before = _connected(calls)
    log = work / LOG_FILE
    command = [str(program.path), *_flags(options, profile, extension), options.url]
    try:
        with log.open("wb") as output:
            child = spawn_detached(command, environment=environment, output=output)
    except OSError as error:
        message = f"cannot start {program.path}: {error.strerror or error}"
        raise BskError(Reason.BROWSER_PROGRAM_UNSUITABLE, message) from error
    try:
        start_time = start_time_of(child.pid) or ""
        known = None if earlier is None else earlier.browser_id
        browser_id = _await_connection(calls, child, before, known, profile, log, cancellation)
        browser = LaunchedBrowser(child.pid, start_time, str(profile), str(program.path), options.headless, browser_id)
        remember(calls.endpoint.home, browser)
    except BaseException:
        with suppress(ProcessLookupError), Target(child.pid) as target:
            target.end(BROWSER_STOP_SECONDS, group=True)
        child.wait()
        raise
    let_go(child)
    return browser


def _await_connection(
    calls: Calls,
    child: subprocess.Popen[bytes],
    before: Mapping[str, float],
    known: str | None,
    profile: Path,
    log: Path,
    cancellation: Cancellation,
) -> str:
    """Id of the browser that has connected since `before` and keeps its id in `profile`."""
    deadline = time.monotonic() + BROWSER_LAUNCH_SECONDS
    while True:
        fresh = [name for name, since in _connected(calls).items() if before.get(name) != since]
        for name in fresh:
            if name == known or _keeps(profile, name):
                return name
        status = child.poll()
        if status is not None:
            _fail(f"the browser ended at once with status {status}{_last_words(log)}", log)
        if time.monotonic() >= deadline:
            _fail(f"the browser runs and its extension did not connect within {BROWSER_LAUNCH_SECONDS:g} s", log)
        cancellation.sleep(BROWSER_POLL_SECONDS)


def _keeps(profile: Path, browser_id: str) -> bool:
    """Whether the extension's storage in a profile holds an id: another browser may connect meanwhile."""
    for path in profile.glob("*/Local Extension Settings/*/*.l[od][gb]"):
        with suppress(OSError):
            if browser_id.encode() in path.read_bytes():
                return True
    return False


def _gateway_port(calls: Calls) -> int:
    """Port that extensions connect to, wherever the gateway runs."""
    request = admin_pb2.GetStatusRequest()
    port = calls.admin("GetStatus", request, admin_pb2.GetStatusResponse, deadline_seconds=READ_SECONDS).ws_port
    if not port:
        raise BskError(Reason.UNSUPPORTED, "no gateway is running that a browser could connect to")
    return port


def _connected(calls: Calls) -> dict[str, float]:
    """Ids of the connected browsers with the time of their connection, the newest last."""
    request = session_pb2.ListBrowsersRequest()
    answer = calls.admin("ListBrowsers", request, session_pb2.ListBrowsersResponse, deadline_seconds=READ_SECONDS)
    entries = sorted(answer.browsers, key=lambda entry: entry.connected_at_ms)
    return {entry.instance_id: entry.connected_at_ms for entry in entries}


def _flags(options: LaunchOptions, profile: Path, extension: Path) -> list[str]:
    flags = [f"--user-data-dir={profile}", f"--load-extension={extension}", f"--disable-extensions-except={extension}"]
    flags += QUIET_FLAGS
    if options.headless:
        flags += HEADLESS_FLAGS
    if sys.platform == "linux" and os.geteuid() == 0:
        # The sandbox refuses to run as root.
        flags.append("--no-sandbox")
    return flags


def _place_extension(work: Path, port: int) -> Path:
    """A copy of the extension that knows its daemon's port; the installed one may be read-only and is for everybody."""
    extension = work / "extension"
    if "," in str(extension):
        message = f"a browser cannot load an extension from {extension}: the path holds a comma"
        raise BskError(Reason.CONFIGURATION_ERROR, message, hint="use a BSK_HOME without commas")
    try:
        shutil.rmtree(extension, ignore_errors=True)
        shutil.copytree(extension_directory(), extension)
        mark_build(extension)
        point_at(extension, port)
    except (OSError, ValueError, KeyError) as error:
        raise BskError(Reason.LOCAL_FILE_ERROR, f"cannot write {extension}: {error}") from error
    return extension


def _check_display(environment: Mapping[str, str], options: LaunchOptions) -> None:
    if options.headless or sys.platform in ("darwin", "win32"):
        return
    if not (environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")):
        message = "there is no display to open a browser window on"
        raise BskError(Reason.CLI_USAGE_ERROR, message, hint="use --headless, or set DISPLAY")


def _check_profile_is_free(profile: Path) -> None:
    """A browser started with a profile in use hands its arguments to the other one and ends, without our extension."""
    try:
        owner = os.readlink(profile / "SingletonLock")
    except OSError:
        return
    found = re.fullmatch(r"(.+)-(\d+)", owner)
    if found and found[1] == os.uname().nodename and start_time_of(int(found[2])) is not None:
        message = f"the profile {profile} is in use by process {found[2]}"
        raise BskError(Reason.BROWSER_LAUNCH_FAILED, message, hint="close that browser, or name another --profile")


def _end(browser: LaunchedBrowser) -> bool:
    """End a browser if it still runs, and say whether it did."""
    try:
        with Target(browser.pid) as target:
            if not browser.running:
                return False
            target.end(BROWSER_STOP_SECONDS, group=True)
    except ProcessLookupError:
        return False
    except PermissionError as error:
        message = f"cannot stop process {browser.pid}: it belongs to another user"
        raise BskError(Reason.PERMISSION_DENIED, message) from error
    return True


def _make_directory(path: Path) -> None:
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BskError(Reason.LOCAL_FILE_ERROR, f"cannot make {path}: {error.strerror}") from error


def _last_words(log: Path) -> str:
    with suppress(OSError):
        lines = log.read_text(errors="replace").strip().splitlines()
        if lines:
            return f": {lines[-1]}"
    return ""


def _fail(message: str, log: Path) -> NoReturn:
    raise BskError(Reason.BROWSER_LAUNCH_FAILED, f"{message}; its output is in {log}", log=str(log))
