"""`/review game`, and the buttons and the menu of a review: requested, looked at, shared, opened to everyone."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import discord
from discord.app_commands import locale_str as _

from bot.features.review import ReviewServices, messages
from bot.features.review.messages import WHOLE_GAME, Reader, overview_message, progress_message, turn_review_message
from bot.features.review.reviews import Readers
from bot.features.review.store import ReviewRow, ReviewState
from bot.features.review.text import SharedPage, sharing_text
from bot.front.components.message import Message, Text, say
from bot.front.interaction import choices
from bot.front.interaction.answering import Show
from bot.front.interaction.dispatch import latest_finished
from bot.front.interaction.gate import require
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import Press, answers, reports
from bot.front.interaction.request import Request
from bot.front.interaction.slash import UNDER_REVIEW, CommandOption, slash
from bot.front.lobby.records import RecordOptions, told_again
from bot.front.sharing import SHARED_AGAIN, can_share_here, check_here
from bot.limits import Limit
from bot.model.deliveries import DeliveryKind, NewDelivery, Target, TargetKind
from bot.model.errors import UnknownAction
from bot.service.listeners import AskedPosition
from bot.service.rights import Right
from bot.service.saving.records import check_moments
from bot.service.secrecy import check_position, check_review
from bot.text import Texts
from bot.text.games import racks_missing_text
from bot.text.receipts import shared_again
from engine.game.state import GameState
from engine.game.views import TableView, table_view
from engine.model.tiles import HiddenRack, Tiles
from engine.review.records import CHALLENGED
from engine.review.turns import Moment, moments
from engine.review.values import TurnReview


async def review(
    request: Request,
    show: Show,
    game: str = "",
    file: discord.Attachment | None = None,
    language: str = "",
    variant: str = "",
) -> Message:
    """The review of the game in a record, or of a finished game, by its id; by default, of the latest here.

    Without one here, it is that of the person's latest. It is requested if necessary. Raises as `Permissions.require`
    and `Reviews.request`, and for a record as `told_again` and `check_moments`.
    """
    if file:
        return await _review_record(request, file, RecordOptions(language, variant, CHALLENGED), show)
    game = game.strip().lower() or await latest_finished(request)
    await require(request, Right.REVIEWER, game)
    return await open_review(request, show, game)


async def _review_record(request: Request, file: discord.Attachment, options: RecordOptions, show: Show) -> Message:
    """The review of the game in a record, which only the person sees who sent it, until they open it to everyone."""
    services, person, cause = request.services, request.person.id, request.cause
    await services.fair_use.spend(Limit.FILES, person, request.place.guild_id)
    told = await told_again(request, file, options)
    found = await asyncio.to_thread(moments, told.events)
    await check_moments(services.games, person, found)
    game = await services.files.records.keep(told.events, person, told.sent, cause)
    remarks = "\n".join(f"-# {one}" for one in (*told.remarks, *_unknown_racks(found, request.texts)))

    def remarked(message: Message) -> Message:
        return replace(message, blocks=(*message.blocks, Text(remarks))) if remarks else message

    return remarked(await open_review(request, lambda message: show(remarked(message)), game))


def _unknown_racks(found: Sequence[Moment], texts: Texts) -> tuple[str, ...]:
    missing = sum(isinstance(one.view.rack, HiddenRack) for one in found)
    return (racks_missing_text(missing, len(found), texts),) if missing else ()


async def open_review(request: Request, show: Show, game: str) -> Message:
    """The review of a game that the person may see; requested if necessary."""
    row = await request.services.of(ReviewServices).reviews.request(game, request.person.id, request.place.guild_id)
    return await _page(request, show, row, WHOLE_GAME)


async def page(request: Request, show: Show, game: str, page: int) -> Message:
    """A page of a review: 0 is the overview, others are turns. Raises `UnknownAction` for a page that there is not."""
    row = await request.services.of(ReviewServices).reviews.of_game(game)
    if row is None:
        raise UnknownAction
    return await _page(request, show, row, page)


async def turn(request: Request, pressed: Press, show: Show, game: str) -> Message:
    """The turn that was chosen in the menu."""
    return await page(request, show, game, pressed.number())


async def consent(request: Request, show: Show, game: str, *, agreed: bool) -> Message:
    """Let everyone see the review, or only the players."""
    await request.services.of(ReviewServices).reviews.agree(game, request.person.id, agreed=agreed)
    return await page(request, show, game, WHOLE_GAME)


async def share(request: Request, game: str, page: int) -> Message:
    """Post a page of a review in this channel, unless it would show the rack of someone who has not agreed."""
    services, texts = request.services, request.texts
    if request.place.guild_id is None or not request.in_server:
        return say(sharing_text(SharedPage.NOT_HERE, texts))
    check_here(request)
    turns, state = await services.of(ReviewServices).reviews.turns(game), await request.state(game)
    if page > len(turns) or not turns:
        raise UnknownAction
    readers = await services.of(ReviewServices).reviews.readers(game, state)
    if page != WHOLE_GAME and not _may_share(request.person.id, turns[page - 1], readers, table_view(state)):
        return say(sharing_text(SharedPage.NOT_YET, texts))
    if page == WHOLE_GAME:
        await check_review(services.games, game, state, (request.person.id,))
    else:
        await _position(request, game, turns[page - 1])
    await services.fair_use.spend(Limit.PICTURES, request.person.id, request.place.guild_id)
    here, now = Target(TargetKind.CHANNEL, request.place.channel_id), services.clock.now()
    delivery = NewDelivery(DeliveryKind.REVIEW, state.sequence, now, here, str(page))
    if not await services.posting.posts.queue(game, delivery, now - SHARED_AGAIN):
        return say(shared_again(texts))
    await services.games.stir(game)
    return say(sharing_text(SharedPage.POSTED, texts))


def _may_share(person: str, turn: TurnReview, readers: Readers, view: TableView) -> bool:
    """Whether a page may be seen by everyone: it is open to them, or the rack is the person's own or not known."""
    return readers.is_open or turn.rack is None or turn.seat in view.seats_of(person)


