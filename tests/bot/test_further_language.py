"""A further language is data only: a catalogue, letters with tiles, and a word list."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.front.speech.command_names import CatalogueTranslator
from bot.service.words.library import Library
from bot.text import languages, texts_for
from bot.text.lexicons import lexicon_title
from bot.text.texts import own_folder
from bot.wiring.rooms import ROOMS
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
from tests.tools.wordlists.__main__ import app

WORDS = "Africa\ncane\ncasa\nkiwi\nperché\n"


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
    _put_catalogue(data / "locale")
    caches = (list_languages, load_language, load_variant, load_variant_file, languages, own_folder)
    monkeypatch.setattr(folders, "_ENGINE", tmp_path)
    for cached in caches:
        cached.cache_clear()
    _put_words(tmp_path, data / "lexicons")
    yield
    for cached in caches:
        cached.cache_clear()


def _put_words(folder: Path, lexicons: Path) -> None:
    """A dictionary, made as `data/README.md` says."""
    (folder / "words.txt").write_text(WORDS, encoding="utf-8")
    options = ("--language", "it", "--title", "Italiano", "--source", "a test", "--licence", "CC0", "--out", lexicons)
    notice = ("--notice", folder / "words.txt")
    made = CliRunner().invoke(app, [str(one) for one in ("pack", "italian", folder / "words.txt", *options, *notice)])
    assert made.output == "italian: 3 words\n"


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
    assert [info.words for info in list_lexicons() if info.name == "italian"] == [3]
    assert lexicon_title("italian", texts_for("it")) == "italiano"
    assert load_lexicon("italian", variant.alphabet).contains(variant.alphabet.split("perché"))
    assert "it" in languages()
    assert texts_for("it-IT").gettext("Rack") == "Leggio"
    assert texts_for("it-IT").gettext("Compose") == "Compose"
    (board,) = [one for one in await ROOMS.described(CatalogueTranslator()) if one["name"] == "board"]
    assert board["name_localizations"] == {"it": "tabellone"}
