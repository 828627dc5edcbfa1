"""Times that people type: in their own language, the game's and English."""

from __future__ import annotations

from contextlib import suppress
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.text.clocks import length_text
from bot.text.texts import languages, texts_for
from bot.text.typed import normal_word, words_of
from bot.text.typedtimes import UNIT_WORDS, read_length, time_in
from engine.model.durations import DAY, GAME_CLOCK, HOUR, INCREMENT, MINUTE, SECOND, TURN_CLOCK, WEEK


@pytest.mark.parametrize(
    ("own", "typed", "time"),
    [
        ("en", "25 min", 25 * MINUTE),
        ("en", "1 hour", HOUR),
        ("en", "90 s", 90 * SECOND),
        ("en", "1 h 30", 90 * MINUTE),
        ("en", "1h30", 90 * MINUTE),
        ("en", "2 Days", 2 * DAY),
        ("en", "1 hour, 5 mins and 3 secs", 65 * MINUTE + 3 * SECOND),
        ("en", "2 weeks", 2 * WEEK),
        ("de", "1 Tag", DAY),
        ("de", "90 Minuten", 90 * MINUTE),
        ("de", "1,5 Std.", 90 * MINUTE),
        ("de", "1 Stunde und 30 Minuten", 90 * MINUTE),
        ("fr", "1j", DAY),
        ("fr", "1 h 30", 90 * MINUTE),
        ("fr", "2 jours et 3 heures", 2 * DAY + 3 * HOUR),
        ("es", "1 hora", HOUR),
        ("es", "1 día y 2 horas", DAY + 2 * HOUR),
        ("es", "1 dia", DAY),
        ("nl", "2 uur", 2 * HOUR),
        ("nl", "1u30", 90 * MINUTE),
        ("sv", "3 timmar", 3 * HOUR),
        ("sv", "1 dygn", DAY),
        ("ru", "25м", 25 * MINUTE),
        ("ru", "1ч", HOUR),
        ("ru", "1 час", HOUR),
        ("ru", "2 часа", 2 * HOUR),
        ("ru", "5 часов и 3 минуты", 5 * HOUR + 3 * MINUTE),
        ("ru", "25 мин.", 25 * MINUTE),
        ("ru", "25m", 25 * MINUTE),
        ("ru", "3 hours", 3 * HOUR),
    ],
)
def test_N11_X26_X30_a_length_is_read_as_people_say_it(own: str, typed: str, time: int) -> None:
    """In all forms and abbreviations, in one's own language and in English."""
    assert read_length(typed, texts_for(own)) == time


def test_N11_a_length_counts_in_the_language_of_the_game_too() -> None:
    """Only there, in one's own, and in English."""
    assert read_length("2 Tage", texts_for("fr"), "de") == 2 * DAY
    with pytest.raises(ValueError, match="no length"):
        read_length("2 Tage", texts_for("fr"), "es")


@pytest.mark.parametrize("code", languages())
@given(st.integers(0, 40 * 24 * 3600))
def test_N11_whatever_length_the_bot_says_it_reads(code: str, seconds: int) -> None:
    """In each language, with its plural forms and the words between them."""
    texts = texts_for(code)
    assert read_length(length_text(seconds * SECOND, texts), texts) == seconds * SECOND


@pytest.mark.parametrize("code", languages())
def test_N11_no_word_of_a_language_means_two_units(code: str) -> None:
    """Each unit has a word, too."""
    words = [set(map(normal_word, words_of(wording, texts_for(code)))) for wording in UNIT_WORDS.values()]
    assert all(words)
    assert not any(one & other for one, other in combinations(words, 2))


def test_N11_a_bare_number_counts_in_the_unit_of_what_is_asked() -> None:
    """And needs one where there is none."""
    english = texts_for("en")
    assert time_in(GAME_CLOCK, "25", english) == 25 * MINUTE
    assert time_in(INCREMENT, "10", english) == 10 * SECOND
    for typed in ("25", "5 s", "15 days", "soon", ""):
        with pytest.raises(ValueError, match=r"no length|out of range"):
            time_in(TURN_CLOCK, typed, english)


@given(st.text(max_size=40) | st.text("0123456789:., dhmsчмtjuu", max_size=20), st.sampled_from(languages()))
def test_N11_any_text_is_a_length_or_none(typed: str, code: str) -> None:
    """Nothing else is raised, and no length is negative."""
    with suppress(ValueError):
        assert read_length(typed, texts_for(code)) >= 0
