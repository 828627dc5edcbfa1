"""The calendar: what features have planned, shown as scheduled events of a server."""

from __future__ import annotations

from bot.features.calendar.store import CALENDARS, CalendarStore
from bot.features.calendar.text import TOPIC
from bot.front.feature import BotProcess, Feature, Hooks
from bot.store.repositories import StoreHooks


def _hooks(bot: BotProcess) -> Hooks:
    from bot.features.calendar.calendars import Calendars
    from bot.features.calendar.commands import Planner

    store = CalendarStore(bot.store.database)
    planner = Planner(bot.mailbox, bot.store.people, bot.poster)
    calendars = Calendars(store, planner, bot.occasions, bot.store.people, bot.clock, bot.peers.owner)
    return Hooks(services=(calendars,), loops=(calendars,), planned=(calendars.note,))


FEATURE = Feature(bot=_hooks, store=StoreHooks(leased=((CALENDARS, CALENDARS.c.at),)), topics={"calendar": TOPIC})
