"""`tilewright replay`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.loading import list_lexicons
from tests.support.malformed import GCGS, HEAD
from tests.support.records import CLUB, CLUB_SCORES
from tests.support.sentences import said


def test_json_holds_exactly_what_is_promised(cli: Any, put: Any) -> None:
    answer = cli.data("replay", put("club.gcg", CLUB), "--lexicon", "none", "--json")
    assert set(answer) == {"turns", "differences"}
    assert answer["differences"] == 0
    assert all(set(turn) == {"player", "move", "score", "recorded", "total"} for turn in answer["turns"])
    assert answer["turns"][4] == {
        "player": "bob", "move": "G2 SWARVi(N)G", "score": 70, "recorded": 70, "total": 70,
    }  # fmt: skip
    assert all(turn["score"] == turn["recorded"] for turn in answer["turns"])
    assert answer["turns"][-2]["total"], answer["turns"][-1]["total"] == CLUB_SCORES


def test_each_difference_is_reported(cli: Any, put: Any) -> None:
    wrong = put("wrong.gcg", CLUB.replace("JEEP +28 42", "JEEP +29 43"))
    answer = cli.data("replay", wrong, "--json")
    assert answer["differences"] == 2
    assert [(t["score"], t["recorded"]) for t in answer["turns"] if t["score"] != t["recorded"]] == [(28, 29)]
    text = cli("replay", wrong).stdout
    assert "F1 JEEP: scores 28, recorded as 29" in text
    assert f"D5 RURU: {said('cli.previous_total_plus', expected=57, recorded=56)}" in text
    assert "Differences: 2" in text


def test_words_are_doubted_only_where_a_lexicon_is_named(cli: Any, put: Any, words: Path) -> None:
    file = put("game.gcg", HEAD + ">a: QI 8G QI +22 22\n")
    assert said("cli.not_lexicon") not in cli("replay", file).stdout
    assert f"line 3, 8G QI: {said('cli.not_lexicon', words='QI')}" in cli("replay", file, "--lexicon", words).stdout
    assert f"choose from {', '.join(info.name for info in list_lexicons())}" in cli.refusal(
        "replay", file, "--lexicon", "nosuch"
    )


def test_a_lexicon_of_ours_that_the_record_names_is_used(cli: Any, put: Any) -> None:
    file = put("game.gcg", HEAD + "#lexicon English\n>a: QZ 8G QZ +40 40\n")
    assert said("cli.not_lexicon", words="QZ") in cli("replay", file).stdout
    assert said("cli.not_lexicon") not in cli("replay", file, "--lexicon", "none").stdout


def test_latin_1_carriage_returns_and_odd_things_in_one_file(cli: Any, put: Any) -> None:
    text = "#player1 jose José\r\n#player2 b Bob\r\n>jose: QZQ 8H Q +0 0\r\n>jose: (time) -10 -10\r\n"
    shown = cli("replay", put("latin.gcg", text.encode("latin-1"))).stdout
    assert "José -10" in shown
    assert "(PlayTooShort)" in shown
    assert said("cli.more_set", tiles="Q") in shown


@pytest.mark.parametrize(("text", "line", "reason"), GCGS)
def test_a_malformed_record_gets_one_line_with_its_number(
    cli: Any, put: Any, text: str, line: int, reason: str
) -> None:
    refusal = cli.refusal("replay", put("bad.gcg", text))
    assert f"bad.gcg, line {line}: " in refusal
    assert reason in refusal


def test_a_play_that_cannot_be_gets_one_line_with_its_number(cli: Any, put: Any) -> None:
    file = put("bad.gcg", HEAD + ">a: AB 15O AB +8 8\n")
    assert cli.refusal("replay", file) == f"tilewright: bad.gcg, line 3: 15O AB: {said('formats.runs_off_board')}"
    assert "'klingon'" in cli.refusal("replay", put("k.gcg", HEAD + "#tile-distribution klingon\n"))


def test_a_missing_file_and_a_folder_get_one_line(cli: Any, tmp_path: Path) -> None:
    assert "No such file" in cli.refusal("replay", tmp_path / "nosuch.gcg")
    assert "folder" in cli.refusal("replay", tmp_path)


def test_the_real_command_shows_no_stack_trace(tmp_path: Path) -> None:
    path = tmp_path / "bad.gcg"
    path.write_bytes(bytes(range(256)))
    command = [sys.executable, "-m", "bot", "replay", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert "bad.gcg, line 1: " in done.stderr
