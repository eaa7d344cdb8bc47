"""`bskd` as a process: lock, socket, signals, discovery, configuration."""

from __future__ import annotations

import json
import os
import signal
import socket
import stat
import subprocess
import sys
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import grpc
import pytest

from bsk.admin.v1 import admin_pb2, admin_pb2_grpc
from bsk.tools.v1 import interaction_pb2, interaction_pb2_grpc, waits_pb2, waits_pb2_grpc
from support.daemon import ARRANGEMENTS, DaemonProcess, one_process, separate_processes, start_separately, wait_serving
from support.fake_extension import extension_thread


def run_bskd(*arguments: str, home: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run `bskd` to its end."""
    environment = {**os.environ, **({"BSK_HOME": str(home)} if home else {})}
    return subprocess.run(
        [sys.executable, "-m", "bskd", *arguments],
        capture_output=True,
        text=True,
        timeout=30,
        env=environment,
        check=False,
    )


def get(port: int, path: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=5) as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def status(address: str, *, token: str | None = None) -> admin_pb2.GetStatusResponse:
    with grpc.insecure_channel(address, options=(("grpc.default_authority", "localhost"),)) as channel:
        metadata = (("authorization", f"Bearer {token}"),) if token else ()
        stub = admin_pb2_grpc.AdminServiceStub(channel)
        return stub.GetStatus(admin_pb2.GetStatusRequest(), timeout=5, metadata=metadata)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
def test_installation_answers_and_ends_in_order(tmp_path: Path, arrangement: str) -> None:
    with ARRANGEMENTS[arrangement](tmp_path / "home") as installation:
        assert status(installation.grpc_address).daemon_version
        assert get(installation.port, "/healthz") == (200, "ok\n")
        assert get(installation.port, "/readyz") == (200, "ok\n")
        assert "bsk_gateway_connections_count" in get(installation.port, "/metrics")[1]
        assert get(installation.port, "/other")[0] == 404
    for process in installation.processes.values():
        assert process.process.returncode == 0, process.output
        assert not [line for line in process.lines if line["level"] in ("ERROR", "CRITICAL")], process.output
    left = sorted(path.name for path in (tmp_path / "home").iterdir())
    assert "daemon.json" not in left
    assert [path.suffix for path in (tmp_path / "home/run").iterdir() if path.suffix == ".sock"] == []


def test_home_and_its_files_are_private(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with one_process(home):
        assert mode(home) == 0o700
        assert mode(home / "run") == 0o700
        assert mode(home / "run/daemon.sock") == 0o600
        assert mode(home / "daemon.json") == 0o600
        assert all(mode(path) == 0o600 for path in home.glob("daemon.log.*"))


def test_discovery_file_names_the_process(tmp_path: Path) -> None:
    with one_process(tmp_path / "home") as installation:
        process = installation.processes["all"]
        record = process.record
        assert record["pid"] == process.pid
        assert record["sock_path"] == str(tmp_path / "home/run/daemon.sock")
        assert record["grpc_address"] == f"unix:{record['sock_path']}"
        assert abs(record["started_at_epoch_secs"] - time.time()) < 60
        assert status(record["grpc_address"]).pid == process.pid


def test_log_file_is_json_lines_with_the_call(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with one_process(home) as installation, grpc.insecure_channel(installation.grpc_address) as channel:
        stub = interaction_pb2_grpc.InteractionServiceStub(channel)
        with pytest.raises(grpc.RpcError):
            stub.Click(
                interaction_pb2.ClickRequest(session_id="qzem"), timeout=5, metadata=(("bsk-call-id", "c-test"),)
            )
    (file,) = home.glob("daemon.log.*")
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert {"timestamp", "level", "target", "message"} <= set(lines[0])
    assert [line for line in lines if line.get("call_id") == "c-test"]


def test_second_daemon_of_a_home_gives_way(tmp_path: Path) -> None:
    with one_process(tmp_path / "home") as installation:
        second = DaemonProcess(tmp_path / "home", "--port=0")
        assert second.wait() == 3
        assert status(installation.grpc_address).pid == installation.processes["all"].pid


def test_one_of_many_daemons_started_at_once_serves(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    with ThreadPoolExecutor(5) as pool:
        processes = list(pool.map(lambda _: DaemonProcess(home, "--port=0"), range(5)))
    try:
        deadline = time.monotonic() + 60
        while sum(process.process.poll() is None for process in processes) > 1 and time.monotonic() < deadline:
            time.sleep(0.05)
        alive = [process for process in processes if process.process.poll() is None]
        assert len(alive) == 1
        assert {process.process.returncode for process in processes if process not in alive} == {3}
        alive[0].wait_ready()
    finally:
        for process in processes:
            process.stop()


def test_killed_daemon_is_replaced(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with one_process(home) as installation:
        installation.processes["all"].kill()
        assert (home / "run/daemon.sock").exists()
        assert (home / "daemon.json").exists()
        with one_process(home) as again:
            assert status(again.grpc_address).pid == again.processes["all"].pid


def test_socket_is_not_taken_from_a_running_service(tmp_path: Path) -> None:
    first = DaemonProcess(tmp_path, "--port=0", target="session")
    try:
        wait_serving(f"unix:{tmp_path}/run/session.sock")
        second = DaemonProcess(tmp_path, "--port=0", target="session")
        assert second.wait() == 2
        assert f"another process listens on {tmp_path}/run/session.sock" in second.output
        wait_serving(f"unix:{tmp_path}/run/session.sock")
    finally:
        first.stop()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_signal_ends_the_daemon_in_order(tmp_path: Path, number: signal.Signals) -> None:
    with one_process(tmp_path / "home") as installation, extension_thread(installation.port) as thread:
        process = installation.processes["all"]
        process.signal(number)
        assert thread.call(thread.extension.wait_closed()) == (1001, "the daemon is stopping")
        assert process.wait() == 0
        assert not (tmp_path / "home/daemon.json").exists()


def test_second_signal_ends_the_daemon_at_once(tmp_path: Path) -> None:
    configuration = tmp_path / "slow.toml"
    configuration.write_text("[process]\ndrain_seconds = 60\n")
    with one_process(tmp_path / "home", f"--config={configuration}") as installation:
        process = installation.processes["all"]
        with grpc.insecure_channel(installation.grpc_address) as channel:
            stub = waits_pb2_grpc.WaitsServiceStub(channel)
            running = stub.WaitMs.future(waits_pb2.WaitMsRequest(duration_ms=60_000), timeout=60)
            time.sleep(0.5)
            assert not running.done()
            process.signal(signal.SIGTERM)
            process.wait_line("draining")
            began = time.monotonic()
            process.signal(signal.SIGTERM)
            assert process.wait() == 0
            assert time.monotonic() - began < 5
            running.cancel()


def test_new_daemon_comes_up_while_the_old_one_drains(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with one_process(home) as installation:
        old = installation.processes["all"]
        old.signal(signal.SIGTERM)
        old.wait_line("draining")
        with one_process(home) as again:
            assert old.wait() == 0
            assert status(again.grpc_address).pid != old.pid


def test_idle_daemon_ends_by_itself(tmp_path: Path) -> None:
    with one_process(tmp_path / "home", "--daemon-idle=500ms") as installation:
        assert installation.processes["all"].wait() == 0


def test_daemon_with_a_browser_is_not_idle(tmp_path: Path) -> None:
    with one_process(tmp_path / "home", "--daemon-idle=500ms") as installation:
        with extension_thread(installation.port):
            time.sleep(1.5)
            assert installation.processes["all"].process.poll() is None
        assert installation.processes["all"].wait() == 0


def test_taken_port_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ended = run_bskd(f"--port={port}", f"--home={tmp_path / 'home'}")
        assert ended.returncode == 2
        assert f"cannot listen on 127.0.0.1:{port}" in ended.stderr
        assert "hint: " in ended.stderr
        assert "Traceback" not in ended.stderr
        (log,) = (tmp_path / "home").glob("daemon.log.*")
        assert str(port) in log.read_text()


def test_home_with_a_long_path_works(tmp_path: Path) -> None:
    home = tmp_path / ("h" * 200)
    with one_process(home) as installation:
        assert len(installation.grpc_address) < 110
        assert status(installation.grpc_address).daemon_version
        socket_file = Path(installation.processes["all"].record["sock_path"])
        assert mode(socket_file.parent) == 0o700
    assert not socket_file.exists()


def test_home_is_found_whatever_the_temporary_directory(tmp_path: Path) -> None:
    home = tmp_path / ("h" * 200)
    with one_process(home, environment={"TMPDIR": str(tmp_path)}) as installation:
        assert not installation.grpc_address.startswith(f"unix:{tmp_path}")


def test_denied_unix_sockets_fall_back_to_tcp_with_a_token(tmp_path: Path) -> None:
    home = tmp_path / "home"
    deny = tmp_path / "deny"
    deny.mkdir()
    # What a sandbox does to the process, done from inside of it.
    (deny / "sitecustomize.py").write_text(
        "import socket\n"
        "original = socket.socket.bind\n"
        "def bind(self, address):\n"
        "    if self.family == socket.AF_UNIX:\n"
        "        raise PermissionError(1, 'Operation not permitted')\n"
        "    return original(self, address)\n"
        "socket.socket = type('socket', (socket.socket,), {'bind': bind})\n"
    )
    process = DaemonProcess(home, "--port=0", environment={"PYTHONPATH": str(deny)})
    try:
        process.wait_line("daemon ready")
        record = process.record
        assert record["grpc_address"].startswith("127.0.0.1:")
        assert record["sock_path"] is None
        with pytest.raises(grpc.RpcError):
            status(record["grpc_address"])
        assert status(record["grpc_address"], token=(home / "token").read_text()).pid == process.pid
    finally:
        process.stop()


def test_configuration_is_verified(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text('[session]\nidle_seconds = 60\n[peers]\nsession = "127.0.0.1:7000"\n')
    bad.write_text("[session]\nidle_second = 60\n")
    verified = run_bskd("--target=gateway", f"--config={good}", "--verify-config", home=tmp_path / "home")
    assert (verified.returncode, verified.stdout) == (0, "ok\n")
    assert not (tmp_path / "home").exists()
    refused = run_bskd(f"--config={bad}", "--verify-config")
    assert refused.returncode == 2
    assert f"unknown key session.idle_second in {bad}" in refused.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--target=transfer"], "--target transfer is not known"),
        (["--daemon-idle=soon"], "--daemon-idle soon is not a time"),
        (["--port=70000"], "--port 70000 is not a port"),
        (["--config=/none.toml"], "cannot read /none.toml"),
    ],
)
def test_unusable_arguments_are_named(tmp_path: Path, arguments: list[str], said: str) -> None:
    refused = run_bskd(*arguments, f"--home={tmp_path}")
    assert refused.returncode == 2
    assert said in refused.stderr
    assert "Traceback" not in refused.stderr


def test_home_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    refused = run_bskd(f"--home={tmp_path / 'file' / 'home'}", "--port=0")
    assert refused.returncode == 2
    assert "home directory" in refused.stderr


def test_killed_services_are_missed_at_once_and_found_again(tmp_path: Path) -> None:
    with separate_processes(tmp_path / "home") as installation:
        for target in ("session", "gateway", "router"):
            installation.processes[target].kill()
            began = time.monotonic()
            with pytest.raises(grpc.RpcError):
                status(installation.grpc_address)
            assert time.monotonic() - began < 2
            start_separately(installation, target)
            assert answers_again(installation.grpc_address)


def answers_again(address: str) -> bool:
    until = time.monotonic() + 5
    while time.monotonic() < until:
        try:
            return bool(status(address).daemon_version)
        except grpc.RpcError:
            time.sleep(0.05)
    return False


def test_services_on_tcp_show_each_other_the_token(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    ports = {}
    for service in ("session", "gateway", "router"):
        with socket.create_server(("127.0.0.1", 0)) as free:
            ports[service] = free.getsockname()[1]
    peers = "[peers]\n" + "".join(f'{service} = "127.0.0.1:{port}"\n' for service, port in ports.items())
    processes = []
    try:
        for service, port in ports.items():
            configuration = home / f"{service}.toml"
            configuration.write_text(f'[listen]\ngrpc = "127.0.0.1:{port}"\n{peers}')
            processes.append(DaemonProcess(home, f"--config={configuration}", "--port=0", target=service))
        for process in processes:
            process.wait_line("ready")
        token = (home / "token").read_text()
        assert status(f"127.0.0.1:{ports['router']}", token=token).daemon_version
        with pytest.raises(grpc.RpcError):
            status(f"127.0.0.1:{ports['router']}")
    finally:
        for process in processes:
            process.stop()
