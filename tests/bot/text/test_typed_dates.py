"""Instants that people type, in the words and the order of their language."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from babel.core import Locale
from hypothesis import given
from hypothesis import strategies as st

from bot.model.timezones import instant_of, local_time
from bot.text.clocks import date_and_time
from bot.text.texts import languages, texts_for
from bot.text.typedtimes import Reckoning, example_dates, read_instant
from engine.model.durations import DAY

BERLIN = ZoneInfo("Europe/Berlin")
NOW = instant_of(datetime.fromisoformat("2026-11-28 08:00"), BERLIN)
"""A Saturday."""
REGIONS = {"en": "en_GB"}


def read(code: str, typed: str, region: str = "") -> str:
    """What somebody means who types something in Berlin: `2026-12-24 18:00`."""
    reckoning = Reckoning(NOW, BERLIN, Locale.parse(region or REGIONS.get(code, code)))
    return local_time(read_instant(typed, texts_for(code), code, reckoning), BERLIN).strftime("%Y-%m-%d %H:%M")


@pytest.mark.parametrize(
    ("code", "typed", "meant"),
    [
        ("en", "tomorrow 18:00", "2026-11-29 18:00"),
        ("en", "Tomorrow at 6pm", "2026-11-29 18:00"),
        ("en", "tomorrow 6:30 p.m.", "2026-11-29 18:30"),
        ("en", "today 12 am", "2026-11-28 00:00"),
        ("en", "18:00", "2026-11-28 18:00"),
        ("en", "07:00", "2026-11-29 07:00"),
        ("en", "at 18", "2026-11-28 18:00"),
        ("en", "2h", "2026-11-28 10:00"),
        ("en", "in 2 hours", "2026-11-28 10:00"),
        ("en", "in 1h30", "2026-11-28 09:30"),
        ("en", "2026-12-24 18:00", "2026-12-24 18:00"),
        ("en", "2026-12-24T18:00", "2026-12-24 18:00"),
        ("en", "2026-12-24T18:00Z", "2026-12-24 19:00"),
        ("en", "24/12/2026 18:00", "2026-12-24 18:00"),
        ("en", "3/12 18:00", "2026-12-03 18:00"),
        ("en", "24 December, 18:00", "2026-12-24 18:00"),
        ("en", "on Friday at 18:00", "2026-12-04 18:00"),
        ("en", "Saturday 07:00", "2026-12-05 07:00"),
        ("en", "3rd of Jan 18:00", "2027-01-03 18:00"),
        ("en", "29 Feb 18:00", "2028-02-29 18:00"),
        ("de", "morgen 18 Uhr", "2026-11-29 18:00"),
        ("de", "morgen um 18:00 Uhr", "2026-11-29 18:00"),
        ("de", "übermorgen 18.30 Uhr", "2026-11-30 18:30"),
        ("de", "24.12. 18:00", "2026-12-24 18:00"),
        ("de", "am 24.12.26 um 18 Uhr", "2026-12-24 18:00"),
        ("de", "3. Dezember 18:00", "2026-12-03 18:00"),
        ("de", "Fr. 18:00", "2026-12-04 18:00"),
        ("de", "in 2 Tagen", "2026-11-30 08:00"),
        ("de", "tomorrow 18:00", "2026-11-29 18:00"),
        ("de", "heute Abend 20 Uhr", "2026-11-28 20:00"),
        ("fr", "demain à 18h", "2026-11-29 18:00"),
        ("fr", "demain 18h30", "2026-11-29 18:30"),
        ("fr", "après-demain 18:00", "2026-11-30 18:00"),
        ("fr", "le 24 décembre 2026 à 18 heures", "2026-12-24 18:00"),
        ("fr", "dans 3 jours", "2026-12-01 08:00"),
        ("es", "mañana a las 18:00", "2026-11-29 18:00"),
        ("es", "pasado mañana 18:00", "2026-11-30 18:00"),
        ("es", "el 24 de diciembre de 2026 a las 18", "2026-12-24 18:00"),
        ("es", "el martes 18:00", "2026-12-01 18:00"),
        ("es", "dentro de 2 horas", "2026-11-28 10:00"),
        ("nl", "morgen om 18 uur", "2026-11-29 18:00"),
        ("nl", "over 2 uur", "2026-11-28 10:00"),
        ("nl", "24-12-2026 18:00", "2026-12-24 18:00"),
        ("ru", "завтра в 18:00", "2026-11-29 18:00"),
        ("ru", "в пятницу в 18 часов", "2026-12-04 18:00"),
        ("ru", "24 декабря 18:00", "2026-12-24 18:00"),
        ("ru", "через 2 дня", "2026-11-30 08:00"),
        ("sv", "i morgon kl 18", "2026-11-29 18:00"),
        ("sv", "imorgon kl. 18.30", "2026-11-29 18:30"),
        ("sv", "fredag 18:00", "2026-12-04 18:00"),
        ("sv", "om 2 timmar", "2026-11-28 10:00"),
    ],
)
def test_N11_a_start_is_read_as_people_say_it(code: str, typed: str, meant: str) -> None:
    """In the time zone of the server; without a date or a year, the next time that it is so."""
    assert read(code, typed) == meant


@pytest.mark.parametrize(("region", "meant"), [("en_US", "2026-12-03 18:00"), ("en_GB", "2027-03-12 18:00")])
def test_N11_two_numbers_are_a_date_in_the_order_of_the_region(region: str, meant: str) -> None:
    """Unless only the other order is a date."""
    assert read("en", "12/3 18:00", region) == meant
    assert read("en", "24/12 18:00", region) == read("en", "12/24 18:00", region) == "2026-12-24 18:00"


def test_N11_a_timestamp_of_discord_is_read_whatever_its_form() -> None:
    """Seconds since 1970."""
    reckoning = Reckoning(NOW, UTC, Locale.parse("en"))
    for typed in ("<t:1800000000>", " <t:1800000000:R> "):
        assert read_instant(typed, texts_for("en"), "en", reckoning) == 1_800_000_000_000


@pytest.mark.parametrize("typed", ["soon", "tomorrow", "24.12.", "25:00", "tomorrow 25:00", "18:60", "31.2.2027 18:00",
    "tomorrow 18:00 maybe", "13pm", "", "<t:x>", "2026-13-01 18:00", "1:2:3:4", "30/2 18:00", "9" * 60])  # fmt: skip
def test_N11_what_is_no_start_is_refused(typed: str) -> None:
    """A date needs a time of day, and every word a meaning."""
    with pytest.raises(ValueError):  # noqa: PT011
        read("en", typed)


@pytest.mark.parametrize("code", languages())
def test_N11_the_examples_that_are_shown_can_be_typed(code: str) -> None:
    """In each language and its usual order."""
    region = Locale.parse(REGIONS.get(code, code))
    reckoning = Reckoning(NOW, BERLIN, region)
    tomorrow, later = example_dates(texts_for(code), reckoning)
    assert read(code, tomorrow, str(region)) == "2026-11-29 18:00"
    assert read(code, later, str(region)) == "2026-12-05 18:00"
    assert date_and_time(NOW).startswith("<t:")


@given(st.text(max_size=40) | st.text("0123456789:./- <>tapmhinuhrdecnov", max_size=20), st.sampled_from(languages()))
def test_N11_any_text_is_a_start_or_none(typed: str, code: str) -> None:
    """Nothing else is raised, and a date without its own year is to come."""
    reckoning = Reckoning(NOW, BERLIN, Locale.parse(code))
    with suppress(ValueError, OverflowError):
        assert read_instant(typed, texts_for(code), code, reckoning) > -(10**6) * DAY
