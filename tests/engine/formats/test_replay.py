"""Replaying records: every move is scored again, differences and oddities are reported, impossible moves refused."""

from __future__ import annotations

import pytest

from engine.errors import NotConnected, PlayTooShort, StartNotCovered
from engine.formats import gcg, replay
from engine.formats.gcg import MalformedGcg
from engine.formats.replay import Replay
from engine.model.tiles import Tile
from engine.model.variant import Variant
from tests.support.games import STANDARD, variant_of, word_set
from tests.support.records import CLUB, CLUB_SCORES, SPANISH_GAME, spanish
from tests.support.sentences import said

HEAD = "#player1 a Ann\n#player2 b Bob\n"


def run(text: str, variant: Variant = STANDARD, words: frozenset[tuple[str, ...]] | None = None) -> Replay:
    judge = None if words is None else words.__contains__
    encoding = "utf-8" if text.startswith("#character-encoding") else "latin-1"
    return replay.replay(gcg.read(text.encode(encoding)), variant, judge)


def turns(text: str) -> Replay:
    return run(HEAD + text)


def test_a_whole_game_is_scored_exactly_whatever_its_dictionary() -> None:
    replayed = run(CLUB)
    assert replayed.totals == CLUB_SCORES
    assert replayed.differences == 0
    assert [turn.remarks for turn in replayed.turns if turn.remarks] == []
    assert [turn.move for turn in replayed.turns[:6]] == [
        "8E PEND", "7F WRAG", "--", "-JRR", "G2 SWARVi(N)G", "(challenge)",
    ]  # fmt: skip
    assert [turn.score for turn in replayed.turns[:6]] == [14, 22, -22, 0, 70, 5]


def test_a_withdrawn_play_leaves_the_board() -> None:
    replayed = run("".join(CLUB.splitlines(keepends=True)[:13]))
    assert sum(1 for _ in replayed.board.tiles()) == 4
    assert replayed.totals == (14, 0)


def test_letters_of_several_characters_and_blanks_for_them() -> None:
    replayed = run(SPANISH_GAME, spanish())
    assert [turn.score for turn in replayed.turns] == [18, 17, 19, 0, 0]
    assert [turn.move for turn in replayed.turns] == ["8G [CH]OTAS", "9F [LL]E", "10E C[rr]E", "-OUU", "-2"]
    assert replayed.differences == 0
    assert [turn.remarks for turn in replayed.turns if turn.remarks] == []


def test_declared_forms_of_blanks_are_understood() -> None:
    text = SPANISH_GAME.replace("#tile [CH] [ch]", "#tile [RR] %").replace("C[rr]E", "C%E")
    assert [turn.score for turn in run(text, spanish()).turns] == [18, 17, 19, 0, 0]


def test_both_ways_to_end_a_game() -> None:
    replayed = turns(">a: QI?X 8G QI +22 22\n>b: E (E) -1 -1\n>a: ?X (E) +1 23\n>a: ?X (?X) -8 15")
    assert [turn.score for turn in replayed.turns] == [22, -1, 1, -8]
    assert replayed.differences == 0
    assert [turn.score for turn in turns(">a: QI 8G QI +22 22\n>a: (EZ) +22 44").turns] == [22, 22]


def test_challenge_bonuses_and_penalties_are_taken_as_recorded() -> None:
    replayed = turns(">a: QI 8G QI +22 22\n>a: (challenge) +10 32\n>b: E (time) -30 -30")
    assert replayed.totals == (32, -30)
    assert replayed.differences == 0


def test_a_bonus_written_into_the_score_is_reported() -> None:
    replayed = turns(">a: QI 8G QI +27 27\n>b: E - +0 0")
    assert (replayed.turns[0].score, replayed.turns[0].event.score, replayed.totals) == (22, 27, (22, 0))
    assert replayed.differences == 1


def test_a_slip_in_the_total_is_reported_once() -> None:
    replayed = turns(">a: QI 8G QI +22 23\n>b: E - +0 0\n>a: S 8G ..S +12 35\n>b: - +0 0")
    assert [turn.remarks for turn in replayed.turns] == [(replay.WrongTotal(22),), (), (), ()]
    assert [turn.differs for turn in replayed.turns] == [True, False, False, False]
    assert replayed.totals == (34, 0)


