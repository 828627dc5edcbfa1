"""The words of each source as it has them, without names, abbreviations and parts of words that the source marks.

What the source does not mark is left to `tests.tools.wordlists.recipes`.
"""

from __future__ import annotations

import csv
import gzip
import json
import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

from engine.errors import BadData
from engine.sentences import Internal
from tests.tools.wordlists import hunspell

FRENCH_LEFT_OUT = frozenset(
    ("npr", "prn", "patr", "titr", "nbro", "pfx", "sfx", "preverb", "loc.adv", "loc.adj", "loc.nom", "loc.verb")
)
"""Names, titles, Roman numerals, parts of words, and words of phrases only (tags `po:`)."""
FRENCH_FIXED_CASE = "||"
_FRENCH_UNKNOWN = """
abeaudir abicher abigotir ablatir abomber abotter accœurer anamostoser biglouser bitonner blutiner boquilloner
boxonner cavacher chawer chofer cocaliser cornancher couteauner coutoner coutoyer cégotter discuputer djibser débrôler
décorcer dérésumenter désouffler emballoter embratteler enchetarder engouiller enrucher esprofonder estramasser
excracher fantaliser flurer formicaliser fouder grigriser halkiner handeler interfonctionner jocoler kaotiser louquer
macchaber magoter mangeoter maratoner matouner navaler nobscuriter pembeniser pessigner phrasicoter pindouler plecquer
racabouillir raouster rapipoter roufler saccarifier salonguer soirer sonrer sukkeler tecker teseter toubabiser
vulganiser égnaffer égueurziller braj conodale œiller
"""
FRENCH_UNKNOWN = frozenset(_FRENCH_UNKNOWN.split())
"""Stems, nearly all verbs, that neither Wiktionary nor any of seven other lists of French has."""

SPANISH_ATTACHED = re.compile(r"[áéíóú].*(me|te|se|nos|l[aeo]s?)$|(ándo|éndo)os$|[aeií]rse$")
SPANISH_HOSTS = frozenset(
    [
        *(
            "abrid",
            "amad",
            "andad",
            "atad",
            "dad",
            "decid",
            "echad",
            "entrad",
            "haced",
            "odiad",
            "oled",
            "unid",
            "untad",
        ),
        *(
            "usad",
            "abri",
            "abrí",
            "alza",
            "ama",
            "anda",
            "arma",
            "ata",
            "da",
            "de",
            "deci",
            "decí",
            "den",
            "di",
            "echa",
        ),
        *("entra", "esta", "este", "esten", "hace", "haz", "juga", "odia", "ole", "uni", "uní", "unta", "usa", "ve"),
        *("abolir", "acaecer", "acontecer", "andar", "dar", "decir", "estar", "haber", "hacer", "ir", "jugar", "oler"),
        *("poder", "ser"),
    ]
)
"""The commands and infinitives of irregular verbs that the source lists with pronouns attached."""
SPANISH_HOSTED = re.compile(r"(.+?)(me|te|se|nos|os|l[aeo]s?)$")
SPANISH_WHOLE = frozenset(
    [
        *("bártulos", "hércules", "híjole", "isósceles", "miércoles", "máxime", "facsímile", "sólo", "súmulas", "ése"),
        *("éste", "tétanos", "dele", "deles", "jugase"),
    ]
)
"""Words that only look as if they ended in a pronoun."""

CATALAN_UNIT = "U1"
"""The flag of the symbols of units."""
CATALAN_TABLES = ("ca_lemma_lookup", "ca_lemma_index", "ca_lemma_exc")
"""Tables of the words that general dictionaries have, of the Barcelona Supercomputing Center (CC0)."""

