"""`bsk daemon`: the process behind every other command."""

from __future__ import annotations

import json
import re
import subprocess
from typing import Any

import click

from bsk_cli.context import Context
from bsk_cli.paramtypes import Whole
from bsk_cli.parsing import StrictOption, command
from bsk_client.endpoint import DISCOVERY_FILE, Endpoint, discover
from bsk_client.limits import HIGHEST_PORT
from bsk_client.starting import StartOptions, daemon_command, start_daemon
from bsk_client.stopping import stop_daemon
from bsk_wire.errors import BskError, Reason

_TIME = re.compile(r"(\d+(?:\.\d+)?)(ms|s|m|h|d)?")
_SECONDS_OF_UNIT = {None: 1.0, "ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86_400.0}


class Seconds(click.ParamType[float]):
    """A time, in seconds: a number with `ms`, `s` (the default unit), `m`, `h` or `d`."""

    name = "duration"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, float):
            return value
        match = _TIME.fullmatch(value)
        if match is None or float(match[1]) == 0:
            self.fail(f"{value!r} is not a time such as 90s, 5m or 1h", param, ctx)
        return float(match[1]) * _SECONDS_OF_UNIT[match[2]]


# Of the published command line's server mode, which takes browsers from other machines.
SERVER_FLAGS = (
    "--listen",
    "--public-url",
    "--tls-cert",
    "--tls-key",
    "--pairing-ttl",
    "--device-ttl",
    "--renew-after",
    "--max-connections",
    "--authorize-rate-limit",
)


def start_parameters() -> list[click.Parameter]:
    """The flags of a start."""
    return [
        StrictOption(["--mode"], type=click.Choice(["local", "server"]), default="local", hidden=True),
        StrictOption(
            ["--port"],
            type=Whole(0, HIGHEST_PORT),
            help="Port that extensions connect to; 0 takes a free one. [default: 52800]",
        ),
        StrictOption(
            ["--session-idle"],
            type=Seconds(),
            metavar="TIME",
            help="End a session after this long without a call. [default: 5m]",
        ),
        StrictOption(
            ["--daemon-idle"],
            type=Seconds(),
            metavar="TIME",
            help="End the daemon after this long without calls, sessions and browsers. [default: 10m]",
        ),
        *(StrictOption([flag], hidden=True) for flag in SERVER_FLAGS),
    ]


@command(
    "start",
    params=[*start_parameters(), StrictOption(["--foreground"], is_flag=True, help="Serve in this terminal.")],
)
def start(context: Context, foreground: bool, **flags: Any) -> int | None:
    """Start the daemon of this home directory, if none runs, and return once it answers."""
    options = _options(flags)
    if foreground:
        return _serve(context, options)
    endpoint, started = start_daemon(
        context.home, context.invocation.environment, options, cancellation=context.cancellation
    )
    verb = "started" if started else "already running"
    context.output.result({"started": started, **_facts(endpoint)}, [f"{verb}: {_line(endpoint)}"])
    return None


@command("stop")
def stop(context: Context) -> None:
    """Stop the daemon. Its sessions end, and their Agent Windows close."""
    stopped = stop_daemon(context.home)
    if stopped is None:
        context.output.result({"stopped": False}, ["no daemon is running"])
    else:
        context.output.result({"stopped": True, "pid": stopped.pid}, [f"stopped: pid {stopped.pid}"])


@command("restart", params=start_parameters())
def restart(context: Context, **flags: Any) -> None:
    """Stop the daemon and start it again, on the same port unless another is given."""
    options = _options(flags)
    stopped = stop_daemon(context.home)
    if stopped is not None and options.port is None:
        options = StartOptions(stopped.ws_port, options.session_idle_seconds, options.daemon_idle_seconds)
    endpoint, started = start_daemon(
        context.home, context.invocation.environment, options, cancellation=context.cancellation
    )
    facts = {"started": started, **_facts(endpoint)}
    if stopped is not None:
        facts["stopped_pid"] = stopped.pid
    context.output.result(facts, [f"restarted: {_line(endpoint)}"])


@command("status")
def status(context: Context) -> None:
    """Show the daemon of this home directory. Fails when none runs, and never starts one."""
    endpoint = discover(context.home)
    facts = {"running": True, **_facts(endpoint)}
    rows = [(name.replace("_", " "), str(value)) for name, value in facts.items() if name != "running"]
    width = max(len(name) for name, _ in rows)
    context.output.result(facts, [f"{name.ljust(width)}  {value}" for name, value in rows])


def _options(flags: dict[str, Any]) -> StartOptions:
    """The options of a start. Raises `BskError(UNSUPPORTED)` for those of a server."""
    given = [flag for flag in SERVER_FLAGS if flags[flag[2:].replace("-", "_")] is not None]
    if flags["mode"] == "server" or given:
        what = given[0] if given else "--mode server"
        message = f"{what} is not supported: this daemon takes browsers of this machine only"
        raise BskError(Reason.UNSUPPORTED, message, hint="leave out the flags of the server mode")
    return StartOptions(flags["port"], flags["session_idle"], flags["daemon_idle"])


def _serve(context: Context, options: StartOptions) -> int:
    """Be the daemon's terminal until it ends, and answer its exit status."""
    daemon = subprocess.Popen(
        [*daemon_command(context.home, options), "--foreground"],
        env=dict(context.invocation.environment),
        stdin=subprocess.DEVNULL,
        # The terminal's Ctrl-C reaches the daemon through us, once.
        process_group=0,
    )
    with context.cancellation.watched(daemon.terminate):
        return daemon.wait()


def _facts(endpoint: Endpoint) -> dict[str, Any]:
    """What the discovery file says, in the form of an answer."""
    facts: dict[str, Any] = {"pid": endpoint.pid, "version": endpoint.version}
    try:
        recorded = json.loads((endpoint.home / DISCOVERY_FILE).read_text())
    except (OSError, ValueError):
        recorded = {}
    for name in ("ws_port", "sock_path", "grpc_address", "started_at_epoch_secs", "host_managed"):
        if recorded.get(name) is not None:
            facts[name] = recorded[name]
    return {**facts, "home": str(endpoint.home)}


def _line(endpoint: Endpoint) -> str:
    return f"pid {endpoint.pid}, port {endpoint.ws_port}, version {endpoint.version}"
