"""The English list that the project ships."""

from __future__ import annotations

import lzma
import re
from pathlib import Path

import pytest

from engine.errors import BadData
from engine.loading import resource_folder, shipped_words
from tests.tools.wordlists import english as source
from tests.tools.wordlists.common import read_edits, write_list

SCOWL = Path("/usr/share/dict/scowl")
FOLDER = resource_folder("data") / "lexicons"


@pytest.fixture(scope="module")
def words() -> list[str]:
    return shipped_words("english").decode().splitlines()


def test_list_is_sorted_unique_and_well_formed(words: list[str]) -> None:
    """Words of 2 to 21 capital letters, in order, each once."""
    assert words == sorted(set(words))
    assert all(re.fullmatch("[A-Z]{2,21}", word) for word in words)


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
        *("RUN", "QUICKLY", "ALAS", "OF", "HATH", "THEE", "GONNA", "DUDE"),
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
