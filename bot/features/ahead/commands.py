"""`/ahead`, and the button under a preview."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import locale_str as _

from bot.features.ahead import actions, messages
from bot.front.interaction.answering import answer
from bot.front.interaction.commands import needs
from bot.front.interaction.dispatch import in_game
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import answers, with_press
from bot.front.interaction.request import Interaction
from bot.service.rights import Right


@needs(Right.PLAYER)
@app_commands.command(description=_("Enter your next move ahead, in games with an hour or more for each turn"))
@app_commands.describe(
    move=_("The move, such as 8H HELLO; without it, you see what you have entered"),
    after=_("Only if the player before you plays this: a move such as 8H HELLO, or a square such as 8H"),
)
async def ahead(interaction: Interaction, move: str = "", after: str = "") -> None:
    """Keeps a move for the next turn."""
    await answer(interaction, in_game(lambda request, game: actions.ahead(request, game, move, after)))


FRONT = Front(
    commands=(ahead,),
    buttons=(answers(messages.WHEN_MY_TURN, actions.keep_tried), with_press(messages.REMOVE, actions.remove)),
    at_preview=(messages.preview_button,),
    at_rack=(actions.note,),
)
