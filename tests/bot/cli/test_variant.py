"""`tilewright variant`: listing, showing, checking, counting and importing (ledger K5 to K10, N20)."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from engine.loading import list_lexicons, read_variant_file
from engine.loading.languages import tile_sets
from tests.engine.formats.test_cardwords import BONUS, CARDS, CHARSET, TABLE, WORDS
from tests.engine.formats.test_varianttoml import GOOD
from tests.support.sentences import said


@pytest.fixture
def cardwords(put: Any) -> list[Path]:
    """The four files of a game, in Latin-1."""
    texts = {"charset.txt": CHARSET, "cards.txt": CARDS, "table.txt": TABLE, "bonus.txt": BONUS}
    return [put(name, text.encode("latin-1")) for name, text in texts.items()]


def test_list_names_what_comes_with_the_program(cli: Any) -> None:
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
    words, out = put("words.txt", WORDS.encode("latin-1")), tmp_path / "mine.toml"
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
