"""`/puzzle`, and the buttons under puzzles."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import locale_str as _

from bot.features.puzzles import actions, messages
from bot.features.puzzles.choices import languages
from bot.front.interaction import choices
from bot.front.interaction.answering import answer
from bot.front.interaction.commands import needs
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import InputForm, answers, edits, opens, with_press
from bot.front.interaction.request import Interaction
from bot.service.rights import Right
from bot.text import Texts
from bot.text.status import example_word

MOVE = "move"


class PuzzleCommands(app_commands.Group):
    """The group `/puzzle`."""

    def __init__(self) -> None:
        super().__init__(name="puzzle", description=_("Find the best move in a position"))

    @needs(Right.ANYONE)
    @app_commands.command(description=_("Get a puzzle near your rating, or answer yours"))
    @app_commands.describe(move=_("Your answer, such as 8H HELLO"), language=_("The language of the tiles"))
    @app_commands.autocomplete(language=languages)
    async def solve(self, interaction: Interaction, move: str = "", language: str = "") -> None:
        """Gives a puzzle, or takes an answer."""
        await answer(interaction, lambda request: actions.solve(request, language, move))

    @needs(Right.ANYONE, options={"switch": Right.MODERATOR})
    @app_commands.command(description=_("Solve this server's puzzle of the day"))
    @app_commands.describe(
        switch=_("Whether I post a puzzle in this channel every day"),
        language=_("The language of the tiles"),
    )
    @app_commands.choices(switch=choices.SWITCH)
    @app_commands.autocomplete(language=languages)
    async def daily(self, interaction: Interaction, switch: str = "", language: str = "") -> None:
        """Shows today's puzzle, or chooses where it is posted."""
        await answer(interaction, lambda request: actions.daily(request, switch, language))

    @needs(Right.ANYONE)
    @app_commands.command(description=_("See who solves the puzzle of the day here"))
    async def leaderboard(self, interaction: Interaction) -> None:
        """Shows the solvers of this server."""
        await answer(interaction, actions.leaderboard)


def _form(texts: Texts) -> InputForm:
    """Asks for a move."""
    return InputForm(texts.gettext("Answer"), texts.gettext("Your move"), f"8H {example_word(texts)}", MOVE)


FRONT = Front(
    commands=(PuzzleCommands(),),
    buttons=(
        opens(messages.ANSWER, _form, actions.take_answer, in_place=True),
        with_press(messages.PLACE, actions.take_place),
        edits(messages.GIVE_UP, actions.give_up),
        answers(messages.NEXT, actions.another),
        edits(messages.VOTE, actions.vote),
        answers(messages.DAY, actions.open_day),
    ),
)
