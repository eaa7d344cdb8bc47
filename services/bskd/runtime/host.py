"""The process: binds, starts the modules, waits for a reason to end, drains, stops."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
from grpc_health.v1 import health, health_pb2_grpc  # type: ignore[import-untyped]
from grpc_reflection.v1alpha import reflection  # type: ignore[import-untyped]
from prometheus_client import CollectorRegistry, PlatformCollector, ProcessCollector, disable_created_metrics

from bsk_wire.errors import BskError, Reason
from bsk_wire.version import __version__
from bskd.runtime.activity import Activity
from bskd.runtime.clock import Clock
from bskd.runtime.config import Configuration
from bskd.runtime.discovery import DaemonRecord, FileLock, acquire_home, publish, withdraw
from bskd.runtime.graph import start_order
from bskd.runtime.identity import Identity
from bskd.runtime.interceptors import CallInterceptor
from bskd.runtime.limits import (
    CUT_ANSWER_SECONDS,
    IDLE_CHECK_MAXIMUM_SECONDS,
    IDLE_CHECK_MINIMUM_SECONDS,
    IDLE_CHECK_SHARE,
    SERVER_STOP_SECONDS,
)
from bskd.runtime.listener import SERVER_OPTIONS, UNIX_PREFIX, Listener
from bskd.runtime.metrics import CallMetrics
from bskd.runtime.module import Addresses, Module, ModuleContext
from bskd.runtime.peers import Peers
from bskd.runtime.readiness import Readiness
from bskd.runtime.sockets import socket_path
from bskd.runtime.webserver import WebServer

logger = logging.getLogger(__name__)

_LOOPBACK = "127.0.0.1"


@dataclass(frozen=True)
class HostPlan:
    """What a process is to be."""

    # Name of the target, such as `all`.
    target: str
    modules: tuple[type[Module], ...]
    # Name of the gRPC socket in the home directory where no address is configured.
    socket_name: str
    # Whether it is the daemon of a home directory: lock, `daemon.json`, idle exit.
    discovery: bool
    # Where HTTP is served when nothing else is configured; 0 is a free port.
    http_port: int
    # The daemon belongs to a terminal or a supervisor.
    host_managed: bool


class Host:
    """Runs the modules of one plan in this process."""

    def __init__(self, plan: HostPlan, home: Path, configuration: Configuration, clock: Clock) -> None:
        self._plan = plan
        self._home = home
        self._configuration = configuration
        self._clock = clock
        # The moment of creation of every series would double what is served, and says nothing here.
        disable_created_metrics()  # type: ignore[no-untyped-call]
        registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        kinds = start_order(plan.modules)
        self.addresses = Addresses()
        self._peers = Peers(home, tuple(kind.name for kind in kinds), configuration.peers)
        context = ModuleContext(home, configuration, self._peers, registry, clock, __version__, self.addresses)
        self._modules = [kind(context, configuration.services.get(kind.name)) for kind in kinds]
        self._activity = Activity(clock)
        self._identity = Identity()
        self._readiness = Readiness(self._modules, clock)
        self._listener = Listener(home, self._identity)
        self._interceptor = CallInterceptor(self._activity, self._identity, CallMetrics(registry), clock)
        self._web = WebServer(
            [route for module in self._modules for route in module.routes()],
            self._readiness.unready,
            registry,
            max_message_bytes=configuration.http.max_message_bytes,
        )
        self._lock: FileLock | None = None
        self._server: grpc.aio.Server | None = None
        self.started = asyncio.Event()
        self._stop = asyncio.Event()
        self._stop_at_once = asyncio.Event()

    async def run(self) -> None:
        """Serve until a signal or idleness ends it.

        Raises `AlreadyRunningError` when the home directory has a daemon, and `BskError` when it cannot start.
        """
        if self._plan.discovery:
            self._lock = acquire_home(self._home)
        background: list[asyncio.Task[Any]] = []
        try:
            self._watch_signals()
            await self._start()
            background.append(asyncio.create_task(self._readiness.watch(), name="readiness"))
            background.append(asyncio.create_task(self._watch_idleness(), name="idle exit"))
            background.append(asyncio.create_task(self._web.ended(), name="http server watch"))
            ended = asyncio.create_task(self._stop.wait(), name="signals")
            await asyncio.wait({ended, *background}, return_when=asyncio.FIRST_COMPLETED)
            ended.cancel()
            await self._drain()
        finally:
            for task in background:
                task.cancel()
            for outcome in await asyncio.gather(*background, return_exceptions=True):
                if isinstance(outcome, Exception):
                    logger.error("a background task failed", exc_info=outcome)
            await self._end()

    async def _start(self) -> None:
        server = self._server = grpc.aio.server(interceptors=[self._interceptor], options=SERVER_OPTIONS)
        names = [health.SERVICE_NAME, reflection.SERVICE_NAME]
        for module in self._modules:
            services = module.register(server)
            self._readiness.add(module, services)
            names += services
        health_pb2_grpc.add_HealthServicer_to_server(self._readiness.servicer, server)
        reflection.enable_server_reflection(names, server)
        # Whatever may be taken already is taken before anything runs.
        addresses = self.addresses
        addresses.http_host, addresses.http_port = self._web.bind(*self._http_address())
        grpc_address = self._configuration.listen.grpc
        own_socket = f"{UNIX_PREFIX}{socket_path(self._home, self._plan.socket_name)}"
        self._listener.bind(server, grpc_address or own_socket, tcp_fallback=not grpc_address)
        addresses.grpc = self._listener.address
        self._peers.bind(addresses.grpc)
        await server.start()
        for module in self._modules:
            await module.start()
        await self._web.start()
        self._readiness.start()
        if self._plan.discovery:
            publish(self._home, self._record())
        self.started.set()
        logger.info(
            "daemon ready",
            extra={
                "fields": {
                    "target": self._plan.target,
                    "version": __version__,
                    "pid": os.getpid(),
                    "grpc": addresses.grpc,
                    "http": f"{addresses.http_host}:{addresses.http_port}",
                }
            },
        )

    async def _drain(self) -> None:
        logger.info("draining", extra={"fields": {"calls": self._activity.running}})
        # First of all, so that a command that starts now brings up a new daemon instead of finding this one.
        if self._plan.discovery:
            withdraw(self._home)
        self._activity.draining = True
        await self._readiness.drain()
        draining = asyncio.create_task(self._finish_calls(), name="drain")
        at_once = asyncio.create_task(self._stop_at_once.wait(), name="second signal")
        await asyncio.wait({draining, at_once}, return_when=asyncio.FIRST_COMPLETED)
        for task in (draining, at_once):
            task.cancel()
        for outcome in await asyncio.gather(draining, at_once, return_exceptions=True):
            if isinstance(outcome, Exception):
                logger.error("draining failed", exc_info=outcome)

    async def _finish_calls(self) -> None:
        if not await self._activity.quiet(self._configuration.process.drain_seconds):
            logger.warning("calls cut short", extra={"fields": {"calls": self._activity.cut()}})
            await self._activity.quiet(CUT_ANSWER_SECONDS)
        for module in reversed(self._modules):
            await module.drain()

    async def _end(self) -> None:
        await self._web.stop()
        for module in reversed(self._modules):
            try:
                await module.stop()
            except Exception:
                logger.exception("a module failed to stop", extra={"fields": {"module": module.name}})
        await self._peers.close()
        if self._server is not None:
            await self._server.stop(SERVER_STOP_SECONDS)
        self._listener.release()
        if self._lock is not None:
            withdraw(self._home)
            self._lock.release()
        logger.info("stopped")

    def _watch_signals(self) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            # Not everywhere, and never outside of the main thread.
            with suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(number, self.request_stop)

    def request_stop(self) -> None:
        """Drain and end; asked again, end at once."""
        if self._stop.is_set():
            self._stop_at_once.set()
        self._stop.set()

    async def _watch_idleness(self) -> None:
        limit_seconds = self._configuration.process.idle_exit_seconds
        if not self._plan.discovery or limit_seconds <= 0:
            await asyncio.Event().wait()
        interval_seconds = min(
            max(limit_seconds * IDLE_CHECK_SHARE, IDLE_CHECK_MINIMUM_SECONDS), IDLE_CHECK_MAXIMUM_SECONDS
        )
        last_busy_seconds = self._clock.monotonic()
        while True:
            await self._clock.sleep(interval_seconds)
            if any(module.busy() is not None for module in self._modules):
                last_busy_seconds = self._clock.monotonic()
            idle_seconds = min(self._activity.idle_seconds(), self._clock.monotonic() - last_busy_seconds)
            if idle_seconds >= limit_seconds:
                logger.info("ending for being idle", extra={"fields": {"idle_seconds": round(idle_seconds, 1)}})
                return

    def _http_address(self) -> tuple[str, int]:
        configured = self._configuration.http.listen
        if not configured:
            return _LOOPBACK, self._plan.http_port
        host, _, port = configured.rpartition(":")
        if not host or not port.isdecimal() or int(port) > 65535:
            raise BskError(Reason.CONFIGURATION_ERROR, f"http.listen is {configured}, it has to be host:port")
        return host.strip("[]"), int(port)

    def _record(self) -> DaemonRecord:
        return DaemonRecord(
            pid=os.getpid(),
            sock_path=self._listener.socket_path,
            ws_port=self.addresses.http_port,
            version=__version__,
            started_at_epoch_secs=int(self._clock.now()),
            host_managed=self._plan.host_managed,
            grpc_address=self.addresses.grpc,
        )
