from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bsk.admin.v1 import admin_pb2
from bsk.session.v1 import session_pb2
from bsk_wire.errors import Reason
from bsk_wire.version import PROTOCOL_VERSION, __version__
from support.router_host import RouterHost, lone_router, router_host
from support.session_host import connection, failure

STATUS = admin_pb2.GetStatusRequest()
SILENT_SERVER = """
import socket, sys
listening = socket.socket(socket.AF_UNIX)
listening.bind(sys.argv[1])
listening.listen()
print("listening", flush=True)
sys.stdin.read()
"""


@asynccontextmanager
async def silent_service(path: str) -> AsyncIterator[str]:
    """A process that takes connections and never answers; its gRPC target."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", SILENT_SERVER, path, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    await process.stdout.readline()
    try:
        yield f"unix:{path}"
    finally:
        process.send_signal(signal.SIGTERM)
        await process.communicate()


async def probe(router: RouterHost, instance_id: str = "") -> list[tuple[str, bool]]:
    request = admin_pb2.ProbeBrowserRequest(browser_instance_id=instance_id)
    answer = await router.ask(router.admin.ProbeBrowser, request)
    return [(hop.name, hop.ok) for hop in answer.hops]


async def test_status_tells_of_daemon_browsers_and_sessions() -> None:
    async with router_host() as served:
        status = await served.router.ask(served.router.admin.GetStatus, STATUS)
        assert (status.daemon_version, status.protocol_version, status.pid) == (
            __version__,
            PROTOCOL_VERSION,
            os.getpid(),
        )
        assert status.sock_path == f"{served.session.home}/run/test.sock"
        assert [entry.session_count for entry in status.browsers] == [1]
        assert [entry.session_id for entry in status.sessions] == [served.session_id]
        assert (status.ws_port, list(status.version_skew_browsers)) == (1, [])


async def test_status_lists_browsers_of_another_protocol() -> None:
    async with router_host() as served:
        skewed = connection("bbbb2222", "k-2", label="Old")
        skewed.version_skew = True
        skewed.handshake.protocol_version = "1.1"
        await served.reports.send(session_pb2.AttachGatewayRequest(connected=skewed))
        status = await served.router.ask(served.router.admin.GetStatus, STATUS)
        (skew,) = status.version_skew_browsers
        assert (skew.instance_id, skew.browser_name, skew.label) == ("bbbb2222", "chrome", "Old")
        assert (skew.server_version, skew.client_version) == (__version__, "0.3.1")
        assert (skew.server_protocol_version, skew.client_protocol_version) == (PROTOCOL_VERSION, "1.1")


async def test_sessions_are_started_listed_and_stopped() -> None:
    async with router_host() as served:
        admin, ask = served.router.admin, served.router.ask
        started = await ask(admin.StartSession, session_pb2.StartSessionRequest())
        listed = await ask(admin.ListSessions, session_pb2.ListSessionsRequest())
        assert started.session_id in [entry.session_id for entry in listed.sessions]
        stopped = await ask(admin.StopSessions, session_pb2.StopSessionsRequest(session_id=started.session_id))
        assert list(stopped.stopped) == [started.session_id]


async def test_start_whose_caller_goes_away_is_undone_behind_the_router() -> None:
    async with router_host() as served:
        served.gateway.answers["tool.session_start"] = lambda params: asyncio.Event().wait()
        starting = asyncio.create_task(
            served.router.ask(served.router.admin.StartSession, session_pb2.StartSessionRequest())
        )
        await served.gateway.called("tool.session_start", times=2)
        starting.cancel()
        await served.gateway.called("tool.session_stop")
        while len(await served.session.sessions()) > 1:
            pass


async def test_browsers_are_waited_for() -> None:
    async with router_host() as served:
        request = session_pb2.ListBrowsersRequest(wait_for_browser_ms=5000)
        assert len((await served.router.ask(served.router.admin.ListBrowsers, request)).browsers) == 1


async def test_questions_fail_fast_when_a_service_is_down() -> None:
    async with lone_router({}) as router, asyncio.timeout(2):
        for method, request in (
            (router.admin.GetStatus, STATUS),
            (router.admin.ListSessions, session_pb2.ListSessionsRequest()),
            (router.admin.ListBrowsers, session_pb2.ListBrowsersRequest()),
        ):
            error = await failure(router.ask(method, request))
            assert (error.reason, error.data["peer"] in ("session", "gateway")) == (Reason.PEER_UNAVAILABLE, True)


async def test_questions_fail_within_two_seconds_when_a_service_is_silent(tmp_path: Path) -> None:
    async with (
        silent_service(f"{tmp_path}/silent.sock") as address,
        lone_router({"session": address, "gateway": address}) as router,
        asyncio.timeout(2),
    ):
        error = await failure(router.ask(router.admin.GetStatus, STATUS))
        assert error.reason == Reason.PEER_UNAVAILABLE


async def test_probe_goes_all_the_way_to_the_extension() -> None:
    async with router_host() as served:
        hops = [("router", True), ("session", True), ("gateway", True), ("extension", True)]
        assert await probe(served.router) == hops
        assert await probe(served.router, "aaaa1111") == hops


async def test_probe_names_a_session_service_that_is_down() -> None:
    async with lone_router({}) as router:
        assert await probe(router) == [("router", True), ("session", False)]


async def test_probe_names_a_browser_that_is_not_connected() -> None:
    async with router_host() as served:
        request = admin_pb2.ProbeBrowserRequest(browser_instance_id="zzzz")
        answer = await served.router.ask(served.router.admin.ProbeBrowser, request)
        assert [(hop.name, hop.ok) for hop in answer.hops][-1] == ("extension", False)
        assert "zzzz" in answer.hops[-1].detail
