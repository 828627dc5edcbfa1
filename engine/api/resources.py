"""What positions of one variant and lexicon share: the move generator, the values of leaves, the computer players."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from time import monotonic

from engine import jit
from engine.computer.simulating import LANES, Run
from engine.computer.tools import ComputerTools
from engine.formats.replay import Judge
from engine.loading import computers, load_graph
from engine.loading.choosing import NO_LEXICON
from engine.model.variant import Variant
from engine.play.generator.encoding import LeaveTable
from engine.play.generator.generator import Generator
from engine.words.graph import WordGraph
from engine.words.lexicon import Lexicon

_log = logging.getLogger("engine")


@dataclass(frozen=True, eq=False)
class Resources:
    """A variant and a lexicon, and what is loaded for them when it is first needed.

    Threads may share it: at worst, two of them load the same at once. Another process loads its own, from files that
    all processes share: send it the text of a position and not the position.
    """

    variant: Variant
    lexicon: Lexicon
    _identity: tuple[Variant, str, str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_identity", (self.variant, self.lexicon.name, self.lexicon.id))

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Resources) and self._identity == other._identity)

    def __hash__(self) -> int:
        return hash(self.lexicon.id)

    @property
    def judge(self) -> Judge | None:
        """Says whether a word is valid; None if words are not checked."""
        return None if self.lexicon.name == NO_LEXICON else self.lexicon.contains

    @cached_property
    def generator(self) -> Generator:
        """The move generator. Raises `GraphTooLarge`."""
        if "computers" in vars(self):
            return self.computers.generator
        from engine.play.generator.kernels import search

        _ready(search.best_plays, search.all_plays)
        if not isinstance(self.lexicon.base, WordGraph) or self.lexicon.is_changed:
            _log.info("making the word graph of %s, %d words", self.lexicon.name, len(self.lexicon))
        load_graph(self.lexicon)
        return computers.make_generator(self.variant, self.lexicon)

    @cached_property
    def learnt_leaves(self) -> LeaveTable | None:
        """The learnt values of leaves; None if nobody has learnt them for these tiles. Raises `BadData`."""
        return computers.load_leaves(self.variant) if computers.learnt_file(self.variant) else None

    @cached_property
    def computers(self) -> ComputerTools:
        """What computer players need, with their loops loaded, so that this takes nothing of their time to think.

        Raises `BadData` and `GraphTooLarge`.
        """
        from engine.computer.kernels import endgame, listing, simulation
        from engine.play.generator.kernels import search

        _ready(search.best_plays, simulation.deal_tiles, simulation.simulate, endgame.search, listing.list_moves)
        return computers.load_tools(self.variant, self.lexicon)


@lru_cache(maxsize=8)
def resources_of(variant: Variant, lexicon: Lexicon) -> Resources:
    """The resources of a variant and a lexicon, the same ones for the last few pairs."""
    return Resources(variant, lexicon)


def _ready(*loops: Callable[..., object]) -> None:
    """Load loops, after telling the log that they must be compiled, unless their code is kept."""
    folder = jit.cache_folder() if jit.is_enabled() and not jit.is_tuned() else None
    if folder and not all(any(folder.glob(f"*.{loop.__qualname__}-{loop.__module__}.*")) for loop in loops):
        _log.warning(
            "compiling the engine's loops, once on this machine: a minute or two for all of them; "
            "`tilewright prepare` does it ahead"
        )
    jit.load(*loops)


@contextmanager
def thinking(seconds: float) -> Iterator[tuple[Callable[[], bool], Run]]:
    """For so many seconds from now: what asks players to stop then, and what spreads their work over threads."""
    end = monotonic() + seconds
    with ThreadPoolExecutor(LANES) as pool:
        yield lambda: monotonic() > end, pool.map
