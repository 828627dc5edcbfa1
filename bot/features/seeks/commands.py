"""`/seek`, and the buttons under open challenges."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import Choice
from discord.app_commands import locale_str as _

from bot.features.seeks import accepting, actions, choices, messages
from bot.front.components.message import Message
from bot.front.interaction.answering import answer
from bot.front.interaction.commands import needs, only_in_servers
from bot.front.interaction.pressing import answers, edits
from bot.front.interaction.request import Interaction, Request
from bot.front.interaction.room import FrontRoom
from bot.front.lobby.opening import OpeningOptions
from bot.front.lobby.options import chooses_game
from bot.front.lobby.ranges import RatingOption
from bot.front.lobby.threads import check_thread
from bot.service.rights import Right


@only_in_servers
class SeekCommands(app_commands.Group):
    """The group `/seek`."""

    def __init__(self) -> None:
        super().__init__(name="seek", description=_("Find an opponent: challenges that anyone here can accept"))

    @needs(Right.OPEN)
    @app_commands.command(description=_("Put up a challenge in this channel; the game begins in a thread"))
    @app_commands.describe(
        clock=_("Time for all moves of a player, such as 25m; from 1h on, for each move; off for no clock"),
        lowest=_("The lowest rating that your opponent can have"),
        highest=_("The highest rating that your opponent can have"),
        where=_("In other servers too, if this one takes part in challenges across servers"),
    )
    @app_commands.choices(where=[Choice(name=_("everywhere"), value=actions.EVERYWHERE)])
    @chooses_game
    async def post(
        self,
        interaction: Interaction,
        preset: str = "",
        language: str = "",
        variant: str = "",
        lexicon: str = "",
        clock: app_commands.Range[str, 0, 16] = "",
        lowest: RatingOption | None = None,
        highest: RatingOption | None = None,
        where: str = "",
    ) -> None:
        """Posts a challenge."""
        options = OpeningOptions(preset, language, variant, lexicon, thread=True)

        async def work(request: Request) -> Message:
            check_thread(interaction)
            return await actions.post(request, options, clock, lowest, highest, where)

        await answer(interaction, work)

    @needs(Right.ANYONE)
    @app_commands.command(description=_("See the open challenges of this channel"))
    async def list(self, interaction: Interaction) -> None:
        """Lists challenges."""
        await answer(interaction, actions.look)

    @needs(Right.ANYONE)
    @app_commands.command(description=_("End your challenge in this channel"))
    async def withdraw(self, interaction: Interaction) -> None:
        """Ends a challenge."""
        await answer(interaction, actions.withdraw)

    @needs(Right.ANYONE, options={"switch": Right.MODERATOR, "hide": Right.MODERATOR})
    @app_commands.command(description=_("See whether this server takes part in challenges across servers"))
    @app_commands.describe(
        switch=_("Whether this channel lists challenges of other servers, and they list those of this one"),
        hide=_("Whose challenges from other servers should no longer be listed here"),
    )
    @app_commands.choices(switch=[Choice(name=_("on"), value=actions.ON), Choice(name=_("off"), value=actions.OFF)])
    @app_commands.autocomplete(hide=choices.foreigners)
    async def everywhere(self, interaction: Interaction, switch: str = "", hide: str = "") -> None:
        """Shows or changes whether the server takes part."""

        async def work(request: Request) -> Message:
            if switch == actions.ON:
                check_thread(interaction)
            return await actions.everywhere(request, switch, hide)

        await answer(interaction, work)


FRONT = FrontRoom(
    commands=(SeekCommands(),),
    buttons=(
        answers(messages.ACCEPT, accepting.accept),
        edits(messages.WITHDRAW, actions.withdraw),
    ),
)
