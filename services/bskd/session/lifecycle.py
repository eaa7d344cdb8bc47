"""What a session is, the states it goes through, and what a gateway's report means for it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum

from bsk.gateway.v1 import link_pb2
from bsk.session.v1 import session_pb2
from bskd.session.tombstones import Ended


class State(StrEnum):
    """Where a session is in its life. One that has ended has no state: it has a tombstone."""

    # The id is reserved and the extension has been asked, or is about to be.
    STARTING = "starting"
    ACTIVE = "active"
    STOPPING = "stopping"


@dataclass(frozen=True)
class Interaction:
    """What the person allows without being asked, in the words of the public protocol."""

    borrow_confirmation: str
    request_help: str

    @classmethod
    def of(cls, message: link_pb2.Interaction) -> Interaction:
        return cls(message.borrow_confirmation, message.request_help)

    def message(self) -> link_pb2.Interaction:
        return link_pb2.Interaction(borrow_confirmation=self.borrow_confirmation, request_help=self.request_help)


@dataclass(frozen=True)
class SessionRecord:
    """A session as it is stored.

    It belongs to one connection of one browser and does not outlive it. `gateway_id` names the run of the gateway that
    holds the connection.
    """

    session_id: str
    state: State
    browser_instance_id: str
    connection_id: str
    gateway_id: str
    gateway_address: str
    created_at_ms: int
    agent_window_id: int | None = None
    interaction: Interaction | None = None
    task_name: str | None = None

    def entry(self) -> session_pb2.SessionEntry:
        """The session as it is listed."""
        return session_pb2.SessionEntry(
            session_id=self.session_id,
            browser_instance_id=self.browser_instance_id,
            agent_window_id=self.agent_window_id,
            created_at_ms=self.created_at_ms,
            interaction=self.interaction.message() if self.interaction is not None else None,
            task_name=self.task_name,
            state=self.state,
        )


def ended_by_snapshot(
    records: Iterable[SessionRecord], *, gateway_id: str, gateway_address: str, connection_ids: Collection[str]
) -> list[tuple[SessionRecord, Ended]]:
    """Sessions that cannot live on, given all the connections that a gateway holds.

    A connection that its own gateway no longer has is gone. Another run of the gateway at the same address means that
    the earlier run, and every connection of it, is gone.
    """
    ended = []
    for record in records:
        if record.connection_id in connection_ids:
            continue
        if record.gateway_id == gateway_id:
            ended.append((record, Ended.BROWSER_GONE))
        elif record.gateway_address == gateway_address:
            ended.append((record, Ended.DAEMON_RESTARTED))
    return ended


def ended_by_connection(
    records: Iterable[SessionRecord], *, browser_instance_id: str, connection_id: str
) -> list[SessionRecord]:
    """Sessions of a browser that has connected again: an extension drops them with the connection they were made on."""
    return [
        record
        for record in records
        if record.browser_instance_id == browser_instance_id and record.connection_id != connection_id
    ]
