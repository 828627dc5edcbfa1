"""The word lists that the project ships."""

from __future__ import annotations

import gzip
import hashlib
import lzma
import operator
import re
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from engine.errors import BadData, UnknownLetter
from engine.loading import list_lexicons, load_lexicon, resource_folder, shipped_words
from engine.loading.bundled import load_language
from engine.loading.computers import load_coarse, load_unwanted
from engine.words.lexicon import Lexicon
from tests.tools.wordlists import english as source
from tests.tools.wordlists import names, recipes, sources
from tests.tools.wordlists.common import read_edits, write_list
from tests.tools.wordlists.recipes import RECIPES

SCOWL = Path("/usr/share/dict/scowl")
FOLDER = resource_folder("data") / "lexicons"


@pytest.fixture(scope="module")
def words() -> list[str]:
    return shipped_words("english").decode().splitlines()


def test_list_is_sorted_unique_and_well_formed(words: list[str]) -> None:
    """Words of 2 to 21 capital letters, in order, each once."""
    assert words == sorted(set(words))
    assert re.fullmatch("([A-Z]{2,21} )+", " ".join((*words, "")))


def test_list_has_its_size(words: list[str]) -> None:
    """About 248,500 words fit a row of 15 squares; the longer ones are for larger boards."""
    assert 248_000 < sum(len(word) <= 15 for word in words) < 249_000
    assert 254_500 < len(words) < 255_500


def test_notice_names_the_author() -> None:
    assert "Kevin Atkinson" in (FOLDER / "english.NOTICE.txt").read_text(encoding="utf-8")


def test_two_letter_words_are_the_tournament_set(words: list[str]) -> None:
    """127 of them, the newest included."""
    short = [word for word in words if len(word) == 2]
    assert len(short) == 127
    assert {"AA", "QI", "ZA", "EW", "OK", "DA", "GI", "PO", "TE", "ZE", "NY", "XU"} <= set(short)
    assert not {"BS", "FS", "KB", "MS", "PS", "ZS"} & set(short)


@pytest.mark.parametrize(
    "word",
    [
        *("CARE", "MAX", "APP", "BIO", "APPS", "MAXED", "CWM", "CAFE", "MATINEE", "COLOUR", "COLOR", "QAT"),
        *("JUKEBOX", "OXYPHENBUTAZONE", "REALISED", "REALIZED", "FARMS", "MOB", "PASTE", "HORN"),
        *("RUN", "QUICKLY", "ALAS", "OF", "HATH", "THEE", "GONNA", "DUDE", "VLOGS", "UNFOLLOWED", "COVID"),
    ],
)
def test_D8_word_is_allowed(words: list[str], word: str) -> None:
    """Any part of speech; foreign, archaic and slang words and either spelling are allowed."""
    assert word in words


@pytest.mark.parametrize(
    "word",
    [
        *("LONDON", "DONT", "HHD", "DKL", "CSC", "UNESCO", "BTW", "QTY", "HHS", "XYZZY", "TEH"),
        *("USA", "DR", "ING", "TION", "LY", "XRAY", "ISNT"),
    ],
)
def test_D8_word_is_not_allowed(words: list[str], word: str) -> None:
    """Names, contractions, abbreviations and affixes are not words, nor what has a hyphen."""
    assert word not in words


def test_D8_collecting_keeps_lower_case_words_only(tmp_path: Path) -> None:
    """Of a source's lists, levels up to 80 are taken, without names, hyphens and apostrophes; accents are stripped."""
    (tmp_path / "english-words.10").write_text("care\ncafé\nsmørbrød\nLondon\nx-ray\ndon't\na\n", encoding="utf-8")
    (tmp_path / "british-words.80").write_text(f"colour\n{'a' * 21}\n{'a' * 22}\n", encoding="utf-8")
    (tmp_path / "english-words.95").write_text("rare\n", encoding="utf-8")
    (tmp_path / "english-upper.10").write_text("april\n", encoding="utf-8")
    assert source.collect(tmp_path) == {"care", "cafe", "smorbrod", "colour", "a" * 21}
    with pytest.raises(BadData):
        source.collect(tmp_path / "nowhere")


