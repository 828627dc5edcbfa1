"""The rules for every input: only refusals, time linear in its size, little memory."""

from __future__ import annotations

import resource
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

CORPUS = Path(__file__).parent / "corpus"

SECONDS = 0.4
PER_KILOBYTE = 0.02
"""Processor seconds allowed per kilobyte of input; about a hundred times those of the slowest valid input."""
REPEATS = 3
MEGABYTES = 400
"""The most megabytes by which the peak memory may grow."""
SHOWN = 300

_UNIT = 1024 if sys.platform != "darwin" else 1


class Found(AssertionError):
    """An input breaks a rule."""


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of an input, for making it again: the surface, and a seed and number or a name."""

    surface: str
    seed: int | None
    name: str

    @property
    def repeat(self) -> str:
        """How to run it again."""
        if self.seed is None:
            return f"pytest tests/fuzz -k {self.surface}"
        return f"pytest tests/fuzz -m soak -k {self.surface} --fuzz-seed {self.seed}  # input {self.name}"


def memory() -> int:
    """The peak memory of this process so far, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _UNIT


def refuses(read: Callable[[bytes], object], refusals: tuple[type[BaseException], ...], data: bytes) -> None:
    """Read an input. Raises any exception that is not a refusal."""
    try:
        read(data)
    except refusals:
        return


def measured(read: Callable[[bytes], object], refusals: tuple[type[BaseException], ...], data: bytes) -> float:
    """The processor seconds that this thread needs for an input."""
    begun = time.thread_time()
    refuses(read, refusals, data)
    return time.thread_time() - begun


def check(
    origin: Origin,
    read: Callable[[bytes], object],
    refusals: tuple[type[BaseException], ...],
    data: bytes,
    *,
    strictly: bool,
) -> None:
    """Raise `Found` if an input breaks a rule; time and memory are checked only if `strictly`."""
    before = memory()
    try:
        seconds = measured(read, refusals, data)
    except Exception as error:
        raise Found(told(origin, data, "".join(traceback.format_exception(error)[-6:]))) from error
    if not strictly:
        return
    allowed = SECONDS + PER_KILOBYTE * len(data) / 1024
    if seconds > allowed:
        seconds = min(measured(read, refusals, data) for _ in range(REPEATS))
        if seconds > allowed:
            raise Found(told(origin, data, f"takes {seconds:.1f} s, where {allowed:.1f} s are allowed"))
    if memory() - before > MEGABYTES * 1024 * 1024:
        raise Found(told(origin, data, f"takes more than {MEGABYTES} MB of memory"))


def told(origin: Origin, data: bytes, fault: str) -> str:
    """The fault, and how to repeat and keep it."""
    kept = CORPUS / origin.surface / "name-of-the-fault"
    return (
        f"{origin.surface}: {fault}\n"
        f"seed {origin.seed}, input {origin.name}, {len(data)} bytes, which begin: {data[:SHOWN]!r}\n"
        f"Repeat it by: {origin.repeat}\n"
        f"Once mended, keep it: write these bytes to {kept.relative_to(CORPUS.parent.parent.parent)}, "
        "or add what makes them to tests/fuzz/finds.py where they are many."
    )
