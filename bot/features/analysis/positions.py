"""The positions that analysis boards begin with: typed, of a finished game, of a game with a real board, or empty."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, replace

from bot.features.analysis import boards as analysis
from bot.features.analysis.refusals import NoPosition, NoSuchTurn
from bot.features.analysis.text import other_game_warning, other_words_warning
from bot.front.interaction.finished_games import latest_finished
from bot.front.interaction.gate import require
from bot.front.interaction.request import Request
from bot.front.lobby.opening import OpeningOptions, setup_of
from bot.front.variants.actions import names as variant_names
from bot.model.errors import NoSuchList, NotOffered, OtherLanguage, TilesDoNotFit, TooManyCombined
from bot.service.rights import Right
from bot.text.cast import seat_names
from engine.errors import BadData
from engine.formats import cgp
from engine.formats.cgp import Position
from engine.game.state import GameState, Setup
from engine.game.views import TableView, seat_view, table_view
from engine.loading import origins
from engine.model.board import Board
from engine.model.tiles import Tiles
from engine.review.turns import moments


@dataclass(frozen=True, slots=True)
class AnalysisOptions:
    """What someone typed after `/analyze`; empty means that they left it out."""

    position: str = ""
    move: str = ""
    rack: str = ""
    game: str = ""
    turn: int | None = None
    language: str = ""
    variant: str = ""

    @property
    def opens(self) -> bool:
        """Whether a new board is wanted, and not a change of the latest one."""
        return bool(self.position or self.game or self.turn or self.language or self.variant) or not (
            self.move or self.rack
        )


StartingPoint = tuple[Setup, Position, str, tuple[str, ...], tuple[str, ...]]
"""The setup, the position, the game that the variant is from, the names of the seats, and remarks on the position."""


async def chosen_position(request: Request, options: AnalysisOptions) -> StartingPoint:
    """Where the options let a board begin. Raises `NotOffered`, `NoPosition`, `NoSuchTurn` and as `require`."""
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
    return setup, Position(Board.empty(setup.variant.layout)), "", (), ()


async def _of_text(request: Request, options: AnalysisOptions) -> StartingPoint:
    """A typed position, with the board, tiles and dictionary that it names unless others were chosen.

    Raises `NoPosition`.
    """
    known = await variant_names(request)
    try:
        origin = cgp.read_origin(options.position)
        board = options.variant or origins.board_of(origin, known)
        language = options.language or await asyncio.to_thread(origins.language_of, origin)
        setup, missing = await _listed(request, OpeningOptions(language=language, variant=board), origin.lexicon)
        if not (options.variant or options.language):
            await asyncio.to_thread(origins.check_tiles, origin, setup.variant)
    except BadData as error:
        raise NoPosition(error.reason) from error
    other = (other_game_warning(origin.game_type, request.texts),) if origins.is_other_game(origin) else ()
    return setup, analysis.read_position(options.position, setup.variant), "", (), (*other, *missing)


async def _listed(request: Request, options: OpeningOptions, lexicon: str) -> tuple[Setup, tuple[str, ...]]:
    """The setup with a dictionary, else with the one that games here use, which is told then."""
    if lexicon:
        with suppress(NotOffered, OtherLanguage, TilesDoNotFit, TooManyCombined, NoSuchList):
            return await setup_of(replace(options, lexicon=lexicon), request, opens=False), ()
    setup = await setup_of(options, request, opens=False)
    return setup, (other_words_warning(lexicon, setup.lexicon.name, request.texts),) if lexicon else ()


async def _of_turn(request: Request, game: str, turn: int | None) -> StartingPoint:
    """A turn of a finished game, with the rack of its player. Raises as `Permissions.require`, and `NoSuchTurn`."""
    await require(request, Right.REVIEWER, game)
    found = await asyncio.to_thread(moments, await request.services.games.events(game))
    number = len(found) if turn is None else turn
    if not 1 <= number <= len(found):
        raise NoSuchTurn(number, len(found))
    view = found[number - 1].view
    return view.table.setup, cgp.position_of(view), game, _names(view.table, view.seat), ()


def _of_table(game: str, state: GameState) -> StartingPoint:
    """A running game with a real board, without any rack."""
    seat = state.on_turn or 0
    position = cgp.position_of(seat_view(state, seat))
    hidden = replace(position, racks=tuple(Tiles() for _ in position.racks))
    return state.setup, hidden, game, _names(table_view(state), seat), ()


def _names(view: TableView, first: int) -> tuple[str, ...]:
    """The names at a table, beginning with the player to move."""
    names = seat_names(view)
    return (*names[first:], *names[:first])
