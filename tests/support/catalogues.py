"""Catalogues that a test writes, in place of the project's own."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from bot.text import languages, texts
from bot.text.texts import DOMAIN
from engine.loading import resource_folder


def template() -> Catalog:
    """All messages of the project."""
    with (resource_folder("data") / "locale" / f"{DOMAIN}.pot").open("rb") as file:
        return read_po(file)


def translations() -> tuple[Catalog, ...]:
    """The project's catalogues."""
    files = sorted((resource_folder("data") / "locale").glob(f"*/LC_MESSAGES/{DOMAIN}.po"))
    return tuple(read_po(io.BytesIO(file.read_bytes()), locale=file.parent.parent.name) for file in files)


def write(folder: Path, code: str, catalogue: Catalog) -> None:
    """Write a language's catalogue to its place in a folder."""
    place = folder / code / "LC_MESSAGES" / f"{DOMAIN}.po"
    place.parent.mkdir(parents=True)
    with place.open("wb") as file:
        write_po(file, catalogue)


@contextmanager
def spoken_from(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The bot and the page speak English and the languages in a folder only."""
    monkeypatch.setattr(texts, "_folder", lambda chosen: chosen or folder)
    languages.cache_clear()
    try:
        yield folder
    finally:
        languages.cache_clear()