_CATALAN_RECENT = """
agregador antivirus biopic bitcoin bloc brunch bullying cheddar combo covid documentari ebook estatueta favela
feedback fitness flashback freelance funk gadget guacamole hacker halal happening heavy hijab hipster hub hàndicap
indie jacuzzi jihadista jumbo kit labrador lacrosse lobbys loft mantra merchandising mister mozzarella multilateral
ninja offline online paparazzi parental patchwork pesto podcast postdoctoral priori quiche reggae reggaeton
remake risotto rocker selfie skin souvenir spa streaming subcontinent subdirector subtropical sudoku tatami tutorial
tsunami vampir vintage viking vip voyeur webcam youtuber emoji coronavirus xatejar videotrucada teletreball influencer
hashtag
"""
CATALAN_RECENT = frozenset(_CATALAN_RECENT.split())
"""Stems that are as common in other languages, which have them too."""
CURRENT, FOREIGN_BY = 2.3, 0.4
"""The least Zipf frequency of a stem in use, and how much more frequent it may be in another language (wordfreq)."""
NEIGHBOURS = ("en", "es", "fr", "it", "de", "pt")

RUSSIAN_LEFT_OUT = frozenset(("Name", "Surn", "Patr", "Geox", "Orgn", "Trad", "Abbr", "Init", "Erro"))
"""Names, abbreviations and misspellings (grammemes of OpenCorpora)."""
RUSSIAN_NAMES = frozenset(("Name", "Surn", "Patr", "Geox", "Orgn", "Trad"))

GERMAN_BOTH_WAYS = ("durch", "hinter", "über", "um", "unter", "wider", "wieder")
"""What verbs that are not separable begin with too, so that a command may keep it: UMGIB."""
_GERMAN_SEPARABLE = """
ab an auf aus bei dar ein empor entgegen fest fort frei heim her herab heran heraus herein herum herunter hervor hin
hinab hinauf hinaus hinein hinunter hoch los mit nach nieder voran voraus vorbei vor weg weiter zurück zusammen
"""
GERMAN_SEPARABLE = tuple(_GERMAN_SEPARABLE.split())
"""What verbs that are separable begin with, whose command is in two words: LOCK AB."""
GERMAN_WHOLE = re.compile(r"abalienier|abjudizier|abjurier|ablaktier|absolvier|annotier|anstau|nachdreh|.*tu")
"""Commands of verbs that only look separable, nouns, and forms of tun that need no E."""
GERMAN_SUBJUNCTIVE = re.compile(r"[äöü][^aeiouyäöü]*[^aeiouyäöüt]$")

GERMAN_NAMES = frozenset(("Vorname", "Nachname", "Toponym", "Eigenname"))
"""What Wiktionary calls names of people, places and others."""


def _needs(path: Path, package: str) -> Path:
    if not path.is_file():
        raise BadData(str(path), Internal("is not there; install the package {package}", package=package))
    return path


def french(path: Path) -> Iterator[str]:
    """The words of an affix file and its stems, without elided forms. Raises `BadData`."""
    rules = hunspell.read_rules(
        _needs(path, "hunspell-fr-comprehensive"), lambda _flag, _taken, added: "'" not in added
    )
    entries = hunspell.read_entries(path.with_suffix(".dic"), rules)
    yield from hunspell.words((entry for entry in entries if _is_french_word(entry)), rules)


def _is_french_word(entry: hunspell.Entry) -> bool:
    """Whether an entry is a known word and no name, symbol of a unit (of fixed case), error or part of a phrase."""
    parts = set(re.findall(r"po:(\S+)", entry.about))
    left_out = "err" in parts or (bool(parts) and parts <= FRENCH_LEFT_OUT)
    return FRENCH_FIXED_CASE not in entry.flags and not left_out and entry.stem not in FRENCH_UNKNOWN


def spanish(path: Path) -> Iterator[str]:
    """The words of an affix file and its stems, without forms that have pronouns attached. Raises `BadData`."""
    rules = hunspell.read_rules(_needs(path, "hunspell-es"), _adds_no_pronoun)
    entries = hunspell.read_entries(path.with_suffix(".dic"), rules)
    yield from hunspell.words((entry for entry in entries if not _has_pronouns(entry)), rules)


def _adds_no_pronoun(flag: str, taken: str, added: str) -> bool:
    """Whether an affix attaches no pronouns: such flags are beyond ASCII, or end an infinitive or a gerund."""
    return flag.isascii() and not added.endswith("ndose") and (taken, added) != ("", "se")


