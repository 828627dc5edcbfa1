"""What the places of a game are told about its chat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from bot.features.chat.chat import Chat, read_about
from bot.features.chat.messages import chat_news_message, chat_question_message
from bot.features.chat.values import ChatLink, ChatNews
from bot.front.components.message import Message
from bot.front.posting.composers import Announcement, Composer
from bot.front.posting.mailbox import Mailbox
from bot.model.deliveries import DeliveryKind


def chat_composers(chats: Chat, mailbox: Callable[[], Mailbox]) -> Mapping[DeliveryKind, Composer]:
    """The composers of this room. `mailbox` returns the mailbox of the client that is connected now."""
    return {
        DeliveryKind.CHAT_QUESTION: Composer(partial(_question, chats, mailbox), _is_answered),
        DeliveryKind.CHAT_NEWS: Composer(partial(_news, chats, mailbox)),
    }


def _is_answered(told: Announcement) -> bool:
    """Whether the place has answered its question, which the answer replaces."""
    return read_about(told.delivery.about)[0] is not ChatNews.ASKED


async def _question(chats: Chat, mailbox: Callable[[], Mailbox], told: Announcement) -> Message | None:
    """The question whether a place takes part in the players' chat; None if it does."""
    news, about = read_about(told.delivery.about)
    if news is ChatNews.ASKED and await _link(chats, told):
        return None
    server = await mailbox().server_name(about)
    in_private = await mailbox().is_private(told.delivery.target.id)
    return chat_question_message(told.game, told.view, news, server, told.texts, in_private=in_private)


async def _news(chats: Chat, mailbox: Callable[[], Mailbox], told: Announcement) -> Message | None:
    """What another place answered; None for a place that takes part no more."""
    news, about = read_about(told.delivery.about)
    mine = await _link(chats, told)
    if mine is None:
        return None
    message = chat_news_message(told.view, news, await mailbox().server_name(about), told.texts, mine.by)
    return await told.calling(message) if message else None


async def _link(chats: Chat, told: Announcement) -> ChatLink | None:
    """The part that the target takes in the chat."""
    links = await chats.links_of(told.game)
    return next((link for link in links if link.place.channel_id == told.delivery.target.id), None)
