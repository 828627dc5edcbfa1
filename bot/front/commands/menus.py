"""Commands in the menus of messages and people: the board of a message as text, somebody's games in figures."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str as _

from bot.front import looking, ranking
from bot.front.answers import answer
from bot.front.asking import Asked, Interaction
from bot.front.doing import which_game
from bot.front.presenter.message import Message


@app_commands.context_menu(name=_("Board as text"))
async def board_as_text(interaction: Interaction, message: discord.Message) -> None:
    """Shows the board of a message, else of the channel, as text, for who does not see pictures."""

    async def work(asked: Asked) -> Message:
        game = await asked.desk.posts.game_of(message.id) or await which_game(asked)
        return await looking.board(asked, game, "text")

    await answer(interaction, work)


@app_commands.context_menu(name=_("Games in figures"))
async def figures(interaction: Interaction, person: discord.User) -> None:
    """Shows a person's statistics."""
    await answer(interaction, lambda asked: ranking.statistics(asked, str(person.id), person.display_name))


COMMANDS: tuple[app_commands.ContextMenu, ...] = (board_as_text, figures)
"""Both menus; Discord allows five of each kind."""
