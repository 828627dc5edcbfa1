"""Times and dates that people type, in their own language, the game's and English: `1 h 30`, `tomorrow 18:00`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from itertools import chain

from babel.core import Locale, UnknownLocaleError
from babel.dates import format_skeleton

from bot.model.timezones import instant_of, local_time
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


# Translators: words that players may type, separated by commas; the first one of each message is what I show as an
# example. A word may consist of several.
_TOMORROW = NP_("typed words with commas: a day", "tomorrow, tmrw")
_DAYS = (
    NP_("typed words with commas: a day", "today, tonight"),
    _TOMORROW,
    NP_("typed words with commas: a day", "the day after tomorrow, day after tomorrow"),
)
"""The words for today and the days after it."""
# Translators: words before a length of time, as in: in 2 hours.
_IN = NP_("typed words with commas: before a length of time", "in")
# Translators: words before a time of day, as in: at 18:00.
_AT = NP_("typed words with commas: before a time of day", "at")
# Translators: words behind a time of day, as in: 6 o'clock.
_CLOCK = NP_("typed words with commas: behind a time of day", "o'clock, o’clock")
# Translators: words around a date, as in: on the 24th of December, next Friday.
_AROUND = NP_("typed words with commas: around a date", "on, the, of, next")

_STAMP = re.compile(r"<t:([0-9]{1,12})(?::[a-zA-Z])?>")
_END = r"(?![^\W_]|[:/])"
_HALF = r"(?:\s*([ap])\.?m\.?" + _END + ")"
_WITH_MINUTES = re.compile(r"(?<![\w.:/-])([0-9]{1,2})[:h]([0-9]{2})(?::[0-9]{2})?(?:" + _HALF + "|" + _END + ")")
_WITH_HALF = re.compile(r"(?<![\w.:/-])([0-9]{1,2})()" + _HALF)
_ISO = re.compile(r"(?<![0-9])([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?![0-9])")
_NUMBERS = re.compile(r"(?<![0-9])([0-9]{1,2})([./-])([0-9]{1,2})(?:\2([0-9]{4}|[0-9]{2})?)?(?![0-9])")
_DAY, _YEAR = re.compile(r"[0-9]{1,2}(?:st|nd|rd|th|er)?"), re.compile(r"[0-9]{4}")
_MONTHS = 12
_YEARS_TRIED = 9
"""After so many years at most, there is a 29 February again."""


@dataclass(frozen=True, slots=True)
class Reckoning:
    """How dates that somebody types are read: from the present instant on, in a time zone, in the order of a region."""

    now: int
    zone: tzinfo
    region: Locale

    @property
    def today(self) -> date:
        """The present date."""
        return local_time(self.now, self.zone).date()


def region_of(locale: str | None, texts: Texts) -> Locale:
    """Where dates are written as somebody does whose Discord speaks a locale such as `en-GB`; else as in the texts."""
    if locale and locale.partition("-")[0] == texts.locale.language:
        with suppress(UnknownLocaleError, ValueError):
            return Locale.parse(locale, sep="-")
    return texts.locale


@dataclass(frozen=True, slots=True)
class _DateWords:
    days: Mapping[str, int]
    weekdays: Mapping[str, int]
    months: Mapping[str, int]
    before_length: frozenset[str]
    before_time: frozenset[str]
    hours: frozenset[str]
    around: frozenset[str]


@lru_cache(READ)
def _words(*speakers: Texts) -> _DateWords:
    def listed(wording: tuple[str, str]) -> frozenset[str]:
        return frozenset(normal_word(word) for texts in speakers for word in words_of(wording, texts))

    def named(field: str) -> dict[str, int]:
        found: dict[str, int] = {}
        for locale in (texts.locale for texts in reversed(speakers)):
            for form in chain.from_iterable(getattr(locale, field)[use].values() for use in ("format", "stand-alone")):
                found |= {normal_word(word).rstrip("."): number for number, word in form.items() if len(word) > 1}
        return found

    before, behind = listed(_AT), listed(_CLOCK)
    hours = listed(UNIT_WORDS[HOUR]) | behind
    around = frozenset(part for word in listed(_AROUND) | before | behind for part in word.split())
    days = {word: number for number, wording in enumerate(_DAYS) for word in listed(wording)}
    return _DateWords(days, named("days"), named("months"), listed(_IN), before, hours, around)


def read_instant(typed: str, own: Texts, game: str, reckoning: Reckoning) -> int:
    """The instant that somebody means, in milliseconds: a length of time from now, a date with a time, or a timestamp.

    Of times and dates without a year it is the next one. `game` is the language of a game's tiles. Raises `ValueError`.
    """
    if match := _STAMP.fullmatch(typed.strip()):
        return int(match[1]) * SECOND
    with suppress(ValueError):
        if (exact := datetime.fromisoformat(typed.strip())).tzinfo:
            return int(exact.timestamp() * SECOND)
    words, text = _words(own, texts_for(game), texts_for(None)), " ".join(normal_word(typed).split())
    if ":" not in text:
        with suppress(ValueError):
            return reckoning.now + read_length(re.sub(rf"^(?:{_any(words.before_length)})\s+", "", text), own, game)
    hour, rest = _time_of_day(re.sub(r"(?<=\d)t(?=\d)", " ", text), words)
    days, rest = _days(rest, words, reckoning)
    if {word.strip(".,") for word in rest.split()} - {"", *words.around}:
        raise ValueError("no date")
    instants = [instant_of(datetime.combine(day, hour), reckoning.zone) for day in days]
    return next((one for one in instants if one > reckoning.now), instants[-1])


def _any(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


def _time_of_day(text: str, words: _DateWords) -> tuple[time, str]:
    """The time of day in a text, and the rest of the text."""
    with_word = re.compile(rf"(?<![\w.:/-])([0-9]{{1,2}})(?:[.:]([0-9]{{2}}))?()\s*(?:{_any(words.hours)}){_END}\.?")
    before = rf"(?<!\w)(?:{_any(words.before_time)})\.?"
    after_word = re.compile(rf"{before}\s+([0-9]{{1,2}})(?:\.([0-9]{{2}}))?()(?![\w.:/-])")
    for pattern in (_WITH_MINUTES, _WITH_HALF, with_word, after_word):
        if match := pattern.search(text):
            hour, minute, half = int(match[1]), int(match[2] or 0), match[3]
            if half and not 1 <= hour <= 12:
                raise ValueError("no time")
            hour = hour % 12 + (12 if half == "p" else 0) if half else hour
            return time(hour, minute), _without(text, match)
    raise ValueError("no time")


def _days(text: str, words: _DateWords, reckoning: Reckoning) -> tuple[list[date], str]:
    """The days that a text can mean, the first to come first, and the rest of the text."""
    today = reckoning.today
    if match := _ISO.search(text):
        return [date(*map(int, match.groups()))], _without(text, match)
    if match := _NUMBERS.search(text):
        month, day = _in_order(int(match[1]), int(match[3]), reckoning.region)
        return _in_years(match[4], month, day, today), _without(text, match)
    if match := re.search(rf"(?<!\w)(?:{_any(words.days)})(?!\w)", text):
        return [today + timedelta(words.days[match[0]])], _without(text, match)
    parts = [part.strip(".,") for part in text.split()]
    named, numbers = _first(parts, words.months), [part for part in parts if _DAY.fullmatch(part)]
    if named and numbers:
        year = next((part for part in parts if _YEAR.fullmatch(part)), None)
        day = int(re.sub(r"\D", "", numbers[0]))
        used = {named[0], numbers[0], year}
        return _in_years(year, named[1], day, today), " ".join(part for part in parts if part not in used)
    if named := _first(parts, words.weekdays):
        coming = today + timedelta((named[1] - today.weekday()) % 7)
        return [coming, coming + timedelta(7)], " ".join(part for part in parts if part != named[0])
    return [today, today + timedelta(1)], text


def _without(text: str, match: re.Match[str]) -> str:
    return f"{text[: match.start()]} {text[match.end() :]}"


def _first(parts: Sequence[str], names: Mapping[str, int]) -> tuple[str, int] | None:
    """The first part that is a name, perhaps with another last letter, as Russian weekdays have; and its number."""
    for part in parts:
        same = (name for name in names if name == part or (len(part) > 4 and name[:-1] == part[:-1]))
        if name := next(same, None):
            return part, names[name]
    return None


def _in_order(first: int, second: int, region: Locale) -> tuple[int, int]:
    """The month and the day of two numbers, in the order in which dates are written in a region, if they can be."""
    pattern = region.date_formats["short"].pattern
    month_first = pattern.lower().index("m") < pattern.index("d")
    if second > _MONTHS or (month_first and first <= _MONTHS):
        return first, second
    return second, first


def _in_years(year: str | None, month: int, day: int, today: date) -> list[date]:
    """A date in a year, of which only the last two digits may be told; else in the years to come in which there is one.

    Raises `ValueError` if there is no such date.
    """
    if year:
        return [date(int(year) + (2000 if len(year) == len("26") else 0), month, day)]
    found = []
    for one in range(today.year, today.year + _YEARS_TRIED):
        with suppress(ValueError):
            found.append(date(one, month, day))
    found = [one for one in found if one >= today]
    if not found:
        raise ValueError("no date")
    return found


def example_dates(own: Texts, reckoning: Reckoning) -> tuple[str, str]:
    """Two instants as somebody can type them: tomorrow evening, and that of a day in a week."""
    evening, day = "18:00", reckoning.today + timedelta(7)
    tomorrow = f"{words_of(_TOMORROW, own)[0]} {evening}"
    return tomorrow, f"{format_skeleton('yMMdd', day, locale=reckoning.region)} {evening}"
