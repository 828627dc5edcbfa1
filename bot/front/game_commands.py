"""`/game` with its subcommands: opening, filling, starting, changing and ending games."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.app_commands import locale_str as _

from bot.front.chat import actions as chat
from bot.front.chat import choices as chat_choices
from bot.front.core import choices
from bot.front.core.answering import answer, counted
from bot.front.core.dispatch import in_game
from bot.front.core.message import Message
from bot.front.core.request import Interaction, Request
from bot.front.hints import actions as hints
from bot.front.lobby import actions as lobby
from bot.front.lobby.opening import DEMO_PACE, OpeningOptions, check_membership, for_demonstration, place_in, setup_of
from bot.front.look import actions as look
from bot.front.look import watching
from bot.front.pause import actions as pause
from bot.front.pause.actions import GCG, JSON
from bot.front.play import actions as play
from bot.front.seats import actions as seats
from bot.limits import Limit
from engine.game.state import LEVELS, Person

LevelOption = app_commands.Range[int, LEVELS[0], LEVELS[-1]]
Pace = app_commands.Range[int, 1, 60]


class GameCommands(app_commands.Group):
    """The group `/game`."""

    def __init__(self) -> None:
        super().__init__(name="game", description=_("Open, join, start and end games"))

    @app_commands.command(description=_("Open a game in this channel"))
    @app_commands.describe(
        preset=_("A set of rules"),
        language=_("The language of tiles and words"),
        variant=_("The board and the tiles"),
        lexicon=_("The dictionary"),
        computer=_("Seat a computer player of this level, 1 to 8"),
        thread=_("Play in a new thread of this channel"),
        name=_("A name for the game"),
    )
    @app_commands.choices(thread=[Choice(name=_("yes"), value="yes")])
    @app_commands.autocomplete(
        preset=choices.presets, language=choices.languages, variant=choices.variants, lexicon=choices.lexicons
    )
    async def new(
        self,
        interaction: Interaction,
        preset: str = "",
        language: str = "",
        variant: str = "",
        lexicon: str = "",
        computer: LevelOption | None = None,
        thread: str = "",
        name: str = "",
    ) -> None:
        """Opens a lobby; the caller is its host and gets a seat."""
        options = OpeningOptions(preset, language, variant, lexicon, name)

        async def work(request: Request) -> Message:
            check_membership(interaction)
            levels = (computer,) if computer else ()
            await lobby.check_may_open(request, levels)
            setup = await setup_of(options, request)
            title = setup.name or request.texts.gettext("Word game")
            async with place_in(interaction, request, title if thread else "") as place:
                return await lobby.open_game(request, place, setup, levels)

        await answer(interaction, work)

    @app_commands.command(description=_("Watch computer players play each other"))
    @app_commands.describe(
        level=_("How strong the first one is, from 1 to 8"),
        level2=_("How strong the second one is, from 1 to 8"),
        level3=_("A third player's strength"),
        level4=_("A fourth player's strength"),
        pace=_("Seconds before each move, 4 if you leave it out"),
        preset=_("A set of rules"),
        language=_("The language of tiles and words"),
        variant=_("The board and the tiles"),
        lexicon=_("The dictionary"),
        thread=_("Play in a new thread of this channel"),
    )
    @app_commands.choices(thread=[Choice(name=_("yes"), value="yes")])
    @app_commands.autocomplete(
        preset=choices.presets, language=choices.languages, variant=choices.variants, lexicon=choices.lexicons
    )
    async def demo(
        self,
        interaction: Interaction,
        level: LevelOption = 8,
        level2: LevelOption = 7,
        level3: LevelOption | None = None,
        level4: LevelOption | None = None,
        pace: Pace = DEMO_PACE,
        preset: str = "",
        language: str = "",
        variant: str = "",
        lexicon: str = "",
        thread: str = "",
    ) -> None:
        """Opens a game of computer players only and starts it; the caller watches and can stop it."""
        levels = tuple(one for one in (level, level2, level3, level4) if one is not None)

        async def work(request: Request) -> Message:
            check_membership(interaction)
            await lobby.check_may_open(request, levels)
            setup = for_demonstration(await setup_of(OpeningOptions(preset, language, variant, lexicon), request), pace)
            async with place_in(interaction, request, setup.name if thread else "", demonstration=True) as place:
                return await lobby.demonstrate(request, place, setup, levels)

        await answer(interaction, work)

    @app_commands.command(description=_("Take a seat"))
    @app_commands.describe(code=_("The code of a game in another place"))
    async def join(self, interaction: Interaction, code: str = "") -> None:  # noqa: ARG002  # the gate reads the code
        """Takes a seat here, or by a code."""
        await answer(interaction, in_game(seats.join))

    @app_commands.command(description=_("Give up your seat"))
    async def leave(self, interaction: Interaction) -> None:
        """Gives the seat up."""
        await answer(interaction, in_game(lobby.ask_leave))

    @app_commands.command(description=_("Start the game; anybody seated may"))
    async def start(self, interaction: Interaction) -> None:
        """Starts the game."""
        await answer(interaction, in_game(lobby.ask_start))

    @app_commands.command(description=_("Seat a computer player"))
    @app_commands.describe(level=_("How strong it is, from 1 to 8"))
    async def computer(self, interaction: Interaction, level: LevelOption) -> None:
        """Seats a computer player."""
        await answer(interaction, in_game(lambda request, game: lobby.add_computer(request, game, level)))

    @app_commands.command(description=_("See the rules, or change one before the start"))
    @app_commands.describe(rule=_("The rule to change"), value=_("Its new value"))
    @app_commands.autocomplete(rule=choices.rules, value=choices.values)
    async def rules(self, interaction: Interaction, rule: str = "", value: str = "") -> None:
        """Shows the rules, explains one, or sets it."""
        await answer(interaction, in_game(lambda request, game: lobby.rules(request, game, rule, value)))

    @app_commands.command(description=_("See whose turn it is"))
    async def status(self, interaction: Interaction) -> None:
        """Shows whose turn it is and what to do."""
        await answer(interaction, in_game(look.status))

    @app_commands.command(name="list", description=_("See your games, and those of this server"))
    async def list_(self, interaction: Interaction) -> None:
        """Lists games with links to their boards."""
        await answer(interaction, watching.games)

    @app_commands.command(description=_("Follow a game by direct message, or show a game of another place here"))
    @app_commands.describe(code=_("The code of a game in another place"), stop=_("Stop showing it"))
    @app_commands.choices(stop=[Choice(name=_("yes"), value="yes")])
    async def watch(self, interaction: Interaction, code: str = "", stop: str = "") -> None:
        """Shows a game in another place."""
        await answer(interaction, lambda request: watching.watch(request, code.strip().lower(), bool(stop)))

    @app_commands.command(description=_("Talk with the players of this game who are in other places"))
    @app_commands.describe(
        switch=_("Whether what the players say is carried from here and to here"),
        mute=_("Whom not to hear here"),
        unmute=_("Whom to hear here again"),
    )
    @app_commands.choices(switch=[Choice(name=_("on"), value=chat.ON), Choice(name=_("off"), value=chat.OFF)])
    @app_commands.autocomplete(mute=chat_choices.heard, unmute=chat_choices.heard)
    async def chat(self, interaction: Interaction, switch: str = "", mute: str = "", unmute: str = "") -> None:
        """Carries the players' chat between places that accept it."""
        await answer(interaction, lambda request: chat.chat(request, switch, mute.strip(), unmute.strip()))

    @app_commands.command(description=_("Take your latest move back"))
    async def undo(self, interaction: Interaction) -> None:
        """Undoes the player's latest move."""
        await answer(interaction, in_game(play.undo))

    @app_commands.command(description=_("Change racks and scores with the computer player, on your turn"))
    async def swap(self, interaction: Interaction) -> None:
        """Changes places with the computer player."""
        await answer(interaction, in_game(hints.swap))

    @app_commands.command(description=_("Play again with the same rules"))
    @app_commands.describe(players=_("The same players, which is usual, or whoever comes"))
    @app_commands.choices(players=[Choice(name=_("same"), value="same"), Choice(name=_("others"), value="others")])
    async def rematch(self, interaction: Interaction, players: str = "same") -> None:
        """Asks the players of the latest game to play again, or opens a lobby like it for anybody."""
        await answer(interaction, in_game(lobby.rematch if players == "same" else lobby.rematch_others))

    @app_commands.command(description=_("End the game, or keep it for later; for the host and moderators"))
    async def end(self, interaction: Interaction) -> None:
        """Asks whether to keep the game or to end it."""
        await answer(interaction, in_game(pause.ask_end))

    @app_commands.command(description=_("Keep the game for later; all clocks stand still"))
    @app_commands.describe(name=_("A name to find it by"))
    async def pause(self, interaction: Interaction, name: str = "") -> None:
        """Pauses the game, or agrees to it."""
        await answer(interaction, in_game(lambda request, game: pause.pause(request, game, name)))

    @app_commands.command(description=_("Go on with a game that was kept for later"))
    @app_commands.describe(name=_("The name of the game"))
    @app_commands.autocomplete(name=choices.paused)
    async def resume(self, interaction: Interaction, name: str = "") -> None:  # noqa: ARG002  # the gate reads it
        """Resumes a paused game in this channel, or agrees to it."""
        await answer(interaction, in_game(pause.resume))

    @app_commands.command(description=_("Let the game rest and get it as a sealed file"))
    async def save(self, interaction: Interaction) -> None:
        """Hands out the game as a file."""
        await answer(interaction, counted(Limit.FILES, in_game(pause.save)))

    @app_commands.command(description=_("Go on with a game from its file, once everybody in it agrees"))
    @app_commands.describe(
        file=_("The file that /game save gave out"), again=_("Also take back what was played after it was saved")
    )
    @app_commands.choices(again=[Choice(name=_("yes"), value="yes")])
    async def load(self, interaction: Interaction, file: discord.Attachment, again: str = "") -> None:
        """Takes a game from its file."""
        work = counted(Limit.FILES, lambda request: pause.load(request, file, again=again == "yes"))
        await answer(interaction, work)

    @app_commands.command(description=_("Get the record of a finished game as a file"))
    @app_commands.describe(format=_("GCG for two players, JSON for any number"))
    @app_commands.choices(format=[Choice(name="GCG", value=GCG), Choice(name="JSON", value=JSON)])
    async def export(self, interaction: Interaction, format: str = "") -> None:  # noqa: A002
        """Hands out the record."""
        work = counted(Limit.FILES, in_game(lambda request, game: pause.export(request, game, format)))
        await answer(interaction, work)

    @app_commands.command(description=_("Remind the player on turn"))
    async def nudge(self, interaction: Interaction) -> None:
        """Reminds the player on turn."""
        await answer(interaction, in_game(pause.nudge))

    @app_commands.command(description=_("Seat somebody who plays at your screen, with a rack of their own"))
    @app_commands.describe(name=_("Their name"))
    async def guest(self, interaction: Interaction, name: str) -> None:
        """Seats a guest."""
        await answer(interaction, in_game(lambda request, game: seats.add_guest(request, game, name)))

    @app_commands.command(description=_("Take a player out of the game; for the host and moderators"))
    @app_commands.describe(player=_("The player's name, or the number of the seat"))
    @app_commands.autocomplete(player=choices.seats)
    async def remove(self, interaction: Interaction, player: str) -> None:
        """Asks whether to take a player's seat away."""
        await answer(interaction, in_game(lambda request, game: seats.ask_remove(request, game, player)))

    @app_commands.command(description=_("Let somebody play on in a seat; for the host and moderators"))
    @app_commands.describe(
        player=_("The player's name, or the number of the seat"),
        person=_("Who shall play on"),
        tiles=_("With new tiles at once, or with those of the player, who is asked first"),
    )
    @app_commands.choices(tiles=[Choice(name=_("new"), value=seats.NEW)])
    @app_commands.autocomplete(player=choices.seats)
    async def seat(self, interaction: Interaction, player: str, person: discord.User, tiles: str = "") -> None:
        """Gives a seat to someone, or asks its player."""
        heir = Person(str(person.id), person.display_name)
        await answer(interaction, in_game(lambda request, game: seats.hand_over(request, game, player, heir, tiles)))

    @app_commands.command(description=_("Give up the game"))
    async def resign(self, interaction: Interaction) -> None:
        """Asks whether the player resigns."""
        await answer(interaction, in_game(lobby.ask_resign))


COMMANDS: tuple[GameCommands, ...] = (GameCommands(),)
