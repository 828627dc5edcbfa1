"""Reads and checks a variant's TOML text as a whole."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import BadData, BadFile, Fault, Size
from engine.formats.varianttoml.faults import Faults, shown
from engine.formats.varianttoml.layouts import read_layout
from engine.formats.varianttoml.lines import Lines
from engine.formats.varianttoml.sizes import check_sizes
from engine.formats.varianttoml.tilesets import read_tongue
from engine.limits import CHAT, LONGEST_ABOUT, MAX_RACK, MOST_LANGUAGES, MOST_POINTS, Limits
from engine.model.alphabet import Alphabet
from engine.model.layout import Layout
from engine.model.tiles import TileSet
from engine.model.variant import COLOURS, Variant
from engine.reading import check

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}\Z")
_LANGUAGE = re.compile(r"[a-z]{2,3}\Z")
_COUNT = re.compile(r"[0-9]{1,4}\Z")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}\Z")
_TOML_LINE = re.compile(r"\s*\(at (?:line (\d+), column \d+|end of document)\)\Z")
_KEYS = ("name", "about", "rack_size", "pass_points", "bonuses", "exchange_points", "colours", "layout", "languages")

Tongues = Mapping[str, tuple[Alphabet, TileSet]]
"""Letters and tiles by language."""


@dataclass(frozen=True, slots=True)
class VariantFile:
    """A variant in all its languages. `about` is a one-line description for choosing it."""

    name: str
    about: str
    variants: Mapping[str, Variant]

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages it has tiles for."""
        return tuple(self.variants)

    @property
    def any(self) -> Variant:
        """The variant in its first language, for uses that do not depend on the language."""
        return next(iter(self.variants.values()))

    def variant(self, language: str) -> Variant:
        """The variant in a language. Raises `BadData` if it has no tiles for it."""
        if language not in self.variants:
            known = ", ".join(self.languages)
            raise BadData(self.name, f"has no tiles for the language {shown(language)}; it has them for {known}")
        return self.variants[language]


Shared = Callable[[str], VariantFile]
"""Finds another variant, whose letters and tiles a text reuses; raises `BadData` if there is none."""


def read(text: str, where: str = "variant", shared: Shared | None = None, limits: Limits = CHAT) -> VariantFile:
    """The variant in a text. Raises `BadFile` with all its faults at once, each with its line, and `TooLarge`."""
    check(where, Size.CHARACTERS, len(text), limits.variant_characters)
    text = text.replace("\r\n", "\n")
    data = _parse(text, where)
    faults = Faults(where, Lines(text))
    faults.unknown_keys((), data, _KEYS)
    name, about = _read_name(data, faults), _read_about(data, faults)
    rack_size = faults.number(("rack_size",), data["rack_size"], 1, MAX_RACK) if "rack_size" in data else None
    if "rack_size" not in data:
        faults.at((), "{key} is missing", key="'rack_size'")
    scores = _read_scores(data, rack_size, faults)
    colours = _read_colours(data, faults)
    layout = read_layout(data, faults)
    tongues = _read_tongues(data, shared, faults)
    faults.check()
    assert rack_size
    assert layout
    found = VariantFile(name, about, _assemble(name, tongues, layout, rack_size, scores, colours, faults))
    faults.check()
    return found


def is_name(text: str) -> bool:
    """Whether a name is valid for a variant."""
    return _NAME.match(text) is not None


def is_language(text: str) -> bool:
    """Whether a text looks like a language code."""
    return _LANGUAGE.match(text) is not None


def _parse(text: str, where: str) -> dict[str, Any]:
    check_sizes(text, where)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        match = _TOML_LINE.search(str(error))
        end = text.rstrip().count("\n") + 1
        line = int(match[1] or end) if match else 0
        reason = _TOML_LINE.sub("", str(error))
        raise BadFile.of([Fault.of(where, line, "is not TOML: {reason}", reason=reason)]) from None
    except (RecursionError, ValueError):
        raise BadFile.of([Fault.of(where, 0, "is not TOML: it holds a value that no variant has")]) from None


def _read_name(data: Mapping[str, Any], faults: Faults) -> str:
    name = faults.text(("name",), data)
    if name is not None and not is_name(name):
        faults.at(("name",), "a name is up to 32 of a-z, 0-9, - and _, not {value}", value=shown(name))
    return name or ""


