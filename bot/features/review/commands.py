"""`/review`, and the buttons and the menu of a review."""

from __future__ import annotations

from discord.app_commands import locale_str as _

from bot.features.review import actions, messages
from bot.front.interaction import choices
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import answers, reports
from bot.front.interaction.slash import CommandOption, slash
from bot.service.rights import Right

FRONT = Front(
    commands=(
        slash(
            actions.review,
            _("See how good the moves of a finished game were"),
            Right.ANYONE,
            options={
                "game": CommandOption(_("Which game; by default, the latest here"), choices.finished),
                "file": _("The record of a game from anywhere (GCG, or JSON from /game export)"),
                "language": CommandOption(_("The language of the tiles in the record"), choices.tongues),
                "variant": CommandOption(_("The board and tiles of the record"), choices.variants),
            },
        ),
    ),
    buttons=(
        reports(messages.REVIEW, actions.open_review, in_place=False),
        reports(messages.PAGE, actions.page),
        reports(messages.TURNS, actions.turn, reads_press=True),
        reports(messages.CONSENT, actions.consent),
        answers(messages.SHARE, actions.share),
    ),
    at_end=(messages.review_button,),
)
