"""`/word`, which looks words up and changes word lists, and `/manage dictionary`."""

from __future__ import annotations

from functools import partial

from discord.app_commands import Choice
from discord.app_commands import locale_str as _

from bot.front.components.buttons import Actions
from bot.front.components.message import Message
from bot.front.components.payloads import Whose
from bot.front.interaction import choices
from bot.front.interaction.hooks import Front, SettingPage
from bot.front.interaction.pressing import Press, answers, edits, opens, with_press
from bot.front.interaction.request import Request
from bot.front.interaction.slash import UNDER_MANAGE, UNDER_WORD, CommandOption, group, slash
from bot.front.words import lists, lookups
from bot.front.words import lookups as messages
from bot.limits import Limit
from bot.service.rights import Right
from bot.text.games import own_lists_about, own_lists_title

_WORD = _("The word")
_WORDS = _("One word or several")
_WHOSE = [
    Choice(name=_("this server's"), value=Whose.SERVER.value),
    Choice(name=_("mine"), value=Whose.MINE.value),
]
_LIST_ABOUT = _("Whose words: this server's, or your own for games that you host")
_LIST = CommandOption(_LIST_ABOUT, choices=_WHOSE)
_LIST_TO_CHANGE = CommandOption(_LIST_ABOUT, choices=_WHOSE, needs={Whose.SERVER.value: Right.WORDS})
_LEXICON = CommandOption(_("The dictionary"), choices.single_lexicons)
_VARIANT = CommandOption(_("The variant whose letters the words use"), choices.variants)
_OWN = CommandOption(_("The dictionary"), choices.own_lists)

_CHANGES = (
    slash(
        lists.add,
        _("Let words count in new games"),
        Right.ANYONE,
        options={"words": _WORDS, "list": _LIST_TO_CHANGE, "lexicon": _LEXICON, "variant": _VARIANT},
    ),
    slash(
        lists.remove,
        _("Stop words counting in new games"),
        Right.ANYONE,
        options={"words": _WORDS, "list": _LIST_TO_CHANGE, "lexicon": _LEXICON, "variant": _VARIANT},
    ),
    slash(
        lists.send_list,
        _("Send a word list as a text file, one word per line"),
        Right.ANYONE,
        name="import",
        limit=Limit.IMPORTS,
        options={
            "file": _("The word list"),
            "how": CommandOption(
                _("Replace the existing words, or add to them"),
                choices=[Choice(name=_("replace"), value="replace"), Choice(name=_("add"), value="merge")],
            ),
            "list": _LIST_TO_CHANGE,
            "lexicon": _LEXICON,
            "variant": _VARIANT,
        },
    ),
    slash(
        lists.export,
        _("Get all words as a text file"),
        Right.ANYONE,
        limit=Limit.FILES,
        options={"list": _LIST, "lexicon": _LEXICON, "variant": _VARIANT},
    ),
    slash(
        lists.changed,
        _("See which words were added and removed"),
        Right.ANYONE,
        name="changes",
        options={"list": _LIST, "lexicon": _LEXICON},
    ),
    slash(lists.show_all, _("See which dictionaries games here can use"), Right.ANYONE, name="dictionaries"),
)
_DICTIONARY = group(
    "dictionary",
    _("Dictionaries of this server"),
    slash(
        lists.new,
        _("Make a dictionary of this server's own"),
        Right.WORDS,
        options={
            "name": _("Its name"),
            "copy": CommandOption(
                _("A dictionary whose words it starts with; none by default"), choices.single_lexicons
            ),
            "variant": _VARIANT,
            "language": CommandOption(_("The language of the words"), choices.tongues),
        },
    ),
    slash(
        lists.rename,
        _("Give a dictionary of this server another name"),
        Right.WORDS,
        options={"name": _OWN, "new": _("Its new name")},
    ),
    slash(
        lists.ask_delete, _("Delete a dictionary of this server"), Right.WORDS, name="delete", options={"name": _OWN}
    ),
)


async def _meaning_of(request: Request, press: Press, game: str) -> Message:
    """Explains the word chosen from those played."""
    return await lookups.meaning(request, game, press.value)


FRONT = Front(
    commands=(
        UNDER_WORD(
            slash(
                lookups.check,
                _("See whether a word is in the dictionary"),
                Right.ANYONE,
                options={"word": _("The word, or up to 10 words with spaces or commas between them")},
            ),
            slash(
                lookups.hooks,
                _("See which letters make a word longer, and where on the board it could go"),
                Right.ANYONE,
                options={"word": _WORD},
            ),
            slash(lookups.define, _("See what a word means"), Right.ANYONE, options={"word": _WORD}),
            slash(
                lookups.anagram,
                _("See which words your letters can make"),
                Right.ANYONE,
                options={"letters": _("The letters, ? for any")},
            ),
            *_CHANGES,
        ),
        UNDER_MANAGE(_DICTIONARY),
    ),
    buttons=(
        answers(Actions.MEANING, lookups.meaning),
        with_press(Actions.MEANING_OF, _meaning_of),
        edits(messages.REPLACE_WORDS, partial(lists.confirm, merge=False)),
        edits(messages.MERGE_WORDS, partial(lists.confirm, merge=True)),
        answers(messages.ASK_RESET_WORDS, lists.ask_reset),
        edits(messages.RESET_WORDS, lists.reset),
        edits(lists.DELETE_LIST, lists.delete),
        opens(messages.NEW_LIST, messages.new_form, lambda request, name: lists.new(request, name)),
        with_press(messages.CHOOSE_LIST, lambda request, press: lists.choose(request, press.value)),
        opens(messages.RENAME_LIST, messages.rename_form, lambda request, name, key: lists.rename(request, key, name)),
        answers(messages.ASK_DELETE_LIST, lambda request, key: lists.ask_delete(request, key)),
    ),
    server_pages=(
        SettingPage(
            name="dictionaries",
            title=own_lists_title,
            about=own_lists_about,
            state=lists.state,
            needs=Right.WORDS,
            page=lists.manage,
        ),
    ),
)
