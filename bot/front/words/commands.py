"""`/dictionary` with its subcommands and buttons, and the commands that look words up."""

from __future__ import annotations

from functools import partial

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.app_commands import locale_str as _

from bot.front.components.buttons import Actions
from bot.front.components.message import Message
from bot.front.components.payloads import Whose
from bot.front.interaction import choices
from bot.front.interaction.answering import answer, counted, progress_of
from bot.front.interaction.commands import needs
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import Pressed, answers, edits, with_press
from bot.front.interaction.request import Interaction, Request
from bot.front.words import lists, lookups, meanings, messages, named, single_words
from bot.limits import Limit
from bot.service.rights import Right

_WHOSE = [
    Choice(name=_("this server's"), value=Whose.SERVER.value),
    Choice(name=_("mine"), value=Whose.MINE.value),
]
_LIST = _("Whose words: this server's, or your own for games that you host")
_LEXICON = _("The dictionary")
_VARIANT = _("The variant whose letters the words use")


class DictionaryCommands(app_commands.Group):
    """The group `/dictionary`."""

    def __init__(self) -> None:
        super().__init__(name="dictionary", description=_("Add and remove words, import and export word lists"))

    @needs(Right.ANYONE, options={"list:server": Right.WORDS})
    @app_commands.command(description=_("Let words count in new games"))
    @app_commands.describe(words=_("One word or several"), list=_LIST, lexicon=_LEXICON, variant=_VARIANT)
    @app_commands.choices(list=_WHOSE)
    @app_commands.autocomplete(lexicon=choices.single_lexicons, variant=choices.variants)
    async def add(
        self,
        interaction: Interaction,
        words: str,
        list: str = "",  # noqa: A002
        lexicon: str = "",
        variant: str = "",
    ) -> None:
        """Adds words."""
        await answer(interaction, lambda request: single_words.add(request, words, list, lexicon, variant))

    @needs(Right.ANYONE, options={"list:server": Right.WORDS})
    @app_commands.command(description=_("Stop words counting in new games"))
    @app_commands.describe(words=_("One word or several"), list=_LIST, lexicon=_LEXICON, variant=_VARIANT)
    @app_commands.choices(list=_WHOSE)
    @app_commands.autocomplete(lexicon=choices.single_lexicons, variant=choices.variants)
    async def remove(
        self,
        interaction: Interaction,
        words: str,
        list: str = "",  # noqa: A002
        lexicon: str = "",
        variant: str = "",
    ) -> None:
        """Removes words."""
        await answer(interaction, lambda request: single_words.remove(request, words, list, lexicon, variant))

    @needs(Right.ANYONE, options={"list:server": Right.WORDS})
    @app_commands.command(name="import", description=_("Send a word list as a text file, one word per line"))
    @app_commands.describe(
        file=_("The word list"),
        how=_("Replace the words that are there, or add to them"),
        list=_LIST,
        lexicon=_LEXICON,
        variant=_VARIANT,
    )
    @app_commands.choices(
        how=[Choice(name=_("replace"), value="replace"), Choice(name=_("add"), value="merge")], list=_WHOSE
    )
    @app_commands.autocomplete(lexicon=choices.single_lexicons, variant=choices.variants)
    async def import_(
        self,
        interaction: Interaction,
        file: discord.Attachment,
        how: str = "",
        list: str = "",  # noqa: A002
        lexicon: str = "",
        variant: str = "",
    ) -> None:
        """Reads a word list."""
        progress = progress_of(interaction)
        work = counted(
            Limit.IMPORTS, lambda request: lists.send_list(request, file, how, list, lexicon, progress, variant)
        )
        await answer(interaction, work)

    @needs(Right.ANYONE)
    @app_commands.command(description=_("Get all words as a text file"))
    @app_commands.describe(list=_LIST, lexicon=_LEXICON, variant=_VARIANT)
    @app_commands.choices(list=_WHOSE)
    @app_commands.autocomplete(lexicon=choices.single_lexicons, variant=choices.variants)
    async def export(self, interaction: Interaction, list: str = "", lexicon: str = "", variant: str = "") -> None:  # noqa: A002
        """Hands out the words."""
        progress = progress_of(interaction)
        work = counted(Limit.FILES, lambda request: lists.export(request, list, lexicon, progress, variant))
        await answer(interaction, work)

    @needs(Right.ANYONE)
    @app_commands.command(name="list", description=_("See which words were added and removed"))
    @app_commands.describe(list=_LIST, lexicon=_LEXICON)
    @app_commands.choices(list=_WHOSE)
    @app_commands.autocomplete(lexicon=choices.single_lexicons)
    async def show(self, interaction: Interaction, list: str = "", lexicon: str = "") -> None:  # noqa: A002
        """Shows what was changed."""
        await answer(interaction, lambda request: lists.show(request, list, lexicon))

    @needs(Right.ANYONE)
    @app_commands.command(description=_("See which dictionaries games here can use"))
    async def names(self, interaction: Interaction) -> None:
        """Shows the dictionaries."""
        await answer(interaction, named.show_all)

    @needs(Right.WORDS)
    @app_commands.command(description=_("Make a dictionary of this server's own"))
    @app_commands.describe(
        name=_("Its name"),
        copy=_("A dictionary whose words it begins with; none by default"),
        variant=_("The variant whose letters the words use"),
        language=_("The language of the words"),
    )
    @app_commands.autocomplete(copy=choices.single_lexicons, variant=choices.variants, language=choices.tongues)
    async def new(
        self, interaction: Interaction, name: str, copy: str = "", variant: str = "", language: str = ""
    ) -> None:
        """Makes a dictionary."""
        await answer(interaction, lambda request: named.make(request, name, copy, variant, language))

    @needs(Right.WORDS)
    @app_commands.command(description=_("Give a dictionary of this server another name"))
    @app_commands.describe(name=_("The dictionary"), new=_("Its new name"))
    @app_commands.autocomplete(name=choices.own_lists)
    async def rename(self, interaction: Interaction, name: str, new: str) -> None:
        """Renames a dictionary."""
        await answer(interaction, lambda request: named.rename(request, name, new))

    @needs(Right.WORDS)
    @app_commands.command(description=_("Delete a dictionary of this server"))
    @app_commands.describe(name=_("The dictionary"))
    @app_commands.autocomplete(name=choices.own_lists)
    async def delete(self, interaction: Interaction, name: str) -> None:
        """Asks whether to delete a dictionary."""
        await answer(interaction, lambda request: named.ask_delete(request, name))


