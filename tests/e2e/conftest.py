"""What every browser test stands on: a home with a daemon, a real Chromium with the built extension, and a site."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bsk_client import connect
from support.bsk import Bsk, Page
from support.site import Site, open_site


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    with open_site() as opened:
        yield opened


@pytest.fixture(scope="session")
def bsk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bsk]:
    """A command line whose daemon runs and has one browser."""
    with running(tmp_path_factory.mktemp("home")) as started:
        started("browser", "launch", "--headless").ok()
        yield started


@pytest.fixture
def page(bsk: Bsk) -> Iterator[Page]:
    """A fresh session in that browser."""
    with connect(bsk.home, auto_start=False) as connection, connection.session() as session:
        yield Page(bsk, session.id)


@pytest.fixture
def own_bsk(tmp_path: Path) -> Iterator[Bsk]:
    """A command line with a daemon that a test may kill."""
    with running(tmp_path / "home") as started:
        yield started


@contextmanager
def running(home: Path) -> Iterator[Bsk]:
    """A daemon on a free port in `home`; browsers and daemon are ended at the exit, however they fared."""
    bsk = Bsk(home)
    try:
        bsk.use_free_port()
        bsk("daemon", "start").ok()
        yield bsk
    finally:
        bsk("browser", "stop")
        bsk("daemon", "stop")
