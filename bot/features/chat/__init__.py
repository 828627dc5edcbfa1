"""Chat between the places of a game that have accepted it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from bot.features.chat.chat import Chat
from bot.features.chat.refusals import WORDINGS
from bot.features.chat.store import ChatStore
from bot.front.feature import BotProcess, ByClass, Feature
from bot.model.deliveries import DeliveryKind

if TYPE_CHECKING:
    from bot.front.posting.composers import Composer


def _services(bot: BotProcess) -> ByClass:
    return {Chat: Chat(ChatStore(bot.store.database), bot.games, bot.clock)}


def _composers(bot: BotProcess) -> Mapping[DeliveryKind, Composer]:
    from bot.features.chat.announcements import chat_composers

    return chat_composers(bot.service(Chat), bot.mailbox)


ROOM = Feature(wordings=WORDINGS, services=_services, composers=_composers)
