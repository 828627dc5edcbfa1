"""What people send, type or paste: size checks, encodings, composed characters, and what chats put around it."""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from itertools import groupby

from engine.errors import BadFile, Fault, Size, TooLarge
from engine.limits import MOST_MARKS
from engine.sentences import Sentence

_LAST_MARK = 0x1F000
"""A code point after which there are no combining marks."""
_MAY_BE_CROWD = re.compile(f"[\u0300-\U0001f000]{{{MOST_MARKS + 1}}}")
"""Quick, and true of words in some scripts too."""


def check(where: str, what: Size, count: int, limit: int, line: int = 0) -> None:
    """Raise `TooLarge` for more than the limit."""
    if count > limit:
        raise TooLarge.beyond(where, what, limit, line)


_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


def decoded(data: bytes, where: str) -> str:
    """The text of a file in UTF-8, or in UTF-16 if its first bytes say so; these bytes are left out.

    Raises `BadFile` with the first bad line.
    """
    return _text(data, _marked(data) or "utf-8", where, Sentence("is not UTF-8 text"))


def guessed(data: bytes, where: str) -> str:
    """Like `decoded`, but a text that is not UTF-8 is taken for Windows-1252, which Latin-1 is a part of.

    Raises `BadFile` with the first line that is in neither, or that is not UTF-8 among others that are.
    """
    neither, marked = Sentence("is neither UTF-8 nor Windows-1252 text; save it as UTF-8"), _marked(data)
    if not marked and b"\0" in data:
        raise _fault(where, neither, data[: data.index(b"\0")].decode("latin-1"))
    try:
        return decoded(data, where)
    except BadFile:
        if marked or _is_mostly_utf_8(data):
            raise
        return _text(data, "windows-1252", where, neither)


def is_utf_8(data: bytes) -> bool:
    """Whether a text is in UTF-8, but for a few bytes, or in what its first bytes name."""
    if _marked(data):
        return True
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return _is_mostly_utf_8(data)
    return True


def _is_mostly_utf_8(data: bytes) -> bool:
    """Whether a few bytes are wrong in a text that is UTF-8 otherwise; in another encoding almost all are."""
    text = data.decode("utf-8", "replace")
    wrong = text.count("\ufffd")
    return sum(not one.isascii() for one in text) > 2 * wrong


def _marked(data: bytes) -> str | None:
    """The encoding that the first bytes of a file name, if any others follow."""
    return next((encoding for mark, encoding in _MARKS if data != mark and data.startswith(mark)), None)


def _text(data: bytes, encoding: str, where: str, reason: Sentence) -> str:
    try:
        return data.decode(encoding).lstrip("\ufeff")
    except UnicodeDecodeError as error:
        raise _fault(where, reason, data[: error.start].decode(encoding, "replace")) from None


def _fault(where: str, reason: Sentence, before: str) -> BadFile:
    """The error for the line after a text."""
    return BadFile.of((Fault(where, len(re.findall(r"\r\n|\r|\n", before)) + 1, reason),))


def composed(text: str, where: str, line: int = 1) -> str:
    """The text with each accented letter as one character (NFC); `line` is the number of its first line.

    Raises `TooLarge` for a letter with absurdly many accents, which would take quadratic time.
    """
    if text.isascii():
        return text
    crowd = _crowd().search(text) if _MAY_BE_CROWD.search(text) else None
    if crowd:
        raise TooLarge.beyond(where, Size.MARKS, MOST_MARKS, line + text.count("\n", 0, crowd.start()))
    return unicodedata.normalize("NFC", text)


@cache
def _crowd() -> re.Pattern[str]:
    """A pattern for too many characters in a row that are, or begin as, combining marks."""
    marks = (code for code in range(0x300, _LAST_MARK) if _is_mark(chr(code)))
    runs = (list(run) for _, run in groupby(enumerate(marks), lambda one: one[1] - one[0]))
    kinds = "".join(rf"\U{run[0][1]:08x}-\U{run[-1][1]:08x}" for run in runs)
    return re.compile(f"[{kinds}]{{{MOST_MARKS + 1}}}")


def _is_mark(character: str) -> bool:
    return unicodedata.combining(unicodedata.normalize("NFD", character)[0]) != 0


