"""Memory that the C library keeps after it is freed, where that is glibc."""

from __future__ import annotations

import ctypes
from contextlib import suppress

_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
_LARGE = 1 << 16
_FAILURES = (AttributeError, OSError, TypeError)


def keep_little() -> None:
    """Has everything freed of 64 KB or more returned to the system from now on: pictures leave holes otherwise.

    The thresholds would adapt to the largest pieces, and each thread would keep memory of its own.
    """
    with suppress(*_FAILURES):
        for option, value in ((_ARENA_MAX, 1), (_TRIM_THRESHOLD, _LARGE), (_MMAP_THRESHOLD, _LARGE)):
            ctypes.CDLL(None).mallopt(option, value)


def give_back() -> None:
    """Returns freed memory to the system: after loading, that is half of it."""
    with suppress(*_FAILURES):
        ctypes.CDLL(None).malloc_trim(0)
