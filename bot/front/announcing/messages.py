"""What a game tells: boards after each turn and the end, notices, and to players alone their turn and their tiles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from bot.front.announcing.recipients import Recipients, is_play_unseen, news_for_player, news_of
from bot.front.board.buttons import rows
from bot.front.board.endings import end_in_words, end_message, result_message
from bot.front.board.messages import (
    away_notice,
    board_message,
    channel_lost_message,
    claimed_message,
    notice_message,
    offer_message,
    reminder_message,
    settle_message,
    turn_in_words,
    turn_message,
    unreachable_message,
)
from bot.front.board.racks import own_order, rack_message
from bot.front.board.scenes import game_title, standing_moves
from bot.front.components.message import Link, Message, say
from bot.front.interaction.hooks import AtEnd
from bot.front.lobby.messages import quiet_lobby_message
from bot.front.play.challenges import answered_message, called_message, questions_message
from bot.front.posting.composers import Announcement, CardNotes, Composer
from bot.front.posting.game_links import GameLink, GameLinks, in_channel
from bot.model.deliveries import DeliveryKind, TargetKind
from bot.model.profiles import Notify
from bot.service.games import Games
from bot.service.sending.fanout import removed_by
from bot.store.people import PeopleStore
from bot.text import escape
from bot.text.receipts import removed_text
from bot.text.variants import rack_alt
from engine.game.events import (
    CameBack,
    Challenged,
    ClaimDue,
    Claimed,
    Event,
    HostAnswered,
    HostAsked,
    HostPassed,
    LobbyQuiet,
    Reminded,
    SeatLeft,
    SeatOffered,
    Started,
    TakenOver,
    WentAway,
)
from engine.game.phases import EndReason, Lobby, Over, Reminder
from engine.game.state import GameState, Person
from engine.game.views import seat_view
from engine.model.rules import DrawTiles
from engine.model.tiles import KnownRack


def board_composers(
    people: PeopleStore, recipients: Recipients, at_end: Iterable[AtEnd] = (), card_notes: Iterable[CardNotes] = ()
) -> Mapping[DeliveryKind, Composer]:
    """The composers of boards. `at_end` make further buttons for the end, `card_notes` what its card says besides."""
    return {
        DeliveryKind.BOARD: Composer(partial(_board, people, recipients), _is_edited),
        DeliveryKind.END: Composer(partial(_end, recipients, at_end, card_notes), closes_lobby),
    }


def _is_edited(told: Announcement) -> bool:
    return told.state.is_demonstration or is_living(told)


def closes_lobby(told: Announcement) -> bool:
    """Whether a game was called off before it began: that is said in its lobby, where people would look for it.

    A lobby that nobody has used is older, so its end has a message of its own.
    """
    phase, is_end = told.state.phase, told.delivery.kind is DeliveryKind.END
    was_closed = isinstance(phase, Over) and phase.reason is not EndReason.UNUSED
    return is_end and was_closed and not any(isinstance(event, Started) for event in told.events)


def is_living(told: Announcement) -> bool:
    """Whether a channel wants one board for each game, with a line for each move."""
    channel = told.context.channel
    return told.delivery.kind is DeliveryKind.BOARD and channel is not None and channel.living


# --- the board --------------------------------------------------------------------------------------------------------


async def _board(people: PeopleStore, recipients: Recipients, told: Announcement) -> Message:
    """The board of a channel, or of someone's direct messages: with the rack for a player who wants text only."""
    member, since = await recipients.only_reader(told.delivery.target, told.context), news_of(told)
    shown = board_message(
        told.game,
        told.view,
        since,
        told.texts,
        explained=not told.context.knows_moves,
        member=member,
        rack=await _rack_in_words(people, told, member) if member else "",
        moves=standing_moves(since, told.events),
    )
    return await told.calling(shown) if member is None else _calling_reader(shown, told, member)


