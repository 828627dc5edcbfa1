"""The job of the processes that do the engine's long work. Only the process of `EngineProcess` imports this module."""

from __future__ import annotations

import os
import pickle
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Any

from bot.service.sandbox.values import Job, Output
from bot.service.sandbox.works import Named, WorkOrder
from engine.computer.simulating import LANES
from engine.words.lexicon import Lexicon

KEPT = 2
"""Lexicons that stay in memory."""

_lexicons: OrderedDict[Named, Lexicon] = OrderedDict()
_threads = ThreadPoolExecutor(min(LANES, os.cpu_count() or 1), "slices")


def do(data: bytes, _: Mapping[str, Any]) -> Output:
    """The result of a request with the seconds that it took, or that its words are lacking."""
    request: WorkOrder = pickle.loads(data)  # noqa: S301 - the bot made it
    lexicon = _find(request)
    if lexicon is None:
        return Output({"lacks": "words"})
    from engine.loading.computers import load_tools

    tools, begun = load_tools(request.variant, lexicon), monotonic()
    result = request.work.do(tools, _alarm(begun + request.seconds), _threads.map)
    return Output({"seconds": monotonic() - begun}, pickle.dumps(result))


def _alarm(end: float) -> Callable[[], bool]:
    return lambda: monotonic() > end


def _find(request: WorkOrder) -> Lexicon | None:
    """The words of a request: sent with it, known from before, or in the cache, where processes share the memory."""
    from engine.loading import cache

    named = request.named
    found = request.words or _lexicons.get(named)
    if found is None and (graph := cache.read_graph(named.id)):
        found = Lexicon(named.name, named.alphabet, graph, named.id)
    if found is not None:
        _lexicons[named] = found
        _lexicons.move_to_end(named)
        while len(_lexicons) > KEPT:
            _lexicons.popitem(last=False)
    return found


JOBS: Mapping[str, Job] = {"do": do}
"""The jobs by name."""
