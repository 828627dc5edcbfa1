"""The English list, from SCOWL (Debian package `scowl`, 2020.12.07).

Levels 10 to 80 of the lists named `words`, of every dialect and spelling variant: lower-case entries without hyphen or
apostrophe, so no names, abbreviations or parts of words. Entries that SCOWL has only with accents, such as café, are
included without them. `english.edits.txt` replaces all two-letter words and corrects others.
"""

from __future__ import annotations

import re
import string
from importlib.resources import files
from pathlib import Path

from engine.errors import BadData
from engine.sentences import Internal
from tests.tools.wordlists import names
from tests.tools.wordlists.common import LONGEST, SHORTEST, ListFacts, read_edits, strip_accents, write_list

HIGHEST_LEVEL = 80
FACTS = ListFacts(
    name="english",
    title="English",
    language="en",
    letters=tuple(string.ascii_uppercase),
    source="SCOWL 2020.12.07, levels 10-80, with corrections",
    licence="SCOWL (permissive, see the notice)",
    version=1,
)
NOTICE = """\
The word list english.txt.xz is made from SCOWL (Spell Checker Oriented Word Lists), changed: only lower-case words of
2 to 21 letters, accents removed, words of two letters replaced, a few abbreviations removed and clippings added.
SCOWL's own notice follows.

"""

_WORD = re.compile(rf"[a-z]{{{SHORTEST},{LONGEST}}}")


def collect(scowl: Path) -> frozenset[str]:
    """All playable lower-case words of SCOWL's lists, without accents. Raises `BadData` if there are no lists."""
    lists = sorted(f for f in scowl.glob("*-words.*") if int(f.suffix[1:]) <= HIGHEST_LEVEL)
    if not lists:
        raise BadData(str(scowl), Internal("holds no lists of SCOWL; install the package scowl"))
    entries = (line for f in lists for line in f.read_text(encoding="utf-8").splitlines())
    return frozenset(word for word in map(strip_accents, entries) if _WORD.fullmatch(word))


def words(scowl: Path) -> frozenset[str]:
    """The corrected words: the two-letter words are exactly those in the edits."""
    edits = read_edits(files("tests.tools.wordlists").joinpath("english.edits.txt").read_text(encoding="utf-8"))
    return edits.apply(frozenset(word for word in collect(scowl) if len(word) > 2))


def build(scowl: Path, copyright_file: Path, folder: Path) -> int:
    """Write the list, its description and its notice into a folder, and report the number of words."""
    notice = NOTICE + copyright_file.read_text(encoding="utf-8")
    spelt = frozenset(word.upper() for word in words(scowl))
    names.check(FACTS.name, FACTS.language, spelt)
    return write_list(folder, FACTS, spelt, notice)
