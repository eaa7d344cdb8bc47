"""Starts a real Chromium with a copy of the built extension in a profile of its own."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import tempfile
from pathlib import Path
from types import TracebackType

BUILT_EXTENSION = Path(__file__).resolve().parents[2] / "build" / "extension"
STOP_TIMEOUT_SECONDS = 10.0
START_TIMEOUT_SECONDS = 30.0
PROGRAMS = ("chromium", "chromium-browser", "google-chrome-for-testing")


class ExtensionBrowser:
    """A Chromium whose extension dials `port`. Use as an asynchronous context manager.

    `directory` keeps profile, extension and log, and is removed at the end unless the caller named it.
    """

    def __init__(
        self,
        port: int,
        *,
        extension: Path = BUILT_EXTENSION,
        directory: Path | None = None,
        address: str = "about:blank",
        headless: bool = True,
        arguments: tuple[str, ...] = (),
    ) -> None:
        self.port = port
        self.address = address
        self._own_directory = directory is None
        self.directory = Path(tempfile.mkdtemp(prefix="bsk-browser-")) if directory is None else directory
        self._source = extension
        self._headless = headless
        self._arguments = arguments
        self._process: asyncio.subprocess.Process | None = None

    @property
    def profile(self) -> Path:
        """The profile directory."""
        return self.directory / "profile"

    @property
    def extension(self) -> Path:
        """The copy of the extension that this browser has loaded."""
        return self.directory / "extension"

    async def __aenter__(self) -> ExtensionBrowser:
        program = next((found for name in PROGRAMS if (found := shutil.which(name))), None)
        if program is None:
            raise FileNotFoundError(f"none of {', '.join(PROGRAMS)} is on the PATH")
        if not self.extension.exists():
            shutil.copytree(self._source, self.extension)
        (self.extension / "connection.json").write_text(json.dumps({"port": self.port}))
        self.profile.mkdir(parents=True, exist_ok=True)
        (self.profile / "DevToolsActivePort").unlink(missing_ok=True)
        with (self.directory / "browser.log").open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                program,
                *(("--headless=new",) if self._headless else ()),
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--remote-debugging-port=0",
                f"--user-data-dir={self.profile}",
                f"--load-extension={self.extension}",
                f"--disable-extensions-except={self.extension}",
                "--screen-info={1920x1080}",
                *self._arguments,
                self.address,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        return self

    async def devtools_address(self) -> str:
        """Address of the browser's DevTools endpoint, once it listens."""
        file = self.profile / "DevToolsActivePort"
        async with asyncio.timeout(START_TIMEOUT_SECONDS):
            while True:
                lines = file.read_text().splitlines() if file.exists() else []
                if len(lines) == 2:
                    return f"ws://127.0.0.1:{lines[0]}{lines[1]}"
                await asyncio.sleep(0.05)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        process = self._process
        if process is not None and process.returncode is None:
            os.killpg(process.pid, signal.SIGTERM)
            try:
                await asyncio.wait_for(process.wait(), STOP_TIMEOUT_SECONDS)
            except TimeoutError:
                os.killpg(process.pid, signal.SIGKILL)
                await process.wait()
        if self._own_directory:
            shutil.rmtree(self.directory, ignore_errors=True)
