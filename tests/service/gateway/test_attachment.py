"""What the session service is told."""

from __future__ import annotations

from support.gateway_host import gateway_host


async def test_connections_are_reported_as_they_come_and_go() -> None:
    async with gateway_host() as gateway:
        async with gateway.extension(browser="edge", label="Work"):
            connected = await gateway.session.report("connected")
            assert connected.handshake.browser.name == "edge"
            assert connected.connected_at_ms > 1e12
        lost = await gateway.session.report("disconnected")
        assert (lost.connection_id, lost.cause) == (connected.connection_id, "closed")


async def test_snapshot_names_the_gateway() -> None:
    async with gateway_host() as gateway:
        snapshot = await gateway.session.report("snapshot")
        assert snapshot.gateway_address == gateway.host.addresses.grpc
        assert snapshot.gateway_id.startswith("g-")


async def test_session_service_that_comes_back_gets_a_snapshot_of_what_is_connected() -> None:
    async with (
        gateway_host() as gateway,
        gateway.extension(instance_id="aaaaaaaa") as staying,
        gateway.extension(instance_id="bbbbbbbb") as leaving,
    ):
        before = await gateway.session.report("connected")
        gateway.session.refuses = True
        await gateway.session.break_stream()
        await leaving.close()
        gateway.session.refuses = False
        snapshot = await gateway.session.report("snapshot", 1)
        assert [connection.handshake.instance_id for connection in snapshot.connections] == [staying.instance_id]
        assert snapshot.connections[0].connection_id == before.connection_id
        assert snapshot.gateway_id == (await gateway.session.report("snapshot", 0)).gateway_id


async def test_session_events_that_were_not_taken_are_repeated_after_the_snapshot() -> None:
    async with gateway_host() as gateway, gateway.extension() as extension:
        await gateway.session.report("connected")
        gateway.session.takes_reports = False
        await extension.send_event("session.window_closed", {"session_id": "qzem"})
        await gateway.session.report("window_closed")
        gateway.session.takes_reports = True
        await gateway.session.break_stream()
        assert (await gateway.session.report("window_closed", 1)).session_id == "qzem"
        assert gateway.session.kinds(1) == ["snapshot", "window_closed"]


async def test_gateway_is_ready_only_while_it_is_attached() -> None:
    async with gateway_host() as gateway:
        await gateway.metric_becomes("bsk_gateway_attached_bool", 1)
        assert await gateway.page("/readyz") == "ok\n"
        gateway.session.refuses = True
        await gateway.session.break_stream()
        await gateway.metric_becomes("bsk_gateway_attached_bool", 0)
        assert gateway.host._readiness.unready() == "gateway: not attached to the session service"
        gateway.session.refuses = False
        await gateway.session.report("snapshot", 1)


async def test_drain_tells_the_browsers_and_the_session_service() -> None:
    async with gateway_host() as gateway, gateway.extension() as extension:
        connected = await gateway.session.report("connected")
        gateway.host.request_stop()
        assert await extension.wait_closed() == (1001, "the daemon is stopping")
        lost = await gateway.session.report("disconnected")
        assert (lost.connection_id, lost.cause) == (connected.connection_id, "draining")
