"""Word lists as text, one word a line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.errors import BadData, Sentence, Size, TooLarge, UnknownLetter
from engine.limits import CHAT, LONGEST_WORD, LONGEST_WORD_LINE, Limits
from engine.model.alphabet import Alphabet
from engine.pasted import character_at
from engine.reading import check, composed
from engine.words.store import Words
from engine.words.wordlist import WordList

WHERE = Sentence("word list")
_STRANGE = 255
_PRIVATE = 0xE000
"""Private-use characters that stand for multi-character letters while a text is read."""
_BLOCK = 1 << 18
"""Characters or bytes read at a time; this keeps the arrays small."""


@dataclass(eq=False)
class BadWord(BadData):
    """A line of a word list is not a word of 2 to 31 letters of the alphabet."""

    word: str = ""


def read_words(
    text: str, alphabet: Alphabet, where: str = WHERE, *, strict: bool = True, limits: Limits = CHAT
) -> WordList:
    """The words in a text with one word a line, in any order and in any forms the alphabet knows.

    Strict reading raises `BadWord` with the number of the first line that is not a word; otherwise such lines are
    skipped, for lists made for a larger alphabet, and `BadData` is raised if nothing is left. Raises `TooLarge`.
    """
    reader = _Reader(alphabet, where, strict, limits)
    for block in _blocks(text):
        reader.take(block)
    return reader.finish()


def read_word_bytes(
    pieces: Iterable[bytes], alphabet: Alphabet, where: str = WHERE, *, strict: bool = True, limits: Limits = CHAT
) -> WordList:
    """Like `read_words`, for the chunks of a UTF-8 text; stops at the first error without reading the rest.

    Also raises `BadData` with the line if it is not UTF-8.
    """
    reader = _Reader(alphabet, where, strict, limits)
    for block in _whole_lines(pieces, reader):
        reader.take(_decoded(block, reader))
    return reader.finish()


def _blocks(text: str) -> Iterator[str]:
    """The text in blocks of whole lines."""
    start = 0
    while start < len(text):
        end = text.find("\n", start + _BLOCK) + 1 or len(text)
        yield text[start:end]
        start = end


def _whole_lines(pieces: Iterable[bytes], reader: _Reader) -> Iterator[bytes]:
    rest = b""
    for piece in pieces:
        end = piece.rfind(b"\n") + 1
        if end:
            yield rest + piece[:end]
        rest = piece[end:] if end else rest + piece
        # a character has at most four bytes
        check(reader.where, Size.LINE, len(rest) // 4, LONGEST_WORD_LINE, reader.lines + 1)
    if rest:
        yield rest


def _decoded(block: bytes, reader: _Reader) -> str:
    try:
        return block.decode("utf-8")
    except UnicodeDecodeError as error:
        line = reader.lines + block.count(b"\n", 0, error.start) + 1
        raise BadData(reader.where, Sentence("is not UTF-8 text"), line) from error


class _Reader:
    """The part of a list read so far."""

    def __init__(self, alphabet: Alphabet, where: str, strict: bool, limits: Limits) -> None:
        self.where = where
        self.lines = 0
        self._alphabet, self._strict, self._limits = alphabet, strict, limits
        self._coder = _Coder(alphabet)
        self._words = 0
        self._parts: list[NDArray[np.bytes_]] = []

    def take(self, text: str) -> None:
        """Reads the next lines; only the last of all may lack a newline. Raises `BadData`."""
        text = text if self.lines else text.removeprefix("\ufeff")
        text = composed(text, self.where, self.lines + 1).replace("\r\n", "\n")
        text = self._alphabet.normal(text)
        if not self.lines and text in ("", "\n"):
            return
        codes = self._coder.codes(text if text.endswith("\n") else f"{text}\n")
        ends = np.flatnonzero(codes == 0)
        lengths = np.diff(ends, prepend=-1) - 1
        good = (lengths >= 2) & (lengths <= LONGEST_WORD)
        good[np.searchsorted(ends, np.flatnonzero(codes == _STRANGE))] = False
        if self._strict and not good.all():
            line = int(np.argmin(good))
            raise _refusal(text.split("\n", line + 1)[line], self._alphabet, self.where, self.lines + line + 1)
        self.lines += len(ends)
        self._words += int(good.sum())
        check(self.where, Size.WORDS, self._words, self._limits.words)
        if good.any():
            self._parts.append(_rows(codes, ends[good], lengths[good]))

    def finish(self) -> WordList:
        """All words. Raises `BadData` if there are lines but no words."""
        if not self.lines:
            return WordList.of(())
        if not self._parts:
            raise BadData(self.where, Sentence("has no word that the alphabet can spell"))
        keys = np.concatenate(self._parts)
        ordered = bool((keys[1:] > keys[:-1]).all())
        return WordList(keys if ordered else np.unique(keys))


class _Coder:
    """Turns characters into positions of letters: 0 for the end of a line, 255 for anything else."""

    def __init__(self, alphabet: Alphabet) -> None:
        private = {form: chr(_PRIVATE + alphabet.index(letter)) for form, letter in alphabet.forms.items()}
        long = sorted((form for form in private if len(form) > 1), key=lambda form: (-len(form), form))
        self._table = np.full(0x110000, _STRANGE, np.uint8)
        self._table[ord("\n")] = 0
        for form, letter in alphabet.forms.items():
            if len(form) == 1:
                self._table[ord(form)] = alphabet.index(letter)
        self._table[_PRIVATE + 1 : _PRIVATE + len(alphabet) + 1] = np.arange(1, len(alphabet) + 1)
        self._letters = private | {f"[{form}]": letter for form, letter in private.items()}
        self._long = "|".join(map(re.escape, long))
        # no longer than a form, so that the closing bracket is searched for only once
        self._bracketed = rf"\[[^\[\]\n]{{1,{max(map(len, private))}}}\]"

    def codes(self, text: str) -> NDArray[np.uint8]:
        """The codes of a text."""
        text = re.sub("[\ue000-\ue0ff]", "\ufffd", text)
        pattern = "|".join(filter(None, [self._bracketed if "[" in text else "", self._long]))
        if pattern:
            text = re.sub(pattern, lambda found: self._letters.get(found[0], found[0]), text)
        codes: NDArray[np.uint8] = self._table[np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")]
        return codes


def _rows(codes: NDArray[np.uint8], ends: NDArray[np.intp], lengths: NDArray[np.intp]) -> NDArray[np.bytes_]:
    """The words that end at these positions, as keys of equal width."""
    width = int(lengths.max())
    rows = np.zeros((len(ends), width), np.uint8)
    firsts = np.cumsum(lengths) - lengths
    within = np.arange(int(lengths.sum())) - np.repeat(firsts, lengths)
    rows[np.repeat(np.arange(len(ends)), lengths), within] = codes[np.repeat(ends - lengths, lengths) + within]
    return rows.view(f"S{width}").reshape(-1)


def _refusal(word: str, alphabet: Alphabet, where: str, line: int) -> BadData:
    if not word:
        return BadWord(where, Sentence("the line is empty"), line)
    if len(word) > LONGEST_WORD_LINE:
        return TooLarge.beyond(where, Size.LINE, LONGEST_WORD_LINE, line)
    try:
        letters = alphabet.split(word)
    except UnknownLetter as error:
        return BadWord(where, _strange(error), line, word)
    wrong = Sentence("a word has 2 to {most} letters, not {count}", most=LONGEST_WORD, count=len(letters))
    return BadWord(where, wrong, line, word)


def _strange(error: UnknownLetter) -> Sentence:
    letter = repr(character_at(error.text, error.position))
    if not error.meant:
        return Sentence("{letter} is not a letter", letter=letter)
    return Sentence("{letter} is not a letter; did you mean {meant}?", letter=letter, meant=" / ".join(error.meant))


def write_words(words: Words, alphabet: Alphabet) -> Iterator[str]:
    """The lines of a list as text; `read_words` reads them back.

    They are in character order, which puts accented letters after Z but multi-character letters before all others.
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
