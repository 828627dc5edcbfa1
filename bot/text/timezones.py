"""Time zones by the cities and countries that people know them by, in their language."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from babel.core import Locale, get_global

from bot.model.timezones import UTC_NAME, zone_names
from bot.text.texts import ENGLISH, Texts

_WORLD = "001"
LANGUAGES = 32
"""For how many languages the places of all time zones are kept."""


def zone_title(name: str, texts: Texts) -> str:
    """A time zone as people of a language find it, with its name: `Wien, Österreich (Europe/Vienna)`."""
    place = _place(name, texts.locale)
    return f"{place} ({name})" if place else name


def _place(name: str, locale: Locale) -> str:
    """The city and the country of a time zone; empty if it has none."""
    return ", ".join(filter(None, (_city(name, locale), _country(name, locale))))


def _country(name: str, locale: Locale) -> str:
    territory = get_global("zone_territories").get(name, _WORLD)
    return "" if territory == _WORLD else str(locale.territories.get(territory, ""))


def _city(name: str, locale: Locale) -> str:
    known = locale.time_zones.get(name, {})
    return str(known.get("city", "")) or ("" if name == UTC_NAME else name.rpartition("/")[2].replace("_", " "))


def matching_zones(typed: str, texts: Texts) -> tuple[str, ...]:
    """The time zones whose city, country or name begins with what is typed, or has a word that does.

    Cities come before countries. Neither case nor accents matter.
    """
    wanted, words = _plain(typed), _words_of_zones(texts.locale)
    found = {name: rank for name, parts in words.items() if (rank := _rank(wanted, parts)) is not None}
    return tuple(sorted(found, key=lambda name: (found[name], name)))


def _rank(wanted: str, parts: tuple[str, ...]) -> int | None:
    """How well a time zone is meant: its city, its name, or a word in them."""
    if any(part.startswith(wanted) for part in parts):
        return next(n for n, part in enumerate(parts) if part.startswith(wanted))
    return len(parts) if any(f" {wanted}" in part for part in parts) else None


@lru_cache(LANGUAGES)
def _words_of_zones(locale: Locale) -> Mapping[str, tuple[str, ...]]:
    """For each time zone, what it may be found by: city, city in English, name, country. Old names have no country."""
    english = Locale.parse(ENGLISH)
    found: dict[str, tuple[str, ...]] = {UTC_NAME: (_plain(UTC_NAME),)}
    for name in zone_names():
        if country := _country(name, locale):
            parts = _city(name, locale), _city(name, english), name, country
            found[name] = tuple(map(_plain, parts))
    return found


def _plain(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text.strip().replace("_", " ").replace("/", " ")).casefold()
    return "".join(one for one in decomposed if not unicodedata.combining(one))


def zone_named(typed: str, texts: Texts) -> str | None:
    """The time zone that somebody means: its name, or its city if only one is called so; None if that is unclear."""
    wanted, words = _plain(typed), _words_of_zones(texts.locale)
    exact = [name for name in zone_names() if _plain(name) == wanted or _plain(zone_title(name, texts)) == wanted]
    called = exact or [name for name, parts in words.items() if wanted in parts] or [*matching_zones(typed, texts)]
    return called[0] if len(called) == 1 else None
