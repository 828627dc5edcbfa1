"""Names and descriptions of commands in each language, from the same catalogues as everything else."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as At

from bot.text import languages, texts_for

LONGEST_DESCRIPTION = 100
LONGEST_NAME = 32
_NAMES = frozenset({At.command_name, At.group_name, At.parameter_name})


class CatalogueTranslator(app_commands.Translator):
    """Implements discord.py's translator. The base is English; what a catalogue lacks stays English."""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """The text in a language, None if it is not translated."""
        language = locale.value.split("-")[0]
        if language == "en" or language not in languages():
            return None
        told = texts_for(locale.value).gettext(string.message)
        if told == string.message:
            return None
        if isinstance(context.data, app_commands.ContextMenu):
            return told[:LONGEST_NAME]
        return _as_name(told) if context.location in _NAMES else told[:LONGEST_DESCRIPTION]


def _as_name(text: str) -> str:
    """A text as Discord accepts it as the name of a command or option: lower case, no spaces, at most 32 letters."""
    return text.lower().replace(" ", "-")[:LONGEST_NAME]
