"""The files that computer players need, loaded once for each variant and lexicon, or for a single position."""

from __future__ import annotations

import ctypes
import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary
from zlib import crc32

from engine.computer.leaves import LeaveList, estimate, estimate_of, longest_leave, rows_of
from engine.computer.tools import ComputerTools, Vocabulary
from engine.errors import UnknownLetter
from engine.formats import klv
from engine.game.views import SeatView
from engine.limits import COMMAND_LINE
from engine.loading import cache
from engine.loading.bundled import list_variants, load_variant_file, resource_folder
from engine.loading.cache import read_file, read_packed
from engine.loading.lexicons import load_graph
from engine.model.board import Board
from engine.model.levels import FADE, LEVELS
from engine.model.tiles import Alphabet, KnownRack, Tiles
from engine.model.variant import Variant
from engine.play.generator.encoding import LeaveTable, Letters
from engine.play.generator.generator import Generator
from engine.play.generator.kernels.layout import MAX_TILES
from engine.words.fitting import spelled
from engine.words.graph import WordGraph
from engine.words.graph.kwg import build_graph
from engine.words.lexicon import Key, Lexicon, LexiconId, WordList

if TYPE_CHECKING:
    from engine.play.generator.encoding import WordMap


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
    """Return freed memory to the system: after loading, that is half of it."""
    with suppress(*_FAILURES):
        ctypes.CDLL(None).malloc_trim(0)


VERSION = 1
"""Increase this when the same files produce another vocabulary, so that older files are ignored."""


def load_vocabulary(language: str, lexicon: Lexicon) -> Vocabulary:
    """The words of a language by frequency; without a file, short words first, otherwise in arbitrary order.

    Raises `BadData` for a damaged file.
    """
    if not has_vocabulary(language) and lexicon.is_changed:
        return _by_length(lexicon)
    name = _name_of(language, lexicon)
    cached = cache.read_vocabulary(name)
    if cached is None:
        cached = _by_frequency(language, lexicon) if has_vocabulary(language) else _by_length(lexicon)
        cache.write_vocabulary(name, cached)
    return cached


def has_vocabulary(language: str) -> bool:
    """Whether there is a file that says how common the words of a language are."""
    return _file(language).is_file()


def _by_frequency(language: str, lexicon: Lexicon) -> Vocabulary:
    return Vocabulary.of(_keys(read_packed(_file(language)).decode("utf-8").split(), lexicon))


def _by_length(lexicon: Lexicon) -> Vocabulary:
    return Vocabulary.of(sorted(lexicon.word_list(), key=lambda key: (len(key), crc32(key))))


def _name_of(language: str, lexicon: Lexicon) -> str:
    """The cached vocabulary's name, which says all that it depends on: not the lexicon's words if there is a file."""
    alphabet = lexicon.alphabet
    forms = (alphabet.letters, alphabet.equivalents, alphabet.folds, alphabet.drops_accents)
    file = _file(language)
    source = read_file(file, COMMAND_LINE.graph_bytes) if has_vocabulary(language) else lexicon.id.encode()
    return _digest(repr((VERSION, cache.VERSION, forms)).encode(), source)


def load_everyday(language: str, lexicon: Lexicon, vocabulary: Vocabulary) -> tuple[WordGraph, ...]:
    """The words that each level with a limited vocabulary knows, from the lexicon's own vocabulary.

    Those of a lexicon with changes are not cached, or each edit of a server's list would leave four files behind.
    """
    counts = [int(level.words * FADE) for level in LEVELS if level.words is not None]
    if lexicon.is_changed:
        return tuple(_built(known) for known in _known(lexicon, vocabulary, counts))
    source = _digest(_name_of(language, lexicon).encode(), lexicon.id.encode())
    names = [_digest(source.encode(), str(count).encode()) for count in counts]
    cached = [graph for name in names if (graph := cache.read_graph(name))]
    if len(cached) == len(names):
        return tuple(cached)
    known = _known(lexicon, vocabulary, counts)
    return tuple(cache.kept_graph(name, partial(_built, words)) for name, words in zip(names, known, strict=True))


