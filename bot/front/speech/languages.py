"""Which language the bot speaks to whom: the only place that decides.

What one person alone sees (private answers, direct messages, forms, values on offer) is in the language that the person
has chosen in `/settings mine`, else in that of their Discord. What everyone in a channel sees is in the language that
the channel has chosen, else the server, else in that of the game; a language without a catalogue is passed over. The
catalogue is the nearest one, and without any, English (`bot.text.texts_for`).
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict

from bot.model.games import Place
from bot.model.profiles import ChannelProfile, PersonProfile, ServerProfile
from bot.store.people import PeopleStore
from bot.text import Texts, nearest, texts_for

FORM_SECONDS = 0.5
"""Seconds that a form may wait for the database: Discord waits three for the form."""
MOST_REMEMBERED = 10_000

_log = logging.getLogger(__name__)


def private_texts(person: PersonProfile, otherwise: str | None = None) -> Texts:
    """The texts for what one person alone sees; `otherwise` applies while their language is unknown."""
    return texts_for(person.language or person.locale or otherwise)


def public_texts(game: str | None, channel: ChannelProfile | None, server: ServerProfile | None) -> Texts:
    """The texts for what everyone in a channel sees. `game` is the language of a game's tiles, None without a game."""
    wanted = (channel and channel.speaks, server and server.locale, game)
    return texts_for(next((one for one in wanted if one and nearest(one)), None))


async def texts_in(place: Place, reader: str, people: PeopleStore, game: str | None = None) -> Texts:
    """The texts for those who see a place; `reader` is the id of the only one in direct messages."""
    if place.guild_id is None:
        return private_texts(await people.person(reader), game)
    return public_texts(game, await people.channel(place.channel_id), await people.server(place.guild_id))


class ChosenLanguages:
    """The languages that people have chosen over Discord's, as their latest requests found them.

    Forms and values on offer must appear at once, before a request reads anything.
    """

    def __init__(self) -> None:
        self._chosen: OrderedDict[str, str | None] = OrderedDict()

    def note(self, person: PersonProfile) -> None:
        """Remember the choice of a person whose profile was just read."""
        self._chosen[person.id] = person.language
        self._chosen.move_to_end(person.id)
        while len(self._chosen) > MOST_REMEMBERED:
            self._chosen.popitem(last=False)

    def now(self, person: str, locale: str) -> Texts:
        """The texts for a person with that Discord language, as far as the choice is remembered."""
        return texts_for(self._chosen.get(person) or locale)

    async def of(self, person: str, locale: str, people: PeopleStore) -> Texts:
        """The texts for a person with that Discord language; reads the choice if it is not remembered.

        If the database is slow, Discord's language must do.
        """
        if person not in self._chosen:
            try:
                async with asyncio.timeout(FORM_SECONDS):
                    self.note(await people.person(person))
            except TimeoutError:
                _log.info("a form or an offer did not wait for the language of its reader")
        return self.now(person, locale)
