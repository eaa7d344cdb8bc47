from __future__ import annotations

import asyncio

import pytest

from bsk.gateway.v1 import link_pb2
from bsk.session.v1 import session_pb2
from bsk_wire.errors import Reason
from bskd.session.limits import GATEWAY_GRACE_SECONDS
from support.fake_clock import FakeClock
from support.session_host import SessionHost, connection, failure, lost, session_host


async def ended(host: SessionHost, session_id: str) -> str:
    """How a session ended."""
    return str((await host.refusal(session_id)).data["ended"])


async def test_snapshot_lists_the_browsers() -> None:
    async with session_host() as host:
        await host.attach(connection(label="Work"), connection("bbbb2222", "k-2", connected_at_ms=500))
        first, second = await host.browsers()
        assert (first.instance_id, second.instance_id, second.label) == ("bbbb2222", "aaaa1111", "Work")
        assert (second.browser_name, second.browser_version, second.extension_version) == ("chrome", "140.0", "0.3.1")
        assert (second.extension_protocol_version, second.connected_at_ms) == ("1.3", 1000)


async def test_browsers_are_waited_for() -> None:
    async with session_host() as host:
        waiting = asyncio.create_task(host.browsers(wait_ms=5000))
        await host.sessions()
        assert not waiting.done()
        await host.attach(connection())
        assert [entry.instance_id for entry in await waiting] == ["aaaa1111"]


async def test_browsers_are_listed_without_a_wait_when_there_is_one() -> None:
    async with session_host() as host:
        await host.attach(connection())
        async with asyncio.timeout(1):
            assert len(await host.browsers(wait_ms=5000)) == 1


async def test_no_browser_is_the_answer_when_none_comes() -> None:
    async with session_host() as host:
        assert await host.browsers(wait_ms=20) == []


async def test_connected_browser_is_added_and_a_lost_one_removed() -> None:
    async with session_host() as host:
        reports = await host.attach()
        await reports.connect()
        assert len(await host.browsers()) == 1
        await reports.send(lost())
        assert await host.browsers() == []


async def test_unresponsive_browser_is_marked_until_it_answers_again() -> None:
    async with session_host() as host:
        reports = await host.attach(connection())
        for unresponsive in (True, False):
            liveness = session_pb2.ConnectionLiveness(connection_id="k-1", unresponsive=unresponsive)
            await reports.send(session_pb2.AttachGatewayRequest(liveness=liveness))
            assert [entry.unresponsive for entry in await host.browsers()] == [unresponsive]


async def test_browser_that_connects_again_ends_its_sessions_at_once() -> None:
    async with session_host() as host:
        reports = await host.attach(connection(), connection("bbbb2222", "k-2"))
        mine = (await host.start(browser="aaaa1111")).session_id
        other = (await host.start(browser="bbbb2222")).session_id
        await reports.connect("aaaa1111", "k-3", connected_at_ms=2000)
        assert await ended(host, mine) == "browser_gone"
        assert [entry.session_id for entry in await host.sessions()] == [other]


async def test_late_loss_of_a_replaced_connection_changes_nothing() -> None:
    async with session_host() as host:
        reports = await host.attach(connection())
        await reports.connect("aaaa1111", "k-3", connected_at_ms=2000)
        session_id = (await host.start()).session_id
        await reports.send(lost("k-1", "replaced"))
        assert [entry.session_id for entry in await host.sessions()] == [session_id]
        assert len(await host.browsers()) == 1


async def test_older_connection_of_another_gateway_does_not_replace_a_newer_one() -> None:
    async with session_host() as host:
        await host.attach(connection(connected_at_ms=2000), gateway_id="g-1", address="here")
        await host.attach(connection("aaaa1111", "k-9", connected_at_ms=1000), gateway_id="g-2", address="there")
        (entry,) = await host.browsers()
        assert entry.connected_at_ms == 2000


async def test_sessions_live_on_when_their_gateway_reports_again() -> None:
    async with session_host() as host:
        reports = await host.attach(connection())
        session_id = (await host.start()).session_id
        reports.close()
        await host.attach(connection())
        async with host.turn(session_id):
            pass


async def test_call_waits_for_the_gateway_to_report_again() -> None:
    async with session_host() as host:
        reports = await host.attach(connection())
        session_id = (await host.start()).session_id
        reports.close()
        error = await host.refusal(session_id)
        assert (error.reason, error.data["dispatched"]) == (Reason.PEER_UNAVAILABLE, False)
        waiting = asyncio.create_task(_take(host, session_id))
        await host.sessions()
        await host.attach(connection())
        await waiting


