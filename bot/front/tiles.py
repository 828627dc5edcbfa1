"""What is told of tiles: points, numbers, and what the asker has not seen. Nobody's rack is told by it."""

from __future__ import annotations

from bot.front.asking import Asked
from bot.front.doing import which_game
from bot.front.presenter import Message, unseen_message
from bot.front.presenter.variants import all_tiles_message, distribution_message, values_message
from bot.front.variants import choose
from bot.service.errors import UnknownGame
from engine.game.views import SeatView, TableView, seat_view, table_view
from engine.model.variant import Variant


async def view_of(asked: Asked, game: str) -> TableView | SeatView:
    """What the asker may know of a game: with the own rack for who has a seat."""
    state = await asked.desk.games.load(game)
    seat = state.seat_of(asked.person.id)
    return table_view(state) if seat is None else seat_view(state, seat)


async def _here(asked: Asked) -> TableView | SeatView | None:
    """The game that is meant; None where there is none, so that the usual tiles are."""
    try:
        return await view_of(asked, await which_game(asked))
    except UnknownGame:
        return None


async def _variant(asked: Asked) -> Variant:
    view = await _here(asked)
    match view:
        case None:
            return await choose(asked)
        case SeatView():
            return view.table.variant
        case _:
            return view.variant


async def values(asked: Asked) -> Message:
    """The points of the letters."""
    return values_message(await _variant(asked), asked.texts)


async def distribution(asked: Asked) -> Message:
    """How many tiles of each kind there are."""
    return distribution_message(await _variant(asked), asked.texts)


async def unseen(asked: Asked, game: str) -> Message:
    """The tiles that can still come; the own rack is taken off for who has one."""
    return unseen_message(await view_of(asked, game), asked.texts)


async def all_tiles(asked: Asked) -> Message:
    """Every tile of the set, and how many can still come."""
    return all_tiles_message(await _here(asked), await _variant(asked), asked.texts)
