"""Grades against the truth, and games of every kind: undone moves, phonies, hidden racks, several seats."""

from __future__ import annotations

import functools
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from engine.errors import BadData
from engine.formats import cgp, gcg
from engine.formats.journal import record
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.phases import Over
from engine.loading.computers import load_tools
from engine.model.board import Board
from engine.model.rules import FirstPlayer, Rules
from engine.model.tiles import KnownRack, Tiles
from engine.play.generator.generator import ScoredPlay
from engine.play.generator.kernels.layout import KEY, KEY_2, SCORE, SLOTS_USED
from engine.review import candidates
from engine.review.candidates import line_up, record_of
from engine.review.contest import MoveComparison, possible
from engine.review.jsonform import from_json, to_json
from engine.review.records import record_moments
from engine.review.reviewing import Effort, review_moment, review_turn
from engine.review.turns import Moment, PlacedTiles, moments, reviewable, summarise
from engine.review.values import GameStage, Meaning, Mistake, TurnReview
from tests.support.engines import after, play_out, table, tools
from tests.support.games import DOUBLE, NO_UNDO, STANDARD, Table, tiles, variant_of
from tests.support.malformed import HEAD
from tests.support.words import english

QUICK = Effort(first=60, deals=120, slices=400)
NEAR = 6
"""The most tiles on both racks for which trying everything does not take long."""


@functools.cache
def finished(levels: tuple[int, ...], seed: int) -> tuple[ev.Event, ...]:
    """A game between computer players."""
    names = ("ada", "bruno", "cleo", "dario")[: len(levels)]
    return tuple(play_out(table(names=names, seed=seed).start(), levels).events)


# --- endings ----------------------------------------------------------------------------------------------------------


def perfect(board: Board, racks: tuple[Tiles, Tiles], idle: int, low: int = -1000, high: int = 1000) -> int:
    """The lead that the seat on turn still gains, with both playing perfectly; within a window (alpha-beta)."""
    mine, theirs = racks
    if idle == 2:
        return theirs.points - mine.points
    best = -1000
    for play in [*tools().generator.all(board, mine), None]:
        best = max(best, after_move(board, racks, idle, play, max(low, best), high))
        if best >= high:
            break
    return best


def after_move(
    board: Board, racks: tuple[Tiles, Tiles], idle: int, play: ScoredPlay | None, low: int = -1000, high: int = 1000
) -> int:
    """The same after a given move; None is a pass."""
    mine, theirs = racks
    if play is None:
        return -perfect(board, (theirs, mine), idle + 1, -high, -low)
    if not play.leave:
        return play.score + 2 * theirs.points
    then = perfect(play.placement.on(board), (theirs, play.leave), 0, play.score - high, play.score - low)
    return play.score - then


def last_moments(levels: tuple[int, ...], seed: int) -> list[Moment]:
    """The decisions with an empty pool and few tiles left."""
    found = moments(finished(levels, seed))
    return [
        one for one in found if not one.view.table.pool and sum(seat.tiles for seat in one.view.table.seats) <= NEAR
    ]


def truth(moment: Moment) -> int:
    """The points that the move made loses against perfect play."""
    view = moment.view
    assert isinstance(view.rack, KnownRack)
    racks = (view.rack.tiles, view.unseen)
    idle = min(view.table.scoreless, 1)
    made = None
    if isinstance(moment.act, PlacedTiles):
        placement = moment.act.placement
        made = ScoredPlay(placement, moment.act.sheet.total, 0.0, racks[0] - placement.used)
    best = perfect(view.table.board, racks, idle)
    return best - after_move(view.table.board, racks, idle, made)


