"""`tilewright moves` and `tilewright bench`."""

from __future__ import annotations

import json
import lzma
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import engine
from engine.api.resources import resources_of
from engine.computer.leaves import LeaveList
from engine.formats import klv
from engine.loading import computers, list_lexicons, load_language
from tests.support.later import at_gate, later
from tests.support.malformed import CGPS
from tests.support.records import OPEN
from tests.support.sentences import said
from tests.tools import bench

ENDING = (
    "13AE/9ZEL1AA/5D2FE2Q1V/3B1R1BEAUXITE/3AMA1U4G2/3MOW1N1V2O2/2C1R2K1O2N2/1UREDINE1T2G1D/2O1E2R1E4O/2t1NUR2R4P/"
    "2T1T4SHITTY/2I1SHE5W2/2N2IF5I2/2S2L1tIEPINS1/3JAILED3Y2 ACG/ALOOO 414/423 0"
)
L_ON_8J = OPEN.replace("15", "9L5", 8).replace("9L5", "15", 7) + " HEL?/ 0/0 0"
SEVEN = OPEN.replace("15", "7AB6", 8).replace("7AB6", "15", 7)


SMALL = (
    'name = "small"\nrack_size = 3\n[layout]\nstart = ""\nrows = "...\\n..."\n'
    '[languages.en]\nalphabet = "A B"\ntiles = "A3/1 B3/4"\n'
)


ESTIMATED: dict[Any, Any] = {}
"""Computer players of these tests, none of which writes leave values for them."""


