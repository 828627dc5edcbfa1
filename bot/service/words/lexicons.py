"""Lexicons made from packed changes: small ones in this process, large ones in another.

Work on many words holds the interpreter for so long that the bot could answer nobody meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np

from bot.engines.reading import Output, Sandbox
from bot.model.errors import ReadingFailed, ReadingTooLarge, ReadingTooLong, describe
from bot.model.words import Edit, PackedWords, WordChanges, WordSample, alphabet_data
from engine.errors import BadData, UnknownLetter
from engine.words.lexicon import Key, Lexicon, LexiconId, WordList

LOG = logging.getLogger(__name__)
LARGE = 16 * 1024
"""Packed changes of this many bytes or more are handled in another process."""


@dataclass(frozen=True, slots=True)
class ListPart:
    """A list to be combined with others: one of the project's own lexicons, and the changes that make the list."""

    base: Lexicon
    changes: PackedWords


@dataclass(frozen=True, slots=True)
class ChangedLexicon:
    """A lexicon with changes, those changes combined, and the project's own lexicons that they change."""

    lexicon: Lexicon
    changes: PackedWords
    bases: tuple[str, ...] = ()


async def make(
    base: Lexicon, changes: Sequence[PackedWords], reading: Sandbox, bases: Sequence[str] = ()
) -> ChangedLexicon:
    """A lexicon with changes, applied one after the other.

    It is the union of the project's own lexicons `bases`, or if empty, the one that its name says.
    """
    if sum(one.size for one in changes) >= LARGE:
        try:
            output = await _elsewhere(base, changes, reading, bases or (base.name,))
            return await asyncio.to_thread(_taken_over, base, output)
        except (ReadingTooLarge, ReadingTooLong, ReadingFailed, BadData) as error:
            LOG.warning("a changed lexicon is made in the bot itself: %s", describe(error))
    return await asyncio.to_thread(combine, base, changes)


async def _elsewhere(base: Lexicon, changes: Sequence[PackedWords], reading: Sandbox, bases: Sequence[str]) -> Output:
    options = _sent(changes) | alphabet_data(base.alphabet)
    return await reading.run("lexicon", _bytes(changes), name=base.name, bases=list(bases), **options)


def _bytes(changes: Sequence[PackedWords]) -> bytes:
    return b"".join(one.added + one.removed for one in changes)


def _sent(changes: Sequence[PackedWords]) -> dict[str, Any]:
    """What a job needs to take the bytes of changes apart."""
    lengths = [[len(one.added), len(one.removed)] for one in changes]
    return {"lengths": lengths, "wholes": [one.whole for one in changes]}


def combine(base: Lexicon, changes: Sequence[PackedWords]) -> ChangedLexicon:
    """Like `make`, in this process. Takes a second or more for long lists."""
    real = [one for one in changes if not one.is_nothing]
    all_of_them = (
        real[0]
        if len(real) == 1
        else PackedWords.of(reduce(WordChanges.then, map(PackedWords.unpack, real), WordChanges()))
    )
    return ChangedLexicon(all_of_them.to(base), all_of_them)


async def unite(parts: Sequence[ListPart], reading: Sandbox) -> PackedWords:
    """The changes that turn the union of the parts' bases into the union of the parts. May take as long as `make`."""
    if sum(part.changes.size for part in parts) >= LARGE:
        try:
            return await _united_elsewhere(parts, reading)
        except (ReadingTooLarge, ReadingTooLong, ReadingFailed, BadData) as error:
            LOG.warning("word lists are combined in the bot itself: %s", describe(error))
    return await asyncio.to_thread(united, parts)


def count(changes: Sequence[PackedWords]) -> int:
    """How many words changes hold together. Takes a moment for long lists."""
    return sum(WordSample.of(words).count for one in changes for words in (one.added, one.removed))


async def _united_elsewhere(parts: Sequence[ListPart], reading: Sandbox) -> PackedWords:
    changes = [part.changes for part in parts]
    options = _sent(changes) | alphabet_data(parts[0].base.alphabet)
    output = await reading.run("unite", _bytes(changes), names=[part.base.name for part in parts], **options)
    try:
        added, removed = split(output.data, output.facts["lengths"])
    except (LookupError, TypeError, ValueError) as error:
        raise ReadingFailed from error
    return PackedWords(added, removed)


