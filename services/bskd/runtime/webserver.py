"""The HTTP server: probes, metrics and the routes of the modules."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable, Iterator, Sequence

import uvicorn
from prometheus_client import CollectorRegistry
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from bsk_wire.errors import BskError, Reason
from bskd.runtime.limits import HTTP_STOP_SECONDS


class _Server(uvicorn.Server):
    """uvicorn inside a process that handles its own signals."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.listening = asyncio.Event()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.listening.set()


class WebServer:
    """Serves `/metrics`, `/healthz` (the process runs), `/readyz` (it can do its work) and `routes`."""

    def __init__(
        self,
        routes: Sequence[BaseRoute],
        unready: Callable[[], str | None],
        registry: CollectorRegistry,
        *,
        max_message_bytes: int,
    ) -> None:
        self._unready = unready
        self._registry = registry
        probes = [
            Route("/metrics", self._metrics),
            Route("/healthz", self._healthz),
            Route("/readyz", self._readyz),
        ]
        self._config = uvicorn.Config(
            Starlette(routes=[*probes, *routes]),
            http="h11",
            ws="websockets-sansio",
            ws_max_size=max_message_bytes,
            # Deflate costs more time than a local connection saves.
            ws_per_message_deflate=False,
            # Liveness is judged by the frames of the extension, and a paused laptop is no reason to drop it.
            ws_ping_interval=None,
            lifespan="off",
            interface="asgi3",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            date_header=False,
            timeout_graceful_shutdown=HTTP_STOP_SECONDS,
        )
        self._socket: socket.socket | None = None
        self._server: _Server | None = None
        self._task: asyncio.Task[None] | None = None

    def bind(self, host: str, port: int) -> tuple[str, int]:
        """Take the address, so that whoever connects waits until `start`. Returns the address with its real port.

        Raises `daemon_start_failed` when it is taken or not ours.
        """
        try:
            self._socket = socket.create_server(
                (host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET, backlog=128
            )
        except OSError as error:
            raise BskError(
                Reason.DAEMON_START_FAILED,
                f"cannot listen on {host}:{port}: {error.strerror}, free the port or choose another with --port",
            ) from error
        self._socket.setblocking(False)
        address = self._socket.getsockname()
        return address[0], address[1]

    async def start(self) -> None:
        """Answer from now on."""
        assert self._socket is not None
        self._server = _Server(self._config)
        self._task = asyncio.create_task(self._server.serve(sockets=[self._socket]), name="http server")
        listening = asyncio.ensure_future(self._server.listening.wait())
        await asyncio.wait({listening, self._task}, return_when=asyncio.FIRST_COMPLETED)
        listening.cancel()
        if self._task.done():
            raise BskError(Reason.DAEMON_START_FAILED, "the HTTP server ended while it started")

    async def ended(self) -> None:
        """Return when the server has ended, which by itself it does only when it fails."""
        if self._task is not None:
            await asyncio.wait({self._task})

    async def stop(self) -> None:
        """Close every connection and stop listening."""
        if self._server is not None and self._task is not None:
            self._server.should_exit = True
            await asyncio.wait({self._task})
        if self._socket is not None:
            self._socket.close()

    async def _metrics(self, request: Request) -> Response:
        return Response(generate_latest(self._registry), media_type=CONTENT_TYPE_LATEST)

    async def _healthz(self, request: Request) -> Response:
        return PlainTextResponse("ok\n")

    async def _readyz(self, request: Request) -> Response:
        why = self._unready()
        return PlainTextResponse("ok\n") if why is None else PlainTextResponse(f"{why}\n", status_code=503)