async def _take(host: SessionHost, session_id: str) -> None:
    async with host.turn(session_id):
        pass


async def test_snapshot_ends_the_sessions_of_connections_that_were_lost_meanwhile() -> None:
    async with session_host() as host:
        reports = await host.attach(connection())
        session_id = (await host.start()).session_id
        reports.close()
        await host.attach()
        assert await ended(host, session_id) == "browser_gone"
        assert await host.browsers() == []


async def test_next_run_of_a_gateway_ends_the_sessions_of_the_earlier_one_at_once() -> None:
    async with session_host() as host:
        reports = await host.attach(connection(), gateway_id="g-1")
        session_id = (await host.start()).session_id
        reports.close()
        await host.attach(gateway_id="g-2")
        assert await ended(host, session_id) == "daemon_restarted"
        assert await host.browsers() == []


async def test_gateway_elsewhere_leaves_the_browsers_of_others_alone() -> None:
    async with session_host() as host:
        await host.attach(connection(), gateway_id="g-1", address="unix:/here")
        await host.attach(connection("bbbb2222", "k-2"), gateway_id="g-2", address="unix:/there")
        assert len(await host.browsers()) == 2


async def test_gateway_that_stays_away_loses_its_browsers_and_sessions() -> None:
    clock = FakeClock()
    async with session_host(clock) as host:
        reports = await host.attach(connection())
        session_id = (await host.start()).session_id
        reports.close()
        while (await host.refusal(session_id)).reason != Reason.PEER_UNAVAILABLE:
            pass
        await clock.advance(GATEWAY_GRACE_SECONDS)
        assert await ended(host, session_id) == "browser_gone"
        assert await host.browsers() == []


async def test_draining_gateway_ends_sessions_as_a_restart() -> None:
    async with session_host() as host:
        reports = await host.attach(connection())
        session_id = (await host.start()).session_id
        await reports.send(lost(cause="draining"))
        assert await ended(host, session_id) == "daemon_restarted"


async def test_changed_interaction_is_listed() -> None:
    async with session_host() as host:
        reports = await host.attach(connection())
        session_id = (await host.start()).session_id
        interaction = link_pb2.Interaction(borrow_confirmation="never", request_help="disabled")
        payload = link_pb2.InteractionChangedPayload(session_id=session_id, interaction=interaction)
        report = session_pb2.AttachGatewayRequest(interaction_changed=payload, browser_instance_id="aaaa1111")
        await reports.send(report)
        (entry,) = await host.sessions()
        assert entry.interaction == interaction


async def test_closed_window_reported_by_another_browser_is_ignored() -> None:
    async with session_host() as host:
        reports = await host.attach(connection(), connection("bbbb2222", "k-2"))
        session_id = (await host.start(browser="aaaa1111")).session_id
        await reports.close_window(session_id, "bbbb2222")
        assert [entry.session_id for entry in await host.sessions()] == [session_id]


async def test_stream_that_was_replaced_is_passed_over() -> None:
    async with session_host() as host:
        replaced = await host.attach(gateway_id="g-1")
        await host.attach(gateway_id="g-1")
        await replaced.connect()
        assert await host.browsers() == []


async def test_end_of_a_stream_that_was_replaced_changes_nothing() -> None:
    async with session_host() as host:
        replaced = await host.attach(connection())
        await host.attach(connection())
        session_id = (await host.start()).session_id
        replaced.close()
        async with host.turn(session_id):
            pass


async def test_first_report_has_to_be_a_snapshot() -> None:
    async with session_host() as host:
        reports = await host.attach()
        reports.close()
        stream = host.stub.AttachGateway(metadata=host.peers.metadata())
        host.streams.append(stream)
        reports.stream = stream
        assert (await failure(reports.send(lost()))).reason == Reason.INVALID_PARAMS


@pytest.mark.parametrize(
    "report",
    [
        session_pb2.AttachGatewayRequest(),
        session_pb2.AttachGatewayRequest(snapshot=session_pb2.GatewaySnapshot(gateway_id="g-1")),
        session_pb2.AttachGatewayRequest(connected=session_pb2.Connection()),
    ],
)
async def test_report_that_says_nothing_usable_is_refused(report: session_pb2.AttachGatewayRequest) -> None:
    async with session_host() as host:
        reports = await host.attach(connection())
        assert (await failure(reports.send(report))).reason == Reason.INVALID_PARAMS
