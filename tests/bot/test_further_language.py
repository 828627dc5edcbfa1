"""A further language is data only: a catalogue, letters with tiles, and a word list."""

from __future__ import annotations

import hashlib
import lzma
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.front.core.library import Library
from bot.front.core.translator import CatalogueTranslator
from bot.front.rooms import described
from bot.text import languages, texts_for
from bot.text.texts import own_folder
from engine.loading import (
    folders,
    list_languages,
    list_lexicons,
    load_language,
    load_lexicon,
    load_variant,
    load_variant_file,
    resource_folder,
)
from tests.engine.test_languages import ITALIAN
from tests.tools.catalogues import create
from tests.tools.catalogues.template import read_catalogue, written

WORDS = "CANE\nCASA\nPERCHE\n"


@pytest.fixture
def with_italian(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The project's own files and three of Italian, in a folder like that of an installed package."""
    data = tmp_path / "_packaged" / "data"
    data.mkdir(parents=True)
    (tmp_path / "_packaged" / "assets").symlink_to(resource_folder("assets"))
    for place in resource_folder("data").iterdir():
        if place.name not in ("languages", "lexicons", "locale"):
            (data / place.name).symlink_to(place)
    for name in ("languages", "lexicons"):
        (data / name).mkdir()
        for place in (resource_folder("data") / name).iterdir():
            (data / name / place.name).symlink_to(place)
    (data / "languages" / "it.toml").write_text(ITALIAN, encoding="utf-8")
    _put_words(data / "lexicons")
    _put_catalogue(data / "locale")
    caches = (list_languages, load_language, load_variant, load_variant_file, languages, own_folder)
    monkeypatch.setattr(folders, "_ENGINE", tmp_path)
    for cached in caches:
        cached.cache_clear()
    yield
    for cached in caches:
        cached.cache_clear()


def _put_words(folder: Path) -> None:
    (folder / "italian.txt.xz").write_bytes(lzma.compress(WORDS.encode()))
    letters = list("ABCDEFGHILMNOPQRSTUVZ")
    (folder / "italian.toml").write_text(
        f'title = "Italiano"\nlanguage = "it"\nalphabet = {letters!r}\nsource = "a test"\nlicence = "CC0"\n'
        f'version = 1\nwords = 3\nsha256 = "{hashlib.sha256(WORDS.encode()).hexdigest()}"\n',
        encoding="utf-8",
    )


def _put_catalogue(folder: Path) -> None:
    place = create("it", folder)
    catalogue = read_catalogue("it", folder)
    catalogue.get("Rack").string = "Leggio"
    catalogue.get("board", "command name").string = "tabellone"
    place.write_bytes(written(catalogue))


@pytest.mark.soak
@pytest.mark.usefixtures("with_italian")
async def test_N11_italian_needs_no_code() -> None:
    """The bot offers its tiles with its dictionary, says what is translated, and names its commands."""
    variant = load_variant("standard", "it")
    assert "it" in Library().languages()
    assert "italian" in {info.name for info in list_lexicons()}
    assert load_lexicon("italian", variant.alphabet).contains(variant.alphabet.split("perché"))
    assert "it" in languages()
    assert texts_for("it-IT").gettext("Rack") == "Leggio"
    assert texts_for("it-IT").gettext("Compose") == "Compose"
    (board,) = [one for one in await described(CatalogueTranslator()) if one["name"] == "board"]
    assert board["name_localizations"] == {"it": "tabellone"}