def _has_pronouns(entry: hunspell.Entry) -> bool:
    """Whether an entry is a form of an irregular verb with pronouns attached, which has no affixes."""
    if entry.flags or entry.stem in SPANISH_WHOLE:
        return False
    attached = SPANISH_ATTACHED.search(entry.stem) and not entry.stem.endswith(("mente", "iste"))
    return bool(attached) or _is_hosted(entry.stem)


def _is_hosted(stem: str) -> bool:
    """Whether a word is a command or an infinitive with one pronoun."""
    found = SPANISH_HOSTED.fullmatch(stem)
    return found is not None and not stem.endswith("dos") and found[1] in SPANISH_HOSTS


def swedish(path: Path) -> Iterator[str]:
    """The words of an affix file and its stems, without free compounds. Raises `BadData`."""
    rules = hunspell.read_rules(_needs(path, "hunspell-sv"))
    yield from hunspell.words(hunspell.read_entries(path.with_suffix(".dic"), rules), rules)


def catalan(path: Path) -> Iterator[str]:
    """The words of an affix file and its stems, without elided forms, pronouns attached and units. Raises `BadData`.

    A third of the stems are terms of medicine and chemistry, brands and foreign words, and nothing in the source tells
    them apart. So only those stems count that general dictionaries have too, or that are in use today.
    """
    rules = hunspell.read_rules(_needs(path, "hunspell-ca"), lambda _flag, _taken, added: not {"'", "-"} & set(added))
    known = _catalan_general() | CATALAN_RECENT
    entries = hunspell.read_entries(path.with_suffix(".dic"), rules)
    yield from hunspell.words(
        (
            entry
            for entry in entries
            if CATALAN_UNIT not in entry.flags and (entry.stem in known or _is_current(entry.stem, "ca"))
        ),
        rules,
    )


def _is_current(stem: str, language: str) -> bool:
    """Whether a stem is common in texts of today, and not much more so in another language. Raises `BadData`."""
    try:
        zipf: Any = import_module("wordfreq").zipf_frequency
    except ImportError:
        raise BadData("wordfreq", Internal("is not installed; it is needed to make this list only")) from None
    here = float(zipf(stem, language))
    return stem.islower() and here >= CURRENT and all(zipf(stem, other) <= here + FOREIGN_BY for other in NEIGHBOURS)


def _catalan_general() -> frozenset[str]:
    """The words of general dictionaries, with their accents. Raises `BadData`."""
    return frozenset(_strings(_tables(*CATALAN_TABLES)))


def _tables(*names: str) -> list[Any]:
    """Tables of the lemmatizers of spaCy. Raises `BadData`."""
    try:
        folder = files("spacy_lookups_data") / "data"
    except ImportError:
        raise BadData("spacy-lookups-data", Internal("is not installed; it is needed to make this list only")) from None
    return [json.loads(gzip.decompress((folder / f"{name}.json.gz").read_bytes())) for name in names]


def _strings(value: Any) -> Iterator[str]:
    """All texts in a table, the keys of its forms included."""
    match value:
        case str():
            yield value
        case list():
            for one in value:
                yield from _strings(one)
        case dict():
            yield from value
            yield from _strings(list(value.values()))


def german(path: Path) -> Iterator[str]:
    """The words of Tanglet's packed list in lower case: nouns too, but no abbreviations. Raises `BadData`.

    The list has no names. Each line has a word in capitals, then its spellings unless it is just in lower case.
    """
    spelt: set[str] = set()
    for line in gzip.decompress(_needs(path, "tanglet-data").read_bytes()).decode().splitlines():
        capitals, *spellings = line.split()
        spelt.update(one for one in spellings or [capitals.lower()] if not one[1:].isupper())
    yield from {one.lower() for one in spelt - set(_german_clipped(spelt))}


