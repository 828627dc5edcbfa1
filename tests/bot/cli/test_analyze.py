"""`tilewright analyze` and `tilewright replay`."""

from __future__ import annotations

import html.parser
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.formats import gamejson, gcg
from engine.game import commands as cmd
from engine.loading import list_lexicons
from tests.support.engines import table
from tests.support.malformed import GCGS, HEAD
from tests.support.records import CLUB, CLUB_SCORES
from tests.support.sentences import said

NAME = "<b>Ann & Co</b>"
"""A name that would be markup in a page that did not escape it."""

FEW = ">a: AEINRST 8D STAINER +66 66\n>b: BDEEGQU -GQU +0 0\n>a: AABCDEK 9C BACK +33 99\n"


@pytest.fixture
def short(put: Any) -> Path:
    """A record of a few turns."""
    return put("short.gcg", HEAD.replace("Ann", NAME) + FEW)


def test_json_holds_exactly_what_is_promised(cli: Any, short: Path) -> None:
    answer = cli.data("analyze", short, "--seconds", "0.1", "--json")
    assert set(answer) == {"analyser", "meaning", "players", "turns"}
    assert [one["player"] for one in answer["players"]] == ["a", "b"]
    assert [turn["number"] for turn in answer["turns"]] == [1, 2, 3]
    turn = answer["turns"][1]
    assert turn["played"]["move"] == "-GQU"
    assert (turn["rack"], turn["phase"], turn["player"]) == ("BDEEGQU", "open", "b")
    assert turn["cgp"].split(maxsplit=1)[1] == "BDEEGQU/ 0/66 0"
    assert "7STAINER1" not in turn["cgp"] and "3STAINER5" in turn["cgp"]
    assert set(turn["best"][0]) == {"move", "score", "win", "lead", "equity", "deals", "proven"}


def test_the_record_with_notes_is_still_the_record(cli: Any, put: Any) -> None:
    """The events are unchanged, old notes stay in front, and each decision has a note with moves."""
    plain = gcg.read(CLUB.encode())
    lines = CLUB.splitlines()
    game = put("club.gcg", "\n".join(lines[: lines.index(next(one for one in lines if "JEEP" in one)) + 1]) + "\n")
    result = cli("analyze", game, "--seconds", "0.1")
    assert result.exit_code == 0
    told = gcg.read(result.stdout_bytes)
    kept = [one for one, _ in zip(plain.events, told.events, strict=False)]
    for old, new in zip(kept, told.events, strict=True):
        assert gcg.move_text(old) == gcg.move_text(new)
        assert (old.rack, old.score, old.total) == (new.rack, new.score, new.total)
        assert new.note.startswith(old.note)
    decisions = [one for one in told.events if isinstance(one, gcg.GcgPlay | gcg.GcgExchange)]
    assert all(re.search(r"^1\. ", one.note, re.MULTILINE) for one in decisions)
    assert said("reviews.phony_came_off_board") in told.events[1].note
    assert told.opening_note.count("mistake index") == 2


class _Page(html.parser.HTMLParser):
    """What a browser would load and show."""

    def __init__(self) -> None:
        super().__init__()
        self.sources: list[str] = []
        self.tags: list[str] = []
        self.shown = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.sources += [value or "" for name, value in attrs if name in ("src", "href")]

    def handle_data(self, data: str) -> None:
        self.shown += data


def test_the_page_needs_no_other_file_and_escapes_names(cli: Any, short: Path, tmp_path: Path) -> None:
    target = tmp_path / "page.html"
    assert cli("analyze", short, "--seconds", "0.1", "--html", target).exit_code == 0
    page = _Page()
    page.feed(target.read_text(encoding="utf-8"))
    assert NAME in page.shown
    assert "b" not in page.tags
    assert "script" not in page.tags
    assert page.tags.count("img") == 3
    assert all(source.startswith("data:image/png;base64,") for source in page.sources)


def test_files_that_exist_are_left_alone(cli: Any, short: Path, put: Any) -> None:
    target = put("there.gcg", "mine")
    assert "--yes" in cli.refusal("analyze", short, "--gcg", target)
    assert target.read_text() == "mine"
    assert cli("analyze", short, "--seconds", "0.1", "--gcg", target, "--yes").exit_code == 0
    assert target.read_text().startswith("#")


def test_our_own_saved_games_are_read(cli: Any, put: Any) -> None:
    """An undone move has no note, and the note of a move is on the event of that move."""
    game = table(names=("ada", "bruno")).start("BEARDIS", "AEINRST")
    game.play("8D BEARD")
    game.pass_()
    game.do(cmd.End("999", moderator=True))
    saved = put("game.json", gamejson.write(game.events))
    told = gcg.read(cli("analyze", saved, "--lexicon", "english", "--seconds", "0.1").stdout_bytes)
    assert [gcg.move_text(one) for one in told.events[:2]] == ["8D BEARD", "-"]
    assert all("1. " in one.note for one in told.events[:2])


def test_a_running_game_of_ours_is_refused(cli: Any, put: Any) -> None:
    assert "JSON" in cli.refusal("analyze", put("game.json", "{"))
    assert "No such file" in cli.refusal("analyze", Path("nosuch.gcg"))


def test_json_of_a_replay_holds_what_is_promised(cli: Any, put: Any) -> None:
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


@pytest.mark.gate
def test_the_real_command_shows_no_stack_trace(tmp_path: Path) -> None:
    path = tmp_path / "bad.gcg"
    path.write_bytes(bytes(range(256)))
    command = [sys.executable, "-m", "bot", "replay", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert "bad.gcg, line 1: " in done.stderr
