"""The Python library, for threads and for event loops."""

from __future__ import annotations

import asyncio
import inspect
import signal
import threading
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import bsk_client
from bsk.session.v1 import session_pb2
from bsk.tools.v1 import interaction_pb2, observation_pb2
from bsk_client import AsyncConnection, AsyncSession, BskError, Connection, Reason, Session, connect, connect_async
from support.fake_router import FakeRouter


@pytest.fixture
def started(router: FakeRouter) -> FakeRouter:
    router.answers["StartSession"] = lambda _: session_pb2.StartSessionResponse(
        session_id="abcd", browser_instance_id="b-1", agent_window_id=5
    )
    router.answers["Observe"] = lambda _: observation_pb2.ObserveResponse(tab_id=7, text="page")
    return router


def in_loop(home: Path, work: Callable[[AsyncConnection], Awaitable[None]]) -> None:
    """Run something with a connection in an event loop."""

    async def whole() -> None:
        async with connect_async(home, auto_start=False) as browser:
            await work(browser)

    asyncio.run(whole())


def test_session_has_the_tools_as_methods(started: FakeRouter) -> None:
    with connect(started.home, auto_start=False) as browser, browser.session(name="buy tea", focused=False) as page:
        assert (page.id, page.browser_instance_id, page.agent_window_id) == ("abcd", "b-1", 5)
        assert page.observe(max_tokens=50).text == "page"
        page.click("@e3", click_count=2, modifiers=["shift"], timeout_seconds=1.5)
        page.fill("#name", "Ada", clear_before=False)
        page.select("#size", "m")
        assert "StopSessions" not in started.received
    assert started.last("StartSession") == session_pb2.StartSessionRequest(task_name="buy tea", focused=False)
    assert started.last("Observe") == observation_pb2.ObserveRequest(session_id="abcd", max_tokens=50)
    assert started.last("Click") == interaction_pb2.ClickRequest(
        session_id="abcd", ref="e3", click_count=2, modifiers=["shift"], timeout_ms=1500
    )
    assert started.last("Fill") == interaction_pb2.FillRequest(
        session_id="abcd", selector="#name", value="Ada", clear_before=False
    )
    assert started.last("Select") == interaction_pb2.SelectRequest(session_id="abcd", selector="#size", values=["m"])
    assert started.last("StopSessions") == session_pb2.StopSessionsRequest(session_id="abcd")


def test_async_session_has_the_tools_as_methods(started: FakeRouter) -> None:
    async def work(browser: AsyncConnection) -> None:
        async with await browser.session(browser="work", width=800, height=600) as page:
            assert (page.id, page.browser_instance_id, page.agent_window_id) == ("abcd", "b-1", 5)
            assert (await page.observe()).text == "page"
            await page.press("Enter", target="@e3")

    in_loop(started.home, work)
    assert started.last("StartSession") == session_pb2.StartSessionRequest(browser="work", width=800, height=600)
    assert started.last("Press") == interaction_pb2.PressRequest(session_id="abcd", key="Enter", ref="e3")
    assert started.last("StopSessions") == session_pb2.StopSessionsRequest(session_id="abcd")


def test_failure_is_raised_with_all_its_facts(started: FakeRouter) -> None:
    started.answers["Click"] = BskError(Reason.ELEMENT_COVERED, "a banner covers it", covered_by="div")
    with connect(started.home, auto_start=False) as browser, pytest.raises(BskError) as raised:
        browser.attach("abcd").click("@e3")
    assert (raised.value.reason, raised.value.code) == (Reason.ELEMENT_COVERED, "cdp_failed")
    assert raised.value.data == {"covered_by": "div"}
    assert raised.value.call_id


def test_async_failure_is_raised_with_all_its_facts(started: FakeRouter) -> None:
    started.answers["Click"] = BskError(Reason.ELEMENT_COVERED, "a banner covers it", covered_by="div")

    async def work(browser: AsyncConnection) -> None:
        with pytest.raises(BskError) as raised:
            await browser.attach("abcd").click("@e3")
        assert raised.value.data == {"covered_by": "div"}

    in_loop(started.home, work)


