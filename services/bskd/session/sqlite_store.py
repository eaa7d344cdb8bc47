"""Sessions in one SQLite file.

The calls are synchronous inside: each is one short transaction, and with `synchronous=NORMAL` a commit to the
write-ahead log waits for no disk. A power cut may lose the last changes, which a restart of the machine ends anyway.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bsk_wire.errors import BskError, Reason
from bskd.session.lifecycle import Interaction, SessionRecord, State
from bskd.session.limits import FENCING_BLOCK, SQLITE_BUSY_SECONDS
from bskd.session.tombstones import Ended, Tombstone

_logger = logging.getLogger(__name__)

SCHEMA_VERSION = 1

_SCHEMA = """
CREATE TABLE session (
  session_id TEXT PRIMARY KEY,
  state TEXT NOT NULL,
  browser_instance_id TEXT NOT NULL,
  connection_id TEXT NOT NULL,
  gateway_id TEXT NOT NULL,
  gateway_address TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  agent_window_id INTEGER,
  borrow_confirmation TEXT,
  request_help TEXT,
  task_name TEXT
) STRICT, WITHOUT ROWID;
CREATE TABLE tombstone (
  session_id TEXT PRIMARY KEY,
  ended TEXT NOT NULL,
  ended_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX tombstone_by_age ON tombstone (ended_at_ms);
CREATE TABLE fencing (next_number INTEGER NOT NULL) STRICT;
"""

_COLUMNS = (
    "session_id, state, browser_instance_id, connection_id, gateway_id, gateway_address, created_at_ms,"
    " agent_window_id, borrow_confirmation, request_help, task_name"
)
_PLACES = ", ".join("?" for _ in _COLUMNS.split(","))


class SqliteStore:
    """A `SessionStore` in a file. One process at a time may have it open, which the lock of the home ensures."""

    def __init__(self, path: Path, first_fencing_number: int) -> None:
        """Open the file, or create it with mode 0600.

        A new file starts its fencing numbers at `first_fencing_number`, so that a gateway that outlived an earlier file
        sees no number twice. Raises `configuration_error` when the file cannot be opened, is damaged or was written by
        a newer version; the file is left as it is.
        """
        self._path = path
        self._next_number = self._block_end = 0
        with _refusing(path):
            path.touch(mode=0o600)
            self._database = sqlite3.connect(path, isolation_level=None, timeout=SQLITE_BUSY_SECONDS)
        try:
            self._prepare(first_fencing_number)
        except BaseException:
            self._database.close()
            raise

    async def records(self) -> list[SessionRecord]:
        with self._transaction() as database:
            rows = database.execute(f"SELECT {_COLUMNS} FROM session ORDER BY created_at_ms, session_id").fetchall()  # noqa: S608
        return [_record(row) for row in rows]

    async def reserve(self, record: SessionRecord) -> bool:
        with self._transaction() as database:
            remembered = database.execute(
                "SELECT 1 FROM tombstone WHERE session_id = ?", (record.session_id,)
            ).fetchone()
            if remembered is not None:
                return False
            added = database.execute(
                f"INSERT OR IGNORE INTO session ({_COLUMNS}) VALUES ({_PLACES})",  # noqa: S608
                _row(record),
            )
            return added.rowcount == 1

    async def update(self, record: SessionRecord) -> None:
        assignments = ", ".join(f"{column.strip()} = ?" for column in _COLUMNS.split(","))
        with self._transaction() as database:
            database.execute(
                f"UPDATE session SET {assignments} WHERE session_id = ?",  # noqa: S608
                (*_row(record), record.session_id),
            )

    async def release(self, session_id: str) -> None:
        with self._transaction() as database:
            database.execute("DELETE FROM session WHERE session_id = ?", (session_id,))

    async def end(self, tombstone: Tombstone) -> None:
        with self._transaction() as database:
            database.execute("DELETE FROM session WHERE session_id = ?", (tombstone.session_id,))
            database.execute(
                "INSERT OR REPLACE INTO tombstone (session_id, ended, ended_at_ms) VALUES (?, ?, ?)",
                (tombstone.session_id, str(tombstone.ended), tombstone.ended_at_ms),
            )

    async def tombstone(self, session_id: str) -> Tombstone | None:
        with self._transaction() as database:
            row = database.execute(
                "SELECT session_id, ended, ended_at_ms FROM tombstone WHERE session_id = ?", (session_id,)
            ).fetchone()
        return Tombstone(row[0], Ended(row[1]), row[2]) if row is not None else None

    async def forget(self, *, ended_before_ms: int, keep: int) -> None:
        with self._transaction() as database:
            database.execute("DELETE FROM tombstone WHERE ended_at_ms < ?", (ended_before_ms,))
            database.execute(
                "DELETE FROM tombstone WHERE session_id IN"
                " (SELECT session_id FROM tombstone ORDER BY ended_at_ms DESC, session_id DESC LIMIT -1 OFFSET ?)",
                (keep,),
            )

    async def next_fencing_number(self) -> int:
        if self._next_number == self._block_end:
            with self._transaction() as database:
                self._block_end = database.execute(
                    "UPDATE fencing SET next_number = next_number + ? RETURNING next_number", (FENCING_BLOCK,)
                ).fetchone()[0]
            self._next_number = self._block_end - FENCING_BLOCK
        number = self._next_number
        self._next_number += 1
        return number

    async def close(self) -> None:
        self._database.close()

    def _prepare(self, first_fencing_number: int) -> None:
        with _refusing(self._path):
            version = self._database.execute("PRAGMA user_version").fetchone()[0]
            if version > SCHEMA_VERSION:
                raise BskError(
                    Reason.CONFIGURATION_ERROR,
                    f"{self._path} was written by a newer version: update bsk, or move the file away",
                )
            if version == 0 and self._database.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
                raise sqlite3.DatabaseError("it is the database of another program")
            damage = self._database.execute("PRAGMA quick_check(1)").fetchone()[0]
            if damage != "ok":
                raise sqlite3.DatabaseError(damage)
            self._database.execute("PRAGMA journal_mode = WAL")
            self._database.execute("PRAGMA synchronous = NORMAL")
            if version == 0:
                self._create(first_fencing_number)

    def _create(self, first_fencing_number: int) -> None:
        self._database.executescript(
            f"BEGIN IMMEDIATE;{_SCHEMA}"  # noqa: S608
            f"INSERT INTO fencing (next_number) VALUES ({first_fencing_number:d});"
            f"PRAGMA user_version = {SCHEMA_VERSION:d};COMMIT;"
        )

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        try:
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield self._database
            except BaseException:
                self._database.execute("ROLLBACK")
                raise
            self._database.execute("COMMIT")
        except sqlite3.Error as error:
            _logger.exception("the storage of sessions failed", extra={"fields": {"file": str(self._path)}})
            raise BskError(Reason.INTERNAL, f"cannot use {self._path.name}: {error}") from error


@contextmanager
def _refusing(path: Path) -> Iterator[None]:
    """Say of a file that cannot be used why, and what to do. It is never touched: it may be worth saving."""
    try:
        yield
    except OSError as error:
        raise BskError(Reason.CONFIGURATION_ERROR, f"cannot open {path}: {error.strerror}") from error
    except sqlite3.Error as error:
        raise BskError(Reason.CONFIGURATION_ERROR, f"cannot use {path} ({error}): move the file away") from error


def _row(record: SessionRecord) -> tuple[object, ...]:
    interaction = record.interaction
    return (
        record.session_id,
        str(record.state),
        record.browser_instance_id,
        record.connection_id,
        record.gateway_id,
        record.gateway_address,
        record.created_at_ms,
        record.agent_window_id,
        interaction.borrow_confirmation if interaction is not None else None,
        interaction.request_help if interaction is not None else None,
        record.task_name,
    )


def _record(row: tuple[object, ...]) -> SessionRecord:
    (session_id, state, browser, connection, gateway, address, created_at, window, borrow, help_, task) = row
    return SessionRecord(
        session_id=str(session_id),
        state=State(str(state)),
        browser_instance_id=str(browser),
        connection_id=str(connection),
        gateway_id=str(gateway),
        gateway_address=str(address),
        created_at_ms=_whole(created_at),
        agent_window_id=None if window is None else _whole(window),
        interaction=None if borrow is None else Interaction(str(borrow), str(help_)),
        task_name=None if task is None else str(task),
    )


def _whole(value: object) -> int:
    assert isinstance(value, int)
    return value
