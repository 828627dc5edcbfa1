"""What a message has to tell, and to whom: its events, who sees it, in which language, and with which pictures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from bot.front.components.layout import PictureSettings
from bot.front.posting.composers import Announcement
from bot.front.posting.discord_errors import refusals
from bot.front.posting.mailbox import Mailbox
from bot.front.posting.poster import Reaction
from bot.front.speech import private_texts, public_texts
from bot.model.changes import DeliveryContext
from bot.model.deliveries import Delivery, DeliveryKind, Target, TargetKind
from bot.model.profiles import PersonProfile, ServerProfile
from bot.service.ports import PermanentRefusal, TransientFailure
from bot.service.sending.fanout import TOLD_ALONE, is_shown_anew, news_for
from bot.store.people import PeopleStore
from bot.text import Texts
from bot.text.endcard import story_in
from engine.game.events import Challenged, Event, Loaded, Played, Withdrawn
from engine.game.history import history, is_bingo
from engine.game.state import GameState
from engine.game.story import Plot


def news_of(told: Announcement) -> Sequence[Event]:
    """The events that a board tells: those not shown yet, without those that have a message of their own.

    A failed challenge of a play that was shown has one, which is below that board.
    """
    new = not_told_alone(_to_tell(told.events, told.shown, told.state, told.context.before))
    return [one for one in new if not isinstance(one, Challenged) or not one.valid or is_play_unseen(one, told)]


def news_for_player(told: Announcement, seats: Sequence[int]) -> Sequence[Event]:
    """The events that a message to the player of these seats tells."""
    return news_for(told.events, seats, _called_until(told))


def _called_until(told: Announcement) -> int:
    """The number of the last event that a call to someone's turn has told; 0 without one."""
    return max((post.sequence for post in told.posts if post.kind is DeliveryKind.TURN), default=0)


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
    # A file tells its whole game at one instant.
    loaded = max((number for number, event in enumerate(events) if isinstance(event, Loaded)), default=0)
    return [event for event in events[loaded:] if event.at >= events[last].at]


def not_told_alone(events: Sequence[Event]) -> Sequence[Event]:
    """The events without those that have a message of their own; a challenge stays beside the play that it is about."""
    plays = set[int]()
    kept = list[Event]()
    for event in events:
        if isinstance(event, Played):
            plays.add(event.seat)
        if not isinstance(event, TOLD_ALONE) or (isinstance(event, Challenged) and event.seat in plays):
            kept.append(event)
    return kept


def only_refresh(new: Sequence[Event], state: GameState) -> bool:
    """Whether events only change what the previous board shows."""
    return bool(new) and not any(is_shown_anew(event, state) for event in new)


def cheer_of(told: Announcement, new: Sequence[Event]) -> Reaction | None:
    """What is remarkable for everyone in a server about a board or an end that tells of some events; None for nothing.

    A comeback comes before a bingo, and a bingo of a computer player is none.
    """
    server = told.context.server
    if told.delivery.target.kind is not TargetKind.CHANNEL or server is None or not server.cheers:
        return None
    if told.delivery.kind is DeliveryKind.END:
        story = story_in(told.view, history(told.events))
        if story and story.plot is Plot.COMEBACK:
            return Reaction.COMEBACK
    elif told.delivery.kind is not DeliveryKind.BOARD:
        return None
    if any(isinstance(event, Withdrawn) for event in new):
        return Reaction.CAUGHT
    plays = [event for event in new if isinstance(event, Played) and told.state.seats[event.seat].is_human]
    return Reaction.BINGO if any(is_bingo(event.placement, told.state.variant) for event in plays) else None


def is_play_unseen(challenge: Challenged, told: Announcement) -> bool:
    """Whether nothing has shown the play of a challenge, so that the board tells both in order."""
    plays = [n for n, event in enumerate(told.events, 1) if isinstance(event, Played) and event.seat == challenge.seat]
    return bool(plays) and plays[-1] > told.shown


class Recipients:
    """Knows who sees what. `mailbox` returns the mailbox of the client that is connected now."""

    def __init__(self, mailbox: Callable[[], Mailbox], people: PeopleStore) -> None:
        self._mailbox = mailbox
        self._people = people

    async def profile(self, person: str) -> PersonProfile:
        """The profile of a person."""
        return await self._people.person(person)

    async def texts(self, delivery: Delivery, context: DeliveryContext, game: str) -> Texts:
        """The texts for those who see a delivery; `game` is the language of the game's tiles."""
        if reader := reader_of(delivery, context):
            return private_texts(reader, game)
        return public_texts(game, context.channel, await self._server(delivery.target, context.server))

    async def texts_at(self, target: Target, game: str) -> Texts:
        """The texts for those who see a place."""
        if target.kind is TargetKind.PERSON:
            return private_texts(await self._people.person(str(target.id)), game)
        return public_texts(game, await self._people.channel(target.id), await self._server(target, None))

    async def _server(self, target: Target, known: ServerProfile | None) -> ServerProfile | None:
        """The settings of a channel's server; `known` if they are those, or if Discord has not named the server."""
        server = await self._mailbox().server_of(target.id)
        return known if server is None or (known and known.id == server) else await self._people.server(server)

    async def only_reader(self, target: Target, context: DeliveryContext) -> str | None:
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

    async def sees_board(self, person: PersonProfile, context: DeliveryContext) -> bool:
        """Whether a person's direct messages show the boards of the game."""
        home = context.game.summary.place
        shown = {target.id for target in context.game.targets if target.kind is TargetKind.CHANNEL}
        watched = person.id.isdecimal() and Target(TargetKind.PERSON, int(person.id)) in context.game.targets
        if watched or person.dm_channel in shown:
            return True
        return home.guild_id is None and home.channel_id in shown and await self._direct_channel(person) in shown

    async def _direct_channel(self, person: PersonProfile) -> int | None:
        """A person's channel of direct messages; None if Discord cannot tell now."""
        with suppress(PermanentRefusal, TransientFailure), refusals():
            return await self._mailbox().direct_channel(int(person.id))
        return None


def reader_of(delivery: Delivery, context: DeliveryContext) -> PersonProfile | None:
    """The only person who sees a delivery, in direct messages; None in the channel of a server."""
    summary, target = context.game.summary, delivery.target
    if target.kind is TargetKind.PERSON:
        return context.people[str(target.id)]
    if summary.place.guild_id is None and target.id == summary.place.channel_id:
        return context.people[summary.host]
    return next((one for one in context.people.values() if one.dm_channel == target.id), None)


def looks_of(delivery: Delivery, context: DeliveryContext) -> PictureSettings:
    """Settings for pictures: the reader's in direct messages, else the channel's."""
    looks = reader_of(delivery, context) or context.channel
    assert looks
    return looks
