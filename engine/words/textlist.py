"""Word lists as text in many encodings, one word a line, in front coding, and the letters counted in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import inf, log
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from engine.errors import BadData, BadFile, Fault, Size, TooLarge, UnknownLetter
from engine.limits import CHAT, LONGEST_WORD, LONGEST_WORD_LINE, Limits
from engine.model.tiles import Alphabet
from engine.reading import character_at, check, composed, guessed, is_utf_8
from engine.sentences import Sentence
from engine.words.lexicon import WordList, Words

ENCODINGS = (
    *("windows-1252", "iso8859-15", "windows-1250", "iso8859-2", "windows-1251", "koi8-r", "iso8859-5", "cp866"),
    *("windows-1253", "windows-1254", "windows-1257"),
)
"""What files may be in, the most likely first; in all of these a byte below 128 is the character of ASCII."""
_ACCENTED, _DROPPED, _OTHER_LETTER, _SIGN = 0.5, 0.05, 0.004, 0.001
"""How common other characters are, where a letter's weight is the number of its tiles: one that stands for letters, a
letter with an accent that no tile has, a letter of other languages, and what is no letter."""
_SURE = log(100)
"""How much less likely every other reading must be."""


@dataclass(frozen=True, slots=True)
class ListText:
    """The text of a list; `is_doubtful` if its encoding was recognised, and some characters in it are no letters."""

    text: str
    is_doubtful: bool = False


def text_of(data: bytes, alphabet: Alphabet, common: Mapping[str, int], where: str) -> ListText:
    """The text of a list in UTF-8, in UTF-16 with its mark, or in the encoding in which it has the alphabet's letters.

    `common` tells how many tiles have each letter, if that is known. Raises `BadFile` as `guessed`, and for a text that
    may be other words in another encoding.
    """
    counts = {} if b"\0" in data or is_utf_8(data) else _high_bytes(data)
    if not counts:
        return ListText(guessed(data, where))
    weights = _weights(alphabet, common)
    readings = [_Reading.of(encoding, counts, weights, alphabet) for encoding in ENCODINGS]
    best = min(readings, key=lambda one: one.cost if any(one.letters) else inf)
    if any(one.letters != best.letters and one.cost < best.cost + _SURE for one in readings):
        raise unclear(data, where)
    return ListText(data.decode(best.encoding, "replace"), not best.is_all_letters)


def unclear(data: bytes, where: str) -> BadFile:
    """The error for a text whose encoding cannot be told, with the first line that matters."""
    before = next((at for at, byte in enumerate(data) if byte > 127), 0)
    reason = Sentence("is not UTF-8 text, and its encoding is not clear; save it as UTF-8")
    return BadFile.of((Fault(where, data.count(b"\n", 0, before) + 1, reason),))


def _high_bytes(data: bytes) -> dict[int, int]:
    """How often each byte occurs that is no character of ASCII."""
    counts = np.bincount(np.frombuffer(data, np.uint8), minlength=256)
    return {byte: int(counts[byte]) for byte in range(128, 256) if counts[byte]}


def _weights(alphabet: Alphabet, common: Mapping[str, int]) -> dict[str, float]:
    """How common each character is in words, of those that are letters or stand for some."""
    signs = {sign: _ACCENTED for fold, _ in alphabet.folds for sign in (*fold, *fold.lower())}
    letters = {sign: common.get(letter, 1) for form, letter in alphabet.forms.items() for sign in form}
    return signs | {sign: max(float(weight), _ACCENTED) for sign, weight in letters.items()}


@dataclass(frozen=True, slots=True)
class _Reading:
    """What bytes are in an encoding: how unlikely all of them are, and the letters that the alphabet reads in them."""

    encoding: str
    cost: float
    letters: tuple[str, ...]
    is_all_letters: bool

    @staticmethod
    def of(encoding: str, counts: Mapping[int, int], weights: Mapping[str, float], alphabet: Alphabet) -> _Reading:
        signs = [bytes((byte,)).decode(encoding, "replace") for byte in counts]
        plain = [sign if sign in weights else alphabet.normal(sign) for sign in signs]
        likely = [_weight(sign, bare, weights) for sign, bare in zip(signs, plain, strict=True)]
        cost = -sum(count * log(weight) for count, weight in zip(counts.values(), likely, strict=True))
        letters = tuple(alphabet.upper(alphabet.normal(bare)) if bare in weights else "" for bare in plain)
        return _Reading(encoding, cost, letters, all(map(str.isalpha, signs)))


def _weight(sign: str, bare: str, weights: Mapping[str, float]) -> float:
    if sign in weights:
        return weights[sign]
    if bare in weights:
        return _DROPPED
    return _OTHER_LETTER if sign.isalpha() else _SIGN


_STEP = re.compile(r"(\d+)(\D+)")
_WORDS = 1 << 14
"""Words spelt out at a time."""


def front_coded(words: Iterable[str]) -> str:
    """Sorted words in front coding."""
    parts, last = [], ""
    for word in words:
        same = next((at for at, (old, new) in enumerate(zip(last, word, strict=False)) if old != new), len(last))
        parts.append(f"{len(last) - same}{word[same:]}")
        last = word
    return "".join(parts)


def spelt_out(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The lines of a list in front coding, many at a time; those of a plain list as they are."""
    data = b"".join(pieces)
    if not data[:1].isdigit():
        yield data
        return
    word, lines = "", []
    for step in _STEP.finditer(data.decode("utf-8")):
        word = word[: len(word) - int(step[1])] + step[2]
        lines.append(word)
        if len(lines) == _WORDS:
            yield "\n".join((*lines, "")).encode()
            lines.clear()
    yield "\n".join((*lines, "")).encode()


