"""What words mean: definitions by part of speech, including inflected forms. Read on first use, in a thread."""

from __future__ import annotations

import asyncio
import lzma
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from engine.errors import BadData
from engine.loading import load_language, resource_folder
from engine.sentences import Internal

MOST_DEFINITION_BYTES = 64 * 1024 * 1024


class PartOfSpeech(Enum):
    """A part of speech, by its letter in the files of definitions."""

    NOUN = "n"
    VERB = "v"
    ADJECTIVE = "a"
    ADVERB = "r"


@dataclass(frozen=True, slots=True)
class Definition:
    """The meanings of a word as one part of speech, the commonest first. `lemma` is its basic form."""

    lemma: str
    part: PartOfSpeech
    senses: tuple[str, ...]


_ENDINGS: Mapping[PartOfSpeech, tuple[tuple[str, str], ...]] = {
    PartOfSpeech.NOUN: (
        ("ches", "ch"),
        ("shes", "sh"),
        ("ses", "s"),
        ("xes", "x"),
        ("zes", "z"),
        ("ies", "y"),
        ("men", "man"),
        ("s", ""),
    ),
    PartOfSpeech.VERB: (
        ("ies", "y"),
        ("es", "e"),
        ("es", ""),
        ("ed", "e"),
        ("ed", ""),
        ("ing", "e"),
        ("ing", ""),
        ("s", ""),
    ),
    PartOfSpeech.ADJECTIVE: (("er", ""), ("est", ""), ("er", "e"), ("est", "e"), ("ier", "y"), ("iest", "y")),
    PartOfSpeech.ADVERB: (),
}
"""Regular English inflection: an ending and what replaces it in the basic form (WordNet's morphy(7WN))."""


def has_definitions(language: str) -> bool:
    """Whether there are definitions for a language."""
    return (resource_folder("data") / "definitions" / f"{language}.txt.xz").is_file()


class Definitions:
    """The project's definitions. A file has one line for each word, sorted, and is binary-searched in memory."""

    def __init__(self) -> None:
        self._files: dict[str, tuple[str, ...]] = {}
        self._lock = asyncio.Lock()

    async def define(self, word: str, language: str) -> tuple[Definition, ...]:
        """What a word means, in any letter case; empty if it is unknown.

        Raises `BadData` for a damaged file and `OSError` for one that cannot be read.
        """
        async with self._lock:
            if language not in self._files:
                self._files[language] = await asyncio.to_thread(_read, language)
        return _define(load_language(language).alphabet.lower(word), self._files[language])


def _read(language: str) -> tuple[str, ...]:
    path = resource_folder("data") / "definitions" / f"{language}.txt.xz"
    try:
        data = lzma.decompress(path.read_bytes(), lzma.FORMAT_XZ, MOST_DEFINITION_BYTES)
    except lzma.LZMAError as error:
        raise BadData(path.name, Internal("is damaged: {error}", error=error)) from error
    return tuple(data.decode("utf-8").split("\n"))


def _define(word: str, lines: tuple[str, ...]) -> tuple[Definition, ...]:
    """The meanings of the word itself, then those of the words of which it may be a form."""
    found: dict[tuple[str, PartOfSpeech], tuple[str, ...]] = {}
    for lemma, part in _lemmas(word, lines):
        senses = tuple(entry[2:] for entry in _entries(lemma, lines) if entry.startswith(f"{part.value}:"))
        if senses:
            found.setdefault((lemma, part), senses)
    return tuple(Definition(lemma, part, senses) for (lemma, part), senses in found.items())


def _lemmas(word: str, lines: tuple[str, ...]) -> Iterator[tuple[str, PartOfSpeech]]:
    for part in PartOfSpeech:
        yield word, part
    for entry in _entries(word, lines):
        if entry.startswith("="):
            yield entry[3:], PartOfSpeech(entry[1])
    for part, endings in _ENDINGS.items():
        for ending, basic in endings:
            stem = word.removesuffix(ending)
            if stem != word and len(stem + basic) > 1:
                yield stem + basic, part


def _entries(word: str, lines: tuple[str, ...]) -> tuple[str, ...]:
    low, high = 0, len(lines)
    key = f"{word}\t"
    while low < high:
        middle = (low + high) // 2
        if lines[middle] < key:
            low = middle + 1
        else:
            high = middle
    found = low < len(lines) and lines[low].startswith(key)
    return tuple(lines[low].split("\t")[1:]) if found else ()
