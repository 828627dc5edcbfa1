"""Games by their moves from Python: what undoing knows, whose rack is given, and reviews as people read them."""

from __future__ import annotations

from pathlib import Path

import pytest

import engine
from engine.computer import simulating
from engine.errors import NothingToUndo
from engine.formats.replay import NotOnRack
from engine.review.values import DECIDED_STEPS, ENDGAME_STEPS, WIN_STEPS, GameStage, grade
from tests.engine.api.test_opening import ENDING, MORDENTS, Shown
from tests.support.malformed import HEAD

MINE = engine.new_game("me", "they").with_rack("DEEINRU").play("8B UREDINE")

REVIEWED = (
    f"{HEAD}>a: EHLLOQX 8D HELLO +24 24\n>b: AEINRST H8 .T +2 2\n>a: ABCDEFG E7 Z.N +12 36\n>b: AEFGINR -FG +0 2\n"
    ">a: ACDEGKO D8 .OG +11 47\n"
)
"""With a phony, and a play with tiles that its rack does not hold."""

FAR_AHEAD = (
    "15/15/5D9/5R1B7/4MA1U7/4OW1N7/4R2K7/1UREDINE7/4E2R7/4N10/4T10/4SH9/5I9/5L1tIEPINS1/3JAILED6 ABGIMST/ 142/222 0"
)
"""One play is worth far more than any other."""

LAST_IN_POOL = f"{ENDING.partition(' ')[0].replace('1T2G1D', '1T2G2')} D/ 400/420 0"
"""One tile in the pool, and one play with DOPY."""


def test_undo_knows_what_was_known_before() -> None:
    """A move by a player whose rack is not known shows tiles, which undoing hides again; so another one can follow."""
    undone = MINE.play("E5 MORDENTS").undo()
    assert undone == MINE and undone.position == MINE.position
    assert undone.play("E5 MORDENT").undo().play("-ABC").undo() == MINE
    partly = MINE.with_rack("MO").play("E5 MORDENTS")
    assert ">they: EMNORST E5" in str(partly)
    assert str(partly.undo().position.rack) == "MO"
    both = MINE.with_rack("AEINRST", seat=0)
    assert both.play("E5 MORDENTS").undo() == both


def test_undo_of_a_record_takes_tiles_that_only_the_move_shows_for_unknown() -> None:
    read = engine.open_game(str(MINE.play("E5 MORDENT").play("-")).encode()).undo().undo()
    assert not len(read.position.rack)
    assert read.play("E5 MORDENTS").scores == (68, 94)
    assert str(engine.open_game(str(MINE).encode()).undo().position.rack) == "DEEINRU"
    with pytest.raises(NothingToUndo):
        read.undo().undo()


def test_a_rack_is_given_to_any_player() -> None:
    game = MINE.with_rack("AEINRST", seat=0).with_rack("EMNORST", seat=1)
    assert [str(one) for one in game.position.racks] == ["EMNORST", "AEINRST"]
    assert game.with_rack("ABC").position.racks[0] == game.with_rack("ABC", seat=1).position.racks[0]
    assert not len(game.with_rack(None).position.rack)


def test_a_move_is_worth_what_it_is_in_the_list() -> None:
    for text in (MORDENTS, ENDING):
        position = engine.open_position(text)
        for play in position.plays(40):
            move = position.move(play)
            assert (position.leave(move), position.equity(move)) == (play.leave, pytest.approx(play.equity))


@pytest.mark.parametrize(("text", "words"), [(FAR_AHEAD, "english"), (LAST_IN_POOL, "dopy.txt")])
def test_a_move_without_a_rival_is_simulated_too(
    text: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A computer player makes it at once; asked for its chances, it plays it out, with few tiles in the pool too."""
    monkeypatch.setattr(simulating, "ENOUGH", 20)
    (tmp_path / "dopy.txt").write_text("DOPY\n")
    position = engine.open_position(text, lexicon=tmp_path / words if "." in words else words)
    (at_once,), (best,) = position.rank(8), position.simulate(seconds=60)
    assert at_once and best
    assert (at_once.move, at_once.chance) == (best.move, None)
    assert best.chance is not None and best.deals


@pytest.fixture(scope="module")
def game() -> engine.Game:
    return engine.open_game(REVIEWED.encode())


@pytest.fixture(scope="module")
def review(game: engine.Game) -> engine.Review:
    return game.review(seconds=0.2)


def test_a_turn_knows_its_position_and_its_player(game: engine.Game, review: engine.Review) -> None:
    assert [turn.position for turn in review.turns] == list(game.positions)
    assert [turn.player for turn in review.turns] == [game.players[turn.seat] for turn in review.turns]
    played = [turn.position.write(turn.played) for turn in review.turns if turn.played]
    assert played[1:] == ["H8 (O)T", "E7 Z(E)N", "-FG", "D8 (H)OG"]


def test_X31_a_review_is_a_table(review: engine.Review) -> None:
    """With a row for each turn in which something was lost, for phonies, and for turns without a grade."""
    shown = Shown(review._repr_html_()).cells
    rows = [tuple(shown[at : at + 7]) for at in range(0, len(shown), 7)]
    assert rows == [turn.cells for turn in review.mistakes]
    lines = str(review).splitlines()
    assert len(lines) == 1 + len(rows) + 1 + len(review.seats)
    assert all(len(line) < 120 for line in (*lines, *map(str, review.turns), *map(repr, review.turns), repr(review)))
    ill = next(turn for turn in review.turns if turn.number == 3)
    assert ill.mistake is None and ill in review.mistakes
    assert any(isinstance(one, NotOnRack) for one in ill.remarks) and "Z" in ill.verdict
    phony = next(turn for turn in review.turns if turn.phony)
    assert phony in review.mistakes and phony.mistake and phony.verdict == f"phony: {phony.mistake.value}"


def test_the_figure_that_is_graded_is_named(review: engine.Review) -> None:
    graded = [turn for turn in review.turns if turn.mistake is not None and not turn.phony]
    assert graded
    for turn in graded:
        assert turn.mistake is not None
        lost = turn.lost_points if turn.is_by_points else turn.lost_win
        steps = ENDGAME_STEPS if turn.phase is GameStage.ENDGAME else DECIDED_STEPS
        assert grade(lost or 0.0, steps if turn.is_by_points else WIN_STEPS) is turn.mistake
        assert bool(turn.cost) == bool(lost)


def test_a_player_without_a_graded_turn_has_no_index() -> None:
    seats = MINE.play("E5 MORDENT").review(seconds=0.2).seats
    assert [seat.index is None for seat in seats] == [False, True]
