"""Where the daemon of a home directory answers."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from bsk_client.limits import SOCKET_PROBE_SECONDS
from bsk_wire.errors import BskError, Reason

DISCOVERY_FILE = "daemon.json"
TOKEN_FILE = "token"  # noqa: S105


@dataclass(frozen=True)
class Endpoint:
    """A daemon that took a connection a moment ago.

    `address` is a gRPC target, `unix:/path` or `127.0.0.1:port`. `token` authorises calls over TCP; a unix socket needs
    none, its permissions say who may call.
    """

    home: Path
    address: str
    pid: int
    version: str
    ws_port: int | None = None
    token: str | None = None


def home_directory(environment: Mapping[str, str], working_directory: Path | None = None) -> Path:
    """`BSK_HOME` when it is set and not empty, else `.bsk` in the user's home directory.

    A relative path is taken from `working_directory`, by default the process's own. Raises
    `BskError(CONFIGURATION_ERROR)` when the user has no home directory.
    """
    base = working_directory or Path.cwd()
    named = environment.get("BSK_HOME")
    if named:
        return base / named
    user_home = environment.get("HOME") or _home_of_account()
    if not user_home:
        raise BskError(Reason.CONFIGURATION_ERROR, "there is no home directory to keep state in: set BSK_HOME")
    return base / user_home / ".bsk"


def discover(home: Path) -> Endpoint:
    """The daemon of `home`, after its socket has taken a connection. Starts and removes nothing.

    Raises `BskError(DAEMON_UNAVAILABLE)`, at once also when a killed daemon left its files behind, and
    `BskError(CONFIGURATION_ERROR)` when the home cannot be read.
    """
    place = home / DISCOVERY_FILE
    try:
        text = place.read_text()
    except FileNotFoundError:
        raise BskError(Reason.DAEMON_UNAVAILABLE, f"no daemon is running for {home}") from None
    except OSError as error:
        raise BskError(Reason.CONFIGURATION_ERROR, f"cannot read {place}: {error.strerror}") from error
    try:
        found = json.loads(text)
        address = found.get("grpc_address") or f"unix:{found['sock_path']}"
        port = found.get("ws_port")
        endpoint = Endpoint(
            home=home,
            address=address,
            pid=int(found["pid"]),
            version=str(found.get("version", "")),
            ws_port=None if port is None else int(port),
            token=None if address.startswith("unix:") else _token_of(home),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BskError(Reason.DAEMON_UNAVAILABLE, f"{place} is damaged and names no daemon") from error
    _probe(endpoint)
    return endpoint


def _probe(endpoint: Endpoint) -> None:
    """Connect once: a socket file without a daemon refuses at once, which a process id could not tell reliably."""
    family, place = _socket_address(endpoint.address)
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.settimeout(SOCKET_PROBE_SECONDS)
        try:
            probe.connect(place)
        except PermissionError as error:
            message = f"may not connect to the daemon at {endpoint.address}: {error.strerror}"
            raise BskError(Reason.DAEMON_UNAVAILABLE, message, hint="check who owns the home directory") from error
        except OSError as error:
            message = f"no daemon answers at {endpoint.address}: {error.strerror or error}"
            raise BskError(Reason.DAEMON_UNAVAILABLE, message) from error


def _socket_address(address: str) -> tuple[socket.AddressFamily, str | tuple[str, int]]:
    if address.startswith("unix:"):
        return socket.AF_UNIX, address.removeprefix("unix:").removeprefix("//")
    host, _, port = address.rpartition(":")
    return (socket.AF_INET6 if ":" in host else socket.AF_INET), (host.strip("[]"), int(port))


def _token_of(home: Path) -> str | None:
    try:
        return (home / TOKEN_FILE).read_text().strip() or None
    except OSError:
        return None


def _home_of_account() -> str | None:
    try:
        import pwd
    except ImportError:
        return None
    try:
        return pwd.getpwuid(os.getuid()).pw_dir
    except KeyError:
        return None