def test_corrections_are_checked() -> None:
    """A correction that changes nothing, or a line of another form, is refused."""
    edits = read_edits("# two words\n+ ok ew  # new\n\n- hhd\n")
    assert edits.apply({"hhd", "care"}) == {"ok", "ew", "care"}
    with pytest.raises(BadData):
        edits.apply({"hhd", "ok"})
    with pytest.raises(BadData):
        edits.apply({"care"})
    with pytest.raises(BadData) as caught:
        read_edits("+ ok\nok\n")
    assert caught.value.line == 2


def test_writing_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    """The order of the words makes no difference."""
    files = []
    for words in (["CARE", "ACE"], ["ACE", "CARE", "ACE"]):
        assert write_list(tmp_path, source.FACTS, words, "notice") == 2
        files.append({path.name: path.read_bytes() for path in tmp_path.iterdir()})
    assert files[0] == files[1]
    assert lzma.decompress(files[0]["english.txt.xz"]) == b"0ACE3CARE"


@pytest.mark.soak
@pytest.mark.skipif(not SCOWL.is_dir(), reason="the source list is not installed")
def test_list_comes_from_its_source(words: list[str]) -> None:
    """Building from the installed source gives exactly the shipped list."""
    assert sorted(word.upper() for word in source.words(SCOWL)) == words


VOCABULARY = resource_folder("data") / "vocabulary"

KNOWN = {
    "french": (
        "UD VS APP FIX GIF KID LED MAG RAM SAX TIP YAM DUNK FLOW VOL SEPT MAISON ETRE COEUR FENETRES MANGEAIENT "
        "WAGON HAIE OEUF YEUX PRETE CIEL QUAND KAYAK JOUERONT AVION LUI STREAMER OKAY COVID FOG GOS BAD"
    ),
    "german": (
        "JE PO EX AR OD ID VAU GYM GRIESS HAUS STRASSE ÄPFEL SCHÖN MÜDE GEGANGEN KINDERN QUATSCH YACHT GROSSEN "
        "ÜBER UND WAR HUNDEN LIEF LAUFEN CORONA HOMEOFFICE INFLUENCERIN"
    ),
    "spanish": (
        "EÑE OID REID BIO BOY FAN GAG JET PUB SPA VIP YOD VERSE JUGASE ASIA CASA PERRO CALLE NIÑO CHICO LLUVIA "
        "CORAZON COMEREMOS CANTABAN VERGÜENZA AZUCAR CUANDO REY ZORRO PINGÜINO PIRAGÜISTAS APP JAI UJU"
    ),
    "russian": (
        "ДЕНЬГИ ДЕТИ ЛЮДИ ЩИПЦЫ ВУЗ ДОМ ЁЛКА СОБАКА СЛОВО ЩЕНОК НОЖНИЦЫ ПОДЪЕЗД ДЕНЬ МАТЬ ЧЕЛОВЕК ВРЕМЯ ЭТАЖ ЮБКА "
        "ЦЫПЛЁНОК КОШКА СУТКИ ВЕГАН КОВИД НЕЙРОСЕТЬ"
    ),
    "dutch": (
        "AT PA OK KOERT HUIS FIETS BIJ IJS KINDEREN GELOPEN MOOIE REEEN CAFES MEISJE PAARD WATER LIEP ZIJN QUIZ "
        "SCHAAP VROUWEN APPT GEAPPT PODCASTS EMOJI VEGAN"
    ),
    "swedish": (
        "OK TU NIGER HUS ÄPPLE SJÖ FLICKAN BARNEN SPRINGER GRÖNA ÅR KÖPTE IDE KAFFE SKOG HÄSTARNA VATTEN DAG VACKERT "
        "TV SMS SMSA SWISHA ELSPARKCYKLAR"
    ),
    "norwegian": (
        "SOM HVA DEG OSS JEG IKKE BLÅBÆR HUNDEN KATTER HUSENE SKREV GÅTT FJELLET STØRRE SJØEN BARNA KJØPTE SKOLE VANN "
        "SNØ VÆRE SPILLERNE LAPTOP SELFIEN PODKAST"
    ),
    "polish": (
        "DOM PSA KOTY ŻÓŁW GĘŚ ŹDŹBŁO CZŁOWIEK LUDZIE DZIECI WODA CHLEB PISAŁAM ZROBILIŚMY PIĘKNIEJSZY MIASTAMI RĘKĘ "
        "JESTEM BYĆ MOŻNA SŁOWO SMSY WIFI"
    ),
    "catalan": (
        "HOLA MENJAVEM CASA GOSSOS MUNTANYA COL·LEGI PARAL·LEL QUATRE LLENGÜES PLAÇA ANY CANTAVEN MENJAREM SEMPRE "
        "PASQUA VULL VEGANES CORONAVIRUS SELFIE XATEJAR CSI ENYA"
    ),
}
"""Words that every player knows."""

