"""Draws deliveries and hands them to Discord: the front's side of `bot.service.deliveries`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import assert_never

from bot.front.board.buttons import rows
from bot.front.board.messages import (
    board_message,
    channel_lost_message,
    end_in_words,
    end_message,
    in_characters,
    move_message,
    notice_message,
    offer_message,
    reminder_message,
    turn_in_words,
    turn_message,
    unreachable_message,
    without_files_note,
)
from bot.front.board.racks import own_order, rack_message
from bot.front.board.scenes import game_title, standing_moves
from bot.front.chat.messages import chat_news_message, chat_question_message
from bot.front.core.game_links import GameLinks, in_channel, link_to
from bot.front.core.message import Block, Image, Link, Message
from bot.front.core.pictures import Looks, Pictures, style_of
from bot.front.core.posting import FORBIDDEN, Mailbox, refusals
from bot.front.core.speech import private_texts, public_texts
from bot.front.lobby.messages import invitation_message, lobby_message, quiet_lobby_message
from bot.front.play.messages import answered_message, called_message, questions_message
from bot.front.review.messages import WHOLE_GAME, overview_message, turn_review_message
from bot.model.chat import ChatNews
from bot.model.contexts import DeliveryContext
from bot.model.deliveries import OF_A_TURN, REPLACES, Delivery, DeliveryKind, Post, Sent, Target, TargetKind
from bot.model.profiles import Notify, PersonProfile, ServerProfile
from bot.service.chat import Chat, read_about
from bot.service.dictionaries import Dictionaries
from bot.service.fanout import TOLD_ALONE, amends, is_shown_anew, news_for
from bot.service.games import Games
from bot.service.ports import PermanentRefusal, TransientFailure
from bot.service.reviews import Reviews
from bot.service.themes import Themes
from bot.store.people import PeopleStore
from bot.text import Texts, cast_of
from bot.text.games import game_name
from bot.text.thoughts import thoughts_text
from bot.text.tiles import rack_alt
from engine.computer.candidates import Candidate
from engine.game.events import (
    Challenged,
    Event,
    HostAnswered,
    HostAsked,
    HostPassed,
    LobbyQuiet,
    Played,
    Reminded,
    SeatLeft,
    SeatOffered,
)
from engine.game.phases import Lobby
from engine.game.state import GameState, Person
from engine.game.views import TableView, seat_view, table_view
from engine.model.rules import DrawTiles
from engine.model.tiles import KnownRack

TOLD_WITHOUT_POST = 6
"""How many of the latest events a board reports if no earlier message shows the game."""

_AS_ONE = {DeliveryKind.RACK: {DeliveryKind.RACK, DeliveryKind.TURN}}
"""For people who want text only, a changed rack is edited into the latest rack or turn message."""

MOVING = (DeliveryKind.BOARD, DeliveryKind.TURN)
"""Kinds that animate the latest play for people who want animations."""


class Announcer:
    """Implements `bot.service.ports.Sender`. `mailbox` returns the mailbox of the client that is connected now."""

    def __init__(
        self,
        mailbox: Callable[[], Mailbox],
        games: Games,
        people: PeopleStore,
        links: GameLinks,
        pictures: Pictures,
        chats: Chat,
        dictionaries: Dictionaries,
        themes: Themes,
        reviews: Reviews,
    ) -> None:
        self._without_files: set[Target] = set()
        self._mailbox = mailbox
        self._games = games
        self._people = people
        self._links = links
        self._pictures = pictures
        self._chats = chats
        self._dictionaries = dictionaries
        self._themes = themes
        self._reviews = reviews

    async def send(self, delivery: Delivery, context: DeliveryContext) -> Sent | None:
        """Send a delivery with its nonce, or edit the existing message; None if there is nothing to report.

        A lobby is edited as it fills, and so is the board of a demonstration, whose moves notify nobody, and that of a
        channel that wants one living board. Raises `PermanentRefusal` and `TransientFailure`.
        """
        state = await self._games.state_at(delivery.game, delivery.upto)
        message = await self._compose(delivery, context, state)
        if message is None:
            return None
        posts = context.game.posts_in(delivery.target)
        kinds = {delivery.kind}
        looks = _looks(delivery, context)
        if isinstance(looks, PersonProfile) and looks.text_board:
            message, kinds = message.in_words(), _AS_ONE.get(delivery.kind, kinds)
        present = next((post for post in reversed(posts) if post.kind in kinds), None)
        if delivery.kind is DeliveryKind.BOARD and all(post.kind is not DeliveryKind.BOARD for post in posts):
            await self._name_thread(delivery, context, state)
        new = (await self._games.events_until(delivery.game, delivery.upto))[_shown(posts, delivery) :]
        refreshes = delivery.kind is DeliveryKind.BOARD and _only_refresh(new, state)
        if refreshes and present is None and not any(map(amends, new)):
            return None
        replaced = present if len(kinds) > 1 or refreshes or _is_edited(delivery, context, state) else None
        if refreshes:
            message = replace(message, blocks=tuple(map(_standing, message.blocks)))
        sent = await self._show(delivery, context, message, state, replaced)
        if replaced and not refreshes and _is_living(delivery, context):
            await self._tell_move(delivery, context, state, new, sent)
        if delivery.kind is DeliveryKind.TURN and context.people[str(delivery.target.id)].text_board:
            await self._remove_racks(posts)
        return sent

    async def _tell_move(
        self, delivery: Delivery, context: DeliveryContext, state: GameState, new: Sequence[Event], board: Sent
    ) -> None:
        """Post a line below a board that was edited, which notifies nobody by itself."""
        nonce, mailbox = f"l{delivery.nonce[1:]}", self._mailbox()
        texts, server = await self._texts(delivery, context, state), await mailbox.server_of(delivery.target.id)
        line = move_message(table_view(state), _not_told_alone(new), texts, link_to(server, board))
        with refusals():
            if delivery.tried is None or await mailbox.find(delivery.target, nonce) is None:
                await mailbox.post(delivery.target, await self._calling(line, context), [], nonce)

    async def _show(
        self,
        delivery: Delivery,
        context: DeliveryContext,
        message: Message,
        state: GameState,
        replaced: Post | None,
    ) -> Sent:
        """Like `_put`; without pictures where files may not be attached."""
        if message.images and not self._mailbox().may_attach(delivery.target):
            return await self._put_in_characters(delivery, context, message, state, replaced)
        try:
            sent = await self._put(delivery, context, message, replaced)
        except PermanentRefusal as refusal:
            if refusal.code != FORBIDDEN or not message.images:
                raise
            return await self._put_in_characters(delivery, context, message, state, replaced)
        if message.images:
            self._without_files.discard(delivery.target)
        return sent

    async def _name_thread(self, delivery: Delivery, context: DeliveryContext, state: GameState) -> None:
        """Name a thread that was opened for the game after its players, who are known now."""
        place, host = context.game.summary.place, state.host_seat
        if place.channel_id != delivery.target.id or host is None:
            return
        texts = await self._texts(delivery, context, state)
        before = game_name(state.setup.name, (state.seats[host].player.name,), texts)
        await self._mailbox().rename_thread(place.channel_id, before, game_title(table_view(state), texts))

    async def _remove_racks(self, posts: Iterable[Post]) -> None:
        """Delete the racks that the turn message repeats; a rack that cannot be deleted now stays."""
        for post in posts:
            if post.kind is DeliveryKind.RACK:
                with suppress(PermanentRefusal, TransientFailure), refusals():
                    await self._mailbox().remove(post, lambda: True)

    async def _put(self, delivery: Delivery, context: DeliveryContext, message: Message, replaced: Post | None) -> Sent:
        """Draw a message and send it, or edit a post to show it."""
        looks = _looks(delivery, context)
        if delivery.kind in MOVING:
            message = message.moving(looks.animation)
        files = await self._pictures.files(message, await style_of(looks, self._themes))
        upto = delivery.upto if delivery.kind in REPLACES and delivery.kind not in OF_A_TURN else None
        with refusals():
            if replaced:
                return await self._mailbox().change(replaced, message, files, upto)
            return await self._mailbox().post(delivery.target, message, files, delivery.nonce, upto)

    async def _put_in_characters(
        self,
        delivery: Delivery,
        context: DeliveryContext,
        message: Message,
        state: GameState,
        replaced: Post | None,
    ) -> Sent:
        """Like `_put`, where files may not be attached; the first message there explains why there is no picture."""
        texts = await self._texts(delivery, context, state)
        shown = in_characters(message, table_view(state), texts)
        if delivery.target not in self._without_files:
            shown = replace(shown, blocks=(without_files_note(texts), *shown.blocks))
        sent = await self._put(delivery, context, shown, replaced)
        self._without_files.add(delivery.target)
        return sent

    async def find(self, delivery: Delivery) -> Sent | None:
        """The message that an earlier attempt at a delivery posted. Raises as `send`."""
        with refusals():
            return await self._mailbox().find(delivery.target, delivery.nonce)

    async def retire(self, post: Post, may_write: Callable[[], bool]) -> bool:
        """Remove the buttons of an old board; delete an old rack: each game has only one, and none after its end.

        False if `may_write` did not allow it. Raises as `send`.
        """
        with refusals():
            if post.kind in (DeliveryKind.RACK, DeliveryKind.TURN):
                return await self._mailbox().remove(post, may_write)
            return await self._mailbox().strip(post, may_write)

    async def show_thinking(self, post: Post, view: TableView, seat: int, candidates: Sequence[Candidate]) -> None:
        """Add what a computer player considers to a board. Raises as `send`."""
        texts = await self._texts_at(post.target, view.variant.language)
        with refusals():
            await self._mailbox().note(post, thoughts_text(view, seat, candidates, cast_of(view), texts))

    async def _texts(self, delivery: Delivery, context: DeliveryContext, state: GameState) -> Texts:
        """The texts for those who see a delivery."""
        game = state.variant.language
        if reader := _reader(delivery, context):
            return private_texts(reader, game)
        return public_texts(game, context.channel, await self._server(delivery.target, context.server))

    async def _texts_at(self, target: Target, game: str) -> Texts:
        """The texts for those who see a place."""
        if target.kind is TargetKind.PERSON:
            return private_texts(await self._people.person(str(target.id)), game)
        return public_texts(game, await self._people.channel(target.id), await self._server(target, None))

    async def _server(self, target: Target, known: ServerProfile | None) -> ServerProfile | None:
        """The settings of a channel's server; `known` if they are those, or if Discord has not named the server."""
        server = await self._mailbox().server_of(target.id)
        return known if server is None or (known and known.id == server) else await self._people.server(server)

    async def _compose(self, delivery: Delivery, context: DeliveryContext, state: GameState) -> Message | None:
        if delivery.kind is DeliveryKind.RACK:
            return await self._rack(delivery, context, state)
        if delivery.kind is DeliveryKind.TURN and not await self._is_called(delivery, context, state):
            return None
        events = await self._games.events_until(delivery.game, delivery.upto)
        view, texts = table_view(state), await self._texts(delivery, context, state)
        told = _to_tell(events, _shown(context.game.posts_in(delivery.target), delivery), state, context.before)
        since = _not_told_alone(told)
        match delivery.kind:
            case DeliveryKind.LOBBY:
                server = context.game.summary.place.guild_id
                changers = await self._dictionaries.changers(view.setup.lexicon.name, server, view.host)
                return await self._calling(lobby_message(delivery.game, view, texts, changers), context)
            case DeliveryKind.INVITE:
                return await self._invitation(delivery, context, texts)
            case DeliveryKind.CHAT_QUESTION | DeliveryKind.CHAT_NEWS:
                return await self._chat(delivery, context, view, texts)
            case DeliveryKind.BOARD:
                return await self._board(delivery, context, state, since, standing_moves(since, events), texts)
            case DeliveryKind.TURN:
                return await self._turn(delivery, context, state, events, texts)
            case DeliveryKind.END if _has_end(context, delivery):
                return None
            case DeliveryKind.END if delivery.target.kind is TargetKind.PERSON and not _watches(context, delivery):
                return await self._closing(delivery, context, state, events, texts)
            case DeliveryKind.END:
                return end_message(delivery.game, view, events, texts, since)
            case DeliveryKind.REMINDER:
                return await self._reminder(delivery, context, view, events[-1], texts)
            case DeliveryKind.NOTICE:
                return await self._notice(delivery, context, state, events[-1], texts)
            case DeliveryKind.REVIEW:
                return await self._review(delivery, view, texts)
            case DeliveryKind.UNREACHABLE:
                person = delivery.target.kind is TargetKind.PERSON
                return (
                    channel_lost_message(delivery.game, view, texts)
                    if person
                    else unreachable_message(view, delivery.about, texts)
                )
            case _:
                assert_never(delivery.kind)

    async def _board(
        self,
        delivery: Delivery,
        context: DeliveryContext,
        state: GameState,
        since: Sequence[Event],
        moves: Sequence[Event],
        texts: Texts,
    ) -> Message:
        """The board of a channel, or of someone's direct messages: with the rack for a player who wants text only."""
        view, explained = table_view(state), not context.knows_moves
        member = await self._only_reader(delivery.target, context)
        if member is None:
            shown = board_message(delivery.game, view, since, texts, explained=explained, moves=moves)
            return await self._calling(shown, context)
        words = ""
        if (seat := state.seat_of(member)) is not None and self._has_rack_on_board(context, state, member):
            own = seat_view(state, seat)
            assert isinstance(own.rack, KnownRack)
            words = rack_alt(own.rack, await own_order(self._people, delivery.game, own), texts)
        shown = board_message(
            delivery.game, view, since, texts, explained=explained, member=member, rack=words, moves=moves
        )
        wanted = member in context.people and context.people[member].notify != Notify.SILENT
        quiet = context.channel is not None and context.channel.quiet
        called = shown.mentions if wanted else ()
        return replace(shown, mentions=called, silent=quiet or (bool(state.seats_of(member)) and not called))

    async def _only_reader(self, target: Target, context: DeliveryContext) -> str | None:
        """The player who alone sees a place, empty for someone who only watches there; None if it is not private."""
        home = context.game.summary.place
        if home.guild_id is not None and home.channel_id == target.id:
            return None
        if target.kind is TargetKind.PERSON:
            return str(target.id)
        if not await self._mailbox().is_private(target.id):
            return None
        known = (one for one in context.people.values() if one.id.isdecimal())
        for one in known:
            if one.dm_channel == target.id or await self._direct_channel(one) == target.id:
                return one.id
        return ""

    async def _direct_channel(self, person: PersonProfile) -> int | None:
        """A person's channel of direct messages; None if Discord cannot tell now."""
        with suppress(PermanentRefusal, TransientFailure), refusals():
            return await self._mailbox().direct_channel(int(person.id))
        return None

    async def _sees_board(self, person: PersonProfile, context: DeliveryContext) -> bool:
        """Whether a person's direct messages show the boards of the game."""
        home = context.game.summary.place
        shown = {target.id for target in context.game.targets if target.kind is TargetKind.CHANNEL}
        watched = person.id.isdecimal() and Target(TargetKind.PERSON, int(person.id)) in context.game.targets
        if watched or person.dm_channel in shown:
            return True
        return home.guild_id is None and home.channel_id in shown and await self._direct_channel(person) in shown

    def _has_rack_on_board(self, context: DeliveryContext, state: GameState, person: str) -> bool:
        """Whether a private board says its reader's tiles, so that no other message has to.

        The first rack of someone alone with computer players is in the answer to Start.
        """
        seat = state.seat_of(person)
        if seat is None or len(state.seats_of(person)) > 1 or not isinstance(state.seats[seat].rack, KnownRack):
            return False
        by_hand = state.rules.tabletop or state.rules.draw_tiles is DrawTiles.MANUAL
        return context.people[person].text_board and not by_hand and not _was_told_at_start(state)

    async def _turn(
        self, delivery: Delivery, context: DeliveryContext, state: GameState, events: Sequence[Event], texts: Texts
    ) -> Message | None:
        """The board for the person whose turn it is; for people who want no pictures, a few sentences with the rack.

        It also goes to someone whose play was challenged, and to someone whose turn an undo has ended.
        """
        person = str(delivery.target.id)
        own = state.seats_of(person)
        if not own:
            return None
        where = in_channel(await self._links.to(delivery.game, person, context.game))
        since = news_for(events, own, _called_until(context.game.posts_in(delivery.target)))
        seat = state.on_turn if state.on_turn in own else own[0]
        assert seat is not None
        if not context.people[person].text_board:
            shown = table_view(state)
            return turn_message(
                delivery.game,
                shown,
                since,
                texts,
                person=person,
                explained=not context.knows_moves,
                moves=standing_moves(since, events),
                **where,
            )
        view = seat_view(state, seat)
        is_secret = isinstance(view.rack, KnownRack) and len(state.seats_of(person)) == 1
        tiles = await own_order(self._people, delivery.game, view) if is_secret else ()
        return turn_in_words(delivery.game, view, since, texts, tiles=tiles, explained=not context.knows_moves, **where)

    async def _closing(
        self, delivery: Delivery, context: DeliveryContext, state: GameState, events: Sequence[Event], texts: Texts
    ) -> Message | None:
        """The end of the game for someone who plays by direct messages in words; None if it is shown there anyway."""
        own = state.seats_of(str(delivery.target.id))
        if not own or await self._sees_board(context.people[str(delivery.target.id)], context):
            return None
        news = news_for(events, own, _called_until(context.game.posts_in(delivery.target)))
        since = [event for event in news if not isinstance(event, SeatLeft)]  # the result says it
        return end_in_words(delivery.game, table_view(state), events, texts, since)

    async def _rack(self, delivery: Delivery, context: DeliveryContext, state: GameState) -> Message | None:
        seat = state.seat_of(str(delivery.target.id))
        if seat is None or len(state.seats_of(str(delivery.target.id))) > 1:
            return None
        reader = context.people[str(delivery.target.id)]
        told = _was_told_at_start(state) or _is_opened_by_computer(state)
        if await self._sees_board(reader, context) and (told or self._has_rack_on_board(context, state, reader.id)):
            return None
        if reader.text_board and reader.is_called_directly and state.on_turn == seat:
            return None  # the turn message shows it
        texts = await self._texts(delivery, context, state)
        where = in_channel(await self._links.to(delivery.game, str(delivery.target.id), context.game))
        # It follows the player's own move, when there is nothing to do, so it makes no sound. Its board is the newest.
        now = await self._games.load(delivery.game, context.game.summary)
        view = seat_view(now if now.seat_of(reader.id) == seat and now.seats[seat].in_play else state, seat)
        tiles = (
            await own_order(self._people, delivery.game, view, context.rack_order)
            if isinstance(view.rack, KnownRack)
            else None
        )
        return replace(rack_message(delivery.game, view, texts, tiles=tiles, lasting=True, **where), silent=True)

    async def _reminder(
        self, delivery: Delivery, context: DeliveryContext, view: TableView, event: Event, texts: Texts
    ) -> Message | None:
        """The reminder; None once the game has moved on."""
        now = await self._games.load(delivery.game, context.game.summary)
        if isinstance(event, LobbyQuiet):
            if not isinstance(now.phase, Lobby) or now.phase.asked != event.at:
                return None
            return await self._calling(quiet_lobby_message(delivery.game, view, texts), context)
        if not isinstance(event, Reminded) or now.turn != view.turn:
            return None
        in_private = delivery.target.kind is TargetKind.PERSON
        where = await self._links.to(delivery.game, str(delivery.target.id), context.game) if in_private else None
        message = reminder_message(delivery.game, view, event, texts, where["place"] if where else "")
        link = rows((Link(where["board_url"], texts.gettext("Go to the board")),)) if where else ()
        return replace(message, blocks=(*message.blocks, *link))

    async def _review(self, delivery: Delivery, view: TableView, texts: Texts) -> Message | None:
        """A shared page of a review; None if the review is being made anew."""
        turns, number = await self._reviews.turns(delivery.game), int(delivery.about)
        if not turns or number > len(turns):
            return None
        if number == WHOLE_GAME:
            return overview_message(delivery.game, view, turns, texts)
        before = await self._games.state_at(delivery.game, turns[number - 1].before)
        return turn_review_message(delivery.game, table_view(before), turns, number, texts)

    async def _chat(
        self, delivery: Delivery, context: DeliveryContext, view: TableView, texts: Texts
    ) -> Message | None:
        """The question whether a place takes part in the players' chat, or what another place answered."""
        news, about = read_about(delivery.about)
        server = await self._mailbox().server_name(about)
        links = {link.place.channel_id: link for link in await self._chats.links_of(delivery.game)}
        if delivery.kind is DeliveryKind.CHAT_NEWS:
            mine = links.get(delivery.target.id)
            message = chat_news_message(view, news, server, texts, mine.by if mine else None)
            return await self._calling(message, context) if message and mine else None
        if news is ChatNews.ASKED and delivery.target.id in links:
            return None
        in_private = await self._mailbox().is_private(delivery.target.id)
        return chat_question_message(delivery.game, view, news, server, texts, in_private=in_private)

    async def _invitation(self, delivery: Delivery, context: DeliveryContext, texts: Texts) -> Message | None:
        """An invitation for someone who is still awaited and would not see the lobby in its channel."""
        summary, person = context.game.summary, delivery.target.id
        state = await self._games.load(delivery.game, summary)
        if not any(one.id == str(person) for one in state.awaited):
            return None
        place, mailbox = summary.place, self._mailbox()
        if context.people[str(person)].notify != Notify.DIRECT:
            with refusals(), suppress(LookupError):
                if place.guild_id is not None and await mailbox.member(place.guild_id, person):
                    return None
        link = (await self._links.to(delivery.game, str(person), context.game))["board_url"]
        server = await mailbox.server_name(place.guild_id)
        return invitation_message(delivery.game, table_view(state), texts, link, server)

    async def _is_called(self, delivery: Delivery, context: DeliveryContext, state: GameState) -> bool:
        """Whether a person wants a direct message for this turn, and it is still their turn."""
        person = context.people[str(delivery.target.id)]
        if not person.is_called_directly or await self._sees_board(person, context):
            return False
        now = await self._games.load(delivery.game, context.game.summary)
        return now.turn == state.turn and now.on_turn == state.on_turn

    async def _notice(
        self, delivery: Delivery, context: DeliveryContext, state: GameState, event: Event, texts: Texts
    ) -> Message | None:
        if delivery.about:
            return called_message(delivery.game, delivery.about.partition("/")[0], texts)
        if delivery.target.kind is TargetKind.CHANNEL:
            if isinstance(event, SeatOffered):
                offer = offer_message(delivery.game, table_view(state), event, texts)
                return await self._calling(offer, context)
            if isinstance(event, Challenged):
                events = await self._games.events_until(delivery.game, delivery.upto)
                if _is_play_unseen(events, event, _shown(context.game.posts_in(delivery.target), delivery)):
                    return None
            host = None if isinstance(event, HostPassed) else await self._new_host(delivery, state)
            return notice_message(table_view(state), event, texts, host)
        seat = state.seat_of(str(delivery.target.id))
        if seat is None:
            return None
        view = seat_view(state, seat)
        where = await self._links.to(delivery.game, str(delivery.target.id), context.game)
        match event:
            case HostAsked():
                return questions_message(delivery.game, view, texts, **where)
            case HostAnswered(word=word):
                question = next((one for one in reversed(view.asked) if one.word == word), None)
                return answered_message(view, question, texts, **where) if question else None
            case _:
                return notice_message(view.table, event, texts)

    async def _new_host(self, delivery: Delivery, state: GameState) -> Person | None:
        """The player to whom an event of a running game passed the host's rights on."""
        before = await self._games.state_at(delivery.game, delivery.upto - 1)
        if before.host == state.host or state.host_seat is None or sum(seat.in_play for seat in state.seats) == 1:
            return None
        player = state.seats[state.host_seat].player
        return player if isinstance(player, Person) else None

    async def _calling(self, message: Message, context: DeliveryContext) -> Message:
        """The message, mentioning only people who want that; silent in a quiet channel or if no mention remains."""
        called = [person for person in message.mentions if await self._wants_mention(person, context)]
        quiet = context.channel is not None and context.channel.quiet
        return replace(message, mentions=tuple(called), silent=quiet or (bool(message.mentions) and not called))

    async def _wants_mention(self, person: str, context: DeliveryContext) -> bool:
        """Whether to mention a person: by choice, or because direct messages do not get through."""
        profile = context.people.get(person) or await self._people.person(person)
        if profile.is_called_directly:
            return profile.dm_closed_since is not None
        return profile.notify == Notify.MENTION


