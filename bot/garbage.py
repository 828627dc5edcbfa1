"""Python's full garbage collections, kept short.

A full collection looks at every object there is while all threads stand still: a third of a second once the engine is
loaded. Whatever has survived a long one (modules, kernels, games in memory) is set aside, so that the next does not
look at it again. It is still freed as soon as nothing refers to it; only rings of such objects stay.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

LONG = 0.02
"""A collection that takes this many seconds is not repeated."""

FULL = 2
"""The generation of a full collection."""


@contextmanager
def short_collections(long: float = LONG) -> Iterator[None]:
    """While this lasts, what has survived a full collection of at least `long` seconds is not looked at again.

    Begins with a full collection.
    """
    begun = 0.0

    def note(phase: str, info: dict[str, int]) -> None:
        nonlocal begun
        if phase == "start":
            begun = perf_counter()
        elif info["generation"] == FULL and perf_counter() - begun >= long:
            gc.freeze()

    gc.callbacks.append(note)
    try:
        gc.collect()
        yield
    finally:
        gc.callbacks.remove(note)
        gc.unfreeze()