NAMES = {
    "french": (
        "JANV REF DEC BIG DARK NEW WALL CLAUDE FRANCOIS LYON DUPONT STRASBOURG KG XIV QUELQU CNRS BELGIQUE PIERRICK "
        "BRAJ COUTOYER ANAMOSTOSER XIS"
    ),
    "german": (
        "AUDI FORD OPEL LINUX JUAN JENS KASACHSTAN KOLUMBIENS IQS PARIS DEUTSCHLAND SCHWEIZ WOLFGANG SMS EU BLZ "
        "FRANKFURT HEIDELBERG ABTÖT ABLOCK ANRÜCK"
    ),
    "spanish": (
        "TEL SOC PAGS PDTA HNOS IS UP ABAJARSE ABALANZANDOSE DARLO HAZTE HAZLO AMADME YIBUTI MADRID CERVANTES "
        "GONZALEZ ESPAÑA DAMELO COMERSELO BLV VENEZUELA BARCELONA GUTIERREZ DEPTO DESCOJONNDO"
    ),
    "russian": "УОРД ЮЛИУС ТАЙМС МОСКВА ИВАН ИВАНОВ РОССИЯ БОЛЬШОЙ ДОМА ХОДИТЬ США ПЕТРОВИЧ КГ МАГЛ",
    "dutch": (
        "LIC SEP JUN WIM MARY AMSTERDAM ERASMUS NEDERLAND JANSEN CD DVD BTW ROTTERDAM UTRECHT WILLEMIJN CETERA "
        "DEUX MOEEE"
    ),
    "swedish": "SFI HDMI ISRAEL STOCKHOLM LARS SVERIGE ANDERSSON GÖTEBORG KRISTINA UPPSALA JOHANSSON KBIT SÄPO",
    "norwegian": "TV CD PC WC DVD LSD JAN ADB EDB NRK CIF ECU OSLO NORGE KANARIØYENE KARI HANSEN BERGEN",
    "polish": "BD KG NP ITD ITP ABP ZŁ TZW PKP WARSZAWA WROCŁAW GDAŃSK INITIO HAUTE",
    "catalan": (
        "JEDI EF EFE TONY RIOJA OUTLETS UREOGENA BARCELONA JORDI CATALUNYA PUIGDEMONT DVD DTA PTA ETC DLM "
        "MENJARHO DONEUMEL GIRONA NAPO ONLINE"
    ),
}
"""Names, abbreviations, and forms that do not count."""

LICENCES = {
    "french": ("MPL 2.0", "Mozilla Public License, v. 2.0"),
    "german": ("CC0 1.0", "publicdomain/zero/1.0"),
    "spanish": ("MPL 2.0", "Mozilla Public License, v. 2.0"),
    "russian": ("CC BY-SA 3.0", "licenses/by-sa/3.0"),
    "dutch": ("BSD", "Redistributions in binary form must reproduce"),
    "swedish": ("LGPL 3", "GNU LESSER GENERAL PUBLIC LICENSE"),
    "norwegian": ("CC BY 4.0", "Nasjonalbiblioteket"),
    "polish": ("CC BY 4.0", "SJP.PL"),
    "catalan": ("LGPL 2.1", "GNU LESSER GENERAL PUBLIC LICENSE"),
}
"""Each licence, and words of its notice."""


