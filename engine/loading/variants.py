"""The bundled variants, read from their files; `engine.formats.varianttoml` explains the format."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from engine.errors import BadData
from engine.formats import varianttoml
from engine.formats.varianttoml import Tongues, VariantFile
from engine.limits import CHAT, Limits
from engine.loading.folders import resource_folder
from engine.loading.languages import tile_sets
from engine.model.variant import WHERE, Variant
from engine.sentences import Sentence


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
    path = _folder() / f"{name}.toml"
    return read_variant_file(path.read_text(encoding="utf-8"), path.name)


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
