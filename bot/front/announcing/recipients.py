"""Who sees a delivery, in which language, and with which settings for pictures."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from bot.front.components.pictures import PictureSettings
from bot.front.posting.discord_errors import refusals
from bot.front.posting.mailbox import Mailbox
from bot.front.speech.languages import private_texts, public_texts
from bot.model.contexts import DeliveryContext
from bot.model.deliveries import Delivery, Target, TargetKind
from bot.model.profiles import PersonProfile, ServerProfile
from bot.service.ports import PermanentRefusal, TransientFailure
from bot.store.people import PeopleStore
from bot.text import Texts


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
