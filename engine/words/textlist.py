"""Word lists as text: one word on a line (ledger N21)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.errors import BadData, UnknownLetter
from engine.model.alphabet import Alphabet
from engine.words.store import LONGEST_WORD, Words
from engine.words.wordlist import WordList

_STRANGE = 255
_PRIVATE = 0xE000
"""Stands for the letters of several characters while a text is read: Unicode's private area."""


@dataclass(eq=False)
class BadWord(BadData):
    """A line of a word list is not a word of 2 to 31 letters of the alphabet."""

    word: str = ""


def read_words(text: str, alphabet: Alphabet, where: str = "word list", *, strict: bool = True) -> WordList:
    """The words of a text with one word on a line, in any order and any of the forms that the alphabet knows.

    A strict reading raises `BadWord` with the number of the first line that is no word; the other kind leaves such
    lines out, for lists made for a larger alphabet, and raises `BadData` when nothing is left.
    """
    text = unicodedata.normalize("NFC", text.removeprefix("\ufeff")).replace("\r\n", "\n").removesuffix("\n")
    if not text:
        return WordList.of(())
    codes = _codes(text + "\n", alphabet)
    ends = np.flatnonzero(codes == 0)
    lengths = np.diff(ends, prepend=-1) - 1
    good = (lengths >= 2) & (lengths <= LONGEST_WORD)
    good[np.searchsorted(ends, np.flatnonzero(codes == _STRANGE))] = False
    if strict and not good.all():
        line = int(np.argmin(good))
        raise _refusal(text.split("\n")[line], alphabet, where, line + 1)
    if not good.any():
        raise BadData(where, "holds no word that the alphabet can spell")
    return WordList(_rows(codes, ends[good], lengths[good]))


def _codes(text: str, alphabet: Alphabet) -> NDArray[np.uint8]:
    """A letter's place for each letter, 0 for the end of a line, and 255 for what is neither."""
    forms = {*alphabet.letters, *(form for others in alphabet.equivalents for form in others)}
    long = {case for form in forms if len(form) > 1 for case in (form, form.lower(), form.title())}
    ordered = sorted(long, key=lambda form: (-len(form), form))
    bracketed = r"\[[^\]\n]*\]" if "[" in text else ""
    pattern = "|".join(filter(None, [bracketed, *map(re.escape, ordered)]))
    text = re.sub("[\ue000-\ue0ff]", "\ufffd", text)
    if pattern:
        text = re.sub(pattern, lambda found: _private(found[0], alphabet), text)
    characters = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")
    kinds = set(text)
    table = np.full(ord(max(kinds)) + 1, _STRANGE, np.uint8)
    for character in kinds:
        table[ord(character)] = _code(character, alphabet)
    codes: NDArray[np.uint8] = table[characters]
    return codes


def _private(form: str, alphabet: Alphabet) -> str:
    try:
        letters = alphabet.split(form)
    except UnknownLetter:
        return form
    return chr(_PRIVATE + alphabet.index(letters[0])) if len(letters) == 1 else form


def _code(character: str, alphabet: Alphabet) -> int:
    if character == "\n":
        return 0
    if _PRIVATE < ord(character) <= _PRIVATE + len(alphabet):
        return ord(character) - _PRIVATE
    try:
        return alphabet.index(alphabet.split(character)[0])
    except UnknownLetter:
        return _STRANGE


def _rows(codes: NDArray[np.uint8], ends: NDArray[np.intp], lengths: NDArray[np.intp]) -> NDArray[np.bytes_]:
    """The words that end at those places, as sorted keys without repetition."""
    width = int(lengths.max())
    columns = np.arange(width)
    places = (ends - lengths)[:, None] + columns
    rows = np.where(columns < lengths[:, None], codes[np.minimum(places, len(codes) - 1)], 0).astype(np.uint8)
    keys = np.ascontiguousarray(rows).view(f"S{width}").reshape(-1)
    ordered = bool((keys[1:] > keys[:-1]).all())
    return keys if ordered else np.unique(keys)


def _refusal(word: str, alphabet: Alphabet, where: str, line: int) -> BadWord:
    if not word:
        return BadWord(where, "the line is empty", line)
    try:
        letters = alphabet.split(word)
    except UnknownLetter as error:
        return BadWord(where, f"{word[error.position]!r} is no letter", line, word)
    return BadWord(where, f"a word has 2 to {LONGEST_WORD} letters, not {len(letters)}", line, word)


def write_words(words: Words, alphabet: Alphabet) -> Iterator[str]:
    """The lines of the text of a list; `read_words` gives the same words back.

    They are in the order of the characters, which puts accented letters behind Z, but letters of several characters
    before all others (ledger N21).
    """
    letters = alphabet.letters
    simple = all(len(letter) == 1 for letter in letters)
    for key in _in_character_order(words, letters):
        word = tuple(letters[i - 1] for i in key)
        yield f"{''.join(word) if simple else alphabet.spell(word)}\n"


def _in_character_order(words: Words, letters: tuple[str, ...]) -> Iterable[bytes]:
    order = sorted(range(len(letters)), key=lambda place: (len(letters[place]) == 1, letters[place]))
    if order == list(range(len(letters))) or not len(words):
        return words
    ranks = np.zeros(len(letters) + 1, np.uint8)
    ranks[np.array(order) + 1] = np.arange(1, len(letters) + 1)
    listed = words if isinstance(words, WordList) else WordList.of(words)
    ranked = np.ascontiguousarray(ranks[listed.matrix()]).view(listed.keys.dtype).reshape(-1)
    found: list[bytes] = listed.keys[np.argsort(ranked, kind="stable")].tolist()
    return found
