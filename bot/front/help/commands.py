"""`/help`, and the menu of its topics."""

from __future__ import annotations

from discord.app_commands import locale_str as _

from bot.front.help import actions, messages
from bot.front.interaction.choices import topics
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import with_press
from bot.front.interaction.slash import CommandOption, slash
from bot.service.rights import Right

FRONT = Front(
    commands=(
        slash(
            actions.guide,
            _("How to play, and what I can do"),
            Right.ANYONE,
            name="help",
            options={"topic": CommandOption(_("What you want to know about"), topics)},
        ),
    ),
    buttons=(with_press(messages.TOPIC, actions.chosen),),
)
