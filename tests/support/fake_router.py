"""A daemon that answers as a test tells it: a real gRPC server on a unix socket, found through `daemon.json`."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

import grpc
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from google.rpc import status_pb2

from bsk.admin.v1 import admin_pb2
from bsk_wire.catalog import tools
from bsk_wire.errors import BskError
from bsk_wire.metadata import STATUS_DETAILS_KEY
from bsk_wire.status import GRPC_CODES, status_of
from bsk_wire.version import PROTOCOL_VERSION, __version__

Answer = Callable[[Any], Message]
STILL_SECONDS = 30.0


@dataclass
class Received:
    """One call as it arrived."""

    request: Any
    metadata: dict[str, str | bytes]
    remaining_seconds: float


@dataclass
class FakeRouter:
    """Answers by RPC name, such as `Click` or `GetStatus`; what a test did not set gets an empty answer."""

    home: Path
    answers: dict[str, Answer | BskError] = field(default_factory=dict)
    received: dict[str, list[Received]] = field(default_factory=dict)
    # Set when a call that holds still was cancelled from the other side.
    cancelled: threading.Event = field(default_factory=threading.Event)
    # Set when a call that holds still has arrived.
    holding: threading.Event = field(default_factory=threading.Event)
    released: threading.Event = field(default_factory=threading.Event)
    still: set[str] = field(default_factory=set)
    _on_hold: Callable[[], None] = lambda: None
    _stop: Callable[[], object] = lambda: None

    def last(self, rpc: str) -> Any:
        """Request of the last call."""
        return self.received[rpc][-1].request

    def hold(self, rpc: str) -> None:
        """Let calls of this RPC wait until they are cancelled or the server ends."""
        self.still.add(rpc)

    def when_holding(self, action: Callable[[], None]) -> None:
        """Do something once a call that holds still has arrived."""
        self._on_hold = action

    def release(self) -> None:
        """Let calls that hold still go on to their answer."""
        self.released.set()

    def vanish(self) -> None:
        """End the server as a crash would, without an answer to what runs."""
        self._stop()

    def serve(self, rpc: str, request: Any, context: grpc.ServicerContext) -> Message:
        metadata = {pair.key: pair.value for pair in context.invocation_metadata()}  # type: ignore[attr-defined]
        remaining = context.time_remaining()
        self.received.setdefault(rpc, []).append(Received(request, metadata, remaining))
        if rpc in self.still:
            context.add_callback(self._on_end)
            self.holding.set()
            threading.Thread(target=self._on_hold).start()
            self.released.wait(STILL_SECONDS)
        answer = self.answers.get(rpc)
        if answer is None:
            return _RESPONSES[rpc]()
        if isinstance(answer, BskError):
            _abort(context, answer)
        return answer(request)

    def _on_end(self) -> None:
        self.cancelled.set()
        self.released.set()


class _Handler(grpc.GenericRpcHandler):
    def __init__(self, router: FakeRouter) -> None:
        self._router = router

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> grpc.RpcMethodHandler[Any, Any] | None:
        rpc = handler_call_details.method.rpartition("/")[2]
        if rpc not in _RESPONSES:
            return None
        return grpc.unary_unary_rpc_method_handler(
            lambda request, context: self._router.serve(rpc, request, context),
            request_deserializer=_REQUESTS[rpc].FromString,
            response_serializer=lambda response: response.SerializeToString(),
        )


@contextmanager
def serving_router(home: Path) -> Iterator[FakeRouter]:
    """A fake router with its discovery file in `home`, until the block ends."""
    router = FakeRouter(home)
    run = home / "run"
    run.mkdir(parents=True, exist_ok=True)
    socket = run / "daemon.sock"
    server = grpc.server(ThreadPoolExecutor(8), handlers=[_Handler(router)])
    server.add_insecure_port(f"unix:{socket}")
    server.start()
    router._stop = lambda: server.stop(None).wait()
    record = {
        "pid": os.getpid(),
        "sock_path": str(socket),
        "grpc_address": f"unix:{socket}",
        "ws_port": 1,
        "version": __version__,
        "started_at_epoch_secs": 0,
    }
    (home / "daemon.json").write_text(json.dumps(record))
    router.answers["GetStatus"] = lambda _: admin_pb2.GetStatusResponse(
        daemon_version=__version__,
        protocol_version=PROTOCOL_VERSION,
        pid=4711,
        uptime_secs=12,
        ws_port=52800,
        sock_path="/home/ada/.bsk/run/daemon.sock",
    )
    try:
        yield router
    finally:
        router.released.set()
        (home / "daemon.json").unlink(missing_ok=True)
        server.stop(None).wait()


def _abort(context: grpc.ServicerContext, error: BskError) -> NoReturn:
    status: status_pb2.Status = status_of(error)
    context.set_trailing_metadata(((STATUS_DETAILS_KEY, status.SerializeToString()),))
    number = GRPC_CODES[error.grpc_status]
    context.abort(next(code for code in grpc.StatusCode if code.value[0] == number), error.message)


def _classes(output: bool) -> dict[str, type[Message]]:
    rpcs = [*(tool.rpc for tool in tools()), *admin_pb2.DESCRIPTOR.services_by_name["AdminService"].methods]
    return {rpc.name: GetMessageClass(rpc.output_type if output else rpc.input_type) for rpc in rpcs}


_REQUESTS = _classes(output=False)
_RESPONSES = _classes(output=True)
