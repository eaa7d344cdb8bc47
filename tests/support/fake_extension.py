"""Plays the extension to a real gateway: connects, introduces itself, answers methods from a table."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import itertools
import json
import threading
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, TypeVar

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

EXTENSION_ORIGIN = "chrome-extension://" + "abcdefghijklmnop" * 2
MESSAGE_LIMIT_BYTES = 256 * 1024 * 1024

_Result = TypeVar("_Result")


class WireError(Exception):
    """Raise it in a handler to answer with this error, and expect it from `connect` when the handshake is refused."""

    def __init__(self, code: str, message: str = "refused by the test", **data: Any) -> None:
        super().__init__(f"{code}: {message} {data}")
        self.code = code
        self.message = message
        self.data = data


class NoAnswerError(Exception):
    """Raise it in a handler to leave the request without an answer."""


@dataclass(frozen=True)
class Request:
    """A request that the gateway sent."""

    id: str
    method: str
    params: dict[str, Any]


Handler = Callable[[dict[str, Any]], Any] | Callable[[dict[str, Any]], Awaitable[Any]]


@dataclass
class FakeExtension:
    """One extension. Use as an asynchronous context manager: it is connected inside.

    `handlers` answers by method: a plain or a coroutine function of the params that returns the result, raises
    `WireError`, or raises `NoAnswerError`. A cancel of the gateway cancels the handler, which then answers `cancelled`,
    unless the handler answers otherwise. `requests` holds everything that came, in order.
    """

    port: int
    instance_id: str = "9f00aa12"
    label: str = ""
    version: str = "0.3.1"
    protocol_version: str = "1.3"
    floor: str | None = "1.0"
    browser: str = "chrome"
    origin: str | None = EXTENSION_ORIGIN
    # Added to the handshake's parameters; a None takes a key away.
    handshake_changes: dict[str, Any] = field(default_factory=dict)
    handlers: dict[str, Handler] = field(default_factory=dict)
    requests: list[Request] = field(default_factory=list)
    # Result of the handshake.
    welcome: dict[str, Any] = field(default_factory=dict)
    close_code: int | None = None
    close_reason: str = ""

    def __post_init__(self) -> None:
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._running: dict[str, asyncio.Task[None]] = {}
        self._arrived = asyncio.Condition()
        self._seen = 0
        self._window_ids = itertools.count(101)
        defaults: dict[str, Handler] = {
            "tool.session_start": lambda params: {
                "agent_window_id": next(self._window_ids),
                "interaction": {"borrow_confirmation": "always", "request_help": "enabled"},
            },
            "tool.session_stop": lambda params: {"returned_tab_ids": []},
        }
        self.handlers = defaults | self.handlers

    async def __aenter__(self) -> FakeExtension:
        await self.connect()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    @property
    def response_headers(self) -> Any:
        """Headers of the upgrade's response."""
        assert self._socket is not None
        assert self._socket.response is not None
        return self._socket.response.headers

    async def open(self) -> None:
        """Make the WebSocket without a handshake. Raises what `websockets` raises when the upgrade is refused."""
        self._socket = await connect(
            f"ws://127.0.0.1:{self.port}/",
            origin=None if self.origin is None else Origin(self.origin),
            compression=None,
            max_size=MESSAGE_LIMIT_BYTES,
            ping_interval=None,
            proxy=None,
        )
        self.close_code, self.close_reason = None, ""

    async def connect(self) -> None:
        """Connect and introduce itself. Raises `WireError` when the handshake is refused."""
        await self.open()
        params: dict[str, Any] = {
            "client": "browser-skill-extension",
            "version": self.version,
            "protocol_version": self.protocol_version,
            "instance_id": self.instance_id,
            "browser": {"name": self.browser, "version": "140.0"},
            "label": self.label,
            "min_compatible_peer": "0.0.0",
            "min_compatible_protocol": self.floor,
            "audit_enabled": False,
        }
        params |= self.handshake_changes
        params = {key: value for key, value in params.items() if value is not None}
        await self.send_text(json.dumps({"id": "hs-1", "method": "system.handshake", "params": params}))
        frame = json.loads(await self.receive_text())
        assert frame["id"] == "hs-1"
        if "error" in frame:
            error = frame["error"]
            raise WireError(error["code"], error["message"], **error.get("data", {}))
        self.welcome = frame["result"]
        self._reader = asyncio.create_task(self._read())

    async def send_text(self, text: str | bytes) -> None:
        """Send a message as it is."""
        assert self._socket is not None
        await self._socket.send(text)

    async def receive_text(self) -> str:
        """The next message; only before the handshake is accepted, when nothing else reads."""
        assert self._socket is not None
        message = await asyncio.wait_for(self._socket.recv(), 10)
        assert isinstance(message, str)
        return message

    async def send_event(self, event: str, payload: dict[str, Any] | None = None) -> None:
        """Send an event."""
        await self.send_text(json.dumps({"event": event, "payload": payload or {}}))

    async def heartbeat(self) -> None:
        """Send a heartbeat."""
        await self.send_event("system.heartbeat")

    async def answer(self, request_id: str, result: Any) -> None:
        """Answer a request by hand."""
        await self.send_text(json.dumps({"id": request_id, "result": result}))

    async def next_request(self, method: str | None = None, timeout_seconds: float = 10.0) -> Request:
        """The next request, of this method if one is given. Others before it are passed over."""
        async with asyncio.timeout(timeout_seconds), self._arrived:
            while True:
                while self._seen < len(self.requests):
                    request = self.requests[self._seen]
                    self._seen += 1
                    if method in (None, request.method):
                        return request
                await self._arrived.wait()

    async def close(self, code: int = 1000) -> None:
        """Close in order."""
        if self._socket is not None:
            await self._socket.close(code)
        await self._finish()

    async def drop(self) -> None:
        """Let the connection break without a close frame, as when the browser is killed."""
        assert self._socket is not None
        self._socket.transport.abort()
        await self._finish()

    async def wait_closed(self, timeout_seconds: float = 10.0) -> tuple[int | None, str]:
        """Wait until the gateway has closed; its code and reason."""
        assert self._socket is not None
        await asyncio.wait_for(self._socket.wait_closed(), timeout_seconds)
        return self._socket.close_code, self._socket.close_reason or ""

    async def _read(self) -> None:
        assert self._socket is not None
        with contextlib.suppress(ConnectionClosed):
            async for message in self._socket:
                frame = json.loads(message)
                if "method" not in frame:
                    continue
                request = Request(frame["id"], frame["method"], frame.get("params") or {})
                async with self._arrived:
                    self.requests.append(request)
                    self._arrived.notify_all()
                if request.method == "cancel":
                    await self._cancel(request)
                else:
                    self._running[request.id] = asyncio.create_task(self._serve(request))

    async def _cancel(self, request: Request) -> None:
        running = self._running.get(request.params["rpc_id"])
        await self.answer(request.id, {"cancelled": running is not None and running.cancel()})

    async def _serve(self, request: Request) -> None:
        frame: dict[str, Any] = {"id": request.id}
        try:
            handler = self.handlers.get(request.method)
            if handler is None:
                raise WireError("unknown_method", f"no handler for {request.method}")
            result = handler(request.params)
            frame["result"] = await result if inspect.isawaitable(result) else result
        except NoAnswerError:
            return
        except asyncio.CancelledError:
            frame["error"] = {"code": "cancelled", "message": "cancelled", "data": {"effect_state": "none"}}
        except WireError as error:
            frame["error"] = {"code": error.code, "message": error.message, "data": error.data}
        finally:
            self._running.pop(request.id, None)
        with contextlib.suppress(ConnectionClosed):
            await self.send_text(json.dumps(frame))

    async def _finish(self) -> None:
        if self._socket is not None:
            with contextlib.suppress(TimeoutError):
                self.close_code, self.close_reason = await self.wait_closed()
        tasks = [task for task in (self._reader, *self._running.values()) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._running.clear()


class ExtensionThread:
    """A `FakeExtension` in a thread of its own, for tests without an event loop. Use as a context manager.

    Handlers run in that thread. `call` runs a coroutine such as `extension.heartbeat()` there.
    """

    def __init__(self, port: int, **settings: Any) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="fake extension", daemon=True)
        self._thread.start()
        self.extension = self.call(_make(port, settings))

    def __enter__(self) -> FakeExtension:
        try:
            self.call(self.extension.connect())
        except BaseException:
            self._end()
            raise
        return self.extension

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self.call(self.extension.close())
        finally:
            self._end()

    def call(self, work: Coroutine[Any, Any, _Result], timeout_seconds: float = 20.0) -> _Result:
        """Run a coroutine in the extension's thread and return its result."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(timeout_seconds)

    def _end(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


@contextlib.contextmanager
def extension_thread(port: int, **settings: Any) -> Iterator[ExtensionThread]:
    """A connected `ExtensionThread`."""
    thread = ExtensionThread(port, **settings)
    with thread:
        yield thread


async def _make(port: int, settings: dict[str, Any]) -> FakeExtension:
    return FakeExtension(port, **settings)
