"""Catalogues: translations, plural forms, fallbacks, and that they keep step with the code."""

import shutil
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from bot.text import languages, texts_for
from bot.text.cast import cast_of
from bot.text.happenings import happened
from bot.text.maintain import extract, faults, placeholders, update, written
from bot.text.refusals import refusal
from engine.errors import TilesNotInLine
from engine.game import commands as cmd
from engine.game.views import table_view
from engine.loading import resource_folder
from tests.support.games import Table

GERMAN = Path(__file__).parent / "locale"
REAL = resource_folder("data") / "locale"


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


@pytest.mark.parametrize("locale", [None, "", "xx", "not a locale", "es-419", "zh-CN", "../../etc"])
def test_N11_unknown_languages_are_answered_in_english(locale: str | None) -> None:
    """Whatever a client sends, there is an answer."""
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
    """The wording modules speak through the catalogue, not around it."""
    table = Table().start()
    events = table.do(cmd.Pass(table.on_turn))
    german = texts_for("de", GERMAN)
    assert happened(events, cast_of(table_view(table.game), str), german)[0].endswith("hat gepasst.")
    assert refusal(TilesNotInLine(), german).startswith("Deine Steine")


def test_facts_are_never_read_as_placeholders() -> None:
    """A name with braces in it stays what it is."""
    assert texts_for("en").gettext("{name} passed.", name="{0.__class__}") == "{0.__class__} passed."


def test_the_template_is_up_to_date() -> None:
    """`python -m bot.text.maintain` has been run since the last change of a text."""
    with (REAL / "tilewright.pot").open("rb") as file:
        kept = read_po(file)
    assert _messages(kept) == _messages(extract())


def _messages(catalogue: Catalog) -> set[object]:
    return {(message.id, message.context) for message in catalogue if message.id}


def test_the_template_holds_nothing_that_changes_by_itself() -> None:
    """No date, no line numbers: two runs give the same bytes."""
    one = written(extract())
    assert one == written(extract())
    assert b"Date" not in one
    assert b'#, python-brace-format\nmsgid "{name} passed."' in one


def test_N11_every_translation_is_complete_with_the_same_placeholders() -> None:
    """No language that the bot comes with lacks a message or a placeholder."""
    template = extract()
    for place in REAL.glob("*/LC_MESSAGES/tilewright.po"):
        with place.open("rb") as file:
            assert not faults(read_po(file, locale=place.parent.parent.name), template)


def test_faults_are_found() -> None:
    """A missing translation, a lost and an invented placeholder, an open brace; a plural may leave out the count."""
    template = Catalog()
    for message in ("{name} passed.", "{name} resigned.", "A", "B {x}"):
        template.add(message)
    template.add(("{count} tile", "{count} tiles"))
    german = Catalog(locale="de")
    german.add("{name} passed.", "{name} hat gepasst.")
    german.add("{name} resigned.", "{wer} gibt auf.")
    german.add("A", "A {b}")
    german.add("B {x}", "B {x")
    german.add(("{count} tile", "{count} tiles"), ("ein Stein", "{count} Steine"))
    assert faults(german, template) == (
        "other placeholders: {wer} gibt auf.",
        "other placeholders: A {b}",
        "other placeholders: B {x",
    )
    assert faults(Catalog(locale="de"), template)[0] == "not translated: {name} passed."
    assert placeholders("{a} and {b:d}") == {"a", "b"}


def test_new_messages_are_carried_over_into_every_language(tmp_path: Path) -> None:
    """Updating keeps what is translated and adds what is new, untranslated."""
    shutil.copytree(GERMAN, tmp_path, dirs_exist_ok=True)
    assert [path.name for path in update(tmp_path)] == ["tilewright.pot", "tilewright.po"]
    with (tmp_path / "de" / "LC_MESSAGES" / "tilewright.po").open("rb") as file:
        german = read_po(file, locale="de")
    assert german.get("{name} passed.").string == "{name} hat gepasst."
    assert german.get("{name} resigned.").string == ""
