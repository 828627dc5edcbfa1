"""The files that computer players need, loaded once for each variant and lexicon."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from engine.computer.leaves import estimate
from engine.computer.tools import ComputerTools
from engine.computer.vocabulary import Vocabulary
from engine.formats import klv
from engine.limits import COMMAND_LINE
from engine.loading.folders import resource_folder
from engine.loading.lexicons import load_graph
from engine.loading.memory import give_back
from engine.loading.unpacking import read_packed
from engine.loading.variants import list_variants, load_variant_file
from engine.loading.vocabularies import load_coarse, load_everyday, load_unwanted, load_vocabulary
from engine.model.variant import Variant
from engine.play.generator.leaves import LeaveTable
from engine.words.lexicon import Lexicon
from engine.words.store import Key

if TYPE_CHECKING:
    from engine.play.generator.generator import Generator
    from engine.play.generator.wordmap import WordMap
    from engine.words.graph import WordGraph

COMMON_SIDE = 21
"""Boards with sides up to this length share a word map: the few words too long for a smaller board do no harm."""

TOOLS_KEPT = 4
"""Pairs of variant and lexicon whose tools stay in memory."""

_lock = Lock()
_kept: dict[tuple[Variant, str, str], ComputerTools] = {}
_words: dict[tuple[str, str], _Words] = {}


def load_tools(variant: Variant, lexicon: Lexicon) -> ComputerTools:
    """The tools for the computer players of a variant and a lexicon.

    In a new process that takes less than a second, once the kernels are compiled and the words are cached; callable
    from any thread. Raises `BadData` for a damaged file and `GraphTooLarge`.
    """
    key = (variant, lexicon.id, lexicon.name)
    with _lock:
        tools = _kept.pop(key, None)
        if tools is None:
            tools = _make(variant, lexicon)
            give_back()
        _kept[key] = tools
        while len(_kept) > TOOLS_KEPT:
            del _kept[next(iter(_kept))]
        used = {(one.language, id_) for one, id_, _ in _kept}
        for unused in _words.keys() - used:
            del _words[unused]
        return tools


def make_generator(variant: Variant, lexicon: Lexicon) -> Generator:
    """The move generator for all words of a lexicon, with its word map. Raises `BadData` and `GraphTooLarge`."""
    from engine.play.generator.generator import Generator

    graph = load_graph(lexicon)
    return Generator(variant, graph, _map_of(graph, max(variant.layout.size)))


def _map_of(graph: WordGraph, side: int) -> WordMap | None:
    """The word map of a graph for boards with a given side; boards up to `COMMON_SIDE` share one."""
    from engine.play.generator.wordmap import build_map

    return build_map(graph, max(side, COMMON_SIDE))


@dataclass(frozen=True, slots=True, eq=False)
class _Words:
    """What computer players know of a language and a lexicon, on any board. `maps` are by the side of the board."""

    graph: WordGraph
    vocabulary: Vocabulary
    everyday: tuple[WordGraph, ...]
    unwanted: frozenset[Key]
    coarse: frozenset[Key]
    maps: dict[int, WordMap | None]

    @staticmethod
    def of(language: str, lexicon: Lexicon) -> _Words:
        """Loads them. Raises `BadData` and `GraphTooLarge`."""
        vocabulary = load_vocabulary(language, lexicon)
        everyday = load_everyday(language, lexicon, vocabulary)
        hidden = load_unwanted(language, lexicon), load_coarse(language, lexicon)
        return _Words(load_graph(lexicon), vocabulary, everyday, *hidden, {})

    def map_for(self, variant: Variant) -> WordMap | None:
        """The word map for a board."""
        side = max(*variant.layout.size, COMMON_SIDE)
        if side not in self.maps:
            self.maps[side] = _map_of(self.graph, side)
        return self.maps[side]


def _make(variant: Variant, lexicon: Lexicon) -> ComputerTools:
    from engine.play.generator.generator import Generator

    words = _words_of(variant.language, lexicon)
    return ComputerTools(
        Generator(variant, words.graph, words.map_for(variant)),
        tuple(Generator(variant, graph) for graph in words.everyday),
        lexicon,
        words.vocabulary,
        _kept_leaves(variant) or load_leaves(variant),
        words.unwanted,
        words.coarse,
    )


def _kept_leaves(variant: Variant) -> LeaveTable | None:
    """The learnt values of a variant's leaves if they are in memory for another lexicon or board."""
    path = learnt_file(variant)
    return next((tools.leaves for (other, _, _), tools in _kept.items() if path and learnt_file(other) == path), None)


def _words_of(language: str, lexicon: Lexicon) -> _Words:
    """The words, loaded only once while tools kept in memory use them."""
    key = (language, lexicon.id)
    return _words.get(key) or _words.setdefault(key, _Words.of(language, lexicon))


def load_leaves(variant: Variant) -> LeaveTable:
    """The learnt values of a variant's leaves, or an estimate. Raises `BadData` for a damaged file."""
    path = learnt_file(variant)
    if path is None:
        return estimate(variant)
    return klv.decode(read_packed(path), len(variant.alphabet), path.name, COMMAND_LINE).table()


def learnt_file(variant: Variant) -> Path | None:
    """The file of leave values learnt with exactly the tiles and rack size of a variant, whatever its board and name.

    The file of a variant that is not bundled is trusted by its name. None if there is no file.
    """
    if variant.name not in list_variants() and leaves_file(variant).is_file():
        return leaves_file(variant)
    for name in sorted(list_variants(), key=lambda name: name != variant.name):
        own = load_variant_file(name).variants.get(variant.language)
        if own and (own.alphabet.letters, own.tile_set, own.rack_size) == (
            variant.alphabet.letters,
            variant.tile_set,
            variant.rack_size,
        ):
            path = leaves_file(own)
            if path.is_file():
                return path
    return None


def leaves_file(variant: Variant) -> Path:
    """Where the learnt values of a variant's leaves belong, whether or not the file exists."""
    return resource_folder("data") / "leaves" / f"{variant.name}-{variant.language}.klv2.xz"
