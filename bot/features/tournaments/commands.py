"""`/tournament`, and the buttons of its messages."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.app_commands import locale_str as _

from bot.features.tournaments import actions, messages
from bot.features.tournaments.export import FORMATS
from bot.features.tournaments.values import LARGEST_SCORE, MOST_ROUNDS, Format
from bot.front.components.message import Message
from bot.front.interaction import choices
from bot.front.interaction.answering import answer
from bot.front.interaction.commands import needs, only_in_servers
from bot.front.interaction.pressing import answers
from bot.front.interaction.request import Interaction, Request, person_of, texts_of
from bot.front.interaction.room import FrontRoom
from bot.front.lobby.opening import OpeningOptions
from bot.front.lobby.options import chooses_game
from bot.front.lobby.ranges import RatingOption
from bot.front.lobby.threads import check_thread
from bot.model.errors import NotOffered
from bot.service.rights import Right
from bot.text.option_titles import named_by, offered_title

MOST_MINUTES = 1440
FORMAT_NAMES = tuple(one.value for one in Format)
Rounds = app_commands.Range[int, 1, MOST_ROUNDS]
Grace = app_commands.Range[int, 0, MOST_MINUTES]
Pause = app_commands.Range[int, 1, MOST_MINUTES]
Score = app_commands.Range[int, -LARGEST_SCORE, LARGEST_SCORE]
HillRounds = app_commands.Range[int, 0, 3]


async def _formats(interaction: Interaction, typed: str) -> list[Choice[str]]:
    texts = await texts_of(interaction)
    return choices.matching(typed, ((offered_title("format", name, texts), name) for name in FORMAT_NAMES))


def _format_named(typed: str, request: Request) -> Format:
    value = named_by("format", typed, FORMAT_NAMES, request.texts) or Format.SWISS.value
    if value not in FORMAT_NAMES:
        raise NotOffered("format", value, FORMAT_NAMES)
    return Format(value)


@only_in_servers
class TournamentCommands(app_commands.Group):
    """The group `/tournament`."""

    def __init__(self) -> None:
        super().__init__(name="tournament", description=_("Tournaments in this channel"))

    @needs(Right.ANYONE)
    @app_commands.command(description=_("Make a tournament in this channel; people join with a button"))
    @app_commands.describe(
        name=_("The tournament's name"),
        format=_("How the pairs of a round are made; without it, Swiss"),
        rounds=_("The number of rounds; without it, as many as fit the number of players"),
        director=_("Someone who may direct it besides the moderators"),
        grace=_("Minutes for the first move, after which the game is lost; 0 for no limit"),
        pause=_("Minutes between rounds; without it, the director begins each round"),
        computer=_(f"Level of the computer player that fills in when someone has no opponent, {choices.LEVEL_BOUNDS}"),
        starts=_("When it starts by itself: in 2h or 3d, or a date such as 2026-12-24 18:00 in UTC"),
        checkin=_("Minutes before the start in which players check in, 30 by default; 0 for none"),
        lowest=_("The lowest rating that players can have"),
        highest=_("The highest rating that players can have"),
        hill=_("Last rounds in which the first meets the second, the third the fourth, and so on"),
    )
    @app_commands.autocomplete(format=_formats)
    @chooses_game
    async def new(
        self,
        interaction: Interaction,
        name: str = "",
        format: str = "",  # noqa: A002 - it is the option's name
        rounds: Rounds | None = None,
        preset: str = "",
        language: str = "",
        variant: str = "",
        lexicon: str = "",
        director: discord.User | None = None,
        grace: Grace | None = None,
        pause: Pause | None = None,
        hill: HillRounds = 0,
        computer: choices.LevelOption | None = None,
        starts: str = "",
        checkin: Grace | None = None,
        lowest: RatingOption | None = None,
        highest: RatingOption | None = None,
    ) -> None:
        """Makes a tournament."""
        options = OpeningOptions(preset, language, variant, lexicon, thread=True)

        async def work(request: Request) -> Message:
            check_thread(interaction)
            person = str(director.id) if director else None
            chosen = _format_named(format, request)
            wanted = actions.Wanted(
                name, chosen, rounds or 0, hill, grace, pause, computer, person, starts, checkin, lowest, highest
            )
            return await actions.new(request, wanted, options)

        await answer(interaction, work)

    @needs(Right.MODERATOR)
    @app_commands.command(description=_("Choose who can make tournaments besides the moderators"))
    @app_commands.describe(player=_("The person"), switch=_("Whether this person can make tournaments"))
    @app_commands.choices(switch=choices.SWITCH)
    async def allow(
        self, interaction: Interaction, player: discord.User | None = None, switch: str = choices.ON
    ) -> None:
        """Chooses who makes tournaments."""
        person = str(player.id) if player else ""
        await answer(interaction, lambda request: actions.allow(request, person, may=switch == choices.ON))

    @needs(Right.ANYONE)
    @app_commands.command(description=_("Join the tournament of this channel"))
    async def join(self, interaction: Interaction) -> None:
        """Enters the person."""
        await answer(interaction, actions.join_here)

    @needs(Right.ANYONE)
    @app_commands.command(description=_("Leave the tournament of this channel; a game under way goes on"))
    async def leave(self, interaction: Interaction) -> None:
        """Lets the person leave."""
        await answer(interaction, actions.leave_here)

    @needs(Right.ANYONE)
    @app_commands.command(description=_("Start the tournament with its first round"))
    @app_commands.describe(wait=_("Look at the pairs of the first round before it begins"))
    @app_commands.choices(wait=choices.YES)
    async def start(self, interaction: Interaction, wait: str = "") -> None:
        """Starts a tournament."""
        await answer(interaction, lambda request: actions.start(request, wait=bool(wait)))

    @needs(Right.ANYONE)
    @app_commands.command(description=_("Draw the pairs of the next round, or pair two players in it by hand"))
    @app_commands.describe(first=_("A player"), second=_("The opponent"))
    async def pair(
        self, interaction: Interaction, first: discord.User | None = None, second: discord.User | None = None
    ) -> None:
        """Draws or changes pairs."""
        people = [person_of(one) if one else None for one in (first, second)]
        await answer(interaction, lambda request: actions.pair(request, people[0], people[1]))

    @needs(Right.ANYONE)
    @app_commands.command(description=_("Set or correct the result of a game"))
    @app_commands.describe(
        number=_("The number of the round"),
        first=_("A player"),
        points=_("The points of this player"),
        second=_("The opponent"),
        against=_("The points of the opponent"),
    )
    async def result(
        self,
        interaction: Interaction,
        number: Rounds,
        first: discord.User,
        points: Score,
        second: discord.User,
        against: Score,
    ) -> None:
        """Sets a result."""
        sides = (person_of(first), person_of(second))
        await answer(interaction, lambda request: actions.result(request, number, sides, (points, against)))

    @needs(Right.ANYONE)
    @app_commands.command(description=_("Enter a player into the tournament"))
    @app_commands.describe(player=_("The player"))
    async def add(self, interaction: Interaction, player: discord.User) -> None:
        """Enters somebody."""
        await answer(interaction, lambda request: actions.add(request, person_of(player)))

    @needs(Right.ANYONE)
    @app_commands.command(description=_("Take a player out of the tournament; a game under way goes on"))
    @app_commands.describe(player=_("The player"))
    async def drop(self, interaction: Interaction, player: discord.User) -> None:
        """Takes somebody out."""
        await answer(interaction, lambda request: actions.drop(request, person_of(player)))

    @needs(Right.ANYONE)
    @app_commands.command(name="undo-round", description=_("Forget the pairs of a round that has not begun"))
    async def undo(self, interaction: Interaction) -> None:
        """Forgets pairs."""
        await answer(interaction, actions.undo)

    @needs(Right.ANYONE)
    @app_commands.command(description=_("See the standings of this channel's tournament"))
    async def standings(self, interaction: Interaction) -> None:
        """Shows standings."""
        await answer(interaction, actions.standings)

    @needs(Right.ANYONE)
    @app_commands.command(description=_("Get the tournament as a file"))
    @app_commands.describe(format=_("The file format: tsh, csv or json"))
    @app_commands.choices(format=[Choice(name=one, value=one) for one in FORMATS])
    async def export(self, interaction: Interaction, format: str = FORMATS[0]) -> None:  # noqa: A002
        """Writes a file."""
        await answer(interaction, lambda request: actions.export(request, format))

    @needs(Right.ANYONE)
    @app_commands.command(description=_("End the tournament; games under way go on"))
    async def end(self, interaction: Interaction) -> None:
        """Ends a tournament."""
        await answer(interaction, actions.end)


FRONT = FrontRoom(
    commands=(TournamentCommands(),),
    buttons=(
        answers(messages.JOIN, actions.join),
        answers(messages.CHECK_IN, actions.check_in),
        answers(messages.LEAVE, actions.leave),
        answers(messages.START, actions.start_pressed),
        answers(messages.NEXT, actions.begin),
    ),
    plays_here=(actions.setup_here,),
)
