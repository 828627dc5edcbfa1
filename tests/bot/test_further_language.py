"""A further language is data only; words by commonness, and words from dictionaries for Hunspell."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.front.speech import CatalogueTranslator
from bot.service.words.definitions import Library
from bot.text import languages, texts_for
from bot.text.games import lexicon_title
from bot.text.texts import own_folder
from bot.wiring.bot import ROOMS
from engine.errors import BadData
from engine.loading import (
    bundled,
    list_languages,
    list_lexicons,
    load_language,
    load_lexicon,
    load_variant,
    load_variant_file,
    resource_folder,
)
from tests.engine.test_languages import ITALIAN
from tests.tools.catalogues import create
from tests.tools.catalogues.template import read_catalogue, written
from tests.tools.wordlists import hunspell, sources
from tests.tools.wordlists.__main__ import app
from tests.tools.wordlists.commonness import demote_foreign, demote_names, demote_pairs, levels, weigh

WORDS = "Africa\ncane\ncasa\nkiwi\nperché\n"


@pytest.fixture
def with_italian(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The project's own files and three of Italian, in a folder like that of an installed package."""
    data = tmp_path / "_packaged" / "data"
    data.mkdir(parents=True)
    (tmp_path / "_packaged" / "assets").symlink_to(resource_folder("assets"))
    for place in resource_folder("data").iterdir():
        if place.name not in ("languages", "lexicons", "locale"):
            (data / place.name).symlink_to(place)
    for name in ("languages", "lexicons"):
        (data / name).mkdir()
        for place in (resource_folder("data") / name).iterdir():
            (data / name / place.name).symlink_to(place)
    (data / "languages" / "it.toml").write_text(ITALIAN, encoding="utf-8")
    _put_catalogue(data / "locale")
    caches = (list_languages, load_language, load_variant, load_variant_file, languages, own_folder)
    monkeypatch.setattr(bundled, "_ENGINE", tmp_path)
    for cached in caches:
        cached.cache_clear()
    _put_words(tmp_path, data / "lexicons")
    yield
    for cached in caches:
        cached.cache_clear()


def _put_words(folder: Path, lexicons: Path) -> None:
    """A dictionary, made as `data/README.md` says."""
    (folder / "words.txt").write_text(WORDS, encoding="utf-8")
    options = ("--language", "it", "--title", "Italiano", "--source", "a test", "--licence", "CC0", "--out", lexicons)
    notice = ("--notice", folder / "words.txt")
    made = CliRunner().invoke(app, [str(one) for one in ("pack", "italian", folder / "words.txt", *options, *notice)])
    assert made.output == "italian: 3 words\n"


def _put_catalogue(folder: Path) -> None:
    place = create("it", folder)
    catalogue = read_catalogue("it", folder)
    catalogue.get("Rack").string = "Leggio"
    catalogue.get("board", "command name").string = "tabellone"
    place.write_bytes(written(catalogue))


@pytest.mark.soak
@pytest.mark.usefixtures("with_italian")
async def test_N11_italian_needs_no_code() -> None:
    """The bot offers its tiles with its dictionary, says what is translated, and names its commands."""
    variant = load_variant("standard", "it")
    assert "it" in Library().languages()
    assert [info.words for info in list_lexicons() if info.name == "italian"] == [3]
    assert lexicon_title("italian", texts_for("it")) == "italiano"
    assert load_lexicon("italian", variant.alphabet).contains(variant.alphabet.split("perché"))
    assert "it" in languages()
    assert texts_for("it-IT").gettext("Rack") == "Leggio"
    assert texts_for("it-IT").gettext("Compose") == "Compose"
    (board,) = [one for one in await ROOMS.described(CatalogueTranslator()) if one["name"] == "board"]
    assert board["name_localizations"] == {"it": "tabellone"}


def test_rare_words_that_look_common_move_down() -> None:
    """They include a name that is also a rare word; words without any frequency are left out."""
    weights = weigh(
        ["KERRY", "KITCHEN", "ZZZ"], {"KERRY": 4.4, "KITCHEN": 4.6, "OTHER": 7.0}, {"KERRY": 80, "KITCHEN": 20}
    )
    assert weights == {"KERRY": pytest.approx(2.4), "KITCHEN": 4.6}


def test_pairs_of_word_games_move_down() -> None:
    """Everyday two-letter words keep their place."""
    weights = {"DE": 5.4, "HE": 6.9, "QI": 2.2, "THE": 7.7}
    demote_pairs(weights)
    assert weights == {"DE": 2.6, "HE": 6.9, "QI": 2.2, "THE": 7.7}


