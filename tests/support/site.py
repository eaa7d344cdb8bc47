"""A local web site for the browser tests: files of one folder, and addresses that behave in a certain way."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

PAGES = Path(__file__).parents[1] / "e2e/pages"


class SiteHandler(SimpleHTTPRequestHandler):
    """Serves the pages. Besides, `/redirect?to=`, `/empty` (204), `/hang` (never answers) and `/slow?ms=` (a page)."""

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        query = {key: values[0] for key, values in parse_qs(parts.query).items()}
        match parts.path:
            case "/redirect":
                self._answer(302, b"", ("Location", query["to"]))
            case "/empty":
                self._answer(204, b"")
            case "/attachment":
                self._answer(200, b"a,b\n1,2\n", ("Content-Disposition", 'attachment; filename="data.csv"'))
            case "/slow":
                time.sleep(int(query["ms"]) / 1000)
                self._answer(200, b"<!doctype html><title>Slow</title><h1>Slow page</h1>")
            case "/hang":
                closing.wait()
            case _:
                super().do_GET()

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        super().do_GET()

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "max-age=0")
        super().end_headers()

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002
        """Keep the test output clean."""

    def _answer(self, status: int, body: bytes, *headers: tuple[str, str]) -> None:
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        if status != 204:
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


closing = threading.Event()


class Site:
    """Addresses of a running site. `other` is the same site under another origin."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.other = f"http://localhost:{port}"

    def page(self, name: str) -> str:
        """Address of a page of `tests/e2e/pages`."""
        return f"{self.url}/{name}"


@contextmanager
def open_site() -> Iterator[Site]:
    """Serve the pages for as long as the context lasts."""
    closing.clear()
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(SiteHandler, directory=str(PAGES)))
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield Site(server.server_address[1])
    finally:
        closing.set()
        server.shutdown()
        thread.join()
        server.server_close()