def _german_clipped(words: AbstractSet[str]) -> Iterator[str]:
    """Forms of verbs without an E that they need: of separable verbs, as ABTÖT, and subjunctives, as KÄM."""
    for word in words:
        for part in filter(word.startswith, GERMAN_SEPARABLE):
            rest = word.removeprefix(part)
            forms = {rest + "en", *(word + end for end in ("e", "en", "end"))}
            is_noun = word.capitalize() in words
            if len(rest) > 1 and forms <= words and not is_noun and not GERMAN_WHOLE.fullmatch(word):
                yield word
        before, zu, after = word.partition("zu")
        stem = (before + after).removesuffix("en")
        if zu and before and not before.startswith(GERMAN_BOTH_WAYS) and {stem + "e", stem + "end"} <= words:
            yield stem
        forms = {word + end for end in ("e", "en", "est", "et")}
        if GERMAN_SUBJUNCTIVE.search(word) and forms <= words and not {word + "end", word + "er"} & words:
            yield word


def plain(path: Path) -> Iterator[str]:
    """The words of a plain list of Debian, whose package has the list's name after a w. Raises `BadData`."""
    yield from _needs(path, f"w{path.name}").read_text(encoding="utf-8").splitlines()


DUTCH_RULES = Path("/usr/share/hunspell/nl.aff")
"""The same source's stems and affixes, which have forms that its list lacks."""


def dutch(path: Path) -> Iterator[str]:
    """The words of OpenTaal's list, and those of its affixes: plurals, diminutives, forms of verbs. Raises `BadData`.

    Other stems have affixes only if they are in use, since parts of foreign phrases are among them.
    """
    listed = frozenset(plain(path))
    rules = hunspell.read_rules(_needs(DUTCH_RULES, "hunspell-nl"))
    entries = hunspell.read_entries(DUTCH_RULES.with_suffix(".dic"), rules)
    yield from listed
    yield from hunspell.words((one for one in entries if one.stem in listed or _is_current(one.stem, "nl")), rules)


def norwegian(_path: Path) -> Iterator[str]:
    """The forms of nouns, verbs, adjectives and adverbs of Norsk ordbank. Raises `BadData`."""
    (forms,) = _tables("nb_lemma_exc")
    yield from dict.fromkeys(word for words in forms.values() for word in words)


def russian(_path: Path) -> Iterator[str]:
    """Nouns in the nominative singular, or plural where there is no singular. Raises `BadData`."""
    yield from (word for word, tag in _russian_lemmas() if not RUSSIAN_LEFT_OUT & tag.grammemes)


def _russian_lemmas() -> Iterator[tuple[str, Any]]:
    """The nouns in their first form, with what is known of them."""
    try:
        pymorphy: Any = import_module("pymorphy3")
    except ImportError:
        raise BadData("pymorphy3", Internal("is not installed; it is needed to make this list only")) from None
    for word, tag, _, _, form in pymorphy.MorphAnalyzer(lang="ru").dictionary.iter_known_words():
        if form == 0 and tag.POS == "NOUN":
            yield str(word), tag


def hunspell_names(path: Path) -> Iterator[str]:
    """The stems with a capital letter of an affix file's dictionary. Raises `BadData`."""
    for entry in hunspell.read_entries(path.with_suffix(".dic"), hunspell.read_rules(path)):
        if entry.stem.istitle():
            yield entry.stem


def plain_names(path: Path) -> Iterator[str]:
    """The words with a capital letter of a plain list. Raises `BadData`."""
    yield from filter(str.istitle, plain(path))


def polish_names(_path: Path) -> tuple[str, ...]:
    """None: SJP.PL has surnames, and with them nearly every common noun, as Dom and Las."""
    return ()


def norwegian_names(path: Path) -> Iterator[str]:
    """The words with a capital letter of Norsk ordbank. Raises `BadData`."""
    yield from filter(str.istitle, norwegian(path))


def german_names(_path: Path) -> Iterator[str]:
    """Names of people, places and brands, by Wiktionary. Raises `BadData`."""
    try:
        table = files("german_nouns").joinpath("nouns.csv")
    except ImportError:
        raise BadData("german-nouns", Internal("is not installed; it is needed to make this list only")) from None
    with table.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if GERMAN_NAMES & set(row["pos"].split(",")):
                yield row["lemma"]


def russian_names(_path: Path) -> Iterator[str]:
    """Names of people and places. Raises `BadData`."""
    yield from (word for word, tag in _russian_lemmas() if RUSSIAN_NAMES & tag.grammemes)
