"""What you may look at: rack, board, scores, words, and games elsewhere. Nothing here changes a game."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import replace

import discord

from bot.front.board.answers import (
    grid_message,
    line_message,
    more_message,
    openings_message,
    player_words_message,
    scores_message,
    square_message,
    text_board_message,
    unseen_message,
    whole_board_message,
    words_message,
)
from bot.front.board.buttons import moderating_row
from bot.front.board.messages import private_board_message
from bot.front.board.racks import RackOrder, arrange_rack, kept_order, own_order, rack_message
from bot.front.board.scenes import game_title, plain_cast
from bot.front.components.message import MOST_TEXT, Message, Text, say
from bot.front.interaction.dispatch import around_rows, can_cancel, game_here, summary_title, table, which_game
from bot.front.interaction.request import Request, Services
from bot.front.posting.game_links import in_channel
from bot.front.variants import all_tiles_message, distribution_message, premiums_message, values_message, variant_meant
from bot.model.deliveries import DeliveryKind, Target, TargetKind
from bot.model.errors import UnknownGame
from bot.model.games import GamePhase, GameSummary
from bot.render import BoardScene
from bot.service.secrecy import tells_meanings
from bot.service.watching import show_again, unwatch_game, watch_game
from bot.service.words.definitions import has_definitions
from bot.text import Texts, cast_of, escape
from bot.text.clocks import clock_lines
from bot.text.games import game_line, games_list
from bot.text.names import fitting
from bot.text.receipts import watch_receipt
from bot.text.reminders import no_posts
from bot.text.settings import named_by
from bot.text.spoken import scores_said
from bot.text.status import counts_down, pool_text, until
from bot.text.status import status as status_text
from engine.errors import HasLeft, MalformedCoordinate, NotSeated, RackIsHidden
from engine.game.history import history, played_words
from engine.game.hotseat import acting_seat
from engine.game.phases import Lobby, Over
from engine.game.state import GameState
from engine.game.views import SeatView, TableView, seat_view, table_view
from engine.model.board import Cell
from engine.model.tiles import KnownRack, Tile, Tiles
from engine.model.variant import Variant
from engine.play.notation import list_tiles


async def with_board(request: Request, answer: Message) -> Message:
    """A private answer about a game, with its board, where the bot may not post that."""
    here = Target(TargetKind.CHANNEL, request.place.channel_id)
    if here not in await request.services.games.journal.targets(answer.about):
        return answer
    view, texts = await table(request, answer.about), request.texts
    shown = isinstance(view.phase, Lobby) or any(isinstance(image.scene, BoardScene) for image in answer.images)
    board = () if shown else private_board_message(view, texts).blocks
    return replace(answer, blocks=(*answer.blocks, Text(no_posts(texts)), *board))


async def catch_up(services: Services, channel: int) -> None:
    """Post the newest view of each game in a channel that could not be posted there before."""
    here, games = Target(TargetKind.CHANNEL, channel), services.games
    latest = await games.in_channel(channel)
    shown = {one.game for one in await games.journal.shown_in(channel)} | ({latest} if latest else set())
    for game in shown:
        if await services.posting.posts.is_lost(game, here):
            await show_again(games, services.posting.posts, game, here, services.clock.now())


MOST_LISTED = 25


async def games(request: Request) -> Message:
    """The asker's games with links to their boards, first those where it is their turn; then others of the server."""
    playing = await request.services.games.journal.of_person(request.person.id)
    own = sorted(playing, key=lambda one: one.on_turn != request.person.id)
    server = request.place.guild_id
    found = () if server is None else await request.services.games.journal.of_server(server, MOST_LISTED)
    here = [one for one in found if one.game not in {mine.game for mine in own}]
    listed = games_list(await _lines(own, request), await _lines(here, request), request.texts)
    return Message((Text(fitting(listed, "\n", MOST_TEXT)), *around_rows(request)))


async def _lines(found: list[GameSummary], request: Request) -> list[str]:
    return [
        game_line(
            summary_title(one, request),
            (await request.services.posting.links.to(one.game, request.person.id))["board_url"],
            one,
            request.person.id,
            request.texts,
        )
        for one in found[:MOST_LISTED]
    ]


async def watch(request: Request, code: str = "", stop: str = "") -> Message:
    """Show a game here by its code, or this channel's game in the asker's direct messages; or stop doing so."""
    code, stops = code.strip().lower(), bool(stop)
    game = code or await _game_to_watch(request)
    summary = await request.summary(game)
    target = _target(request, by_code=bool(code))
    games, texts = request.services.games, request.texts
    if not stops and summary.phase is GamePhase.OVER:
        raise UnknownGame(game)
    if stops:
        changed = await unwatch_game(games, game, target)
    else:
        changed = await watch_game(games, game, target, request.services.clock.now())
    title, alone = escape(summary_title(summary, request)), target.kind is TargetKind.PERSON
    return say(watch_receipt(title, texts, stops=stops, changed=changed, alone=alone))