def _reader(delivery: Delivery, context: DeliveryContext) -> PersonProfile | None:
    """The only person who sees a delivery, in direct messages; None in the channel of a server."""
    summary, target = context.game.summary, delivery.target
    if target.kind is TargetKind.PERSON:
        return context.people[str(target.id)]
    if summary.place.guild_id is None and target.id == summary.place.channel_id:
        return context.people[summary.host]
    return next((one for one in context.people.values() if one.dm_channel == target.id), None)


def _looks(delivery: Delivery, context: DeliveryContext) -> Looks:
    """Settings for pictures: the reader's in direct messages, else the channel's."""
    looks = _reader(delivery, context) or context.channel
    assert looks
    return looks


def _is_edited(delivery: Delivery, context: DeliveryContext, state: GameState) -> bool:
    """Whether a delivery replaces the message before it."""
    if delivery.kind is DeliveryKind.BOARD:
        return state.is_demonstration or _is_living(delivery, context)
    if delivery.kind is DeliveryKind.CHAT_QUESTION:
        return not delivery.about.startswith(ChatNews.ASKED.value)
    return delivery.kind is DeliveryKind.LOBBY


def _is_living(delivery: Delivery, context: DeliveryContext) -> bool:
    """Whether a channel wants one board for each game, with a line for each move."""
    return delivery.kind is DeliveryKind.BOARD and context.channel is not None and context.channel.living


