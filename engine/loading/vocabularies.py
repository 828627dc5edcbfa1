"""The words of a language that computer players know: how common they are, and what each level knows of them.

Both are cached, because making them takes as long as all the rest that a computer player needs.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

from engine.computer.vocabulary import Vocabulary
from engine.errors import UnknownLetter
from engine.limits import COMMAND_LINE
from engine.loading import cache
from engine.loading.folders import resource_folder
from engine.loading.unpacking import read_file, read_packed
from engine.model.levels import FADE, LEVELS
from engine.words.lexicon import Lexicon
from engine.words.store import Key
from engine.words.wordlist import WordList

if TYPE_CHECKING:
    from engine.words.graph import WordGraph

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
    from engine.words.graph.build import build_graph

    return build_graph(words)


def _digest(*parts: bytes) -> str:
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:32]


def _file(language: str) -> Path:
    return resource_folder("data") / "vocabulary" / f"{language}.txt.xz"


_LATIN, _CYRILLIC = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"
_HALF_ROUND = str.maketrans(_LATIN + _CYRILLIC, _LATIN[13:] + _LATIN[:13] + _CYRILLIC[16:] + _CYRILLIC[:16])
"""Each letter moved on by half its alphabet, which also moves it back; letters with signs above stay."""


def load_unwanted(language: str, lexicon: Lexicon) -> frozenset[Key]:
    """The words that computers never play: slurs."""
    return _hidden(f"{language}.unwanted.txt", lexicon)


def load_coarse(language: str, lexicon: Lexicon) -> frozenset[Key]:
    """The words that weak computers never play, nor any in a server for families: obscene and Nazi ones."""
    return _hidden(f"{language}.coarse.txt", lexicon)


def _hidden(name: str, lexicon: Lexicon) -> frozenset[Key]:
    """The words of a list that is written with `_HALF_ROUND`; none if there is no such file."""
    path = resource_folder("data") / "vocabulary" / name
    if not path.is_file():
        return frozenset()
    lines = (line.partition("#")[0].strip() for line in path.read_text(encoding="utf-8").splitlines())
    return frozenset(_keys((line.translate(_HALF_ROUND) for line in lines if line), lexicon))


def _keys(words: Iterable[str], lexicon: Lexicon) -> Iterator[Key]:
    """The keys of the words the alphabet can spell."""
    for word in words:
        try:
            yield lexicon.key(lexicon.alphabet.split(word))
        except UnknownLetter:
            continue
