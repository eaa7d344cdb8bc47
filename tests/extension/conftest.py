"""What the tests of the extension stand on: a local site."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from support.site import Site, open_site


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    with open_site() as opened:
        yield opened
