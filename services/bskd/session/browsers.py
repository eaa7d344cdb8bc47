"""The browsers that are connected to some gateway."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from bsk.session.v1 import session_pb2
from bsk_wire.errors import BskError, Reason
from bskd.session.limits import GATEWAY_WAIT_SECONDS
from bskd.session.selection import choose, in_order, nothing_connected


class GatewayRun:
    """One run of a gateway, and where it answers. An empty address stands for any gateway."""

    def __init__(self, gateway_id: str, address: str) -> None:
        self.gateway_id = gateway_id
        self.address = address
        # Whether it reports to us at present.
        self.reporting = asyncio.Event()

    async def wait_reporting(self) -> None:
        """Wait a moment for the gateway to report again. Raises `peer_unavailable` when it does not."""
        try:
            async with asyncio.timeout(GATEWAY_WAIT_SECONDS):
                await self.reporting.wait()
        except TimeoutError:
            raise gateway_away() from None


def gateway_away() -> BskError:
    """Answer to a call that needs a gateway which does not report. Nothing of the call was sent."""
    return BskError(
        Reason.PEER_UNAVAILABLE,
        "the gateway of this browser does not report to the session service",
        effect_state="none",
        dispatched=False,
        peer="gateway",
    )


@dataclass(frozen=True)
class Browser:
    """An accepted extension and the connection that it is reached by."""

    instance_id: str
    connection_id: str
    gateway: GatewayRun
    name: str
    version: str
    extension_version: str
    protocol_version: str
    label: str
    connected_at_ms: float
    version_skew: bool
    unresponsive: bool

    @classmethod
    def of(cls, connection: session_pb2.Connection, gateway: GatewayRun) -> Browser:
        """The browser that a gateway reports."""
        handshake = connection.handshake
        return cls(
            instance_id=handshake.instance_id,
            connection_id=connection.connection_id,
            gateway=gateway,
            name=handshake.browser.name,
            version=handshake.browser.version,
            extension_version=handshake.version,
            protocol_version=handshake.protocol_version,
            label=handshake.label,
            connected_at_ms=connection.connected_at_ms,
            version_skew=connection.version_skew,
            unresponsive=connection.unresponsive,
        )


class Browsers:
    """Connected browsers by instance id. The newest connection of a browser is the one that counts."""

    def __init__(self) -> None:
        self._browsers: dict[str, Browser] = {}
        self._present = asyncio.Event()

    def __iter__(self) -> Iterator[Browser]:
        return iter(list(self._browsers.values()))

    def __len__(self) -> int:
        return len(self._browsers)

    def add(self, browser: Browser) -> bool:
        """Take note of a connection. False when a newer one of the same browser is known, from another gateway say."""
        known = self._browsers.get(browser.instance_id)
        if known is not None and known.connected_at_ms > browser.connected_at_ms:
            return False
        self._browsers[browser.instance_id] = browser
        self._present.set()
        return True

    def remove(self, connection_id: str) -> Browser | None:
        """Forget a connection. None when it is not the one that counts."""
        browser = self.by_connection(connection_id)
        if browser is not None:
            del self._browsers[browser.instance_id]
            if not self._browsers:
                self._present.clear()
        return browser

    def mark(self, connection_id: str, *, unresponsive: bool) -> None:
        """Take note of whether a browser answers."""
        browser = self.by_connection(connection_id)
        if browser is not None:
            self._browsers[browser.instance_id] = replace(browser, unresponsive=unresponsive)

    def get(self, instance_id: str) -> Browser | None:
        """The browser of this id, if it is connected."""
        return self._browsers.get(instance_id)

    def by_connection(self, connection_id: str) -> Browser | None:
        """The browser that is reached by this connection."""
        return next((browser for browser in self._browsers.values() if browser.connection_id == connection_id), None)

    def entries(self, session_counts: Mapping[str, int]) -> list[session_pb2.BrowserEntry]:
        """The browsers as they are listed, in their order."""
        return in_order(
            session_pb2.BrowserEntry(
                instance_id=browser.instance_id,
                browser_name=browser.name,
                browser_version=browser.version,
                extension_version=browser.extension_version,
                label=browser.label,
                session_count=session_counts.get(browser.instance_id, 0),
                connected_at_ms=browser.connected_at_ms,
                version_skew=browser.version_skew,
                extension_protocol_version=browser.protocol_version,
                unresponsive=browser.unresponsive,
            )
            for browser in self._browsers.values()
        )

    async def wait(self, seconds: float) -> bool:
        """Wait until a browser is connected. False when `seconds` go by first."""
        if seconds > 0:
            try:
                async with asyncio.timeout(seconds):
                    await self._present.wait()
            except TimeoutError:
                return False
        return self._present.is_set()

    async def choose(self, requested: str | None, session_counts: Mapping[str, int], wait_seconds: float) -> Browser:
        """The browser for a new session; waits while none is connected at all.

        Raises what `selection.choose` raises, `no_browser_connected`, and `browser_not_found` when one was named.
        """
        if not await self.wait(wait_seconds):
            raise nothing_connected(requested)
        chosen = choose(self.entries(session_counts), requested)
        if chosen is None:
            raise nothing_connected(requested)
        return self._browsers[chosen]
