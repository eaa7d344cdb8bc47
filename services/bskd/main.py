"""The daemon's command line."""

from __future__ import annotations

import argparse
import asyncio
import gc
import logging
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bsk_wire.errors import BskError, Reason
from bsk_wire.version import __version__

EXIT_FAILURE = 2
# Another daemon serves the home directory, which is all that a caller wanted.
EXIT_ALREADY_RUNNING = 3

_DURATION = re.compile(r"(\d+(?:\.\d+)?)(ms|s|m|h)?")
_SECONDS_PER_UNIT = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}

logger = logging.getLogger("bskd")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `bskd` and return its exit status. Refusals are one line on stderr, with a hint."""
    options = _parser().parse_args(arguments)
    try:
        return _serve(options)
    except BskError as error:
        if options.home is not None and logging.getLogger().handlers:
            logger.error("cannot start: %s", error.message)
        print(f"error: {error.message}\nhint: {error.hint}", file=sys.stderr)
        return EXIT_FAILURE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="bskd", description="The BrowserSkill services.", allow_abbrev=False)
    parser.add_argument("--target", default="all", help="all, router, session or gateway (default: all)")
    parser.add_argument("--config", type=Path, metavar="FILE", help="configuration file (TOML)")
    parser.add_argument("--home", type=Path, metavar="DIR", help="home directory (default: $BSK_HOME, else ~/.bsk)")
    parser.add_argument("--port", type=int, metavar="N", help="port that extensions connect to (default: 52800)")
    parser.add_argument("--session-idle", metavar="TIME", help="end a session after this long without a call")
    parser.add_argument("--daemon-idle", metavar="TIME", help="end the daemon after this long without work")
    parser.add_argument("--log-format", choices=("human", "json"), help="form of the log on stderr")
    parser.add_argument("--foreground", action="store_true", help="belongs to a terminal or a supervisor")
    parser.add_argument("--verify-config", action="store_true", help="check the configuration and end")
    parser.add_argument("--version", action="version", version=f"bskd {__version__}")
    return parser


def _serve(options: argparse.Namespace) -> int:
    # Imported late: `--help` and a refused flag need no gRPC.
    from bskd.runtime.clock import SystemClock
    from bskd.runtime.config import load_configuration
    from bskd.runtime.discovery import AlreadyRunningError
    from bskd.runtime.host import Host
    from bskd.runtime.logs import configure_logs
    from bskd.targets import TARGETS, sections

    target = TARGETS.get(options.target)
    if target is None:
        raise BskError(
            Reason.CONFIGURATION_ERROR, f"--target {options.target} is not known, use one of {', '.join(TARGETS)}"
        )
    configuration = load_configuration(options.config, sections(), _overrides(options))
    if options.verify_config:
        print("ok")
        return 0
    home = _home(options.home)
    plan = target.plan(discovery=configuration.listen.discovery, host_managed=options.foreground)
    configure_logs(
        form=configuration.log.format,
        level=configuration.log.level,
        file_directory=home if plan.discovery else None,
        watched=options.foreground or sys.stderr.isatty(),
    )

    async def run() -> None:
        host = Host(plan, home, configuration, SystemClock())
        settling = asyncio.create_task(_settle(host.started), name="settle")
        try:
            await host.run()
        finally:
            settling.cancel()

    try:
        asyncio.run(run())
    except AlreadyRunningError:
        logger.info("another daemon serves %s", home)
        return EXIT_ALREADY_RUNNING
    return 0


async def _settle(started: asyncio.Event) -> None:
    await started.wait()
    # Nothing that exists by now ever becomes garbage: looking through it again and again only costs time.
    gc.collect()
    gc.freeze()


def _overrides(options: argparse.Namespace) -> dict[str, Any]:
    overrides: dict[str, Any] = {}
    if options.port is not None:
        if not 0 <= options.port <= 65535:
            raise BskError(Reason.CONFIGURATION_ERROR, f"--port {options.port} is not a port, use 0 to 65535")
        overrides["http.listen"] = f"127.0.0.1:{options.port}"
    if options.session_idle is not None:
        overrides["session.idle_seconds"] = _seconds("--session-idle", options.session_idle)
    if options.daemon_idle is not None:
        overrides["process.idle_exit_seconds"] = _seconds("--daemon-idle", options.daemon_idle)
    if options.log_format is not None:
        overrides["log.format"] = options.log_format
    return overrides


def _seconds(flag: str, text: str) -> float:
    match = _DURATION.fullmatch(text)
    if match is None:
        raise BskError(Reason.CONFIGURATION_ERROR, f"{flag} {text} is not a time, write it such as 90s or 5m")
    return float(match[1]) * _SECONDS_PER_UNIT[match[2] or "s"]


def _home(named: Path | None) -> Path:
    if named is None:
        from_environment = os.environ.get("BSK_HOME")
        named = Path(from_environment) if from_environment else _default_home()
    home = named.absolute()
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BskError(
            Reason.CONFIGURATION_ERROR, f"cannot use {home} as the home directory: {error.strerror}"
        ) from error
    return home


def _default_home() -> Path:
    try:
        return Path.home() / ".bsk"
    except RuntimeError as error:
        raise BskError(
            Reason.CONFIGURATION_ERROR, "there is no home directory to keep state in, set BSK_HOME"
        ) from error
