"""The positions of a game record, one after the other, for an analysis board to step through."""

from __future__ import annotations

from bot.features.analysis.refusals import NoSuchTurn
from bot.features.analysis.values import EXCHANGED, MOST_STEPS, Step
from engine.formats import cgp
from engine.formats.tiletext import write_move, write_rack
from engine.game.events import Ended, Event
from engine.game.evolve import replay
from engine.game.views import seat_view
from engine.model.variant import Variant
from engine.review.turns import ExchangedTiles, Moment, PlacedTiles, moments


def steps_of(events: tuple[Event, ...], turn: int | None) -> tuple[tuple[Step, ...], int]:
    """The positions of a finished game and the place of the one before a turn; without one, of that at the end.

    There are as many as a board has room for, up to that position at least. Raises `NoSuchTurn`.
    """
    found = moments(events)
    if turn is not None and not 1 <= turn <= len(found):
        raise NoSuchTurn(turn, len(found))
    at = len(found) if turn is None else turn - 1
    first = max(0, at - MOST_STEPS + 1)
    steps = (*(_step(found, number) for number in range(len(found))), _last(events, found))
    return steps[first : first + MOST_STEPS], at - first


def _step(found: tuple[Moment, ...], number: int) -> Step:
    """The position before a turn, and the move that led to it."""
    view = found[number].view
    variant = view.table.variant
    position = cgp.write(cgp.position_of(view), variant)
    made, points = _made(found[number - 1], view.seat, variant) if number else ("", 0)
    return Step(position, view.seat, made, points)


def _made(before: Moment, seat: int, variant: Variant) -> tuple[str, int]:
    """The move of a turn, with its points; nothing if it was taken back or someone else than the next one moves."""
    if before.withdrawn or (before.view.seat + 1) % len(before.view.table.seats) != seat:
        return "", 0
    match before.act:
        case PlacedTiles(placement=placement, sheet=sheet):
            return write_move(before.view.table.board, placement, variant), sheet.total
        case ExchangedTiles(tiles=tiles, points=points):
            return EXCHANGED + write_rack(tiles, variant), points
        case act:
            return EXCHANGED, getattr(act, "points", 0)


def _last(events: tuple[Event, ...], found: tuple[Moment, ...]) -> Step:
    """The position after the last turn, with the scores at the end if the game came to one."""
    ended, before = events[-1], replay(events[:-1])
    assert isinstance(ended, Ended)
    is_over = bool(ended.winners)
    seat = (
        before.on_turn if before.on_turn is not None else (found[-1].view.seat + 1) % len(before.seats) if found else 0
    )
    view = seat_view(replay(events) if is_over else before, seat)
    made, points = _made(found[-1], seat, view.table.variant) if found else ("", 0)
    return Step(cgp.write(cgp.position_of(view), view.table.variant), seat, made, points, is_over=is_over)
