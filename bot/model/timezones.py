"""Time zones by their IANA names, and instants that keep their time of day in one, also when its clocks change."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from engine.model.durations import SECOND

_OLD = frozenset(["Brazil", "Canada", "Chile", "Etc", "Mexico", "SystemV", "US", "posix", "right"])
"""Where names are kept that nobody should choose any more."""
UTC_NAME = "UTC"


@cache
def zone_names() -> tuple[str, ...]:
    """The names of all time zones that somebody may live in, and UTC. The first call reads files."""
    names = (name for name in available_timezones() if "/" in name and name.partition("/")[0] not in _OLD)
    return UTC_NAME, *sorted(names)


def zone_of(name: str | None) -> tzinfo:
    """The time zone with a name; UTC without one, and for one that this machine does not know."""
    if name in (None, UTC_NAME):
        return UTC
    try:
        return ZoneInfo(name)
    except (KeyError, OSError, ValueError):  # the first for a name without a file
        return UTC


def instant_of(local: datetime, zone: tzinfo) -> int:
    """The instant, in milliseconds, at which clocks of a zone show a date and time.

    If they do so twice, it is the first one; if they skip that time, it is as long after the change as it would have
    been without.
    """
    return round(local.replace(tzinfo=zone).timestamp() * SECOND)


def local_time(instant: int, zone: tzinfo) -> datetime:
    """What clocks of a zone show at an instant."""
    return datetime.fromtimestamp(instant / SECOND, zone).replace(tzinfo=None)


def same_time(anchor: int, zone: tzinfo, since: int, days: int = 1) -> Iterator[int]:
    """The instants from `since` on that are a multiple of some days after an anchor, at its time of day in a zone.

    The days are those of the zone's calendar. The anchor itself is the first one.
    """
    shown = local_time(anchor, zone)
    passed = max(0, (local_time(since, zone) - shown).days - 1) // days * days
    while True:
        if (at := instant_of(shown + timedelta(passed), zone)) >= since:
            yield at
        passed += days


def next_same_time(anchor: int, zone: tzinfo, now: int, days: int = 1) -> int:
    """The first instant after now that `same_time` gives."""
    return next(same_time(anchor, zone, now + 1, days))


def latest_same_time(anchor: int, zone: tzinfo, now: int, days: int = 1) -> int:
    """The last instant up to now that `same_time` gives; the anchor if that is to come."""
    latest = anchor
    for at in same_time(anchor, zone, max(anchor, now - 2 * days * 24 * 3600 * SECOND), days):
        if at > now:
            return latest
        latest = at
    raise AssertionError  # the days have no end
