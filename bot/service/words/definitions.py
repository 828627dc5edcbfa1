"""What comes with the program for new games, and what words mean, by part of speech, read on first use."""

from __future__ import annotations

import asyncio
import lzma
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from bot.model.errors import NoDictionary, NotOffered
from bot.model.words import key_of
from engine.errors import BadData
from engine.loading import (
    LexiconInfo,
    list_languages,
    list_lexicons,
    list_variants,
    load_language,
    load_variant,
    resource_folder,
)
from engine.model.variant import Variant
from engine.review.turns import MissedWord
from engine.sentences import Internal

DEFAULT_VARIANT = "standard"
DEFAULT_LANGUAGE = "en"


class Library:
    """The program's own variants and lexicons. Files are read in threads."""

    def variants(self) -> tuple[str, ...]:
        """The names of the variants."""
        return list_variants()

    def lexicons(self) -> tuple[LexiconInfo, ...]:
        """What is known of each lexicon."""
        return list_lexicons()

    def own_titles(self) -> dict[str, str]:
        """The name of each lexicon by its title in its own language, as `key_of` compares them."""
        return {key_of(info.title): info.name for info in self.lexicons()}

    def languages(self) -> tuple[str, ...]:
        """The languages that have a lexicon."""
        return tuple(sorted({info.language for info in self.lexicons()}))

    def tongues(self) -> tuple[str, ...]:
        """The languages that have tiles, with or without a lexicon."""
        return list_languages()

    def load(self, name: str, language: str) -> Variant:
        """A variant in a language. Raises `BadData`."""
        return load_variant(name, language)

    async def variant(
        self, name: str = DEFAULT_VARIANT, language: str = DEFAULT_LANGUAGE, *, needs_words: bool = True
    ) -> Variant:
        """A variant in a language, which has a lexicon if the variant needs words.

        Raises `NotOffered`, listing what exists, for an unknown name, and `NoDictionary`.
        """
        return await asyncio.to_thread(self._variant, name, language, needs_words)

    async def lexicon(self, language: str) -> str:
        """The name of the lexicon that games in a language use by default; empty if there is none."""
        infos = await asyncio.to_thread(self.lexicons)
        return next((info.name for info in infos if info.language == language), "")

    def _variant(self, name: str, language: str, needs_words: bool) -> Variant:
        if name not in self.variants():
            raise NotOffered("variant", name, self.variants())
        if language not in self.languages() and needs_words:
            if language in self.tongues():
                raise NoDictionary(language, self.languages())
            raise NotOffered("language", language, self.languages())
        try:
            return self.load(name, language)
        except BadData as error:
            raise NotOffered("language", language, self._languages_of(name)) from error

    def _languages_of(self, variant: str) -> tuple[str, ...]:
        return tuple(language for language in self.languages() if self._has(variant, language))

    def _has(self, variant: str, language: str) -> bool:
        try:
            self.load(variant, language)
        except BadData:
            return False
        return True


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


class MissedWords(Protocol):
    """Knows the words that people could have played in their finished games, and the phonies that they played."""

    async def of(self, person: str, language: str, most: int) -> tuple[MissedWord, ...]:
        """The words to learn from a person's games in a language, the most useful first, at most so many."""
