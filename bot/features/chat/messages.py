"""Messages about the chat of a game's players: whether a place takes part, and what the others answered."""

from __future__ import annotations

from typing import Final

from bot.features.chat.text import news_text, place_text
from bot.features.chat.values import ChatNews
from bot.front.board.buttons import rows
from bot.front.board.scenes import BOARD_ACCENT, game_title
from bot.front.components.custom_ids import Action
from bot.front.components.message import Button, Message, Text, Tone
from bot.front.components.payloads import OfGame
from bot.service.rights import Right
from bot.text import Texts
from engine.game.views import TableView

CHAT_ACCEPT: Final = Action("chat_accept", OfGame, Right.PLACE)
CHAT_REFUSE: Final = Action("chat_refuse", OfGame, Right.PLACE)


def chat_question_message(
    game: str, view: TableView, news: ChatNews, server: str, texts: Texts, *, in_private: bool
) -> Message:
    """The question whether a place takes part, or what its answer means for the players.

    `server` is where the others are, empty for direct messages; `in_private` says that only one person is asked.
    """
    words = Text(place_text(game_title(view, texts), news, server, texts, in_private=in_private))
    if news is not ChatNews.ASKED:
        return Message((words,), accent=BOARD_ACCENT, silent=True)
    buttons = (
        Button(CHAT_ACCEPT.id(game), texts.gettext("Accept"), Tone.SUCCESS),
        Button(CHAT_REFUSE.id(game), texts.gettext("Decline")),
    )
    return Message((words, *rows(buttons)), accent=BOARD_ACCENT)


def chat_news_message(
    view: TableView, news: ChatNews, server: str, texts: Texts, asker: str | None = None
) -> Message | None:
    """What another place answered, for a place that takes part; `asker` is the id of the person who asked here."""
    words = news_text(game_title(view, texts), news, server, texts)
    if not words:
        return None
    called = (asker,) if asker and asker.isdecimal() else ()
    text = f"<@{asker}> {words}" if called else words
    return Message((Text(text),), called, BOARD_ACCENT)
