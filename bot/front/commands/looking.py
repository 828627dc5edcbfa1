"""`/rack`, `/board`, `/scores`, `/words`."""

from __future__ import annotations

from typing import Any

from discord import app_commands
from discord.app_commands import Choice
from discord.app_commands import locale_str as _

from bot.front import looking
from bot.front.answers import answer
from bot.front.asking import Interaction
from bot.front.doing import in_game
from bot.front.presenter import RackOrder


@app_commands.command(description=_("See your tiles"))
@app_commands.describe(order=_("The order to see them in"))
@app_commands.choices(
    order=[
        Choice(name=_("alphabetical"), value=RackOrder.SORT.value),
        Choice(name=_("shuffled"), value=RackOrder.SHUFFLE.value),
        Choice(name=_("vowels first"), value=RackOrder.VOWELS.value),
    ]
)
async def rack(interaction: Interaction, order: str = "") -> None:
    """Shows the own rack."""
    await answer(interaction, in_game(lambda asked, game: looking.rack(asked, game, order)))


@app_commands.command(description=_("See the board"))
@app_commands.describe(
    style=_("As a picture or as text"),
    premiums=_("The premium squares, also those under tiles; in the text, whether it shows them"),
    square=_("Everything about one square, such as H8"),
)
@app_commands.choices(
    style=[Choice(name=_("picture"), value="picture"), Choice(name=_("text"), value="text")],
    premiums=[Choice(name=_("yes"), value="yes"), Choice(name=_("no"), value="no")],
)
async def board(interaction: Interaction, style: str = "", premiums: str = "", square: str = "") -> None:
    """Shows the board."""
    await answer(interaction, in_game(lambda asked, game: looking.board(asked, game, style, square, premiums)))


@app_commands.command(description=_("See the scores"))
async def scores(interaction: Interaction) -> None:
    """Shows the score board."""
    await answer(interaction, in_game(looking.scores))


@app_commands.command(description=_("See all words played so far"))
async def words(interaction: Interaction) -> None:
    """Shows the word list."""
    await answer(interaction, in_game(looking.words))


COMMANDS: tuple[app_commands.Command[Any, ..., Any], ...] = (rack, board, scores, words)
