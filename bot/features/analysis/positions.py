"""The positions that analysis boards begin with: typed, of a game, of a record step by step, or empty."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, replace

from bot.features.analysis import boards as analysis
from bot.features.analysis.store import EXCHANGED, MOST_STEPS, Step
from bot.features.analysis.text import NoPosition, NoSuchTurn, other_game_warning
from bot.front.interaction.dispatch import latest_finished
from bot.front.interaction.gate import require
from bot.front.interaction.request import Request
from bot.front.lobby.opening import OpeningOptions, setup_of
from bot.front.lobby.records import Attachment, RecordOptions, RetoldRecord, setup_meant, told_again
from bot.front.variants import variant_meant
from bot.limits import Limit
from bot.model.errors import NoDictionary, NotOffered
from bot.service.rights import Right
from bot.text.names import seat_names
from engine.errors import BadData
from engine.formats import cgp
from engine.formats.cgp import CgpPosition
from engine.formats.tiletext import write_rack
from engine.game.events import Ended, Event
from engine.game.evolve import replay
from engine.game.state import GameState, Setup
from engine.game.views import TableView, seat_view, table_view
from engine.loading import origins
from engine.model.board import Board
from engine.model.tiles import Tiles
from engine.model.variant import Variant
from engine.play.placement import write_move
from engine.review.records import CHALLENGED
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


@dataclass(frozen=True, slots=True)
class AnalysisOptions:
    """What someone typed after `/review analysis`; empty means that they left it out."""

    position: str = ""
    move: str = ""
    rack: str = ""
    game: str = ""
    turn: int | None = None
    language: str = ""
    variant: str = ""
    file: Attachment | None = None

    @property
    def opens(self) -> bool:
        """Whether a new board is wanted, and not a change of the latest one."""
        return bool(self.file or self.position or self.game or self.turn or self.language or self.variant) or not (
            self.move or self.rack
        )


@dataclass(frozen=True, slots=True)
class StartingPoint:
    """Where a board begins: at one of its positions, with remarks on them.

    `game` is the one that the variant is from, empty if it has a name of its own; `names` are those of the seats.
    """

    setup: Setup
    steps: tuple[Step, ...]
    at: int = 0
    game: str = ""
    names: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


async def chosen_position(request: Request, options: AnalysisOptions) -> StartingPoint:
    """Where the options let a board begin. Raises `NotOffered`, `NoPosition`, `NoSuchTurn` and as `require`."""
    if options.file:
        return await _of_record(request, options, options.file)
    if options.position.strip():
        return await _of_text(request, options)
    if options.game.strip() or options.turn is not None:
        return await _of_turn(request, options.game.strip().lower() or await latest_finished(request), options.turn)
    if not (options.language or options.variant):
        for one in await request.known.shown_in(request.place.channel_id):
            state = await request.state(one.game)
            if state.rules.tabletop and table_view(state).is_running:
                return _of_table(one.game, state)
    chosen = OpeningOptions(language=options.language, variant=options.variant)
    setup = await setup_of(chosen, request, opens=False)
    return StartingPoint(setup, _one_step(CgpPosition(Board.empty(setup.variant.layout)), setup))


def _one_step(position: CgpPosition, setup: Setup) -> tuple[Step, ...]:
    return (Step(cgp.write(position, setup.variant)),)


async def _of_text(request: Request, options: AnalysisOptions) -> StartingPoint:
    """A typed position, with the board, tiles and dictionary that it names unless others were chosen.

    Raises `NoPosition`.
    """
    try:
        origin = cgp.read_origin(options.position)
        setup, missing = await setup_meant(request, origin, options.language, options.variant)
    except BadData as error:
        raise NoPosition(error.reason) from error
    other = (other_game_warning(origin.game_type, request.texts),) if origins.is_other_game(origin) else ()
    position = analysis.read_position(options.position, setup.variant)
    return StartingPoint(setup, _one_step(position, setup), remarks=(*other, *missing))


async def _of_record(request: Request, options: AnalysisOptions, file: Attachment) -> StartingPoint:
    """All positions of a record, at that before the chosen turn or at the last one.

    Raises as `told_again`, and `NoSuchTurn`.
    """
    await request.services.fair_use.spend(Limit.FILES, request.person.id, request.place.guild_id)
    told = await told_again(request, file, RecordOptions(options.language, options.variant, CHALLENGED))
    state = await asyncio.to_thread(replay, told.events)
    steps, at = await asyncio.to_thread(steps_of, told.events, options.turn)
    game = await _kept(request, told, state.setup)
    return StartingPoint(state.setup, steps, at, game, seat_names(table_view(state)), told.remarks)


async def _kept(request: Request, told: RetoldRecord, setup: Setup) -> str:
    """The game that is kept for a variant of a record that nobody here can name; empty for any other."""
    with suppress(NotOffered, NoDictionary):
        if await variant_meant(request, setup.variant.name, setup.variant.language) == setup.variant:
            return ""
    return await request.services.files.records.keep(told.events, request.person.id, told.sent, request.cause)


async def _of_turn(request: Request, game: str, turn: int | None) -> StartingPoint:
    """A turn of a finished game, with the rack of its player. Raises as `Permissions.require`, and `NoSuchTurn`."""
    await require(request, Right.REVIEWER, game)
    found = await asyncio.to_thread(moments, await request.services.games.events(game))
    number = len(found) if turn is None else turn
    if not 1 <= number <= len(found):
        raise NoSuchTurn(number, len(found))
    view = found[number - 1].view
    setup, names = view.table.setup, _names(view.table, view.seat)
    return StartingPoint(setup, _one_step(cgp.position_of(view), setup), game=game, names=names)


def _of_table(game: str, state: GameState) -> StartingPoint:
    """A running game with a real board, without any rack."""
    seat = state.on_turn or 0
    position = cgp.position_of(seat_view(state, seat))
    hidden = replace(position, racks=tuple(Tiles() for _ in position.racks))
    names = _names(table_view(state), seat)
    return StartingPoint(state.setup, _one_step(hidden, state.setup), game=game, names=names)


def _names(view: TableView, first: int) -> tuple[str, ...]:
    """The names at a table, beginning with the player to move."""
    names = seat_names(view)
    return (*names[first:], *names[:first])
