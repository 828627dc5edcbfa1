"""What somebody may look at: rack, board, scores, words, rules, help. Nothing here changes a game."""

from __future__ import annotations

import asyncio
import secrets

from bot.front.asking import Asked
from bot.front.doing import game_here, game_title
from bot.front.hosting import set_rule
from bot.front.plain import say
from bot.front.presenter import (
    Image,
    Message,
    RackOrder,
    Text,
    arrange_rack,
    board_message,
    help_message,
    more_message,
    rack_message,
    rule_message,
    rules_message,
    scores_message,
    square_message,
    text_board_message,
    words_message,
)
from bot.front.presenter.scenes import game_title as game_title_of
from bot.front.presenter.variants import premiums_message
from bot.front.refusals import NoSuchSquare, NotOffered, Refused
from bot.front.ways import SHOWING
from bot.service.ports import Target, TargetKind
from bot.text import cast_of, escape
from bot.text.clocks import clock_lines
from bot.text.help import topics
from bot.text.status import start_cell
from bot.text.status import status as status_text
from bot.text.variants import setup_for
from engine.errors import EngineError, HasLeft, MalformedCoordinate, NotSeated, RackIsHidden
from engine.game.hotseat import acting_seat
from engine.game.phases import Over
from engine.game.state import GameState
from engine.game.views import SeatView, TableView, seat_view, table_view
from engine.model.coordinates import Cell
from engine.model.tiles import KnownRack


async def table(asked: Asked, game: str) -> TableView:
    """What everybody may know of a game."""
    return table_view(await asked.desk.games.load(game))


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


async def rules(asked: Asked, game: str, rule: str = "", value: str = "", page: int = 0) -> Message:
    """All rules, one rule, or a rule set to a value."""
    view = await table(asked, game)
    if rule and value:
        return await set_rule(asked, game, rule.strip().lower(), value)
    if not rule:
        return rules_message(game, view.rules, asked.texts, page)
    try:
        return rule_message(view.rules, rule.strip().lower(), asked.texts)
    except EngineError as error:
        raise Refused(error, cast_of(view)) from error


async def status(asked: Asked, game: str) -> Message:
    """Whose turn it is and what to do, with the way to the board."""
    desk = asked.desk
    view, summary, way = await asyncio.gather(
        table(asked, game), desk.games.summary(game), desk.ways.to(game, asked.person.id)
    )
    says = (status_text(view, cast_of(view), asked.texts), *clock_lines(view, cast_of(view), asked.texts))
    lines = (f"**{escape(game_title(summary, asked))}**", *says, way["board_url"])
    return say("\n".join(lines))


async def guide(asked: Asked, topic: str) -> Message:
    """Help on a topic, that of the game here if there is one, with pictures unless the person prefers text."""
    wanted = topic.strip().lower() or "overview"
    if wanted not in topics():
        raise NotOffered("topic", topic, topics())
    here = await game_here(asked)
    setup = (await table(asked, here)).setup if here else setup_for(await asked.desk.library.variant())
    reads_text = (await asked.desk.people.person(asked.person.id)).text_board
    commands = [(name, asked.texts.gettext(about)) for name, about in asked.desk.commands()]
    return help_message(
        wanted,
        asked.texts,
        setup,
        commands,
        pictures=not reads_text,
        note="" if asked.desk.reads_chat else _unread(asked),
    )


def _unread(asked: Asked) -> str:
    return asked.texts.gettext(
        "-# I may not read this server's messages, so moves typed as plain text do not reach me. Use /play or the "
        "buttons, mention me, or write to me directly."
    )
