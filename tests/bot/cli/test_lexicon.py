"""`tilewright lexicon` and `tilewright variant`."""

from __future__ import annotations

import lzma
import tomllib
from pathlib import Path
from typing import Any

import pytest

from engine.loading import list_lexicons, read_variant_file
from engine.loading.bundled import tile_sets
from tests.bot.cli.conftest import WORDS
from tests.engine.formats.test_varianttoml import BONUS, CARDS, CHARSET, GOOD, TABLE
from tests.engine.formats.test_varianttoml import WORDS as CARD_WORDS
from tests.support.sentences import said


def test_list_names_what_comes_with_the_program(cli: Any) -> None:
    (english, *_) = [one for one in cli.data("lexicon", "list", "--json")["lexicons"] if one["name"] == "english"]
    assert english["words"] > 200_000
    assert "english" in cli("lexicon", "list").stdout


def test_build_makes_a_graph_of_all_words(cli: Any, words: Path) -> None:
    answer = cli.data("lexicon", "build", words, "--json")
    assert answer["words"] == len(WORDS)
    assert answer["bytes"] == 4 * answer["nodes"]
    assert "9 words" in cli("lexicon", "build", words).stdout


@pytest.mark.parametrize("name", ["new.txt", "new.txt.xz", "new.kwg"])
def test_n21_export_and_import_give_the_words_back(cli: Any, words: Path, tmp_path: Path, name: str) -> None:
    there, back = tmp_path / name, tmp_path / "back.txt"
    assert cli("lexicon", "export", words, there).exit_code == 0
    assert cli("lexicon", "import", there, back).stdout == f"{back}: {len(WORDS)} words\n"
    assert back.read_text().split() == sorted(WORDS)
    if name.endswith(".xz"):
        assert lzma.decompress(there.read_bytes()).decode().split() == sorted(WORDS)


def test_both_layouts_of_word_graphs_are_written_and_read(cli: Any, words: Path, tmp_path: Path) -> None:
    newer, older = tmp_path / "newer.kwg", tmp_path / "older.kwg"
    cli("lexicon", "export", words, newer)
    cli("lexicon", "export", words, older, "--format", "kwg-older")
    assert newer.stat().st_size == older.stat().st_size
    assert newer.read_bytes() != older.read_bytes()
    for file in (newer, older):
        assert cli.data("lexicon", "check", file, "HELLO", "ab", "--json") == {"words": {"HELLO": True, "ab": True}}


def test_n21_an_import_replaces_only_when_told_and_can_merge(cli: Any, words: Path, put: Any) -> None:
    other = put("other.txt", "ZA\nHE\n")
    assert "--yes" in cli.refusal("lexicon", "import", other, words)
    assert words.read_text().split() == list(WORDS)
    assert cli("lexicon", "import", other, words, "--merge").exit_code == 0
    assert words.read_text().split() == [*sorted(WORDS), "ZA"]
    assert cli("lexicon", "import", other, words, "--yes").exit_code == 0
    assert words.read_text().split() == ["HE", "ZA"]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("AB\nC4T\n", "line 2: " + said("words.not_a_letter", letter="'4'")),
        ("AB\nA\n", f"line 2: {said('words.word_letters', most=31)}"),
        ("AB\nTWO WORDS\n", "line 2: " + said("words.not_a_letter", letter="' '")),
        (b"\xfd7zXZ\0\0\0", "damaged"),
    ],
)
def test_n21_a_bad_line_is_refused_by_its_number_and_changes_nothing(
    cli: Any, words: Path, put: Any, content: str | bytes, reason: str
) -> None:
    bad = put("bad.txt", content)
    assert reason in cli.refusal("lexicon", "import", bad, words, "--yes")
    assert reason in cli.refusal("lexicon", "check", bad)
    assert words.read_text().split() == list(WORDS)
    assert sorted(path.name for path in words.parent.iterdir()) == ["bad.txt", "words.txt"]


