"""The words of each source as it has them, without names, abbreviations and parts of words that the source marks.

What the source does not mark is left to `tests.tools.wordlists.recipes`.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from engine.errors import BadData, Internal
from tests.tools.wordlists import hunspell

FRENCH_LEFT_OUT = frozenset(
    ("npr", "prn", "patr", "titr", "nbro", "pfx", "sfx", "preverb", "loc.adv", "loc.adj", "loc.nom", "loc.verb")
)
"""Names, titles, Roman numerals, parts of words, and words of phrases only (tags `po:`)."""
FRENCH_FIXED_CASE = "||"

SPANISH_ATTACHED = re.compile(r"[áéíóú].*(me|te|se|nos|l[aeo]s?)$|(ándo|éndo)os$")
SPANISH_WHOLE = frozenset(
    [
        "bártulos",
        "hércules",
        "híjole",
        "isósceles",
        "miércoles",
        "máxime",
        "facsímile",
        "sólo",
        "súmulas",
        "ése",
        "éste",
        "tétanos",
    ]
)
"""Words that only look as if they ended in a pronoun."""

CATALAN_UNIT = "U1"
"""The flag of the symbols of units."""

RUSSIAN_LEFT_OUT = frozenset(("Name", "Surn", "Patr", "Geox", "Orgn", "Trad", "Abbr", "Init", "Erro"))
"""Names, abbreviations and misspellings (grammemes of OpenCorpora)."""


def _needs(path: Path, package: str) -> Path:
    if not path.is_file():
        raise BadData(str(path), Internal("is not there; install the package {package}", package=package))
    return path


def french(path: Path) -> Iterator[str]:
    """The words of an affix file and its stems, without elided forms. Raises `BadData`."""
    rules = hunspell.read_rules(_needs(path, "hunspell-fr-comprehensive"), lambda _flag, added: "'" not in added)
    entries = hunspell.read_entries(path.with_suffix(".dic"), rules)
    yield from hunspell.words((entry for entry in entries if _is_french_word(entry)), rules)


def _is_french_word(entry: hunspell.Entry) -> bool:
    """Whether an entry is a word and no name, symbol of a unit (of fixed case), error or part of a phrase."""
    parts = set(re.findall(r"po:(\S+)", entry.about))
    left_out = "err" in parts or (bool(parts) and parts <= FRENCH_LEFT_OUT)
    return FRENCH_FIXED_CASE not in entry.flags and not left_out


def spanish(path: Path) -> Iterator[str]:
    """The words of an affix file and its stems, without forms that have pronouns attached. Raises `BadData`."""
    # the flags of pronouns are those beyond ASCII
    rules = hunspell.read_rules(_needs(path, "hunspell-es"), lambda flag, _added: flag.isascii())
    entries = hunspell.read_entries(path.with_suffix(".dic"), rules)
    yield from hunspell.words((entry for entry in entries if not _has_pronouns(entry)), rules)


def _has_pronouns(entry: hunspell.Entry) -> bool:
    """Whether an entry is a form of an irregular verb with pronouns attached, which has no affixes."""
    attached = SPANISH_ATTACHED.search(entry.stem) and not entry.stem.endswith(("mente", "iste"))
    return not entry.flags and bool(attached) and entry.stem not in SPANISH_WHOLE


def swedish(path: Path) -> Iterator[str]:
    """The words of an affix file and its stems, without free compounds. Raises `BadData`."""
    rules = hunspell.read_rules(_needs(path, "hunspell-sv"))
    yield from hunspell.words(hunspell.read_entries(path.with_suffix(".dic"), rules), rules)


def catalan(path: Path) -> Iterator[str]:
    """The words of an affix file and its stems, without elided forms, pronouns attached and units. Raises `BadData`."""
    rules = hunspell.read_rules(_needs(path, "hunspell-ca"), lambda _flag, added: not {"'", "-"} & set(added))
    entries = hunspell.read_entries(path.with_suffix(".dic"), rules)
    yield from hunspell.words((entry for entry in entries if CATALAN_UNIT not in entry.flags), rules)


def polish(path: Path) -> Iterator[str]:
    """The words of an affix file and its stems. Raises `BadData`."""
    rules = hunspell.read_rules(_needs(path, "hunspell-pl"))
    yield from hunspell.words(hunspell.read_entries(path.with_suffix(".dic"), rules), rules)


def german(path: Path) -> Iterator[str]:
    """The words of Tanglet's packed list in lower case: nouns too, but no abbreviations. Raises `BadData`.

    The list has no names. Each line has a word in capitals, then its spellings unless it is just in lower case.
    """
    for line in gzip.decompress(_needs(path, "tanglet-data").read_bytes()).decode().splitlines():
        capitals, *spellings = line.split()
        yield from (one.lower() for one in spellings or [capitals.lower()] if not one[1:].isupper())


def dutch(path: Path) -> Iterator[str]:
    """The words of a plain list. Raises `BadData`."""
    yield from _needs(path, "wdutch").read_text(encoding="utf-8").splitlines()


def russian(_path: Path) -> Iterator[str]:
    """Nouns in the nominative singular, or plural where there is no singular. Raises `BadData`."""
    try:
        pymorphy: Any = import_module("pymorphy3")
    except ImportError:
        raise BadData("pymorphy3", Internal("is not installed; it is needed to make this list only")) from None
    for word, tag, _, _, form in pymorphy.MorphAnalyzer(lang="ru").dictionary.iter_known_words():
        if form == 0 and tag.POS == "NOUN" and not RUSSIAN_LEFT_OUT & tag.grammemes:
            yield str(word)
