"""Roles and names against those of Chromium's own accessibility tree, on the corpus of pages."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

from support.devtools import DevTools
from support.extension_browser import ExtensionBrowser
from support.link_peer import LinkConnection, LinkPeer
from support.site import Site

Named = tuple[str, str]

PAGES = (
    "boxes",
    "contexts",
    "fields",
    "hidden",
    "lists",
    "media",
    "modal",
    "names",
    "shadow",
    "states",
    "tables",
    "widgets",
)

# Chromium's own words for roles that we call by their usual names.
ROLES = {
    "DisclosureTriangle": "button",
    "ColorWell": "textbox",
    "Date": "textbox",
    "InputTime": "textbox",
    "ComboBoxMenuButton": "combobox",
    "ComboBoxSelect": "combobox",
}
COMPARED = {
    "button", "checkbox", "combobox", "heading", "link", "menuitem", "option", "radio", "searchbox", "slider",
    "spinbutton", "switch", "tab", "textbox", "treeitem",
}  # fmt: skip

# Controls that Chromium names and we leave out, and why.
LEFT_OUT: dict[str, list[Named]] = {
    # The parts of a field that takes a value as a whole.
    "fields": [
        ("spinbutton", "Month Month"), ("spinbutton", "Day Day"), ("spinbutton", "Year Year"),
        ("spinbutton", "Hours Hours"), ("spinbutton", "Minutes Minutes"), ("spinbutton", "AM/PM AM/PM"),
        ("button", "Show date picker Show date picker"), ("button", "Show time picker Show time picker"),
    ],
    # A box of no height clips the button, and an option is hidden.
    "hidden": [("button", "nor this"), ("option", "B")],
    # The parts of the browser's own player.
    "media": [("button", "show more media controls"), ("slider", "video time scrubber")],
    # What a link holds is told by its name.
    "names": [("heading", "Heading in link")],
}  # fmt: skip
# Controls that we name and Chromium does not, and why.
ADDED: dict[str, list[Named]] = {
    # What can be edited in place takes text, whatever its role.
    "boxes": [("textbox", "")],
    "fields": [("textbox", "Editor")],
    # Fields that do not show are operated by their labels.
    "hidden": [("button", "Upload"), ("checkbox", "Box that is not displayed")],
    # Chromium gives the links of a map only below the image.
    "media": [("link", "North"), ("link", "South")],
}


async def test_names_are_those_of_the_accessibility_tree(site: Site) -> None:
    differences: dict[str, Any] = {}
    async with LinkPeer() as peer, ExtensionBrowser(peer.port) as browser:
        link = await peer.connection()
        await link.call("tool.session_start", {"session_id": "nams"})
        async with DevTools(await browser.devtools_address()) as tools:
            for name in PAGES:
                url = site.page(f"observe/{name}.html")
                await link.call("tool.navigate", {"session_id": "nams", "url": url})
                ours, theirs = Counter(await named_by_us(link)), Counter(await named_by_chromium(tools, url))
                theirs.subtract(LEFT_OUT.get(name, []))
                ours.subtract(ADDED.get(name, []))
                if +(ours - theirs) or +(theirs - ours):
                    differences[name] = {"ours": +(ours - theirs), "Chromium's": +(theirs - ours)}
    assert differences == {}


async def named_by_us(link: LinkConnection) -> list[Named]:
    snapshot = await link.call("tool.snapshot", {"session_id": "nams", "max_tokens": 100_000})
    found = re.findall(r'^ *(?:@e\d+ )?(\w+)(?: ("(?:[^"\\]|\\.)*"))?', snapshot["text"], re.MULTILINE)
    return [(role, json.loads(name) if name else "") for role, name in found if role in COMPARED]


async def named_by_chromium(tools: DevTools, url: str) -> list[Named]:
    [target_id] = [target["targetId"] for target in await tools.targets("page") if target["url"] == url]
    target = await tools.attach(target_id)
    await tools.send("Accessibility.enable", target=target)
    nodes = (await tools.send("Accessibility.getFullAXTree", target=target))["nodes"]
    await tools.send("Target.detachFromTarget", {"sessionId": target})
    named = []
    for node in nodes:
        role = node.get("role", {}).get("value", "")
        if not node["ignored"] and ROLES.get(role, role) in COMPARED:
            named.append((ROLES.get(role, role), " ".join(node.get("name", {}).get("value", "").split())))
    return named
