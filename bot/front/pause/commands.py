"""`/game pause`, `save` and the other commands that pause, end or hand out games, with their buttons; `/nudge`."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.app_commands import locale_str as _

from bot.front.components.buttons import Actions
from bot.front.interaction import choices
from bot.front.interaction.answering import answer, counted
from bot.front.interaction.commands import needs
from bot.front.interaction.dispatch import in_game
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import answers, edits
from bot.front.interaction.request import Interaction
from bot.front.pause import actions
from bot.front.pause.actions import GCG, JSON
from bot.limits import Limit
from bot.service.rights import Right


@needs(Right.DIRECTOR)
@app_commands.command(description=_("End the game, or keep it for later; for the host and moderators"))
async def end(interaction: Interaction) -> None:
    """Asks whether to keep the game or to end it."""
    await answer(interaction, in_game(actions.ask_end))


@needs(Right.TABLE)
@app_commands.command(description=_("Keep the game for later; all clocks stop"))
@app_commands.describe(name=_("A name to find it by"))
async def pause(interaction: Interaction, name: str = "") -> None:
    """Pauses the game, or agrees to it."""
    await answer(interaction, in_game(lambda request, game: actions.pause(request, game, name)))


@needs(Right.TABLE, finds_paused=True)
@app_commands.command(description=_("Continue a game that was kept for later"))
@app_commands.describe(name=_("The name of the game"))
@app_commands.autocomplete(name=choices.paused)
async def resume(interaction: Interaction, name: str = "") -> None:  # noqa: ARG001  # the gate reads it
    """Resumes a paused game in this channel, or agrees to it."""
    await answer(interaction, in_game(actions.resume))


@needs(Right.TABLE)
@app_commands.command(description=_("Pause the game and get it as a sealed file"))
async def save(interaction: Interaction) -> None:
    """Hands out the game as a file."""
    await answer(interaction, counted(Limit.FILES, in_game(actions.save)))


@needs(Right.OPEN)
@app_commands.command(description=_("Continue a game from its file, once all its players agree"))
@app_commands.describe(
    file=_("The file that you got from /game save, or the GCG record of an unfinished game"),
    again=_("Also undo what was played after it was saved"),
)
@app_commands.choices(again=choices.YES)
async def load(interaction: Interaction, file: discord.Attachment, again: str = "") -> None:
    """Takes a game from its file."""
    work = counted(Limit.FILES, lambda request: actions.load_file(request, file, again=again == "yes"))
    await answer(interaction, work)


@needs(Right.ANYONE)
@app_commands.command(description=_("Get the record of a finished game as a file"))
@app_commands.describe(
    format=_("GCG for two players, JSON for any number"), game=_("Which game; by default, the latest here")
)
@app_commands.choices(format=[Choice(name="GCG", value=GCG), Choice(name="JSON", value=JSON)])
@app_commands.autocomplete(game=choices.finished)
async def export(interaction: Interaction, format: str = "", game: str = "") -> None:  # noqa: A002
    """Hands out the record."""
    work = counted(Limit.FILES, lambda request: actions.export(request, format, game))
    await answer(interaction, work)


@needs(Right.PLAYER)
@app_commands.command(description=_("Remind the player whose turn it is"))
async def nudge(interaction: Interaction) -> None:
    """Reminds the player on turn."""
    await answer(interaction, in_game(actions.nudge))


FRONT = Front(
    commands=(nudge,),
    game=(end, pause, resume, save, load, export),
    buttons=(
        answers(Actions.RESUME, actions.resume),
        answers(Actions.REMIND, actions.nudge),
        answers(Actions.MORE_TIME, actions.give_time),
        answers(Actions.KEEP, actions.keep_open),
        answers(Actions.END, actions.ask_end),
        edits(actions.PAUSE_YES, actions.pause),
    ),
)
