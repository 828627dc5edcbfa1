"""The sentences of a language for the playground's page: by file, with plural forms by CLDR's categories."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from bot.text import texts
from bot.text.exported import exported

PAGE = "bot/playground/page/"


def export(folder: Path, monkeypatch: pytest.MonkeyPatch, language: str, *messages: tuple[object, ...]) -> object:
    """What is exported of a catalogue with these messages: id, translation, file, context."""
    catalogue = Catalog(locale=language)
    for message, translation, file, *context in messages:
        catalogue.add(message, translation, [(file, 0)], context=context[0] if context else None)  # type: ignore[arg-type]
    place = folder / language / "LC_MESSAGES" / "tilewright.po"
    place.parent.mkdir(parents=True)
    with place.open("wb") as file:
        write_po(file, catalogue)
    monkeypatch.setattr(texts, "_folder", lambda _: folder)
    return exported(language, PAGE)


def test_only_complete_translations_of_the_pages_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A message without a translation stays English, and the bot's own sentences are no business of the page."""
    said = export(
        tmp_path,
        monkeypatch,
        "de",
        ("Send", "Senden", f"{PAGE}composer.js"),
        ("More", "Mehr", f"{PAGE}message.js", "menu"),
        ("Reply", "", f"{PAGE}message.js"),
        (("{count} a", "{count} b"), ("{count} x", ""), f"{PAGE}message.js"),
        ("{name} passed.", "{name} passt.", "bot/text/receipts.py"),
    )
    assert said == {"Send": "Senden", "menu\x04More": "Mehr"}


@pytest.mark.parametrize(
    ("language", "forms", "expected"),
    [
        ("de", ("x", "y"), {"one": "x", "other": "y"}),
        ("ru", ("x", "y", "z"), {"one": "x", "few": "y", "many": "z"}),
        ("fr", ("x", "y"), {"one": "x", "many": "y", "other": "y"}),
        ("pl", ("x", "y", "z"), {"one": "x", "few": "y", "many": "z"}),
    ],
)
def test_plural_forms_have_the_categories_of_browsers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, forms: tuple[str, ...], expected: dict[str, str]
) -> None:
    """Whatever the order of the catalogue's own forms."""
    message = ("{count} unread message", "{count} unread messages")
    said = export(tmp_path, monkeypatch, language, (message, forms, f"{PAGE}sidebar.js"))
    assert said == {message[0]: expected}


def test_english_is_the_page_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A language without a catalogue has nothing to say."""
    monkeypatch.setattr(texts, "_folder", lambda _: tmp_path)
    assert exported("en", PAGE) == {}
