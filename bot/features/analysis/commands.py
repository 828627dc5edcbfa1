"""`/analyze`, and the buttons, menus and forms of analysis boards."""

from __future__ import annotations

from discord.app_commands import locale_str as _

from bot.features.analysis import actions, messages, thinking
from bot.front.interaction import choices
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import answers, edits, opens, reports, with_press
from bot.front.interaction.slash import CommandOption, slash
from bot.service.rights import Right

FRONT = Front(
    commands=(
        slash(
            actions.analyze,
            _("Try moves on a board of your own, in private, and see the best ones"),
            Right.ANYONE,
            options={
                "position": _(
                    "A position as CGP; by default, that of a game with a real board here, or an empty board"
                ),
                "move": _("A move on your latest board, such as 8H HELLO"),
                "rack": _("The tiles of the player to move, such as AEINRS?"),
                "game": CommandOption(_("A finished game to start from"), choices.finished),
                "turn": _("Which turn of that game; by default, the last one"),
                "language": CommandOption(_("The language of the tiles"), choices.tongues),
                "variant": CommandOption(_("The board and tiles"), choices.variants),
                "file": _("A game record to step through (GCG, or JSON from /game export)"),
            },
        ),
    ),
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