def test_check_tells_of_each_word_and_of_a_whole_list(cli: Any, words: Path) -> None:
    found = cli("lexicon", "check", words, "hello", "ZZZ")
    assert (found.exit_code, found.stdout) == (1, "hello: yes\nZZZ: no\n")
    assert cli("lexicon", "check", words, "hello").exit_code == 0
    assert cli.data("lexicon", "check", words, "--json")["words"] == len(WORDS)
    assert cli.data("lexicon", "check", "english", "hello", "--json") == {"words": {"hello": True}}
    assert "'h3llo'" in cli.refusal("lexicon", "check", words, "h3llo")


def test_n21_words_are_added_and_removed(cli: Any, words: Path) -> None:
    assert said("cli.words_added", done=1, idle=1, words="10 words") in cli("lexicon", "add", words, "zoo", "AB").stdout
    assert "ZOO" in words.read_text().split()
    assert cli("lexicon", "remove", words, "zoo", "YY").stdout.endswith("removed 1, 1 were not there; 9 words\n")
    assert words.read_text().split() == sorted(WORDS)


def test_what_is_not_a_list_of_one_s_own_is_not_changed(cli: Any, words: Path, tmp_path: Path) -> None:
    cli("lexicon", "export", words, tmp_path / "a.kwg")
    for target in ("english", tmp_path / "a.kwg"):
        assert "lexicon import" in cli.refusal("lexicon", "add", target, "ZOO")
    assert "No such file" in cli.refusal("lexicon", "add", tmp_path / "nosuch.txt", "ZOO")
    assert "'Z'" in cli.refusal("lexicon", "add", words, "Z")
    assert "'Z0O'" in cli.refusal("lexicon", "remove", words, "Z0O")


def test_an_export_to_nowhere_gets_one_line(cli: Any, words: Path, tmp_path: Path) -> None:
    assert "No such file" in cli.refusal("lexicon", "export", words, tmp_path / "no" / "file.txt")


def test_k6_lexicons_are_combined_by_a_plus(cli: Any, put: Any, tmp_path: Path) -> None:
    """Wherever one is named; a file whose name has a plus is that file; an unknown part is named."""
    one, other = put("one.txt", "AB\nHE\n"), put("two.txt", "HE\nZAX\n")
    both = f"{one}+{other}"
    assert cli.data("lexicon", "check", both, "--json")["words"] == 3
    assert cli.data("lexicon", "check", f"{both}+empty", "ZAX", "AB", "--json") == {"words": {"ZAX": True, "AB": True}}
    assert cli("lexicon", "import", both, tmp_path / "all.txt").exit_code == 0
    assert (tmp_path / "all.txt").read_text().split() == ["AB", "HE", "ZAX"]
    odd = put("a+b.txt", "HELLO\n")
    assert cli.data("lexicon", "check", odd, "--json")["words"] == 1
    assert "nothing.txt" in cli.refusal("lexicon", "check", f"{one}+nothing.txt")


@pytest.fixture
def cardwords(put: Any) -> list[Path]:
    """The four files of a game, in Latin-1."""
    texts = {"charset.txt": CHARSET, "cards.txt": CARDS, "table.txt": TABLE, "bonus.txt": BONUS}
    return [put(name, text.encode("latin-1")) for name, text in texts.items()]


def test_list_names_the_variants_of_the_program(cli: Any) -> None:
    known = {one["name"]: one for one in cli.data("variant", "list", "--json")["variants"]}
    assert set(known) >= {"standard", "super", "quick", "cardwords", "wild"}
    assert (known["super"]["width"], known["super"]["tiles"]) == (21, 200)
    assert set(known["super"]["languages"]) == {info.language for info in list_lexicons()} & set(tile_sets("super"))
    assert "19 x 10" in cli("variant", "list").stdout


def test_show_tells_everything(cli: Any, put: Any) -> None:
    shown = cli("variant", "show", "cardwords").stdout
    assert "for a pass: -5" in shown and "K 1×19" in shown and "2W +5: word times 2 and +5 points" in shown
    data = cli.data("variant", "show", "cardwords", "--json")
    assert data["start"] == "5" and data["rows"][0][0] == "3W" and data["rows"][1][9] == "#"
    assert {"letter": "Z", "points": 20, "count": 1} in data["kinds"]
    assert cli.data("variant", "show", put("mine.toml", GOOD), "--json")["name"] == "mine"
    assert said("loading.none_named", name="'nothing'") in cli.refusal("variant", "show", "nothing")


