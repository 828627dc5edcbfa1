"""`/play`, `/try`, `/pass`, `/exchange`, `/trade`, `/challenge`."""

from __future__ import annotations

from typing import Any

from discord import app_commands
from discord.app_commands import Choice
from discord.app_commands import locale_str as _

from bot.front import composing, exchanging, moving
from bot.front.answers import answer
from bot.front.asking import Asked, Interaction
from bot.front.doing import in_game
from bot.front.presenter import Message

_MOVE = _("Where and what: 8H HELLO is across, H8 HELLO is down")


@app_commands.command(description=_("Play a word, such as 8H HELLO"))
@app_commands.describe(move=_MOVE)
async def play(interaction: Interaction, move: str) -> None:
    """Plays a move."""
    await answer(interaction, in_game(lambda asked, game: moving.play(asked, game, move)))


@app_commands.command(name="try", description=_("See privately what a move would score"))
@app_commands.describe(move=_("Where and what, such as 8H HELLO; leave it out to compare what you have tried"))
async def try_(interaction: Interaction, move: str = "") -> None:
    """Shows what a move would score, or all moves tried for this turn."""

    async def work(asked: Asked, game: str) -> Message:
        return await (moving.try_move(asked, game, move) if move.strip() else composing.tries(asked, game))

    await answer(interaction, in_game(work))


@app_commands.command(name="pass", description=_("Give up your turn without playing"))
async def pass_(interaction: Interaction) -> None:
    """Gives the turn up."""
    await answer(interaction, in_game(moving.pass_turn))


@app_commands.command(description=_("Exchange tiles instead of playing"))
@app_commands.describe(
    tiles=_("The letters to exchange, ? for a blank, or all"),
    four=_("Exchange the whole rack for four tiles of one letter, and stay on turn"),
)
@app_commands.choices(four=[Choice(name=_("yes"), value="yes")])
async def exchange(interaction: Interaction, tiles: str = "", four: str = "") -> None:
    """Exchanges tiles, or the whole rack for its four of a kind."""
    if four:
        await answer(interaction, in_game(moving.exchange_four))
        return
    await answer(interaction, in_game(lambda asked, game: exchanging.exchange(asked, game, tiles)))


@app_commands.command(description=_("Put your real tile on a blank of the board and take the blank"))
@app_commands.describe(square=_("The square of the blank, such as H8"))
async def trade(interaction: Interaction, square: str) -> None:
    """Trades a blank."""
    await answer(interaction, in_game(lambda asked, game: moving.trade(asked, game, square)))


@app_commands.command(description=_("Challenge the latest play"))
@app_commands.describe(words=_("Only these words of the play; leave it out to challenge all"))
async def challenge(interaction: Interaction, words: str = "") -> None:
    """Challenges the latest play."""
    await answer(interaction, in_game(lambda asked, game: moving.challenge(asked, game, words)))


COMMANDS: tuple[app_commands.Command[Any, ..., Any], ...] = (play, try_, pass_, exchange, trade, challenge)
