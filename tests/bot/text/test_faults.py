"""Faults in variant files in every language."""

from __future__ import annotations

import pytest

from bot.model.errors import FileRefused
from bot.text import Texts, texts_for
from bot.text.refusals import refusal
from engine.errors import BadFile
from engine.loading import read_variant_file
from engine.sentences import Sentence
from tests.support.sentences import said

DEEP = """name = "Mine!"
rack_size = 99
[layout]
rows = '''
..x
..
'''
[languages.en]
alphabet = "A B A"
tiles = "A9 C1/1"
"""


class Shouting(Texts):
    """A language in which every translated message is in capitals; facts stay as they are."""

    def gettext(self, message: str, /, **facts: object) -> str:
        """The message in capitals, its placeholders kept."""
        parts = message.replace("{{", "\0").replace("}}", "\1").split("{")
        told = [
            parts[0].upper(),
            *(f"{name}}}{rest.upper()}" for name, _, rest in (one.partition("}") for one in parts[1:])),
        ]
        return "{".join(told).replace("\0", "{{").replace("\1", "}}").format_map(facts)


def test_faults_are_told_in_the_language_of_who_sent_the_file() -> None:
    """Everything except quotations is translated; lines stay as they are."""
    english = texts_for("en")
    shouting = Shouting(english.locale, english._catalogue)
    with pytest.raises(BadFile) as bad:
        read_variant_file(DEEP, "mine.toml")
    told = {shouting.told(one.reason) for one in bad.value.faults}
    row = said("formats.row_has_squares", row=2, count=2, width=3)
    assert {"rack_size MUST BE 1 TO 20, NOT 99", row.upper()} <= told
    assert [english.told(one.reason) for one in bad.value.faults] == [one.reason for one in bad.value.faults]
    assert "ROW 2 HAS 2 SQUARES" in refusal(FileRefused("mine.toml", bad.value.faults), shouting)


def test_the_parts_of_a_fault_are_told_too() -> None:
    """A reason within a reason is translated, numbers are written as the language does, the rest stays as it is."""
    english = texts_for("en")
    shouting = Shouting(english.locale, english._catalogue)
    outer = Sentence("is odd: {reason}", reason=Sentence("has {count} legs", count=3))
    assert shouting.told(outer) == "IS ODD: HAS 3 LEGS"
    assert texts_for("de").told(Sentence("has more than {limit} bytes", limit=50_000)) == "hat mehr als 50.000 Bytes"
    assert shouting.told("is odd") == "is odd"


BROKEN = (
    "a",
    "a =",
    "a = 'x",
    "a = [1",
    "[a\nb = 1",
    "a = 1\na = 2",
    "a = 1 2",
    'a = "\\q"',
    "a = x",
    "a = '\x01'",
    "= 1",
    "a = {b = 1\n}",
    "a = 2020-13-01",
)


@pytest.mark.parametrize("text", BROKEN)
def test_text_that_is_not_toml_is_refused_without_the_library_s_english(text: str) -> None:
    """Everything that is said of it comes from the catalogues."""
    with pytest.raises(BadFile) as bad:
        read_variant_file(text, "mine.toml")
    reason = bad.value.faults[0].reason.facts["reason"]
    assert isinstance(reason, Sentence)
    assert texts_for("de").told(reason) != reason