def shortened(text: str, most: int = 40) -> str:
    """A piece of a file as errors quote it."""
    return repr(text if len(text) <= most else text[: most - 1] + "…")


BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters that show nothing."""

_PLANES = (range(0x80, 0x3200), range(0xFB00, 0x10000), range(0x1D400, 0x1D800), range(0xE0000, 0xE0200))
"""Code points among which all unseen and all restyled characters are."""
_SELECTORS = (range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))
_JOINER = "\u034f"
_RESTYLED = ("<wide>", "<font>")
"""How Unicode marks the full-width and the mathematical forms of letters and digits."""

_QUOTED = re.compile(r"\A\s*>(?:>>)? ?")
_BLOCK = re.compile(r"```(?:[A-Za-z]+\n)?(.*?)```", re.DOTALL)
_ITALIC = re.compile(r"_(?=[^_]*[\s\d])([^_]*)_")
"""Underscores around a single word are blanks of a rack."""
_QUOTES = '""', "''", "“”", "„“", "„”", "‟”", "””", "‘’", "‚‘", "’’", "«»", "»«", "‹›", "›‹", "「」", "『』"
MOST_PAIRS = 10
_PAIRS = (*((mark, mark) for mark in ("||", "**", "__", "~~", "``", "`", "*")), *map(tuple, _QUOTES))


def is_unseen(character: str) -> bool:
    """Whether a character shows nothing by itself: a format character, a variation selector, an empty letter."""
    return (
        unicodedata.category(character) == "Cf"
        or character == _JOINER
        or character in BLANKS
        or any(ord(character) in codes for codes in _SELECTORS)
    )


def visible(text: str) -> str:
    """The text without characters that nobody sees, its full-width and mathematical letters as plain ones."""
    return text if text.isascii() else translated(text, _plainer())


def translated(text: str, table: Mapping[int, str]) -> str:
    """The text by a table, which is slow: a large text that has none of its characters stays as it is."""
    return text if table.keys().isdisjoint(map(ord, set(text))) else text.translate(table)


@cache
def _plainer() -> dict[int, str]:
    return {code: plain for codes in _PLANES for code in codes if (plain := _plain(chr(code))) != chr(code)}


def _plain(character: str) -> str:
    if is_unseen(character):
        return ""
    restyled = unicodedata.decomposition(character).startswith(_RESTYLED)
    return unicodedata.normalize("NFKC", character) if restyled else character


def pasted(text: str) -> str:
    """The text as it is meant: `visible`, without marks of code, spoilers, bold or italics, and quotation marks around.

    Quoted lines before or after someone's own lines are left out; if all lines are quoted, they count.
    """
    return unwrapped(_own_lines(visible(text)).strip())


def _own_lines(text: str) -> str:
    lines = text.split("\n")
    own = [line for line in lines if not _QUOTED.match(line)]
    return "\n".join(own) if any(map(str.strip, own)) else "\n".join(_QUOTED.sub("", line, count=1) for line in lines)


def unwrapped(text: str) -> str:
    """The text without the pairs of marks around it, of which nobody puts more than a few."""
    for _ in range(MOST_PAIRS):
        if text[:1].isalnum() or (inner := _inside(text)) is None:  # no mark is a letter or a digit
            break
        text = inner.strip()
    return text


def _inside(text: str) -> str | None:
    """What the outermost pair of marks holds; None if there is none."""
    if found := _BLOCK.fullmatch(text) or _ITALIC.fullmatch(text):
        return found[1]
    for before, after in _PAIRS:
        inner = text[len(before) : -len(after)]
        if text == before + inner + after and inner and before not in inner and after not in inner:
            return inner
    return None


def character_at(text: str, position: int) -> str:
    """What people see as one character at a position: with the marks on it; in brackets, all of what they hold.

    Behind the last character, there is none.
    """
    if position >= len(text):
        return ""
    start, end = position, position + 1
    while start > 0 and _is_loose_mark(text[start]):
        start -= 1
    while end < len(text) and (_is_loose_mark(text[end]) or is_unseen(text[end])):
        end += 1
    closing = text.find("]", end)
    return text[start : closing + 1] if text[start:end] == "[" and closing > 0 else text[start:end]


def _is_loose_mark(character: str) -> bool:
    return unicodedata.category(character) in ("Mn", "Me", "Mc")
