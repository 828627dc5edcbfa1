"""From a wish to a game: which game is meant, and a command handed to it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.front.asking import Asked
from bot.front.plain import say
from bot.front.presenter.message import Message
from bot.front.refusals import Refused, SeveralGames
from bot.service.errors import UnknownGame
from bot.service.games import Applied
from bot.service.ports import GamePhase, GameSummary
from bot.text import cast_of
from bot.text.receipts import receipt
from engine.errors import EngineError
from engine.game.commands import Command
from engine.game.views import table_view


async def which_game(asked: Asked) -> str:
    """The game that a wish is about: the one in the channel; in a direct message else the only one of the person.

    Raises `UnknownGame` when there is none and `SeveralGames` when it is not clear.
    """
    here = await asked.desk.games.in_channel(asked.place.channel_id)
    if asked.place.guild_id is not None:
        if here is None:
            raise UnknownGame("")
        return here
    if here and (await asked.desk.games.summary(here)).phase is not GamePhase.OVER:
        return here
    own = await asked.desk.games.of_person(asked.person.id)
    if not own and here:
        return here
    return only_one(own, asked).game


def only_one(games: tuple[GameSummary, ...], asked: Asked) -> GameSummary:
    """The only game, or the only one in which it is the person's turn. Raises `UnknownGame` and `SeveralGames`."""
    turns = [game for game in games if game.on_turn == asked.person.id]
    found = games if len(games) == 1 else turns
    if len(found) == 1:
        return found[0]
    if not games:
        raise UnknownGame("")
    raise SeveralGames(tuple(game_title(game, asked) for game in games))


def game_title(game: GameSummary, asked: Asked) -> str:
    """A game as its players would call it: its name, else who plays."""
    return game.name or asked.texts.join(seat.name for seat in game.seats)


async def submit(asked: Asked, game: str, command: Command) -> Applied:
    """Let a command change a game. Raises `Refused` for what the game refuses, and the errors of the service."""
    try:
        return await asked.desk.games.submit(game, command, asked.cause)
    except EngineError as error:
        state = await asked.desk.games.load(game)
        raise Refused(error, cast_of(table_view(state))) from error


async def do(asked: Asked, game: str, command: Command) -> Message:
    """Let a command change a game, and say what it has done."""
    return told(asked, await submit(asked, game, command))


def told(asked: Asked, applied: Applied) -> Message:
    """The private receipt for what a command has done."""
    return say(receipt(applied.events, table_view(applied.state), asked.person.id, asked.texts))


def in_game(work: Callable[[Asked, str], Awaitable[Message | None]]) -> Callable[[Asked], Awaitable[Message | None]]:
    """The work for the game that the wish is about."""

    async def whole(asked: Asked) -> Message | None:
        return await work(asked, await which_game(asked))

    return whole