WHERE = Sentence("word list")
_STRANGE = 255
_PRIVATE = 0xE000
"""Private-use characters that stand for multi-character letters while a text is read."""
_BLOCK = 1 << 18
"""Characters or bytes read at a time; this keeps the arrays small."""
MOST_SHOWN = 10
"""Lines that do not fit and are named; a file may always have as many."""
_ROWS = 1 << 13
"""Words written at a time."""
_COMMENT = re.compile(r"^[ \t]*(?:#|//)[^\n]*", re.MULTILINE)
_BLANKS = re.compile(r"^[ \t]+|[ \t]+$", re.MULTILINE)
_FIELDS = tuple(
    re.compile(rf"^[ \t]*\"?([^\s,;\"]+)\"?[ ]*{sign}[^\n]*$", re.MULTILINE) for sign in ("\t", ";", ",", "(?<= )")
)
"""Lines with more than one field, by the sign after the first field, which may be quoted."""
_HUNSPELL = re.compile(r"\s*\d+[ \t]*\n(?:.*\n)*?[^\s/]+/[^\s/]+|(?:.*\n)*?[PS]FX[ \t]+\S+[ \t]+[YN][ \t]+\d")
"""A number and stems with flags after a slash, or rules for affixes."""
HUNSPELL = Sentence(
    "is a spelling dictionary for Hunspell, which holds stems and rules, not words; send a list with one word per line"
)
NOTHING: Mapping[str, int] = MappingProxyType({})


class BadWord(BadData):
    """A line of a word list is not a word of 2 to 31 letters of the alphabet."""

    word: str = ""


def read_words(
    text: str, alphabet: Alphabet, where: str = WHERE, *, strict: bool = True, limits: Limits = CHAT
) -> WordList:
    """The words in a text with one word a line, in any order and in any forms the alphabet knows.

    Strict reading raises `BadWord` with the number of the first line that is not a word; otherwise such lines are
    skipped, for lists made for a larger alphabet, and `BadFile` is raised if nothing is left. Raises `TooLarge`.
    """
    reader = _ListReader(alphabet, where, strict, limits)
    for block in _blocks(text):
        reader.take(block)
    return reader.finish()


def read_word_bytes(pieces: Iterable[bytes], alphabet: Alphabet, where: str, limits: Limits) -> WordList:
    """Like `read_words` if it is not strict, for the pieces of a UTF-8 text.

    Also raises `BadFile` with the line if it is not UTF-8.
    """
    reader = _ListReader(alphabet, where, False, limits)
    for block in _whole_lines(pieces, reader):
        reader.take(_decoded(block, reader))
    return reader.finish()


@dataclass(frozen=True, slots=True)
class FoundWords:
    """The words of a file, how many lines did not fit, and what was wrong with the first of these."""

    words: WordList
    unfit: int = 0
    faults: tuple[BadData, ...] = ()


