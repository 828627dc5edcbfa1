"""The languages that people of the playground can choose, as in Discord's client, and the page's texts in them."""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from pathlib import Path

from bot.text.exported import exported
from bot.text.texts import ENGLISH, catalogue_file, nearest

LOCALES = (
    "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "hi", "hr", "hu", "id", "it", "ja",
    "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th", "tr", "uk", "vi", "zh-CN", "zh-TW",
)  # fmt: skip
"""Discord's locales, from its reference."""

DEFAULT = "en-US"
_COUNTRIES = {"en": "en-US", "es": "es-ES", "nb": "no", "nn": "no", "zh": "zh-CN"}
"""The locale of a language of which Discord has several, or that Discord calls otherwise."""

_TRADITIONAL = ("zh-hant", "zh-hk", "zh-mo")
"""How tags of traditional Chinese begin."""

_SPANISH_OF_SPAIN = ("es", "es-es")
_PAGE = "bot/playground/"


def accepted(header: str | None) -> str:
    """The first of Discord's locales in a browser's `Accept-Language` header; US English if there is none."""
    wanted = (part.partition(";") for part in (header or "").split(","))
    ordered = sorted(((_quality(rest), tag.strip()) for tag, _, rest in wanted), key=lambda one: -one[0])
    found = (_discords(tag) for quality, tag in ordered if quality > 0)
    return next((locale for locale in found if locale is not None), DEFAULT)


def _quality(parameters: str) -> float:
    try:
        return float(parameters.partition("q=")[2] or 1)
    except ValueError:
        return 0.0


def _discords(tag: str) -> str | None:
    """Discord's locale for a language tag such as `de-AT`, or None."""
    tag = tag.lower()
    exact = next((locale for locale in LOCALES if locale.lower() == tag), None)
    if exact is not None:
        return exact
    language = tag.partition("-")[0]
    if language == "es" and tag not in _SPANISH_OF_SPAIN:
        return "es-419"
    if tag.startswith(_TRADITIONAL):
        return "zh-TW"
    usual = _COUNTRIES.get(language)
    return usual or next((locale for locale in LOCALES if locale.partition("-")[0] == language), None)


def files() -> dict[str, str]:
    """The address of the page's texts for each locale that has a catalogue. It changes whenever the catalogue does."""
    languages = {locale: nearest(locale) for locale in LOCALES}
    return {locale: _address(language) for locale, language in languages.items() if language not in (None, ENGLISH)}


def _address(language: str) -> str:
    return f"/page/texts/{language}.{_digest(catalogue_file(language))}.json"


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def page_texts(name: str) -> bytes | None:
    """The texts of an address of `files`, as JSON; None if the catalogue has changed since or there is none."""
    language = name.partition(".")[0]
    known = {address.rpartition("/")[2] for address in files().values()}
    return _texts(language, name) if name in known else None


@lru_cache(maxsize=16)
def _texts(language: str, name: str) -> bytes:
    del name  # part of the key: it changes with the catalogue
    return json.dumps(exported(language, _PAGE), ensure_ascii=False).encode()
