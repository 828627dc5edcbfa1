"""The check of the catalogues finds each kind of fault, and names the language and the English sentence."""

from __future__ import annotations

from typing import Any

import pytest
from babel.messages.catalog import Catalog

from bot.playground.commands import SIZE_LIMIT, size
from tests.tools.catalogues import check, template, translated
from tests.tools.catalogues.checks import MISSING, Fault, Language, catalogue_faults
from tests.tools.catalogues.commands import bodies_in, command_faults, strange_word, told_in


def body(name: str, german: str, kind: int = 1, **more: object) -> dict[str, Any]:
    """A command, option or choice with its German name."""
    return {"name": name, "type": kind, "description": "About", "name_localizations": {"de": german}, **more}


BODIES = [
    body(
        "board",
        "brett",
        options=[
            body("premiums", "prämien", 3, choices=[body("free", "noch freie", value="free")]),
            body("row", "zeile", 3),
        ],
    ),
    body("game", "spiel", options=[body("new", "neu", options=[body("computer", "computer", 4)])]),
]


def faults_of(english: str | tuple[str, str], german: object, context: str | None = None, *same: str) -> list[str]:
    """What the check says about one translation; the allow list is `same`."""
    wanted, catalogue = Catalog(), Catalog(locale="de")
    wanted.add(english, context=context)
    if german is not None:
        catalogue.add(english, german, context=context)
    return [one.what for one in catalogue_faults(compared(catalogue, *same), wanted)]


def compared(catalogue: Catalog, *same: str) -> Language:
    """A German catalogue beside the tiny commands above."""
    return Language("de", catalogue, told_in(BODIES, "de"), frozenset(same))


@pytest.mark.soak
def test_N11_every_bundled_catalogue_is_without_fault() -> None:
    """Nothing is left in English, too long or quoted wrongly, in English and in each language that has a catalogue.

    While sentences are new, `python -m tests.tools.catalogues check` lists those that are not translated yet.
    """
    found = [one for one in check() if one.what != MISSING]
    assert not found, "\n".join(map(str, found))


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("{name} passed.", "{name} hat gepasst."),
        ("{name} passed.\nNext: **{other}**", "Nach {name}\nkommt **{other}**"),
        (("{count} tile", "{count} tiles"), ("ein Stein", "{count} Steine")),
        (("{count} tile of {name}", "{count} tiles of {name}"), ("{count} Stein: {name}", "{count} Steine: {name}")),
        ("See `/board premiums:free`.", "Siehe `/brett prämien:noch freie`."),
        ("See `/board premiums:{which}`.", "Siehe `/brett prämien:{which}`."),
        ("Use /board for it, or `/game new`.", "Dafür gibt es `/spiel neu` oder /brett, je nachdem."),
        ("Give `row:` or `premiums: free`.", "Gib `prämien: noch freie` oder `zeile:` an."),
        ("`8H HELLO` or {place}", "`8H HELLO` oder {place}"),
        ("{name} {count}", "{name} {count}"),
        ("GCG", "GCG"),
        ("Rack", "Bänkchen"),
    ],
)
def test_a_good_translation_has_no_fault(english: str | tuple[str, str], german: object) -> None:
    """The check lets translators word things as their language does."""
    assert faults_of(english, german) == []


@pytest.mark.parametrize(
    ("english", "german", "fault"),
    [
        ("{name} passed.", None, "not translated"),
        ("{name} passed.", "", "not translated"),
        ("A bingo!", "Ein Scr" + "abble!", "a trademark"),
        ("{name} passed.", "Gepasst.", "other placeholders than name"),
        ("{name} passed.", "{wer} passt.", "other placeholders than name"),
        ("Nobody passed.", "{name} passt.", "other placeholders than none"),
        ("{name} passed.", "{name passt.", "braces do not match"),
        (("{count} tile", "{count} tiles"), ("{count} Stein", ""), "1 plural forms of 2"),
        (("{count} tile", "{count} tiles"), ("{n} Stein", "{count} Steine"), "other placeholders"),
        ("**Rack** first", "Erst Bänkchen", "other markdown marks"),
        ("**Rack** first", "Erst *Bänkchen*", "other markdown marks"),
        ("`8H` first", "Erst 8H", "other markdown marks"),
        ("||Hidden|| word", "Verborgenes Wort", "other markdown marks"),
        ("One.\nTwo.", "Eins. Zwei.", "other line breaks"),
        (" and more", "und mehr", "other spaces at an end"),
        ("No.", "Nein. ", "other spaces at an end"),
        ("Tiles are left.", "Tiles are left.", "the same as in English"),
        (("{count} tile", "{count} tiles"), ("{count} Stein", "{count} tiles"), "the same as in English"),
        ("See `/board`.", "Siehe `/board`.", "no command, option or choice is called board"),
        ("See `/board row:1`.", "Siehe `/brett row:1`.", "no command, option or choice is called row"),
        ("Use `/game new`.", "Nimm `/spiel new`.", "no command, option or choice is called new"),
        ("See `/board premiums:free`.", "Siehe `/brett prämien:free`.", "no command, option or choice is called free"),
        ("See `/board row:1`.", "Siehe `/brett computer:1`.", "no command, option or choice is called computer"),
        ("With `row:`, one row.", "Mit `row:` eine Reihe.", "no command, option or choice is called row"),
    ],
)
def test_a_fault_is_found(english: str | tuple[str, str], german: object, fault: str) -> None:
    """Each kind of fault is told once."""
    found = faults_of(english, german)
    assert len(found) == 1, found
    assert fault in found[0]


