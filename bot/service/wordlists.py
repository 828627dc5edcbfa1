"""What servers and persons change about a lexicon: words added, words removed, or the whole list replaced.

Words are kept as text, each as its letters are shown, so that every alphabet takes those that it can spell
(ledger K6, N21).
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.errors import BadData
from engine.limits import COMMAND_LINE
from engine.model.alphabet import Alphabet
from engine.words.lexicon import Lexicon
from engine.words.textlist import read_words
from engine.words.wordlist import WordList


@dataclass(frozen=True, slots=True)
class WordChanges:
    """Changes to a lexicon. Where it is `whole`, the words added are all there are, whatever the lexicon holds."""

    added: frozenset[str] = frozenset()
    removed: frozenset[str] = frozenset()
    whole: bool = False

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.whole)

    def plus(self, words: Iterable[str]) -> WordChanges:
        """The changes after words were added, also such as had been removed before."""
        new = frozenset(words)
        return replace(self, added=self.added | new, removed=self.removed - new)

    def minus(self, words: Iterable[str]) -> WordChanges:
        """The changes after words were removed."""
        gone = frozenset(words)
        return replace(self, added=self.added - gone, removed=self.removed if self.whole else self.removed | gone)

    def then(self, later: WordChanges) -> WordChanges:
        """These changes and behind them others, such as a host's behind a server's."""
        return later if later.whole else self.minus(later.removed).plus(later.added)

    def to(self, base: Lexicon) -> Lexicon:
        """The lexicon that they make of another. Words that its alphabet cannot spell are left out.

        Takes about a second for a few hundred thousand words. Raises nothing but what reading the base raises.
        """
        added, removed = _spelt(self.added, base.alphabet), _spelt(self.removed, base.alphabet)
        if self.whole:
            return Lexicon.of(base.name, base.alphabet, added)
        return base.changed(added, removed)


@dataclass(frozen=True, slots=True)
class PackedWords:
    """Changes as they are kept. `revision` counts how often they were written, 0 for never."""

    added: bytes = b""
    removed: bytes = b""
    whole: bool = False
    revision: int = 0

    @staticmethod
    def of(changes: WordChanges, revision: int = 0) -> PackedWords:
        """Changes made small. Takes a while for long lists."""
        return PackedWords(_packed(changes.added), _packed(changes.removed), changes.whole, revision)

    def unpack(self) -> WordChanges:
        """The changes. Takes a while for long lists. Raises `BadData`, `ValueError` or `zlib.error`."""
        return WordChanges(_unpacked(self.added), _unpacked(self.removed), self.whole)


def server_owner(server: int) -> str:
    """The name under which a server's changes are kept."""
    return f"server/{server}"


def person_owner(person: str) -> str:
    """The name under which a person's own words are kept."""
    return f"person/{person}"


def upload_owner(upload: str, person: str) -> str:
    """The name under which a list is kept that a person has sent and not yet confirmed."""
    return f"{UPLOADS}{upload}/{person}"


UPLOADS = "upload/"


def _spelt(words: frozenset[str], alphabet: Alphabet) -> WordList:
    try:
        return read_words("\n".join(words), alphabet, strict=False, limits=COMMAND_LINE)
    except BadData:
        return WordList.of(())  # not one that the alphabet can spell


def _packed(words: frozenset[str]) -> bytes:
    return zlib.compress("\n".join(sorted(words)).encode(), 6) if words else b""


def _unpacked(data: bytes) -> frozenset[str]:
    if not data:
        return frozenset()
    unpacking = zlib.decompressobj()
    text = unpacking.decompress(data, COMMAND_LINE.list_bytes)
    if not unpacking.eof:
        raise BadData("words", "are damaged, or are absurdly many once unpacked")
    return frozenset(text.decode().split("\n"))