@pytest.fixture(autouse=True)
def learnt(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The only file of leave values; it does not exist unless a test writes it."""
    path = tmp_path / "leaves.klv2.xz"
    resources_of.cache_clear()
    monkeypatch.setattr(computers, "learnt_file", lambda variant: path if path.is_file() else None)
    # Values loaded here must not leak: other tests in this process expect the learnt values.
    monkeypatch.setattr(computers, "_kept", ESTIMATED)
    return path


def moves(answer: Any) -> dict[str, int]:
    return {move["move"]: move["score"] for move in answer["moves"]}


def test_json_holds_exactly_what_is_promised_best_first(cli: Any, words: Path) -> None:
    answer = cli.data("moves", f"{OPEN} HELLO?/ 0/0 0", "--lexicon", words, "--json")
    assert set(answer) == {"moves"}
    assert all(set(move) == {"move", "score", "equity", "leave"} for move in answer["moves"])
    assert answer["moves"][:2] == [
        {"move": "8D HELLO", "score": 24, "equity": 24, "leave": "?"},
        {"move": "8D HELLOs", "score": 24, "equity": 24, "leave": ""},
    ]
    scores = [move["equity"] for move in answer["moves"]]
    assert scores == sorted(scores, reverse=True)
    assert len(answer["moves"]) == 15


def test_letters_on_the_board_stand_in_parentheses_and_blanks_in_small_letters(cli: Any, words: Path) -> None:
    answer = cli.data("moves", L_ON_8J, "--lexicon", words, "--all", "--json")
    # H on the centre doubles the word: 2 x (4 + 1 + 1 + 1 + 0)
    assert moves(answer)["8H HE(L)Lo"] == 14
    assert next(move["leave"] for move in answer["moves"] if move["move"] == "8H HE(L)Lo") == ""


def test_all_moves_are_all_and_a_one_tile_play_both_ways_is_listed_once_as_across(cli: Any, words: Path) -> None:
    position = f"{SEVEN} B/ 0/0 0"
    found = moves(cli.data("moves", position, "--lexicon", words, "--all", "--json"))
    # below and above A, next to nothing else: BA and AB in the columns of A and of B
    assert set(found) == {"H7 B(A)", "H8 (A)B"}
    corner = OPEN.replace("15", "7A7", 8).replace("7A7", "15", 7).split("/")
    corner[8] = "6A8"
    both = moves(cli.data("moves", f"{'/'.join(corner)} B/ 0/0 0", "--lexicon", words, "--all", "--json"))
    assert [move for move in both if move in ("9G (A)B", "H8 (A)B")] == ["9G (A)B"]
    assert [move for move in both if move in ("8G B(A)", "G8 B(A)")] == ["8G B(A)"]


def test_the_leave_is_in_the_alphabet_s_order_with_blanks_last(cli: Any, words: Path) -> None:
    answer = cli.data("moves", f"{OPEN} B?AZE/ 0/0 0", "--lexicon", words, "--all", "--json")
    leaves = {move["leave"] for move in answer["moves"]}
    assert "EZ?" in leaves
    assert all(leave == "".join(sorted(leave.strip("?"))) + "?" * leave.count("?") for leave in leaves)


def test_equity_is_the_score_and_the_value_of_the_leave_while_tiles_are_left_to_draw(
    cli: Any, words: Path, learnt: Path
) -> None:
    blank = LeaveList(np.array([[0, 255]], np.uint8), np.array([25.5], np.float32))
    learnt.write_bytes(lzma.compress(klv.encode(blank)))
    answer = cli.data("moves", f"{OPEN} HELLO?/ 0/0 0", "--lexicon", words, "--json")
    assert answer["moves"][0] == {"move": "8D HELLO", "score": 24, "equity": 49.5, "leave": "?"}


def test_leaves_are_worth_nothing_once_the_bag_is_empty(cli: Any, put: Any, learnt: Path) -> None:
    few = put("few.toml", SMALL.replace("A3/1 B3/4", "A3/1 B3/4 ?1/0"))
    learnt.write_bytes(lzma.compress(klv.encode(LeaveList(np.array([[0, 255]], np.uint8), np.array([9], np.float32)))))
    options = ("--variant", few, "--lexicon", put("ab.txt", "AB\n"), "--json")
    drawing = cli.data("moves", "3/3 AB?/ 0/0 0", *options)["moves"][0]
    assert (drawing["equity"] - drawing["score"], drawing["leave"]) == (9, "?")
    ending = cli.data("moves", "AB1/3 B?/ 0/0 0", *options)["moves"]
    assert {move["leave"] for move in ending} >= {"?"}
    assert all(move["equity"] == move["score"] for move in ending)


@pytest.mark.parametrize("command", [("moves",), ("render", "-o", "board.png")])
def test_an_option_that_there_is_not_is_named(cli: Any, command: tuple[str, ...]) -> None:
    assert "--jsno" in cli.refusal(*command, f"{OPEN} AB/ 0/0 0", "--jsno")


def test_no_play_is_an_empty_list(cli: Any, words: Path) -> None:
    assert cli.data("moves", f"{OPEN} Z/ 0/0 0", "--lexicon", words, "--json") == {"moves": []}
    assert "no legal play" in cli("moves", f"{OPEN} Z/ 0/0 0", "--lexicon", words).stdout


def test_a_rack_that_is_not_known_is_told(cli: Any, words: Path) -> None:
    for more in ((), ("--level", "8")):
        assert said("api.rack_not_known") in cli.refusal("moves", f"{OPEN} / 0/0 0", "--lexicon", words, *more)


def test_the_bonus_of_the_position_counts(cli: Any, put: Any) -> None:
    path = put("seven.txt", "ABSENCE\n")
    rack = f"{OPEN} ABCEENS/ 0/0 0"
    normal = cli.data("moves", rack, "--lexicon", path, "--json")["moves"][0]["score"]
    changed = cli.data("moves", f"{rack} bb 10;", "--lexicon", path, "--json")["moves"][0]["score"]
    assert normal - changed == 40


def test_positions_from_standard_input_are_answered_line_by_line(cli: Any, words: Path) -> None:
    lines = f"{OPEN} AB/ 0/0 0\n\n{OPEN} Z/ 0/0 0\r\n{L_ON_8J}"
    result = cli("moves", "-", "--lexicon", words, stdin=lines)
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [bool(answer["moves"]) for answer in answers] == [True, False, True]
    single = cli.data("moves", L_ON_8J, "--lexicon", words, "--json")
    assert answers[2] == single


def test_a_bad_line_is_answered_with_an_error_and_the_others_with_their_moves(cli: Any, words: Path) -> None:
    lines = f"{OPEN} AB/ 0/0 0\n15 AB/ 0/0 0\n{OPEN} AB/ 0/0 0 bdn nosuch;\n{OPEN} AB/ 0/0 0\n"
    result = cli("moves", "-", "--lexicon", words, stdin=lines)
    assert result.exit_code == 2
    first, second, third, last = map(json.loads, result.stdout.splitlines())
    assert first == last and first["moves"]
    assert second == {"line": 2, "error": f"CGP position: {said('formats.has_rows', count=1, height=15)}"}
    assert third["line"] == 3 and "nosuch" in third["error"]
    assert (
        result.stderr.splitlines()[0]
        == f"tilewright: standard input, line 2: {said('formats.has_rows', count=1, height=15)}"
    )
    assert "line 1" in cli.refusal("moves", "-", "--lexicon", words, stdin=b"\xff\xfe\n")


def test_comments_carriage_returns_and_marks_of_encodings_are_skipped(cli: Any, words: Path) -> None:
    text = f"\ufeff# a comment\r\n\ufeff{OPEN} AB/ 0/0 0\r\n \r\n"
    result = cli("moves", "-", "--lexicon", words, stdin=text)
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) == 1


@pytest.mark.parametrize(
    "style", ["-lex english; -bb 50;", *at_gate(["-lex english", "-lex english;", "-lex english -ld english"])]
)
def test_opcodes_may_be_written_as_options(cli: Any, style: str) -> None:
    """Some programs write them so; without quotes too."""
    plain = cli.data("moves", f"{OPEN} AB/ -5/0 0 lex english;", "--json")
    assert cli.data("moves", f"{OPEN} AB/ -5/0 0 {style}", "--json") == plain
    assert cli.data("moves", *f"{OPEN} AB/ -5/0 0 {style}".split(), "--json") == plain


@pytest.mark.parametrize(("text", "reason"), CGPS)
def test_a_malformed_position_gets_one_line(cli: Any, text: str, reason: str) -> None:
    assert " ".join(reason.split()) in cli.refusal("moves", text)


def test_names_that_nothing_has_get_one_line(cli: Any, put: Any, words: Path) -> None:
    good = f"{OPEN} AB/ 0/0 0"
    assert f"choose from {', '.join(info.name for info in list_lexicons())}" in cli.refusal(
        "moves", good, "--lexicon", "nosuch"
    )
    assert "none named 'nosuch'" in cli.refusal("moves", good, "--variant", "nosuch")
    assert "'xx'" in cli.refusal("moves", good, "--variant", "standard:xx", "--lexicon", words)
    assert "'klingon'" in cli.refusal("moves", f"{good} ld klingon;", "--lexicon", words)
    bad = put("bad.txt", "AB\nC4T\n")
    assert "bad.txt, line 2" in cli.refusal("moves", good, "--lexicon", bad)
    assert "broken.kwg" in cli.refusal("moves", good, "--lexicon", put("broken.kwg", b"\x00" * 6))


@pytest.mark.parametrize(
    ("code", "word", "play"),
    [
        ("fr", "élève", "8D ELEVE"),
        ("es", "chorro", "8G [CH]O[RR]O"),
        ("ru", "ёлка", "8G ЁЛКА"),
        ("ca", "col.lapse", "8D CO[L·L]APSE"),
    ],
)
@pytest.mark.parametrize("board", ["standard", "wild"])
def test_N11_moves_in_other_languages_with_a_list_of_one_s_own(
    cli: Any, put: Any, board: str, code: str, word: str, play: str
) -> None:
    """Typed and drawn letters are those of the tiles; the tiles may also be named in the position."""
    rack = play.split()[1].replace("[", " [").replace("]", "] ").replace(" ", "")
    own = put("own.txt", f"{word}\n")
    found = cli.data(
        "moves", f"{OPEN} {rack}/ 0/0 0", "--variant", f"{board}:{code}", "--lexicon", own, "--all", "--json"
    )
    assert play in moves(found)
    named = cli.data(
        "moves", f"{OPEN} {rack}/ 0/0 0 ld {load_language(code).name};", "--lexicon", own, "--all", "--json"
    )
    assert moves(named)[play] > 0


def test_N11_tiles_and_words_of_different_languages_are_refused(
    cli: Any, put: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both are named; without any words for the tiles, that is said; a strange letter is named with what is meant."""
    good = f"{OPEN} AB/ 0/0 0"
    told = cli.refusal("moves", good, "--variant", "standard:fr", "--lexicon", "english")
    assert "'en'" in told
    assert "'fr'" in told
    told = cli.refusal("moves", good, "--variant", "standard:es", "--lexicon", put("k.txt", "KILO\n"))
    assert said("words.letter_meant", letter="'K'", meant="C / QU") in told
    monkeypatch.setattr("engine.loading.choosing.list_lexicons", lambda: ())
    assert said("cli.none_language", language="'no'") in cli.refusal("moves", good, "--variant", "standard:no")


def test_a_variant_may_be_a_file_and_a_lexicon_a_word_graph(cli: Any, put: Any, words: Path, tmp_path: Path) -> None:
    small = put("small.toml", SMALL)
    list_ = put("ab.txt", "ab\nbaa\n")
    graph = tmp_path / "ab.kwg"
    assert cli("lexicon", "export", list_, graph, "--variant", small).exit_code == 0
    answers = [
        cli.data("moves", "3/3 AAB 0 0", "--variant", small, "--lexicon", lexicon, "--all", "--json")
        for lexicon in (list_, graph)
    ]
    assert answers[0] == answers[1]
    assert moves(answers[0])["1A BAA"] == 6


CARE = SEVEN.replace("7AB6", "7CARE4")
CONSIDERED = {"move", "score", "equity", "leave", "win", "lead", "deals", "proven"}


def test_level_8_tells_what_it_found_of_the_moves_it_considers(cli: Any) -> None:
    """It simulates until it is sure, as it soon is here, or its time is up."""
    found = cli.data("moves", f"{CARE} ADEHNOT/ 30/12 0", "--level", "8", "--seconds", "0", "--json")["moves"]
    assert all(set(move) == CONSIDERED for move in found)
    assert all(move["deals"] == 0 and move["win"] is None for move in found)
    found = cli.data("moves", f"{CARE} AAQUZTY/ 30/12 0", "--level", "8", "--seconds", "60", "--json")["moves"]
    assert found[0]["deals"] >= found[-1]["deals"] > 0
    assert all(0 < move["win"] < 100 for move in found)
    assert not any(move["proven"] for move in found)


def test_what_a_level_found_is_shown_as_a_table(cli: Any) -> None:
    shown = cli("moves", f"{CARE} ADEHNOT/ 30/12 0", "--level", "8", "--seconds", "0").stdout
    assert all(heading in shown for heading in ("win", "lead", "deals", "proven", "leave"))


def test_level_8_proves_an_ending_where_both_racks_are_told(cli: Any, put: Any) -> None:
    """With no tile hidden. The best move goes out: B on the A; three more tiles do not help the opponent."""
    few = put("few.toml", SMALL.replace("A3/1 B3/4", "A3/1 B2/4"))
    options = ("--variant", few, "--lexicon", put("ab.txt", "AB\nBA\n"), "--level", "8", "--seconds", "60", "--json")
    found = cli.data("moves", "AB1/3 B/AA 10/3 0", *options)["moves"]
    assert found[0]["proven"]
    assert found[0]["win"] == 100
    assert found[0]["lead"] == 10 - 3 + found[0]["score"] + 4
    assert all(move["lead"] is None for move in found[1:])


@pytest.mark.parametrize("level", ["1", "7", *later(["4", "5", "6"])])
def test_other_levels_tell_the_moves_that_they_like(cli: Any, level: str) -> None:
    """Weak levels show only the move that they see."""
    found = cli.data("moves", f"{CARE} ADEHNOT/ 30/12 0", "--level", level, "--json")["moves"]
    assert found[0]["deals"] == 0
    assert (len(found) == 1) == (int(level) < 5)


def test_a_level_with_nothing_to_do_passes(cli: Any, put: Any) -> None:
    """No play, and an empty pool."""
    found = cli.data("moves", ENDING, "--lexicon", put("few.txt", "HELLO\n"), "--level", "8", "--json")["moves"]
    assert [move["move"] for move in found] == ["(pass)"]


def test_all_moves_and_a_level_are_not_asked_for_together(cli: Any) -> None:
    assert said("cli.choose_either_all") in cli.refusal("moves", f"{OPEN} AB/ 0/0 0", "--all", "--level", "8")
    assert cli("moves", f"{OPEN} AB/ 0/0 0", "--level", "9").exit_code == 2


def test_the_benchmark_finds_the_same_plays(cli: Any, words: Path) -> None:
    positions = [f"{OPEN} AB/ 0/0 0", L_ON_8J]
    figures = bench.measure([engine.open_position(one, lexicon=words) for one in positions])
    assert min(figures.values()) > 0
    assert figures["positions"] == 2
    plays = [cli.data("moves", one, "--lexicon", words, "--all", "--json") for one in positions]
    assert figures["plays"] == sum(len(answer["moves"]) for answer in plays)


@pytest.mark.gate
def test_the_real_command_answers_while_it_is_asked(words: Path) -> None:
    """A program may send a position, read the answer and only then send the next."""
    command = [sys.executable, "-m", "bot", "moves", "-", "--lexicon", str(words)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(2):
            process.stdin.write(f"{OPEN} AB/ 0/0 0\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["moves"]
        process.stdin.close()
        assert process.wait(60) == 0
