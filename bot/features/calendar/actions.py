"""Looking at the calendar of a server, and switching its events on and off."""

from __future__ import annotations

from bot.features.calendar.calendars import Calendars
from bot.features.calendar.text import coming_text, off_text, on_text
from bot.front.components.message import Message, say
from bot.front.interaction.choices import switched
from bot.front.interaction.request import Interaction, Request


async def calendar(request: Request, interaction: Interaction, switch: str = "") -> Message:
    """What is coming up in this server, or the switch for its events.

    Raises `OnlyInServers`, and `NotOffered` for an unknown switch.
    """
    server, calendars = request.server(), request.services.of(Calendars)
    match switched(switch):
        case None:
            coming, is_on = await calendars.coming(server, request.texts), await calendars.is_on(server)
            return say(coming_text(coming, request.texts, is_on=is_on))
        case True:
            await calendars.switch(server, on=True, keeper=request.person.id)
            return say(on_text(request.texts, permitted=interaction.app_permissions.create_events))
        case False:
            await calendars.switch(server, on=False)
            return say(off_text(request.texts))
