"""Messages where files may not be attached: boards in characters."""

from __future__ import annotations

from dataclasses import replace

from bot.front.board.answers import grid_message
from bot.front.board.scenes import BOARD_FILE
from bot.front.components.message import MOST_TEXT, Block, Image, Message, Text
from bot.text import Texts, cast_of
from bot.text.boards import counts_line
from bot.text.out_of_reach import no_files
from engine.game.phases import Over
from engine.game.views import TableView

_HEAD = 400
"""Characters kept free for an added line."""


def in_characters(message: Message, view: TableView, texts: Texts) -> Message:
    """The message with its board in characters, and the words of other pictures; the rest repeat the texts."""
    blocks: list[Block] = []
    for block in message.blocks:
        if not isinstance(block, Image):
            blocks.append(block)
        elif block.words:
            blocks.append(Text(block.words))
        elif block.filename.startswith(BOARD_FILE.partition(".")[0]):
            counts = "" if isinstance(view.phase, Over) else counts_line(view, cast_of(view), texts)
            blocks += _grid(view, texts, MOST_TEXT - len(message.text) - len(counts) - _HEAD)
            blocks += [Text(counts)] if counts else []
    return replace(message, blocks=tuple(blocks))


def without_files_note(texts: Texts) -> Text:
    """Says once why there is no picture and who can change that."""
    return Text(no_files(texts))


def _grid(view: TableView, texts: Texts, room: int) -> list[Block]:
    """The board in characters, with the list of its words if there is room."""
    parts = [block for block in grid_message(view, texts).blocks if isinstance(block, Text)]
    return [*parts] if sum(len(part.content) for part in parts) <= room else [*parts[:1]]
