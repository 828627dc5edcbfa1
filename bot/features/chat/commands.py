"""`/game chat`, and the buttons with which a place accepts or declines the chat of a game's players."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import locale_str as _

from bot.features.chat import actions, choices, messages
from bot.features.chat.relay import carry
from bot.front.interaction.answering import answer
from bot.front.interaction.choices import OFF, ON, SWITCH
from bot.front.interaction.commands import needs
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import answers
from bot.front.interaction.request import Interaction
from bot.service.rights import Right


@needs(Right.ANYONE, options={"switch": Right.PLACE, "mute": Right.PLACE, "unmute": Right.PLACE})
@app_commands.command(description=_("Chat with this game's players in other places"))
@app_commands.describe(
    switch=_("Whether this place takes part in the chat"),
    mute=_("Someone to mute here"),
    unmute=_("Someone to unmute here"),
)
@app_commands.choices(switch=SWITCH)
@app_commands.autocomplete(mute=choices.heard, unmute=choices.heard)
async def chat(interaction: Interaction, switch: str = "", mute: str = "", unmute: str = "") -> None:
    """Carries the players' chat between places that accept it."""
    await answer(interaction, lambda request: actions.chat(request, switch, mute.strip(), unmute.strip()))


FRONT = Front(
    game=(chat,),
    buttons=(
        answers(messages.CHAT_ACCEPT, lambda request, game: actions.switch(request, game, ON)),
        answers(messages.CHAT_REFUSE, lambda request, game: actions.switch(request, game, OFF)),
    ),
    hears=(carry,),
)
