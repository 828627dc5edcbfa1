"""What somebody may look at: rack, board, scores, words, rules, help. Nothing here changes a game."""

from __future__ import annotations

import asyncio
import secrets

from bot.front.board.answers import (
    more_message,
    scores_message,
    square_message,
    text_board_message,
    unseen_message,
    words_message,
)
from bot.front.board.messages import board_message
from bot.front.board.racks import RackOrder, arrange_rack, rack_message
from bot.front.board.scenes import game_title as game_title_of
from bot.front.core.dispatch import game_title, table, which_game
from bot.front.core.errors import NoSuchSquare, NotOffered, Refused
from bot.front.core.game_links import SHOWING
from bot.front.core.message import Image, Message, Text, say
from bot.front.core.request import Asked
from bot.front.variants.actions import choose
from bot.front.variants.messages import all_tiles_message, distribution_message, premiums_message, values_message
from bot.service.errors import UnknownGame
from bot.service.ports import Target, TargetKind
from bot.text import cast_of, escape
from bot.text.clocks import clock_lines
from bot.text.status import start_cell
from bot.text.status import status as status_text
from engine.errors import HasLeft, MalformedCoordinate, NotSeated, RackIsHidden
from engine.game.hotseat import acting_seat
from engine.game.phases import Over
from engine.game.state import GameState
from engine.game.views import SeatView, TableView, seat_view, table_view
from engine.model.coordinates import Cell
from engine.model.tiles import KnownRack
from engine.model.variant import Variant


def own_seat(state: GameState, asked: Asked, chosen: int | None = None) -> SeatView:
    """What the person's own seat may know; with guests, the chosen one or that which is on turn.

    Raises `Refused` for who has none, or left.
    """
    seat = acting_seat(state, asked.person.id) if chosen is None else chosen
    if seat is None or seat not in state.seats_of(asked.person.id):
        raise Refused(NotSeated(), cast_of(table_view(state)))
    if not state.seats[seat].in_play:
        raise Refused(HasLeft(), cast_of(table_view(state)))
    return seat_view(state, seat)


async def rack(asked: Asked, game: str, order: str = "", seat: int | None = None) -> Message:
    """The own rack in an order: sort, shuffle or vowels; of a guest, if the seat is one."""
    known = tuple(one.value for one in RackOrder)
    if order and order not in known:
        raise NotOffered("order", order, known)
    view = own_seat(await asked.desk.games.load(game), asked, seat)
    if not isinstance(view.rack, KnownRack):
        raise Refused(RackIsHidden(), cast_of(view.table))
    wanted = RackOrder(order or RackOrder.SORT)
    tiles = arrange_rack(view.rack.tiles, wanted, view.table.variant, secrets.SystemRandom().randrange)
    if asked.place.guild_id is not None:
        return rack_message(game, view, asked.texts, tiles=tiles)
    return rack_message(game, view, asked.texts, tiles=tiles, **await asked.desk.ways.to(game, asked.person.id))


async def board(asked: Asked, game: str, style: str = "", square: str = "", premiums: str = "") -> Message:
    """The board as picture or text, its premium squares without the tiles, or everything about one square."""
    view = await table(asked, game)
    person = await asked.desk.people.person(asked.person.id)
    await _post_again(asked, game, view)
    if square:
        return square_message(view, _cell(square, view), asked.texts)
    if style == "text" or (not style and person.text_board and premiums != "yes"):
        return text_board_message(view, asked.texts, premiums=premiums != "no")
    if premiums == "yes":
        return premiums_message(view.setup, game_title_of(view, asked.texts), asked.texts)
    shown = board_message(game, view, (), asked.texts).without_buttons().moving(person.animation)
    return Message(tuple(block for block in shown.blocks if isinstance(block, Image | Text)), accent=shown.accent)


async def _post_again(asked: Asked, game: str, view: TableView) -> None:
    """Post the board once more in a place that shows the game, where it was deleted or never came through."""
    desk, here = asked.desk, Target(TargetKind.CHANNEL, asked.place.channel_id)
    if isinstance(view.phase, Over) or here not in await desk.games.targets(game):
        return
    boards = [post for post in await desk.posts.posts(game, here) if post.kind in SHOWING]
    gone = [post for post in boards if not await desk.ways.leads_to(post)]
    await desk.posts.retire(tuple(post.message_id for post in gone))
    if len(gone) == len(boards):
        await desk.games.show_again(game, here, desk.clock.now())


def _cell(square: str, view: TableView) -> Cell:
    try:
        cell, _ = view.setup.orientation.read(square.strip(), view.variant.layout.size)
    except MalformedCoordinate:
        cell = Cell(-1, -1)
    if cell not in view.board.layout:
        start = start_cell(view.board.layout)
        raise NoSuchSquare(square, cast_of(view).square(start.row, start.column))
    return cell


async def scores(asked: Asked, game: str) -> Message:
    """The score board."""
    return scores_message(await table(asked, game), await asked.desk.games.events(game), asked.texts)


async def words(asked: Asked, game: str, page: int = 0) -> Message:
    """The word list, page by page from the newest."""
    return words_message(game, await table(asked, game), await asked.desk.games.events(game), asked.texts, page)


async def more(asked: Asked, game: str) -> Message:
    """What else can be looked at or done."""
    return more_message(game, await table(asked, game), asked.texts)


async def status(asked: Asked, game: str) -> Message:
    """Whose turn it is and what to do, with the way to the board."""
    desk = asked.desk
    view, summary, way = await asyncio.gather(
        table(asked, game), desk.games.summary(game), desk.ways.to(game, asked.person.id)
    )
    says = (status_text(view, cast_of(view), asked.texts), *clock_lines(view, cast_of(view), asked.texts))
    lines = (f"**{escape(game_title(summary, asked))}**", *says, way["board_url"])
    return say("\n".join(lines))


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
