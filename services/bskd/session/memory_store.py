"""Sessions in memory: for tests, and where nothing has to outlive the process."""

from __future__ import annotations

from bskd.session.lifecycle import SessionRecord
from bskd.session.tombstones import Tombstone


class MemoryStore:
    """A `SessionStore` that forgets everything with the process."""

    def __init__(self, first_fencing_number: int) -> None:
        """`first_fencing_number` has to be higher than any that an earlier run gave out; the present time in epoch
        milliseconds is."""
        self._records: dict[str, SessionRecord] = {}
        self._tombstones: dict[str, Tombstone] = {}
        self._next_fencing_number = first_fencing_number

    async def records(self) -> list[SessionRecord]:
        return sorted(self._records.values(), key=lambda record: (record.created_at_ms, record.session_id))

    async def reserve(self, record: SessionRecord) -> bool:
        if record.session_id in self._records or record.session_id in self._tombstones:
            return False
        self._records[record.session_id] = record
        return True

    async def update(self, record: SessionRecord) -> None:
        if record.session_id in self._records:
            self._records[record.session_id] = record

    async def release(self, session_id: str) -> None:
        self._records.pop(session_id, None)

    async def end(self, tombstone: Tombstone) -> None:
        self._records.pop(tombstone.session_id, None)
        self._tombstones[tombstone.session_id] = tombstone

    async def tombstone(self, session_id: str) -> Tombstone | None:
        return self._tombstones.get(session_id)

    async def forget(self, *, ended_before_ms: int, keep: int) -> None:
        newest = sorted(self._tombstones.values(), key=lambda stone: stone.ended_at_ms, reverse=True)[:keep]
        self._tombstones = {stone.session_id: stone for stone in newest if stone.ended_at_ms >= ended_before_ms}

    async def next_fencing_number(self) -> int:
        number = self._next_fencing_number
        self._next_fencing_number += 1
        return number

    async def close(self) -> None:
        """Nothing to release."""
