"""Planned moves: said before one's turn, and played as soon as it begins."""

from __future__ import annotations

from bot.features.ahead.ahead import Ahead, AheadPlayer
from bot.features.ahead.refusals import WORDINGS
from bot.features.ahead.store import AheadStore
from bot.features.ahead.text import TOPIC
from bot.front.feature import BotProcess, Feature, Hooks
from bot.service.listeners import Listeners


def _hooks(bot: BotProcess) -> Hooks:
    from bot.features.ahead.commands import ahead_composers

    store = AheadStore(bot.store.database)
    ahead, player = Ahead(store, bot.clock), AheadPlayer(bot.games, store, bot.clock, bot.signals.poll)
    return Hooks(
        services=(ahead,),
        loops=(player,),
        listeners=Listeners(changed=(player.changed,)),
        composers=ahead_composers(ahead),
    )


FEATURE = Feature(bot=_hooks, wordings=WORDINGS, topics={"ahead": TOPIC})