def find_words(
    data: bytes, alphabet: Alphabet, where: str = WHERE, limits: Limits = CHAT, common: Mapping[str, int] = NOTHING
) -> FoundWords:
    """The words of a file as people have it: in UTF-8, UTF-16 or an encoding that its letters tell (`encodings`).

    Of lines with several fields, the first counts if most have more than one. Empty lines and comments after `#` or
    `//` do not count, and some lines may be something else, such as a title. `common` is the number of tiles of each
    letter. Raises `TooLarge`, `BadFile`, also for a dictionary of Hunspell, and the first `BadWord` if a tenth of the
    lines, or half of a few, do not fit.
    """
    found = text_of(data, alphabet, common, where)
    text = found.text.replace("\r\n", "\n").replace("\r", "\n")
    if _HUNSPELL.match(text[:_BLOCK]):
        raise BadFile.of((Fault(where, 0, HUNSPELL),))
    reader = _ListReader(alphabet, where, False, limits)
    fields = _fields_of(text[:_BLOCK])
    for block in _blocks(text):
        lines = _COMMENT.sub("", block) if "#" in block or "//" in block else block
        lines = fields.sub(r"\1", lines) if fields else lines
        reader.take(_BLANKS.sub("", lines) if " " in lines or "\t" in lines else lines)
    if reader.unfit > max(MOST_SHOWN, reader.lines // 10) or reader.unfit >= max(reader.words, 1):
        raise unclear(data, where) if found.is_doubtful else reader.faults[0]
    return FoundWords(reader.finish(), reader.unfit, tuple(reader.faults))


def _fields_of(text: str) -> re.Pattern[str] | None:
    """The pattern of lines with several fields, if most lines of a text have them."""
    lines = _COMMENT.sub("", text)
    filled = len(re.findall(r"^[^\n]", lines, re.MULTILINE))
    return next((one for one in _FIELDS if len(one.findall(lines)) * 2 > filled), None)


def _blocks(text: str) -> Iterator[str]:
    """The text in blocks of whole lines."""
    start = 0
    while start < len(text):
        end = text.find("\n", start + _BLOCK) + 1 or len(text)
        yield text[start:end]
        start = end


def _whole_lines(pieces: Iterable[bytes], reader: _ListReader) -> Iterator[bytes]:
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


def _decoded(block: bytes, reader: _ListReader) -> str:
    try:
        return block.decode("utf-8")
    except UnicodeDecodeError as error:
        line = reader.lines + block.count(b"\n", 0, error.start) + 1
        raise BadFile.of((Fault(reader.where, line, Sentence("is not UTF-8 text")),)) from error


class _ListReader:
    """The part of a list read so far."""

    def __init__(self, alphabet: Alphabet, where: str, strict: bool, limits: Limits) -> None:
        self.where = where
        self.lines = self.words = self.unfit = 0
        self.faults: list[BadData] = []
        self._alphabet, self._strict, self._limits = alphabet, strict, limits
        self._coder = _Coder(alphabet)
        self._parts: list[NDArray[np.bytes_]] = []

    def take(self, text: str) -> None:
        """Read the next lines; only the last of all may lack a newline. Raises `BadFile`."""
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
        self._note(text, np.flatnonzero(~good if self._strict else ~good & (lengths > 0)))
        self.lines += len(ends)
        self.words += int(good.sum())
        check(self.where, Size.WORDS, self.words, self._limits.words)
        if good.any():
            self._parts.append(_rows(codes, ends[good], lengths[good]))

    def _note(self, text: str, unfit: NDArray[np.intp]) -> None:
        """Count lines that are no words, and say what is wrong with the first ones. Raises the first if strict."""
        self.unfit += len(unfit)
        wanted = unfit[: MOST_SHOWN - len(self.faults)].tolist()
        lines = text.split("\n", wanted[-1] + 1) if wanted else []
        for line in wanted:
            self.faults.append(_refusal(lines[line], self._alphabet, self.where, self.lines + line + 1))
            if self._strict or isinstance(self.faults[-1], TooLarge):
                raise self.faults[-1]

    def finish(self) -> WordList:
        """All words. Raises `BadFile` if there are lines but no words."""
        if not self.lines:
            return WordList.of(())
        if not self._parts:
            raise BadFile.of((Fault(self.where, 0, Sentence("has no word that the alphabet can spell")),))
        keys = np.concatenate(self._parts)
        if (keys[1:] > keys[:-1]).all():
            return WordList(keys)
        keys.sort()  # numpy's unique takes three times as long
        return WordList(keys[np.concatenate(([True], keys[1:] != keys[:-1]))])


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
    """The lines of a list as text, many at a time; `read_words` reads them back.

    They are in character order, which puts accented letters after Z but multi-character letters before all others.
    """
    listed = _in_character_order(words, alphabet.letters)
    spelled = _spelled if any(len(letter) > 1 for letter in alphabet.letters) else _spelled_simply
    for start in range(0, len(listed), _ROWS):
        yield spelled(listed.keys[start : start + _ROWS], alphabet)


def _spelled_simply(keys: NDArray[np.bytes_], alphabet: Alphabet) -> str:
    """The lines of some words of single characters."""
    characters = np.array([0, *map(ord, alphabet.letters)], "<u4")[WordList(keys).matrix()]
    lines = np.pad(characters, ((0, 0), (0, 1)), constant_values=ord("\n"))
    return str(lines[lines != 0].tobytes(), "utf-32-le")


def _spelled(keys: NDArray[np.bytes_], alphabet: Alphabet) -> str:
    """The lines of some words, with brackets in those that would be read differently."""
    words = [tuple([alphabet.letters[i - 1] for i in key]) for key in keys.tolist()]
    lines = ["".join(word) for word in words]
    read = _Coder(alphabet).codes("\n".join(lines)).tobytes().split(b"\0")
    for place, (meant, found) in enumerate(zip(keys.tolist(), read, strict=True)):
        if meant != found:
            lines[place] = alphabet.spell(words[place])
    return "\n".join((*lines, ""))


def _in_character_order(words: Words, letters: tuple[str, ...]) -> WordList:
    order = sorted(range(len(letters)), key=lambda place: (len(letters[place]) == 1, letters[place]))
    listed = words if isinstance(words, WordList) else WordList.of(words)
    if order == list(range(len(letters))) or not len(words):
        return listed
    ranks = np.zeros(len(letters) + 1, np.uint8)
    ranks[np.array(order) + 1] = np.arange(1, len(letters) + 1)
    ranked = np.ascontiguousarray(ranks[listed.matrix()]).view(listed.keys.dtype).reshape(-1)
    return WordList(listed.keys[np.argsort(ranked, kind="stable")])


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
