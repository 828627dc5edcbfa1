"""Messages about the chat of a game's players: whether a place takes part, and what the others answered."""

from __future__ import annotations

from typing import Final, assert_never

from bot.features.chat.values import ChatNews
from bot.front.board.buttons import rows
from bot.front.board.scenes import BOARD_ACCENT, game_title
from bot.front.components.buttons import declare
from bot.front.components.message import Button, Message, Text, Tone
from bot.front.components.payloads import OfGame
from bot.service.rights import Right
from bot.text import Texts, escape
from engine.game.views import TableView

CHAT_ACCEPT: Final = declare("chat_accept", OfGame, Right.PLACE)
CHAT_REFUSE: Final = declare("chat_refuse", OfGame, Right.PLACE)


def chat_question_message(
    game: str, view: TableView, news: ChatNews, server: str, texts: Texts, *, in_private: bool
) -> Message:
    """The question whether a place takes part, or what its answer means for the players.

    `server` is where the others are, empty for direct messages; `in_private` says that only one person is asked.
    """
    title = f"**{escape(game_title(view, texts))}**"
    match news:
        case ChatNews.ASKED:
            buttons = (
                Button(CHAT_ACCEPT.id(game), texts.gettext("Accept"), Tone.SUCCESS),
                Button(CHAT_REFUSE.id(game), texts.gettext("Decline")),
            )
            words = _question(title, server, texts, in_private=in_private)
            return Message((Text(words), *rows(buttons)), accent=BOARD_ACCENT)
        case ChatNews.ACCEPTED:
            words = texts.gettext(
                "What the players of {game} write here is shown in the other places that have joined, and "
                "what they write is shown here. To leave, use `/game chat switch:off`.",
                game=title,
            )
        case ChatNews.REFUSED | ChatNews.ENDED:
            words = texts.gettext("What the players of {game} write stays here.", game=title)
        case _:
            assert_never(news)
    return Message((Text(words),), accent=BOARD_ACCENT, silent=True)


def _question(title: str, server: str, texts: Texts, *, in_private: bool) -> str:
    where = texts.gettext("Players of {game} elsewhere would like to chat with the players here.", game=title)
    if server:
        where = texts.gettext(
            "The players of {game} in {server} would like to chat with the players here.",
            game=title,
            server=escape(server),
        )
    who = (
        texts.gettext("If you accept, they see what you write here, and you see what they write.")
        if in_private
        else texts.gettext(
            "Once a moderator accepts for this channel, they see what this game's players write here, and "
            "you see what they write."
        )
    )
    return f"{where} {who}"


def chat_news_message(
    view: TableView, news: ChatNews, server: str, texts: Texts, asker: str | None = None
) -> Message | None:
    """What another place answered, for a place that takes part; `asker` is the id of the person who asked here."""
    place = escape(server) or texts.gettext("Someone in direct messages")
    facts = {"game": f"**{escape(game_title(view, texts))}**", "place": place}
    match news:
        case ChatNews.ACCEPTED:
            words = texts.gettext("{place} has joined the chat of {game}.", **facts)
        case ChatNews.REFUSED:
            words = texts.gettext("{place} has declined the chat of {game}.", **facts)
        case ChatNews.ENDED:
            words = texts.gettext("{place} has left the chat of {game}.", **facts)
        case ChatNews.ASKED:
            return None
        case _:
            assert_never(news)
    called = (asker,) if asker and asker.isdecimal() else ()
    text = f"<@{asker}> {words}" if called else words
    return Message((Text(text),), called, BOARD_ACCENT)
