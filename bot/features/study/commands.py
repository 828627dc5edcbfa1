"""`/study`, and the buttons, menus and form of its questions."""

from __future__ import annotations

from functools import partial

from discord.app_commands import locale_str as _

from bot.features.study import actions, messages
from bot.features.study.choices import drills
from bot.front.interaction.choices import single_lexicons
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import answers, edits, opens, with_press
from bot.front.interaction.slash import CommandOption, slash
from bot.service.rights import Right

FRONT = Front(
    commands=(
        slash(
            actions.study,
            _("Learn words, in private, with questions that come back before you forget"),
            Right.ANYONE,
            options={
                "drill": CommandOption(_("What to learn; without it, you see what is due"), drills),
                "word": _("A word whose hooks you want to learn"),
                "lexicon": CommandOption(_("The dictionary"), single_lexicons),
            },
        ),
    ),
    buttons=(
        edits(messages.STUDY_YES, partial(actions.answer_word, is_word=True)),
        edits(messages.STUDY_NO, partial(actions.answer_word, is_word=False)),
        opens(messages.STUDY_ANSWER, messages.words_form, actions.answer_text, in_place=True),
        edits(messages.STUDY_SHOW, actions.show),
        edits(messages.STUDY_STOP, actions.stop),
        edits(messages.STUDY_ON, actions.go_on),
        edits(messages.STUDY_AGAIN, actions.again),
        edits(messages.STUDY_LISTS, actions.lists),
        with_press(messages.STUDY_DRILL, actions.chosen),
        answers(messages.STUDY_FORGET, actions.ask_forget),
        edits(messages.STUDY_FORGET_YES, actions.forget),
    ),
)
