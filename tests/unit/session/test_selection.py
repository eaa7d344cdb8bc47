from __future__ import annotations

import pytest

from bsk.session.v1 import session_pb2
from bsk_wire.errors import BskError, Reason
from bskd.session.selection import choose, in_order, nothing_connected


def entry(instance_id: str, label: str = "", connected_at_ms: float = 1000) -> session_pb2.BrowserEntry:
    return session_pb2.BrowserEntry(instance_id=instance_id, label=label, connected_at_ms=connected_at_ms)


def refused(entries: list[session_pb2.BrowserEntry], requested: str | None) -> BskError:
    with pytest.raises(BskError) as caught:
        choose(entries, requested)
    return caught.value


def test_choose_takes_the_only_browser() -> None:
    assert choose([entry("aaaa1111")], None) == "aaaa1111"


@pytest.mark.parametrize("requested", [None, "work"])
def test_choose_finds_none_when_none_is_connected(requested: str | None) -> None:
    assert choose([], requested) is None


def test_choose_takes_the_exact_id() -> None:
    assert choose([entry("aaaa1111"), entry("bbbb2222")], "bbbb2222") == "bbbb2222"


def test_choose_takes_the_exact_label() -> None:
    assert choose([entry("aaaa1111", "Home"), entry("bbbb2222", "Work")], "Work") == "bbbb2222"


def test_choose_prefers_an_id_over_a_label() -> None:
    assert choose([entry("aaaa1111", "bbbb2222"), entry("bbbb2222")], "bbbb2222") == "bbbb2222"


@pytest.mark.parametrize("requested", ["work", "Wor", "", "cccc3333"])
def test_choose_falls_to_no_other_browser(requested: str) -> None:
    error = refused([entry("aaaa1111", "Work"), entry("bbbb2222")], requested)
    assert (error.reason, error.code) == (Reason.BROWSER_NOT_FOUND, "not_found")


def test_choose_refuses_a_label_of_several_browsers() -> None:
    error = refused([entry("bbbb2222", "Work", 2000), entry("aaaa1111", "Work", 1000), entry("cccc3333")], "Work")
    assert (error.reason, error.code) == (Reason.BROWSER_LABEL_AMBIGUOUS, "invalid_params")
    assert error.data == {"label": "Work", "instance_ids": ["aaaa1111", "bbbb2222"]}


def test_choose_lists_the_browsers_when_several_are_connected() -> None:
    error = refused([entry("bbbb2222", "Work", 2000), entry("cccc3333", "", 1000), entry("aaaa1111", "", 1000)], None)
    assert error.reason == Reason.MULTIPLE_BROWSERS_ONLINE
    assert [browser["instance_id"] for browser in error.data["browsers"]] == ["aaaa1111", "cccc3333", "bbbb2222"]
    assert error.data["browsers"][2] == {
        "instance_id": "bbbb2222",
        "browser_name": "",
        "browser_version": "",
        "extension_version": "",
        "label": "Work",
        "session_count": 0,
        "connected_at_ms": 2000,
        "version_skew": False,
        "extension_protocol_version": "",
        "unresponsive": False,
    }


def test_in_order_sorts_by_connection_time_then_id() -> None:
    entries = [entry("cccc3333", "", 5), entry("bbbb2222", "", 5), entry("aaaa1111", "", 9)]
    assert [each.instance_id for each in in_order(entries)] == ["bbbb2222", "cccc3333", "aaaa1111"]


def test_nothing_connected_says_so() -> None:
    assert nothing_connected(None).reason == Reason.NO_BROWSER_CONNECTED


def test_nothing_connected_names_the_browser_that_was_asked_for() -> None:
    error = nothing_connected("Work")
    assert (error.reason, error.data["browser"]) == (Reason.BROWSER_NOT_FOUND, "Work")