def test_session_stops_also_when_the_block_fails(started: FakeRouter) -> None:
    started.answers["StopSessions"] = BskError(Reason.CLEANUP_FAILED, "the window stayed")
    with connect(started.home, auto_start=False) as browser:
        with pytest.raises(ZeroDivisionError) as raised, browser.session():
            raise ZeroDivisionError
        assert raised.value.__notes__ == ["the session abcd was not stopped either: the window stayed"]


def test_session_that_ended_by_itself_ends_its_block_quietly(started: FakeRouter) -> None:
    started.answers["StopSessions"] = BskError(
        Reason.SESSION_ENDED, "the person closed the window", ended="window_closed"
    )
    with connect(started.home, auto_start=False) as browser, browser.session():
        pass


def test_stop_raises_what_could_not_be_cleaned_up(started: FakeRouter) -> None:
    failure = session_pb2.StopFailure(session_id="abcd", code="cdp_failed", message="a tab stayed")
    started.answers["StopSessions"] = lambda _: session_pb2.StopSessionsResponse(failed=[failure])
    with connect(started.home, auto_start=False) as browser, pytest.raises(BskError) as raised:
        browser.attach("abcd").stop()
    assert (raised.value.code, raised.value.exit_status) == ("cdp_failed", 3)


def test_connection_lists_browsers_and_sessions(started: FakeRouter) -> None:
    started.answers["ListBrowsers"] = lambda _: session_pb2.ListBrowsersResponse(
        browsers=[session_pb2.BrowserEntry(instance_id="b-1")]
    )
    with connect(started.home, auto_start=False) as browser:
        assert [found.instance_id for found in browser.browsers(wait_seconds=0.25)] == ["b-1"]
        assert list(browser.sessions()) == []
        assert browser.status().pid == 4711
        assert list(browser.stop_all().stopped) == []
    assert started.last("ListBrowsers").wait_for_browser_ms == 250


def test_screenshot_is_saved_to_a_file(started: FakeRouter, tmp_path: Path) -> None:
    started.answers["Screenshot"] = lambda _: observation_pb2.ScreenshotResponse(image_base64=b"picture")
    with connect(started.home, auto_start=False) as browser:
        path = browser.attach("abcd").save_screenshot(tmp_path / "x.png", ref="@e3")
    assert path.read_bytes() == b"picture"
    assert started.last("Screenshot").ref == "e3"


def test_cancelled_task_cancels_the_call(started: FakeRouter) -> None:
    started.hold("Click")

    async def work(browser: AsyncConnection) -> None:
        call = asyncio.create_task(browser.attach("abcd").click("@e3"))
        await asyncio.to_thread(started.holding.wait, 10)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        assert await asyncio.to_thread(started.cancelled.wait, 10)

    in_loop(started.home, work)


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Ctrl-C raises, also in a test process that was told to ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_interrupted_wait_cancels_the_call(started: FakeRouter) -> None:
    # A real signal, which wakes the thread that waits.
    main = threading.get_ident()
    started.hold("Click")
    started.when_holding(lambda: signal.pthread_kill(main, signal.SIGINT))
    with connect(started.home, auto_start=False) as browser, pytest.raises(KeyboardInterrupt):
        browser.attach("abcd").click("@e3")
    assert started.cancelled.wait(10)


def test_connect_says_that_no_daemon_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BSK_AUTO_START", "0")
    with pytest.raises(BskError) as raised:
        connect(tmp_path)
    assert raised.value.reason == Reason.DAEMON_UNAVAILABLE


@pytest.mark.parametrize(("ours", "theirs"), [(Session, AsyncSession), (Connection, AsyncConnection)])
def test_both_libraries_have_the_same_methods(ours: type[Any], theirs: type[Any]) -> None:
    def signatures(kind: type[Any]) -> dict[str, list[str]]:
        methods = inspect.getmembers(kind, inspect.isfunction)
        return {
            name: list(inspect.signature(method).parameters) for name, method in methods if not name.startswith("_")
        }

    # The asynchronous connection is closed by its block.
    assert {name: found for name, found in signatures(ours).items() if name != "close"} == signatures(theirs)


def test_package_offers_what_it_names() -> None:
    for name in bsk_client.__all__:
        assert getattr(bsk_client, name).__name__ == name
    with pytest.raises(AttributeError):
        bsk_client.nothing  # noqa: B018
