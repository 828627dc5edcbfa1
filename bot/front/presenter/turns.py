"""The direct message that tells somebody whose turn it is, with everything needed to play from there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.front.ids import button_id
from bot.front.presenter.boards import board_message
from bot.front.presenter.buttons import Action, rows
from bot.front.presenter.characters import in_characters
from bot.front.presenter.message import Button, Link, Message, Row, Text
from bot.front.presenter.scenes import game_title
from bot.text import Texts, escape
from engine.game.events import Event
from engine.game.views import TableView


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
    if as_text:
        shown = in_characters(shown, view, texts)
    title = f"**{escape(game_title(view, texts))}**"
    head = texts.gettext("It is your turn in {game}.", game=f"{title}, {place}" if place else title)
    compose = Button(button_id(Action.COMPOSE, game), texts.gettext("Compose"))
    link = (Link(board_url, texts.gettext("To the board")),) if board_url else ()
    kept = [block for block in shown.blocks if not isinstance(block, Row)]
    return replace(shown, blocks=(Text(head), *kept, *rows((*shown.buttons, compose, *link))), mentions=())
