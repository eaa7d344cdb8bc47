"""A service as the host sees it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import grpc
from prometheus_client import CollectorRegistry

from bskd.runtime.clock import Clock
from bskd.runtime.config import Configuration
from bskd.runtime.peers import Peers

if TYPE_CHECKING:
    from starlette.routing import BaseRoute


@dataclass
class Addresses:
    """What this process listens on. Empty until the host has bound, which is before any module starts."""

    # gRPC target that peers and clients dial, such as `unix:/home/ada/.bsk/run/daemon.sock`.
    grpc: str = ""
    http_host: str = ""
    http_port: int = 0


@dataclass(frozen=True)
class ModuleContext:
    """What the host gives to every module."""

    # The home directory. It exists; when it had to be made, with mode 0700.
    home: Path
    configuration: Configuration
    peers: Peers
    registry: CollectorRegistry
    clock: Clock
    version: str
    addresses: Addresses


class Module(ABC):
    """A service that runs in a host.

    The host constructs every module of its target, lets each register, binds, and then starts them by need; it drains
    and stops them in reverse. Constructing does no I/O.
    """

    name: ClassVar[str]
    # Names of modules that have to be started earlier where they run in the same process.
    needs: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def __init__(self, context: ModuleContext, settings: Any) -> None:
        """Take the host's context and the module's own configuration section."""

    @abstractmethod
    def register(self, server: grpc.aio.Server) -> tuple[str, ...]:
        """Add the servicers to `server` and return the full names of their services."""

    def routes(self) -> Sequence[BaseRoute]:
        """HTTP and WebSocket routes to serve beside the probes."""
        return ()

    async def start(self) -> None:  # noqa: B027
        """Begin to work. The server listens by now; a peer that is away must not keep this from returning."""

    def unready(self) -> str | None:
        """Why the module cannot do its work at present, or None when it can."""
        return None

    def busy(self) -> str | None:
        """Why the process must not end for being idle, or None."""
        return None

    async def drain(self) -> None:  # noqa: B027
        """Finish or hand over what runs. The host refuses new calls from outside by now."""

    async def stop(self) -> None:  # noqa: B027
        """Release everything. Called once, also when `start` failed or never ran."""
