"""`/analyze`, and the buttons, menus and forms of analysis boards."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str as _

from bot.features.analysis import actions, messages, thinking
from bot.features.analysis.positions import AnalysisOptions
from bot.front.interaction import choices
from bot.front.interaction.answering import answer
from bot.front.interaction.commands import needs
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import answers, edits, opens, reports, with_press
from bot.front.interaction.request import Interaction
from bot.service.rights import Right


@needs(Right.ANYONE)
@app_commands.command(description=_("Try moves on a board of your own, in private, and see the best ones"))
@app_commands.describe(
    position=_("A position as CGP; by default, that of a game with a real board here, or an empty board"),
    move=_("A move on your latest board, such as 8H HELLO"),
    rack=_("The tiles of the player to move, such as AEINRS?"),
    game=_("A finished game to start from"),
    turn=_("Which turn of that game; by default, the last one"),
    language=_("The language of the tiles"),
    variant=_("The board and tiles"),
    file=_("A game record to step through (GCG, or JSON from /game export)"),
)
@app_commands.autocomplete(game=choices.finished, language=choices.tongues, variant=choices.variants)
async def analyze(
    interaction: Interaction,
    position: str = "",
    move: str = "",
    rack: str = "",
    game: str = "",
    turn: app_commands.Range[int, 1, 10_000] | None = None,
    language: str = "",
    variant: str = "",
    file: discord.Attachment | None = None,
) -> None:
    """Opens an analysis board, or changes the latest one."""
    options = AnalysisOptions(position, move, rack, game, turn, language, variant, file)
    await answer(interaction, lambda request: actions.analyse(request, options))


FRONT = Front(
    commands=(analyze,),
    buttons=(
        answers(messages.ANALYSE, actions.open_turn),
        edits(messages.BACK, actions.back),
        edits(messages.FORWARD, actions.forward),
        opens(messages.PLACE_MOVE, messages.move_form, actions.place, in_place=True),
        opens(messages.RACK, messages.rack_form, actions.set_rack, in_place=True),
        edits(messages.DRAW, actions.draw),
        reports(messages.BEST, thinking.best),
        reports(messages.SIMULATE, thinking.simulate),
        with_press(messages.FOUND, actions.place_found),
        reports(messages.COMPUTER, thinking.computer, reads_press=True),
        edits(messages.MORE, actions.more),
        edits(messages.LESS, actions.less),
        answers(messages.TEXT, actions.as_text),
        edits(messages.CLOSE, actions.close),
    ),
    at_turn=(messages.analyse_button,),
)
