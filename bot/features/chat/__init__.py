"""Chat between the places of a game that have accepted it."""

from __future__ import annotations

from dataclasses import dataclass

from bot.features.chat.chat import Chat
from bot.features.chat.store import ChatStore
from bot.features.chat.text import WORDINGS
from bot.front.feature import BotProcess, Feature, Hooks
from bot.service.listeners import Listeners
from bot.service.sending.budget import Budget


@dataclass(frozen=True, slots=True)
class ChatServices:
    """What the actions of chat use."""

    chat: Chat
    budget: Budget


def _hooks(bot: BotProcess) -> Hooks:
    from bot.features.chat.commands import chat_composers

    chat = Chat(ChatStore(bot.store.database), bot.games, bot.clock)
    return Hooks(
        services=(ChatServices(chat, bot.budget),),
        listeners=Listeners(shown=(chat.shown,), hidden=(chat.hidden,)),
        composers=chat_composers(chat, bot.mailbox),
    )


FEATURE = Feature(bot=_hooks, wordings=WORDINGS)
