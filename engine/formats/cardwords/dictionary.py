"""A dictionary (ledger K6): one word of two letters or more on a line, in any order."""

from __future__ import annotations

from engine.errors import UnknownLetter
from engine.formats.cardwords.source import Source
from engine.model.alphabet import Alphabet, Word
from engine.model.layout import MAX_SIDE


def read_dictionary(source: Source, alphabet: Alphabet) -> frozenset[Word]:
    """The words that the charset can spell; what is no word is noted as a fault of its line."""
    words: set[Word] = set()
    for line, text in source.lines():
        try:
            word = alphabet.split(text)
        except UnknownLetter as error:
            source.add(line, f"{text[error.position : error.position + 1]!r} in {text!r} is not in the charset")
            continue
        if not 2 <= len(word) <= MAX_SIDE:
            source.add(line, f"a word has 2 to {MAX_SIDE} letters, not {len(word)} as {text!r}")
        words.add(word)
    return frozenset(words)