def _read_about(data: Mapping[str, Any], faults: Faults) -> str:
    about = faults.text(("about",), data, "") or ""
    if len(about) > LONGEST_ABOUT or not about.isprintable():
        faults.at(("about",), "about is one line of up to {most} characters", most=LONGEST_ABOUT)
    return about


@dataclass(frozen=True, slots=True)
class _Scores:
    """Points besides those of words: by number of tiles played or exchanged, and for a pass."""

    bonuses: tuple[int, ...]
    exchange: tuple[int, ...]
    passing: int


def _read_scores(data: Mapping[str, Any], rack_size: int | None, faults: Faults) -> _Scores:
    passing = faults.number(("pass_points",), data.get("pass_points", 0), -MOST_POINTS, MOST_POINTS)
    bonuses = _read_counts("bonuses", data, rack_size, faults)
    exchange = _read_counts("exchange_points", data, rack_size, faults)
    return _Scores(bonuses, exchange if any(exchange) else (), passing or 0)


def _read_counts(key: str, data: Mapping[str, Any], rack_size: int | None, faults: Faults) -> tuple[int, ...]:
    """Points by number of tiles, from 0 to a full rack."""
    points = [0] * (MAX_RACK + 1)
    for count, value in (faults.table((key,), data) or {}).items():
        if not (_COUNT.match(count) and 1 <= int(count) <= (rack_size or MAX_RACK)):
            faults.at(
                (key, count),
                "{key} are for 1 to {most} tiles, not {value}",
                key=key,
                most=rack_size or MAX_RACK,
                value=shown(count),
            )
            continue
        points[int(count)] = faults.number((key, count), value, -MOST_POINTS, MOST_POINTS, f"{key} {count}") or 0
    return tuple(points[: (rack_size or MAX_RACK) + 1])


def _read_colours(data: Mapping[str, Any], faults: Faults) -> tuple[tuple[str, str], ...]:
    table = faults.table(("colours",), data) or {}
    faults.unknown_keys(("colours",), table, COLOURS)
    for name, value in table.items():
        if not (isinstance(value, str) and _COLOUR.match(value)):
            faults.at(("colours", name), "a colour is written #rrggbb, not {value}", value=shown(value))
    return tuple(sorted((name, str(value).lower()) for name, value in table.items()))


def _read_tongues(data: Mapping[str, Any], shared: Shared | None, faults: Faults) -> Tongues:
    if isinstance(data.get("languages"), str):
        return _take_over(data["languages"], shared, faults)
    tables = faults.table(("languages",), data, needed=True)
    if tables is not None and not tables:
        faults.at(("languages",), "there is no language")
    check(faults.where, Size.LANGUAGES, len(tables or ()), MOST_LANGUAGES, faults.lines.of("languages"))
    tongues: dict[str, tuple[Alphabet, TileSet]] = {}
    for language in tables or {}:
        path = ("languages", language)
        table = faults.table(path, tables or {}, needed=True)
        if not is_language(language):
            faults.at(path, "a language is a code such as en, not {value}", value=shown(language))
        tongue = read_tongue(path, table, faults) if table is not None else None
        if tongue:
            tongues[language] = tongue
    return tongues


def _take_over(name: str, shared: Shared | None, faults: Faults) -> Tongues:
    try:
        if shared is None:
            raise BadData("variant", "takes its letters and tiles from another one, which is not known here")
        other = shared(name)
    except BadData as error:
        faults.at(("languages",), "{reason}", reason=error.reason)
        return {}
    return {language: (one.alphabet, one.tile_set) for language, one in other.variants.items()}


def _assemble(
    name: str,
    tongues: Tongues,
    layout: Layout,
    rack_size: int,
    scores: _Scores,
    colours: tuple[tuple[str, str], ...],
    faults: Faults,
) -> dict[str, Variant]:
    """The variant in each language; mismatches are recorded as faults of the language's tiles."""
    made: dict[str, Variant] = {}
    for language, (alphabet, tile_set) in tongues.items():
        parts = (alphabet, tile_set, layout, rack_size, scores.bonuses, scores.exchange, scores.passing, colours)
        try:
            made[language] = Variant(name, language, *parts)
        except BadData as error:
            faults.at(("languages", language, "tiles"), "the variant {reason}", reason=error.reason)
    return made
