"""The encoding of a word list that is not UTF-8, recognised by the letters of its language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf, log

import numpy as np

from engine.errors import BadFile, Fault
from engine.model.tiles import Alphabet
from engine.reading import guessed, is_utf_8
from engine.sentences import Sentence

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
