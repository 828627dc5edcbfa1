"""Variants from their TOML files.

A file gives the board, the rack size and the bonuses, and for each language its alphabet and tiles:

    name = "standard"
    rack_size = 7
    bonuses = { 7 = 50 }          # points for playing that many tiles
    [layout]
    start = "8H"                  # a cell; or a row "8", a column "H", or "" for anywhere
    rows = \"\"\"...\"\"\"              # one character a square: model.layout.STANDARD_KEY, and what [layout.key] adds
    [layout.key]
    "5" = { points = 5, letter = 2 }
    [languages.en]
    alphabet = "A B C"            # letters in order; further forms behind a slash: "A/a/à"
    tiles = "?2/0 A9/1"           # letter, number of tiles / points of each
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from engine.errors import BadData, EngineError
from engine.loading.folders import resource_folder
from engine.model.alphabet import Alphabet
from engine.model.coordinates import number_of
from engine.model.layout import STANDARD_KEY, Layout, Square, Start
from engine.model.tiles import Tile, Tiles, TileSet
from engine.model.variant import Variant

_TILE = re.compile(r"(.+?)(\d{1,3})/(-?\d{1,6})\Z")
_START = re.compile(r"(\d{0,2})([A-Za-z]{0,2})\Z")
_SQUARE = {"letter": int, "word": int, "points": int, "blocked": bool}


def list_variants() -> tuple[str, ...]:
    """The names of the variants that come with the program."""
    return tuple(sorted(path.stem for path in _folder().glob("*.toml")))


@lru_cache(maxsize=32)
def load_variant(name: str = "standard", language: str = "en") -> Variant:
    """A variant that comes with the program, in a language. Raises `BadData` when there is none."""
    path = _folder() / f"{name}.toml"
    if name not in list_variants():
        raise BadData("variant", f"there is none named {name!r}; there are {', '.join(list_variants())}")
    return parse_variant(path.read_text(encoding="utf-8"), language, path.name)


def _folder() -> Path:
    return resource_folder("data") / "variants"


def parse_variant(text: str, language: str, where: str = "variant") -> Variant:
    """The variant that a TOML text describes, in one of its languages. Raises `BadData`."""
    try:
        data = tomllib.loads(text)
        tongue = data["languages"][language]
        return Variant(
            str(data["name"]),
            language,
            _read_alphabet(str(tongue["alphabet"])),
            TileSet(_read_tiles(str(tongue["tiles"]))),
            _read_layout(data["layout"]),
            int(data["rack_size"]),
            _read_bonuses(data.get("bonuses", {}), int(data["rack_size"])),
            colours=tuple(sorted((str(k), str(v)) for k, v in data.get("colours", {}).items())),
        )
    except tomllib.TOMLDecodeError as error:
        raise BadData(where, f"is not TOML: {error}") from None
    except KeyError as error:
        raise BadData(where, f"lacks {error.args[0]!r}") from None
    except EngineError:
        raise
    except (TypeError, ValueError, AttributeError) as error:
        raise BadData(where, f"has a value of the wrong kind: {error}") from None


def _read_alphabet(text: str) -> Alphabet:
    forms = [token.split("/") for token in text.split()]
    return Alphabet(tuple(form[0] for form in forms), tuple(tuple(form[1:]) for form in forms))


def _read_tiles(text: str) -> Tiles:
    tiles: list[Tile] = []
    for token in text.split():
        match = _TILE.match(token)
        if not match:
            raise BadData("tiles", f"{token!r} is not of the form A9/1")
        tile = Tile("" if match[1] == "?" else match[1], int(match[3]))
        tiles += [tile] * int(match[2])
    return Tiles.of(tiles)


def _read_layout(data: Mapping[str, Any]) -> Layout:
    key = STANDARD_KEY | {str(sign): _read_square(square) for sign, square in data.get("key", {}).items()}
    return Layout.read(str(data["rows"]).strip("\n").split("\n"), key, _read_start(str(data["start"])))


def _read_square(data: Mapping[str, Any]) -> Square:
    strange = set(data) - set(_SQUARE)
    if strange:
        raise BadData("layout", f"a square has no {', '.join(sorted(strange))}")
    return Square(**{name: _SQUARE[name](value) for name, value in data.items()})


def _read_start(text: str) -> Start:
    match = _START.match(text)
    if not match:
        raise BadData("layout", f"{text!r} is neither a cell, a row nor a column")
    return Start(number_of(match[2]) if match[2] else None, int(match[1]) - 1 if match[1] else None)


def _read_bonuses(data: Mapping[str, Any], rack_size: int) -> tuple[int, ...]:
    numbers = {int(count): int(points) for count, points in data.items()}
    if any(not 0 <= count <= rack_size for count in numbers):
        raise BadData("bonuses", f"are for 0 to {rack_size} tiles")
    return tuple(numbers.get(count, 0) for count in range(rack_size + 1))
