"""Compiling the kernels ahead, in processes of their own, since that takes minutes and would block the event loop.

The kernels that every player needs come first. Old caches that are no longer used are deleted.
"""

from __future__ import annotations

import importlib
import multiprocessing
import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager, suppress
from graphlib import TopologicalSorter
from pathlib import Path

from engine import jit

WORKERS = 4
"""The most processes that compile at the same time."""
NICE = 15
"""How far compiling yields to everything else, as a Unix nice value, unless someone waits for it."""
CACHES_KEPT = 8
"""The fewest caches to keep, of this version and others."""
UNUSED_SECONDS = 7 * 24 * 3600.0
"""Caches used within this many seconds are kept too."""
LAST = "engine.computer"
"""The package that only some players need, which is compiled last."""
LEFT_OUT = "engine.computer.kernels.training"
"""What only makes leave values, which maintainers do: it is compiled when it is first called."""

OnProgress = Callable[[int, int], object]
"""Called with the number of compiled modules and the number of all modules."""


def compile_all(progress: OnProgress | None = None, nice: int = NICE) -> None:
    """Compile every kernel that is not in the cache but those `LEFT_OUT`, several modules at once; delete old caches.

    `nice` is how far that yields to other work. Does nothing if there is nowhere to keep a cache: each process then
    compiles the kernels it needs. Raises `BrokenProcessPool` if one of the processes is ended.
    """
    if jit.is_tuned() or jit.cache_folder() is None:
        return
    number = min(WORKERS, os.cpu_count() or 1)
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(number, spawn, _stand_back, (nice,)) as pool:
        needs = {name: others - {LEFT_OUT} for name, others in jit.needs().items() if name != LEFT_OUT}
        for done, _ in enumerate(_in_order_of_need(needs, pool, number), 1):
            if progress:
                progress(done, len(needs))
        jit.mark_tuned()
    prune_caches()


def _in_order_of_need(needs: Mapping[str, frozenset[str]], pool: ProcessPoolExecutor, number: int) -> Iterator[str]:
    """Compile each module once the modules it needs are compiled; yields their names as they are done."""
    order: TopologicalSorter[str] = TopologicalSorter(needs)
    order.prepare()
    waiting: set[str] = set()
    running: dict[Future[None], str] = {}
    while order.is_active():
        waiting.update(order.get_ready())
        # Submit no more than can begin, so that a more urgent module can still overtake the rest.
        for name in sorted(waiting, key=lambda name: (name.startswith(LAST), name))[: number - len(running)]:
            waiting.remove(name)
            running[pool.submit(jit.compile_module, name)] = name
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            future.result()
            name = running.pop(future)
            order.done(name)
            yield name


def _stand_back(nice: int) -> None:
    """Yield to all other work, and end with the process that started this one."""
    if hasattr(os, "nice"):
        os.nice(max(0, nice - os.nice(0)))
    if parent := multiprocessing.parent_process():
        threading.Thread(target=_end_with, args=(parent.join,), daemon=True).start()


def _end_with(other: Callable[[], object]) -> None:
    """End this process as soon as a call returns, whatever the process is doing then."""
    other()
    os._exit(1)


# --- old caches ---


def prune_caches() -> None:
    """Delete the caches of other versions of the kernels, except recent ones and those in use."""
    own = jit.cache_folder()
    if own is None:
        return
    for left in own.parent.glob("*.old"):
        shutil.rmtree(left, ignore_errors=True)
    others = sorted((one for one in own.parent.iterdir() if one != own), key=_last_use, reverse=True)
    for folder in others[CACHES_KEPT - 1 :]:
        if _last_use(folder) < time.time() - UNUSED_SECONDS:
            _delete(folder)


def _last_use(folder: Path) -> float:
    """When a cache was last used, as far as its files show."""
    times = [0.0]
    for file in (folder / jit.USED, folder):
        with suppress(OSError):
            times.append(file.stat().st_mtime)
    return max(times)


def _delete(folder: Path) -> None:
    """Delete a cache unless a process uses it."""
    with suppress(OSError), _alone(folder):
        # A process that starts now must not find half a cache under its own name.
        shutil.rmtree(folder.rename(folder.with_name(f"{folder.name}.old")), ignore_errors=True)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """While this lasts, no process begins to use a cache. Raises `OSError` if one uses it."""
    if sys.platform == "win32":
        yield  # Windows never renames a folder with an open file
        return
    import fcntl

    handle = os.open(folder / jit.USED, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(handle)


# --- the process ---


if __name__ == "__main__":
    threading.Thread(target=_end_with, args=(sys.stdin.buffer.read,), daemon=True).start()
    # Import it under the name that the workers use.
    importlib.import_module("bot.engines.compiler").compile_all()
