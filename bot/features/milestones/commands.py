"""`/milestones`, and the buttons of its panels."""

from __future__ import annotations

from discord.app_commands import locale_str as _

from bot.features.milestones import actions, messages
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import edits
from bot.front.interaction.slash import group, slash
from bot.service.rights import Right

FRONT = Front(
    commands=(
        group(
            "milestones",
            _("What people have reached in their games"),
            slash(actions.mine, _("See your milestones, and choose which ones I announce"), Right.ANYONE),
            slash(actions.server, _("Choose which milestones I announce in this server"), Right.MODERATOR),
        ),
    ),
    buttons=(edits(messages.MINE, actions.switch_mine), edits(messages.SERVER, actions.switch_server)),
)