def united(parts: Sequence[ListPart]) -> PackedWords:
    """Like `unite`, in this process. A word counts if one of the parts has it."""
    changes = [part.changes.unpack() for part in parts]
    added = frozenset[str]().union(*(one.added for one in changes))
    removed = {
        word
        for number, one in enumerate(changes)
        for word in (() if one.whole else one.removed - added)
        if not any(_keeps(parts[other].base, changes[other], word) for other in range(len(parts)) if other != number)
    }
    return PackedWords.of(WordChanges(added, frozenset(removed)))


def _keeps(base: Lexicon, changes: WordChanges, word: str) -> bool:
    """Whether a part has a word because its base has it."""
    if changes.whole or word in changes.removed:
        return False
    try:
        return base.contains(base.alphabet.split(word))
    except UnknownLetter:
        return False


def hand_over(made: ChangedLexicon, base: Lexicon) -> Output:
    """A lexicon as plain data: its keys if it is a list of its own, else the difference from the base."""
    lexicon, changes = made.lexicon, made.changes
    own = lexicon.base_id != base.base_id and isinstance(lexicon.base, WordList)
    keys = lexicon.base.keys if own and isinstance(lexicon.base, WordList) else np.zeros(0, "S1")
    parts = (
        *(changes.added, changes.removed, keys.tobytes()),
        *(b"\0".join(sorted(some)) for some in (lexicon.added, lexicon.removed)),
    )
    facts = {
        "id": lexicon.base_id if own else None,
        "base": base.base_id,
        "width": keys.dtype.itemsize,
        "whole": changes.whole,
        "lengths": [len(part) for part in parts],
    }
    return Output(facts, b"".join(parts))


def _taken_over(base: Lexicon, output: Output) -> ChangedLexicon:
    """The lexicon from the data of `hand_over`. Raises `ReadingFailed`."""
    facts = output.facts
    try:
        packed_added, packed_removed, keys, added, removed = split(output.data, facts["lengths"])
        changes = PackedWords(packed_added, packed_removed, bool(facts["whole"]))
        if facts["base"] != base.base_id or _largest(keys, added, removed) > len(base.alphabet):
            raise ReadingFailed
        if facts["id"] is None:
            made = Lexicon(base.name, base.alphabet, base.base, base.base_id, _keys(added), _keys(removed))
        else:
            words = WordList(np.frombuffer(keys, f"S{int(facts['width'])}"))
            made = Lexicon(base.name, base.alphabet, words, LexiconId(str(facts["id"])))
    except (LookupError, TypeError, ValueError) as error:
        raise ReadingFailed from error
    return ChangedLexicon(made, changes)


def _largest(*keys: bytes) -> int:
    """The largest number of a letter."""
    return max(int(np.frombuffer(some, np.uint8).max(initial=0)) for some in keys)


def _keys(data: bytes) -> frozenset[Key]:
    return frozenset(data.split(b"\0")) if data else frozenset()


async def edited(before: PackedWords, edit: Edit, reading: Sandbox) -> PackedWords:
    """Change after an edit. Raises `TooManyWords`, and for long lists as `Sandbox.run`."""
    if before.size + len(edit.added) + len(edit.removed) < LARGE:
        return await asyncio.to_thread(lambda: PackedWords.of(edit.apply(before.unpack()), before.revision))
    pieces = (before.added, before.removed, edit.added, edit.removed)
    lengths = [len(piece) for piece in pieces]
    options = {"lengths": lengths, "whole": before.whole, "marks": edit.marks, "most": edit.most}
    output = await reading.run("edit", b"".join(pieces), **options)
    added, removed = split(output.data, output.facts["lengths"])
    return PackedWords(added, removed, before.whole, before.revision)


def split(data: bytes, lengths: Sequence[int]) -> list[bytes]:
    """Bytes cut into pieces of the given lengths."""
    pieces: list[bytes] = []
    place = 0
    for length in lengths:
        pieces.append(data[place : place + length])
        place += length
    return pieces
