"""Counts the letters of a text, for designing a tile set."""

from __future__ import annotations

from engine.errors import UnknownLetter
from engine.model.alphabet import Alphabet
from engine.reading import composed


def count_letters(text: str, alphabet: Alphabet) -> dict[str, int]:
    """How often each letter of an alphabet occurs in a text, in alphabet order.

    All forms of a letter count, longest first; other characters are ignored.

    Raises `TooLarge` for a letter with absurdly many accents.
    """
    text = alphabet.normal(composed(text, "text"))
    counts = dict.fromkeys(alphabet.letters, 0)
    position = 0
    while position < len(text):
        if text[position] == "[":
            position += 1  # brackets force a letter in move notation; in a text they are punctuation
            continue
        try:
            letter, position = alphabet.read(text, position)
        except UnknownLetter:
            position += 1
        else:
            counts[letter] += 1
    return counts
