"""Words by commonness, from wordfreq (PyPI, 3.1.1), for computer players that know only common words.

wordfreq ignores case, so names, abbreviations and foreign words make rare words look common. To correct this, English
words in SCOWL's higher levels are ranked as rarer, and so are the two-letter words that only players of word games
know. In other languages, words that the source of the list has as names too are ranked as rarer, and so are words that
are much more frequent in another language. wordfreq is needed only to build the list.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from engine.errors import BadData, UnknownLetter
from engine.loading import LexiconInfo, shipped_words
from engine.loading.bundled import load_language
from engine.model.tiles import Alphabet
from engine.sentences import Internal
from tests.tools.wordlists import recipes
from tests.tools.wordlists.common import packed, strip_accents
from tests.tools.wordlists.english import HIGHEST_LEVEL
from tests.tools.wordlists.recipes import RECIPES

KEPT = 60_000
"""Number of words listed; rarer words are known only to players that know all words."""

SOURCE_WORDS = 400_000
UNGRADED_LEVEL = 50
"""The level of words added by hand."""

PENALTIES = {55: 0.4, 60: 0.6, 70: 1.2, 80: 2.0}
"""How much the frequency of a SCOWL level's words is lowered, on the Zipf scale (powers of ten)."""

NAME_PENALTY = 1.2
"""How much the frequency of a word is lowered that is a name too."""

FOREIGN_FROM, FOREIGN_MOST = 0.4, 2.5
"""How much more frequent a word may be in another language, and how much its frequency is lowered at most."""

RARE = 2.6
"""Zipf frequency of a two-letter word known only from games."""

EVERYDAY_PAIRS = "AH AM AN AS AT AX BE BY DO GO HA HE HI IF IN IS IT ME MY NO OF OH OK ON OR OX SO TO UP US WE"
"""English words of two letters that are known outside word games."""

NOTICE = """\
The word order {name}.txt.xz (the words of a word list, the most common first) is made from the frequencies of
wordfreq 3.1.1 by Robyn Speer (https://github.com/rspeer/wordfreq, https://doi.org/10.5281/zenodo.7199437), changed:
only words of the list; rare words, names, foreign words and two-letter words of word games moved down; only the order
kept. Like wordfreq's data it is licensed under Creative Commons Attribution-ShareAlike 4.0
(https://creativecommons.org/licenses/by-sa/4.0/).

wordfreq's data come from: Google Books Ngrams (http://books.google.com/ngrams) and Google Books Syntactic Ngrams; the
Leeds Internet Corpus, University of Leeds Centre for Translation Studies (http://corpus.leeds.ac.uk/list.html);
Wikipedia (http://www.wikipedia.org); ParaCrawl (https://paracrawl.eu); OPUS OpenSubtitles 2018
(http://opus.nlpl.eu/OpenSubtitles.php), from OpenSubtitles (http://www.opensubtitles.org/); and the SUBTLEX word lists
(US, UK, CH, DE, NL) by Marc Brysbaert et al., freely available data
(http://crr.ugent.be/programs-data/subtitle-frequencies).
"""


def levels(scowl: Path) -> dict[str, int]:
    """The lowest SCOWL level of each word, in upper case. Raises `BadData` if there are no lists."""
    found: dict[str, int] = {}
    for path in scowl.glob("*-words.*"):
        level = int(path.suffix[1:])
        if level <= HIGHEST_LEVEL:
            for line in path.read_text(encoding="utf-8").splitlines():
                word = strip_accents(line).upper()
                found[word] = min(level, found.get(word, level))
    if not found:
        raise BadData(str(scowl), Internal("holds no lists of SCOWL; install the package scowl"))
    return found


WORDFREQ_CODES = {"no": "nb"}
"""Languages that wordfreq calls by another code."""


