"""The review of one turn: how much the move that was made loses against the best one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from engine.computer.endgame import is_known
from engine.computer.player import never
from engine.computer.preendgame import is_near
from engine.computer.simulating import Run
from engine.computer.tools import ComputerTools
from engine.game import events as ev
from engine.model.tiles import KnownRack, Tiles
from engine.review.candidates import fits, line_up
from engine.review.contest import compare, enumerate_pools
from engine.review.ending import at_most, search_ending
from engine.review.turns import ExchangedTiles, Moment, PlacedTiles, moments
from engine.review.values import TurnReview
from engine.review.verdict import MoveVerdict, by_contest, by_equity, by_search, ungraded, verdict


@dataclass(frozen=True, slots=True)
class Effort:
    """How much work the review of one turn may take, in counts rather than seconds, so that it can be made again.

    `first` deals of the unseen tiles choose the best moves from all candidates, and at most `deals` further ones
    compare these with the move made. `slices` bounds the search of an ending, in units of about ten milliseconds.
    """

    first: int = 500
    deals: int = 2500
    slices: int = 600


EFFORT = Effort()
"""Takes about two seconds a turn on two cores, less where the choice is clear."""


def review_turn(
    events: Iterable[ev.Event],
    number: int,
    tools: ComputerTools,
    effort: Effort = EFFORT,
    should_stop: Callable[[], bool] = never,
    run: Run = map,
) -> TurnReview:
    """The review of a turn of a finished game, by its number in `reviewable`.

    The same game, effort and number of answers by `should_stop` give the same review. It is asked every few tens of
    milliseconds; once it says so, the review comes from what is known by then. `run` may spread the work over threads.
    Raises `BadData` if the game is not over, and `IndexError` for a turn that does not exist.
    """
    found = moments(events)
    if not 1 <= number <= len(found):
        raise IndexError(number)
    return review_moment(found[number - 1], tools, effort, should_stop, run)


def review_moment(
    moment: Moment,
    tools: ComputerTools,
    effort: Effort = EFFORT,
    should_stop: Callable[[], bool] = never,
    run: Run = map,
) -> TurnReview:
    """The review of a decision from what its seat knew; see `review_turn`."""
    rack, judged = moment.view.rack, judge_moment(moment, tools, effort, should_stop, run)
    if judged is None or not isinstance(rack, KnownRack):
        return ungraded(moment)
    return verdict(moment, rack.tiles, tools, judged)


def judge_moment(
    moment: Moment, tools: ComputerTools, effort: Effort, should_stop: Callable[[], bool] = never, run: Run = map
) -> MoveVerdict | None:
    """The figures of the moves of a decision; None if its rack is not known."""
    rack = moment.view.rack
    if not isinstance(rack, KnownRack) or not _is_possible(moment, rack.tiles):
        return None
    return _judge(moment, rack.tiles, tools, effort, should_stop, run)


def _is_possible(moment: Moment, rack: Tiles) -> bool:
    """Whether the rack holds the tiles that were moved; a record can tell of a part of the rack only."""
    match moment.act:
        case PlacedTiles(placement=placement):
            return rack.covers(placement.used)
        case ExchangedTiles(tiles=tiles):
            return bool(tiles) and rack.covers(tiles)
        case _:
            return True


def _judge(
    moment: Moment, rack: Tiles, tools: ComputerTools, effort: Effort, should_stop: Callable[[], bool], run: Run
) -> MoveVerdict:
    """The figures of the moves, found by the means that suit the phase."""
    view, shown, found = moment.view, moment.shown, line_up(moment, rack, tools)
    if len(view.table.seats) < 2 or not fits(view, rack, moment):
        return by_equity(found)
    if is_known(view):
        return by_search(search_ending(found, view, rack, tools, effort.slices, should_stop, run))
    if is_near(view):
        contest, exact = enumerate_pools(found, view, rack, tools, shown, at_most(effort.slices, should_stop), run)
    else:
        contest, exact = compare(found, view, rack, tools, shown, effort.first, effort.deals, should_stop, run), False
    return by_contest(contest, exact=exact) if contest.deals else by_equity(found)
