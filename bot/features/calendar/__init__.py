"""The calendar: what features have planned, shown as scheduled events of a server."""

from __future__ import annotations

from bot.features.calendar.text import TOPIC
from bot.front.feature import BotProcess, ByClass, Feature


def _services(bot: BotProcess) -> ByClass:
    from bot.features.calendar.calendars import Calendars
    from bot.features.calendar.planner import Planner
    from bot.features.calendar.store import CalendarStore

    store = CalendarStore(bot.store.database)
    planner = Planner(bot.mailbox, bot.store.people, bot.poster)
    made = Calendars(store, planner, bot.occasions, bot.store.people, bot.clock, bot.peers.owner)
    return {Calendars: made}


ROOM = Feature(services=_services, topics={"calendar": TOPIC})
