"""Copies of the unpacked extension."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bsk_client.unpacked import mark_build


def extension(directory: Path, worker: str) -> Path:
    """An extension with this text as its worker."""
    directory.mkdir()
    manifest = {"version": "1.2.3", "background": {"service_worker": "background.js"}}
    (directory / "manifest.json").write_text(json.dumps(manifest))
    (directory / "background.js").write_text(worker)
    return directory


def marked(directory: Path, worker: str) -> dict[str, str]:
    """Version, name of the version and name of the worker of a marked extension."""
    place = extension(directory, worker)
    mark_build(place)
    manifest = json.loads((place / "manifest.json").read_text())
    name = manifest["background"]["service_worker"]
    assert (place / name).read_text() == worker
    return {"version": manifest["version"], "version_name": manifest["version_name"], "worker": name}


def test_unpacked_copies_of_one_content_are_marked_alike(tmp_path: Path) -> None:
    assert marked(tmp_path / "a", "1") == marked(tmp_path / "b", "1")


def test_unpacked_copies_of_other_content_are_marked_otherwise(tmp_path: Path) -> None:
    one, other = marked(tmp_path / "a", "1"), marked(tmp_path / "b", "2")
    assert one["version_name"] == other["version_name"] == "1.2.3"
    assert one["version"] != other["version"]
    assert one["worker"] != other["worker"]


def test_unpacked_directory_without_a_manifest_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        mark_build(tmp_path)
