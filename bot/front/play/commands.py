"""`/play`, `/try`, `/pass`, `/exchange`, `/trade`, `/challenge`."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import Choice
from discord.app_commands import locale_str as _

from bot.front.core import choices
from bot.front.core.answering import answer
from bot.front.core.commands import AnyCommand
from bot.front.core.dispatch import in_game
from bot.front.core.message import Message
from bot.front.core.request import Interaction, Request
from bot.front.play import actions, compose, drawing, exchanging

_MOVE = _("Where and what: 8H HELLO is across, H8 HELLO is down")


@app_commands.command(description=_("Play a word, such as 8H HELLO"))
@app_commands.describe(move=_MOVE)
async def play(interaction: Interaction, move: str) -> None:
    """Plays a move."""
    await answer(interaction, in_game(lambda request, game: actions.play(request, game, move)))


@app_commands.command(name="try", description=_("See privately what a move would score"))
@app_commands.describe(move=_("Where and what, such as 8H HELLO; leave it out to compare what you have tried"))
async def try_(interaction: Interaction, move: str = "") -> None:
    """Shows what a move would score, or all moves tried for this turn."""

    async def work(request: Request, game: str) -> Message:
        return await (actions.try_move(request, game, move) if move.strip() else compose.tries(request, game))

    await answer(interaction, in_game(work))


@app_commands.command(name="pass", description=_("Give up your turn without playing"))
async def pass_(interaction: Interaction) -> None:
    """Gives the turn up."""
    await answer(interaction, in_game(actions.pass_turn))


@app_commands.command(description=_("Exchange tiles instead of playing"))
@app_commands.describe(
    tiles=_("The letters to exchange, ? for a blank, or all"),
    four=_("Exchange the whole rack for four tiles of one letter, and stay on turn"),
)
@app_commands.choices(four=[Choice(name=_("yes"), value="yes")])
async def exchange(interaction: Interaction, tiles: str = "", four: str = "") -> None:
    """Exchanges tiles, or the whole rack for its four of a kind."""
    if four:
        await answer(interaction, in_game(actions.exchange_four))
        return
    await answer(interaction, in_game(lambda request, game: exchanging.exchange(request, game, tiles)))


@app_commands.command(description=_("Put your real tile on a blank of the board and take the blank"))
@app_commands.describe(square=_("The square of the blank, such as H8"))
async def trade(interaction: Interaction, square: str) -> None:
    """Trades a blank."""
    await answer(interaction, in_game(lambda request, game: actions.trade(request, game, square)))


@app_commands.command(description=_("Challenge the latest play"))
@app_commands.describe(words=_("Only these words of the play; leave it out to challenge all"))
async def challenge(interaction: Interaction, words: str = "") -> None:
    """Challenges the latest play."""
    await answer(interaction, in_game(lambda request, game: actions.challenge(request, game, words)))


Count = app_commands.Range[int, 1, 60]
_PLAYER = _("The player's name, or the number of the seat")


@app_commands.command(description=_("Draw your tiles by hand"))
@app_commands.describe(count=_("How many to draw at once; leave it out to pick them"))
async def draw(interaction: Interaction, count: Count | None = None) -> None:
    """Shows the face-down tiles, or draws some."""
    await answer(interaction, in_game(lambda request, game: drawing.draw(request, game, count)))


class TabletopCommands(app_commands.Group):
    """The group `/tabletop`."""

    def __init__(self) -> None:
        super().__init__(name="tabletop", description=_("Play with a real board and real tiles"))

    @app_commands.command(description=_("Start: type who drew what, or name who begins"))
    @app_commands.describe(
        tiles=_("A tile for each player in order, such as A C ?; after a tie a comma and those of the next round"),
        player=_("Who begins, by name or number"),
    )
    @app_commands.autocomplete(player=choices.seats)
    async def start(self, interaction: Interaction, tiles: str = "", player: str = "") -> None:
        """Starts a game with real tiles."""
        await answer(interaction, in_game(lambda request, game: drawing.start(request, game, tiles, player)))

    @app_commands.command(description=_("Type in the tiles that you drew for a computer player"))
    @app_commands.describe(player=_PLAYER, tiles=_("The letters, ? for a blank"))
    @app_commands.autocomplete(player=choices.seats)
    async def rack(self, interaction: Interaction, player: str, tiles: str) -> None:
        """Types in what a computer player drew."""
        await answer(interaction, in_game(lambda request, game: drawing.type_rack(request, game, player, tiles)))

    @app_commands.command(description=_("Type in the tiles left on a player's rack at the end"))
    @app_commands.describe(player=_PLAYER, tiles=_("The letters, ? for a blank"))
    @app_commands.autocomplete(player=choices.seats)
    async def left(self, interaction: Interaction, player: str, tiles: str) -> None:
        """Types in what a player has left."""
        await answer(interaction, in_game(lambda request, game: drawing.type_left(request, game, player, tiles)))


COMMANDS: tuple[AnyCommand, ...] = (play, try_, pass_, exchange, trade, challenge, draw, TabletopCommands())
