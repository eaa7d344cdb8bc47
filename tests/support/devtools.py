"""A small client of the DevTools protocol, to look into a browser and to play the person at it."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Iterator
from types import TracebackType
from typing import Any

from websockets.asyncio.client import ClientConnection, connect


class DevToolsError(Exception):
    """The browser answered with an error."""


class DevTools:
    """A connection to the browser's own DevTools endpoint. Use as an asynchronous context manager."""

    def __init__(self, address: str) -> None:
        self.events: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._address = address
        self._ids: Iterator[int] = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._socket: ClientConnection | None = None
        self._receiving: asyncio.Task[None] | None = None

    async def __aenter__(self) -> DevTools:
        self._socket = await connect(self._address, max_size=None, compression=None)
        self._receiving = asyncio.create_task(self._receive(self._socket))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._socket is not None
        assert self._receiving is not None
        await self._socket.close()
        await self._receiving

    async def send(
        self, method: str, params: dict[str, Any] | None = None, target: str | None = None
    ) -> dict[str, Any]:
        """Call a method, of the browser or of an attached target. Raises `DevToolsError`."""
        assert self._socket is not None
        message: dict[str, Any] = {"id": next(self._ids), "method": method, "params": params or {}}
        if target is not None:
            message["sessionId"] = target
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[message["id"]] = answer
        await self._socket.send(json.dumps(message))
        return await asyncio.wait_for(answer, 30)

    async def targets(self, kind: str) -> list[dict[str, Any]]:
        """Descriptions of the targets of a type, such as `page` or `service_worker`."""
        found = (await self.send("Target.getTargets"))["targetInfos"]
        return [target for target in found if target["type"] == kind]

    async def attach(self, target_id: str) -> str:
        """Attach to a target and return the name under which `send` reaches it."""
        attached = await self.send("Target.attachToTarget", {"targetId": target_id, "flatten": True})
        return str(attached["sessionId"])

    async def evaluate(self, target: str, expression: str) -> Any:
        """Value of an expression in an attached target, promises awaited. Raises `DevToolsError` when it throws."""
        answer = await self.send(
            "Runtime.evaluate", {"expression": expression, "awaitPromise": True, "returnByValue": True}, target
        )
        if "exceptionDetails" in answer:
            raise DevToolsError(json.dumps(answer["exceptionDetails"]))
        return answer["result"].get("value")

    async def _receive(self, socket: ClientConnection) -> None:
        async for text in socket:
            message = json.loads(text)
            answer = self._waiting.pop(message["id"], None) if "id" in message else None
            if answer is None:
                self.events.put_nowait(message)
            elif answer.done():
                continue
            elif "error" in message:
                answer.set_exception(DevToolsError(message["error"]["message"]))
            else:
                answer.set_result(message["result"])
