"""Lines of the tab tools."""

from __future__ import annotations

from bsk.tools.v1 import tabs_pb2
from bsk_cli.renderers import Rendering
from bsk_cli.table import one_line, shortened, table

TITLE_COLUMNS = 40


def list_tabs(_request: tabs_pb2.ListTabsRequest, response: tabs_pb2.ListTabsResponse) -> Rendering:
    rows = [
        [
            str(tab.tab_id),
            tab.scope or "-",
            str(tab.window_id) if tab.HasField("window_id") else "-",
            shortened(one_line(tab.title), TITLE_COLUMNS),
            tab.url,
        ]
        for tab in response.tabs
    ]
    return Rendering(table(["TAB", "SCOPE", "WIN", "TITLE", "URL"], rows) if rows else ["(no tabs)"])


def create_tab(_request: tabs_pb2.CreateTabRequest, response: tabs_pb2.CreateTabResponse) -> Rendering:
    address = one_line(response.url) or "<pending>"
    return Rendering([f"tab_id={response.tab_id} window_id={response.window_id} url={address}"])


def close_tab(_request: tabs_pb2.CloseTabRequest, response: tabs_pb2.CloseTabResponse) -> Rendering:
    return Rendering([f"closed tab_id={response.tab_id}"])


def select_tab(_request: tabs_pb2.SelectTabRequest, response: tabs_pb2.SelectTabResponse) -> Rendering:
    return Rendering([f"selected tab_id={response.tab_id} window_id={response.window_id}"])
