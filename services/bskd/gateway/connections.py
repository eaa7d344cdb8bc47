"""Which browsers are connected. A browser has one connection; a newer one takes the place of the older."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator

from bsk_wire.errors import BskError, Reason
from bskd.gateway.connection import Connection
from bskd.gateway.metrics import GatewayMetrics, browser_label

logger = logging.getLogger(__name__)

CLOSE_GOING_AWAY = 1001


class Connections:
    """The accepted connections by browser."""

    def __init__(
        self,
        metrics: GatewayMetrics,
        connected: Callable[[Connection], None],
        disconnected: Callable[[Connection], None],
    ) -> None:
        self._metrics = metrics
        self._connected = connected
        self._disconnected = disconnected
        self._by_instance: dict[str, Connection] = {}

    def __len__(self) -> int:
        return len(self._by_instance)

    def __iter__(self) -> Iterator[Connection]:
        return iter(list(self._by_instance.values()))

    def add(self, connection: Connection) -> None:
        """Take a new connection. An older one of the same browser ends, and what waits on it fails."""
        older = self._by_instance.get(connection.instance_id)
        if older is not None:
            self.end(older, "replaced", code=CLOSE_GOING_AWAY, reason="replaced by a newer connection")
        self._by_instance[connection.instance_id] = connection
        self._metrics.connections.labels(browser_label(connection.params.browser.name)).inc()
        logger.info(
            "browser connected",
            extra={
                "fields": {
                    "browser": connection.instance_id,
                    "connection": connection.connection_id,
                    "kind": connection.params.browser.name,
                    "extension": connection.params.version,
                    "protocol": connection.params.protocol_version,
                    "skew": connection.skew,
                }
            },
        )
        self._connected(connection)

    def end(self, connection: Connection, cause: str, *, code: int = 1000, reason: str = "") -> None:
        """End a connection for `cause`. Ending it again does nothing, so the clean-up of a replaced one is harmless."""
        if connection.ended:
            return
        connection.end(cause, code=code, reason=reason)
        if self._by_instance.get(connection.instance_id) is connection:
            del self._by_instance[connection.instance_id]
        self._metrics.connections.labels(browser_label(connection.params.browser.name)).dec()
        self._metrics.disconnects.labels(cause).inc()
        logger.info(
            "browser disconnected",
            extra={
                "fields": {
                    "browser": connection.instance_id,
                    "connection": connection.connection_id,
                    "cause": cause,
                }
            },
        )
        self._disconnected(connection)

    def find(self, instance_id: str, connection_id: str = "") -> Connection:
        """The connection of a browser, and the very one when `connection_id` is given.

        Raises `extension_disconnected` when the browser is not here, `extension_reconnected` when it has another
        connection by now.
        """
        connection = self._by_instance.get(instance_id)
        if connection is None:
            raise BskError(Reason.EXTENSION_DISCONNECTED, "the browser is not connected", dispatched=False)
        if connection_id and connection.connection_id != connection_id:
            raise BskError(Reason.EXTENSION_RECONNECTED, "the browser connected again meanwhile", dispatched=False)
        return connection
