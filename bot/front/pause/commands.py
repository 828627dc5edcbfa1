"""`/game pause`, `save` and the other commands that pause, end or hand out games, with their buttons; `/nudge`."""

from __future__ import annotations

from discord.app_commands import Choice
from discord.app_commands import locale_str as _

from bot.front.components.buttons import Actions
from bot.front.interaction import choices
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import answers, edits
from bot.front.interaction.slash import CommandOption, slash
from bot.front.pause import actions
from bot.front.pause.actions import GCG, JSON
from bot.limits import Limit
from bot.service.rights import Right

_FORMATS = [Choice(name="GCG", value=GCG), Choice(name="JSON", value=JSON)]

FRONT = Front(
    commands=(slash(actions.nudge, _("Remind the player whose turn it is"), Right.PLAYER),),
    game=(
        slash(
            actions.ask_end,
            _("End the game, or keep it for later; for the host and moderators"),
            Right.DIRECTOR,
            name="end",
        ),
        slash(
            actions.pause,
            _("Keep the game for later; all clocks stop"),
            Right.TABLE,
            options={"name": _("A name to find it by")},
        ),
        slash(
            actions.resume,
            _("Continue a game that was kept for later"),
            Right.TABLE,
            finds_paused=True,
            options={"name": CommandOption(_("The name of the game"), choices.paused)},
        ),
        slash(actions.save, _("Pause the game and get it as a sealed file"), Right.TABLE, limit=Limit.FILES),
        slash(
            actions.load,
            _("Continue a game from its file, once all its players agree"),
            Right.OPEN,
            limit=Limit.FILES,
            options={
                "file": _("The file that you got from /game save, or the GCG record of an unfinished game"),
                "again": CommandOption(_("Also undo what was played after it was saved"), choices=choices.YES),
            },
        ),
        slash(
            actions.export,
            _("Get the record of a finished game as a file"),
            Right.ANYONE,
            limit=Limit.FILES,
            options={
                "format": CommandOption(_("GCG for two players, JSON for any number"), choices=_FORMATS),
                "game": CommandOption(_("Which game; by default, the latest here"), choices.finished),
            },
        ),
    ),
    buttons=(
        answers(Actions.RESUME, actions.resume),
        answers(Actions.REMIND, actions.nudge),
        answers(Actions.MORE_TIME, actions.give_time),
        answers(Actions.KEEP, actions.keep_open),
        answers(Actions.END, actions.ask_end),
        edits(actions.PAUSE_YES, actions.pause),
    ),
)