async def _page(request: Request, show: Show, row: ReviewRow, number: int) -> Message:
    if row.state is ReviewState.DONE:
        request.services.of(ReviewServices).followers.leave(request.person.id)
        return await _done(request, row.game, number)
    if row.state is ReviewState.WAITING:
        _follow(request, show, row)
    return progress_message(row, table_view(await request.state(row.game)), request.texts)


async def _done(request: Request, game: str, number: int) -> Message:
    services, state = request.services, await request.state(game)
    turns = await services.of(ReviewServices).reviews.turns(game)
    readers = await services.of(ReviewServices).reviews.readers(game, state)
    reader = Reader(request.person.id, readers, can_share_here(request), await services.games.events(game))
    if number == WHOLE_GAME:
        await check_review(services.games, game, state, (request.person.id,))
        return overview_message(game, table_view(state), turns, request.texts, reader)
    if number > len(turns):
        raise UnknownAction
    before = await _position(request, game, turns[number - 1])
    offered = services.hooks.front.at_turn
    return turn_review_message(game, table_view(before), turns, number, request.texts, reader, offered)


async def _position(request: Request, game: str, turn: TurnReview) -> GameState:
    """The game before a turn. Raises `RunningPosition` if the person plays another one in that position."""
    games = request.services.games
    before = await games.state_at(game, turn.before)
    await check_position(games, request.person.id, AskedPosition(before.setup, before.board, turn.rack or Tiles()))
    return before


def _follow(request: Request, show: Show, row: ReviewRow) -> None:
    """Keep the answer up to date until the review is done."""
    seen = row

    async def look() -> bool:
        nonlocal seen
        now = await request.services.of(ReviewServices).reviews.of_game(row.game)
        if now is None:
            return True
        if now != seen:
            seen = now
            await show(await _now(request, now))
        return now.state is not ReviewState.WAITING

    request.services.of(ReviewServices).followers.follow(request.person.id, look)


async def _now(request: Request, row: ReviewRow) -> Message:
    """What a review looks like now, for an answer that is kept up to date."""
    if row.state is not ReviewState.DONE:
        return progress_message(row, table_view(await request.state(row.game)), request.texts)
    message = await _done(replace(request, snapshot=None), row.game, WHOLE_GAME)
    return message.in_words() if (await request.profile()).text_board else message


FRONT = Front(
    commands=(
        UNDER_REVIEW(
            slash(
                review,
                _("See how good the moves of a finished game were"),
                Right.ANYONE,
                name="game",
                options={
                    "game": CommandOption(_("Which game; by default, the latest here"), choices.finished),
                    "file": _("The record of a game from anywhere (GCG, or JSON from /game export)"),
                    "language": CommandOption(_("The language of the tiles in the record"), choices.tongues),
                    "variant": CommandOption(_("The board and tiles of the record"), choices.variants),
                },
            ),
        ),
    ),
    buttons=(
        reports(messages.REVIEW, open_review, in_place=False),
        reports(messages.PAGE, page),
        reports(messages.TURNS, turn, reads_press=True),
        reports(messages.CONSENT, consent),
        answers(messages.SHARE, share),
    ),
    at_end=(messages.review_button,),
)