@needs(Right.ANYONE)
@app_commands.command(description=_("See whether a word is in the dictionary"))
@app_commands.describe(word=_("The word, or up to 10 words with spaces or commas between them"))
async def check(interaction: Interaction, word: str) -> None:
    """Looks a word up."""
    await answer(interaction, lambda request: lookups.check(request, word))


@needs(Right.ANYONE)
@app_commands.command(description=_("See which letters make a word longer, and where on the board it could go"))
@app_commands.describe(word=_("The word"))
async def hooks(interaction: Interaction, word: str) -> None:
    """Lists the places of a word."""
    await answer(interaction, lambda request: lookups.hooks(request, word))


@needs(Right.ANYONE)
@app_commands.command(description=_("See what a word means"))
@app_commands.describe(word=_("The word"))
async def define(interaction: Interaction, word: str) -> None:
    """Explains a word."""
    await answer(interaction, lambda request: lookups.define(request, word))


@needs(Right.ANYONE)
@app_commands.command(description=_("See which words your letters can make"))
@app_commands.describe(letters=_("The letters, ? for any"))
async def anagram(interaction: Interaction, letters: str) -> None:
    """Finds the words that letters make."""
    await answer(interaction, lambda request: lookups.anagram(request, letters))


async def _meaning_of(request: Request, press: Pressed, game: str) -> Message:
    """Explains the word chosen from those played."""
    return await meanings.meaning(request, game, press.value)


FRONT = Front(
    commands=(DictionaryCommands(), check, hooks, define, anagram),
    buttons=(
        answers(Actions.MEANING, meanings.meaning),
        with_press(Actions.MEANING_OF, _meaning_of),
        edits(messages.REPLACE_WORDS, partial(lists.confirm, merge=False)),
        edits(messages.MERGE_WORDS, partial(lists.confirm, merge=True)),
        answers(messages.ASK_RESET_WORDS, lists.ask_reset),
        edits(messages.RESET_WORDS, lists.reset),
        edits(named.DELETE_LIST, named.delete),
    ),
)
