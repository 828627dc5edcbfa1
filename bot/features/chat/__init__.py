"""Chat between the places of a game that have accepted it."""

from __future__ import annotations

from collections.abc import Mapping

from bot.features.chat.chat import Chat
from bot.features.chat.refusals import WORDINGS
from bot.features.chat.store import ChatStore
from bot.front.feature import BotProcess, ByClass, Feature
from bot.front.interaction.room import FrontRoom
from bot.front.posting.composers import Composer
from bot.model.deliveries import DeliveryKind


def _front() -> FrontRoom:
    from bot.features.chat.commands import FRONT

    return FRONT


def _services(bot: BotProcess) -> ByClass:
    return {Chat: Chat(ChatStore(bot.store.database), bot.games, bot.clock)}


def _composers(bot: BotProcess) -> Mapping[DeliveryKind, Composer]:
    from bot.features.chat.announcements import chat_composers

    return chat_composers(bot.service(Chat), bot.mailbox)


ROOM = Feature(front=_front, wordings=WORDINGS, services=_services, composers=_composers)
