"""What outlives a restart of the session service."""

from __future__ import annotations

from typing import Protocol

from bskd.session.lifecycle import SessionRecord
from bskd.session.tombstones import Tombstone


class SessionStore(Protocol):
    """Sessions, what is remembered of ended ones, and fencing numbers.

    Every method raises `internal` when the storage fails; nothing is changed by a call that raised.
    """

    async def records(self) -> list[SessionRecord]:
        """Every session, oldest first."""
        ...

    async def reserve(self, record: SessionRecord) -> bool:
        """Add a session. False, and nothing is added, when its id is in use or still remembered."""
        ...

    async def update(self, record: SessionRecord) -> None:
        """Replace a session by its id. A session that is not there stays away."""
        ...

    async def release(self, session_id: str) -> None:
        """Remove a session that never came to be. Nothing is remembered of it."""
        ...

    async def end(self, tombstone: Tombstone) -> None:
        """Remove a session and remember how it ended, both or neither."""
        ...

    async def tombstone(self, session_id: str) -> Tombstone | None:
        """What is remembered of an ended session."""
        ...

    async def forget(self, *, ended_before_ms: int, keep: int) -> None:
        """Drop tombstones older than `ended_before_ms`, and the oldest beyond the newest `keep`."""
        ...

    async def next_fencing_number(self) -> int:
        """A number higher than every one before it, across restarts too."""
        ...

    async def close(self) -> None:
        """Release the storage. The store is not used afterwards."""
        ...