@lru_cache(maxsize=1)  # the tests take one list after the other
def shipped(recipe_name: str) -> list[str]:
    """The words of a list as its file has them."""
    return shipped_words(recipe_name).decode().splitlines()


@lru_cache(maxsize=1)
def loaded(name: str) -> Lexicon:
    """A list as games use it."""
    (recipe,) = (recipe for recipe in RECIPES if recipe.name == name)
    return load_lexicon(name, load_language(recipe.code).alphabet)


SHIPPED = [recipe for recipe in RECIPES if (FOLDER / f"{recipe.name}.toml").is_file()]


MARKS: dict[str, Any] = {"english": [], "german": pytest.mark.gate}
"""The list of the default tests, and that of the gate; the others take seconds each."""


def each(names: Iterable[str]) -> list[Any]:
    """Lists to be tested, the larger ones by the long tests alone."""
    return [pytest.param(name, marks=MARKS.get(name, pytest.mark.soak)) for name in names]


@pytest.fixture(scope="module", params=each(recipe.name for recipe in SHIPPED))
def name(request: pytest.FixtureRequest) -> str:
    """The name of each list, which all its tests take before those of the next."""
    return str(request.param)


@pytest.mark.parametrize("name", each(info.name for info in list_lexicons()))
def test_N22_description_is_true(name: str) -> None:
    """Of every list in the folder: its count, checksum and letters are those it names; it is in order."""
    (info,) = (info for info in list_lexicons() if info.name == name)
    text = shipped_words(info.name)
    assert (info.words, info.sha256) == (text.count(b"\n"), hashlib.sha256(text).hexdigest())
    words = text.decode().splitlines()
    assert all(map(operator.lt, words, words[1:]))
    assert info.alphabet == load_language(info.language).alphabet.letters
    assert (FOLDER / f"{info.name}.NOTICE.txt").is_file()


def test_N22_notice_names_the_licence(name: str) -> None:
    (info,) = (info for info in list_lexicons() if info.name == name)
    assert info.licence == f"{LICENCES[name][0]} (see the notice)"
    assert LICENCES[name][1] in (FOLDER / f"{name}.NOTICE.txt").read_text(encoding="utf-8")


def test_N22_list_has_the_words_that_players_know(name: str) -> None:
    """However they are typed, in the alphabet of the language."""
    lexicon = loaded(name)
    missing = [word for word in KNOWN[name].split() if not lexicon.contains(lexicon.alphabet.split(word))]
    assert missing == []
    assert len(lexicon) == len(shipped(name))


def test_D8_list_lacks_names_and_abbreviations(name: str) -> None:
    """Neither do forms count that the language's players do not accept."""
    lexicon = loaded(name)
    assert [word for word in NAMES[name].split() if _has(lexicon, word)] == []


def test_D8_names_of_countries_have_been_looked_at(name: str) -> None:
    """Those that CLDR has are other words too, and so are its abbreviations of months and days."""
    (info,) = (info for info in list_lexicons() if info.name == name)
    assert names.suspects(info.language, shipped(name)) == names.kept(name, info.language)


def test_D8_a_list_with_names_that_nobody_looked_at_is_not_written() -> None:
    """The names of a new source are found."""
    names.check("german", "de", ["HAUS", "UNGARN"])
    with pytest.raises(BadData, match="UGANDA"):
        names.check("german", "de", ["HAUS", "UGANDA"])


def _has(lexicon: Lexicon, word: str) -> bool:
    try:
        return lexicon.contains(lexicon.alphabet.split(word))
    except UnknownLetter:
        return False


