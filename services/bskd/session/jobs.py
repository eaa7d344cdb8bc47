"""Work that goes on when the call that began it has ended."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar

_logger = logging.getLogger(__name__)
_Result = TypeVar("_Result")


async def first_of(*futures: asyncio.Future[Any], seconds: float | None = None) -> None:
    """Wait until one of several is done, or until `seconds` have gone by. Nothing is cancelled."""
    await asyncio.wait(futures, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)


async def settled(task: asyncio.Future[Any]) -> None:
    """Cancel a task unless it is done, and wait until it is. Its failure counts as seen."""
    task.cancel()
    await asyncio.wait({task})
    if not task.cancelled():
        task.exception()


class Jobs:
    """Tasks that are kept until they are done, and whose failures are logged unless somebody waits for them."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, _Result], name: str) -> asyncio.Task[_Result]:
        """Run `work` in a task of its own."""
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    async def finish(self, seconds: float) -> None:
        """Give the jobs `seconds` to end, then cancel what is left."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (failure := task.exception()) is not None:
            _logger.warning("%s failed: %s", task.get_name(), failure)
