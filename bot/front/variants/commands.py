"""`/variant` with its subcommands: boards and tile sets, and those that a server adds."""

from __future__ import annotations

from discord.app_commands import locale_str as _

from bot.front.interaction import choices
from bot.front.interaction.hooks import Front
from bot.front.interaction.slash import CommandOption, group, slash
from bot.front.variants import actions
from bot.limits import Limit
from bot.service.rights import Right

_VARIANT = group(
    "variant",
    _("Boards and tiles to play with"),
    slash(actions.show_list, _("See all boards and tile sets"), Right.ANYONE, name="list"),
    slash(
        actions.show,
        _("See the board and tiles of a variant"),
        Right.ANYONE,
        options={"name": CommandOption(_("The variant"), choices.variants)},
    ),
    slash(
        actions.load,
        _("Add a variant to this server"),
        Right.VARIANTS,
        limit=Limit.IMPORTS,
        options={"file": _("A TOML file that describes it")},
    ),
    slash(
        actions.remove,
        _("Remove a variant of this server"),
        Right.VARIANTS,
        options={"name": CommandOption(_("The variant"), choices.own_variants)},
    ),
)

FRONT = Front(commands=(_VARIANT,))
