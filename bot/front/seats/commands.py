"""`/game join` and `/seat`, with the buttons about seats."""

from __future__ import annotations

from functools import partial

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.app_commands import locale_str as _

from bot.front.components.buttons import Actions
from bot.front.components.message import Message
from bot.front.interaction import choices
from bot.front.interaction.answering import answer
from bot.front.interaction.commands import needs
from bot.front.interaction.dispatch import in_game
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import answers, edits
from bot.front.interaction.request import Interaction, Request, person_of
from bot.front.lobby import actions as lobby
from bot.front.seats import actions, claims
from bot.model.errors import NoSeatForBots
from bot.service.rights import Right
from engine.game.commands import Settlement


@needs(Right.BRING)
@app_commands.command(description=_("Take a seat in the game"))
@app_commands.describe(code=_("The code of a game in another channel or server"))
async def join(interaction: Interaction, code: str = "") -> None:  # noqa: ARG001  # the gate reads the code
    """Takes a seat here, or by a code."""
    await answer(interaction, in_game(actions.join))


@needs(Right.PLAYER)
@app_commands.command(description=_("Stop waiting for a player who has not moved for a long time, or has left"))
async def claim(interaction: Interaction) -> None:
    """Claims a game, or asks how it goes on."""
    await answer(interaction, in_game(claims.claim))


class SeatCommands(app_commands.Group):
    """The group `/seat`."""

    def __init__(self) -> None:
        super().__init__(name="seat", description=_("Who plays: computer players, guests, and seats that change hands"))

    @needs(Right.ARRANGER, Right.COMPUTERS)
    @app_commands.command(description=_("Add a computer player"))
    @app_commands.describe(level=_(f"How strong it is, from {choices.LEVEL_BOUNDS}"))
    async def computer(self, interaction: Interaction, level: choices.LevelOption) -> None:
        """Seats a computer player."""
        await answer(interaction, in_game(lambda request, game: lobby.add_computer(request, game, level)))

    @needs(Right.PLAYER)
    @app_commands.command(description=_("Add a guest who plays at your screen, with a rack of their own"))
    @app_commands.describe(name=_("Their name"))
    async def guest(self, interaction: Interaction, name: str) -> None:
        """Seats a guest."""
        await answer(interaction, in_game(lambda request, game: actions.add_guest(request, game, name)))

    @needs(Right.DIRECTOR)
    @app_commands.command(description=_("Let someone take over a seat; for the host and moderators"))
    @app_commands.describe(
        player=_("The player's name, or the number of the seat"),
        person=_("Who should take over"),
        tiles=_("New tiles, without asking the player; by default the player's own, if the player agrees"),
    )
    @app_commands.choices(tiles=[Choice(name=_("new"), value=actions.NEW)])
    @app_commands.autocomplete(player=choices.seats)
    async def give(self, interaction: Interaction, player: str, person: discord.User, tiles: str = "") -> None:
        """Gives a seat to someone, or asks its player."""
        heir = person_of(person)

        async def work(request: Request, game: str) -> Message:
            if person.bot:
                raise NoSeatForBots(heir.name)
            return await actions.hand_over(request, game, player, heir, tiles)

        await answer(interaction, in_game(work))

    @needs(Right.DIRECTOR)
    @app_commands.command(description=_("Remove a player from the game; for the host and moderators"))
    @app_commands.describe(player=_("The player's name, or the number of the seat"))
    @app_commands.autocomplete(player=choices.seats)
    async def remove(self, interaction: Interaction, player: str) -> None:
        """Asks whether to remove a player."""
        await answer(interaction, in_game(lambda request, game: actions.ask_remove(request, game, player)))


FRONT = Front(
    commands=(SeatCommands(),),
    game=(join, claim),
    buttons=(
        answers(Actions.JOIN, actions.join),
        answers(Actions.TAKE_BACK, actions.take_back),
        answers(Actions.GIVE_SEAT, actions.give_seat),
        answers(Actions.CLAIM, claims.claim),
        edits(Actions.SETTLE_COMPUTER, partial(claims.settle, how=Settlement.COMPUTER)),
        edits(Actions.SETTLE_WIN, partial(claims.settle, how=Settlement.WIN)),
        edits(Actions.SETTLE_END, partial(claims.settle, how=Settlement.END)),
        edits(actions.REMOVE_YES, actions.remove),
    ),
)
