"""What is told besides boards: single events, reminders, and that someone or somewhere is out of reach."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from bot.front.announcing.news import is_play_unseen
from bot.front.board.buttons import rows
from bot.front.board.notice_messages import (
    channel_lost_message,
    claimed_message,
    notice_message,
    offer_message,
    reminder_message,
    settle_message,
    unreachable_message,
)
from bot.front.components.message import Link, Message
from bot.front.lobby.messages import quiet_lobby_message
from bot.front.play.messages import answered_message, called_message, questions_message
from bot.front.posting.composers import Announcement, Composer
from bot.front.posting.game_links import GameLinks
from bot.model.deliveries import DeliveryKind, TargetKind
from bot.service.games import Games
from engine.game.events import (
    Challenged,
    ClaimDue,
    Claimed,
    Event,
    HostAnswered,
    HostAsked,
    HostPassed,
    LobbyQuiet,
    Reminded,
    SeatOffered,
)
from engine.game.phases import Lobby, Reminder
from engine.game.state import Person
from engine.game.views import seat_view


def notice_composers(games: Games, links: GameLinks) -> Mapping[DeliveryKind, Composer]:
    """The composers of what is told besides boards."""
    return {
        DeliveryKind.NOTICE: Composer(partial(_notice, games, links)),
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


async def _new_host(games: Games, told: Announcement) -> Person | None:
    """The player to whom an event of a running game passed the host's rights on."""
    state, before = told.state, await games.state_at(told.game, told.delivery.upto - 1)
    if before.host == state.host or state.host_seat is None or sum(seat.in_play for seat in state.seats) == 1:
        return None
    player = state.seats[state.host_seat].player
    return player if isinstance(player, Person) else None


async def _for_player(links: GameLinks, told: Announcement) -> Message | None:
    """The part of an event for one player alone."""
    person = str(told.delivery.target.id)
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
            return claimed_message(told.view, event, told.texts, place)
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
