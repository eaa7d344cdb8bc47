"""Runs `bskd` as processes: all services in one, or each in its own. Everything is in a home directory of the test."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc  # type: ignore[import-untyped]

from bsk.gateway.v1 import gateway_pb2, gateway_pb2_grpc

START_SECONDS = 20.0
END_SECONDS = 20.0
POLL_SECONDS = 0.02


class DaemonProcess:
    """One `bskd` process. `output` is what it wrote on stderr, as JSON lines."""

    def __init__(self, home: Path, *arguments: str, target: str = "all", environment: dict[str, str] | None = None):
        self.home = home
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.output_file = home / f"{target}.stderr"
        with self.output_file.open("ab") as output:
            self.process = subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    "bskd",
                    f"--target={target}",
                    f"--home={home}",
                    "--log-format=json",
                    "--foreground",
                    *arguments,
                ],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=output,
                env={**os.environ, **(environment or {})},
            )
        self.pid = self.process.pid

    @property
    def output(self) -> str:
        """Everything on stderr so far."""
        return self.output_file.read_text()

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The log lines so far."""
        return [json.loads(line) for line in self.output.splitlines() if line.startswith("{")]

    @property
    def record(self) -> dict[str, Any]:
        """Content of `daemon.json`."""
        document: dict[str, Any] = json.loads((self.home / "daemon.json").read_text())
        return document

    def wait_ready(self) -> DaemonProcess:
        """Wait until `daemon.json` names this process and its health service says that it is serving."""
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
            assert self.process.poll() is None, f"bskd ended with {self.process.returncode}: {self.output}"
            if (self.home / "daemon.json").exists() and self.record["pid"] == self.pid:
                wait_serving(self.record["grpc_address"])
                return self
            time.sleep(POLL_SECONDS)
        raise AssertionError(f"bskd did not start: {self.output}")

    def wait_line(self, message: str, timeout_seconds: float = 10.0) -> dict[str, Any]:
        """Wait for a log line with this message."""
        until = time.monotonic() + timeout_seconds
        while time.monotonic() < until:
            for line in self.lines:
                if line["message"] == message:
                    return line
            time.sleep(POLL_SECONDS)
        raise AssertionError(f"no line {message!r} in {self.output}")

    def signal(self, number: signal.Signals) -> None:
        """Send a signal."""
        self.process.send_signal(number)

    def wait(self) -> int:
        """Wait for the end; the exit status."""
        return self.process.wait(END_SECONDS)

    def stop(self) -> int:
        """End it in order and return the exit status."""
        if self.process.poll() is None:
            self.signal(signal.SIGTERM)
        try:
            return self.wait()
        except subprocess.TimeoutExpired:
            self.kill()
            raise

    def kill(self) -> None:
        """End it without warning."""
        self.process.kill()
        self.process.wait()


@dataclass(frozen=True)
class Installation:
    """A running installation, however its services are spread over processes."""

    home: Path
    # Where the public API answers.
    grpc_address: str
    # Where extensions connect.
    port: int
    # By target: `all`, or `session`, `gateway` and `router`.
    processes: dict[str, DaemonProcess]


@contextmanager
def one_process(home: Path, *arguments: str, environment: dict[str, str] | None = None) -> Iterator[Installation]:
    """All services in one process."""
    process = DaemonProcess(home, "--port=0", *arguments, environment=environment)
    try:
        process.wait_ready()
        record = process.record
        yield Installation(home, record["grpc_address"], record["ws_port"], {"all": process})
    finally:
        process.stop()


@contextmanager
def separate_processes(home: Path, *arguments: str) -> Iterator[Installation]:
    """Each service in its own process. The router's is the one that `bsk` finds in `home`."""
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    configuration = home / "router.toml"
    configuration.write_text("[listen]\ndiscovery = true\n")
    processes: dict[str, DaemonProcess] = {}
    with ExitStack() as stack:
        # Also those that a test started in place of one that it killed.
        stack.callback(lambda: [process.stop() for process in processes.values()])
        for target in ("session", "gateway", "router"):
            own = [f"--config={configuration}"] if target == "router" else []
            processes[target] = DaemonProcess(home, *arguments, *own, "--port=0", target=target)
        for target in ("session", "gateway"):
            wait_serving(f"unix:{home}/run/{target}.sock")
        processes["router"].wait_ready()
        yield Installation(
            home,
            processes["router"].record["grpc_address"],
            gateway_port(f"unix:{home}/run/gateway.sock"),
            processes,
        )


ARRANGEMENTS = {"all": one_process, "separate": separate_processes}


def start_separately(installation: Installation, target: str, arguments: Sequence[str] = ()) -> DaemonProcess:
    """Start one service of a separated installation again, a gateway on the port that browsers know."""
    if target == "gateway":
        arguments = [*arguments, f"--port={installation.port}"]
    elif target == "router":
        arguments = [*arguments, f"--config={installation.home / 'router.toml'}", "--port=0"]
    else:
        arguments = [*arguments, "--port=0"]
    process = DaemonProcess(installation.home, *arguments, target=target)
    installation.processes[target] = process
    wait_serving(f"unix:{installation.home}/run/{target}.sock")
    return process


def wait_serving(address: str, timeout_seconds: float = START_SECONDS) -> None:
    """Wait until the health service at a gRPC address says that the process serves."""
    until = time.monotonic() + timeout_seconds
    with grpc.insecure_channel(address, options=(("grpc.default_authority", "localhost"),)) as channel:
        stub = health_pb2_grpc.HealthStub(channel)
        while True:
            try:
                answer = stub.Check(health_pb2.HealthCheckRequest(), timeout=1, wait_for_ready=True)
                if answer.status == health_pb2.HealthCheckResponse.SERVING:
                    return
            except grpc.RpcError:
                pass
            assert time.monotonic() < until, f"nothing serves at {address}"
            time.sleep(POLL_SECONDS)


def gateway_port(address: str) -> int:
    """Port on which the gateway at a gRPC address takes extensions."""
    with grpc.insecure_channel(address, options=(("grpc.default_authority", "localhost"),)) as channel:
        stub = gateway_pb2_grpc.GatewayServiceStub(channel)
        return stub.GetGatewayStatus(gateway_pb2.GetGatewayStatusRequest(), timeout=5).listen_port
