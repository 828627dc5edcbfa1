"""Definitions of English words, from WordNet 3.0 (Debian package `wordnet-base`, 1:3.0).

For each word of the English list that WordNet defines: its meanings by part of speech, the commonest first, without
examples; and irregular forms with their base word. `bot.service.words.definitions` reads the file.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from engine.errors import BadData
from engine.loading import shipped_words
from engine.sentences import Internal
from tests.tools.wordlists.common import packed

PARTS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
MOST_SENSES = 6
MOST_TEXT = 240
NOTICE = """\
The definitions en.txt.xz are made from WordNet 3.0, changed: only single words of the English word list, only their
definitions, shortened, at most six for each part of speech. WordNet's own notice follows.

"""

_WORD = re.compile(r"[a-z]{2,21}")
_BRANDS = re.compile(r" like [\w-]+, [A-Z]\w+, etc\.?")
"""An enumeration that names a trademark."""
_MARKER = re.compile(r"\((?:a|p|ip)\)$")


def build(wordnet: Path, notice: Path, folder: Path) -> int:
    """Write `en.txt.xz` and its notice, and report how many words are defined. Raises `BadData` and `OSError`."""
    words = frozenset(shipped_words("english").decode().lower().split())
    entries: dict[str, list[str]] = defaultdict(list)
    for name, part in PARTS.items():
        glosses = dict(_glosses(wordnet / f"data.{name}"))
        for lemma, offsets in _index(wordnet / f"index.{name}"):
            senses = [glosses[one][1] for one in offsets if lemma in glosses[one][0]]
            if lemma in words and senses:
                entries[lemma] += [f"{part}:{sense}" for sense in dict.fromkeys(senses[:MOST_SENSES])]
    explained = len(entries)
    for name, part in PARTS.items():
        for form, lemmas in _exceptions(wordnet / f"{name}.exc"):
            if form in words:
                entries[form] += [f"={part}:{lemma}" for lemma in lemmas if lemma in words and lemma != form]
    lines = ("\t".join((word, *dict.fromkeys(entries[word]))) + "\n" for word in sorted(entries) if entries[word])
    folder.mkdir(exist_ok=True)
    (folder / "en.txt.xz").write_bytes(packed("".join(lines)))
    (folder / "en.NOTICE.txt").write_text(NOTICE + notice.read_text(encoding="utf-8"), encoding="utf-8")
    return explained


def _lines(path: Path) -> Iterator[str]:
    """The lines of a database file without the licence, whose lines start with spaces. Raises `BadData`."""
    if not path.is_file():
        raise BadData(str(path), Internal("is not there; install the package wordnet-base"))
    return (line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("  "))


def _glosses(path: Path) -> Iterator[tuple[str, tuple[frozenset[str], str]]]:
    """Each synonym set: its offset in the file, its words as written, and their meaning (wndb(5WN))."""
    for line in _lines(path):
        facts, _, gloss = line.partition(" | ")
        fields = facts.split()
        count = int(fields[3], 16)
        yield fields[0], (frozenset(_MARKER.sub("", word) for word in fields[4 : 4 + 2 * count : 2]), _shortened(gloss))


def _shortened(gloss: str) -> str:
    """A definition without its examples."""
    text = _BRANDS.sub("", " ".join(gloss.partition('; "')[0].split()))
    return text if len(text) <= MOST_TEXT else text[:MOST_TEXT].rpartition(" ")[0] + " …"


def _index(path: Path) -> Iterator[tuple[str, list[str]]]:
    """Each single word and its synonym sets, the commonest meaning first."""
    for line in _lines(path):
        fields = line.split()
        if _WORD.fullmatch(fields[0]):
            yield fields[0], fields[-int(fields[2]) :]


def _exceptions(path: Path) -> Iterator[tuple[str, list[str]]]:
    for line in _lines(path):
        form, *lemmas = line.split()
        if _WORD.fullmatch(form):
            yield form, lemmas
