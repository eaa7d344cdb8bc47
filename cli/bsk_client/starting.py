"""Starting the daemon of a home directory.

Nothing here imports gRPC, and a daemon keeps nothing of the process that starts it.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from subprocess import DEVNULL, Popen, TimeoutExpired, run

from bsk_client.cancellation import Cancellation
from bsk_client.daemon import nobody_listens
from bsk_client.endpoint import Endpoint, discover
from bsk_client.filelock import FileLock
from bsk_client.home import CONFIGURATION_FILE, START_LOCK_FILE, clear_up, make_home, newest_log, recorded_port
from bsk_client.launched import point_browsers_at
from bsk_client.limits import DAEMON_POLL_SECONDS, DAEMON_START_SECONDS, DAEMON_STOP_SECONDS
from bsk_client.processes import Target, let_go, spawn_detached
from bsk_wire.errors import BskError, Reason

# What a daemon ends with that finds another one serving its home.
ALREADY_RUNNING_STATUS = 3


@dataclass(frozen=True)
class StartOptions:
    """How a daemon is started; what is None is left to its configuration."""

    port: int | None = None
    session_idle_seconds: float | None = None
    daemon_idle_seconds: float | None = None

    def arguments(self) -> list[str]:
        """Command-line arguments of the daemon."""
        named = {
            "--port": self.port,
            "--session-idle": _seconds(self.session_idle_seconds),
            "--daemon-idle": _seconds(self.daemon_idle_seconds),
        }
        return [f"{flag}={value}" for flag, value in named.items() if value is not None]


def start_daemon(
    home: Path,
    environment: Mapping[str, str],
    options: StartOptions | None = None,
    *,
    cancellation: Cancellation | None = None,
) -> tuple[Endpoint, bool]:
    """Start the daemon of `home` unless it runs, and say whether this call started it.

    Of callers at the same time one starts it and the others wait for that. A daemon that was killed gets its port
    back, so that its browsers find it. Raises `BskError`: `daemon_start_failed`, which names the log;
    `invalid_params` when a daemon runs on another port than `options` ask for; `configuration_error`; `cancelled`.
    """
    options = options or StartOptions()
    cancellation = cancellation or Cancellation()
    make_home(home)
    with FileLock(home / START_LOCK_FILE) as lock:
        busy = BskError(Reason.DAEMON_START_FAILED, "another command is still starting the daemon")
        lock.take(DAEMON_START_SECONDS, cancellation, busy)
        try:
            running = discover(home)
        except BskError as error:
            if not nobody_listens(error):
                raise
        else:
            if options.port and options.port != running.ws_port:
                raise BskError(
                    Reason.INVALID_PARAMS,
                    f"the daemon already runs on port {running.ws_port}",
                    hint="stop it first with `bsk daemon stop`, or use `bsk daemon restart`",
                    ws_port=running.ws_port,
                )
            return running, False
        endpoint = _start_anew(home, environment, options, cancellation)
    if endpoint.ws_port is not None:
        point_browsers_at(home, endpoint.ws_port)
    return endpoint, True


def daemon_command(home: Path, options: StartOptions) -> list[str]:
    """The program and arguments that serve `home` in the process that runs them."""
    configuration = home / CONFIGURATION_FILE
    configured = [f"--config={configuration}"] if configuration.is_file() else []
    # Safe path: a module in the working directory must not stand in for one of ours.
    return [sys.executable, "-P", "-m", "bskd", "--target=all", "--home", str(home), *configured, *options.arguments()]


def _start_anew(
    home: Path, environment: Mapping[str, str], options: StartOptions, cancellation: Cancellation
) -> Endpoint:
    port = recorded_port(home) if options.port is None else None
    # What a killed daemon left would be taken for the new one as soon as that listens.
    clear_up(home, DAEMON_STOP_SECONDS)
    if port:
        again = StartOptions(port, options.session_idle_seconds, options.daemon_idle_seconds)
        try:
            return _spawn(home, environment, again, cancellation)
        except BskError as error:
            # Its old port may be taken by now; then the daemon serves where its configuration says.
            if error.reason != Reason.DAEMON_START_FAILED:
                raise
    return _spawn(home, environment, options, cancellation)


def _spawn(home: Path, environment: Mapping[str, str], options: StartOptions, cancellation: Cancellation) -> Endpoint:
    began = datetime.now(UTC)
    command = daemon_command(home, options)
    try:
        child = spawn_detached(command, environment=environment)
    except OSError as error:
        raise BskError(Reason.DAEMON_START_FAILED, f"cannot start {command[0]}: {error.strerror or error}") from error
    deadline = time.monotonic() + DAEMON_START_SECONDS
    try:
        while (ended := child.poll()) is None and time.monotonic() < deadline:
            with suppress(BskError):
                endpoint = discover(home)
                let_go(child)
                return endpoint
            cancellation.sleep(DAEMON_POLL_SECONDS)
    except BaseException:
        _end(child)
        raise
    if ended is None:
        _end(child)
        raise _start_failure(home, f"the daemon was not ready within {DAEMON_START_SECONDS:g} s")
    if ended == ALREADY_RUNNING_STATUS:
        return discover(home)
    why = _refusal_of(command, environment) or _logged_refusal(home, began) or f"it ended with status {ended}"
    raise _start_failure(home, f"the daemon did not start: {why}")


def _end(child: Popen[bytes]) -> None:
    with suppress(ProcessLookupError), Target(child.pid) as target:
        target.end(DAEMON_STOP_SECONDS)
    child.wait()


def _refusal_of(command: list[str], environment: Mapping[str, str]) -> str | None:
    """What a daemon says of its configuration before it has a log to say it in, or None when that is in order."""
    with suppress(OSError, TimeoutExpired):
        done = run(
            [*command, "--verify-config"],
            env=dict(environment),
            stdin=DEVNULL,
            capture_output=True,
            text=True,
            timeout=DAEMON_START_SECONDS,
            check=False,
        )
        lines = done.stderr.strip().splitlines()
        if done.returncode and lines:
            return next((line for line in lines if line.startswith("error: ")), lines[-1]).removeprefix("error: ")
    return None


def _logged_refusal(home: Path, began: datetime) -> str | None:
    """The last error in the log since `began`."""
    said = None
    with suppress(OSError):
        log = newest_log(home)
        for line in log.read_text(errors="replace").splitlines() if log is not None else ():
            with suppress(ValueError, KeyError, TypeError):
                entry = json.loads(line)
                if entry["level"] in ("ERROR", "CRITICAL") and datetime.fromisoformat(entry["timestamp"]) >= began:
                    said = str(entry["message"]).removeprefix("cannot start: ")
    return said


def _start_failure(home: Path, message: str) -> BskError:
    log = None
    with suppress(OSError):
        log = newest_log(home)
    if log is None:
        return BskError(Reason.DAEMON_START_FAILED, message)
    return BskError(Reason.DAEMON_START_FAILED, f"{message}; its log is {log}", log=str(log))


def _seconds(value: float | None) -> str | None:
    return None if value is None else f"{value:g}s"
