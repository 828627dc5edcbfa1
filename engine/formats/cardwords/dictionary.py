"""A dictionary: one word of two or more letters a line, in any order."""

from __future__ import annotations

from engine.errors import Size, UnknownLetter
from engine.formats.cardwords.source import Source
from engine.limits import CHAT, LONGEST_WORD, Limits
from engine.model.alphabet import Alphabet, Word
from engine.reading import check, shortened


def read_dictionary(source: Source, alphabet: Alphabet, limits: Limits = CHAT) -> frozenset[Word]:
    """The words the charset can spell; any other line is recorded as a fault. Raises `TooLarge`."""
    words: set[Word] = set()
    lines = source.lines()
    check(source.name, Size.WORDS, len(lines), limits.words)
    for line, text in lines:
        if source.is_full:
            break
        try:
            word = alphabet.split(text)
        except UnknownLetter as error:
            source.add(
                line, f"{text[error.position : error.position + 1]!r} in {shortened(text)} is not in the charset"
            )
            continue
        if not 2 <= len(word) <= LONGEST_WORD:
            source.add(line, f"a word has 2 to {LONGEST_WORD} letters, not {len(word)} as {shortened(text)}")
        words.add(word)
    return frozenset(words)