def _only_refresh(new: Sequence[Event], state: GameState) -> bool:
    """Whether events only change what the previous board shows."""
    return bool(new) and not any(is_shown_anew(event, state) for event in new)


def _to_tell(events: Sequence[Event], shown: int, state: GameState, before: int | None) -> Sequence[Event]:
    """The events not shown yet; if none of them needs a new board, all that the edited board tells, with these.

    `before` says up to which event the posts before that board have told the game.
    """
    anew = [number for number, event in enumerate(events[:shown]) if is_shown_anew(event, state)]
    if not anew or any(is_shown_anew(event, state) for event in events[shown:]):
        return events[shown:]
    last = anew[-1]
    if before is not None and before <= last:
        return events[before:]
    return [event for event in events if event.at >= events[last].at]


def _not_told_alone(events: Sequence[Event]) -> Sequence[Event]:
    """The events without those that have a message of their own; a challenge stays beside the play that it is about."""
    plays = set[int]()
    kept = list[Event]()
    for event in events:
        if isinstance(event, Played):
            plays.add(event.seat)
        if not isinstance(event, TOLD_ALONE) or (isinstance(event, Challenged) and event.seat in plays):
            kept.append(event)
    return kept


def _is_play_unseen(events: Sequence[Event], challenge: Challenged, shown: int) -> bool:
    """Whether nothing has shown the play of a challenge, so that the board tells both in order."""
    plays = [n for n, event in enumerate(events, 1) if isinstance(event, Played) and event.seat == challenge.seat]
    return bool(plays) and plays[-1] > shown