def test_through_tiles_may_be_points_letters_or_in_parentheses() -> None:
    for tiles in ("..S", "QIS", "(QI)S", "qiS", ".IS"):
        assert turns(f">a: QI 8G QI +22 22\n>b: S 8G {tiles} +12 12").turns[1].move == "8G (QI)S"


def test_phonies_are_named_only_where_there_is_a_lexicon() -> None:
    text = HEAD + ">a: QI 8G QI +22 22\n>b: AS H7 A.S +3 3"
    good = word_set("QI")
    assert run(text).turns[1].remarks == ()
    assert run(text, words=good).turns[1].remarks == (replay.Phonies((("A", "I", "S"),)),)
    assert run(text, words=good).turns[0].remarks == ()


def test_racks_noted_in_part_raise_no_doubt() -> None:
    for rack in ("", "Q", "QI", "QIABCDE"):
        assert turns(f">a: {rack} 8G QI +22 22").turns[0].remarks == ()
    doubted = turns(">a: QABCDEF 8G QI +22 22").turns[0].remarks
    assert doubted == (replay.NotOnRack((Tile("I", 1),)),)
    assert turns(">a: !@ABCDE 8G QI +22 22").turns[0].remarks == (replay.Unreadable("!@ABCDE"),)


def test_tiles_that_the_set_does_not_have_are_told_once() -> None:
    small = variant_of("QIIAASSTTOOEEN")
    text = HEAD + ">a: QIQ 8G QIQ +63 63\n>b: A - +0 0\n>a: A 8G ...A +22 85"
    replayed = run(text, small)
    assert replayed.turns[0].remarks == (replay.TooManyTiles((Tile("Q", 10),)),)
    assert [turn.remarks for turn in replayed.turns[1:]] == [(), ()]


def test_tiles_missing_at_the_end_are_told() -> None:
    small = variant_of("QIAASTE")
    replayed = run(HEAD + ">a: QI 8G QI +22 22\n>a: (AST) +6 28", small)
    assert replayed.turns[1].remarks == (replay.TilesMissing((Tile("A", 1), Tile("E", 1))),)


@pytest.mark.parametrize(
    ("plays", "kind"),
    [
        (">a: QI 1A QI +33 33", StartNotCovered),
        (">a: Q 8H Q +0 0", PlayTooShort),
        (">a: QI 8G QI +22 22\n>b: AS 1A AS +6 6", NotConnected),
    ],
)
def test_plays_against_the_rules_of_placing_are_remarked_upon_and_go_on(plays: str, kind: type) -> None:
    (remark,) = turns(plays).turns[-1].remarks
    assert isinstance(remark, replay.Irregular)
    assert isinstance(remark.refusal, kind)
    assert turns(plays).differences == 0


IMPOSSIBLE = [
    (">a: AB 8O AB +8 8", 3, "runs off"),
    (">a: AB 16A AB +8 8", 3, "runs off"),
    (">a: AB 8H .AB +8 8", 3, "no tile on 8H"),
    (">a: AB 8H A.B +8 8", 3, "no tile on 8I"),
    (">a: AB 8H A(B) +8 8", 3, "no tile on 8I"),
    (">a: AB 8H AÖ +8 8", 3, said("formats.not_tile", text="'Ö'", tiles="'AÖ'")),
    (">a: AB 8H A[CH] +8 8", 3, said("formats.not_tile", text="'[CH]'", tiles="'A[CH]'")),
    (">a: AB 8H A(7)B +8 8", 3, said("formats.not_tile")),
    (">a: AB 8H AB +8 8\n>b: C 8G CO. +8 8", 4, "8H has A, not O"),
    (">a: AB 8H AB +8 8\n>b: C 8G C(O) +8 8", 4, "8H has A, not O"),
    (">a: AB 8H AB +8 8\n>b: C 8H .. +8 8", 4, "places no tile"),
    (">a: AB -- -8 8", 3, "withdraw"),
    (">a: AB 8H AB +8 8\n>b: C -- -8 0", 4, "withdraw"),
    (">a: AB 8H AB +8 8\n>b: C - +0 0\n>a: C -- -8 0", 5, "withdraw"),
    (">a: AB 8H AB +8 8\n>a: AB -- -8 0\n>a: AB -- -8 0", 5, "withdraw"),
]


@pytest.mark.parametrize(("text", "line", "reason"), IMPOSSIBLE)
def test_a_play_that_cannot_be_is_refused_with_its_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(MalformedGcg) as caught:
        turns(text)
    assert caught.value.line == line
    assert reason in caught.value.reason
