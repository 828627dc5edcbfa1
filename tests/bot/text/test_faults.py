"""Faults in variant files in every language."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.front.core.errors import FileRefused
from bot.model import themefile
from bot.text import Texts, texts_for
from bot.text.faults import FORMS, fault_text
from engine.errors import BadFile, Fault
from engine.formats import varianttoml
from engine.loading import read_variant_file

READERS = (*Path(varianttoml.__file__).parent.glob("*.py"), Path(themefile.__file__))
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


def _forms_used() -> Iterator[str]:
    """Every text form that the variant reader gives to a fault."""
    for file in READERS:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in (
                "faults.add", "faults.at", "self.at", "Fault.of",
            ):  # fmt: skip
                yield from (one.value for one in node.args if isinstance(one, ast.Constant) and type(one.value) is str)


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


def test_every_form_of_a_fault_can_be_translated() -> None:
    """The forms in the reader and in the catalogues are the same."""
    used = set(_forms_used()) - {"{reason}"}
    assert len(used) > 30
    assert used == set(FORMS)


def test_faults_are_told_in_the_language_of_who_sent_the_file() -> None:
    """Everything except quotations is translated; lines stay as they are."""
    english = texts_for("en")
    shouting = Shouting(english.locale, english._catalogue)
    with pytest.raises(BadFile) as bad:
        read_variant_file(DEEP, "mine.toml")
    told = {fault_text(one, shouting) for one in bad.value.faults}
    assert {
        "A NAME MUST BE AT MOST 32 OF A-Z, 0-9, - AND _, NOT 'Mine!'",
        "rack_size MUST BE 1 TO 20, NOT 99",
        "ROW 2 HAS 2 SQUARES, BUT THE FIRST ROW HAS 3",
        "'A' STANDS FOR TWO LETTERS",
        "'A9' DOES NOT HAVE THE FORM A9/1: LETTER, NUMBER OF TILES, SLASH, POINTS",
    } <= told
    assert [fault_text(one, english) for one in bad.value.faults] == [one.reason for one in bad.value.faults]
    assert "ROW 2 HAS 2 SQUARES" in FileRefused(bad.value).word(shouting)


def test_reasons_without_a_form_are_told_as_they_are() -> None:
    """Messages of another program stay in its language."""
    english = texts_for("en")
    whole = Fault.of("mine.toml", 3, "the variant {reason}", reason="has too few tiles for one rack")
    assert (
        fault_text(whole, Shouting(english.locale, english._catalogue)) == "THE VARIANT HAS TOO FEW TILES FOR ONE RACK"
    )
    assert fault_text(Fault("a.txt", 1, "is odd"), english) == "is odd"
    assert hash(whole) == hash(replace(whole))
