"""Sends deliveries to Discord as messages, posted or edited: the front's side of `bot.service.sending.deliveries`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from bot.front.announcing.messages import closes_lobby, is_living
from bot.front.announcing.recipients import Recipients, cheer_of, looks_of, not_told_alone, only_refresh
from bot.front.board.answers import in_characters, without_files_note
from bot.front.board.messages import move_message
from bot.front.components.layout import Pictures, style_of
from bot.front.components.message import Block, Image, Message
from bot.front.posting.composers import Announcement, Composer, Note
from bot.front.posting.discord_errors import FORBIDDEN, refusals
from bot.front.posting.game_links import link_to
from bot.front.posting.mailbox import Mailbox
from bot.front.posting.poster import Reactions
from bot.model.changes import DeliveryContext
from bot.model.deliveries import (
    GOES,
    LOSES_BUTTONS,
    SHOWS_GAME,
    Delivery,
    DeliveryKind,
    Post,
    SentMessage,
    Target,
)
from bot.model.profiles import PersonProfile
from bot.service.games import Games
from bot.service.ports import PermanentRefusal, TransientFailure
from bot.service.sending.fanout import amends
from bot.service.uploads import Themes
from bot.text import cast_of
from bot.text.games import game_name, thread_name
from bot.text.hints import thoughts_text
from engine.computer.tools import Candidate
from engine.game.events import Event
from engine.game.views import TableView

_AS_ONE = {DeliveryKind.RACK: {DeliveryKind.RACK, DeliveryKind.TURN}}
"""A changed rack is edited into the latest rack or turn message: where that is in view, and for people who want text
only, wherever it is."""

MOVING = (DeliveryKind.BOARD, DeliveryKind.TURN)
"""Kinds that animate the latest play for people who want animations."""


class Announcer:
    """Implements `bot.service.ports.Sender`. `mailbox` returns the mailbox of the client that is connected now.

    `composers` make the messages of each kind, `notes` are added to lobbies, boards and ends.
    """

    def __init__(
        self,
        mailbox: Callable[[], Mailbox],
        games: Games,
        recipients: Recipients,
        pictures: Pictures,
        themes: Themes,
        composers: Mapping[DeliveryKind, Composer],
        notes: Sequence[Note],
        reactions: Reactions,
    ) -> None:
        self._without_files: set[Target] = set()
        self._mailbox = mailbox
        self._games = games
        self._recipients = recipients
        self._pictures = pictures
        self._themes = themes
        self._composers = composers
        self._notes = notes
        self._reactions = reactions

    async def send(self, delivery: Delivery, context: DeliveryContext) -> SentMessage | None:
        """Send a delivery with its nonce, or edit the existing message; None if there is nothing to report.

        A lobby is edited as it fills, and so is the board of a demonstration, whose moves notify nobody, and that of a
        channel that wants one living board. Raises `PermanentRefusal` and `TransientFailure`.
        """
        told, composer = await self._announcement(delivery, context), self._composers[delivery.kind]
        message = await composer.compose(told)
        if message is None:
            return None
        if delivery.kind in SHOWS_GAME and not (delivery.kind is DeliveryKind.LOBBY and told.has_begun):
            message = message.with_notes([await note(told) for note in self._notes])
        kinds = {DeliveryKind.LOBBY} if closes_lobby(told) else _AS_ONE.get(delivery.kind, {delivery.kind})
        looks = looks_of(delivery, context)
        is_in_words = isinstance(looks, PersonProfile) and looks.text_board
        message = message.in_words() if is_in_words else message
        present = next((post for post in reversed(told.posts) if post.kind in kinds), None)
        if delivery.kind is DeliveryKind.BOARD and all(post.kind is not DeliveryKind.BOARD for post in told.posts):
            await self._name_thread(told)
        new = told.events[told.shown :]
        refreshes = delivery.kind is DeliveryKind.BOARD and only_refresh(new, told.state)
        if refreshes and present is None and not any(map(amends, new)):
            return None
        as_one = present and delivery.kind in _AS_ONE and (is_in_words or self._mailbox().is_in_view(present))
        replaced = present if as_one or refreshes or composer.edits(told) else None
        if refreshes:
            message = replace(message, blocks=tuple(map(_standing, message.blocks)))
        sent = await self._show(told, message, replaced)
        if replaced and not refreshes and is_living(told):
            await self._tell_move(told, new, sent)
        if not replaced and (cheer := cheer_of(told, new)) and (shown := self._mailbox().in_server(sent)):
            self._reactions.add(shown, cheer)
        if delivery.kind is DeliveryKind.TURN and context.people[str(delivery.target.id)].text_board:
            await self._remove_racks(told.posts)
        return sent

    async def _announcement(self, delivery: Delivery, context: DeliveryContext) -> Announcement:
        state = await self._games.state_at(delivery.game, delivery.upto)
        events = await self._games.events_until(delivery.game, delivery.upto)
        texts = await self._recipients.texts(delivery, context, state.variant.language)
        return Announcement(delivery, context, state, events, texts, self._recipients.profile)

    async def _tell_move(self, told: Announcement, new: Sequence[Event], board: SentMessage) -> None:
        """Post a line below a board that was edited, which notifies nobody by itself."""
        delivery, mailbox = told.delivery, self._mailbox()
        nonce, server = f"l{delivery.nonce[1:]}", await mailbox.server_of(delivery.target.id)
        line = await told.calling(move_message(told.view, not_told_alone(new), told.texts, link_to(server, board)))
        with refusals():
            if delivery.tried is None or await mailbox.find(delivery.target, nonce) is None:
                await mailbox.post(delivery.target, line, [], nonce)

    async def _show(self, told: Announcement, message: Message, replaced: Post | None) -> SentMessage:
        """Like `_put`; without pictures where files may not be attached."""
        target = told.delivery.target
        if message.images and not self._mailbox().may_attach(target):
            return await self._put_in_characters(told, message, replaced)
        try:
            sent = await self._put(told, message, replaced)
        except PermanentRefusal as refusal:
            if refusal.code != FORBIDDEN or not message.images:
                raise
            return await self._put_in_characters(told, message, replaced)
        if message.images:
            self._without_files.discard(target)
        return sent

    async def _name_thread(self, told: Announcement) -> None:
        """Name a thread that was opened for the game after its players, who are known now."""
        state, channel, host = told.state, told.context.game.summary.place.channel_id, told.state.host_seat
        if channel != told.delivery.target.id or host is None:
            return
        before = game_name(state.setup.name, (state.seats[host].player.name,), told.texts)
        name = thread_name(state.setup.name, (seat.player.name for seat in state.seats))
        await self._mailbox().rename_thread(channel, before, name)

    async def _remove_racks(self, posts: Iterable[Post]) -> None:
        """Delete the racks that the turn message repeats; a rack that cannot be deleted now stays."""
        for post in posts:
            if post.kind is DeliveryKind.RACK:
                with suppress(PermanentRefusal, TransientFailure), refusals():
                    await self._mailbox().remove(post, lambda: True)

    async def _put(self, told: Announcement, message: Message, replaced: Post | None) -> SentMessage:
        """Draw a message and send it, or edit a post to show it."""
        delivery, looks = told.delivery, looks_of(told.delivery, told.context)
        if delivery.kind in MOVING:
            message = message.moving(looks.animation)
        files = await self._pictures.files(message, await style_of(looks, self._themes))
        upto = delivery.upto if delivery.kind in LOSES_BUTTONS else None
        with refusals():
            if replaced:
                return await self._mailbox().change(replaced, message, files, upto)
            return await self._mailbox().post(delivery.target, message, files, delivery.nonce, upto)

    async def _put_in_characters(self, told: Announcement, message: Message, replaced: Post | None) -> SentMessage:
        """Like `_put`, where files may not be attached; the first message there explains why there is no picture."""
        shown, target = in_characters(message, told.view, told.texts), told.delivery.target
        if target not in self._without_files:
            shown = replace(shown, blocks=(without_files_note(told.texts), *shown.blocks))
        sent = await self._put(told, shown, replaced)
        self._without_files.add(target)
        return sent

    async def find(self, delivery: Delivery) -> SentMessage | None:
        """The message that an earlier attempt at a delivery posted. Raises as `send`."""
        with refusals():
            return await self._mailbox().find(delivery.target, delivery.nonce)

    async def retire(self, post: Post, may_write: Callable[[], bool]) -> bool:
        """Remove the buttons of an old board; delete an old rack, or a line that somebody is away.

        False if `may_write` did not allow it. Raises as `send`.
        """
        with refusals():
            if post.kind in GOES:
                return await self._mailbox().remove(post, may_write)
            return await self._mailbox().strip(post, may_write)

    async def show_thinking(self, post: Post, view: TableView, seat: int, candidates: Sequence[Candidate]) -> None:
        """Add what a computer player considers to a board. Raises as `send`."""
        texts = await self._recipients.texts_at(post.target, view.variant.language)
        with refusals():
            await self._mailbox().note(post, thoughts_text(view, seat, candidates, cast_of(view), texts))


def _standing(block: Block) -> Block:
    """The block; a picture becomes still, since its animation has been shown before."""
    return replace(block, still=True) if isinstance(block, Image) else block
