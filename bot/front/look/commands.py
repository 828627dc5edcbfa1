"""`/rack`, `/board`, `/scores`, `/words`, `/tiles`, and the buttons under a board, under a rack and under More."""

from __future__ import annotations

from functools import partial

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.app_commands import locale_str as _

from bot.front.board.racks import RackOrder
from bot.front.components.buttons import Actions
from bot.front.components.message import Message
from bot.front.interaction import choices
from bot.front.interaction.answering import answer
from bot.front.interaction.commands import needs
from bot.front.interaction.dispatch import in_game, which_game
from bot.front.interaction.elsewhere import shown_elsewhere
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import answers, edits
from bot.front.interaction.request import Interaction, Request
from bot.front.look import actions, watching
from bot.service.rights import Right


@needs(Right.PLAYER)
@app_commands.command(description=_("See your tiles"))
@app_commands.describe(order=_("Their order from now on; you can also type your letters in the order you like"))
@app_commands.autocomplete(order=choices.rack_orders)
async def rack(interaction: Interaction, order: str = "") -> None:
    """Shows the player's rack."""
    await answer(interaction, in_game(lambda request, game: actions.rack(request, game, order)))


@needs(Right.ANYONE)
@app_commands.command(description=_("See the board"))
@app_commands.describe(
    style=_("As a picture, all of a large board, in sentences, or as a grid of characters"),
    premiums=_("The premium squares, including those under tiles; free: those still open, and words to extend"),
    square=_("Everything about a square such as H8, a row such as 8, or a column such as H"),
)
@app_commands.choices(
    style=[
        Choice(name=_("picture"), value="picture"),
        Choice(name=_("text"), value="text"),
        Choice(name=_("grid"), value="grid"),
        Choice(name=_("whole board"), value="whole"),
    ],
    premiums=[
        Choice(name=_("yes"), value="yes"),
        Choice(name=_("no"), value="no"),
        Choice(name=_("free"), value="free"),
    ],
)
async def board(interaction: Interaction, style: str = "", premiums: str = "", square: str = "") -> None:
    """Shows the board."""
    work = in_game(lambda request, game: actions.board(request, game, style, square, premiums))
    await answer(interaction, work, instead=lambda request: shown_elsewhere(request, "board"))


@needs(Right.ANYONE)
@app_commands.command(description=_("See the scores"))
async def scores(interaction: Interaction) -> None:
    """Shows the score board."""
    work = in_game(actions.scores)
    await answer(interaction, work, instead=lambda request: shown_elsewhere(request, "scores"))


@needs(Right.ANYONE)
@app_commands.command(description=_("See all the words played so far"))
@app_commands.describe(order=_("Player by player, or in the order of play"))
@app_commands.choices(
    order=[Choice(name=_("by player"), value="player"), Choice(name=_("in order of play"), value="play")]
)
async def words(interaction: Interaction, order: str = "") -> None:
    """Shows the word list."""
    await answer(interaction, in_game(actions.words if order == "play" else actions.player_words))


class TilesCommands(app_commands.Group):
    """The group `/tiles`."""

    def __init__(self) -> None:
        super().__init__(name="tiles", description=_("Tiles: their points, their numbers, what is left"))

    @needs(Right.ANYONE)
    @app_commands.command(description=_("See how many points each letter is worth"))
    async def values(self, interaction: Interaction) -> None:
        """Shows the points of the letters."""
        await answer(interaction, actions.values)

    @needs(Right.ANYONE)
    @app_commands.command(description=_("See how many tiles of each letter there are"))
    async def distribution(self, interaction: Interaction) -> None:
        """Shows how many tiles there are of each kind."""
        await answer(interaction, actions.distribution)

    @needs(Right.ANYONE)
    @app_commands.command(description=_("See which tiles you have not seen"))
    async def unseen(self, interaction: Interaction) -> None:
        """Shows the tiles that the asker has not seen."""
        await answer(interaction, in_game(actions.unseen))

    @needs(Right.ANYONE)
    @app_commands.command(name="all", description=_("See all the tiles, and how many of them you have not seen"))
    async def all_tiles(self, interaction: Interaction) -> None:
        """Shows every tile."""
        await answer(interaction, actions.all_tiles)


@needs(Right.ANYONE)
@app_commands.context_menu(name=_("Board as text"))
async def board_as_text(interaction: Interaction, message: discord.Message) -> None:
    """Shows the board of a message, else of the channel, as text, for people who cannot see pictures."""

    async def work(request: Request) -> Message:
        game = await request.services.posting.posts.game_of(message.id) or await which_game(request)
        return await actions.board(request, game, "text")

    await answer(interaction, work)


@needs(Right.ANYONE)
@app_commands.command(description=_("See whose turn it is"))
async def status(interaction: Interaction) -> None:
    """Shows whose turn it is and what to do."""
    await answer(interaction, in_game(actions.status))


@needs(Right.ANYONE)
@app_commands.command(name="list", description=_("See your games, and those of this server"))
async def list_(interaction: Interaction) -> None:
    """Lists games with links to their boards."""
    await answer(interaction, watching.games)


@needs(Right.ANYONE, options={"code": Right.SHOW})
@app_commands.command(description=_("Follow a game by direct message, or show a game from elsewhere here"))
@app_commands.describe(code=_("The code of a game in another channel or server"), stop=_("Stop showing it"))
@app_commands.choices(stop=choices.YES)
async def watch(interaction: Interaction, code: str = "", stop: str = "") -> None:
    """Shows a game in another place."""
    await answer(interaction, lambda request: watching.watch(request, code.strip().lower(), bool(stop)))


FRONT = Front(
    commands=(rack, board, scores, words, TilesCommands(), board_as_text),
    game=(status, list_, watch),
    buttons=(
        answers(Actions.RACK, actions.rack),
        answers(Actions.DRAW, actions.rack),
        edits(Actions.SHUFFLE, partial(actions.rack, order=RackOrder.SHUFFLE)),
        edits(Actions.SORT, partial(actions.rack, order=RackOrder.SORT)),
        edits(Actions.VOWELS, partial(actions.rack, order=RackOrder.VOWELS)),
        answers(Actions.MORE, actions.more),
        answers(Actions.SCORES, actions.scores),
        answers(Actions.PLAYER_WORDS, actions.player_words),
        edits(Actions.WORDS_IN_ORDER, actions.words),
        edits(Actions.WORDS_BY_PLAYER, actions.player_words),
        answers(Actions.UNSEEN, actions.unseen),
        answers(Actions.TEXT_BOARD, partial(actions.board, style="text")),
    ),
)
