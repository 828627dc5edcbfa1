"""Milestones: what people reach in their games, told once at the end of a game."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.features.milestones.milestones import Milestones
from bot.features.milestones.store import MilestoneStore
from bot.features.milestones.text import TOPIC, milestones_text
from bot.front.feature import BotProcess, Feature, Hooks
from bot.model.deliveries import DeliveryKind

if TYPE_CHECKING:
    from bot.front.posting.composers import Announcement


def _hooks(bot: BotProcess) -> Hooks:
    store = MilestoneStore(bot.store.database)
    milestones = Milestones(store, bot.store.results, bot.games, bot.dictionaries)
    return Hooks(services=(milestones,), notes=(partial(_note, milestones),))


async def _note(milestones: Milestones, told: Announcement) -> str:
    """What the players of a game have reached, below its end."""
    server = told.context.server
    if told.delivery.kind is not DeliveryKind.END or server is None:
        return ""
    return milestones_text(await milestones.of_game(told.game, server.id, told.state, told.events), told.texts)


FEATURE = Feature(bot=_hooks, topics={"milestones": TOPIC})