async def _game_to_watch(request: Request) -> str:
    game = await game_here(request)
    if game is None:
        raise UnknownGame("")
    return game


def _target(request: Request, *, by_code: bool) -> Target:
    """Where the asker watches: in this channel if they gave a code in a server, else in their direct messages."""
    if request.place.guild_id is None or not by_code:
        return Target(TargetKind.PERSON, int(request.person.id))
    return Target(TargetKind.CHANNEL, request.place.channel_id)


def own_seat(state: GameState, request: Request, chosen: int | None = None) -> SeatView:
    """What the person's own seat may know; with guests, the chosen seat or the one on turn.

    Raises `NotSeated` and `HasLeft`.
    """
    seat = acting_seat(state, request.person.id) if chosen is None else chosen
    if seat is None or seat not in state.seats_of(request.person.id):
        raise NotSeated
    if not state.seats[seat].in_play:
        raise HasLeft
    return seat_view(state, seat)


async def rack(request: Request, game: str, order: str = "", seat: int | None = None) -> Message:
    """The player's rack in their own order, which `order` changes first: sort, shuffle, vowels, or letters to go first.

    `seat` can choose a guest's rack. Raises `TilesNotOnRack` for letters that are not on the rack.
    """
    view = own_seat(await request.state(game), request, seat)
    if not isinstance(view.rack, KnownRack):
        raise RackIsHidden
    if order:
        await _arrange(request, game, view, view.rack, order)
    tiles = await own_order(request.services.people, game, view)
    if request.place.guild_id is not None:
        return await _with_notes(request, game, rack_message(game, view, request.texts, tiles=tiles))
    where = in_channel(await request.link(game))
    shown = rack_message(game, view, request.texts, tiles=tiles, lasting=True, **where)
    return await _with_notes(request, game, shown)


async def _with_notes(request: Request, game: str, shown: Message) -> Message:
    notes = [await note(request, game) for note in request.services.hooks.front.at_rack]
    return replace(shown, blocks=(*shown.blocks, *(Text(note) for note in notes if note)))


async def _arrange(request: Request, game: str, view: SeatView, held: KnownRack, order: str) -> None:
    """Arrange a rack from now on; alphabetical order is the default, and nothing is stored for it."""
    known, variant, player = (
        tuple(one.value for one in RackOrder),
        view.table.variant,
        view.table.seats[view.seat].player,
    )
    order = named_by("order", order, known, request.texts)
    if order in known:
        tiles = arrange_rack(held.tiles, RackOrder(order), variant, secrets.SystemRandom().randrange)
    else:
        before = await own_order(request.services.people, game, view)
        tiles = kept_order(held.tiles, (*_typed(order, held, view), *before), variant)
    kept = () if order == RackOrder.SORT else tiles
    await request.services.people.keep_rack_order(game, player.id, kept)


def _typed(order: str, held: KnownRack, view: SeatView) -> tuple[Tile, ...]:
    """The tiles that someone typed to have first. Raises `TilesNotOnRack` for others than the rack's."""
    typed = list_tiles(order, view.table.variant, held.tiles)
    held.minus(Tiles.of(typed))
    return typed


async def board(request: Request, game: str, style: str = "", premiums: str = "", square: str = "") -> Message:
    """The board as a picture, in part or whole, or as text; or its premium squares, or one square, row or column."""
    view = await table(request, game)
    person = await request.profile()
    await _post_again(request, game, view)
    if square:
        return _named(square, view, request.texts)
    if premiums == "free":
        return openings_message(view, request.texts)
    now = request.services.clock.now()
    if style == "grid":
        return grid_message(view, request.texts, now, premiums=premiums != "no")
    if style == "text" or (not style and person.text_board and premiums != "yes"):
        return text_board_message(view, request.texts, now, premiums=premiums != "no")
    if style == "whole":
        return whole_board_message(view, request.texts)
    if premiums == "yes":
        title = game_title(view, request.texts)
        return premiums_message(view.setup, title, request.texts, by_ear=person.text_board)
    return replace(private_board_message(view, request.texts).moving(person.animation), about=game)


async def board_as_text(request: Request, message: discord.Message) -> Message:
    """The board of a message, else of the game here, as text."""
    game = await request.services.posting.posts.game_of(message.id) or await which_game(request)
    return await board(request, game, "text")


async def _post_again(request: Request, game: str, view: TableView) -> None:
    """Post the board once more in a place that shows the game, if it was deleted or never arrived."""
    services, here = request.services, Target(TargetKind.CHANNEL, request.place.channel_id)
    if request.may_post:
        await catch_up(services, request.place.channel_id)
    if isinstance(view.phase, Over) or here not in await services.games.journal.targets(game):
        return
    # An earlier view, such as the lobby, may keep its buttons for a moment.
    kind = DeliveryKind.LOBBY if isinstance(view.phase, Lobby) else DeliveryKind.BOARD
    boards = [post for post in await services.posting.posts.posts(game, here) if post.kind is kind]
    gone = [post for post in boards if not await services.posting.links.leads_to(post)]
    await services.posting.posts.retire(tuple(post.message_id for post in gone))
    if len(gone) == len(boards):
        await show_again(services.games, services.posting.posts, game, here, services.clock.now())


