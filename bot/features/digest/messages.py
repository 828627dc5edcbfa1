"""The message of a digest, with a picture of its best play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.features.digest.text import heading, highlight_lines
from bot.features.digest.values import Highlights
from bot.front.board.scenes import BOARD_ACCENT, board_image, board_scene
from bot.front.components.message import MOST_TEXT, Block, Image, Message, Text
from bot.text import Texts
from bot.text.names import shortened
from engine.game.views import TableView


def digest_message(found: Highlights | None, added: Sequence[str], board: TableView | None, texts: Texts) -> Message:
    """What stands out, the `board` after the best play, and what features have `added`. It makes no sound."""
    told = "\n".join((heading(texts), *(highlight_lines(found, texts) if found else ())))
    picture = (_picture(board, texts),) if board else ()
    rest = shortened("\n\n".join(added), MOST_TEXT - len(told) - 1)
    blocks: tuple[Block, ...] = (Text(told), *picture, *((Text(rest),) if rest else ()))
    return Message(blocks, accent=BOARD_ACCENT, silent=True)


def _picture(view: TableView, texts: Texts) -> Image:
    """The board alone: whose game it was is told, and its score then says nothing now."""
    scene = replace(board_scene(view, texts), title="", pool="", status="", seats=(), facts=())
    return replace(board_image(view, texts, scored=False), scene=scene, is_told=True, still=True)
