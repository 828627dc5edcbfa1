"""Words from dictionaries for Hunspell: their stems with all affixes."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from engine.errors import BadData
from tests.tools.wordlists import hunspell, sources

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
