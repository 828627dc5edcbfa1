"""The reading process: runs one job after another for the bot that started it, and ends with it.

It is started as `python -m bot.engines.reading.child MODULE LIMITS PARENT`, where the module holds the table `JOBS`.
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import sys
import time
from collections.abc import Mapping
from typing import IO

from bot.engines.children import FactsTooLong, Frame, bound_memory, described, die_with, own_pipes, pack, receive
from bot.engines.reading import reports
from bot.engines.reading.reports import JobLimits, ReadingJob

GRACE_SECONDS = 5
"""Seconds that the bot has to end an overlong job before the system does."""


def main(module: str, limits: JobLimits, parent: int) -> None:
    """Answer requests until the bot closes the pipe."""
    requests, answers = own_pipes()
    die_with(parent)
    jobs: Mapping[str, ReadingJob] = importlib.import_module(module).JOBS
    _confine(limits)
    _send(answers, pack(Frame({"ready": True})))
    while request := receive(requests):
        _begin(limits)
        answer = _answer(jobs, request, limits)
        _rest()
        _send(answers, answer)


def _send(answers: IO[bytes], frame: bytes) -> None:
    answers.write(frame)
    answers.flush()


def _answer(jobs: Mapping[str, ReadingJob], request: Frame, limits: JobLimits) -> bytes:
    try:
        output = jobs[request.facts["job"]](request.data, request.facts["options"])
        if len(output.data) > limits.result:
            return pack(Frame({"limit": "result"}))
        return pack(Frame({"done": dict(output.facts)}, output.data))
    except FactsTooLong:
        return pack(Frame({"limit": "result"}))
    except MemoryError:
        return pack(Frame({"limit": "memory"}))
    except Exception as error:
        return pack(Frame(reports.write(error) or {"unexpected": described(error)}))


if sys.platform == "win32":

    def _confine(limits: JobLimits) -> None:
        """Do nothing: the bot ends overlong jobs."""

    def _begin(limits: JobLimits) -> None:
        """Do nothing: there is nothing to set."""

    def _rest() -> None:
        """Do nothing: there is nothing to undo."""

else:
    import resource

    def _confine(limits: JobLimits) -> None:
        """Yield to the bot, write no file, and bound the memory."""
        os.nice(limits.nice)
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        bound_memory(limits.memory)

    def _begin(limits: JobLimits) -> None:
        """Let the system end this process if the job takes too long, whatever the job does."""
        used = time.process_time()
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (int(used) + 1 + limits.cpu, hard))
        signal.setitimer(signal.ITIMER_REAL, limits.wall + GRACE_SECONDS)

    def _rest() -> None:
        """Cancel the alarm."""
        signal.setitimer(signal.ITIMER_REAL, 0)


if __name__ == "__main__":
    main(sys.argv[1], JobLimits(**json.loads(sys.argv[2])), int(sys.argv[3]))
