"""The files that come with the program and where they are: languages, variants and puzzles."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Literal

from engine.errors import BadData
from engine.formats import languagetoml, varianttoml
from engine.formats.languagetoml import Language
from engine.formats.varianttoml import Tongues, VariantFile
from engine.limits import CHAT, MOST_PUZZLES, Limits
from engine.loading.cache import read_file, unpack
from engine.model.tiles import Alphabet, TileSet
from engine.model.variant import WHERE, Variant
from engine.sentences import Internal, Sentence

ResourceName = Literal["data", "assets"]

_ENGINE = Path(__file__).resolve().parent.parent


class ResourceMissing(BadData):
    """A folder or file of the installation is missing. `tried` lists the places searched."""

    tried: tuple[str, ...] = ()


def resource_folder(name: ResourceName) -> Path:
    """The folder of the project's files of one kind.

    The installed package keeps them in `engine/_packaged/`; a checkout keeps them beside `engine/`.
    Raises `ResourceMissing` when neither exists.
    """
    places = (_ENGINE / "_packaged" / name, _ENGINE.parent / name)
    for place in places:
        if place.is_dir():
            return place
    raise ResourceMissing(name, Sentence("the installation is incomplete"), tried=tuple(map(str, places)))


FIRST = "en"
"""The language that stands first, for uses that do not depend on the language."""


@lru_cache(maxsize=1)
def list_languages() -> tuple[str, ...]:
    """The codes of all languages that have letters and tiles, English first."""
    return tuple(
        sorted((path.stem for path in _languages_folder().glob("*.toml")), key=lambda code: (code != FIRST, code))
    )


@lru_cache(maxsize=64)
def load_language(code: str) -> Language:
    """A language. Raises `BadData` if there is none."""
    if code not in list_languages():
        known = ", ".join(list_languages())
        reason = Sentence("there are no tiles for {code}; choose from {known}", code=repr(code), known=known)
        raise BadData(Sentence("language code"), reason)
    path = _languages_folder() / f"{code}.toml"
    return languagetoml.read(path.read_text(encoding="utf-8"), path.name)


def tile_sets(name: str) -> dict[str, tuple[Alphabet, TileSet]]:
    """The letters and tiles of each language that has a tile set of that name; empty if none has."""
    known = ((code, load_language(code)) for code in list_languages())
    return {code: (one.alphabet, one.sets[name]) for code, one in known if name in one.sets}


def language_named(name: str) -> str | None:
    """The code of the language whose tiles a file calls by that name, or by their code."""
    codes = list_languages()
    return name if name in codes else next((code for code in codes if load_language(code).name == name), None)


def language_of_alphabet(alphabet: Alphabet) -> Language | None:
    """The language with these letters, as people type them; None if they are those of no language."""
    return next((one for one in map(load_language, list_languages()) if one.alphabet == alphabet), None)


def _languages_folder() -> Path:
    return resource_folder("data") / "languages"


def list_variants() -> tuple[str, ...]:
    """The names of the bundled variants."""
    return tuple(sorted(path.stem for path in _folder().glob("*.toml")))


@lru_cache(maxsize=32)
def load_variant(name: str = "standard", language: str = "en") -> Variant:
    """A bundled variant in a language. Raises `BadData` if there is none."""
    return load_variant_file(name).variant(language)


@lru_cache(maxsize=32)
def load_variant_file(name: str) -> VariantFile:
    """A bundled variant in all its languages. Raises `BadData` if there is none."""
    if name not in list_variants():
        known = ", ".join(list_variants())
        raise BadData(WHERE, Sentence("there is none named {name}; choose from {known}", name=repr(name), known=known))
    return read_variant_file(variant_text(name), f"{name}.toml")


def variant_text(name: str) -> str:
    """The file of a bundled variant, as text."""
    return (_folder() / f"{name}.toml").read_text(encoding="utf-8")


def _folder() -> Path:
    return resource_folder("data") / "variants"


def read_variant_file(text: str, where: str = WHERE, limits: Limits = CHAT) -> VariantFile:
    """The variant in a TOML text, in all its languages. Raises `BadFile` with all faults, and `TooLarge`.

    It may reuse the tile sets of the languages, or the letters and tiles of a bundled variant.
    """
    return varianttoml.read(text, where, _shared, limits)


def _shared(name: str) -> Tongues:
    return tile_sets(name) or {
        language: (one.alphabet, one.tile_set) for language, one in load_variant_file(name).variants.items()
    }


def puzzle_languages() -> tuple[str, ...]:
    """The languages that have puzzles on the standard board, sorted."""
    return tuple(
        sorted(path.name.split("-", 1)[1].split(".")[0] for path in _puzzles_folder().glob("standard-*.jsonl.xz"))
    )


def load_puzzle_lines(language: str) -> tuple[str, ...]:
    """The lines of a language's puzzles, which `engine.puzzles.values` reads; none if it has none.

    Raises `BadData` for a damaged file, and `TooLarge`.
    """
    path = _puzzles_folder() / f"standard-{language}.jsonl.xz"
    if language not in puzzle_languages():
        return ()
    data = unpack(read_file(path, MOST_PUZZLES), path.name, MOST_PUZZLES)
    try:
        return tuple(data.decode("utf-8").splitlines())
    except UnicodeDecodeError:
        raise BadData(path.name, Internal("is not UTF-8")) from None


def _puzzles_folder() -> Path:
    return resource_folder("data") / "puzzles"