def test_names_and_foreign_words_move_down() -> None:
    """A word that is not much more frequent elsewhere keeps its place, and so does one that only this language has."""
    weights = {"ROSE": 4.6, "IS": 4.9, "TABLE": 5.0, "CHAISE": 4.4}
    demote_names(weights, ["ROSE", "MARIE"])
    demote_foreign(weights, {"IS": 7.0, "TABLE": 5.3, "THE": 7.7})
    assert weights == {"ROSE": pytest.approx(3.4), "IS": pytest.approx(3.2), "TABLE": 5.0, "CHAISE": 4.4}


def test_levels_are_the_lowest_of_a_word(tmp_path: Path) -> None:
    """Accents are stripped; words of higher levels than the list's are left out."""
    (tmp_path / "english-words.10").write_text("the\n", encoding="utf-8")
    (tmp_path / "english-words.60").write_text("the\ncafé\n", encoding="utf-8")
    (tmp_path / "english-words.95").write_text("zzz\n", encoding="utf-8")
    assert levels(tmp_path) == {"THE": 10, "CAFE": 60}


def test_no_lists_is_an_error(tmp_path: Path) -> None:
    """The error says what to install."""
    with pytest.raises(BadData, match="scowl"):
        levels(tmp_path)


DICTIONARIES = {"catalan": "ca", "french": "fr", "spanish": "es_ES", "swedish": "sv_SE"}
FOLDER = Path("/usr/share/hunspell")
STEMS = 2_500

AFFIXES = """\
SET UTF-8
FLAG {flag}
NEEDAFFIX Na
FORBIDDENWORD Fo
ONLYINCOMPOUND On
PFX Re Y 2
PFX Re 0 re [^aeiou]
PFX Re 0 re- [aeiou]
PFX Al N 1
PFX Al 0 un .
SFX Er Y 2
SFX Er y ier [^aeiou]y
SFX Er 0 er/Pl [^y]
SFX Pl N 1
SFX Pl 0 s .
SFX St Y 1
SFX St 0 ness/NaPl .
"""


def words(tmp_path: Path, entries: str, affixes: str = AFFIXES.format(flag="long")) -> set[str]:
    """The words of a small dictionary."""
    (tmp_path / "x.aff").write_text(affixes, encoding="utf-8")
    (tmp_path / "x.dic").write_text(f"{entries.count(chr(10)) + 1}\n{entries}\n", encoding="utf-8")
    rules = hunspell.read_rules(tmp_path / "x.aff")
    return set(hunspell.words(hunspell.read_entries(tmp_path / "x.dic", rules), rules))


def test_affixes_apply_where_their_condition_holds(tmp_path: Path) -> None:
    """A suffix may bring a second; suffixes cross only prefixes that allow it."""
    assert words(tmp_path, "carry/Er") == {"carry", "carrier"}
    assert words(tmp_path, "play/ErRe") == {"play", "replay"}
    assert words(tmp_path, "paint/ErReAl") == {
        *("paint", "painter", "painters", "repaint", "unpaint", "repainter"),
    }
    assert words(tmp_path, "open/Re po:verb") == {"open", "re-open"}


def test_flags_of_whole_words_count(tmp_path: Path) -> None:
    """Some stems are no words of their own, some only parts of others, and some are forbidden however they arise."""
    assert words(tmp_path, "paint/NaEr") == {"painter", "painters"}
    assert words(tmp_path, "paint/OnEr") == set()
    assert words(tmp_path, "paint/Er\npainter/Fo") == {"paint", "painters"}
    assert words(tmp_path, "kind/St") == {"kind", "kindnesss"}


@pytest.mark.parametrize(
    ("head", "flags"), [("", "AB"), ("FLAG UTF-8\n", "AB"), ("FLAG num\n", "1,20"), ("AF 2\nAF A\nAF AB\n", "2")]
)
def test_flags_are_written_in_several_ways(tmp_path: Path, head: str, flags: str) -> None:
    """As characters, numbers, or the place in a table."""
    first, second = ("1", "20") if "num" in head else ("A", "B")
    rules = f"{head}SFX {first} Y 1\nSFX {first} 0 s .\nSFX {second} Y 1\nSFX {second} 0 ed .\n"
    assert words(tmp_path, f"paint/{flags}", rules) == {"paint", "paints", "painted"}


