"""`/league`, and the buttons of its messages."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str as _

from bot.features.leagues import actions, messages
from bot.features.leagues.values import Terms
from bot.front.components.message import Message
from bot.front.interaction.answering import answer
from bot.front.interaction.commands import needs, only_in_servers
from bot.front.interaction.pressing import answers, edits
from bot.front.interaction.request import Interaction, Request, person_of
from bot.front.interaction.room import FrontRoom
from bot.front.lobby.opening import OpeningOptions
from bot.front.lobby.options import chooses_game
from bot.front.lobby.threads import check_threads
from bot.service.rights import Right
from engine.model.durations import DAY

PRESET = "correspondence"
Days = app_commands.Range[int, 1, 60]
PauseDays = app_commands.Range[int, 1, 30]
Size = app_commands.Range[int, 4, 20]
Movers = app_commands.Range[int, 0, 5]
Score = app_commands.Range[int, -9999, 9999]
Number = app_commands.Range[int, 1, 9999]


@only_in_servers
class LeagueCommands(app_commands.Group):
    """The group `/league`."""

    def __init__(self) -> None:
        super().__init__(name="league", description=_("Leagues in this channel"))

    @needs(Right.MODERATOR)
    @app_commands.command(description=_("Make a league in this channel; people join with a button"))
    @app_commands.describe(
        name=_("The league's name"),
        days=_("Days that a season lasts; without it, 14"),
        pause=_("Days between two seasons; without it, 2"),
        size=_("People in a division; without it, 15"),
        movers=_("How many are promoted and relegated; without it, a sixth of a division"),
        director=_("Someone who may direct it besides the moderators"),
    )
    @chooses_game
    async def new(
        self,
        interaction: Interaction,
        name: str = "",
        days: Days = 14,
        pause: PauseDays = 2,
        size: Size = 15,
        movers: Movers | None = None,
        preset: str = "",
        language: str = "",
        variant: str = "",
        lexicon: str = "",
        director: discord.User | None = None,
    ) -> None:
        """Makes a league."""
        options = OpeningOptions(preset or PRESET, language, variant, lexicon, thread=True)

        async def work(request: Request) -> Message:
            check_threads(interaction)
            terms = Terms(days * DAY, pause * DAY, size, movers)
            return await actions.new(
                request, actions.Wanted(name, terms, str(director.id) if director else None), options
            )

        await answer(interaction, work)

    @needs(Right.ANYONE)
    @app_commands.command(description=_("Join this channel's league from its next season on"))
    async def join(self, interaction: Interaction) -> None:
        """Joins a league."""
        await answer(interaction, actions.join_here)

    @needs(Right.ANYONE)
    @app_commands.command(description=_("Leave this channel's league; games under way go on"))
    async def leave(self, interaction: Interaction) -> None:
        """Leaves a league."""
        await answer(interaction, actions.leave_here)

    @needs(Right.ANYONE)
    @app_commands.command(description=_("Begin the next season now"))
    async def start(self, interaction: Interaction) -> None:
        """Begins a season."""
        await answer(interaction, actions.start)

    @needs(Right.ANYONE)
    @app_commands.command(description=_("See the standings of a division"))
    @app_commands.describe(
        division=_("The division; without it, yours"), season=_("The season; without it, the newest")
    )
    async def standings(
        self, interaction: Interaction, division: Number | None = None, season: Number | None = None
    ) -> None:
        """Shows standings."""
        await answer(interaction, lambda request: actions.standings(request, division, season))

    @needs(Right.ANYONE)
    @app_commands.command(description=_("See who won the earlier seasons"))
    async def seasons(self, interaction: Interaction) -> None:
        """Shows seasons."""
        await answer(interaction, actions.seasons)

    @needs(Right.ANYONE)
    @app_commands.command(description=_("Set or correct the result of a game"))
    @app_commands.describe(
        first=_("A player"),
        points=_("The points of this player"),
        second=_("The opponent"),
        against=_("The points of the opponent"),
    )
    async def result(
        self, interaction: Interaction, first: discord.User, points: Score, second: discord.User, against: Score
    ) -> None:
        """Sets a result."""
        sides = (person_of(first), person_of(second))
        await answer(interaction, lambda request: actions.result(request, sides, (points, against)))

    @needs(Right.ANYONE)
    @app_commands.command(description=_("Take someone out of the league; the board decides games under way"))
    @app_commands.describe(player=_("The player"))
    async def remove(self, interaction: Interaction, player: discord.User) -> None:
        """Takes somebody out."""
        await answer(interaction, lambda request: actions.remove(request, person_of(player)))

    @needs(Right.ANYONE)
    @app_commands.command(description=_("Get the standings of a season as a file"))
    @app_commands.describe(season=_("The season; without it, the newest"))
    async def export(self, interaction: Interaction, season: Number | None = None) -> None:
        """Writes a file."""
        await answer(interaction, lambda request: actions.export(request, season))

    @needs(Right.ANYONE)
    @app_commands.command(description=_("End the league after the season that is being played"))
    async def end(self, interaction: Interaction) -> None:
        """Ends a league."""
        await answer(interaction, actions.end)


FRONT = FrontRoom(
    commands=(LeagueCommands(),),
    buttons=(
        answers(messages.JOIN, actions.join),
        answers(messages.LEAVE, actions.leave),
        edits(messages.RULING, actions.rule),
    ),
)