async def _rack_in_words(people: PeopleStore, told: Announcement, member: str) -> str:
    """The tiles of the reader of a private board, empty if that does not say them."""
    seat = told.state.seat_of(member)
    if seat is None or not has_rack_on_board(told, member):
        return ""
    own = seat_view(told.state, seat)
    assert isinstance(own.rack, KnownRack)
    return rack_alt(own.rack, await own_order(people, told.game, own), told.texts)


def _calling_reader(shown: Message, told: Announcement, member: str) -> Message:
    """A private board, which mentions its reader unless that person wants silence."""
    people = told.context.people
    called = shown.mentions if member in people and people[member].notify != Notify.SILENT else ()
    silent = told.is_quiet or (bool(told.state.seats_of(member)) and not called)
    return replace(shown, mentions=called, silent=silent)


def has_rack_on_board(told: Announcement, person: str) -> bool:
    """Whether a private board says its reader's tiles, so that no other message has to.

    The first rack of someone alone with computer players is in the answer to Start.
    """
    state = told.state
    seat = state.seat_of(person)
    if seat is None or len(state.seats_of(person)) > 1 or not isinstance(state.seats[seat].rack, KnownRack):
        return False
    by_hand = state.rules.tabletop or state.rules.draw_tiles is DrawTiles.MANUAL
    return told.context.people[person].text_board and not by_hand and not was_told_at_start(state)


def was_told_at_start(state: GameState) -> bool:
    """Whether someone alone with computer players has just been told the first rack, in the answer to Start."""
    return is_alone(state) and state.latest is None and state.board.is_empty and state.turn == 1


def is_alone(state: GameState) -> bool:
    """Whether one person plays with computer players."""
    return sum(seat.is_human for seat in state.seats) == 1


# --- the end ----------------------------------------------------------------------------------------------------------


async def _end(
    recipients: Recipients, at_end: Iterable[AtEnd], card_notes: Iterable[CardNotes], told: Announcement
) -> Message | None:
    """The end; None for a person who both plays and watches and has already been shown it."""
    in_words = False
    if told.delivery.target.kind is TargetKind.PERSON:
        if any(post.kind is DeliveryKind.END and post.sequence == told.delivery.upto for post in told.posts):
            return None
        in_words = told.delivery.target not in told.context.game.targets
        if in_words and not await _hears_the_end(recipients, told):
            return None
    notes = [note for made in card_notes for note in await made(told)]
    if told.is_brief:
        return result_message(told.game, told.view, told.events, told.texts, at_end, notes)
    if not in_words:
        return end_message(told.game, told.view, told.events, told.texts, news_of(told), at_end, notes)
    own = told.state.seats_of(str(told.delivery.target.id))
    since = [event for event in news_for_player(told, own) if not isinstance(event, SeatLeft)]  # the result says it
    return end_in_words(told.game, told.view, told.events, told.texts, since, at_end, notes)


async def _hears_the_end(recipients: Recipients, told: Announcement) -> bool:
    """Whether a player by direct messages in words has to be told the end, which is not shown there anyway."""
    person = str(told.delivery.target.id)
    return bool(told.state.seats_of(person)) and not await recipients.sees_board(
        told.context.people[person], told.context
    )


def turn_composers(
    games: Games, people: PeopleStore, links: GameLinks, recipients: Recipients
) -> Mapping[DeliveryKind, Composer]:
    """The composers of what one player is told."""
    told = _Turns(games, people, links, recipients)
    return {DeliveryKind.TURN: Composer(told.turn), DeliveryKind.RACK: Composer(told.rack)}


