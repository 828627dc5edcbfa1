"""Names and descriptions of commands in each language, from the same catalogues as everything else."""

from __future__ import annotations

from pathlib import Path

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as At

from bot.text import Texts, nearest, texts_for

MENU_ENTRY = "menu entry"
_CONTEXTS = {
    At.command_name: "command name",
    At.group_name: "command name",
    At.parameter_name: "option name",
    At.command_description: "description",
    At.group_description: "description",
    At.parameter_description: "description",
    At.choice_name: "choice",
}


def message_context(context: app_commands.TranslationContextTypes) -> str:
    """The context of a command's text in the catalogues, which keeps it apart from the same word in a sentence."""
    return MENU_ENTRY if isinstance(context.data, app_commands.ContextMenu) else _CONTEXTS[context.location]


def as_shown(name: str, about: str, texts: Texts) -> tuple[str, str]:
    """A command's full name and its description, as Discord shows them in a language."""
    words = (texts.pgettext(_CONTEXTS[At.command_name], word) for word in name.split())
    return " ".join(words), texts.pgettext(_CONTEXTS[At.command_description], about)


class CatalogueTranslator(app_commands.Translator):
    """Implements discord.py's translator. The base is English; what a catalogue lacks stays English.

    `folder` contains the catalogues; None means the bot's own.
    """

    def __init__(self, folder: Path | None = None) -> None:
        super().__init__()
        self._folder = folder

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """The text in a language, None if it is not translated."""
        if locale.value.startswith("en") or nearest(locale.value, self._folder) is None:
            return None
        told = texts_for(locale.value, self._folder).pgettext(message_context(context), string.message)
        return None if told == string.message else told


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
