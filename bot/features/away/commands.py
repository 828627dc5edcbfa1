"""`/away`, and the button with which people come back."""

from __future__ import annotations

from discord.app_commands import locale_str as _

from bot.features.away import actions, messages
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import edits
from bot.front.interaction.slash import slash
from bot.service.rights import Right

FRONT = Front(
    commands=(
        slash(
            actions.away,
            _("Stop your clocks in games with long turns while you are away"),
            Right.ANYONE,
            options={
                "days": _("For how many days you are away"),
                "starting": _("In how many days this starts; by default, now"),
            },
        ),
    ),
    buttons=(edits(messages.BACK, actions.come_back),),
)