def test_N22_words_of_two_letters_are_those_looked_over(name: str) -> None:
    """They are exactly those in the edits; a letter of two characters counts as one."""
    alphabet = loaded(name).alphabet
    edits = read_edits(files("tests.tools.wordlists").joinpath(f"{name}.edits.txt").read_text(encoding="utf-8"))
    short = {word.lower() for word in shipped(name) if len(word) <= 4 and len(alphabet.split(word)) == 2}
    assert short == {word for word in edits.added if len(alphabet.split(word)) == 2}


def test_N22_every_language_knows_common_coarse_and_unwanted_words(name: str) -> None:
    """The weak computer players know the common words; each coarse or unwanted word is a word of the list."""
    (recipe,) = (recipe for recipe in SHIPPED if recipe.name == name)
    common = lzma.decompress((VOCABULARY / f"{recipe.code}.txt.xz").read_bytes()).decode().split()
    assert 40_000 < len(common) <= 60_000 or (recipe.code == "ru" and len(common) > 25_000)
    assert set(common) <= set(shipped(recipe.name))
    assert len(set(KNOWN[recipe.name].split()) & set(common)) >= 10
    for tier, load in (("unwanted", load_unwanted), ("coarse", load_coarse)):
        lines = (VOCABULARY / f"{recipe.code}.{tier}.txt").read_text(encoding="utf-8").splitlines()
        hidden = [line for line in lines if not line.startswith("#")]
        assert len(load(recipe.code, loaded(recipe.name))) == len(hidden) >= 10
        assert len(set(hidden) & set(common)) < 3  # a hidden word may happen to look like another one


def test_D8_entries_are_filtered() -> None:
    """Kept are words in lower case, without marks, that the tiles can spell and that are neither too short nor long."""
    alphabet = load_language("es").alphabet
    entries = ["perro", "Madrid", "ex-rey", "l'a", "kilo", "a", "él", "a" * 22, "a b", "ONU", "pingüino"]
    assert [alphabet.spell(word) for word in recipes.spelt(entries, alphabet)] == ["PERRO", "EL", "PINGUINO"]


def test_D8_a_word_without_a_vowel_is_an_abbreviation() -> None:
    """Unless it was looked over."""
    (dutch,) = (recipe for recipe in RECIPES if recipe.name == "dutch")
    removed = read_edits(files("tests.tools.wordlists").joinpath("dutch.edits.txt").read_text(encoding="utf-8")).removed
    found = {"".join(word) for word in recipes.chosen(dutch, ["btw", "gym", "huis", "dvd", "xy", *removed])}
    assert {"GYM", "HUIS", "PST", "IJ"} <= found
    assert not {"BTW", "DVD", "XY"} & found


def test_D8_separable_german_verbs_need_their_e(tmp_path: Path) -> None:
    """ABLOCK is no word, since the command is LOCK AB; ABSOLVIER is one command, and ABDRUCK is a noun too."""
    verbs = [before + end for before in ("ABLOCK", "ABDRUCK", "ABSOLVIER") for end in ("", "E", "EN", "END")]
    path = tmp_path / "words"
    lines = [*verbs, "LOCKEN", "DRUCKEN", "SOLVIEREN", "LOCK"]
    path.write_bytes(gzip.compress("\n".join(lines).replace("ABDRUCK\n", "ABDRUCK Abdruck\n").encode()))
    assert {"lock", "ablocke", "abdruck", "absolvier"} <= set(sources.german(path))
    assert "ablock" not in set(sources.german(path))


def test_D8_french_stems_that_no_other_list_has_are_left_out(tmp_path: Path) -> None:
    """Of the source's verbs, a few are misspellings and inventions."""
    (tmp_path / "fr.aff").write_text("SET UTF-8\nSFX a Y 1\nSFX a er a er\n", encoding="utf-8")
    (tmp_path / "fr.dic").write_text("2\nchanter/a po:v1\nanamostoser/a po:v1\n", encoding="utf-8")
    assert set(sources.french(tmp_path / "fr.aff")) == {"chanter", "chanta"}