@dataclass(frozen=True, slots=True)
class _Turns:
    games: Games
    people: PeopleStore
    links: GameLinks
    recipients: Recipients

    async def turn(self, told: Announcement) -> Message | None:
        """The board for the person whose turn it is; for people who want no pictures, a few sentences with the rack.

        It also goes to someone whose play was challenged, and to someone whose turn an undo has ended.
        """
        person = str(told.delivery.target.id)
        own = told.state.seats_of(person)
        if not own or not await self._is_called(told, person):
            return None
        where = await self._channel(told, person)
        since, explained = news_for_player(told, own), not told.context.knows_moves
        if told.context.people[person].text_board:
            return await self._turn_in_words(told, own, since, where)
        return turn_message(
            told.game,
            told.view,
            since,
            told.texts,
            person=person,
            explained=explained,
            moves=standing_moves(since, told.events),
            **where,
        )

    async def _is_called(self, told: Announcement, person: str) -> bool:
        """Whether a person wants a direct message for this turn, and it is still their turn."""
        profile = told.context.people[person]
        if not profile.is_called_directly or await self.recipients.sees_board(profile, told.context):
            return False
        now = await self.games.load(told.game, told.context.game.summary)
        return now.turn == told.state.turn and now.on_turn == told.state.on_turn

    async def _turn_in_words(
        self, told: Announcement, own: Sequence[int], since: Sequence[Event], where: GameLink
    ) -> Message:
        seat = told.state.on_turn if told.state.on_turn in own else own[0]
        assert seat is not None
        view, explained = seat_view(told.state, seat), not told.context.knows_moves
        is_secret = isinstance(view.rack, KnownRack) and len(own) == 1
        tiles = await own_order(self.people, told.game, view) if is_secret else ()
        return turn_in_words(told.game, view, since, told.texts, tiles=tiles, explained=explained, **where)

    async def rack(self, told: Announcement) -> Message | None:
        """A player's tiles; None if another message shows them, or if others see the screen too."""
        state, reader = told.state, told.context.people[str(told.delivery.target.id)]
        seat = state.seat_of(reader.id)
        if seat is None or len(state.seats_of(reader.id)) > 1:
            return None
        is_told = was_told_at_start(state) or _is_opened_by_computer(state) or has_rack_on_board(told, reader.id)
        if is_told and await self.recipients.sees_board(reader, told.context):
            return None
        if reader.text_board and reader.is_called_directly and state.on_turn == seat:
            return None  # the turn message shows it
        # It follows the player's own move, when there is nothing to do, so it makes no sound. Its board is the newest.
        now = await self.games.load(told.game, told.context.game.summary)
        view = seat_view(now if now.seat_of(reader.id) == seat and now.seats[seat].in_play else state, seat)
        is_known, order = isinstance(view.rack, KnownRack), told.context.rack_order
        tiles = await own_order(self.people, told.game, view, order) if is_known else None
        where = await self._channel(told, reader.id)
        return replace(rack_message(told.game, view, told.texts, tiles=tiles, lasting=True, **where), silent=True)

    async def _channel(self, told: Announcement, person: str) -> GameLink:
        return in_channel(await self.links.to(told.game, person, told.context.game))


def _is_opened_by_computer(state: GameState) -> bool:
    """Whether a computer player has made the first move against someone alone, whom the answer to Start shows it."""
    latest = state.latest
    return is_alone(state) and state.turn == 2 and latest is not None and not state.seats[latest.seat].is_human


def notice_composers(games: Games, links: GameLinks) -> Mapping[DeliveryKind, Composer]:
    """The composers of what is told besides boards."""
    return {
        DeliveryKind.NOTICE: Composer(partial(_notice, games, links)),
        DeliveryKind.READY: Composer(partial(_notice, games, links)),
        DeliveryKind.AWAY: Composer(_away),
        DeliveryKind.REMINDER: Composer(partial(_reminder, games, links)),
        DeliveryKind.UNREACHABLE: Composer(_unreachable),
    }


# --- single events ----------------------------------------------------------------------------------------------------


async def _notice(games: Games, links: GameLinks, told: Announcement) -> Message | None:
    if told.delivery.about:
        return called_message(told.game, told.delivery.about.partition("/")[0], told.texts)
    if told.delivery.target.kind is TargetKind.CHANNEL:
        return await _for_everyone(games, told)
    return await _for_player(links, told)


async def _for_everyone(games: Games, told: Announcement) -> Message | None:
    """The part of an event that anyone may know."""
    event = told.events[-1]
    if isinstance(event, SeatOffered):
        return await told.calling(offer_message(told.game, told.view, event, told.texts))
    if isinstance(event, Challenged) and is_play_unseen(event, told):
        return None
    host = None if isinstance(event, HostPassed) else await _new_host(games, told)
    return notice_message(told.view, event, told.texts, host)


