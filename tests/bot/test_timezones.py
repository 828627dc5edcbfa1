"""Time zones, and instants that keep their time of day in one."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import islice, pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.model.timezones import instant_of, latest_same_time, local_time, next_same_time, same_time, zone_names, zone_of
from bot.text.texts import texts_for
from bot.text.timezones import matching_zones, zone_named, zone_title
from engine.model.durations import DAY, HOUR

BERLIN, AUCKLAND, LORD_HOWE = map(ZoneInfo, ("Europe/Berlin", "Pacific/Auckland", "Australia/Lord_Howe"))
ZONES = st.sampled_from([UTC, BERLIN, AUCKLAND, LORD_HOWE, ZoneInfo("America/New_York"), ZoneInfo("Asia/Kathmandu")])
INSTANTS = st.integers(1_700_000_000, 1_900_000_000).map(lambda seconds: seconds * 1000)


def at(*when: int) -> int:
    """An instant of UTC."""
    return round(datetime(*when, tzinfo=UTC).timestamp() * 1000)  # type: ignore[misc]


def test_a_name_is_that_of_a_time_zone_or_means_utc() -> None:
    """Also one that this machine does not know, as another one may have chosen it."""
    assert zone_of("Europe/Berlin") == BERLIN
    for name in (None, "", "UTC", "Europe/Nowhere", "../../etc/passwd", "/etc/passwd"):
        assert zone_of(name) is UTC
    assert {"UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires"} < set(zone_names())
    assert not {"Etc/GMT+5", "US/Eastern", "EST"} & set(zone_names())


def test_an_hour_stays_when_clocks_change() -> None:
    """In Berlin, 18:00 is 16:00 in UTC until 25 October 2026, and then 17:00."""
    anchor = at(2026, 10, 23, 16)
    days = list(islice(same_time(anchor, BERLIN, anchor), 5))
    assert days == [anchor, at(2026, 10, 24, 16), at(2026, 10, 25, 17), at(2026, 10, 26, 17), at(2026, 10, 27, 17)]
    assert next_same_time(anchor, BERLIN, anchor) == days[1]
    assert latest_same_time(anchor, BERLIN, days[3] - 1) == days[2]
    assert latest_same_time(anchor, BERLIN, days[3]) == days[3]


def test_a_time_that_clocks_skip_comes_back_the_day_after() -> None:
    """On 29 March 2026 there is no 02:30 in Berlin; what is due then comes at 03:30, and at 02:30 again."""
    anchor = at(2026, 3, 27, 1, 30)
    shown = [local_time(one, BERLIN).strftime("%d %H:%M") for one in islice(same_time(anchor, BERLIN, anchor), 4)]
    assert shown == ["27 02:30", "28 02:30", "29 03:30", "30 02:30"]


@settings(max_examples=40)
@given(INSTANTS, ZONES, st.integers(0, 500 * DAY), st.sampled_from([1, 7]))
def test_the_next_is_the_first_at_the_same_time_of_day(anchor: int, zone: ZoneInfo, passed: int, days: int) -> None:
    """Whenever one looks, with a calendar's days between, never two on one day, and with none left out."""
    now = anchor + passed
    latest, following = latest_same_time(anchor, zone, now, days), next_same_time(anchor, zone, now, days)
    assert anchor <= latest <= now < following
    assert abs(following - latest - days * DAY) <= 2 * HOUR
    shown = [local_time(one, zone) for one in islice(same_time(anchor, zone, anchor, days), 60)]
    assert all(late.date() - early.date() == timedelta(days) for early, late in pairwise(shown))
    for one in (latest, following):
        wanted = datetime.combine(local_time(one, zone), local_time(anchor, zone).time())
        is_skipped = local_time(instant_of(wanted, zone), zone) != wanted
        assert local_time(one, zone) == wanted or is_skipped


@pytest.mark.parametrize(("hour", "expected"), [(2, at(2026, 10, 25, 0)), (3, at(2026, 10, 25, 2))])
def test_a_time_that_clocks_show_twice_is_the_first_one(hour: int, expected: int) -> None:
    """On 25 October 2026, 02:00 comes twice in Berlin."""
    assert instant_of(datetime.fromisoformat(f"2026-10-25 0{hour}:00"), BERLIN) == expected


@pytest.mark.parametrize(
    ("code", "typed", "first", "meant"),
    [
        ("de", "wie", "Europe/Vienna", "Europe/Vienna"),
        ("de", "Österreich", "Europe/Vienna", "Europe/Vienna"),
        ("de", "Vienna", "Europe/Vienna", "Europe/Vienna"),
        ("en", "new york", "America/New_York", "America/New_York"),
        ("es", "sao paulo", "America/Sao_Paulo", "America/Sao_Paulo"),
        ("ru", "Москва", "Europe/Moscow", "Europe/Moscow"),
        ("en", "utc", "UTC", "UTC"),
        ("en", "Germany", "Europe/Berlin", None),
        ("en", "Nowhere", None, None),
    ],
)
def test_a_time_zone_is_found_by_a_city_or_a_country(
    code: str, typed: str, first: str | None, meant: str | None
) -> None:
    """In one's own language and in English, without regard to case and accents."""
    texts = texts_for(code)
    assert next(iter(matching_zones(typed, texts)), None) == first
    assert zone_named(typed, texts) == meant
    if meant:
        assert zone_named(zone_title(meant, texts), texts) == zone_named(meant, texts) == meant
