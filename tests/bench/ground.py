"""What a bench stands on: a daemon in a home of its own, a real Chromium with the extension, and the pages."""

from __future__ import annotations

import asyncio
import threading
import time
import urllib.request
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from bench.pages import PAGES
from bsk_client import connect_async
from bsk_client.asyncconnection import AsyncSession
from support.bsk import Bsk
from support.devtools import DevTools
from support.extension_browser import ExtensionBrowser

SAMPLES = 15


@dataclass(frozen=True)
class Ground:
    """Everything started."""

    bsk: Bsk
    session: AsyncSession
    devtools: DevTools
    port: int
    address: str

    def url(self, page: str) -> str:
        """Address of one of the pages of `bench.pages`."""
        return f"{self.address}/{page}"

    def request_seconds(self, method: str) -> tuple[float, float]:
        """Sum and count of the gateway's measure of a method: from the request frame to its answer."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/metrics") as answer:
            lines = answer.read().decode().splitlines()
        found = {}
        for line in lines:
            for part in ("sum", "count"):
                if line.startswith(f'bsk_gateway_request_seconds_{part}{{method="{method}"}}'):
                    found[part] = float(line.rpartition(" ")[2])
        return found.get("sum", 0.0), found.get("count", 0.0)


async def median_ms(call: Callable[[], Awaitable[object]], samples: int = SAMPLES) -> float:
    """Median duration of a call in milliseconds, after one that does not count."""
    await call()
    seconds = []
    for _ in range(samples):
        began = time.perf_counter()
        await call()
        seconds.append(time.perf_counter() - began)
    return median(seconds) * 1000


async def process_ms(*command: str | Path, environment: dict[str, str], samples: int = SAMPLES) -> float:
    """Median duration of a whole process in milliseconds. Raises `RuntimeError` when it fails."""

    async def once() -> None:
        process = await asyncio.create_subprocess_exec(
            *command, env=environment, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL
        )
        if await process.wait():
            raise RuntimeError(f"{command} failed")

    return await median_ms(once, samples)


@asynccontextmanager
async def ground() -> AsyncIterator[Ground]:
    """Start daemon, browser, pages and one session, and end them all."""
    with TemporaryDirectory(prefix="bsk-bench-") as directory, serving() as address:
        bsk = Bsk(Path(directory) / "home")
        bsk.use_free_port()
        try:
            port = int(bsk.json("daemon", "start").ok().document["ws_port"])
            async with (
                ExtensionBrowser(port) as browser,
                DevTools(await browser.devtools_address()) as devtools,
                connect_async(bsk.home) as connection,
                await connection.session() as session,
            ):
                yield Ground(bsk, session, devtools, port, address)
        finally:
            bsk("daemon", "stop")


@contextmanager
def serving() -> Iterator[str]:
    """Serve the pages on loopback. Gives the address."""
    documents = {f"/{name}": page().encode() for name, page in PAGES.items()}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            document = documents.get(self.path)
            self.send_response(200 if document else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(document or b"")))
            self.end_headers()
            self.wfile.write(document or b"")

        def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002
            """Keep the tables clean."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
