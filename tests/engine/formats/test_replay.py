"""Replaying records, the bot's own games as records, and records told again as events."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from engine.errors import BadData, NotConnected, PlayTooShort, RuleViolation, StartNotCovered
from engine.formats import gcg, journal, retold
from engine.formats import replay as replay_record
from engine.formats.gcg import GcgGame, MalformedGcg
from engine.formats.journal import record
from engine.formats.replay import Replay, replay
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.codec import CLASSES, decode, encode
from engine.game.evolve import replay as replay_events
from engine.game.phases import Over
from engine.game.state import LexiconRef, Person, Setup
from engine.loading import load_variant, origins
from engine.model.tiles import KnownRack, Tile, Tiles
from engine.model.variant import Variant
from engine.review.records import CHALLENGED, record_moments
from engine.review.turns import Moment, moments
from engine.words.lexicon import Lexicon, WordList
from tests.engine.game.test_journal import a_long_game
from tests.support.games import CLASSIC, NO_UNDO, STANDARD, Table, variant_of, word_set
from tests.support.records import CLUB, CLUB_SCORES, SPANISH_GAME, spanish
from tests.support.sentences import said

HEAD = "#player1 a Ann\n#player2 b Bob\n"


def run(text: str, variant: Variant = STANDARD, words: frozenset[tuple[str, ...]] | None = None) -> Replay:
    judge = None if words is None else words.__contains__
    encoding = "utf-8" if text.startswith("#character-encoding") else "latin-1"
    return replay_record.replay(gcg.read(text.encode(encoding)), variant, judge)


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
    assert [turn.remarks for turn in replayed.turns] == [(replay_record.WrongTotal(22),), (), (), ()]
    assert [turn.differs for turn in replayed.turns] == [True, False, False, False]
    assert replayed.totals == (34, 0)


def test_through_tiles_may_be_points_letters_or_in_parentheses() -> None:
    for tiles in ("..S", "QIS", "(QI)S", "qiS", ".IS"):
        assert turns(f">a: QI 8G QI +22 22\n>b: S 8G {tiles} +12 12").turns[1].move == "8G (QI)S"


def test_phonies_are_named_only_where_there_is_a_lexicon() -> None:
    text = HEAD + ">a: QI 8G QI +22 22\n>b: AS H7 A.S +3 3"
    good = word_set("QI")
    assert run(text).turns[1].remarks == ()
    assert run(text, words=good).turns[1].remarks == (replay_record.Phonies((("A", "I", "S"),)),)
    assert run(text, words=good).turns[0].remarks == ()


def test_racks_noted_in_part_raise_no_doubt() -> None:
    for rack in ("", "Q", "QI", "QIABCDE"):
        assert turns(f">a: {rack} 8G QI +22 22").turns[0].remarks == ()
    doubted = turns(">a: QABCDEF 8G QI +22 22").turns[0].remarks
    assert doubted == (replay_record.NotOnRack((Tile("I", 1),)),)
    assert turns(">a: !@ABCDE 8G QI +22 22").turns[0].remarks == (replay_record.Unreadable("!@ABCDE"),)


def test_tiles_that_the_set_does_not_have_are_told_once() -> None:
    small = variant_of("QIIAASSTTOOEEN")
    text = HEAD + ">a: QIQ 8G QIQ +63 63\n>b: A - +0 0\n>a: A 8G ...A +22 85"
    replayed = run(text, small)
    assert replayed.turns[0].remarks == (replay_record.TooManyTiles((Tile("Q", 10),)),)
    assert [turn.remarks for turn in replayed.turns[1:]] == [(), ()]


def test_tiles_missing_at_the_end_are_told() -> None:
    small = variant_of("QIAASTE")
    replayed = run(HEAD + ">a: QI 8G QI +22 22\n>a: (AST) +6 28", small)
    assert replayed.turns[1].remarks == (replay_record.TilesMissing((Tile("A", 1), Tile("E", 1))),)


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
    assert isinstance(remark, replay_record.Irregular)
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


LETTERS = "AAEEIIOOTTRRSSNNLLDDZ?"


def test_a_running_game_with_a_phony_challenged_off() -> None:
    table = Table(CLASSIC, variant_of("AAEEETTRRSZO?N"), words=word_set("STARE")).start("AERSTEZ", "AETRO?N")
    table.play("8D STARE")
    table.play("F7 rAT")
    table.do(cmd.Challenge("ada"))
    table.pass_()
    lines = gcg.write(journal.record(table.events, open_racks=True)).decode().splitlines()
    assert lines == [
        "#player1 Ada Ada",
        "#player2 Bruno Bruno",
        "#lexicon test",
        ">Ada: AEERSTZ 8D STARE +12 12",
        ">Bruno: AENORT? F7 r.T +2 2",
        ">Bruno: AENORT? -- -2 0",
        ">Ada: EZ - +0 12",
        "#rack1 EZ",
        "#rack2 AENORT?",
        "#incomplete",
    ]


def test_without_open_racks_only_placed_tiles_are_told() -> None:
    table = Table(NO_UNDO, variant_of(LETTERS)).start("AERSTLZ", "EIONLD?")
    table.play("8D STARE")
    table.do(cmd.Exchange("bruno", "EI"))
    text = gcg.write(journal.record(table.events, open_racks=False)).decode()
    assert ">Ada: AERST 8D STARE +12 12" in text
    assert ">Bruno:  -2 +0 0" in text
    assert "Z" not in text
    assert "#rack" not in text


def test_undone_moves_are_not_in_the_record() -> None:
    table = Table(NO_UNDO.with_value("undo", "on"), variant_of(LETTERS)).start("AERSTLZ", "EIONLD?")
    table.play("8D STARE")
    table.do(cmd.Undo("ada"))
    assert journal.record(table.events, open_racks=True).events == ()


def test_names_become_short_names_of_one_word() -> None:
    table = Table(NO_UNDO, names=("ana maría", "ana  maría", "b")).start()
    record = journal.record(table.events, open_racks=True)
    assert [player.nick for player in record.players] == ["Ana_María", "Ana_María_2", "B"]


@pytest.mark.parametrize("end", ["standard", "american"])
@pytest.mark.parametrize("seed", range(4))
def test_random_games_replay_without_a_difference(seed: int, end: str) -> None:
    rules = NO_UNDO.with_value("end_adjustment", end)
    table = Table(rules, variant_of("AAEEIIOOTTRRSSNN?", 5), seed=seed).start()
    play_to_the_end(table, random.Random(seed))
    record = journal.record(table.events, open_racks=True)
    assert gcg.read(gcg.write(record)) == record
    replayed = replay(record, table.game.variant)
    assert replayed.differences == 0
    assert [turn.remarks for turn in replayed.turns if turn.remarks] == []
    assert replayed.board == table.game.board
    assert list(replayed.totals) == table.scores


def play_to_the_end(table: Table, luck: random.Random) -> None:
    """Plays anything anywhere, since every word is good, and passes when a hundred tries find nothing."""
    while not isinstance(table.game.phase, Over):
        for _ in range(100):
            seat = table.game.on_turn
            assert seat is not None
            letters = [letter.replace("?", "?E") for letter in table.letters(seat)]
            word = "".join(luck.sample(letters, luck.randint(1, min(3, len(letters)))))
            place = luck.choice(
                ["8G", "G8", f"{luck.randint(1, 15)}{luck.choice('EFGHIJK')}", f"H{luck.randint(3, 12)}"]
            )
            try:
                table.play(f"{place} {word}")
                break
            except RuleViolation:
                continue
        else:
            table.pass_()


@pytest.mark.parametrize("version", [0, -1, -(10**30)])
def test_a_version_that_there_never_was_is_refused(version: int) -> None:
    """Versions begin at 1."""
    with pytest.raises(BadData, match="version"):
        decode({"type": next(iter(CLASSES)), "v": version})


FILES = sorted((Path(__file__).parents[2] / "features/elsewhere").glob("*.gcg"))
HOST = Person("7", "Ada")


def told(game: GcgGame, variant: Variant) -> tuple[ev.Event, ...]:
    players = [Person(f"7#{number}", name) for number, name in enumerate(retold.names_of(game), 1)]
    return retold.finished(game, Setup(variant, CHALLENGED, LexiconRef("x", "y")), HOST, players, 5)


def words_of(variant: Variant) -> Lexicon:
    return Lexicon.of("any", variant.alphabet, WordList.of([]))


def facts(moment: Moment) -> tuple[Any, ...]:
    """What a grade depends on; of a rack that is not known, only that."""
    table, rack = moment.view.table, moment.view.rack
    known = rack.tiles if isinstance(rack, KnownRack) else None
    sizes = None if known is None else (table.pool, [seat.tiles for seat in table.seats])
    scores = [seat.score for seat in table.seats]
    return (moment.decision.seat, moment.act, table.board, scores, sizes, known, moment.shown, moment.withdrawn)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_X20_records_from_elsewhere_tell_the_same_decisions(file: Path) -> None:
    game = gcg.read(file.read_bytes())
    variant = origins.variant_of(game.origin)
    expected = record_moments(game, variant, words_of(variant))
    assert list(map(facts, moments(told(game, variant)))) == list(map(facts, expected))


def test_X20_a_whole_game_tells_the_same_decisions_and_scores() -> None:
    """With a withdrawn phony, an exchange, a failed challenge, blanks and overtime; each event can be stored."""
    game, variant = gcg.read(CLUB.encode()), load_variant()
    events = told(game, variant)
    assert tuple(decode(encode(event)) for event in events) == events
    state = replay_events(events)
    assert tuple(seat.score for seat in state.seats) == CLUB_SCORES
    assert isinstance(state.phase, Over) and state.phase.winners == (0,)
    expected = record_moments(game, variant, words_of(variant))
    assert list(map(facts, moments(events))) == list(map(facts, expected))


def test_X20_one_of_our_games_is_told_again_from_its_record() -> None:
    """The racks of each turn are those of the game."""
    table = a_long_game()
    table.do(cmd.Resign("ada"))
    played = record(table.events, open_racks=True)
    again = moments(told(played, table.game.variant))
    assert [(one.decision.seat, one.view.rack) for one in again] == [
        (one.decision.seat, one.view.rack) for one in moments(table.events)
    ]


def test_X20_an_unfinished_game_keeps_the_racks_that_its_record_tells() -> None:
    """Tiles of which nothing is told are in the pool."""
    text = SPANISH_GAME.replace("#tile [", "#rack1 AEIRS\n#tile [")
    game = gcg.read(text.encode())
    players = [Person(f"7#{number}", name) for number, name in enumerate(retold.names_of(game), 1)]
    setup = Setup(spanish(), CHALLENGED, LexiconRef("x", "y"))
    state = replay_events(retold.unfinished(game, setup, HOST, players, 5))
    racks = [seat.rack for seat in state.seats]
    assert isinstance(racks[0], KnownRack) and racks[1] == KnownRack()
    assert "".join(tile.letter for tile in racks[0].tiles) == "AEIRS"
    laid = Tiles.of(placed.tile for _, placed in state.board.tiles())
    assert state.pool + laid + racks[0].tiles == spanish().tile_set.tiles
    over, setup = gcg.read(CLUB.encode()), Setup(load_variant(), CHALLENGED, LexiconRef("x", "y"))
    with pytest.raises(MalformedGcg):
        retold.unfinished(over, setup, HOST, players, 5)


@pytest.mark.parametrize("move", ["QQQQ 8H QQQQ +80 80", "CAT 8P CAT +5 5", "CAT 8H C.T +5 5"])
def test_X20_an_impossible_record_is_refused_with_its_line(move: str) -> None:
    game = gcg.read(f"#player1 a A\n#player2 b B\n>a: {move}\n".encode())
    with pytest.raises(MalformedGcg) as caught:
        told(game, load_variant())
    assert caught.value.line == 3
