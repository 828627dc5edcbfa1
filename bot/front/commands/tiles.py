"""`/tiles` with its sub-commands (ledger C11, M5, K16)."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import locale_str as _

from bot.front import tiles
from bot.front.answers import answer
from bot.front.asking import Interaction
from bot.front.doing import in_game


class Tiles(app_commands.Group):
    """The group `/tiles`."""

    def __init__(self) -> None:
        super().__init__(name="tiles", description=_("Tiles: points, numbers, what is left"))

    @app_commands.command(description=_("See how many points the letters count"))
    async def values(self, interaction: Interaction) -> None:
        """Shows the points of the letters."""
        await answer(interaction, tiles.values)

    @app_commands.command(description=_("See how many tiles of each letter there are"))
    async def distribution(self, interaction: Interaction) -> None:
        """Shows the numbers of the tiles."""
        await answer(interaction, tiles.distribution)

    @app_commands.command(description=_("See which tiles can still come"))
    async def unseen(self, interaction: Interaction) -> None:
        """Shows the tiles that the asker has not seen."""
        await answer(interaction, in_game(tiles.unseen))

    @app_commands.command(name="all", description=_("See all tiles, and how many of them can still come"))
    async def all_tiles(self, interaction: Interaction) -> None:
        """Shows every tile."""
        await answer(interaction, tiles.all_tiles)


COMMANDS: tuple[app_commands.Group, ...] = (Tiles(),)
