"""The pages of failures: reasons and exit codes."""

from __future__ import annotations

from bsk_wire.errors import RULES
from docs.generator.markdown import block, code, table

ENVELOPE = """{
  "code": "not_found",
  "message": "there is no element @e7 on this page",
  "hint": "run `bsk observe` for the present references",
  "exit_code": 1,
  "data": {"reason": "ref_not_found", "effect_state": "none", "call_id": "c-0a1b2c3d4e5f", "ref": "e7"}
}"""

STATUSES = {
    0: "Success. Also when the script of `evaluate` threw, and when `navigate` or a wait reached its `timeout`.",
    1: "The caller's mistake, or something that does not exist. Also a command line that cannot be parsed, and a "
    "`doctor` with a failing check.",
    2: "The way to the browser: no daemon, a lost connection, a cancelled call, a local file.",
    3: "The browser refused or failed.",
    4: "A time-out, or a session that stayed busy.",
    5: "Versions that do not go together.",
}


def reasons_page() -> str:
    """The closed list of reasons."""
    rows = [
        [code(str(reason)), code(rule.code), rule.grpc_status, str(rule.exit_status), rule.meaning, rule.hint]
        for reason, rule in RULES.items()
    ]
    parts = [
        "# Reasons",
        "Every failure has a code, which is one of the public protocol's, and a reason, which is finer. With `--json` "
        "a failed command prints one flat document:",
        block(ENVELOPE, "json"),
        "`data.reason` is always there. `data.effect_state` says what the call may have left behind: `none`, "
        "`committed`, or `unknown` when its answer was lost. Such a call may have happened: observe the page before "
        "doing it again. An extension of another version may give reasons that are not listed; their code decides the "
        "rest.",
        "On gRPC the same facts travel as `bsk.errors.v1.ErrorDetail` in the details of `google.rpc.Status`.",
        table(["reason", "code", "gRPC status", "exit", "meaning", "hint"], rows),
    ]
    return "\n\n".join(part.rstrip("\n") for part in parts)


def exit_codes_page() -> str:
    """The exit statuses and which codes lead to them."""
    rows = []
    for status, meaning in STATUSES.items():
        codes = sorted({rule.code for rule in RULES.values() if rule.exit_status == status})
        rows.append([str(status), meaning, ", ".join(map(code, codes))])
    unknown = {rule.exit_status for rule in RULES.values()} - set(STATUSES)
    if unknown:
        raise ValueError(f"exit statuses without a meaning: {sorted(unknown)}")
    return "# Exit codes\n\n" + table(["status", "meaning", "codes"], rows)
