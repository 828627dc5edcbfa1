"""The engine process: does several jobs at once for the bot that started it, and ends with it.

It says how its kernels run, then reads orders and tells twice a second that it lives.
"""

from __future__ import annotations

import os
import pickle
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from time import monotonic
from typing import IO, Any

from bot.engines.children import Frame, bound_memory, described, die_with, own_pipes, pack, receive, stand_back
from bot.engines.works import (
    BEAT_SECONDS,
    LANES,
    LEXICONS_KEPT,
    MEMORY,
    MOST_ANSWER,
    ChooseMove,
    FindHint,
    LexiconKey,
    Means,
    Waits,
    WorkRequest,
)
from bot.fairness import UNBOUNDED, FairThreads, on_behalf_of
from bot.system import lacks_memory
from engine import jit
from engine.computer.tools import Candidate, ComputerTools, ignore
from engine.words.lexicon import Lexicon

NICE = 10
"""How far thinking yields to answering, as a Unix nice value."""
LOWEST = 15
"""How far work for which nobody waits yields to both."""


class Child:
    """Does what the bot orders; each server in turn gets the cores for its simulations."""

    def __init__(self, answers: IO[bytes]) -> None:
        self._answers = answers
        self._writing = threading.Lock()
        self._stops: dict[int, threading.Event] = {}
        self._lexicons: OrderedDict[LexiconKey, Lexicon] = OrderedDict()
        cores = os.cpu_count() or 1
        urgent, quiet = partial(stand_back, NICE), partial(stand_back, LOWEST)
        self._slices = FairThreads(cores, "slices", most=UNBOUNDED, initializer=urgent)
        self._urgent = ThreadPoolExecutor(LANES, "urgent", urgent)
        self._quiet_slices = ThreadPoolExecutor(cores, "quiet slices", quiet)
        self._quiet = ThreadPoolExecutor(1, "quiet", quiet)

    def obey(self, requests: IO[bytes]) -> None:
        """Do what is ordered until the bot closes the pipe."""
        self._tell(Frame({"ready": os.environ[jit.MODE]}))
        threading.Thread(target=self._beat, daemon=True).start()
        while frame := receive(requests):
            if "stop" in frame.facts:
                if stop := self._stops.get(frame.facts["stop"]):
                    stop.set()
            else:
                self._begin(frame)

    def _begin(self, frame: Frame) -> None:
        number, stop = int(frame.facts["job"]), threading.Event()
        self._stops[number] = stop
        request: WorkRequest = pickle.loads(frame.data)  # noqa: S301 - the bot made it
        quiet = request.waits is Waits.NOBODY
        threads, slices = (self._quiet, self._quiet_slices) if quiet else (self._urgent, self._slices)
        threads.submit(self._do, number, request, stop, slices)

    def _do(self, number: int, request: WorkRequest, stop: threading.Event, slices: Executor) -> None:
        with on_behalf_of(request.key):
            try:
                facts, value = self._answer(number, request, stop, slices)
                data = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
                if len(data) > MOST_ANSWER:
                    facts, data = {"failed": "the answer is too long"}, b""
            except Exception as error:
                facts, data = {"failed": described(error), "memory": lacks_memory(error)}, b""
        del self._stops[number]
        self._tell(Frame({"job": number, **facts}, data))

    def _answer(
        self, number: int, request: WorkRequest, stop: threading.Event, slices: Executor
    ) -> tuple[dict[str, Any], Any]:
        lexicon = self._find(request)
        if lexicon is None:
            return {"lacks": "words"}, None
        tools, begun = _tools(request, lexicon), monotonic()
        end = begun + request.seconds
        means = Means(
            tools,
            lambda: stop.is_set() or monotonic() > end,
            slices.map,
            self._reporter(number) if request.reports else ignore,
        )
        value = request.work.do(means)
        return {"seconds": monotonic() - begun}, value

    def _reporter(self, number: int) -> Callable[[Sequence[Candidate]], None]:
        return lambda found: self._tell(Frame({"report": number}, pickle.dumps(tuple(found), pickle.HIGHEST_PROTOCOL)))

    def _find(self, request: WorkRequest) -> Lexicon | None:
        """The words of a request: sent with it, known from before, or in the cache, whose memory processes share."""
        from engine.loading import cache

        named = request.named
        found = request.words or self._lexicons.get(named)
        if found is None and (graph := cache.read_graph(named.id)):
            found = Lexicon(named.name, named.alphabet, graph, named.id)
        if found is not None:
            self._lexicons[named] = found
            self._lexicons.move_to_end(named)
            while len(self._lexicons) > LEXICONS_KEPT:
                self._lexicons.popitem(last=False)
        return found

    def _beat(self) -> None:
        never = threading.Event()
        while not never.wait(BEAT_SECONDS):
            self._tell(Frame({}))

    def _tell(self, frame: Frame) -> None:
        with self._writing:
            self._answers.write(pack(frame))
            self._answers.flush()


def _tools(request: WorkRequest, lexicon: Lexicon) -> ComputerTools:
    """What a job works with; in plain Python, only what the position at hand needs."""
    if not jit.is_enabled() and isinstance(request.work, ChooseMove | FindHint):
        from engine.loading.computers import load_sparse_tools

        return load_sparse_tools(request.work.view, lexicon)
    from engine.loading.computers import load_tools

    return load_tools(request.variant, lexicon)


def main(parent: int) -> None:
    """Work until the bot closes the pipe, or the process that started this one ends."""
    requests, answers = own_pipes()
    die_with(parent)
    bound_memory(MEMORY)
    Child(answers).obey(requests)
    os._exit(0)  # threads may be in the middle of work that nobody wants any more
