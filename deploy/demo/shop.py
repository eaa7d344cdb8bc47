"""The small shop that the demo's agent buys tea in: static pages and one form, on loopback."""

from __future__ import annotations

import html
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs

PAGES = Path(__file__).parent / "shop"

CONFIRMATION = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Thank you - Corner Shop</title><link rel="stylesheet" href="/style.css"></head>
<body>
<header>
<h1>Corner Shop</h1>
<nav aria-label="Main"><a href="/">Products</a> <a href="/order.html">Order</a></nav>
</header>
<main>
<h2>Thank you, {name}</h2>
<p role="status">Order {number} is confirmed: {packets} x {tea}, delivery: {delivery}.</p>
</main>
</body>
</html>
"""


class ShopHandler(SimpleHTTPRequestHandler):
    """Serves the pages, and answers a posted order with its confirmation."""

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        order = {key: html.escape(values[0]) for key, values in parse_qs(self.rfile.read(length).decode()).items()}
        page = CONFIRMATION.format(
            number=1042,
            name=order.get("name", "stranger"),
            tea=order.get("tea", "nothing").capitalize(),
            packets=order.get("packets", "0"),
            delivery=order.get("delivery", "none"),
        ).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002
        """Say nothing: the demo's output is the agent's."""


@contextmanager
def open_shop() -> Iterator[str]:
    """Serve the shop for as long as the context lasts. Gives its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(ShopHandler, directory=str(PAGES)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
