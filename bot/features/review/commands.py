"""`/review`, and the buttons and the menu of a review."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import locale_str as _

from bot.features.review import actions, messages
from bot.front.interaction import choices
from bot.front.interaction.answering import answer, progress_of
from bot.front.interaction.commands import needs
from bot.front.interaction.pressing import answers, reports
from bot.front.interaction.request import Interaction
from bot.front.interaction.room import FrontRoom
from bot.service.rights import Right


@needs(Right.ANYONE)
@app_commands.command(description=_("See how good the moves of a finished game were"))
@app_commands.describe(game=_("Which game; by default, the latest here"))
@app_commands.autocomplete(game=choices.finished)
async def review(interaction: Interaction, game: str = "") -> None:
    """Shows the review of a game."""
    show = progress_of(interaction)
    await answer(interaction, lambda request: actions.review(request, game, show))


FRONT = FrontRoom(
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
