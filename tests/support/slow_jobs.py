"""Reading jobs that run until they are killed; small files are read as usual."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from bot.engines.reading import Output
from bot.engines.reading.reports import ReadingJob
from bot.wiring.readingjobs import JOBS as REAL

SLOW = b"SLOW"
"""The content of a file that is never read to its end."""


def _slow(job: ReadingJob) -> ReadingJob:
    def read(data: bytes, options: Mapping[str, Any]) -> Output:
        if SLOW in data:
            re.match(r"(a+)+\Z", "a" * 64 + "b")  # keeps the interpreter lock throughout
        return job(data, options)

    return read


JOBS = {name: _slow(job) for name, job in REAL.items()}