@pytest.mark.parametrize("seed", [pytest.param(1, marks=pytest.mark.soak), 2, 3, 5])
def test_every_mistake_in_an_ending_is_found_to_the_point(seed: int) -> None:
    """Late positions of weak players' games: the loss is what trying everything gives, and it is proven."""
    late = last_moments((4, 5), seed)
    assert late
    for moment in late:
        review = review_moment(moment, tools())
        lost = truth(moment)
        assert review.proven
        assert review.exact
        assert review.phase is GameStage.ENDGAME
        assert review.played is not None and review.played.lead is not None and review.best[0].lead is not None
        assert review.best[0].lead - review.played.lead == lost
        assert (review.mistake is not Mistake.NONE) == (lost >= 1)
        assert (review.lost_points or 0) == lost


@pytest.mark.soak
def test_no_estimate_beats_a_proven_best_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other moves are searched in less time, so their leads may look too high."""
    moment = next(one for seed in range(1, 9) for one in last_moments((4, 5), seed) if truth(one) == 0)
    searched = candidates._after
    monkeypatch.setattr(candidates, "_after", lambda *found: replace(searched(*found), lead=500, exact=False))
    review = review_moment(moment, tools())
    assert review.best[0].proven
    assert review.best[0].lead == min(one.lead for one in review.best if one.proven)
    assert len(review.best) > 1
    assert review.mistake is Mistake.NONE


def test_an_ending_cut_short_is_not_called_proven() -> None:
    """A search that may hardly begin gives figures, but never says that they are proven."""
    late = [one for one in moments(finished((4, 5), 1)) if not one.view.table.pool]
    largest = max(late, key=lambda one: sum(seat.tiles for seat in one.view.table.seats))
    review = review_moment(largest, tools(), Effort(slices=1))
    assert not review.proven
    assert review.played is not None
    assert review.best


# --- what is compared -------------------------------------------------------------------------------------------------


def test_records_made_for_any_play_are_those_of_the_generator() -> None:
    """Where the generator finds a play too, the record made from its squares names the same move."""
    moment = moments(finished((4, 5), 1))[9]
    view = moment.view
    assert isinstance(view.rack, KnownRack)
    plays = tools().generator.all(view.table.board, view.rack.tiles, tools().leaves)
    slots = np.array([tile.points for tile in plays.slots])
    for place in range(0, len(plays), 3):
        made, found = record_of(plays[place], view.rack.tiles, tools()), plays.records[place].tolist()
        assert made[KEY] == found[KEY] and made[SCORE] == found[SCORE]
        assert made[KEY_2] & ~SLOTS_USED == found[KEY_2] & ~SLOTS_USED
        used = [sorted(slots[[i for i in range(len(slots)) if one[KEY_2] >> i & 1]]) for one in (made, found)]
        assert used[0] == used[1]


@pytest.mark.soak
def test_the_move_made_is_always_compared() -> None:
    """Whatever was done, its figures are there; the best moves come in order, and a good one is no mistake."""
    events = finished((1, 6), 2)
    for decision in reviewable(events)[::9]:
        review = review_turn(events, decision.number, tools(), QUICK)
        assert review.played is not None and review.mistake is not None and review.best
        assert review.lost_win is None or 0 <= review.lost_win <= 1
        same = review.best[0].move == review.played.move
        assert not (same and review.mistake is not Mistake.NONE)
        assert (review.reason is None) or review.mistake is not Mistake.NONE


@pytest.mark.soak
def test_the_same_answers_give_the_same_review() -> None:
    """Whether on one thread or two, and wherever it is stopped, a review can be made again."""
    events = finished((4, 5), 1)
    numbers = [reviewable(events)[place].number for place in (0, 7, -8, -3)]
    for number in numbers:
        with ThreadPoolExecutor(2) as pool:
            threaded = review_turn(events, number, tools(), QUICK, run=pool.map)
        assert threaded == review_turn(events, number, tools(), QUICK)
        for answers in (0, 1, 7):
            stopped = [review_turn(events, number, tools(), QUICK, after(answers)) for _ in range(2)]
            assert stopped[0] == stopped[1]


def test_a_running_game_is_not_reviewed() -> None:
    """Its racks are still secret."""
    running = table().start()
    running.pass_()
    with pytest.raises(BadData):
        reviewable(running.events)
    with pytest.raises(BadData):
        review_turn(running.events, 1, tools())


def test_a_turn_that_does_not_exist_is_refused() -> None:
    events = finished((4, 5), 1)
    for number in (0, -1, len(reviewable(events)) + 1):
        with pytest.raises(IndexError):
            review_turn(events, number, tools())


# --- games of every kind ----------------------------------------------------------------------------------------------


def undone() -> Table:
    """A game in which the first play was undone and another made instead."""
    game = table(Rules(), names=("ada", "bruno")).start("BEARDIS", "AEINRST")
    game.play("8D BEARD")
    game.do(cmd.Undo("ada"))
    game.play("8D BREAD")
    return game


def over(game: Table) -> tuple[ev.Event, ...]:
    """The events of a game that its host ends now."""
    game.do(cmd.End("999", moderator=True))
    assert isinstance(game.game.phase, Over)
    return tuple(game.events)


def test_an_undone_move_is_no_decision_but_showed_its_tiles() -> None:
    """Only the move that stood is reviewed; the opponent has seen the tiles of the other one."""
    game = undone()
    game.pass_()
    first, second = moments(over(game))
    assert isinstance(first.act, PlacedTiles)
    assert first.act.sheet.words[0].word == tuple("BREAD")
    assert (first.decision.number, second.decision.number) == (1, 2)
    assert not second.shown.get(0), "what was shown has been played"
    review = review_turn(game.events, 1, tools(), QUICK)
    assert review.mistake is not None and review.played is not None
    assert game.events[review.after - 1] is game.events[first.decision.after - 1]
    assert isinstance(game.events[review.after - 1], ev.Played)


def phony() -> Table:
    """A game under the rule `double` in which a phony is challenged off, and one stands."""
    game = table(DOUBLE, names=("ada", "bruno")).start("BEARDIS", "AEINRST")
    game.play("8D BIRDEA")
    game.do(cmd.Challenge("bruno", game.game.turn - 1))
    game.play("8D STAIR")
    game.play("7C IDS")
    game.play("9G EN")
    return game


def test_phonies_are_graded_by_what_came_of_them() -> None:
    """One that was withdrawn is the mistake of a lost turn; one that stood gained or lost like any play."""
    events = over(phony())
    found = moments(events)
    withdrawn = review_moment(found[0], tools(), QUICK)
    assert withdrawn.mistake is Mistake.LARGE and withdrawn.reason is None
    assert withdrawn.phony is not None and withdrawn.lost_points == -(withdrawn.phony.points or 0)
    (seat,) = summarise([withdrawn]).seats
    assert (seat.index, seat.large, seat.phonies) == (Mistake.LARGE.weight, 1, 1)
    assert withdrawn.phony is not None and not withdrawn.phony.stood
    assert withdrawn.phony.points is not None and withdrawn.phony.points < 0
    assert withdrawn.played is not None and withdrawn.played.score == 0
    assert isinstance(withdrawn.played.move, ScoredPlay)
    assert withdrawn.played.move not in [one.move for one in withdrawn.best]
    assert all(english_words(one.move) for one in withdrawn.best)


def english_words(move: object) -> bool:
    """Whether a best move is not the phony."""
    return not (isinstance(move, ScoredPlay) and len(move.placement.tiles) == 6 and move.score == 0)


def test_games_are_played_to_their_end_once_few_tiles_are_left() -> None:
    """With two to seven tiles in the pool, no deal stops at an estimate, even after a move that draws nothing."""
    late = [one for one in moments(finished((4, 5), 1)) + moments(finished((4, 5), 2)) if 2 <= one.view.table.pool <= 7]
    assert any(one.view.table.pool > 4 for one in late)
    for moment in late:
        assert isinstance(moment.view.rack, KnownRack)
        rack = moment.view.rack.tiles
        contest = MoveComparison.between(line_up(moment, rack, tools()), moment.view, rack, tools(), moment.shown)
        learnt = contest.play(contest.deal(5, 10), contest.active)
        assert np.isin(learnt[:, :, 0], (0, 0.5, 1)).all()


def test_a_rack_that_a_withdrawn_play_showed_is_known() -> None:
    """Every deal gives the opponent the tiles that everyone has seen, until they are played."""
    second = moments(over(phony()))[1]
    assert second.shown == {0: tiles("BIRDEA")}
    assert isinstance(second.view.rack, KnownRack)
    rack = second.view.rack.tiles
    contest = MoveComparison.between(line_up(second, rack, tools()), second.view, rack, tools(), second.shown)
    codes = sorted(contest.held.tolist())
    deals = contest.deal(5, 40)
    assert deals.shape == (40, len(second.view.unseen))
    pool = second.view.table.pool
    assert all(not Counter(codes) - Counter(row[pool:].tolist()) for row in deals)
    assert all(sorted(row.tolist()) == sorted(contest.unseen.tolist()) for row in deals)
    third = moments(over(phony()))[3]
    assert third.shown[0] == tiles("BREA"), "what was played since is no longer there"


def test_tiles_that_cannot_be_there_are_not_taken_as_known() -> None:
    second = moments(over(phony()))[1]
    assert possible({0: tiles("QQQ")}, second.view) == {}
    assert possible({0: tiles("AEIOUAEI")}, second.view) == {}
    assert possible({1: tiles("A")}, second.view) == {}


def test_a_play_that_nobody_has_seen_costs_the_turn_without_showing_it() -> None:
    """Under the rule `strict`, the words of a refused play stay secret, in a review too."""
    game = table(NO_UNDO.with_value("challenge", "strict")).start("BEARDIS", "AEINRST")
    game.play("8D BIRDEA")
    review, *_ = reviews(over(game))
    assert review.played is None
    assert review.phony is not None and not review.phony.stood
    assert review.phony.points is not None and review.phony.points < 0
    assert "BIRD" not in to_json(review)
    assert moments(game.events)[0].shown == {}


def test_a_play_that_the_others_rejected_showed_its_tiles() -> None:
    """Under the rule `house`, everyone saw it; one that they accepted counts like any other play."""
    game = table(NO_UNDO.with_value("challenge", "house")).start("BEARDIS", "AEINRST")
    asked = game.game.sequence
    game.play("8D BIRDEA")
    game.do(cmd.Reject("bruno", game.game.turn))
    game.play("8D STAIR")
    first, second = moments(over(game))
    assert first.withdrawn
    assert first.decision.before == asked, "before the others were asked"
    assert second.shown == {0: tiles("BIRDEA")}
    assert not second.withdrawn
    assert review_moment(second, tools(), QUICK).phony is None


def test_racks_too_large_to_look_ahead_with_are_judged_by_points() -> None:
    """With fourteen tiles, no subset of the rack can be looked at; equity still tells the moves apart."""
    large = replace(variant_of("ABDEEIILNORSTT" * 4, rack_size=14), layout=STANDARD.layout)
    game = Table(NO_UNDO, large).start("ABDEEIILNORSTT", "ABDEEIILNORSTT")
    game.play("8D TRAIL")
    own = load_tools(large, english())
    review = review_moment(moments(over(game))[0], own, QUICK)
    assert review.lost_win is None
    assert review.played is not None and review.played.win is None and review.played.lead is None
    assert review.mistake is not None and review.best[0].equity >= review.played.equity


def test_a_hidden_rack_is_not_graded() -> None:
    """On a real table the program does not know what else could have been played."""
    game = table(Rules(undo=False, tabletop=True, first_player=FirstPlayer.HOST), names=("ada", "bruno")).start()
    game.play("8D BEARD")
    for review in reviews(over(game)):
        assert review.mistake is None
        assert review.rack is None
        assert review.best == ()
        assert review.played is not None and isinstance(review.played.move, ScoredPlay)
        assert from_json(to_json(review)) == review


def reviews(events: tuple[ev.Event, ...]) -> list[TurnReview]:
    return [review_moment(one, tools(), QUICK) for one in moments(events)]


def test_three_seats_say_what_their_figures_mean() -> None:
    """With more than two seats nothing is exact, not even the end."""
    found = moments(finished((4, 5, 4), 1))
    for moment in (found[0], found[-2]):
        review = review_moment(moment, tools(), QUICK)
        assert review.meaning is Meaning.SEVERAL
        assert review.mistake is not None
        assert not review.exact and not review.proven
    assert moments(finished((4, 5, 4), 1))[-1].view.table.pool == 0


def test_a_seat_that_was_given_up_no_longer_plays() -> None:
    """After one of three has left, two play on, and the tiles that left with the third stay unseen."""
    game = table(NO_UNDO, names=("ada", "bruno", "cleo")).start("BEARDIS", "AEINRST", "AEINRST")
    game.do(cmd.Leave("ada"))
    assert game.on_turn == "bruno"
    game.play("8D TRAIN")
    game.play("D8 TAINS")
    first, second = moments(over(game))
    assert [one.decision.seat for one in (first, second)] == [1, 2]
    assert [one.view.seat for one in (first, second)] == [0, 1]
    assert len(second.view.unseen) == second.view.table.pool + 7 + 7
    review = review_moment(second, tools(), QUICK)
    assert review.meaning is Meaning.TWO_SEATS
    assert review.seat == 2
    assert review.mistake is not None and review.played is not None and review.played.win is not None


def test_one_seat_alone_is_judged_by_points() -> None:
    """Nobody can be beaten, so no chance is told."""
    game = table(NO_UNDO, names=("ada",)).start("BEARDIS")
    game.play("8D BEARD")
    (review,) = reviews(over(game))
    assert review.meaning is Meaning.ALONE
    assert review.lost_win is None
    assert review.played is not None and review.played.win is None


# --- records ----------------------------------------------------------------------------------------------------------


def test_a_record_gives_the_same_decisions_as_the_game() -> None:
    """Board, rack, pool and scores of every turn are those of the game itself."""
    events = finished((4, 5), 1)
    game = tools().generator.variant
    own, told = moments(events), record_moments(record(events, open_racks=True), game, english())
    assert len(own) == len(told)
    for one, other in zip(own, told, strict=True):
        assert one.view.table.board == other.view.table.board
        assert one.view.rack == other.view.rack
        assert one.view.table.pool == other.view.table.pool
        assert [seat.score for seat in one.view.table.seats] == [seat.score for seat in other.view.table.seats]
        assert one.act == replace(other.act, words=()) if isinstance(other.act, PlacedTiles) else one.act == other.act


def test_the_position_of_any_turn_can_be_analysed_further() -> None:
    """As a CGP it gives the same board, rack, scores and pool to whoever looks at it again."""
    for moment in moments(finished((4, 5), 1)):
        text = cgp.write(cgp.position_of(moment.view), STANDARD)
        again = cgp.view_of(cgp.read(text, STANDARD), STANDARD, NO_UNDO, english())
        assert again.table.board == moment.view.table.board
        assert again.rack == moment.view.rack
        assert again.table.pool == moment.view.table.pool
        assert again.unseen == moment.view.unseen
        scores = [seat.score for seat in moment.view.table.seats]
        assert [seat.score for seat in again.table.seats] == [scores[moment.view.seat], scores[1 - moment.view.seat]]


def test_part_of_a_rack_is_not_a_rack() -> None:
    """A record that tells only the tiles played cannot be graded there; at the end the rack is whole."""
    record = gcg.read((HEAD + ">a: BEARD 8D BEARD +22 22\n>b: AEINRST 7A ANESTRI +70 70\n").encode())
    first, second = (review_moment(one, tools(), QUICK) for one in record_moments(record, STANDARD, english()))
    assert first.mistake is None
    assert second.phony is not None
