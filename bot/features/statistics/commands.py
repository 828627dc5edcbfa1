"""`/stats` and `/leaderboard`, whose pages can be turned."""

from __future__ import annotations

from discord.app_commands import Choice
from discord.app_commands import locale_str as _

from bot.features.statistics import actions, messages
from bot.front.interaction.choices import tongues
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import edits, with_press
from bot.front.interaction.slash import CommandOption, menu_entry, slash
from bot.service.rights import Right
from engine.model.tempo import Tempo

_TEMPOS = [
    Choice(name=_("blitz"), value=Tempo.BLITZ.value),
    Choice(name=_("rapid"), value=Tempo.RAPID.value),
    Choice(name=_("slow"), value=Tempo.CORRESPONDENCE.value),
    Choice(name=_("duplicate"), value=Tempo.DUPLICATE.value),
]

FRONT = Front(
    commands=(
        slash(
            actions.stats,
            _("See someone's statistics"),
            Right.ANYONE,
            options={
                "player": _("Whose; by default, your own"),
                "versus": _("Someone whose games with that person you want to see"),
            },
        ),
        slash(
            actions.find_leaderboard,
            _("See who plays best in this server"),
            Right.ANYONE,
            name="leaderboard",
            options={
                "language": CommandOption(_("The language of the games"), tongues),
                "tempo": CommandOption(_("How fast the games are"), choices=_TEMPOS),
            },
        ),
        menu_entry(actions.statistics, _("Game statistics"), Right.ANYONE),
    ),
    buttons=(edits(messages.LEADERS, actions.leaderboard), with_press(messages.LADDERS, actions.chosen)),
)
