"""The files that computer players need, loaded once for each variant and lexicon."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING
from zlib import crc32

from engine.computer.leaves import estimate
from engine.computer.levels import FADE, LEVELS
from engine.computer.tools import Tools
from engine.computer.vocabulary import Vocabulary
from engine.errors import UnknownLetter
from engine.formats import klv
from engine.limits import COMMAND_LINE
from engine.loading.folders import resource_folder
from engine.loading.lexicons import load_graph
from engine.loading.unpacking import read_file, unpack
from engine.loading.variants import list_variants, load_variant_file
from engine.model.variant import Variant
from engine.play.generator.leaves import LeaveTable
from engine.words.lexicon import Lexicon
from engine.words.store import Key
from engine.words.wordlist import WordList

if TYPE_CHECKING:
    from engine.play.generator.generator import Generator

KEPT = 4
"""Pairs of variant and lexicon whose tools stay in memory."""

_lock = Lock()
_kept: dict[tuple[Variant, str, str], Tools] = {}


def load_tools(variant: Variant, lexicon: Lexicon) -> Tools:
    """The tools for the computer players of a variant and a lexicon.

    Takes about a second the first time once the kernels are compiled; callable from any thread. Raises `BadData` for
    a damaged file and `GraphTooLarge`.
    """
    key = (variant, lexicon.id, lexicon.name)
    with _lock:
        tools = _kept.pop(key, None) or _make(variant, lexicon)
        _kept[key] = tools
        while len(_kept) > KEPT:
            del _kept[next(iter(_kept))]
        return tools


def make_generator(variant: Variant, lexicon: Lexicon) -> Generator:
    """The move generator of all words of a lexicon, with its word map. Raises `BadData` and `GraphTooLarge`."""
    from engine.play.generator.generator import Generator
    from engine.play.generator.wordmap import build_map

    graph = load_graph(lexicon)
    return Generator(variant, graph, build_map(graph, max(variant.layout.size)))


def _make(variant: Variant, lexicon: Lexicon) -> Tools:
    vocabulary = load_vocabulary(variant.language, lexicon)
    return Tools(
        make_generator(variant, lexicon),
        tuple(_everyday(variant, lexicon, vocabulary)),
        lexicon,
        vocabulary,
        load_leaves(variant),
        load_unwanted(variant.language, lexicon),
    )


def _everyday(variant: Variant, lexicon: Lexicon, vocabulary: Vocabulary) -> Iterator[Generator]:
    """A generator for each level with a limited vocabulary."""
    from engine.play.generator.generator import Generator
    from engine.words.graph.build import build_graph

    for level in LEVELS:
        if level.words is not None:
            known = vocabulary.first(int(level.words * FADE))
            yield Generator(
                variant, build_graph(WordList.of(key for key in known if lexicon.contains(lexicon.word(key))))
            )


def load_vocabulary(language: str, lexicon: Lexicon) -> Vocabulary:
    """The words of a language by commonness; without such a file, short words first, otherwise in arbitrary order."""
    path = _folder("vocabulary") / f"{language}.txt.xz"
    if path.is_file():
        text = read_packed(path).decode("utf-8")
        return Vocabulary.of(_keys(text.split(), lexicon))
    return Vocabulary.of(sorted(map(lexicon.key, lexicon), key=lambda key: (len(key), crc32(key))))


def load_unwanted(language: str, lexicon: Lexicon) -> frozenset[Key]:
    """The words that computers never play, from a ROT13-encoded list."""
    path = _folder("vocabulary") / f"{language}.unwanted.txt"
    if not path.is_file():
        return frozenset()
    lines = (line.partition("#")[0].strip() for line in path.read_text(encoding="utf-8").splitlines())
    return frozenset(_keys((codecs.decode(line, "rot13") for line in lines if line), lexicon))


def _keys(words: Iterable[str], lexicon: Lexicon) -> Iterator[Key]:
    """The keys of the words the alphabet can spell."""
    for word in words:
        try:
            yield lexicon.key(lexicon.alphabet.split(word))
        except UnknownLetter:
            continue


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
        if own and (own.alphabet, own.tile_set, own.rack_size) == (
            variant.alphabet,
            variant.tile_set,
            variant.rack_size,
        ):
            path = leaves_file(own)
            if path.is_file():
                return path
    return None


def leaves_file(variant: Variant) -> Path:
    """Where the learnt values of a variant's leaves belong, whether or not the file exists."""
    return _folder("leaves") / f"{variant.name}-{variant.language}.klv2.xz"


def _folder(name: str) -> Path:
    return resource_folder("data") / name


def read_packed(path: Path) -> bytes:
    """The bytes of one of the files that computer players need. Raises `BadData` for a damaged one."""
    most = COMMAND_LINE.graph_bytes
    return unpack(read_file(path, most), path.name, most)
