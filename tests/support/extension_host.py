"""A real browser with the built extension, connected to a peer that calls its methods."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from support.devtools import DevTools
from support.extension_browser import ExtensionBrowser
from support.link_peer import CallFailedError, LinkConnection, LinkPeer


class ExtensionHost:
    """Calls tools, and plays the person through the extension's own worker, whose doings are no tool calls."""

    def __init__(self, peer: LinkPeer, link: LinkConnection, devtools: DevTools) -> None:
        self.peer = peer
        self.link = link
        self.devtools = devtools

    async def call(self, method: str, session_id: str, **params: Any) -> Any:
        """Call a tool, named without its prefix, in a session."""
        return await self.link.call(f"tool.{method}", {"session_id": session_id, **params})

    async def refusal(self, method: str, session_id: str, **params: Any) -> CallFailedError:
        """The error of a call that must fail."""
        try:
            answer = await self.call(method, session_id, **params)
        except CallFailedError as error:
            return error
        raise AssertionError(f"{method} was not refused: {answer}")

    async def start(self, session_id: str, **params: Any) -> int:
        """Start a session and return its first tab."""
        await self.call("session_start", session_id, **params)
        return int((await self.tabs(session_id, "agent"))[0]["tab_id"])

    async def tabs(self, session_id: str, scope: str = "all") -> list[dict[str, Any]]:
        """Tabs as a session sees them."""
        return list((await self.call("tab_list", session_id, scope=scope))["tabs"])

    async def page(self, session_id: str, expression: str, **params: Any) -> Any:
        """Value of an expression in a page of a session."""
        answer = await self.call("evaluate", session_id, expression=expression, **params)
        assert answer["ok"], answer
        return answer.get("value")

    async def worker(self, expression: str) -> Any:
        """Value of an expression in the extension's worker, promises awaited."""
        workers = await self.devtools.targets("service_worker")
        return await self.devtools.evaluate(await self.devtools.attach(workers[0]["targetId"]), expression)

    async def windows(self) -> dict[int, list[int]]:
        """Tabs of every window of the browser."""
        listed = await self.worker("chrome.windows.getAll({populate: true})")
        return {window["id"]: [tab["id"] for tab in window["tabs"]] for window in listed}

    async def persons_tab(self, window_id: int, address: str = "about:blank#person") -> int:
        """Open a tab in a window as the person would."""
        options = json.dumps({"windowId": window_id, "url": address})
        return int((await self.worker(f"chrome.tabs.create({options})"))["id"])

    async def kill_worker(self) -> None:
        """Stop the extension's worker from outside."""
        workers = await self.devtools.targets("service_worker")
        await self.devtools.send("Target.closeTarget", {"targetId": workers[0]["targetId"]})


@asynccontextmanager
async def extension_host(**peer_options: Any) -> AsyncIterator[ExtensionHost]:
    """Start the browser and wait for its extension to connect."""
    async with LinkPeer(**peer_options) as peer, ExtensionBrowser(peer.port) as browser:
        link = await peer.connection()
        async with DevTools(await browser.devtools_address()) as devtools:
            yield ExtensionHost(peer, link, devtools)
