"""Named word lists of a server, and what servers and people change about a lexicon."""

from __future__ import annotations

import unicodedata
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.model.errors import BadListName, TooManyWords
from engine.errors import BadData
from engine.limits import COMMAND_LINE
from engine.model.tiles import Alphabet
from engine.reading import is_unseen
from engine.sentences import Internal
from engine.words.lexicon import Lexicon, WordList
from engine.words.textlist import read_words

LONGEST_NAME = 24
"""Characters of a list's name."""
MOST_LISTS = 20
"""How many named lists a server can have."""
MOST_COMBINED = 4
"""How many lists a game's dictionary can combine; with the longest names, Discord can still offer the combination."""
LONGEST_NAMES = 128
"""Characters of the names of combined lists."""
AND = "+"
"""Stands between the names of combined lists, so no name contains it."""
MARK = "list-"
"""What the ids of named lists begin with; no list of the program does."""

_JOINERS = frozenset(" -'’")


@dataclass(frozen=True, slots=True)
class NamedList:
    """A word list that a server has made. The server's changes to `base` are stored under its id.

    `base` is one of the program's lists, or `empty`. Words are spelt in `alphabet`: the letters that `variant` had in
    `language` when the list was made.
    """

    id: str
    server: int
    name: str
    base: str
    alphabet: Alphabet
    variant: str
    language: str

    def fits(self, alphabet: Alphabet) -> bool:
        """Whether a game with these letters can spell every word that the list may hold."""
        return set(self.alphabet.letters) <= set(alphabet.letters)


def alphabet_data(alphabet: Alphabet) -> dict[str, Any]:
    """An alphabet as data that JSON can hold."""
    return {
        "letters": alphabet.letters,
        "equivalents": alphabet.equivalents,
        "folds": alphabet.folds,
        "meant": alphabet.meant,
        "drops_accents": alphabet.drops_accents,
    }


def alphabet_of(data: Mapping[str, Any]) -> Alphabet:
    """The alphabet from such data."""
    return Alphabet(
        tuple(data["letters"]),
        tuple(map(tuple, data["equivalents"])),
        tuple((sign, letters) for sign, letters in data["folds"]),
        tuple((sign, tuple(others)) for sign, others in data["meant"]),
        data["drops_accents"],
    )


def variant_title(one: NamedList) -> str:
    """The variant whose letters a list has, as its name and language."""
    return f"{one.variant} ({one.language})"


