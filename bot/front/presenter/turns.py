"""The direct message that tells somebody whose turn it is, with everything needed to play from there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.front.ids import button_id
from bot.front.presenter.answers import text_board_message
from bot.front.presenter.boards import board_message
from bot.front.presenter.buttons import Action, rows
from bot.front.presenter.message import MOST_TEXT, Block, Button, Image, Link, Message, Row, Text
from bot.front.presenter.scenes import game_title
from bot.text import Texts, escape
from engine.game.events import Event
from engine.game.views import TableView

_HEAD = 200
"""Characters left for the first line."""


def turn_message(
    game: str,
    view: TableView,
    since: Iterable[Event],
    texts: Texts,
    *,
    place: str = "",
    board_url: str = "",
    as_text: bool = False,
) -> Message:
    """The board for the person whose turn it is; `since` are the events to be told.

    `place` is the game's channel in Discord's markdown, `board_url` the way to its newest board. `as_text` shows the
    board in characters.
    """
    shown = board_message(game, view, since, texts)
    title = f"**{escape(game_title(view, texts))}**"
    head = texts.gettext("It is your turn in {game}.", game=f"{title}, {place}" if place else title)
    blocks: list[Block] = [Text(head)]
    for block in shown.blocks:
        blocks += _as_text(view, texts, shown) if as_text and isinstance(block, Image) else [block]
    compose = Button(button_id(Action.COMPOSE, game), texts.gettext("Compose"))
    link = (Link(board_url, texts.gettext("To the board")),) if board_url else ()
    kept = [block for block in blocks if not isinstance(block, Row)]
    return replace(shown, blocks=(*kept, *rows((*shown.buttons, compose, *link))), mentions=())


def _as_text(view: TableView, texts: Texts, shown: Message) -> list[Block]:
    """The board in characters; the list of its words only where there is room for it."""
    parts = [block for block in text_board_message(view, texts).blocks if isinstance(block, Text)]
    room = MOST_TEXT - len(shown.text) - _HEAD
    return [*parts] if sum(len(part.content) for part in parts) <= room else [*parts[:1]]
