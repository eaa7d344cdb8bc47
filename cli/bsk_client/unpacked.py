"""The unpacked extension that belongs to this installation."""

from __future__ import annotations

import hashlib
import json
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


def mark_build(extension: Path) -> None:
    """Give a copy of the extension a version and a worker whose names change with its content.

    A profile keeps the worker of an extension, whatever the files say: it registers one anew when the version differs,
    and fetches it anew when its name does. `version_name` stays the version for people. Raises `OSError`, `ValueError`
    or `KeyError` when the copy is not an extension.
    """
    digest = hashlib.sha256()
    for path in sorted(path for path in extension.rglob("*") if path.is_file()):
        digest.update(path.read_bytes())
    # Chrome takes up to four numbers of 16 bits.
    build = int.from_bytes(digest.digest()[:2], "big")
    manifest = json.loads((extension / "manifest.json").read_text())
    version, worker = manifest["version"], Path(manifest["background"]["service_worker"])
    renamed = worker.with_stem(f"{worker.stem}-{build}")
    (extension / worker).rename(extension / renamed)
    manifest["background"]["service_worker"] = renamed.as_posix()
    manifest |= {"version": f"{version}.{build}", "version_name": version}
    (extension / "manifest.json").write_text(json.dumps(manifest))
