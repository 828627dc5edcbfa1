"""The themes of pictures as messages: a menu of all, and each as a picture with what can be done with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.front.board.scenes import BOARD_ACCENT
from bot.front.components.custom_ids import Action
from bot.front.components.message import Button, Image, Menu, Message, Option, Row, Text, Tone
from bot.front.components.payloads import Nothing, OfTheme
from bot.front.settings.messages import SAMPLE_FILE, sample_scene
from bot.model.themefile import BUNDLED, ThemeFile
from bot.render import ScoreRow, SquareFace, Style
from bot.service.rights import Right
from bot.text import Texts, escape
from bot.text.settings import sample_alt, sample_status, theme_about, theme_title, themes_text

SHOW_THEME: Final = Action("theme_show", Nothing, Right.ANYONE)
LIST_THEMES: Final = Action("theme_list", Nothing, Right.ANYONE)
EXPORT_THEME: Final = Action("theme_export", OfTheme, Right.ANYONE)
DELETE_THEME: Final = Action("theme_delete", OfTheme, Right.MODERATOR)

_MORE = {
    1: SquareFace("3L", letter_factor=3),
    3: SquareFace("4L", letter_factor=4),
    5: SquareFace("4W", word_factor=4),
    13: SquareFace("+5", points=5),
    15: SquareFace(is_start=True),
    17: SquareFace("3W", word_factor=3),
    19: SquareFace("5L", letter_factor=5),
    20: SquareFace("5W", word_factor=5),
}


def list_message(files: Sequence[ThemeFile], texts: Texts) -> Message:
    """All themes, with a menu that shows one."""
    named = [(theme_title(file.name, texts), theme_about(file.name, file.about, texts)) for file in files]
    options = tuple(Option(title, file.name, about) for file, (title, about) in zip(files, named, strict=True))
    menu = Menu(SHOW_THEME.id(), texts.gettext("Show a theme"), options)
    return Message((Text(themes_text(named, texts)), menu), accent=BOARD_ACCENT)


def theme_message(file: ThemeFile, texts: Texts, *, may_delete: bool) -> Message:
    """A theme's picture, and what can be done with it."""
    title, about = theme_title(file.name, texts), theme_about(file.name, file.about, texts)
    seats = (ScoreRow("Ada", "42", is_turn=True), ScoreRow("Bruno", "37"))
    scene = replace(sample_scene(more=_MORE), status=sample_status(texts), seats=seats)
    image = Image(scene, SAMPLE_FILE, sample_alt(texts, title), style=Style(file.theme), is_told=True)
    buttons = [Button(EXPORT_THEME.id(file.name), texts.gettext("Export"))]
    if file.name not in BUNDLED and may_delete:
        buttons.append(Button(DELETE_THEME.id(file.name), texts.gettext("Delete"), Tone.DANGER))
    buttons.append(Button(LIST_THEMES.id(), texts.gettext("All themes")))
    heading = "\n".join((f"### {escape(title)}", *([escape(about)] if about else [])))
    return Message((Text(heading), image, Row(tuple(buttons))), accent=BOARD_ACCENT)