def frequencies(language: str) -> dict[str, float]:
    """Zipf frequencies from wordfreq by word in upper case. Raises `BadData` if it is not installed."""
    try:
        wordfreq: Any = import_module("wordfreq")
    except ImportError:
        raise BadData("wordfreq", Internal("is not installed; it is needed to make this list only")) from None
    code = WORDFREQ_CODES.get(language, language)
    words = wordfreq.top_n_list(code, SOURCE_WORDS, wordlist="best")
    upper = load_language(language).alphabet.upper
    return {upper(word): float(wordfreq.zipf_frequency(word, code)) for word in words}


def as_tiles(zipf: Mapping[str, float], alphabet: Alphabet) -> dict[str, float]:
    """The frequencies by the word that tiles spell: of words that they spell alike, the highest."""
    found: dict[str, float] = {}
    for word, value in zipf.items():
        try:
            spelt = alphabet.spell(alphabet.split(word))
        except UnknownLetter:
            continue
        found[spelt] = max(value, found.get(spelt, value))
    return found


def with_yo(zipf: Mapping[str, float], words: Iterable[str]) -> dict[str, float]:
    """The frequencies of Russian words, also of those with Ё, which most people write with Е."""
    known = frozenset(words)
    plain = {word: word.replace("Ё", "Е") for word in known if "Ё" in word}
    return dict(zipf) | {word: zipf[other] for word, other in plain.items() if other in zipf and other not in known}


def weigh(words: Iterable[str], zipf: Mapping[str, float], level: Mapping[str, int]) -> dict[str, float]:
    """The Zipf frequency of each word that has one, lowered by SCOWL level for rare words."""
    known = set(words) & zipf.keys()
    return {word: zipf[word] - PENALTIES.get(level.get(word, UNGRADED_LEVEL), 0.0) for word in known}


def demote_names(weights: dict[str, float], names: Iterable[str]) -> None:
    """Ranks words that are names too as rarer."""
    for word in weights.keys() & frozenset(names):
        weights[word] -= NAME_PENALTY


def demote_foreign(weights: dict[str, float], others: Mapping[str, float]) -> None:
    """Ranks words as rarer by how much more frequent they are in other languages, by the highest frequency there."""
    for word in weights.keys() & others.keys():
        excess = others[word] - weights[word] - FOREIGN_FROM
        weights[word] -= min(max(excess, 0.0), FOREIGN_MOST)


def demote_pairs(weights: dict[str, float]) -> None:
    """Ranks English two-letter words as rare if only players of word games know them."""
    everyday = EVERYDAY_PAIRS.split()
    for word, weight in weights.items():
        if len(word) == 2 and word not in everyday:
            weights[word] = min(weight, RARE)


def _weights(language: str, words: list[str], scowl: Path) -> dict[str, float]:
    zipf = frequencies(language)
    if language == "en":
        weights = weigh(words, zipf, levels(scowl))
        demote_pairs(weights)
        return weights
    alphabet = load_language(language).alphabet
    weights = weigh(words, with_yo(as_tiles(zipf, alphabet), words), {})
    demote_foreign(weights, _elsewhere(language, alphabet))
    for recipe in RECIPES:
        if recipe.code == language:
            demote_names(weights, recipes.spelt_names(recipe))
    return weights


def _elsewhere(language: str, alphabet: Alphabet) -> dict[str, float]:
    """The highest frequency in the other languages of words that tiles spell."""
    found: dict[str, float] = {}
    for other in {"en", *(recipe.code for recipe in RECIPES)} - {language}:
        for word, value in as_tiles(frequencies(other), alphabet).items():
            found[word] = max(value, found.get(word, value))
    return found


def build(lexicon: LexiconInfo, scowl: Path, folder: Path) -> int:
    """Write a lexicon's words in order as `LANGUAGE.txt.xz`, with its notice, and report how many there are."""
    words = shipped_words(lexicon.name).decode().split()
    weights = _weights(lexicon.language, words, scowl)
    ordered = sorted(weights, key=lambda word: (-weights[word], word))[:KEPT]
    (folder / f"{lexicon.language}.txt.xz").write_bytes(packed("".join(f"{word}\n" for word in ordered)))
    (folder / f"{lexicon.language}.NOTICE.txt").write_text(NOTICE.format(name=lexicon.language), encoding="utf-8")
    return len(ordered)
