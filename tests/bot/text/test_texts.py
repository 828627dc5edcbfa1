"""Texts from the catalogues, and those for the playground's page."""

from __future__ import annotations

from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from bot.text import languages, texts, texts_for
from bot.text.events import happened
from bot.text.names import cast_of
from bot.text.refusals import refusal
from bot.text.texts import exported
from engine.errors import TilesNotInLine
from engine.game import commands as cmd
from engine.game.views import table_view
from tests.support.games import Table

GERMAN = Path(__file__).parent / "locale"


def test_english_is_always_there() -> None:
    """The English sentences are the message ids, so no catalogue is needed."""
    assert "en" in languages()
    assert texts_for("en").gettext("{name} passed.", name="Ada") == "Ada passed."


@pytest.mark.parametrize("locale", ["de", "de-AT", "de_CH", "de-DE"])
def test_N11_the_nearest_language_is_taken(locale: str) -> None:
    """A country's form of a language uses the language's catalogue."""
    texts = texts_for(locale, GERMAN)
    assert texts.gettext("{name} passed.", name="Ada") == "Ada hat gepasst."
    assert str(texts.locale) == "de"


def test_a_catalogue_says_what_gettext_itself_says() -> None:
    """Of all messages in a language with three plural forms."""
    with texts.catalogue_file("ru").open("rb") as file:
        catalogue = read_po(file, locale="ru")
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    expected, ours = GNUTranslations(compiled), texts_for("ru")._catalogue
    for message in catalogue:
        if isinstance(message.id, tuple):
            for count in (0, 1, 2, 5, 11, 21, 22, 1_000_000):
                assert ours.ngettext(*message.id, count) == expected.ngettext(*message.id, count)
        elif message.context:
            assert ours.pgettext(message.context, message.id) == expected.pgettext(message.context, message.id)
        elif message.id:
            assert ours.gettext(message.id) == expected.gettext(message.id) != ""
    assert [ours.ngettext("a snark", "snarks", count) for count in (1, 2)] == ["a snark", "snarks"]
    assert (ours.gettext("Snark!"), ours.pgettext("rare", "Snark!")) == ("Snark!", "Snark!")


@pytest.mark.parametrize("locale", [None, "", "xx", "not a locale", "es-419", "zh-CN", "../../etc"])
def test_N11_unknown_languages_are_answered_in_english(locale: str | None) -> None:
    """Whatever a client sends, there is a text."""
    assert texts_for(locale, GERMAN).gettext("{name} passed.", name="Ada") == "Ada passed."


def test_N11_plural_forms_and_lists_follow_the_language() -> None:
    """The catalogue chooses the form, Babel the number and the word between the last two."""
    german, english = texts_for("de", GERMAN), texts_for("en")
    one, many = "{name} exchanged {count} tile.", "{name} exchanged {count} tiles."
    assert german.ngettext(one, many, 1, name="Ada") == "Ada hat einen Stein getauscht."
    assert german.ngettext(one, many, 3, name="Ada") == "Ada hat 3 Steine getauscht."
    assert english.ngettext(one, many, 1, name="Ada") == "Ada exchanged 1 tile."
    assert german.join(["Ada", "Bo", "Cem"]) == "Ada, Bo und Cem"
    assert english.either(["on", "off"]) == "on or off"
    assert (german.number(12_345), english.number(12_345)) == ("12.345", "12,345")
    assert german.pgettext("a month", "May") == "Mai"


def test_a_message_without_translation_is_given_in_english() -> None:
    """A gap in a catalogue never becomes an empty answer."""
    assert texts_for("de", GERMAN).gettext("{name} resigned.", name="Ada") == "Ada resigned."


def test_N11_events_and_refusals_are_told_in_the_language() -> None:
    """The modules that word events and refusals use the catalogue."""
    table = Table().start()
    events = table.do(cmd.Pass(table.on_turn))
    german = texts_for("de", GERMAN)
    assert happened(events, cast_of(table_view(table.game), str), german)[0].endswith("hat gepasst.")
    assert refusal(TilesNotInLine(), german).startswith("Deine Steine")


def test_facts_are_never_read_as_placeholders() -> None:
    """A name with braces in it stays as it is."""
    assert texts_for("en").gettext("{name} passed.", name="{0.__class__}") == "{0.__class__} passed."


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


def test_percentages_beside_each_other_have_as_many_decimals() -> None:
    """In the format of each language."""
    shares = (0.87, 0.398, 1.0)
    assert [texts_for("en").percent(share, 1) for share in shares] == ["87.0%", "39.8%", "100.0%"]
    assert [texts_for("de").percent(share, 1) for share in shares] == ["87,0\xa0%", "39,8\xa0%", "100,0\xa0%"]
    assert texts_for("en").percent(0.87) == "87%"
