"""The charset: the number of letters, then one line for each with all the characters that stand for it.

The first character is the one shown. A and a may be different letters; then case is not folded.
"""

from __future__ import annotations

from engine.formats.cardwords.source import Source, whole_number
from engine.limits import MAX_FORMS, MAX_LETTERS
from engine.model.alphabet import RESERVED, Alphabet
from engine.reading import shortened


def read_charset(source: Source) -> Alphabet | None:
    """The alphabet, or None if there were faults."""
    lines = source.lines()
    if not lines:
        source.add(1, "the file is empty; it begins with the number of letters")
        return None
    (first, count), letters = lines[0], lines[1:]
    number = whole_number(count)
    if number is None:
        source.add(first, f"{shortened(count)} is not the number of letters")
    elif number != len(letters):
        source.add(first, f"{number} letters are announced, and {len(letters)} lines of letters follow")
    if len(letters) > MAX_LETTERS:
        source.add(first, f"an alphabet has 1 to {MAX_LETTERS} letters, not {len(letters)}")
        return None
    _check(source, letters)
    if source.faults or not letters:
        return None
    return Alphabet(tuple(text[0] for _, text in letters), tuple(tuple(text[1:]) for _, text in letters))


def _check(source: Source, letters: list[tuple[int, str]]) -> None:
    meant: dict[str, int] = {}
    for line, text in letters:
        if len(text.split()) > 1:
            source.add(line, f"{shortened(text)} has white space between the characters of one letter")
            continue
        if len(text) > MAX_FORMS:
            source.add(line, f"up to {MAX_FORMS} characters stand for a letter, not {len(text)}")
            continue
        for character in dict.fromkeys(text):
            if character in RESERVED or not character.isprintable():
                source.add(line, f"{character!r} cannot stand for a letter here: it means something in moves")
            elif meant.setdefault(character, line) != line:
                source.add(line, f"{character!r} stands for the letter of line {meant[character]} already")