def _named(text: str, view: TableView, texts: Texts) -> Message:
    """What is on a square, in a row or in a column, such as `H8`, `8`, `row 8` or `H`. Raises `MalformedCoordinate`."""
    label = text.strip().split(" ")[-1]
    try:
        return line_message(view, view.setup.orientation.read_line(label, view.variant.layout.size), texts)
    except MalformedCoordinate:
        return square_message(view, _cell(text, view), texts)


def _cell(square: str, view: TableView) -> Cell:
    cell, _ = view.setup.orientation.read(square.strip(), view.variant.layout.size)
    if cell not in view.board.layout:
        raise MalformedCoordinate(square)
    return cell


async def scores(request: Request, game: str) -> Message:
    """The scores."""
    events = await request.services.games.events(game)
    now, by_ear = request.services.clock.now(), request.person.by_ear
    return scores_message(await table(request, game), events, request.texts, by_ear=by_ear, now=now)


async def words_played(request: Request, game: str, order: str = "") -> Message:
    """The word list: player by player, unless it is wanted in the order of `play`."""
    return await (words if order == "play" else player_words)(request, game)


async def words(request: Request, game: str, page: int = 0) -> Message:
    """The word list, page by page from the newest."""
    view, events = await table(request, game), await request.services.games.events(game)
    return words_message(game, view, events, request.texts, page, by_ear=request.person.by_ear)


async def player_words(request: Request, game: str, page: int = 0) -> Message:
    """The word list player by player."""
    view, events = await table(request, game), await request.services.games.events(game)
    return player_words_message(game, view, events, request.texts, page, by_ear=request.person.by_ear)


async def more(request: Request, game: str) -> Message:
    """What else this person can look at or do."""
    games = request.services.games
    state, events = await request.state(game), await games.events(game)
    seat, has_words = state.seat_of(request.person.id), bool(played_words(events))
    shown = more_message(
        game,
        table_view(state),
        request.person.id,
        request.services.clock.now(),
        request.texts,
        has_words=has_words,
        has_meanings=has_words
        and has_definitions(state.variant.language)
        and await tells_meanings(games, request.person.id, state),
        has_asked=seat is not None and bool(seat_view(state, seat).asked),
        can_cancel=await can_cancel(request, game),
    )
    over, plays = isinstance(state.phase, Over), bool(state.seats_of(request.person.id))
    if over or plays or not state.directs(request.person.id, moderator=await request.moderates(game)):
        return shown
    return replace(shown, blocks=(*shown.blocks, moderating_row(game, request.texts)))


async def status(request: Request, game: str) -> Message:
    """Whose turn it is and what to do, with a link to the board."""
    services = request.services
    view, summary, way = await asyncio.gather(
        table(request, game), services.games.summary(game), services.posting.links.to(game, request.person.id)
    )
    cast = cast_of(view)
    says: tuple[str, ...] = (
        status_text(view, cast, request.texts, explained=False, reader=request.person.id),
        *((until(view, cast, request.texts),) if counts_down(view) else ()),
        *clock_lines(view, cast, request.texts, services.clock.now()),
    )
    if not isinstance(view.phase, Lobby):
        told = scores_said(view, history(await services.games.events(game)), plain_cast(view), request.texts)
        says = (*says, *map(escape, told), f"{pool_text(view, request.texts)}.")
    if request.may_post:
        await catch_up(services, request.place.channel_id)
    shown = say("\n".join((f"**[{escape(summary_title(summary, request))}]({way['board_url']})**", *says)))
    return replace(shown, about=game)


async def view_of(request: Request, game: str) -> TableView | SeatView:
    """What the asker may know of a game, including their rack if they have a seat."""
    state = await request.state(game)
    seat = state.seat_of(request.person.id)
    return table_view(state) if seat is None else seat_view(state, seat)


async def _here(request: Request) -> TableView | SeatView | None:
    """The game that the request is about; None if there is none, so that the default tiles are shown."""
    try:
        return await view_of(request, await which_game(request))
    except UnknownGame:
        return None


async def _variant(request: Request) -> Variant:
    view = await _here(request)
    match view:
        case None:
            return await variant_meant(request)
        case SeatView():
            return view.table.variant
        case _:
            return view.variant


async def values(request: Request) -> Message:
    """The points of the letters."""
    return values_message(await _variant(request), request.texts)


async def distribution(request: Request) -> Message:
    """How many tiles of each kind there are."""
    return distribution_message(await _variant(request), request.texts)


async def unseen(request: Request, game: str) -> Message:
    """The tiles still to come; for a seated asker, those on their own rack are left out."""
    return unseen_message(await view_of(request, game), request.texts)


async def all_tiles(request: Request) -> Message:
    """Every tile of the set, and how many are still to come."""
    return all_tiles_message(await _here(request), await _variant(request), request.texts)
