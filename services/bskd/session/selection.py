"""Which browser a new session is opened in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bsk.session.v1 import session_pb2
from bsk_wire.documents import document_of
from bsk_wire.errors import BskError, Reason


def in_order(entries: Iterable[session_pb2.BrowserEntry]) -> list[session_pb2.BrowserEntry]:
    """Entries as they are listed everywhere: the one connected longest first, then by id."""
    return sorted(entries, key=lambda entry: (entry.connected_at_ms, entry.instance_id))


def choose(entries: Sequence[session_pb2.BrowserEntry], requested: str | None) -> str | None:
    """Instance id of the browser to use, or None when no browser is connected at all.

    A request names an id, or else a label with exact case. Raises `browser_not_found`, `browser_label_ambiguous`, or,
    without a request, `multiple_browsers_online`.
    """
    if not entries:
        return None
    if requested is not None:
        return _named(entries, requested)
    if len(entries) == 1:
        return entries[0].instance_id
    raise BskError(
        Reason.MULTIPLE_BROWSERS_ONLINE,
        f"{len(entries)} browsers are connected and none was named",
        browsers=[document_of(entry, complete=True) for entry in in_order(entries)],
    )


def nothing_connected(requested: str | None) -> BskError:
    """The answer when the wait for a browser was in vain."""
    if requested is None:
        return BskError(Reason.NO_BROWSER_CONNECTED, "no browser is connected")
    return BskError(
        Reason.BROWSER_NOT_FOUND,
        f"no browser has the id or label {requested!r}: none is connected",
        browser=requested,
        browsers=[],
    )


def _named(entries: Sequence[session_pb2.BrowserEntry], requested: str) -> str:
    if any(entry.instance_id == requested for entry in entries):
        return requested
    labelled = [entry for entry in in_order(entries) if entry.label and entry.label == requested]
    if len(labelled) == 1:
        return labelled[0].instance_id
    if labelled:
        raise BskError(
            Reason.BROWSER_LABEL_AMBIGUOUS,
            f"{len(labelled)} browsers have the label {requested!r}",
            label=requested,
            instance_ids=[entry.instance_id for entry in labelled],
        )
    raise BskError(
        Reason.BROWSER_NOT_FOUND,
        f"no connected browser has the id or label {requested!r}",
        browser=requested,
        browsers=[document_of(entry, complete=True) for entry in in_order(entries)],
    )
