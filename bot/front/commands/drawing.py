"""`/draw` and `/tabletop`: tiles picked by hand, and real tiles typed in."""

from __future__ import annotations

from typing import Any

from discord import app_commands
from discord.app_commands import locale_str as _

from bot.front import drawing
from bot.front.answers import answer
from bot.front.asking import Interaction
from bot.front.commands import choices
from bot.front.doing import in_game

Count = app_commands.Range[int, 1, 60]
_PLAYER = _("The player's name, or the number of the seat")


@app_commands.command(description=_("Draw your tiles by hand"))
@app_commands.describe(count=_("How many to draw at once; leave it out to pick them"))
async def draw(interaction: Interaction, count: Count | None = None) -> None:
    """Shows the face-down tiles, or draws some."""
    await answer(interaction, in_game(lambda asked, game: drawing.draw(asked, game, count)))


class Tabletop(app_commands.Group):
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
        await answer(interaction, in_game(lambda asked, game: drawing.start(asked, game, tiles, player)))

    @app_commands.command(description=_("Type in the tiles that you drew for a computer player"))
    @app_commands.describe(player=_PLAYER, tiles=_("The letters, ? for a blank"))
    @app_commands.autocomplete(player=choices.seats)
    async def rack(self, interaction: Interaction, player: str, tiles: str) -> None:
        """Types in what a computer player drew."""
        await answer(interaction, in_game(lambda asked, game: drawing.type_rack(asked, game, player, tiles)))

    @app_commands.command(description=_("Type in the tiles left on a player's rack at the end"))
    @app_commands.describe(player=_PLAYER, tiles=_("The letters, ? for a blank"))
    @app_commands.autocomplete(player=choices.seats)
    async def left(self, interaction: Interaction, player: str, tiles: str) -> None:
        """Types in what a player has left."""
        await answer(interaction, in_game(lambda asked, game: drawing.type_left(asked, game, player, tiles)))


COMMANDS: tuple[app_commands.Command[Any, ..., Any] | app_commands.Group, ...] = (draw, Tabletop())
