"""The unpacked extension that belongs to this installation."""

from __future__ import annotations

from pathlib import Path

from bsk_wire.errors import BskError, Reason

_HERE = Path(__file__).parent
# In a wheel it lies in this package; in a source tree the build puts it beside the sources.
_PLACES = (_HERE / "extension", _HERE.parents[1] / "build/extension")


def extension_directory() -> Path:
    """Directory that a browser can load as an unpacked extension.

    Raises `BskError(CONFIGURATION_ERROR)` in a source tree where it has not been built.
    """
    for place in _PLACES:
        if (place / "manifest.json").is_file():
            return place
    raise BskError(
        Reason.CONFIGURATION_ERROR,
        "the extension has not been built",
        hint="build it with `./run gen` in the source tree, or install the wheel",
    )
