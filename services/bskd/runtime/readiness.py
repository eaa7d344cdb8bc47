"""Whether the process can do its work, told over gRPC health checking and `/readyz`."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from grpc_health.v1 import health_pb2  # type: ignore[import-untyped]
from grpc_health.v1.health import aio as health_aio  # type: ignore[import-untyped]

from bskd.runtime.clock import Clock
from bskd.runtime.limits import READINESS_INTERVAL_SECONDS, READINESS_START_INTERVAL_SECONDS
from bskd.runtime.module import Module

logger = logging.getLogger(__name__)

# The health protocol's name for the process as a whole.
WHOLE_PROCESS = ""


class Readiness:
    """Asks the modules whether they are ready, and keeps the health service up to date."""

    def __init__(self, modules: Sequence[Module], clock: Clock) -> None:
        self._modules = modules
        self._clock = clock
        self._started = False
        self._draining = False
        self._services: dict[str, tuple[str, ...]] = {}
        self._told: dict[str, str | None] = {}
        self.servicer = health_aio.HealthServicer()

    def add(self, module: Module, services: tuple[str, ...]) -> None:
        """Tell of `services` what `module` says."""
        self._services[module.name] = services

    def unready(self) -> str | None:
        """Why the process cannot do its work at present, or None."""
        whole = self._whole()
        if whole is not None:
            return whole
        reasons = (f"{module.name}: {why}" for module in self._modules if (why := module.unready()) is not None)
        return next(reasons, None)

    def start(self) -> None:
        """The modules are started."""
        self._started = True

    async def drain(self) -> None:
        """Say from now on that the process is not ready."""
        self._draining = True
        await self._tell()

    async def watch(self) -> None:
        """Keep the health service up to date until cancelled."""
        while True:
            await self._tell()
            ready = self.unready() is None
            await self._clock.sleep(READINESS_INTERVAL_SECONDS if ready else READINESS_START_INTERVAL_SECONDS)

    async def _tell(self) -> None:
        await self._set(WHOLE_PROCESS, self.unready())
        for module in self._modules:
            why = self._whole() or module.unready()
            for service in self._services.get(module.name, ()):
                await self._set(service, why)

    async def _set(self, service: str, why: str | None) -> None:
        if service in self._told and self._told[service] == why:
            return
        self._told[service] = why
        if service == WHOLE_PROCESS:
            logger.info("ready" if why is None else "not ready", extra={"fields": {} if why is None else {"why": why}})
        status = health_pb2.HealthCheckResponse.SERVING if why is None else health_pb2.HealthCheckResponse.NOT_SERVING
        await self.servicer.set(service, status)

    def _whole(self) -> str | None:
        if self._draining:
            return "stopping"
        return None if self._started else "starting"
