"""Python's garbage collections, kept rare and short.

Nearly everything that a move needs is freed as soon as nothing refers to it, so that a look at all young objects after
every few hundred finds next to nothing: it comes after many more.

A full collection examines every object and stops all threads meanwhile: a third of a second once the engine is loaded.
The objects that survive a long one (modules, kernels, games in memory) are set aside, so that the next collection
skips them. Each is still freed as soon as nothing refers to it; only reference cycles of such objects remain.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

LONG = 0.02
"""A collection that takes at least this many seconds is long: later ones skip the objects that survived it."""

YOUNG = 20_000
"""How many more objects there may be than at the last collection before young ones are looked at."""

FULL = 2
"""The generation of a full collection."""


@contextmanager
def short_collections(long: float = LONG) -> Iterator[None]:
    """While this lasts, collections are rarer, and objects that survive a full one of at least `long` seconds are not
    examined again.

    Begins with a full collection.
    """
    begun = 0.0

    def note(phase: str, info: dict[str, int]) -> None:
        nonlocal begun
        if phase == "start":
            begun = perf_counter()
        elif info["generation"] == FULL and perf_counter() - begun >= long:
            gc.freeze()

    usual = gc.get_threshold()
    gc.set_threshold(YOUNG, *usual[1:])
    gc.callbacks.append(note)
    try:
        gc.collect()
        yield
    finally:
        gc.callbacks.remove(note)
        gc.unfreeze()
        gc.set_threshold(*usual)
