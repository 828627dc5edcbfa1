"""`/duplicate`, and the buttons of lobbies and rounds."""

from __future__ import annotations

from discord.app_commands import locale_str as _

from bot.features.duplicate import actions, messages
from bot.features.duplicate.choices import times
from bot.features.duplicate.playable import ComposableRound
from bot.front.interaction import choices
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import InputForm, answers, opens, with_press
from bot.front.interaction.slash import CommandOption, group, slash
from bot.front.lobby.opening import GAME_OPTIONS
from bot.service.rights import Right
from bot.text import Texts
from bot.text.status import example_word

MOVE = "move"

_NEW = slash(
    actions.new,
    _("Open a duplicate for this channel"),
    Right.OPEN,
    options={
        **{name: GAME_OPTIONS[name] for name in ("language", "lexicon", "variant")},
        "time": CommandOption(_("Seconds for each round; 180 by default"), times),
        "rounds": _("How many rounds at most; without it, until the tiles are used up"),
        "joker": CommandOption(_("A blank in every rack"), choices=choices.YES),
        "seven_of_eight": CommandOption(_("One tile more on the rack than you can play"), choices=choices.YES),
        "solo": CommandOption(_("Whether the only one who finds the top gets more points"), choices=choices.SWITCH),
        "computers": CommandOption(_("How many computer players take part"), needs=Right.COMPUTERS),
        "level": _(f"How strong the computer players are, {choices.LEVEL_BOUNDS}"),
        "thread": CommandOption(_("Play in a new thread of this channel"), choices=choices.YES),
    },
)
_DAILY = slash(
    actions.daily,
    _("See this server's daily duplicate"),
    Right.ANYONE,
    options={
        "switch": CommandOption(
            _("Whether there is a round in this channel every day"), choices=choices.SWITCH, needs=Right.MODERATOR
        ),
        "language": CommandOption(_("The language of tiles and words"), choices.languages),
    },
)
_DUPLICATE = group(
    "duplicate",
    _("Play with a whole channel: the same tiles for everyone"),
    _NEW,
    slash(
        actions.answer_here,
        _("Answer the open round in secret, or see its tiles and your answer"),
        Right.ANYONE,
        name="answer",
        options={"move": _("Your answer, such as 8H HELLO")},
    ),
    slash(actions.join_here, _("Join the duplicate of this channel"), Right.ANYONE, name="join"),
    slash(actions.leave_here, _("Leave the duplicate of this channel; your points stay"), Right.ANYONE, name="leave"),
    slash(actions.standings_here, _("See where everyone stands"), Right.ANYONE, name="standings"),
    slash(actions.review_here, _("See your rounds beside the tops"), Right.ANYONE, name="review"),
    slash(actions.export_here, _("Get the rounds that are over as files"), Right.ANYONE, name="export"),
    slash(
        actions.stop_here,
        _("End the duplicate of this channel, as its host or a moderator"),
        Right.ANYONE,
        name="stop",
    ),
    _DAILY,
)


def _form(texts: Texts) -> InputForm:
    """Asks for a move."""
    return InputForm(texts.gettext("Answer"), texts.gettext("Your move"), f"8H {example_word(texts)}", MOVE)


FRONT = Front(
    commands=(_DUPLICATE,),
    buttons=(
        answers(messages.JOIN, actions.join),
        answers(messages.LEAVE, actions.leave),
        answers(messages.START, actions.start),
        opens(messages.ANSWER, _form, actions.take_answer, labelled=actions.tiles_label),
        with_press(messages.PLACE, actions.take_place),
        answers(messages.COMPOSE, actions.compose_answer),
        answers(messages.STANDINGS, actions.standings),
        answers(messages.REVIEW, actions.review),
    ),
    playables={messages.KIND: ComposableRound()},
    plays_here=(actions.setup_here,),
)