def test_check_tells_every_fault_with_its_line(cli: Any, put: Any) -> None:
    good, bad = put("good.toml", GOOD), put("bad.toml", GOOD.replace("rack_size = 3", "rack_size = 0\nx = 1"))
    told = cli("variant", "check", good, bad)
    assert told.exit_code == 2
    assert told.stdout == "mine: good, for en\n"
    lines = told.stderr.splitlines()
    assert lines[0] == "tilewright: bad.toml, line 3: rack_size must be 1 to 20, not 0"
    assert lines[1].startswith("tilewright: bad.toml, line 4: " + said("formats.key_not_known", key="'x'"))
    answer = cli("variant", "check", bad, "--json")
    assert answer.exit_code == 2 and '"line": 3' in answer.stdout
    assert cli("variant", "check", good).exit_code == 0
    assert "not UTF-8" in cli.refusal("variant", "check", put("latin.toml", b"name = 'x\xff'"))
    assert "No such file" in cli.refusal("variant", "check", "nowhere.toml")


def test_k10_count_tells_how_often_letters_occur(cli: Any, put: Any, cardwords: list[Path]) -> None:
    text = put("text.txt", "Eek, a BEAK! É 3")
    assert cli.data("variant", "count", text, "--json")["letters"]["E"] == 3
    counted = cli.data("variant", "count", text, "--charset", cardwords[0], "--json")
    assert counted == {"letters": {"A": 2, "B": 1, "E": 4, "K": 2}, "total": 9}
    assert cli("variant", "count", "-", stdin="bee").stdout.splitlines()[4] == "E\t2\t66.67%"
    assert "charset, line 1" in cli.refusal("variant", "count", text, "--charset", put("charset", "x"))


def test_k5_to_k9_import_writes_a_variant_and_its_words(
    cli: Any, put: Any, cardwords: list[Path], tmp_path: Path
) -> None:
    words, out = put("words.txt", CARD_WORDS.encode("latin-1")), tmp_path / "mine.toml"
    assert cli("variant", "import-cardwords", *cardwords, words, "-o", out).exit_code == 0
    file = read_variant_file(out.read_text(encoding="utf-8"))
    assert (file.name, len(file.any.tile_set), file.any.rack_size) == ("mine", 14, 2)
    assert (tmp_path / "mine.txt").read_text(encoding="utf-8") == "AB\nBAKE\nBEK\n"
    assert tomllib.loads(out.read_text(encoding="utf-8"))["pass_points"] == -5
    assert "--yes" in cli.refusal("variant", "import-cardwords", *cardwords, "-o", out)
    assert cli("variant", "import-cardwords", *cardwords, "-o", out, "--yes").exit_code == 0
    assert cli.data("variant", "show", out, "--json")["tiles"] == 14


def test_k5_to_k9_broken_files_are_refused_with_all_their_lines(cli: Any, put: Any, cardwords: list[Path]) -> None:
    cardwords[1] = put("cards.txt", CARDS.replace("[A 7]", "[Z 7]"))
    cardwords[3] = put("bonus.txt", BONUS + "x\n")
    out = cardwords[0].with_name("out.toml")
    told = cli("variant", "import-cardwords", *cardwords, "-o", out)
    assert told.exit_code == 2
    assert [line.partition(": ")[2].partition(": ")[0] for line in told.stderr.splitlines()] == [
        "cards.txt, line 2",
        "bonus.txt, line 6",
    ]
    assert not out.exists()
    assert "No such file" in cli.refusal("variant", "import-cardwords", *cardwords[:3], "nowhere", "-o", out)
    assert said("cli.variants_name_most") in cli.refusal(
        "variant", "import-cardwords", *cardwords, "-o", out.with_name("A b.toml")
    )
    assert said("cli.not_code_such_en") in cli.refusal(
        "variant", "import-cardwords", *cardwords, "-o", out, "--language", "EN!"
    )
