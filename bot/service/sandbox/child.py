"""The reading process: runs one job after another for the bot that started it, and ends with it.

It is started as `python -m bot.service.sandbox.child MODULE LIMITS PARENT`, where the module holds the table `JOBS`.
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import sys
import time
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import IO

from bot.service.sandbox import reports
from bot.service.sandbox.values import FactsTooLong, Frame, Job, Limits, pack, receive

GRACE = 5
"""Seconds that the bot has to end an overlong job before the system does."""
_PR_SET_PDEATHSIG = 1


def main(module: str, limits: Limits, parent: int) -> None:
    """Answer requests until the bot closes the pipe."""
    requests, answers = _pipes()
    _die_with(parent)
    jobs: Mapping[str, Job] = importlib.import_module(module).JOBS
    _confine(limits)
    _send(answers, pack(Frame({"ready": True})))
    while request := receive(requests):
        _begin(limits)
        answer = _answer(jobs, request, limits)
        _rest()
        _send(answers, answer)


def _pipes() -> tuple[IO[bytes], IO[bytes]]:
    """Both ends of the bot's pipes, kept away from what a library may print or read."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1):
        os.dup2(nothing, standard)
    return requests, answers


def _send(answers: IO[bytes], frame: bytes) -> None:
    answers.write(frame)
    answers.flush()


def _answer(jobs: Mapping[str, Job], request: Frame, limits: Limits) -> bytes:
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
        return pack(Frame(reports.write(error) or {"unexpected": _described(error)}))


def _described(error: Exception) -> str:
    """The kind of an error and where it happened; its text could hold user data."""
    places = [f"{Path(frame.filename).name}:{frame.lineno}" for frame in traceback.extract_tb(error.__traceback__)]
    return " < ".join((type(error).__name__, *reversed(places[-6:])))


if sys.platform == "win32":

    def _die_with(parent: int) -> None:
        """Do nothing: the end of the pipe ends this process."""

    def _confine(limits: Limits) -> None:
        """Do nothing: the bot ends overlong jobs."""

    def _begin(limits: Limits) -> None:
        """Do nothing: there is nothing to set."""

    def _rest() -> None:
        """Do nothing: there is nothing to undo."""

else:
    import resource

    def _die_with(parent: int) -> None:
        """End with the bot even during a job; on systems other than Linux the job's alarm does that."""
        if sys.platform == "linux":
            import ctypes

            ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            sys.exit()
        # An interrupt on the terminal is for the bot, which ends this process in its own time.
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    def _confine(limits: Limits) -> None:
        """Yield to the bot, write no file, dump no core, and bound the memory."""
        os.nice(limits.nice)
        for kind in (resource.RLIMIT_CORE, resource.RLIMIT_FSIZE):
            resource.setrlimit(kind, (0, 0))
        used = _address_space()
        if used is not None:
            most = used + limits.memory
            resource.setrlimit(resource.RLIMIT_AS, (most, most))

    def _address_space() -> int | None:
        """The bytes that this process has mapped; None if the system does not report them."""
        try:
            pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[0]
        except OSError:
            return None
        return int(pages) * resource.getpagesize()

    def _begin(limits: Limits) -> None:
        """Let the system end this process if the job takes too long, whatever the job does."""
        used = time.process_time()
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (int(used) + 1 + limits.cpu, hard))
        signal.setitimer(signal.ITIMER_REAL, limits.wall + GRACE)

    def _rest() -> None:
        """Cancel the alarm."""
        signal.setitimer(signal.ITIMER_REAL, 0)


if __name__ == "__main__":
    main(sys.argv[1], Limits(**json.loads(sys.argv[2])), int(sys.argv[3]))
