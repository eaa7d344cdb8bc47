"""Scripts that are evaluated in a page."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from support.extension_host import ExtensionHost, extension_host
from support.link_peer import CallFailedError
from support.site import Site

VALUES: tuple[tuple[str, Any], ...] = (
    ("await Promise.resolve(5)", 5),
    ("-0", "-0"),
    ("Infinity", "Infinity"),
    ("new Date(0)", "1970-01-01T00:00:00.000Z"),
    ("[1, undefined, NaN, 2n]", [1, None, None, "2n"]),
    ("new Map([['a', 1]])", {"a": 1}),
    ("new Set([1, 2])", [1, 2]),
    ("/x/g", "/x/g"),
    ("document.querySelectorAll('input, textarea')", ["input#field", "textarea#area"]),
    ("({node: document.body, error: new TypeError('no')})", {"node": "body", "error": "TypeError: no"}),
    ("window", "Window"),
    ("Symbol('s')", "Symbol(s)"),
)


async def keys_page(host: ExtensionHost, site: Site) -> None:
    await host.start("aaaa")
    await host.call("navigate", "aaaa", url=site.page("acting/keys.html"))


async def test_values_that_have_no_plain_json_are_given_in_words(site: Site) -> None:
    async with extension_host() as host:
        await keys_page(host, site)
        for expression, value in VALUES:
            assert await host.page("aaaa", expression) == value, expression
        described = await host.call("evaluate", "aaaa", expression="[1, 2]", return_by_value=False)
        assert described["value"] == "Array(2)"


async def test_value_that_cannot_be_given_says_that_the_script_ran(site: Site) -> None:
    async with extension_host() as host:
        await keys_page(host, site)
        refusal = await host.refusal("evaluate", "aaaa", expression="const a = {}; a.a = a")
        assert (refusal.reason, refusal.data["effect_state"]) == ("cdp_failed", "committed")
        refusal = await host.refusal("evaluate", "aaaa", expression="({long: 'x'.repeat(2 ** 24)})")
        assert (refusal.reason, refusal.data["effect_state"]) == ("message_too_large", "committed")


async def test_error_says_what_was_thrown_and_where(site: Site) -> None:
    async with extension_host() as host:
        await keys_page(host, site)
        answer = await host.call("evaluate", "aaaa", expression="1;\n  throw new TypeError('no such tea')")
        assert answer["ok"] is False
        assert answer["error"] == {"text": "TypeError: no such tea", "line": 2, "column": 3}


async def test_computing_script_is_stopped_at_its_deadline(site: Site) -> None:
    async with extension_host() as host:
        await keys_page(host, site)
        refusal = await host.refusal("evaluate", "aaaa", expression="for (;;);", timeout_ms=300)
        assert refusal.code == "timeout"
        assert (refusal.data["effect_state"], refusal.data["execution_state"]) == ("unknown", "stopped")
        assert await host.page("aaaa", "1 + 1") == 2


async def test_waiting_script_is_left_to_itself_when_the_call_is_cancelled(site: Site) -> None:
    async with extension_host() as host:
        await keys_page(host, site)
        expression = "new Promise(resolve => { window.resolve = resolve; })"
        call, answer = host.link.send_request("tool.evaluate", {"session_id": "aaaa", "expression": expression})
        await host.worker("new Promise(resolve => setTimeout(resolve, 300))")
        await host.link.call("cancel", {"rpc_id": call})
        with pytest.raises(CallFailedError) as failed:
            await asyncio.wait_for(answer, 5)
        assert failed.value.code == "cancelled"
        assert (failed.value.data["effect_state"], failed.value.data["execution_state"]) == ("unknown", "settling")
        assert await host.page("aaaa", "typeof resolve") == "function"


async def test_script_that_leaves_its_page_is_unknown(site: Site) -> None:
    async with extension_host() as host:
        await keys_page(host, site)
        address = site.other + "/acting/listening.html"
        expression = f"new Promise(() => {{ location.href = {address!r}; }})"
        refusal = await host.refusal("evaluate", "aaaa", expression=expression, timeout_ms=10000)
        assert (refusal.reason, refusal.data["effect_state"]) == ("cdp_failed", "unknown")
