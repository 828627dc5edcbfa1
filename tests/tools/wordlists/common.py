"""Shared by all lists: folding words to a tile set, manual corrections, and the files written."""

from __future__ import annotations

import hashlib
import json
import lzma
import unicodedata
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path

from engine.errors import BadData
from engine.sentences import Internal
from engine.words.textlist import front_coded

SHORTEST, LONGEST = 2, 21
"""Shorter and longer words are left out: the largest known board has 21 squares a side."""

_EXPANDED = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ð": "d", "þ": "th", "ł": "l", "đ": "d", "ß": "ss"})


def strip_accents(text: str, keep: str = "") -> str:
    """The text with diacritics and ligatures turned into plain letters, except for the characters to keep."""
    return "".join(c if c in keep else _plain(c) for c in unicodedata.normalize("NFC", text))


def _plain(character: str) -> str:
    decomposed = unicodedata.normalize("NFD", character.translate(_EXPANDED))
    return "".join(c for c in decomposed if not unicodedata.combining(c))


@dataclass(frozen=True, slots=True)
class Edits:
    """Words that a person decided to add to or remove from a source."""

    added: frozenset[str]
    removed: frozenset[str]

    def apply(self, words: AbstractSet[str]) -> frozenset[str]:
        """The corrected words. Raises `BadData` if an edit has no effect, so that the edits stay accurate."""
        idle = sorted((self.added & words) | (self.removed - words))
        if idle:
            raise BadData("edits", Internal("change nothing: {lines}", lines=" ".join(idle)))
        return frozenset((words | self.added) - self.removed)


def read_edits(text: str) -> Edits:
    """Edits from lines `+ word word` and `- word word`; `#` starts a comment. Raises `BadData`."""
    found: dict[str, set[str]] = {"+": set(), "-": set()}
    for number, line in enumerate(text.splitlines(), 1):
        mark, *words = line.partition("#")[0].split() or [""]
        if mark in found:
            found[mark].update(words)
        elif mark:
            raise BadData("edits", Internal("a line begins with + or -"), line=number)
    return Edits(frozenset(found["+"]), frozenset(found["-"]))


@dataclass(frozen=True, slots=True)
class ListFacts:
    """The contents of a list's description file. `letters` is the alphabet in order."""

    name: str
    title: str
    language: str
    letters: tuple[str, ...]
    source: str
    licence: str
    version: int


def write_list(folder: Path, facts: ListFacts, words: Iterable[str], notice: str) -> int:
    """Write `NAME.txt.xz`, `NAME.toml` and `NAME.NOTICE.txt`, and report the number of words.

    The words are upper case, sorted by code point. The checksum covers them one a line, not the file, which is in front
    coding and depends on the compressor's version.
    """
    ordered = sorted(set(words))
    text = "".join(f"{word}\n" for word in ordered).encode()
    (folder / f"{facts.name}.txt.xz").write_bytes(packed(front_coded(ordered)))
    (folder / f"{facts.name}.NOTICE.txt").write_text(notice, encoding="utf-8")
    checksum = hashlib.sha256(text).hexdigest()
    (folder / f"{facts.name}.toml").write_text(_toml(facts, len(ordered), checksum), encoding="utf-8")
    return len(ordered)


def packed(text: str) -> bytes:
    """The text as the bytes of an xz file."""
    return lzma.compress(text.encode(), preset=6 | lzma.PRESET_EXTREME)


def _toml(facts: ListFacts, count: int, checksum: str) -> str:
    fields = {
        "title": facts.title,
        "language": facts.language,
        "alphabet": list(facts.letters),
        "source": facts.source,
        "licence": facts.licence,
        "version": facts.version,
        "words": count,
        "sha256": checksum,
    }
    # every JSON string, number and list of strings is a TOML value too
    return "".join(f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in fields.items())
