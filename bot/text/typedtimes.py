"""Times that people type, in their own language, the game's and English: `25 min`, `1 h 30`, `2 days`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from bot.text.texts import Texts, texts_for
from bot.text.typed import READ, normal_word, words_of
from engine.model.durations import DAY, HOUR, MINUTE, SECOND, UNITS, WEEK, Times, read_duration
from engine.sentences import NP_

UNIT_WORDS: Mapping[int, tuple[str, str]] = {
    # Translators: everything that players may type for this unit, separated by commas: all its forms (one, several, and
    # those after other numbers) and all its abbreviations. Two of these messages must not share a word.
    WEEK: NP_("typed words with commas: a unit of time", "week, weeks, wk, wks, w"),
    DAY: NP_("typed words with commas: a unit of time", "day, days, d"),
    HOUR: NP_("typed words with commas: a unit of time", "hour, hours, hr, hrs, h"),
    MINUTE: NP_("typed words with commas: a unit of time", "minute, minutes, min, mins, m"),
    SECOND: NP_("typed words with commas: a unit of time", "second, seconds, sec, secs, s"),
}
"""The words for each unit, by its milliseconds."""


def read_length(typed: str, own: Texts, game: str | None = None, unit: int | None = None) -> int:
    """A length of time in milliseconds, as it is typed or as `length_text` writes it; a bare number counts in `unit`.

    `game` is the language of a game's tiles. Raises `ValueError`.
    """
    speakers = own, texts_for(game), texts_for(None)
    joined = "|".join(re.escape(normal_word(one.join("12").strip("12").strip())) for one in speakers)
    text = re.sub(rf"(?<![^\W\d_])(?:{joined})(?![^\W\d_])|,(?!\d)", " ", normal_word(typed))
    return read_duration(text, unit, _units(*speakers))


@lru_cache(READ)
def _units(*speakers: Texts) -> Mapping[str, int]:
    found = dict(UNITS)
    for texts in reversed(speakers):
        found |= {normal_word(word): size for size, wording in UNIT_WORDS.items() for word in words_of(wording, texts)}
    return found


def time_in(times: Times, typed: str, own: Texts, game: str | None = None) -> int:
    """A typed length of time that is among `times`. Raises `ValueError` if it is none, or out of range."""
    value = read_length(typed, own, game, times.unit)
    if not times.low <= value <= times.high:
        raise ValueError("out of range")
    return value
