"""`/settings away`, and the button with which people come back."""

from __future__ import annotations

from typing import Final

from discord import app_commands
from discord.app_commands import locale_str as _

from bot.features.away.absences import Absences
from bot.features.away.store import Away
from bot.features.away.text import NoDays, about_text, away_told, state_text, title_text
from bot.front.board.buttons import rows
from bot.front.components.buttons import Action
from bot.front.components.message import Button, Message, Text
from bot.front.components.payloads import Nothing
from bot.front.interaction.hooks import Front, SettingPage
from bot.front.interaction.pressing import edits
from bot.front.interaction.request import Request
from bot.front.interaction.slash import UNDER_SETTINGS, slash
from bot.service.rights import Right
from bot.text import Texts

BACK: Final = Action("away_back", Nothing, Right.ANYONE)


def away_message(away: Away, texts: Texts) -> Message:
    """Whether someone is away or will be, with a button to come back."""
    buttons = (Button(BACK.id(), texts.gettext("I am back")),) if away.absence else ()
    return Message((Text(away_told(away, texts)), *rows(buttons)))


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


async def _state(request: Request) -> str:
    found = await request.services.of(Absences).of(request.person.id, request.place.guild_id)
    return state_text(found, request.texts)


FRONT = Front(
    commands=(
        UNDER_SETTINGS(
            slash(
                away,
                _("Stop your clocks in games with long turns while you are away"),
                Right.ANYONE,
                options={
                    "days": _("How many days you will be away"),
                    "starting": _("In how many days you leave; by default, today"),
                },
            ),
        ),
    ),
    buttons=(edits(BACK, come_back),),
    own_pages=(SettingPage(name="away", title=title_text, about=about_text, state=_state, page=_shown),),
)