async def _away(told: Announcement) -> Message:
    """Who has gone away or come back, and who else is away."""
    event = told.events[-1]
    assert isinstance(event, WentAway | CameBack)
    return away_notice(told.view, event, told.texts)


async def _new_host(games: Games, told: Announcement) -> Person | None:
    """The player to whom an event of a running game passed the host's rights on."""
    state, before = told.state, await games.state_at(told.game, told.delivery.upto - 1)
    if before.host == state.host or state.host_seat is None or sum(seat.in_play for seat in state.seats) == 1:
        return None
    player = state.seats[state.host_seat].player
    return player if isinstance(player, Person) else None


async def _for_player(links: GameLinks, told: Announcement) -> Message | None:
    """The part of an event for one player alone."""
    person, event = str(told.delivery.target.id), told.events[-1]
    if isinstance(event, SeatLeft | TakenOver) and removed_by(event, told.state) == person:
        link = await links.to(told.game, person, told.context.game)
        title = escape(game_title(told.view, told.texts))
        return say(removed_text(f"[{title}]({link['board_url']})", told.texts, by_host=event.by == told.state.host))
    seat = told.state.seat_of(person)
    if seat is None:
        return None
    view, texts = seat_view(told.state, seat), told.texts
    where = await links.to(told.game, person, told.context.game)
    match told.events[-1]:
        case HostAsked():
            return questions_message(told.game, view, texts, **where)
        case HostAnswered(word=word):
            question = next((one for one in reversed(view.asked) if one.word == word), None)
            return answered_message(view, question, texts, **where) if question else None
        case event:
            return notice_message(view.table, event, texts)


# --- reminders --------------------------------------------------------------------------------------------------------


async def _reminder(games: Games, links: GameLinks, told: Announcement) -> Message | None:
    """The reminder; None once the game has moved on."""
    event, now = told.events[-1], await games.load(told.game, told.context.game.summary)
    if isinstance(event, LobbyQuiet):
        if not isinstance(now.phase, Lobby) or now.phase.asked != event.at:
            return None
        return await told.calling(quiet_lobby_message(told.game, told.view, told.texts))
    if now.turn != told.state.turn or (isinstance(event, Reminded) and _is_unwanted(event, told)):
        return None
    return await _to_go_on(links, told, event)


def _is_unwanted(event: Reminded, told: Announcement) -> bool:
    """Whether the player on turn wants one reminder of a turn only, and this is the second."""
    player = told.state.seats[event.seat].player
    if event.reason is not Reminder.SOON or not isinstance(player, Person) or not player.member.isdecimal():
        return False
    return not told.context.people[player.member].last_reminder


async def _to_go_on(links: GameLinks, told: Announcement, event: Event) -> Message:
    """What somebody has to do, so that the game goes on; in private, with a link."""
    if told.delivery.target.kind is not TargetKind.PERSON:
        return _reminding(told, event)
    where = await links.to(told.game, str(told.delivery.target.id), told.context.game)
    message = _reminding(told, event, where["place"])
    link = rows((Link(where["board_url"], told.texts.gettext("Go to the board")),))
    return replace(message, blocks=(*message.blocks, *link))


def _reminding(told: Announcement, event: Event, place: str = "") -> Message:
    match event:
        case Claimed():
            return claimed_message(told.game, told.view, event, told.texts, place)
        case ClaimDue(by=by):
            return settle_message(told.game, told.view, by, told.texts, place)
        case _:
            assert isinstance(event, Reminded)
            return reminder_message(told.game, told.view, event, told.texts, place)


# --- out of reach -----------------------------------------------------------------------------------------------------


async def _unreachable(told: Announcement) -> Message:
    if told.delivery.target.kind is TargetKind.PERSON:
        return channel_lost_message(told.game, told.view, told.texts)
    return unreachable_message(told.view, told.delivery.about, told.texts)
