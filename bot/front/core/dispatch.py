"""From a wish to a game: which game is meant, and a command handed to it."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.front.core.buttons import button_id
from bot.front.core.errors import QuestionForgotten, Refused, SeveralGames
from bot.front.core.memory import Wish
from bot.front.core.message import Menu, Message, Option, Text, say
from bot.front.core.request import Asked
from bot.service.errors import UnknownGame
from bot.service.games import Applied
from bot.service.ports import GamePhase, GameSummary
from bot.service.trouble import describe
from bot.text import Texts, cast_of, escape
from bot.text.receipts import receipt
from engine.errors import EngineError
from engine.game.commands import Command, Exchange, Pass, Play
from engine.game.views import TableView, table_view

_log = logging.getLogger(__name__)


async def which_game(asked: Asked) -> str:
    """The game that a wish is about: the one that lives in the channel, else one that is shown there.

    In a direct message it is else the only one of the person. Raises `UnknownGame` when there is none and
    `SeveralGames` when it is not clear, unless the person has chosen one.
    """
    if asked.game is not None:
        return asked.game
    if asked.place.guild_id is None:
        return await _in_private(asked)
    here = await game_here(asked)
    if here is None:
        raise UnknownGame("")
    return here


async def game_if_any(asked: Asked) -> str | None:
    """The same, None where there is none. Raises `SeveralGames`."""
    try:
        return await which_game(asked)
    except UnknownGame:
        return None


async def _in_private(asked: Asked) -> str:
    """The game that a wish in a direct message is about: the one that lives there, else one of the person's anywhere.

    Racks of all of them come there, so that one which is shown there besides is not meant before the others.
    """
    channel, games = asked.place.channel_id, asked.desk.games
    shown = await games.shown_in(channel)
    home = [one for one in shown if one.place.channel_id == channel and one.phase is not GamePhase.PAUSED]
    if home:
        return home[0].game
    own = await games.of_person(asked.person.id) or shown
    here = None if own else await games.in_channel(channel)
    return here or only_one(own, asked).game


def _plays(asked: Asked, game: GameSummary) -> bool:
    return any(seat.player == asked.person.id and seat.in_play for seat in game.seats)


async def game_here(asked: Asked) -> str | None:
    """The game of a channel: one that goes on before one that is over, its own before one that it only shows."""
    channel, games = asked.place.channel_id, asked.desk.games
    shown = await games.shown_in(channel)
    own = [game for game in shown if game.place.channel_id == channel]
    mine = [game for game in shown if _plays(asked, game)]
    found = next(iter([*own, *mine, *shown]), None)
    return found.game if found else await games.in_channel(channel)


def only_one(games: tuple[GameSummary, ...], asked: Asked) -> GameSummary:
    """The only game, or the only one in which it is the person's turn. Raises `UnknownGame` and `SeveralGames`."""
    turns = [game for game in games if game.on_turn == asked.person.id]
    found = games if len(games) == 1 else turns
    if len(found) == 1:
        return found[0]
    if not games:
        raise UnknownGame("")
    raise SeveralGames(games)


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
    """Let a command change a game, and say what it has done; behind a move, where else the person is awaited."""
    message = told(asked, await submit(asked, game, command))
    return await with_other_turns(asked, game, message) if isinstance(command, Play | Pass | Exchange) else message


async def with_other_turns(asked: Asked, game: str, message: Message) -> Message:
    """An answer behind a move, and where else it is the asker's turn."""
    elsewhere = await other_turns(asked, game)
    return replace(message, blocks=(*message.blocks, Text(elsewhere))) if elsewhere else message


async def other_turns(asked: Asked, game: str) -> str:
    """The way to the next of the other games in which it is the asker's turn; empty where there is none."""
    waiting = [
        one
        for one in await asked.desk.games.of_person(asked.person.id)
        if one.on_turn == asked.person.id and one.game != game
    ]
    if not waiting:
        return ""
    link = (await asked.desk.ways.to(waiting[0].game, asked.person.id))["board_url"]
    title = escape(game_title(waiting[0], asked))
    return asked.texts.gettext("It is also your turn in {game}.", game=f"[{title}]({link})")


def told(asked: Asked, applied: Applied) -> Message:
    """The private receipt for what a command has done. It is done, even if no words for it can be found."""
    try:
        return say(receipt(applied.events, table_view(applied.state), asked.person.id, asked.texts))
    except Exception as error:
        _log.error("A receipt could not be worded: %s", describe(error))
        return say(asked.texts.gettext("Done."))


def in_game(work: Callable[[Asked, str], Awaitable[Message | None]]) -> Callable[[Asked], Awaitable[Message | None]]:
    """The work for the game that the wish is about."""

    async def whole(asked: Asked) -> Message | None:
        return await work(asked, await which_game(asked))

    return whole


WHICH = "which_one"
"""The action of the menu; in the place of the game stands what finds the wish again."""

MOST_GAMES = 25


def which_message(asked: Asked, games: tuple[GameSummary, ...], work: Wish) -> Message:
    """Asks which game a wish is for, those first that wait for the person."""
    token = asked.desk.pending.keep(asked.person.id, work)
    order = sorted(games, key=lambda one: one.on_turn != asked.person.id)[:MOST_GAMES]
    options = tuple(Option(game_title(one, asked), one.game, _about(one, asked)) for one in order)
    question = asked.texts.gettext("Which game do you mean?")
    return Message((Text(question), Menu(button_id(WHICH, token), asked.texts.gettext("Choose a game"), options)))


def _about(game: GameSummary, asked: Asked) -> str:
    """How a game stands, in a few words."""
    texts: Texts = asked.texts
    if game.phase is GamePhase.LOBBY:
        return texts.gettext("gathering players")
    if game.phase is GamePhase.PAUSED:
        return texts.gettext("paused")
    scores = " : ".join(texts.number(seat.score) for seat in game.seats)
    return f"{scores} · {texts.gettext('your turn')}" if game.on_turn == asked.person.id else scores


async def carry_out(asked: Asked, token: str, game: str) -> Message | None:
    """Does for a game what the person wished for. Raises `QuestionForgotten`."""
    work = asked.desk.pending.take(token, asked.person.id)
    if work is None:
        raise QuestionForgotten
    done: Message | None = await work(replace(asked, game=game))
    return done


async def table(asked: Asked, game: str) -> TableView:
    """What everybody may know of a game."""
    return table_view(await asked.desk.games.load(game))
