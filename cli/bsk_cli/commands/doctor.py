"""`bsk doctor`: every part between here and the page, one after the other."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from bsk_cli.context import Context
from bsk_cli.parsing import command
from bsk_client.endpoint import Endpoint
from bsk_client.limits import BROWSER_PROBE_SECONDS, READ_SECONDS
from bsk_client.stopping import peer_pid
from bsk_wire.errors import BskError
from bsk_wire.version import PROTOCOL_VERSION

if TYPE_CHECKING:
    from bsk.admin.v1 import admin_pb2

MARKS = {"ok": "ok  ", "fail": "FAIL", "warn": "WARN", "na": "N/A "}
NO_DAEMON = "the daemon does not run"
NO_BROWSER = "no browser is connected"


@dataclass(frozen=True)
class Check:
    """What one check found. Only `fail` makes the command fail."""

    name: str
    status: Literal["ok", "fail", "warn", "na"]
    detail: str
    hint: str | None = None

    def document(self) -> dict[str, Any]:
        """As it stands in the JSON answer, where callers expect every key."""
        return {
            "name": self.name,
            "ok": self.status != "fail",
            "status": self.status,
            "detail": self.detail,
            "hint": self.hint,
        }


@command("doctor")
def doctor(context: Context) -> int:
    """Check every part between here and the browser, and say what to do about the one that fails.

    Starts the daemon when none runs, unless BSK_AUTO_START is 0. Ends with status 1 when a check fails.
    """
    checks = [_home(context), Check("agent skill matches bundled CLI", "na", "no agent skill is installed")]
    endpoint, daemon, running = _daemon(context)
    checks += [running, _identity(endpoint), _protocol(daemon)]
    checks.append(Check("auto-update", "na", "updates come from the package manager"))
    checks += [_extension(daemon), _browser_protocol(daemon), _round_trip(context, daemon)]
    context.output.result([check.document() for check in checks], _lines(checks))
    return 1 if any(check.status == "fail" for check in checks) else 0


def _lines(checks: list[Check]) -> Iterator[str]:
    width = max(len(check.name) for check in checks)
    for check in checks:
        hint = f" \N{EM DASH} hint: {check.hint}" if check.hint and check.status in ("fail", "warn") else ""
        yield f"{MARKS[check.status]}  {check.name.ljust(width)}  {check.detail}{hint}"


def _home(context: Context) -> Check:
    name = "bsk home writable"
    try:
        home = context.home
    except BskError as error:
        return Check(name, "fail", error.message, error.hint)
    # Nothing is made here: asking must not leave traces.
    place = _nearest(home)
    if place.is_dir() and os.access(place, os.W_OK | os.X_OK):
        return Check(name, "ok", str(home) if place == home else f"{home} can be made")
    return Check(name, "fail", f"cannot write in {place}", "correct its permissions, or set BSK_HOME")


def _nearest(path: Path) -> Path:
    """The path, or the nearest directory above it that exists."""
    while not path.exists() and path != path.parent:
        path = path.parent
    return path


def _daemon(context: Context) -> tuple[Endpoint | None, admin_pb2.GetStatusResponse | None, Check]:
    """Where the daemon is, what it says of itself, and the check. Waits a moment for a first browser."""
    name = "daemon running"
    endpoint = None
    try:
        endpoint = context.endpoint()
        daemon = _status(context, wait_ms=0)
        wait_ms = context.browser_wait_ms("BSK_DOCTOR_BROWSER_WAIT_MS")
        if not daemon.browsers and wait_ms:
            context.output.note(f"waiting up to {wait_ms / 1000:g} s for a browser to connect")
            daemon = _status(context, wait_ms)
    except BskError as error:
        return endpoint, None, Check(name, "fail", error.message, error.hint)
    return endpoint, daemon, Check(name, "ok", f"pid {daemon.pid}, version {daemon.daemon_version}")


def _status(context: Context, wait_ms: int) -> admin_pb2.GetStatusResponse:
    from bsk.admin.v1 import admin_pb2

    return context.calls().admin(
        "GetStatus",
        admin_pb2.GetStatusRequest(wait_for_browser_ms=wait_ms),
        admin_pb2.GetStatusResponse,
        deadline_seconds=READ_SECONDS + wait_ms / 1000,
    )


def _identity(endpoint: Endpoint | None) -> Check:
    name = "daemon local process identity"
    if endpoint is None:
        return Check(name, "na", NO_DAEMON)
    try:
        pid = peer_pid(endpoint.address)
    except OSError as error:
        return Check(name, "warn", f"cannot look behind {endpoint.address}: {error.strerror or error}")
    if pid is None:
        return Check(name, "na", "this system does not tell who serves a socket")
    if pid == endpoint.pid:
        return Check(name, "ok", f"process {pid} serves {endpoint.address}")
    seen = f"process {pid}" if pid else "a process that cannot be seen from here"
    hint = "the daemon may run in another container; stop it there, not from here"
    return Check(name, "warn", f"{seen} serves {endpoint.address}, recorded is {endpoint.pid}", hint)


def _protocol(daemon: admin_pb2.GetStatusResponse | None) -> Check:
    name = "protocol compatible"
    if daemon is None:
        return Check(name, "na", NO_DAEMON)
    if daemon.protocol_version == PROTOCOL_VERSION:
        return Check(name, "ok", PROTOCOL_VERSION)
    detail = f"the daemon speaks {daemon.protocol_version}, this command {PROTOCOL_VERSION}"
    return Check(name, "fail", detail, "run `bsk daemon restart`")


def _extension(daemon: admin_pb2.GetStatusResponse | None) -> Check:
    name = "extension connected"
    if daemon is None:
        return Check(name, "na", NO_DAEMON)
    if not daemon.browsers:
        hint = "open a browser that has the BrowserSkill extension, or run `bsk browser launch`"
        return Check(name, "fail", f"{NO_BROWSER} to port {daemon.ws_port}", hint)
    silent = [browser.instance_id for browser in daemon.browsers if browser.unresponsive]
    if silent:
        return Check(name, "warn", f"not answering: {', '.join(silent)}", "wake the browser, or reload the extension")
    return Check(name, "ok", ", ".join(browser.instance_id for browser in daemon.browsers))


def _browser_protocol(daemon: admin_pb2.GetStatusResponse | None) -> Check:
    name = "browser protocol compatible"
    if daemon is None or not daemon.browsers:
        return Check(name, "na", NO_DAEMON if daemon is None else NO_BROWSER)
    spoken = ", ".join(f"{b.instance_id} speaks {b.extension_protocol_version or 'unknown'}" for b in daemon.browsers)
    skewed = any(browser.version_skew for browser in daemon.browsers)
    return Check(name, "ok", f"{spoken}{f', the daemon {daemon.protocol_version}' if skewed else ''}")


def _round_trip(context: Context, daemon: admin_pb2.GetStatusResponse | None) -> Check:
    name = "round trip to the browser"
    if daemon is None or not daemon.browsers:
        return Check(name, "na", NO_DAEMON if daemon is None else NO_BROWSER)
    times = []
    for browser in daemon.browsers:
        failed, milliseconds = _probe(context, browser.instance_id)
        if failed is not None:
            return Check(name, "fail", f"{browser.instance_id}: {failed[0]}", failed[1])
        times.append(f"{browser.instance_id} {milliseconds:.1f} ms")
    return Check(name, "ok", ", ".join(times))


def _probe(context: Context, browser_id: str) -> tuple[tuple[str, str] | None, float]:
    """What failed on the way to a browser with a hint, or None, and how long the way took in milliseconds."""
    from bsk.admin.v1 import admin_pb2

    try:
        answer = context.calls().admin(
            "ProbeBrowser",
            admin_pb2.ProbeBrowserRequest(browser_instance_id=browser_id),
            admin_pb2.ProbeBrowserResponse,
            deadline_seconds=BROWSER_PROBE_SECONDS,
        )
    except BskError as error:
        return (f"the router failed: {error.message}", error.hint), 0.0
    for hop in answer.hops:
        if not hop.ok:
            hint = "reload the extension, or restart the browser" if hop.name == "extension" else "see `bsk logs`"
            return (f"the {hop.name} failed: {hop.detail}", hint), 0.0
    return None, sum(hop.round_trip_ms for hop in answer.hops)
