"""Reading jobs run in the test's own process: the same jobs, without the limits."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from bot.engines.reading import Output, Reading
from bot.service.readingjobs import JOBS


class Here:
    """Runs the jobs in a thread."""

    async def run(self, job: str, data: bytes, **options: Any) -> Output:
        """The job's result for the bytes."""
        return await asyncio.to_thread(JOBS[job], data, json.loads(json.dumps(options)))

    async def warm(self) -> None:
        """Nothing to prepare."""


READING = Reading(Here(), Here())