def test_a_broken_file_is_refused_with_its_line(tmp_path: Path) -> None:
    """So is one that is not there."""
    with pytest.raises(BadData, match="not there"):
        hunspell.read_rules(tmp_path / "x.aff")
    with pytest.raises(BadData) as caught:
        words(tmp_path, "paint", "SFX A Y 1\nSFX A 0 s (.\nCOMPLEXPREFIXES\n")
    assert caught.value.line == 3


@pytest.mark.soak
@pytest.mark.skipif(
    not (shutil.which("hunspell") and all((FOLDER / f"{name}.aff").is_file() for name in DICTIONARIES.values())),
    reason="needs hunspell and its dictionaries",
)
@pytest.mark.parametrize("language", DICTIONARIES)
def test_N22_expansion_agrees_with_the_program(tmp_path: Path, language: str) -> None:
    """Of sampled stems with their affixes in every combination, it accepts just the words that we make."""
    source = FOLDER / f"{DICTIONARIES[language]}.aff"
    # the program takes a space at the end of a line for a part of the stem
    lines = source.with_suffix(".dic").read_bytes().split(b"\n")[1:-1]
    stems = [line for line in lines if not line.endswith(b" ")]
    sample = random.Random(language).sample(stems, STEMS)
    left_out = rb"COMPOUND|BREAK|REP|MAP|PHONE|CHECKCOMP|SIMPLIFIEDTRIPLE|[IO]CONV|FORCEUCASE|KEEPCASE|MAXDIFF|ONLYMAX"
    rules = [line for line in source.read_bytes().split(b"\n") if not re.match(left_out, line)]
    (tmp_path / "x.aff").write_bytes(b"\n".join((*rules, b"BREAK 0", b"")))
    (tmp_path / "x.dic").write_bytes(b"\n".join((b"%d" % STEMS, *sample, b"")))
    read = hunspell.read_rules(tmp_path / "x.aff")
    entries = list(hunspell.read_entries(tmp_path / "x.dic", read))
    ours = {word for word in hunspell.words(entries, read) if word.isalpha()}
    tried = sorted({*ours, *(word for entry in entries for word in _any_forms(entry, read) if word.isalpha())})
    assert len(tried) > len(ours) + STEMS
    assert _accepted(tmp_path / "x", tried) == ours


def _any_forms(entry: hunspell.Entry, rules: hunspell.Rules) -> set[str]:
    """What a stem's affixes give where their conditions are ignored, two of them for a few."""
    once = [(affix, _forced(affix, entry.stem)) for affix in _affixes(entry.flags, rules)]
    few = random.Random(entry.stem).sample(once, min(6, len(once)))
    twice = (_forced(other, word) for affix, word in few for other in _affixes(entry.flags | affix.more, rules))
    return {entry.stem, *(word for _, word in once), *twice}


def _affixes(flags: hunspell.Flags, rules: hunspell.Rules) -> list[hunspell.Affix]:
    return [affix for known in (rules.prefixes, rules.suffixes) for flag in flags for affix in known.get(flag, ())]


def _forced(affix: hunspell.Affix, word: str) -> str:
    if affix.is_prefix:
        return affix.add + word.removeprefix(affix.strip)
    return word.removesuffix(affix.strip) + affix.add


def _accepted(dictionary: Path, tried: list[str]) -> set[str]:
    """The words that the program does not report as misspelt."""
    command = ["hunspell", "-i", "utf-8", "-d", str(dictionary), "-l"]
    told = subprocess.run(command, input="\n".join(tried).encode(), capture_output=True, check=True, timeout=600)
    return set(tried) - set(told.stdout.decode().split())


def test_D8_spanish_forms_with_pronouns_are_left_out(tmp_path: Path) -> None:
    """Whether an affix makes them or the source lists them; what looks alike stays, as do other forms in -se."""
    rules = [
        *("SET UTF-8", "SFX R Y 4", "SFX R r se ar", "SFX R r d [aeií]r", "SFX R ar ándose ar", "SFX R 0 se [aeií]r"),
        *("SFX Á Y 1", "SFX Á 0 lo [aeií]r", "SFX S Y 1", "SFX S 0 s ."),
    ]
    stems = ["bajar/RÁ", "verse/S", "darlo", "dalo", "hazte", "abarse", "dado/S", "caos", "andante", "jugase", "ala/S"]
    (tmp_path / "es.aff").write_text("\n".join(rules), encoding="utf-8")
    (tmp_path / "es.dic").write_text("\n".join([str(len(stems)), *stems]), encoding="utf-8")
    kept = {
        *("bajar", "bajase", "bajad", "verse", "verses", "dado", "dados", "caos", "andante", "jugase", "ala", "alas")
    }
    assert set(sources.spanish(tmp_path / "es.aff")) == kept
