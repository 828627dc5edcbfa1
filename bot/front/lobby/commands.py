"""`/game new`, `start` and the other commands that open, fill and leave games, with the buttons of lobbies and ends."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import Choice
from discord.app_commands import locale_str as _

from bot.front.components.buttons import Actions
from bot.front.components.message import Message
from bot.front.interaction import choices
from bot.front.interaction.answering import answer, progress_of
from bot.front.interaction.commands import needs
from bot.front.interaction.dispatch import in_game
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import Pressed, answers, edits, with_press
from bot.front.interaction.request import Interaction, Request
from bot.front.lobby import actions, rule_messages
from bot.front.lobby.opening import DEMO_PACE, OpeningOptions, check_membership, for_demonstration, place_in, setup_of
from bot.front.lobby.options import chooses_game
from bot.service.rights import Right
from bot.text.games import game_name
from engine.model.levels import STRONGEST

Pace = app_commands.Range[int, 1, 60]


@needs(Right.OPEN, options={"computer": Right.COMPUTERS})
@app_commands.command(description=_("Open a game here, with people or computer players"))
@app_commands.describe(
    computer=_(f"Add a computer player of this level, {choices.LEVEL_BOUNDS}"),
    thread=_("Play in a new thread of this channel"),
    name=_("A name for the game"),
)
@app_commands.choices(thread=choices.YES)
@chooses_game
async def new(
    interaction: Interaction,
    preset: str = "",
    language: str = "",
    variant: str = "",
    lexicon: str = "",
    computer: choices.LevelOption | None = None,
    thread: str = "",
    name: str = "",
) -> None:
    """Opens a lobby; the caller is its host and gets a seat."""
    options, progress = OpeningOptions(preset, language, variant, lexicon, name, bool(thread)), progress_of(interaction)

    async def work(request: Request) -> Message:
        check_membership(request)
        levels = (computer,) if computer else ()
        await actions.check_may_open(request, levels)
        setup = await setup_of(options, request, progress)
        title = game_name(setup.name, (request.person.name,), await request.aloud(setup.variant.language))
        async with place_in(interaction, request, title if thread else "") as place:
            return actions.with_way(request, place, await actions.open_game(request, place, setup, levels))

    await answer(interaction, work)


@needs(Right.OPEN, Right.COMPUTERS)
@app_commands.command(description=_("Watch computer players play each other"))
@app_commands.describe(
    level=_(f"How strong the first player is, from {choices.LEVEL_BOUNDS}"),
    level2=_(f"How strong the second player is, from {choices.LEVEL_BOUNDS}"),
    level3=_("A third player's strength"),
    level4=_("A fourth player's strength"),
    pace=_("Seconds before each move; 4 by default"),
    thread=_("Play in a new thread of this channel"),
)
@app_commands.choices(thread=choices.YES)
@chooses_game
async def demo(
    interaction: Interaction,
    level: choices.LevelOption = STRONGEST,
    level2: choices.LevelOption = STRONGEST - 1,
    level3: choices.LevelOption | None = None,
    level4: choices.LevelOption | None = None,
    pace: Pace = DEMO_PACE,
    preset: str = "",
    language: str = "",
    variant: str = "",
    lexicon: str = "",
    thread: str = "",
) -> None:
    """Opens a game of computer players only and starts it; the caller watches and can stop it."""
    levels = tuple(one for one in (level, level2, level3, level4) if one is not None)
    options = OpeningOptions(preset, language, variant, lexicon, thread=bool(thread), demonstration=True)
    progress = progress_of(interaction)

    async def work(request: Request) -> Message:
        check_membership(request)
        await actions.check_may_open(request, levels)
        setup = await setup_of(options, request, progress)
        setup = for_demonstration(setup, pace, await request.aloud(setup.variant.language))
        async with place_in(interaction, request, setup.name if thread else "", demonstration=True) as place:
            return actions.with_way(request, place, await actions.demonstrate(request, place, setup, levels))

    await answer(interaction, work)


@needs(Right.ARRANGER)
@app_commands.command(description=_("Start the game; any player can"))
async def start(interaction: Interaction) -> None:
    """Starts the game."""
    await answer(interaction, in_game(actions.ask_start))


@needs(Right.ANYONE, options={"value": Right.DIRECTOR})
@app_commands.command(description=_("See the rules, or change one before the start"))
@app_commands.describe(rule=_("The rule to change"), value=_("Its new value"))
@app_commands.autocomplete(rule=choices.rules, value=choices.values)
async def rules(interaction: Interaction, rule: str = "", value: str = "") -> None:
    """Shows the rules, explains one, or sets it."""
    await answer(interaction, in_game(lambda request, game: actions.rules(request, game, rule, value)))


@needs(Right.PLAYED, options={"players:others": Right.OPEN})
@app_commands.command(description=_("Play again with the same rules"))
@app_commands.describe(players=_("The same players, by default, or anyone"))
@app_commands.choices(players=[Choice(name=_("same"), value="same"), Choice(name=_("others"), value="others")])
async def rematch(interaction: Interaction, players: str = "same") -> None:
    """Asks the players of the latest game to play again, or opens a lobby like it for anyone."""
    await answer(interaction, in_game(actions.rematch if players == "same" else actions.rematch_others))


@needs(Right.PLAYER)
@app_commands.command(description=_("Give up your seat"))
async def leave(interaction: Interaction) -> None:
    """Gives the seat up."""
    await answer(interaction, in_game(actions.ask_leave))


@needs(Right.PLAYER)
@app_commands.command(description=_("Give up the game"))
async def resign(interaction: Interaction) -> None:
    """Asks whether the player resigns."""
    await answer(interaction, in_game(actions.ask_resign))


async def _choose_subject(request: Request, press: Pressed, game: str) -> Message:
    """Opens the rules of the subject chosen."""
    return await actions.choose_subject(request, game, press.value)


async def _choose_rule(request: Request, press: Pressed, game: str) -> Message:
    """Opens the rule chosen."""
    return await actions.rules(request, game, press.value)


async def _set_rule(request: Request, press: Pressed, game: str, rule: str) -> Message:
    """Gives a rule the value chosen."""
    return await actions.change_rule(request, game, rule_messages.read_rule(rule), press.value)


FRONT = Front(
    game=(new, demo, start, rules, rematch, leave, resign),
    buttons=(
        answers(Actions.OPEN, actions.open_usual),
        answers(Actions.PLAY_COMPUTER, actions.play_computer),
        answers(Actions.LEAVE, actions.ask_leave),
        edits(actions.LEAVE_YES, actions.leave),
        answers(Actions.ADD_COMPUTER, actions.ask_level),
        edits(actions.LEVEL, actions.add_computer),
        answers(Actions.RULES, actions.rules),
        edits(rule_messages.RULES_PAGE, actions.rules),
        with_press(rule_messages.CHOOSE_SUBJECT, _choose_subject),
        with_press(rule_messages.CHOOSE_RULE, _choose_rule),
        with_press(rule_messages.SET_RULE, _set_rule),
        answers(Actions.START, actions.ask_start),
        edits(actions.START_YES, actions.start),
        answers(Actions.STOP_WAITING, actions.stop_waiting),
        answers(Actions.STOP, actions.end),
        edits(Actions.END_YES, actions.end),
        edits(Actions.END_RESIGNING, actions.end_by_resigning),
        answers(Actions.RESIGN, actions.ask_resign),
        edits(actions.RESIGN_YES, actions.resign),
        answers(Actions.REMATCH, actions.rematch),
        answers(Actions.REMATCH_OTHERS, actions.rematch_others),
    ),
)
