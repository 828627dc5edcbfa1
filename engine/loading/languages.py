"""The languages to play in, read from their files; `engine.formats.languagetoml` explains the format."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from engine.errors import BadData
from engine.formats import languagetoml
from engine.formats.languagetoml import Language
from engine.loading.folders import resource_folder
from engine.model.alphabet import Alphabet
from engine.model.tiles import TileSet
from engine.sentences import Sentence

FIRST = "en"
"""The language that stands first, for uses that do not depend on the language."""


@lru_cache(maxsize=1)
def list_languages() -> tuple[str, ...]:
    """The codes of all languages that have letters and tiles, English first."""
    return tuple(sorted((path.stem for path in _folder().glob("*.toml")), key=lambda code: (code != FIRST, code)))


@lru_cache(maxsize=64)
def load_language(code: str) -> Language:
    """A language. Raises `BadData` if there is none."""
    if code not in list_languages():
        known = ", ".join(list_languages())
        reason = Sentence("there are no tiles for {code}; choose from {known}", code=repr(code), known=known)
        raise BadData(Sentence("language code"), reason)
    path = _folder() / f"{code}.toml"
    return languagetoml.read(path.read_text(encoding="utf-8"), path.name)


def tile_sets(name: str) -> dict[str, tuple[Alphabet, TileSet]]:
    """The letters and tiles of each language that has a tile set of that name; empty if none has."""
    known = ((code, load_language(code)) for code in list_languages())
    return {code: (one.alphabet, one.sets[name]) for code, one in known if name in one.sets}


def language_named(name: str) -> str | None:
    """The code of the language whose tiles a file calls by that name, or by their code."""
    codes = list_languages()
    return name if name in codes else next((code for code in codes if load_language(code).name == name), None)


def _folder() -> Path:
    return resource_folder("data") / "languages"