def _known(lexicon: Lexicon, vocabulary: Vocabulary, counts: Iterable[int]) -> Iterator[WordList]:
    """The valid ones among so many of the most common words."""
    ranked = vocabulary.ranked()
    valid = lexicon.contains_each(ranked)
    for count in counts:
        yield WordList.of(ranked[:count][valid[:count]].tolist())


def _built(words: WordList) -> WordGraph:
    from engine.words.graph.kwg import build_graph

    return build_graph(words)


def _digest(*parts: bytes) -> str:
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:32]


def _file(language: str) -> Path:
    return resource_folder("data") / "vocabulary" / f"{language}.txt.xz"


_LATIN, _CYRILLIC = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"
_HALF_ROUND = str.maketrans(_LATIN + _CYRILLIC, _LATIN[13:] + _LATIN[:13] + _CYRILLIC[16:] + _CYRILLIC[:16])


def half_round(text: str) -> str:
    """Each capital moved on by half its alphabet, which also moves it back; letters with signs above stay."""
    return text.translate(_HALF_ROUND)


def load_unwanted(language: str, lexicon: Lexicon) -> frozenset[Key]:
    """The words that computers never play: slurs."""
    return _hidden(f"{language}.unwanted.txt", lexicon)


def load_coarse(language: str, lexicon: Lexicon) -> frozenset[Key]:
    """The words that weak computers never play, nor any in a server for families: obscene and Nazi ones."""
    return _hidden(f"{language}.coarse.txt", lexicon)


def _hidden(name: str, lexicon: Lexicon) -> frozenset[Key]:
    """The words of a list whose letters are moved on (`half_round`); none if there is no such file."""
    path = resource_folder("data") / "vocabulary" / name
    if not path.is_file():
        return frozenset()
    lines = (line.partition("#")[0].strip() for line in path.read_text(encoding="utf-8").splitlines())
    return frozenset(_keys((half_round(line) for line in lines if line), lexicon))


def _keys(words: Iterable[str], lexicon: Lexicon) -> Iterator[Key]:
    """The keys of the words the alphabet can spell."""
    for word in words:
        try:
            yield lexicon.key(lexicon.alphabet.split(word))
        except UnknownLetter:
            continue


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
    return Generator(variant, graph, _map_of(graph, lexicon, variant))


_maps: WeakValueDictionary[tuple[LexiconId, int], WordMap] = WeakValueDictionary()
_learnt: WeakValueDictionary[Path, LeaveTable] = WeakValueDictionary()
"""What is in memory because something uses it: boards and lexicons share what they can."""


def _map_of(graph: WordGraph, lexicon: Lexicon, variant: Variant) -> WordMap | None:
    """The word map of a lexicon's graph for a board; boards with sides up to `COMMON_SIDE` share one."""
    from engine.play.generator.encoding import build_map

    key = lexicon.id, max(*variant.layout.size, COMMON_SIDE)
    found = _maps.get(key) or build_map(graph, key[1])
    if found:
        _maps[key] = found
    return found


@dataclass(frozen=True, slots=True, eq=False)
class _Words:
    """What computer players know of a language and a lexicon, on any board."""

    graph: WordGraph
    vocabulary: Vocabulary
    everyday: tuple[WordGraph, ...]
    unwanted: frozenset[Key]
    coarse: frozenset[Key]

    @staticmethod
    def of(language: str, lexicon: Lexicon) -> _Words:
        """Load them. Raises `BadData` and `GraphTooLarge`."""
        vocabulary = load_vocabulary(language, lexicon)
        everyday = load_everyday(language, lexicon, vocabulary)
        hidden = load_unwanted(language, lexicon), load_coarse(language, lexicon)
        return _Words(load_graph(lexicon), vocabulary, everyday, *hidden)


def _make(variant: Variant, lexicon: Lexicon) -> ComputerTools:
    from engine.play.generator.generator import Generator

    words = _words_of(variant.language, lexicon)
    return ComputerTools(
        Generator(variant, words.graph, _map_of(words.graph, lexicon, variant)),
        tuple(Generator(variant, graph) for graph in words.everyday),
        lexicon,
        words.vocabulary,
        load_leaves(variant),
        words.unwanted,
        words.coarse,
    )


