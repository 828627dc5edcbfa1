"""The words of a list that computer players leave out, by the patterns in `LIST.coarse.txt` and `LIST.unwanted.txt`.

A line there is a pattern of words, `*` for any letters, or with `-` before it one of words that stay all the same. A
set of endings has a name, which stands for each of them at the end of other patterns: after `@er = er e es`, `bais@er`
is three words. As in `data/vocabulary`, each letter is moved on by half the alphabet, so that nobody meets the words by
accident; `python -m tests.tools.wordlists coarse LIST --show` prints them.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from pathlib import Path

from engine.errors import BadData
from engine.loading import LexiconInfo, shipped_words
from engine.loading.computers import half_round
from engine.sentences import Internal

TIERS = {
    "unwanted": "Words that count when people play them, but that no computer player plays or shows: slurs.",
    "coarse": "Words that count when people play them, but that neither weak computer players nor those of a server\n"
    "# for families play: coarse words, mild ones too, what is about sex, and those of the Nazis.",
}
"""What each file says first."""
_HEAD = """\
# {about}
# Made by `python -m tests.tools.wordlists coarse {name}`. One on a line, each letter moved on by 13 places
# (Russian ones by 16), so that nobody meets them by accident.
"""


_LAST = "\U0010ffff"


def patterns(name: str, tier: str) -> list[str]:
    """The lines of a list's patterns, in plain letters and without comments."""
    text = files("tests.tools.wordlists").joinpath(f"{name}.{tier}.txt").read_text(encoding="utf-8")
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    return [half_round(line.upper()) for line in lines if line]


def matching(lines: Iterable[str], words: Sequence[str]) -> frozenset[str]:
    """The words that patterns name, of some in order.

    Raises `BadData` for patterns that name none, so that they stay accurate.
    """
    listed = list(lines)
    endings = dict(_endings(line) for line in listed if line.startswith("@"))
    found: set[str] = set()
    kept: set[str] = set()
    idle: list[str] = []
    for line in listed:
        for pattern in [] if line.startswith("@") else line.removeprefix("-").split():
            named = _named(pattern, endings, words)
            idle += [] if named else [pattern]
            (kept if line.startswith("-") else found).update(named)
    if idle:
        raise BadData("patterns", Internal("name no word: {patterns}", patterns=" ".join(idle)))
    return frozenset(found - kept)


def _endings(line: str) -> tuple[str, list[str]]:
    mark, _, listed = line.partition("=")
    return mark.strip(), ["" if one == "0" else one for one in listed.split()]


def _named(pattern: str, endings: Mapping[str, list[str]], words: Sequence[str]) -> set[str]:
    stem, mark, ending = pattern.partition("@")
    parts = stem.split("*")
    ends = f"(?:{'|'.join(map(re.escape, endings[mark + ending]))})" if mark else ""
    fits = re.compile(".*".join(map(re.escape, parts)) + ends).fullmatch
    near = words[bisect_left(words, parts[0]) : bisect_left(words, parts[0] + _LAST)]
    return {word for word in near if parts[-1] in word and fits(word)}


def hidden(lexicon: LexiconInfo, tier: str, words: Sequence[str]) -> list[str]:
    """The words of a list that a tier of computer players leaves out, in order; a word is in one tier only."""
    found = matching(patterns(lexicon.name, tier), words)
    others = matching(patterns(lexicon.name, "unwanted"), words) if tier == "coarse" else frozenset[str]()
    return sorted(found - others)


def build(lexicon: LexiconInfo, folder: Path) -> dict[str, int]:
    """Write `LANGUAGE.unwanted.txt` and `LANGUAGE.coarse.txt`, and report how many words each has."""
    words = shipped_words(lexicon.name).decode().splitlines()
    counts = {}
    for tier, about in TIERS.items():
        chosen = hidden(lexicon, tier, words)
        lines = (f"{half_round(word)}\n" for word in chosen)
        head = _HEAD.format(about=about, name=lexicon.name)
        (folder / f"{lexicon.language}.{tier}.txt").write_text(head + "".join(lines), encoding="utf-8")
        counts[tier] = len(chosen)
    return counts
