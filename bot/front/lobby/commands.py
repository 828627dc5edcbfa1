"""`/game new`, `start` and the other commands that open, fill and leave games, with the buttons of lobbies and ends."""

from __future__ import annotations

from discord.app_commands import Choice
from discord.app_commands import locale_str as _

from bot.front.components.buttons import Actions
from bot.front.components.message import Message
from bot.front.interaction import choices
from bot.front.interaction.answering import Show
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import Press, answers, edits, with_press
from bot.front.interaction.request import Interaction, Request
from bot.front.interaction.slash import UNDER_GAME, CommandOption, slash
from bot.front.lobby import actions, messages
from bot.front.lobby.opening import (
    GAME_OPTIONS,
    OpeningOptions,
    check_membership,
    for_demonstration,
    place_in,
    setup_of,
)
from bot.service.rights import Right
from bot.text.games import game_name
from engine.model.durations import DEMO_PACE
from engine.model.levels import STRONGEST


async def new(
    request: Request,
    interaction: Interaction,
    show: Show,
    preset: str = "",
    language: str = "",
    variant: str = "",
    lexicon: str = "",
    computer: choices.LevelOption | None = None,
    thread: str = "",
    name: str = "",
) -> Message:
    """Open a lobby; the asker is its host and gets a seat."""
    check_membership(request)
    levels = (computer,) if computer else ()
    await actions.check_may_open(request, levels)
    options = OpeningOptions(preset, language, variant, lexicon, name, bool(thread))
    setup = await setup_of(options, request, show)
    title = game_name(setup.name, (request.person.name,), await request.aloud(setup.variant.language))
    async with place_in(interaction, request, title if thread else "") as place:
        return actions.with_way(request, place, await actions.open_game(request, place, setup, levels))


async def demo(
    request: Request,
    interaction: Interaction,
    show: Show,
    level: choices.LevelOption = STRONGEST,
    level2: choices.LevelOption = STRONGEST - 1,
    level3: choices.LevelOption | None = None,
    level4: choices.LevelOption | None = None,
    pace: choices.LengthOption = "4",
    preset: str = "",
    language: str = "",
    variant: str = "",
    lexicon: str = "",
    thread: str = "",
) -> Message:
    """Open a game of computer players only and start it; the asker watches and can stop it."""
    check_membership(request)
    levels = tuple(one for one in (level, level2, level3, level4) if one is not None)
    await actions.check_may_open(request, levels)
    options = OpeningOptions(preset, language, variant, lexicon, thread=bool(thread), demonstration=True)
    setup = await setup_of(options, request, show)
    wait = choices.length("pace", pace, DEMO_PACE, request.texts, setup.variant.language)
    setup = for_demonstration(setup, wait, await request.aloud(setup.variant.language))
    async with place_in(interaction, request, setup.name if thread else "", demonstration=True) as place:
        return actions.with_way(request, place, await actions.demonstrate(request, place, setup, levels))


async def rematch(request: Request, game: str, players: str = "same") -> Message:
    """Ask the players of the latest game to play again, or open a lobby like it for anyone."""
    return await (actions.rematch if players == "same" else actions.rematch_others)(request, game)


async def _choose_subject(request: Request, press: Press, game: str) -> Message:
    """Open the rules of the subject chosen."""
    return await actions.choose_subject(request, game, press.value)


async def _choose_rule(request: Request, press: Press, game: str) -> Message:
    """Open the rule chosen."""
    return await actions.rules(request, game, press.value)


async def _set_rule(request: Request, press: Press, game: str, rule: str) -> Message:
    """Give a rule the value chosen."""
    return await actions.change_rule(request, game, messages.read_rule(rule), press.value)


_THREAD = CommandOption(_("Play in a new thread of this channel"), choices=choices.YES)

FRONT = Front(
    commands=(
        UNDER_GAME(
            slash(
                new,
                _("Open a game here, with people or computer players"),
                Right.OPEN,
                options={
                    **GAME_OPTIONS,
                    "computer": CommandOption(
                        _(f"Add a computer player of this level, {choices.LEVEL_BOUNDS}"), needs=Right.COMPUTERS
                    ),
                    "thread": _THREAD,
                    "name": _("A name for the game"),
                },
            ),
            slash(
                demo,
                _("Watch computer players play each other"),
                Right.OPEN,
                Right.COMPUTERS,
                options={
                    **GAME_OPTIONS,
                    "level": _(f"How strong the first player is, from {choices.LEVEL_BOUNDS}"),
                    "level2": _(f"How strong the second player is, from {choices.LEVEL_BOUNDS}"),
                    "level3": _("A third player's strength"),
                    "level4": _("A fourth player's strength"),
                    "pace": CommandOption(_("Time before each move; 4 seconds by default"), choices.lengths(DEMO_PACE)),
                    "thread": _THREAD,
                },
            ),
            slash(actions.ask_start, _("Start the game; any player can"), Right.ARRANGER, name="start"),
            slash(
                actions.rules,
                _("See the rules, or change one before the start"),
                Right.ANYONE,
                options={
                    "rule": CommandOption(_("The rule to change"), choices.rules),
                    "value": CommandOption(_("Its new value"), choices.values, needs=Right.DIRECTOR),
                },
            ),
            slash(
                rematch,
                _("Play again with the same rules"),
                Right.PLAYED,
                options={
                    "players": CommandOption(
                        _("The same players, by default, or anyone"),
                        choices=[Choice(name=_("same"), value="same"), Choice(name=_("others"), value="others")],
                        needs={"others": Right.OPEN},
                    )
                },
            ),
            slash(actions.ask_resign, _("Give up the game"), Right.PLAYER, name="resign"),
            slash(actions.cancel, _("Cancel a game that has only just begun"), Right.PLAYER),
        ),
    ),
    buttons=(
        answers(Actions.OPEN, actions.open_usual),
        answers(Actions.PLAY_COMPUTER, actions.ask_opponent),
        edits(actions.PLAY_LEVEL, actions.play_computer),
        answers(Actions.LEAVE, actions.ask_leave),
        edits(actions.LEAVE_YES, actions.leave),
        answers(Actions.ADD_COMPUTER, actions.ask_level),
        edits(actions.LEVEL, actions.add_computer),
        answers(Actions.RULES, actions.rules),
        edits(messages.RULES_PAGE, actions.rules),
        with_press(messages.CHOOSE_SUBJECT, _choose_subject),
        with_press(messages.CHOOSE_RULE, _choose_rule),
        with_press(messages.SET_RULE, _set_rule),
        answers(Actions.START, actions.ask_start),
        edits(actions.START_YES, actions.start),
        answers(Actions.STOP_WAITING, actions.stop_waiting),
        answers(Actions.STOP, actions.end),
        edits(Actions.END_YES, actions.end),
        edits(Actions.END_RESIGNING, actions.end_by_resigning),
        answers(Actions.RESIGN, actions.ask_resign),
        edits(Actions.CANCEL_GAME, actions.cancel),
        edits(actions.RESIGN_YES, actions.resign),
        answers(Actions.REMATCH, actions.rematch),
        answers(Actions.REMATCH_OTHERS, actions.rematch_others),
    ),
)
