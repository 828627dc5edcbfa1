"""Memory that the C library keeps after it is freed, until asked to return it to the system."""

from __future__ import annotations

import ctypes
from contextlib import suppress


def give_back() -> None:
    """Returns freed memory to the system, if the C library can: after loading, that is half of it."""
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)
