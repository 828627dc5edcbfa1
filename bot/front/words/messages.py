"""Word lists and meanings as messages, with what can be done next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.front.board.scenes import BOARD_ACCENT
from bot.front.components.buttons import Action, Actions
from bot.front.components.message import (
    MOST_LABEL,
    MOST_OPTIONS,
    Block,
    Button,
    Menu,
    Message,
    Option,
    Row,
    Text,
    Tone,
)
from bot.front.components.payloads import Nothing, OfLexicon, OfList, OfUpload, Whose
from bot.front.interaction.pressing import InputForm
from bot.service.rights import Right
from bot.text import Texts, escape
from bot.text.moves import word_text
from bot.text.names import shortened
from engine.model.tiles import Word

NEW_LIST: Final = Action("list_new", Nothing, Right.WORDS)
CHOOSE_LIST: Final = Action("list_choose", Nothing, Right.WORDS)
RENAME_LIST: Final = Action("list_rename", OfList, Right.WORDS)
ASK_DELETE_LIST: Final = Action("list_delete_ask", OfList, Right.WORDS)

NAME = "name"
"""The name of the forms' field."""


def _changer(about: OfUpload | OfLexicon) -> Right:
    return Right.WORDS if about.whose is Whose.SERVER else Right.ANYONE


REPLACE_WORDS: Final = Action("words_replace", OfUpload, _changer)
MERGE_WORDS: Final = Action("words_merge", OfUpload, _changer)
ASK_RESET_WORDS: Final = Action("words_reset_ask", OfLexicon, _changer)
RESET_WORDS: Final = Action("words_reset", OfLexicon, _changer)


def lists_page(told: str, own: Mapping[str, str], texts: Texts) -> Message:
    """The dictionaries of a server, by the id of each, for people who may change them."""
    options = tuple(Option(shortened(name, MOST_LABEL), key) for key, name in list(own.items())[:MOST_OPTIONS])
    menu = (Menu(CHOOSE_LIST.id(), texts.gettext("Rename or delete a dictionary"), options),) if options else ()
    new = Button(NEW_LIST.id(), texts.gettext("New dictionary"))
    return Message((Text(told), *menu, Row((new,))), accent=BOARD_ACCENT)


def list_page(key: str, name: str, texts: Texts) -> Message:
    """A dictionary of a server, to be renamed or deleted."""
    buttons = (
        Button(RENAME_LIST.id(key), texts.gettext("Rename")),
        Button(ASK_DELETE_LIST.id(key), texts.gettext("Delete"), Tone.DANGER),
    )
    return Message((Text(f"### {escape(name)}"), Row(buttons)), accent=BOARD_ACCENT)


def new_form(texts: Texts) -> InputForm:
    """Asks for the name of a new dictionary."""
    return InputForm(texts.gettext("New dictionary"), texts.gettext("Its name"), texts.gettext("Animals"), NAME)


def rename_form(texts: Texts) -> InputForm:
    """Asks for another name of a dictionary."""
    return InputForm(
        texts.gettext("Rename the dictionary"), texts.gettext("Its new name"), texts.gettext("Animals"), NAME
    )


def sent_message(upload: str, whose: Whose, question: str, texts: Texts) -> Message:
    """Asks what to do with the words of a file."""
    buttons = (
        Button(REPLACE_WORDS.id(upload, whose), texts.gettext("Replace"), Tone.DANGER),
        Button(MERGE_WORDS.id(upload, whose), texts.gettext("Add"), Tone.PRIMARY),
        Button(Actions.CANCEL.id(), texts.gettext("Cancel")),
    )
    return Message((Text(question), Row(buttons)))


def changes_message(lexicon: str, whose: Whose, told: str, texts: Texts) -> Message:
    """The changes of a list, with a button that undoes them."""
    reset = Button(ASK_RESET_WORDS.id(lexicon, whose), texts.gettext("Undo all changes"), Tone.DANGER)
    return Message((Text(told), Row((reset,))))


def meaning_message(game: str, told: str, words: Mapping[str, Word], chosen: str, texts: Texts) -> Message:
    """What a word played in a game means, with a menu of the others."""
    options = tuple(
        Option(shortened(word_text(word), MOST_LABEL), key, chosen=key == chosen)
        for key, word in list(words.items())[:MOST_OPTIONS]
    )
    blocks: list[Block] = [Text(told)]
    if len(options) > 1:
        blocks.append(Menu(Actions.MEANING_OF.id(game), texts.gettext("Another word"), options))
    return Message(tuple(blocks), accent=BOARD_ACCENT)
