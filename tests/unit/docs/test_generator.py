"""The reference pages say what the program does."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
NOT_FOR_PEOPLE = {"BSK_TEST_PROGRAM"}


def test_generator_finds_every_page_up_to_date() -> None:
    command = [sys.executable, "-m", "docs.generator", "--check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_generator_names_every_environment_variable() -> None:
    page = (ROOT / "docs/reference/configuration.md").read_text()
    sources = [path for place in ("cli", "services") for path in (ROOT / place).rglob("*.py")]
    used = {name for path in sources for name in re.findall(r'"(BSK_[A-Z_]+)"', path.read_text())}
    assert used - NOT_FOR_PEOPLE <= set(re.findall(r"`(BSK_[A-Z_]+)`", page))
