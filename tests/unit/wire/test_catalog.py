from __future__ import annotations

import pytest

from bsk.index import TOOL_COMMANDS
from bsk.options.v1 import options_pb2
from bsk_wire.catalog import flag_options, tool_of, tool_of_command, tools


def test_catalogue_holds_each_command_once() -> None:
    assert sorted(tool.options.command for tool in tools()) == sorted(TOOL_COMMANDS)


@pytest.mark.parametrize("words", TOOL_COMMANDS)
def test_tool_states_what_the_services_have_to_know(words: str) -> None:
    tool = tool_of_command(words)
    assert tool.options.command == words
    assert tool.method.startswith("tool.")
    assert tool.options.effect != options_pb2.EFFECT_UNSPECIFIED
    assert tool.options.timeout_ms > 0
    assert tool.path == f"/{tool.rpc.containing_service.full_name}/{tool.rpc.name}"


@pytest.mark.parametrize("words", TOOL_COMMANDS)
def test_tool_acts_in_a_session_unless_the_router_serves_it(words: str) -> None:
    tool = tool_of_command(words)
    assert ("session_id" in tool.rpc.input_type.fields_by_name) is not tool.options.served_by_router


@pytest.mark.parametrize("words", TOOL_COMMANDS)
def test_tool_with_a_target_can_name_it_both_ways(words: str) -> None:
    tool = tool_of_command(words)
    if tool.options.target != options_pb2.TARGET_UNSPECIFIED:
        assert {"ref", "selector"} <= set(tool.rpc.input_type.fields_by_name)


def test_mutation_is_what_a_lost_answer_leaves_open() -> None:
    assert [tool_of_command(words).mutates for words in ("observe", "hover", "click")] == [False, True, True]


def test_rpc_without_options_is_no_tool() -> None:
    from bsk.admin.v1 import admin_pb2

    rpc = admin_pb2.DESCRIPTOR.services_by_name["AdminService"].methods_by_name["GetStatus"]
    assert tool_of(rpc) is None


def test_flags_are_read_from_the_field() -> None:
    field = tool_of_command("click").rpc.input_type.fields_by_name["click_count"]
    assert list(flag_options(field).aliases) == ["count"]


def test_unknown_command_is_no_tool() -> None:
    with pytest.raises(KeyError):
        tool_of_command("clik")
