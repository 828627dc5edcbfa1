"""The greeting: when the bot comes into a server, it says once what it is and what people can do."""

from __future__ import annotations

from bot.features.greeting.store import GREETINGS, GreetingStore
from bot.front.feature import BotProcess, Feature, Hooks
from bot.store.repositories import StoreHooks


def _hooks(bot: BotProcess) -> Hooks:
    from bot.features.greeting.commands import DiscordHosts
    from bot.features.greeting.greetings import Greetings

    hosts = DiscordHosts(bot.mailbox, bot.store.people)
    store, offers = GreetingStore(bot.store.database), bot.front_hooks.front.offers
    greetings = Greetings(store, hosts, bot.poster, offers, bot.clock, bot.peers.owner)
    return Hooks(services=(greetings,), loops=(greetings,))


FEATURE = Feature(bot=_hooks, store=StoreHooks(leased=((GREETINGS, GREETINGS.c.at),)))
