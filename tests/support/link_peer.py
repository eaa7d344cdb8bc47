"""Plays the gateway to a real extension: accepts its connection and calls its methods."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Iterator
from contextlib import AsyncExitStack
from types import TracebackType
from typing import Any

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed

MESSAGE_LIMIT_BYTES = 256 * 1024 * 1024


class CallFailedError(Exception):
    """The extension answered with an error."""

    def __init__(self, code: str, message: str, data: dict[str, Any]) -> None:
        super().__init__(f"{code}: {message} {data}")
        self.code = code
        self.message = message
        self.data = data

    @property
    def reason(self) -> str | None:
        """Machine reason of the failure."""
        return self.data.get("reason")


class LinkConnection:
    """One connection of an extension after its handshake."""

    def __init__(self, websocket: ServerConnection, handshake: dict[str, Any]) -> None:
        self.handshake = handshake
        self.events: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.ended = asyncio.Event()
        self._websocket = websocket
        self._ids: Iterator[int] = itertools.count(1)
        self._waiting: dict[str, asyncio.Future[Any]] = {}

    def send_request(self, method: str, params: dict[str, Any] | None = None) -> tuple[str, asyncio.Future[Any]]:
        """Send a request at once and return its id and its answer to come."""
        request_id = f"peer-{next(self._ids)}"
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting[request_id] = answer
        frame = {"id": request_id, "method": method, "params": params or {}}
        sending = asyncio.ensure_future(self.send_text(json.dumps(frame)))
        sending.add_done_callback(lambda task: task.cancelled() or task.exception())
        return request_id, answer

    async def call(self, method: str, params: dict[str, Any] | None = None, timeout_seconds: float = 60.0) -> Any:
        """Call a method. Raises `CallFailedError`, or `ConnectionError` when the connection ends first."""
        _, answer = self.send_request(method, params)
        return await asyncio.wait_for(answer, timeout_seconds)

    async def next_event(self, name: str, timeout_seconds: float = 10.0) -> dict[str, Any]:
        """The payload of the next event of this name. Other events before it are dropped."""
        async with asyncio.timeout(timeout_seconds):
            while True:
                event = await self.events.get()
                if event["event"] == name:
                    return dict(event["payload"])

    async def send_text(self, text: str) -> None:
        """Send a text message as it is."""
        await self._websocket.send(text)

    async def close(self, code: int = 1000, reason: str = "") -> None:
        """Close the connection from this side."""
        await self._websocket.close(code, reason)

    async def _receive(self) -> None:
        try:
            async for message in self._websocket:
                frame = json.loads(message)
                if "event" in frame:
                    self.events.put_nowait(frame)
                    continue
                answer = self._waiting.pop(frame["id"], None)
                if answer is None or answer.done():
                    continue
                if "error" in frame:
                    error = frame["error"]
                    answer.set_exception(CallFailedError(error["code"], error["message"], error.get("data", {})))
                else:
                    answer.set_result(frame["result"])
        except ConnectionClosed:
            pass
        finally:
            self.ended.set()
            for answer in self._waiting.values():
                if not answer.done():
                    answer.set_exception(ConnectionError("the extension's connection ended"))
                    answer.exception()


class LinkPeer:
    """Listens where an extension looks for its gateway. Use as an asynchronous context manager."""

    def __init__(self, *, protocol_version: str = "1.3", floor: str | None = "1.0", port: int = 0) -> None:
        self.port = port
        self.refuse_with: dict[str, Any] | None = None
        self.refused = asyncio.Event()
        self.connections: asyncio.Queue[LinkConnection] = asyncio.Queue()
        self._protocol_version = protocol_version
        self._floor = floor
        self._server: Server | None = None
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> LinkPeer:
        self._server = await self._stack.enter_async_context(
            serve(self._accept, "127.0.0.1", self.port, max_size=MESSAGE_LIMIT_BYTES, compression=None)
        )
        self.port = next(iter(self._server.sockets)).getsockname()[1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stack.aclose()

    async def connection(self, timeout_seconds: float = 30.0) -> LinkConnection:
        """The next connection that an extension makes."""
        return await asyncio.wait_for(self.connections.get(), timeout_seconds)

    async def _accept(self, websocket: ServerConnection) -> None:
        frame = json.loads(await websocket.recv())
        if frame.get("method") != "system.handshake":
            await websocket.close(1008, "the first frame must be the handshake")
            return
        if self.refuse_with is not None:
            await websocket.send(json.dumps({"id": frame["id"], "error": self.refuse_with}))
            await websocket.wait_closed()
            self.refused.set()
            return
        result = {
            "server": "browser-skill-daemon",
            "version": "0.0.0",
            "protocol_version": self._protocol_version,
            "min_compatible_peer": "0.0.0",
        }
        if self._floor is not None:
            result["min_compatible_protocol"] = self._floor
        await websocket.send(json.dumps({"id": frame["id"], "result": result}))
        connection = LinkConnection(websocket, frame["params"])
        self.connections.put_nowait(connection)
        await connection._receive()
