"""What an observation costs at each level, and raw CDP's accessibility tree of the same page beside it."""

from __future__ import annotations

import asyncio
from typing import Any

from bench.ground import SAMPLES, Ground, ground, median_ms, process_ms
from bench.pages import PAGES
from support.bsk import PROGRAM
from support.devtools import DevTools

CHARACTERS_PER_TOKEN = 4
BUDGET_CHARACTERS = 32_000
IN_PAGE = f"""(() => {{
  const times = [];
  for (let sample = 0; sample <= {SAMPLES}; sample += 1) {{
    const began = performance.now();
    __bskPageAgent.methods.read({{ whole: false, budget: {BUDGET_CHARACTERS} }});
    times.push(performance.now() - began);
  }}
  return times.slice(1).sort((a, b) => a - b)[Math.floor({SAMPLES} / 2)];
}})()"""


async def main() -> None:
    """Print the table."""
    print("\nobservation: medians in ms; tokens are characters / 4")
    heads = ("page", "in page", "extension", "services", "library", "whole CLI", "tokens", "raw CDP", "its tokens")
    print("".join(f"{head:>12}" for head in heads))
    async with ground() as on:
        for name in PAGES:
            print("".join(f"{value:>12}" for value in (name, *await measured(on, name))), flush=True)


async def measured(on: Ground, name: str) -> list[str]:
    """One row: the levels from the inside out."""
    await on.session.navigate(on.url(name))
    text = (await on.session.observe()).text
    page = await page_of(on.devtools, on.url(name))
    in_page = await in_isolated_world(on.devtools, page)
    before = on.request_seconds("tool.observe")
    library = await median_ms(on.session.observe)
    after = on.request_seconds("tool.observe")
    extension = (after[0] - before[0]) / (after[1] - before[1]) * 1000
    whole = await process_ms(PROGRAM, "observe", "--session", on.session.id, environment=on.bsk.environment)
    tree: list[dict[str, Any]] = []

    async def raw() -> None:
        tree[:] = (await on.devtools.send("Accessibility.getFullAXTree", {}, page))["nodes"]

    cdp = await median_ms(raw, samples=5)
    figures = (in_page, extension, library - extension, library, whole)
    return [f"{figure:.1f}" for figure in figures] + [tokens(text), f"{cdp:.1f}", tokens(outline_of(tree))]


async def page_of(devtools: DevTools, url: str) -> str:
    """The attached page target at an address."""
    for target in await devtools.targets("page"):
        if target["url"] == url:
            return await devtools.attach(target["targetId"])
    raise RuntimeError(f"no page shows {url}")


async def in_isolated_world(devtools: DevTools, page: str) -> float:
    """Median milliseconds of one read by the page agent, timed in its own world."""
    while not devtools.events.empty():
        devtools.events.get_nowait()
    await devtools.send("Runtime.enable", {}, page)
    async with asyncio.timeout(10):
        while True:
            event = await devtools.events.get()
            if event.get("method") != "Runtime.executionContextCreated":
                continue
            context = event["params"]["context"]
            if context["auxData"].get("type") == "isolated":
                asked = {"expression": IN_PAGE, "contextId": context["id"], "returnByValue": True}
                answer = await devtools.send("Runtime.evaluate", asked, page)
                if "exceptionDetails" not in answer:
                    await devtools.send("Runtime.disable", {}, page)
                    return float(answer["result"]["value"])


def outline_of(tree: list[dict[str, Any]]) -> str:
    """The accessibility tree as a plain text: one line for each node that is not ignored, role and name."""
    seen = (node for node in tree if not node["ignored"])
    return "\n".join(f'{node["role"]["value"]} "{node.get("name", {}).get("value", "")}"' for node in seen)


def tokens(text: str) -> str:
    """About how many tokens a text takes."""
    return f"{len(text) // CHARACTERS_PER_TOKEN:,}"
