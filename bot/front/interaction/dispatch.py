"""From a request to a game: finds the game that is meant, and submits a command to it."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from bot.front.components.buttons import Actions
from bot.front.components.message import MOST_ABOUT, MOST_OPTIONS, Menu, Message, Option, Text, say
from bot.front.interaction.hosts import pass_host
from bot.front.interaction.request import Request
from bot.front.interaction.services import Postponed
from bot.model.errors import Forgotten, SeveralGames, UnknownGame, describe
from bot.model.games import GamePhase, GameSummary
from bot.service.games import Applied, PlayerName
from bot.service.secrecy import at_cost, check_company
from bot.text import escape
from bot.text.games import game_name
from bot.text.lists import state_in_brief, which_game_asked
from bot.text.names import shortened
from bot.text.receipts import done, receipt
from bot.text.status import turn_elsewhere
from engine.game.commands import Command, Exchange, Pass, Play
from engine.game.events import HostAsked
from engine.game.views import TableView, table_view

LOG = logging.getLogger(__name__)


E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class ActionResult:
    """The answer of a use case, and what it has done to a game: None if it only asks or shows something."""

    message: Message
    applied: Applied | None = None

    def first(self, kind: type[E]) -> E | None:
        """The first event of a kind that has happened; None if there is none."""
        events = self.applied.events if self.applied else ()
        return next((event for event in events if isinstance(event, kind)), None)


async def which_game(request: Request) -> str:
    """The game that a request is about: the one that lives in the channel, else one that is shown there.

    In a direct message, it is otherwise the person's only game. Raises `UnknownGame` if there is none, and
    `SeveralGames` if it is unclear and the person has not chosen one.
    """
    if request.game is not None:
        return request.game
    if request.place.guild_id is None:
        return await _in_private(request)
    here = await game_here(request)
    if here is None:
        raise UnknownGame("")
    return here


async def game_if_any(request: Request) -> str | None:
    """Like `which_game`, but None if there is no game. Raises `SeveralGames`."""
    try:
        return await which_game(request)
    except UnknownGame:
        return None


async def _in_private(request: Request) -> str:
    """The game that a request in a direct message is about: one that lives there, else one of the person's anywhere.

    Racks of all their games arrive there, so a game that is only shown there has no priority over the others.
    """
    channel, games = request.place.channel_id, request.services.games
    shown = await request.known.shown_in(channel)
    home = [one for one in shown if one.place.channel_id == channel and one.phase is not GamePhase.PAUSED]
    if home:
        return home[0].game
    own = await request.known.played_by(request.person.id) or shown
    here = None if own else await games.in_channel(channel)
    return here or only_one(own, request).game


async def game_here(request: Request) -> str | None:
    """The game of a channel: a running one before a finished one, its own before one that it only shows."""
    channel, games = request.place.channel_id, request.services.games
    shown = await request.known.shown_in(channel)
    own = [game for game in shown if game.place.channel_id == channel]
    mine = [game for game in shown if game.is_played_by(request.person.id)]
    found = next(iter([*own, *mine, *shown]), None)
    return found.game if found else await games.in_channel(channel)


def only_one(games: tuple[GameSummary, ...], request: Request) -> GameSummary:
    """The only game, or the only one where it is the person's turn. Raises `UnknownGame` and `SeveralGames`."""
    turns = [game for game in games if game.on_turn == request.person.id]
    found = games if len(games) == 1 else turns
    if len(found) == 1:
        return found[0]
    if not games:
        raise UnknownGame("")
    raise SeveralGames(games)


def summary_title(game: GameSummary, request: Request) -> str:
    """What a game is called."""
    return game_name(game.name, (seat.name for seat in game.seats), request.texts)


def distinct_titles(games: Sequence[GameSummary], request: Request) -> tuple[str, ...]:
    """What games are called, with their codes where two would be called the same."""
    titles = [summary_title(one, request) for one in games]
    return tuple(
        f"{title} · {one.game}" if titles.count(title) > 1 else title for title, one in zip(titles, games, strict=True)
    )


async def submit(request: Request, game: str, command: Command) -> Applied:
    """Apply a command to a game. Raises what the game refuses, and the errors of the service."""
    games, person, state = request.services.games, request.person.id, await request.state(game)
    await check_company(games, person, game, state, command)
    called = PlayerName(request.place.guild_id, request.person.name)

    async def apply(one: Command) -> Applied:
        return await games.submit(game, one, request.cause, called=called)

    applied = await at_cost(games, person, game, state, command, apply)
    if any(isinstance(event, HostAsked) for event in applied.events):
        await pass_host(request, game, judges=True)
    return applied


async def do(request: Request, game: str, command: Command) -> Message:
    """Apply a command to a game and say what it did; after a move, also where else it is the person's turn."""
    applied = await submit(request, game, command)
    message = told(request, applied)
    return await with_other_turns(request, game, message) if isinstance(command, Play | Pass | Exchange) else message


async def with_other_turns(request: Request, game: str, message: Message) -> Message:
    """An answer to a move, followed by where else it is the asker's turn.

    It has no button to undo the move: the answer stays, and nothing could remove the button once it is too late.
    """
    elsewhere = await other_turns(request, game)
    return replace(message, blocks=(*message.blocks, Text(elsewhere))) if elsewhere else message


async def other_turns(request: Request, game: str) -> str:
    """The link to the next other game where it is the asker's turn; empty if there is none."""
    waiting = [
        one
        for one in await request.known.played_by(request.person.id)
        if one.on_turn == request.person.id and one.game != game
    ]
    if not waiting:
        return ""
    link = (await request.services.posting.links.to(waiting[0].game, request.person.id))["board_url"]
    title = escape(summary_title(waiting[0], request))
    return turn_elsewhere(f"[{title}]({link})", request.texts)


def told(request: Request, applied: Applied) -> Message:
    """The private receipt for a command. The command has been applied even if the receipt cannot be worded."""
    try:
        words = receipt(applied.events, table_view(applied.state), request.person.id, request.texts)
        return replace(say(words), about=applied.game)
    except Exception as error:
        LOG.error("A receipt could not be worded: %s", describe(error))
        return say(done(request.texts))


def which_message(request: Request, games: tuple[GameSummary, ...], work: Postponed) -> Message:
    """Asks which game a request is for; games that wait for the person come first."""
    key, person, texts = secrets.token_hex(8), request.person.id, request.texts
    request.services.answering.pending.keep(key, person, work)
    order = sorted(games, key=lambda one: one.on_turn != person)[:MOST_OPTIONS]
    options = tuple(
        Option(shortened(title, MOST_ABOUT), one.game, shortened(state_in_brief(one, person, texts), MOST_ABOUT))
        for title, one in zip(distinct_titles(order, request), order, strict=True)
    )
    question, hint = which_game_asked(texts)
    return Message((Text(question), Menu(Actions.WHICH_GAME.id(key), hint, options)))


async def carry_out(request: Request, key: str, game: str) -> Message | None:
    """Do what the person asked for, in the game they chose. Raises `Forgotten`."""
    work = request.services.answering.pending.take(key, request.person.id)
    if work is None:
        raise Forgotten
    answer: Message | None = await work(replace(request, game=game))
    return answer


async def table(request: Request, game: str) -> TableView:
    """What everyone may know about a game."""
    return table_view(await request.state(game))
