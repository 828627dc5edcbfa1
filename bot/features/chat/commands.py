"""`/game chat`, and the buttons with which a place accepts or declines the chat of a game's players."""

from __future__ import annotations

from discord.app_commands import locale_str as _

from bot.features.chat import actions, choices, messages
from bot.features.chat.relay import carry
from bot.front.interaction.choices import OFF, ON, SWITCH
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import answers
from bot.front.interaction.slash import CommandOption, slash
from bot.service.rights import Right

FRONT = Front(
    game=(
        slash(
            actions.chat,
            _("Chat with this game's players in other places"),
            Right.ANYONE,
            options={
                "switch": CommandOption(
                    _("Whether this place takes part in the chat"), choices=SWITCH, needs=Right.PLACE
                ),
                "mute": CommandOption(_("Someone to mute here"), choices.heard, needs=Right.PLACE),
                "unmute": CommandOption(_("Someone to unmute here"), choices.heard, needs=Right.PLACE),
            },
        ),
    ),
    buttons=(
        answers(messages.CHAT_ACCEPT, lambda request, game: actions.switch(request, game, ON)),
        answers(messages.CHAT_REFUSE, lambda request, game: actions.switch(request, game, OFF)),
    ),
    hears=(carry,),
)
