"""Going away and coming back."""

from __future__ import annotations

from discord import app_commands

from bot.features.away.absences import Absences
from bot.features.away.messages import away_message
from bot.features.away.refusals import NoDays
from bot.front.components.message import Message
from bot.front.interaction.request import Request

LONGEST_ABSENCE = 365
Days = app_commands.Range[int, 1, LONGEST_ABSENCE]
DaysUntil = app_commands.Range[int, 0, LONGEST_ABSENCE]


async def away(request: Request, days: Days | None = None, starting: DaysUntil | None = None) -> Message:
    """Goes away for some days if any are named; then says whether the person is away.

    Raises `NoDays`, and as `Absences.go`.
    """
    if starting is not None and not days:
        raise NoDays
    if days:
        await request.services.of(Absences).go(request.person.id, days, starting or 0, request.place.guild_id)
    return await _shown(request)


async def come_back(request: Request) -> Message:
    """Comes back, or does not go away after all. Raises `NeverAway`."""
    await request.services.of(Absences).come_back(request.person.id)
    return await _shown(request)


async def _shown(request: Request) -> Message:
    found = await request.services.of(Absences).of(request.person.id, request.place.guild_id)
    return away_message(found, request.texts)