def read_name(text: str) -> str:
    """The name for a list that someone has typed. Raises `BadListName`.

    Letters and digits of any script, single spaces, hyphens and apostrophes: nothing that Discord would format, and
    nothing that cannot be seen.
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    # One character can stand for up to 18 others, among them signs, and names are compared by these.
    plain = unicodedata.normalize("NFKC", name)
    known = all(char in _JOINERS or (char.isalnum() and not is_unseen(char)) for char in name + plain)
    if not 0 < max(len(name), len(plain)) <= LONGEST_NAME or not known or not any(map(str.isalnum, name)):
        raise BadListName(text, LONGEST_NAME)
    if key_of(name).startswith(MARK):
        raise BadListName(text, LONGEST_NAME)
    return name


def key_of(name: str) -> str:
    """What names that differ only in case or in compatible characters have in common."""
    return unicodedata.normalize("NFKC", " ".join(name.split())).casefold()


def split_names(text: str) -> tuple[str, ...]:
    """The names in a combination, each once."""
    found: dict[str, str] = {}
    for name in filter(None, (" ".join(one.split()) for one in text.split(AND))):
        found.setdefault(key_of(name), name)
    return tuple(found.values())


@dataclass(frozen=True, slots=True)
class WordChanges:
    """Changes to a lexicon. If `whole`, the added words replace the lexicon."""

    added: frozenset[str] = frozenset()
    removed: frozenset[str] = frozenset()
    whole: bool = False

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.whole)

    def plus(self, words: Iterable[str]) -> WordChanges:
        """The changes after adding words, even ones removed before."""
        new = frozenset(words)
        return replace(self, added=self.added | new, removed=self.removed - new)

    def minus(self, words: Iterable[str]) -> WordChanges:
        """The changes after removing words."""
        gone = frozenset(words)
        return replace(self, added=self.added - gone, removed=self.removed if self.whole else self.removed | gone)

    def then(self, later: WordChanges) -> WordChanges:
        """These changes followed by others, such as a server's followed by a host's."""
        return later if later.whole else self.minus(later.removed).plus(later.added)

    def to(self, base: Lexicon) -> Lexicon:
        """A lexicon with these changes applied. Words that its alphabet cannot spell are left out.

        Takes about a second for a few hundred thousand words. Raises only what reading the base raises.
        """
        added, removed = (_spelt("\n".join(words), base.alphabet) for words in (self.added, self.removed))
        if self.whole:
            return Lexicon.of(base.name, base.alphabet, added)
        return base.changed(added, removed)


@dataclass(frozen=True, slots=True)
class PackedWords:
    """Changes as they are stored. `revision` counts how often they were written; 0 means never."""

    added: bytes = b""
    removed: bytes = b""
    whole: bool = False
    revision: int = 0

    @staticmethod
    def of(changes: WordChanges, revision: int = 0) -> PackedWords:
        """Change, compressed. Takes a while for long lists."""
        return PackedWords(pack(changes.added), pack(changes.removed), changes.whole, revision)

    @property
    def size(self) -> int:
        """How many bytes are stored."""
        return len(self.added) + len(self.removed)

    @property
    def is_nothing(self) -> bool:
        """Whether these changes are empty."""
        return not (self.added or self.removed or self.whole)

    def unpack(self) -> WordChanges:
        """The changes. Takes a while for long lists. Raises `BadData` if they are invalid or far too long."""
        return WordChanges(_unpacked(self.added), _unpacked(self.removed), self.whole)

    def to(self, base: Lexicon) -> Lexicon:
        """As `WordChanges.to`, also for whole lists of millions of words. Raises as `unpack`."""
        if not self.whole:
            return base if self.is_nothing else self.unpack().to(base)
        return Lexicon.of(base.name, base.alphabet, _spelt(_text(self.added), base.alphabet))


@dataclass(frozen=True, slots=True)
class SentWords:
    """The words of a file, packed, their number, how many lines did not fit, and the first of these with their text."""

    words: bytes
    count: int
    unfit: int
    first: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Edition:
    """What makes a game's lexicon: changes to the program's lists `bases`, joined as in `bot.model.words`."""

    words: PackedWords
    bases: str


@dataclass(frozen=True, slots=True)
class Edit:
    """Packed words to add to an owner's changes, and others to take out of these first.

    If it `marks`, the words taken out are also removed from the lexicon. An owner may add at most `most` words in all.
    """

    added: bytes = b""
    removed: bytes = b""
    marks: bool = True
    most: int | None = None

    def apply(self, changes: WordChanges) -> WordChanges:
        """The changes after the edit. Takes a while for long lists. Raises `TooManyWords`."""
        gone = _unpacked(self.removed)
        left = changes.minus(gone) if self.marks else replace(changes, added=changes.added - gone)
        after = left.plus(_unpacked(self.added))
        if self.most is not None and len(after.added) > self.most:
            raise TooManyWords(self.most)
        return after


@dataclass(frozen=True, slots=True)
class WordSample:
    """Words as an answer shows them: their number, and the first ones in order."""

    count: int = 0
    first: tuple[str, ...] = ()

    @staticmethod
    def of(packed: bytes) -> WordSample:
        """The number and the first ones of packed words; quick for any number."""
        text = text_of(packed)
        if not text:
            return WordSample()
        head = text[: text.find(b"\n", MOST_SHOWN) + 1 or len(text)]
        return WordSample(text.count(b"\n") + 1, tuple(head.decode().split()))


MOST_SHOWN = 16_000
"""Bytes of words that an answer may show."""


def server_owner(server: int) -> str:
    """The name under which a server's changes are stored."""
    return f"server/{server}"


def person_owner(person: str) -> str:
    """The name under which a person's own words are stored."""
    return f"person/{person}"


def upload_owner(upload: str, person: str) -> str:
    """The name under which a person's uploaded but unconfirmed list is stored."""
    return f"{UPLOADS}{upload}/{person}"


UPLOADS = "upload/"


def _spelt(lines: str, alphabet: Alphabet) -> WordList:
    try:
        return read_words(lines, alphabet, strict=False, limits=COMMAND_LINE)
    except BadData:
        return WordList.of(())  # not one that the alphabet can spell


def pack(words: frozenset[str]) -> bytes:
    """Words as they are stored: sorted, one per line, compressed."""
    return pack_text("\n".join(sorted(words)))


def pack_text(lines: str) -> bytes:
    """Like `pack`, for the lines themselves; the last one has no end."""
    return zlib.compress(lines.encode(), 6) if lines else b""


def _unpacked(data: bytes) -> frozenset[str]:
    return frozenset(_text(data).split("\n")) if data else frozenset()


def _text(data: bytes) -> str:
    try:
        return text_of(data).decode()
    except UnicodeDecodeError as error:
        raise BadData("words", Internal("are not UTF-8 text")) from error


def text_of(data: bytes) -> bytes:
    """The text of stored words. Raises `BadData` if they are invalid or far too long."""
    if not data:
        return b""
    unpacker = zlib.decompressobj()
    try:
        text = unpacker.decompress(data, COMMAND_LINE.list_bytes)
    except zlib.error as error:
        raise BadData("words", Internal("are damaged")) from error
    if not unpacker.eof:
        raise BadData("words", Internal("are damaged, or are absurdly many once unpacked"))
    return text
