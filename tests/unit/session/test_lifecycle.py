from __future__ import annotations

from bskd.session.lifecycle import Interaction, SessionRecord, State, ended_by_connection, ended_by_snapshot
from bskd.session.tombstones import Ended


def record(
    session_id: str = "abcd", connection_id: str = "k-1", gateway_id: str = "g-1", gateway_address: str = "here:1"
) -> SessionRecord:
    return SessionRecord(session_id, State.ACTIVE, "aaaa1111", connection_id, gateway_id, gateway_address, 1000)


def ended_in_snapshot(of: SessionRecord, *present: str, gateway_id: str = "g-1") -> list[Ended]:
    ended = ended_by_snapshot([of], gateway_id=gateway_id, gateway_address="here:1", connection_ids=present)
    return [how for _, how in ended]


def test_snapshot_keeps_a_session_whose_connection_is_in_it() -> None:
    assert ended_in_snapshot(record(), "k-1", "k-2") == []


def test_snapshot_ends_a_session_whose_gateway_lost_the_connection() -> None:
    assert ended_in_snapshot(record(), "k-2") == [Ended.BROWSER_GONE]


def test_snapshot_of_the_next_run_ends_the_sessions_of_the_earlier_one() -> None:
    assert ended_in_snapshot(record(), "k-2", gateway_id="g-2") == [Ended.DAEMON_RESTARTED]


def test_snapshot_says_nothing_about_sessions_of_another_gateway() -> None:
    assert ended_in_snapshot(record(gateway_id="g-9", gateway_address="there:1"), "k-2") == []


def test_connection_ends_the_sessions_of_an_earlier_one_of_the_same_browser() -> None:
    mine, other = record("mine"), record("othr", "k-2")
    assert ended_by_connection([mine, other], browser_instance_id="aaaa1111", connection_id="k-2") == [mine]


def test_connection_leaves_other_browsers_alone() -> None:
    assert ended_by_connection([record()], browser_instance_id="bbbb2222", connection_id="k-2") == []


def test_entry_holds_what_is_known() -> None:
    known = SessionRecord(
        "abcd", State.ACTIVE, "aaaa1111", "k-1", "g-1", "", 1000, 7, Interaction("always", "enabled"), "buy tea"
    )
    entry = known.entry()
    assert (entry.session_id, entry.browser_instance_id, entry.created_at_ms) == ("abcd", "aaaa1111", 1000)
    assert (entry.agent_window_id, entry.task_name, entry.state) == (7, "buy tea", "active")
    assert (entry.interaction.borrow_confirmation, entry.interaction.request_help) == ("always", "enabled")


def test_entry_leaves_out_what_is_unknown() -> None:
    entry = record().entry()
    assert not any(entry.HasField(field) for field in ("agent_window_id", "interaction", "task_name"))
