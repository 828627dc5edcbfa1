"""`/ahead`, and the button under a preview."""

from __future__ import annotations

from discord.app_commands import locale_str as _

from bot.features.ahead import actions, messages
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import answers, with_press
from bot.front.interaction.slash import slash
from bot.service.rights import Right

FRONT = Front(
    commands=(
        slash(
            actions.ahead,
            _("Enter your next move ahead, in games with an hour or more for each turn"),
            Right.PLAYER,
            options={
                "move": _("The move, such as 8H HELLO; without it, you see what you have entered"),
                "after": _("Only if the player before you plays this: a move such as 8H HELLO, or a square such as 8H"),
            },
        ),
    ),
    buttons=(answers(messages.WHEN_MY_TURN, actions.keep_tried), with_press(messages.REMOVE, actions.remove)),
    at_preview=(messages.preview_button,),
    at_rack=(actions.note,),
)