@pytest.mark.parametrize(
    ("context", "most"), [("command name", 32), ("option name", 32), ("description", 100), ("choice", 100)]
)
def test_texts_of_commands_are_within_discords_limits(context: str, most: int) -> None:
    """The longest that fits is accepted, one character more is not."""
    assert faults_of("short", "x" * most, context) == []
    assert faults_of("short", "x" * (most + 1), context) == [
        f"{most + 1} characters of at most {most} ({context}), in {'x' * (most + 1)!r}"
    ]


@pytest.mark.parametrize(
    ("french", "breaks"),
    [
        ("Fini ?", True),
        ("« Fini\u00a0»", True),
        ("Score : 3", True),
        ("«\u00a0Fini\u00a0»\u00a0: fini\u202f?", False),
        ("Les lettres, ? pour un joker, comme A C ?", False),
    ],
)
def test_french_marks_stay_on_the_line_of_their_word(french: str, breaks: bool) -> None:
    """Only the blank tile, which is also written as a question mark, has a space before it."""
    wanted, catalogue = Catalog(), Catalog(locale="fr")
    wanted.add("Over")
    catalogue.add("Over", french)
    found = list(catalogue_faults(Language("fr", catalogue, told_in(BODIES, "fr"), frozenset()), wanted))
    assert [one.what.startswith("a space that breaks") for one in found] == [True] * breaks


def test_the_allow_list_names_what_is_the_same() -> None:
    """It cannot grow stale: a line that is not needed is a fault too."""
    assert faults_of("Bonus", "Bonus", None, "Bonus") == []
    assert "in same.txt" in faults_of("Bonus", "Zuschlag", None, "Bonus")[0]


def test_a_sentence_names_buttons_and_squares_as_they_are_labelled() -> None:
    """A label that is a message of its own has the same words wherever it is quoted."""
    wanted, catalogue = Catalog(), Catalog(locale="de")
    for english, german in (
        ("Rack", "Bank"),
        ("2L", "2B"),
        ("Press **Rack** on `2L`.", "Drück **Bank** auf `2B`."),
        ("Press **Rack** now.", "Drück jetzt **Bänkchen**."),
        ("`2L` doubles it.", "`2L` verdoppelt."),
    ):
        wanted.add(english)
        catalogue.add(english, german)
    found = [one.what for one in catalogue_faults(compared(catalogue), wanted)]
    assert found == [
        "Rack is labelled Bank, in 'Drück jetzt **Bänkchen**.'",
        "2L is labelled 2B, in '`2L` verdoppelt.'",
    ]


def test_fuzzy_and_forgotten_translations_are_faults() -> None:
    """Somebody must look at a fuzzy one; a message that has gone is removed by a refresh."""
    wanted, catalogue = Catalog(), Catalog(locale="de")
    wanted.add("{name} passed.")
    catalogue.add("{name} passed.", "{name} passt.", flags=("fuzzy",))
    catalogue.add("Gone.", "Weg.")
    fuzzy, gone = catalogue_faults(compared(catalogue), wanted)
    assert "fuzzy" in fuzzy.what
    assert gone == Fault("de", "Gone.", "no longer in the code: run `python -m tests.tools.catalogues`")
    assert str(gone).startswith("de: 'Gone.': no longer")


def test_a_language_with_three_plural_forms_needs_three() -> None:
    """Russian is not complete with the two forms of English."""
    wanted, russian = Catalog(), Catalog(locale="ru")
    wanted.add(("{count} tile", "{count} tiles"))
    russian.add(("{count} tile", "{count} tiles"), ("{count} фишка", "{count} фишек"))
    assert [one.what for one in catalogue_faults(compared(russian), wanted)] == ["2 plural forms of 3"]


def test_a_sentence_in_english_may_not_quote_what_is_gone() -> None:
    """The commands of the bot itself are read, so that no sentence outlives a command."""
    told = told_in(bodies_in(None), "en")
    assert strange_word("/game new computer:5", told) is None
    assert strange_word("/game new robot:5", told) == "robot"


def test_a_command_is_measured_with_each_text_in_its_longest_language() -> None:
    """No language alone is too large here, but all of them together are."""
    told = [{"de": "d" * 100, "fr": "f"}, {"de": "d", "fr": "f" * 100}]
    options = [
        {"name": f"o{n}", "type": 3, "description": "e", "description_localizations": told[n % 2]} for n in range(80)
    ]
    groups = [{"name": f"g{n}", "type": 1, "description": "e", "options": options[n::4]} for n in range(4)]
    large = {"name": "large", "type": 1, "description": "e", "options": groups}
    assert size(large) > SIZE_LIMIT
    assert (
        "/large: 8248 characters of at most 8000, each text in its longest language (de " in command_faults([large])[-1]
    )
    groups.pop()
    assert command_faults([large]) == ()


def test_every_bundled_catalogue_has_the_name_of_its_language() -> None:
    """Its folder is what `Locale` calls it, or the bot would not find it."""
    for language in translated():
        assert template.is_language(language)
