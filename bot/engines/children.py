"""Processes beside the bot: how it starts and ends them, how they begin, and the messages between them."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import struct
import sys
import threading
import traceback
from asyncio import StreamReader
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

LENGTHS = struct.Struct(">II")
MOST_FACTS = 512 * 1024
"""The most bytes of a message's JSON object."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One message."""

    facts: Mapping[str, Any]
    data: bytes = b""


class FactsTooLong(ValueError):
    """The JSON object of a message is too long."""


class FrameTooLarge(Exception):
    """A process says that it sends more than it may."""


def pack(frame: Frame) -> bytes:
    """The bytes of a message. Raises `FactsTooLong`, and `ValueError` or `TypeError` for what JSON cannot hold."""
    facts = json.dumps(frame.facts, separators=(",", ":"), allow_nan=False).encode()
    if len(facts) > MOST_FACTS:
        raise FactsTooLong
    return LENGTHS.pack(len(facts), len(frame.data)) + facts + frame.data


def unpack(facts: bytes, data: bytes) -> Frame:
    """The message in some bytes. Raises `ValueError`."""
    try:
        read = json.loads(facts)
    except RecursionError as error:
        raise ValueError("the facts are nested too deeply") from error
    if not isinstance(read, dict):
        raise ValueError("the facts are no object")
    return Frame(read, data)


def receive(stream: IO[bytes]) -> Frame | None:
    """The next message from a pipe; None at its end."""
    head = stream.read(LENGTHS.size)
    if len(head) < LENGTHS.size:
        return None
    facts, data = LENGTHS.unpack(head)
    return unpack(stream.read(facts), stream.read(data))


async def receive_from(stream: StreamReader, most: int) -> Frame:
    """The next message of a process, with at most so many bytes.

    Raises `FrameTooLarge`, `ValueError`, and at the end `IncompleteReadError` or `ConnectionError`.
    """
    facts, data = LENGTHS.unpack(await stream.readexactly(LENGTHS.size))
    if facts > MOST_FACTS or data > most:
        raise FrameTooLarge
    return unpack(await stream.readexactly(facts), await stream.readexactly(data))


LOG = logging.getLogger(__name__)
PASSED_ON = (
    "PATH",
    "HOME",
    "XDG_CACHE_HOME",
    "LANG",
    "LC_ALL",
    "SYSTEMROOT",
    "LOCALAPPDATA",
    "USERPROFILE",
    "PYTHONPYCACHEPREFIX",
    "TILEWRIGHT_JIT",
    "TILEWRIGHT_LEXICONS",
    "TILEWRIGHT_PREPARED",
)
"""Environment variables that such a process sees. Tokens and keys are not among them."""
_PR_SET_PDEATHSIG = 1


# --- in the bot ---


def bare_environment() -> dict[str, str]:
    """The environment of a process beside the bot: where Python finds the program, and that one thread is enough."""
    known = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    path = os.pathsep.join(entry for entry in sys.path if entry)
    return {**known, "PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


async def start(module: str, *arguments: str, variables: Mapping[str, str] | None = None) -> Process:
    """Start a module as a process that gets the bot's id as its last argument. Raises `OSError`."""
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-B", "-m", module, *arguments, str(os.getpid())),
        stdin=PIPE,
        stdout=PIPE,
        stderr=None if LOG.isEnabledFor(logging.DEBUG) else DEVNULL,
        env={**bare_environment(), **(variables or {})},
    )


def strike(process: Process) -> None:
    """Kill a process if it still runs."""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            process.kill()


async def kill(process: Process) -> None:
    """End a process for good, and close its pipes."""
    strike(process)
    await process.communicate()


# --- in the process ---


def own_pipes() -> tuple[IO[bytes], IO[bytes]]:
    """Both ends of the bot's pipes, kept away from what a library may print or read."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1):
        os.dup2(nothing, standard)
    return requests, answers


def stand_back(nice: int) -> None:
    """Lower the current thread's priority to a nice value, if the system can do that for a single thread."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), nice)


def described(error: BaseException) -> str:
    """The kind of an error and where it happened; its text could hold user data."""
    places = [f"{Path(frame.filename).name}:{frame.lineno}" for frame in traceback.extract_tb(error.__traceback__)]
    return " < ".join((type(error).__name__, *reversed(places[-6:])))


if sys.platform == "win32":

    def die_with(parent: int) -> None:
        """Do nothing: the end of the pipe ends this process."""

    def bound_memory(more: int) -> None:
        """Do nothing: there is nothing to set."""

else:
    import resource

    def die_with(parent: int) -> None:
        """End with the bot even during a job, on Linux; elsewhere the end of the pipe does that."""
        if sys.platform == "linux":
            import ctypes

            ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            sys.exit()
        # An interrupt on the terminal is for the bot, which ends this process in its own time.
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    def bound_memory(more: int) -> None:
        """Dump no core, and take at most so many bytes of address space more, where the system reports how many."""
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with suppress(OSError):
            pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[0]
            most = int(pages) * resource.getpagesize() + more
            resource.setrlimit(resource.RLIMIT_AS, (most, most))
