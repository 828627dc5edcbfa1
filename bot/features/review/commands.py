"""`/review`, and the buttons and the menu of a review."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str as _

from bot.features.review import actions, messages
from bot.front.interaction import choices
from bot.front.interaction.answering import answer, progress_of
from bot.front.interaction.commands import needs
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import answers, reports
from bot.front.interaction.request import Interaction
from bot.front.lobby.records import TellingOptions
from bot.service.rights import Right
from engine.review.records import CHALLENGED


@needs(Right.ANYONE)
@app_commands.command(description=_("See how good the moves of a finished game were"))
@app_commands.describe(
    game=_("Which game; by default, the latest here"),
    file=_("The record of a game from anywhere (GCG, or JSON from /game export)"),
    language=_("The language of the tiles in the record"),
    variant=_("The board and tiles of the record"),
)
@app_commands.autocomplete(game=choices.finished, language=choices.tongues, variant=choices.variants)
async def review(
    interaction: Interaction,
    game: str = "",
    file: discord.Attachment | None = None,
    language: str = "",
    variant: str = "",
) -> None:
    """Shows the review of a game."""
    show = progress_of(interaction)
    if file:
        options = TellingOptions(language, variant, CHALLENGED)
        await answer(interaction, lambda request: actions.review_record(request, file, options, show))
    else:
        await answer(interaction, lambda request: actions.review(request, game, show))


FRONT = Front(
    commands=(review,),
    buttons=(
        reports(messages.REVIEW, actions.open_review, in_place=False),
        reports(messages.PAGE, actions.page),
        reports(messages.TURNS, actions.turn, reads_press=True),
        reports(messages.CONSENT, actions.consent),
        answers(messages.SHARE, actions.share),
    ),
    at_end=(messages.review_button,),
)
