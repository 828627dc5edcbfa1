"""`/league`, and the buttons of its messages."""

from __future__ import annotations

from discord.app_commands import locale_str as _

from bot.features.leagues import actions, messages
from bot.front.interaction.commands import only_in_servers
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import answers, edits
from bot.front.interaction.slash import group, slash
from bot.front.lobby.opening import GAME_OPTIONS
from bot.service.rights import Right

_NEW = slash(
    actions.new,
    _("Make a league in this channel; people join with a button"),
    Right.MODERATOR,
    options={
        **GAME_OPTIONS,
        "name": _("The league's name"),
        "days": _("Days that a season lasts; without it, 14"),
        "pause": _("Days between two seasons; without it, 2"),
        "size": _("People in a division; without it, 15"),
        "movers": _("How many are promoted and relegated; without it, a sixth of a division"),
        "director": _("Someone who may direct it besides the moderators"),
    },
)
_STANDINGS = slash(
    actions.standings,
    _("See the standings of a division"),
    Right.ANYONE,
    options={
        "division": _("The division; without it, yours"),
        "season": _("The season; without it, the newest"),
    },
)
_RESULT = slash(
    actions.result,
    _("Set or correct the result of a game"),
    Right.ANYONE,
    options={
        "first": _("A player"),
        "points": _("The points of this player"),
        "second": _("The opponent"),
        "against": _("The points of the opponent"),
    },
)
_REMOVE = slash(
    actions.remove,
    _("Take someone out of the league; games under way go on"),
    Right.ANYONE,
    options={"player": _("The player")},
)
_EXPORT = slash(
    actions.export,
    _("Get the standings of a season as a file"),
    Right.ANYONE,
    options={"season": _("The season; without it, the newest")},
)
_LEAGUE = group(
    "league",
    _("Leagues in this channel"),
    _NEW,
    slash(actions.join_here, _("Join this channel's league from its next season on"), Right.ANYONE, name="join"),
    slash(actions.leave_here, _("Leave this channel's league; games under way go on"), Right.ANYONE, name="leave"),
    slash(actions.start, _("Begin the next season now"), Right.ANYONE),
    _STANDINGS,
    slash(actions.seasons, _("See who won the earlier seasons"), Right.ANYONE),
    _RESULT,
    _REMOVE,
    _EXPORT,
    slash(actions.end, _("End the league after the season that is being played"), Right.ANYONE),
)

FRONT = Front(
    commands=(only_in_servers(_LEAGUE),),
    buttons=(
        answers(messages.JOIN, actions.join),
        answers(messages.LEAVE, actions.leave),
        edits(messages.RULING, actions.rule),
    ),
)
