"""`/calendar`."""

from __future__ import annotations

from discord.app_commands import locale_str as _

from bot.features.calendar import actions
from bot.front.interaction.choices import SWITCH
from bot.front.interaction.commands import only_in_servers
from bot.front.interaction.hooks import Front
from bot.front.interaction.slash import CommandOption, slash
from bot.service.rights import Right

_SWITCH = CommandOption(_("Whether I show it as events of this server"), choices=SWITCH, needs=Right.MODERATOR)
_CALENDAR = slash(
    actions.calendar, _("See what is coming up in this server"), Right.ANYONE, options={"switch": _SWITCH}
)

FRONT = Front(commands=(only_in_servers(_CALENDAR),))
