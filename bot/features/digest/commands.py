"""`/digest`."""

from __future__ import annotations

from discord.app_commands import locale_str as _

from bot.features.digest import actions
from bot.features.digest.choices import spoken
from bot.front.interaction.choices import SWITCH
from bot.front.interaction.commands import only_in_servers
from bot.front.interaction.hooks import Front
from bot.front.interaction.slash import CommandOption, slash
from bot.service.rights import Right

_DIGEST = slash(
    actions.digest,
    _("See what has happened in this server lately"),
    Right.ANYONE,
    options={
        "switch": CommandOption(
            _("Whether I post it in this channel once a week"), choices=SWITCH, needs=Right.MODERATOR
        ),
        "language": CommandOption(_("The language of the digest; without it, the channel's"), spoken),
    },
)

FRONT = Front(commands=(only_in_servers(_DIGEST),))