def _was_told_at_start(state: GameState) -> bool:
    """Whether someone alone with computer players has just been told the first rack, in the answer to Start."""
    return _is_alone(state) and state.latest is None and state.board.is_empty and state.turn == 1


def _is_opened_by_computer(state: GameState) -> bool:
    """Whether a computer player has made the first move against someone alone, whom the answer to Start shows it."""
    latest = state.latest
    return _is_alone(state) and state.turn == 2 and latest is not None and not state.seats[latest.seat].is_human


def _is_alone(state: GameState) -> bool:
    return sum(seat.is_human for seat in state.seats) == 1


def _standing(block: Block) -> Block:
    """The block; a picture becomes still, since its animation has been shown before."""
    return replace(block, still=True) if isinstance(block, Image) else block


def _watches(context: DeliveryContext, delivery: Delivery) -> bool:
    """Whether someone's direct messages show the boards of a game."""
    return delivery.target in context.game.targets


def _has_end(context: DeliveryContext, delivery: Delivery) -> bool:
    """Whether a person who both plays and watches has already been shown the end."""
    posts = context.game.posts_in(delivery.target) if delivery.target.kind is TargetKind.PERSON else ()
    return any(post.kind is DeliveryKind.END and post.sequence == delivery.upto for post in posts)


def _called_until(posts: Iterable[Post]) -> int:
    """The number of the last event that a call to someone's turn has told; 0 without one."""
    return max((post.sequence for post in posts if post.kind is DeliveryKind.TURN), default=0)


def _shown(posts: tuple[Post, ...], delivery: Delivery) -> int:
    """The number of the last event shown to the target."""
    boards = (DeliveryKind.BOARD, DeliveryKind.LOBBY, DeliveryKind.END)
    shown = [post.sequence for post in posts if post.kind in boards and post.sequence < delivery.upto]
    return max(shown, default=max(0, delivery.upto - TOLD_WITHOUT_POST))
