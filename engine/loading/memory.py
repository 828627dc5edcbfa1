"""Memory of the C library, which keeps what is freed until it is told to give it back."""

from __future__ import annotations

import ctypes
from contextlib import suppress


def give_back() -> None:
    """Gives memory that was freed back to the system, where the C library can: after loading, that is half of it."""
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)