def _words_of(language: str, lexicon: Lexicon) -> _Words:
    """The words, loaded only once while tools kept in memory use them."""
    key = (language, lexicon.id)
    return _words.get(key) or _words.setdefault(key, _Words.of(language, lexicon))


def load_leaves(variant: Variant) -> LeaveTable:
    """The learnt values of a variant's leaves, or an estimate. Raises `BadData` for a damaged file."""
    path = learnt_file(variant)
    if path is None:
        return estimate(variant)
    found = _learnt.get(path) or klv.decode(read_packed(path), len(variant.alphabet), path.name, COMMAND_LINE).table()
    _learnt[path] = found
    return found


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


def load_sparse_tools(view: SeatView, lexicon: Lexicon) -> ComputerTools:
    """The tools for a seat in its present position, useless after the next move. Raises as `load_tools`.

    Here a player with a limited vocabulary finds plays with all words first and then keeps those that it knows.
    """
    variant, board = view.table.variant, view.table.board
    rack = view.rack.tiles if isinstance(view.rack, KnownRack) else Tiles()
    generator = Generator(variant, _graph(lexicon, board, rack))
    return ComputerTools(
        generator,
        tuple(generator for level in LEVELS if level.words is not None),
        lexicon,
        _vocabulary(variant.language, lexicon),
        _leaves(variant, rack),
        load_unwanted(variant.language, lexicon),
        load_coarse(variant.language, lexicon),
    )


_vocabularies: dict[tuple[str, LexiconId], Vocabulary] = {}


def _vocabulary(language: str, lexicon: Lexicon) -> Vocabulary:
    """The vocabulary, cached because the next position is likely to need the same one."""
    key = (language, lexicon.id)
    if key not in _vocabularies:
        _vocabularies.clear()
        _vocabularies[key] = load_vocabulary(language, lexicon)
    return _vocabularies[key]


def _graph(lexicon: Lexicon, board: Board, rack: Tiles) -> WordGraph:
    """A graph of the words that can be on the board after a play."""
    if isinstance(lexicon.base, WordGraph) and not lexicon.is_changed:
        return lexicon.base
    return build_graph(spelled(lexicon.word_list(), _stocks(lexicon.alphabet, board, rack)))


def _stocks(alphabet: Alphabet, board: Board, rack: Tiles) -> Iterator[tuple[int, ...]]:
    """The counts of letters on the rack and in a line, for each row and column of the board."""
    held = Counter(alphabet.index(tile.letter) if tile.letter else 0 for tile in rack)
    width = board.layout.width
    rows = [board.squares[at : at + width] for at in range(0, len(board.squares), width)]
    columns = [board.squares[at::width] for at in range(width)]
    for line in (*rows, *columns):
        counts = held + Counter(alphabet.index(placed.letter) for placed in line if placed)
        yield tuple(counts[letter] for letter in range(len(alphabet) + 1))


def _leaves(variant: Variant, rack: Tiles) -> LeaveTable:
    """The values of all leaves of a rack."""
    return _values(variant, list(_parts(variant.alphabet, rack))).table()


def _values(variant: Variant, leaves: list[Letters]) -> LeaveList:
    path = learnt_file(variant)
    if path is None:
        longest = longest_leave(variant)
        return estimate_of(variant, rows_of(leave for leave in leaves if len(leave) <= longest))
    return klv.look_up(read_packed(path), len(variant.alphabet), leaves, path.name, COMMAND_LINE)


def _parts(alphabet: Alphabet, rack: Tiles) -> Iterator[Letters]:
    """Every choice of tiles from a rack, as letters in the alphabet's order, blanks first.

    There are none for a rack of more than twelve tiles, whose leaves are never looked up.
    """
    if len(rack) > MAX_TILES:
        return
    letters = sorted(alphabet.index(tile.letter) if tile.letter else 0 for tile in rack)
    for size in range(1, len(letters) + 1):
        yield from sorted(set(combinations(letters, size)))
