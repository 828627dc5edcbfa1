"""`/puzzle`, and the buttons under puzzles."""

from __future__ import annotations

from discord.app_commands import locale_str as _

from bot.features.puzzles import actions, messages
from bot.features.puzzles.choices import languages
from bot.front.interaction.choices import SWITCH
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import InputForm, answers, edits, opens, with_press
from bot.front.interaction.slash import CommandOption, group, slash
from bot.service.rights import Right
from bot.text import Texts
from bot.text.status import example_word

MOVE = "move"
_LANGUAGE = CommandOption(_("The language of the tiles"), languages)


def _form(texts: Texts) -> InputForm:
    """Asks for a move."""
    return InputForm(texts.gettext("Answer"), texts.gettext("Your move"), f"8H {example_word(texts)}", MOVE)


FRONT = Front(
    commands=(
        group(
            "puzzle",
            _("Find the best move in a position"),
            slash(
                actions.solve,
                _("Get a puzzle near your rating, or answer yours"),
                Right.ANYONE,
                options={"move": _("Your answer, such as 8H HELLO"), "language": _LANGUAGE},
            ),
            slash(
                actions.daily,
                _("Solve this server's puzzle of the day"),
                Right.ANYONE,
                options={
                    "switch": CommandOption(
                        _("Whether I post a puzzle in this channel every day"), choices=SWITCH, needs=Right.MODERATOR
                    ),
                    "language": _LANGUAGE,
                },
            ),
            slash(actions.leaderboard, _("See who solves the puzzle of the day here"), Right.ANYONE),
        ),
    ),
    buttons=(
        opens(messages.ANSWER, _form, actions.take_answer, in_place=True),
        with_press(messages.PLACE, actions.take_place),
        edits(messages.GIVE_UP, actions.give_up),
        answers(messages.NEXT, actions.another),
        edits(messages.VOTE, actions.vote),
        answers(messages.DAY, actions.open_day),
    ),
)
