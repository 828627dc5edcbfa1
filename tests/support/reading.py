"""Reading jobs run in the test's own process: the same jobs and refusals, without the limits of a process."""

from __future__ import annotations

import asyncio
import json
from io import BytesIO
from typing import Any

from bot.engines.frames import Frame, receive
from bot.engines.reading import Output, Reading, Sandbox
from bot.engines.reading.child import _answer
from bot.model.errors import ReadingFailed
from bot.service.readingjobs import JOBS


class Here(Sandbox):
    """Runs the jobs in a thread. Starting the process would take as long as a whole test."""

    def __init__(self, jobs: str = "bot.service.readingjobs") -> None:
        super().__init__(jobs)

    async def warm(self) -> None:
        """Nothing to prepare."""

    async def stand_by(self) -> None:
        """Nothing to prepare."""

    async def run(self, job: str, data: bytes, **options: Any) -> Output:
        """As `Sandbox.run`; what the job is given and what it answers cross as they would between processes."""
        if self._closed:
            raise ReadingFailed
        request = Frame({"job": job, "options": json.loads(json.dumps(options))}, data)
        answer = receive(BytesIO(await asyncio.to_thread(_answer, JOBS, request, self._limits)))
        assert answer
        return self._output(job, answer)


READING = Reading(Here(), Here())
