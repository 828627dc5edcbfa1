"""Which language the bot speaks to whom, and the names of commands in it."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from pathlib import Path

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as At

from bot.model.games import Place
from bot.model.profiles import ChannelProfile, PersonProfile, ServerProfile
from bot.store.people import PeopleStore
from bot.text import Texts, nearest, texts_for

FORM_SECONDS = 0.5
"""Seconds that a form may wait for the database: Discord waits three for the form."""
MOST_REMEMBERED = 10_000

LOG = logging.getLogger(__name__)


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
                LOG.info("a form or an offer did not wait for the language of its reader")
        return self.now(person, locale)


MENU_ENTRY = "menu entry"
_COMMAND, _OPTION, _DESCRIPTION = "command name", "option name", "description"
_CONTEXTS = {
    At.command_name: _COMMAND,
    At.group_name: _COMMAND,
    At.parameter_name: _OPTION,
    At.command_description: _DESCRIPTION,
    At.group_description: _DESCRIPTION,
    At.parameter_description: _DESCRIPTION,
    At.choice_name: "choice",
}


def message_context(context: app_commands.TranslationContextTypes) -> str:
    """The context of a command's text in the catalogues, which keeps it apart from the same word in a sentence."""
    return MENU_ENTRY if isinstance(context.data, app_commands.ContextMenu) else _CONTEXTS[context.location]


def command_name(name: str, texts: Texts) -> str:
    """A command's full name, such as "game new", as people of a language see it in Discord."""
    return " ".join(texts.pgettext(_COMMAND, word) for word in name.split())


def description(about: str, texts: Texts) -> str:
    """The description of a command or an option as people of a language see it in Discord."""
    return texts.pgettext(_DESCRIPTION, about)


class CatalogueTranslator(app_commands.Translator):
    """Implements discord.py's translator. The base is English; what a catalogue lacks stays English.

    `folder` contains the catalogues; None means the bot's own.
    """

    def __init__(self, folder: Path | None = None) -> None:
        super().__init__()
        self.folder = folder
        self._texts: dict[str, Texts | None] = {}

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """The text in a language, None if it is not translated."""
        if locale.value not in self._texts:  # discord.py asks for each text in each language that Discord has
            self._texts[locale.value] = self._texts_in(locale.value)
        if (texts := self._texts[locale.value]) is None:
            return None
        told = texts.pgettext(message_context(context), string.message)
        return None if told == string.message else told

    def _texts_in(self, locale: str) -> Texts | None:
        is_known = not locale.startswith("en") and nearest(locale, self.folder) is not None
        return texts_for(locale, self.folder) if is_known else None


class RememberingTranslator(app_commands.Translator):
    """Translates nothing, but remembers each text that discord.py asks for: context, text and module."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: dict[tuple[str, str], set[str]] = {}
        self._module = ""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """Remember the text and return None."""
        self._module = _module_of(context.data) or self._module
        if locale is discord.Locale.german:  # each text is asked for once per language
            self.texts.setdefault((message_context(context), string.message), set()).add(self._module)
        return None


def _module_of(data: object) -> str | None:
    """The module that declares a command, group or menu entry; None for an option or a choice."""
    return (
        data.module if isinstance(data, app_commands.Command | app_commands.Group | app_commands.ContextMenu) else None
    )
