"""Counting the letters of a text to design a tile set (ledger K10)."""

from __future__ import annotations

from engine.errors import UnknownLetter
from engine.model.alphabet import Alphabet


def count_letters(text: str, alphabet: Alphabet) -> dict[str, int]:
    """How often each letter of an alphabet occurs in a text, in the alphabet's order.

    All forms of a letter count, the longest one first; other characters do not.
    """
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
