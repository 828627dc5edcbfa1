"""A message about a game without its pictures: the board in characters."""

from __future__ import annotations

from dataclasses import replace

from bot.front.presenter.answers import text_board_message
from bot.front.presenter.boards import BOARD_FILE
from bot.front.presenter.message import MOST_TEXT, Block, Image, Message, Text
from bot.text import Texts
from engine.game.views import TableView

_HEAD = 400
"""Characters left for a line that is added."""


def in_characters(message: Message, view: TableView, texts: Texts) -> Message:
    """The same with the board in characters; other pictures only repeat what the texts say, and are left out."""
    blocks: list[Block] = []
    for block in message.blocks:
        if not isinstance(block, Image):
            blocks.append(block)
        elif block.filename.startswith(BOARD_FILE.partition(".")[0]):
            blocks += _board(view, texts, MOST_TEXT - len(message.text) - _HEAD)
    return replace(message, blocks=tuple(blocks))


def without_files_note(texts: Texts) -> Text:
    """Says once why there is no picture, and who can change that."""
    return Text(
        "-# "
        + texts.gettext(
            "I may not attach files here, so I show the board in characters. A moderator can allow me *Attach Files* "
            "in this channel's permissions."
        )
    )


def _board(view: TableView, texts: Texts, room: int) -> list[Block]:
    """The board in characters; the list of its words only where there is room for it."""
    parts = [block for block in text_board_message(view, texts).blocks if isinstance(block, Text)]
    return [*parts] if sum(len(part.content) for part in parts) <= room else [*parts[:1]]
