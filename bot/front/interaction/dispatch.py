"""From a request to a game: which one is meant, the command submitted to it, and the offer where there is none."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from bot.front.components.buttons import Actions
from bot.front.components.message import MOST_ABOUT, MOST_OPTIONS, Button, Menu, Message, Option, Row, Text, Tone, say
from bot.front.interaction.request import Postponed, Request
from bot.model.errors import Forgotten, NothingFinished, NotOfThatGame, SeveralGames, UnknownGame, describe
from bot.model.games import GamePhase, GameSummary
from bot.model.profiles import Permission
from bot.service.games import PlayerName
from bot.service.listeners import Applied
from bot.service.rights import Right
from bot.service.secrecy import at_cost, check_company
from bot.text import Texts, escape
from bot.text.games import game_line, game_name, own_list, state_in_brief, which_game_asked
from bot.text.lobby import way_to
from bot.text.names import shortened
from bot.text.receipts import done, receipt
from bot.text.status import turn_elsewhere
from engine.errors import EngineError, GameIsOver
from engine.game import commands as cmd
from engine.game.clock import is_asked_on
from engine.game.commands import Command, Exchange, Pass, Play
from engine.game.decisions.seats import may_cancel
from engine.game.events import HostAsked
from engine.game.state import member_seats
from engine.game.views import TableView, table_view


async def latest_finished(request: Request) -> str:
    """The latest finished game here, else the person's latest. Raises `NothingFinished`."""
    game = await request.services.standing.results.latest_game(request.place.channel_id, request.person.id)
    if game is None:
        raise NothingFinished
    return game


async def named_here(request: Request, game: str) -> str:
    """The game that someone names by its id, of this channel or their own. Raises `UnknownGame`."""
    summary = await request.summary(game)
    own = any(seat.player == request.person.id for seat in summary.seats)
    if summary.place.channel_id != request.place.channel_id and not own:
        raise UnknownGame(game)
    return game


async def gone_from(request: Request, game: str) -> frozenset[str]:
    """The other people of a game who no longer see it: they have left every server that shows it."""
    state = await request.state(game)
    people = {*member_seats(state), state.host} - {request.person.id}
    there = [
        one for one in people if not one.isdecimal() or await request.services.posting.links.is_reached(game, int(one))
    ]
    return frozenset(people.difference(there))


async def can_cancel(request: Request, game: str) -> bool:
    """Whether the asker can call off a game."""
    state = await request.state(game)
    return may_cancel(state, request.person.id) and not await request.services.games.is_contest(game)


async def pass_host(request: Request, game: str, *, judges: bool = False) -> bool:
    """Pass the host's rights on if the host is gone or silent for long; returns whether they were.

    They go to the person who needs them; if they decide about that person's words, to another player if there is one.
    """
    state = await request.state(game)
    if request.person.id == state.host or request.person.id not in member_seats(state):
        return False
    gone = await gone_from(request, game)
    if state.host not in gone and not is_asked_on(state):
        return False
    cause = replace(request.cause, id=f"{request.cause.id}/host")
    try:
        await request.services.games.submit(game, cmd.PassHost(request.person.id, gone, judges), cause)
    except EngineError:
        return False
    return True


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

    In a channel, it is otherwise the person's only game in its threads; in a direct message, their only game. Raises
    `UnknownGame` if there is none, and `SeveralGames` if it is unclear and the person has not chosen one.
    """
    if request.game is not None:
        return request.game
    if request.place.guild_id is None:
        return await _in_private(request)
    here = await game_here(request, below=True)
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


async def game_here(request: Request, *, below: bool = False) -> str | None:
    """The game of a channel: a running one before a finished one, its own before one that it only shows.

    Games of the person that are in threads `below` the channel come before those of others. Raises `SeveralGames`.
    """
    channel, games = request.place.channel_id, request.services.games
    shown = await request.known.shown_in(channel)
    own = [game for game in shown if game.place.channel_id == channel]
    mine = [game for game in shown if game.is_played_by(request.person.id)]
    if below and not mine and (threads := await games_below(request)):
        return only_one(threads, request).game
    found = next(iter([*own, *mine, *shown]), None)
    return found.game if found else await games.in_channel(channel)


async def games_below(request: Request) -> tuple[GameSummary, ...]:
    """The person's games in threads of the channel where the request was made."""
    if request.place.guild_id is None or request.place.parent is not None:
        return ()
    playing = await request.known.played_by(request.person.id)
    return tuple(one for one in playing if one.place.parent == request.place.channel_id)


async def with_thread(request: Request, message: Message | None) -> Message | None:
    """An answer about a game, with the way to it if that is in a thread of this channel, where nothing shows it."""
    if message is None or not message.about or request.place.guild_id is None or request.place.parent is not None:
        return message
    place = (await request.summary(message.about)).place
    if place.parent != request.place.channel_id:
        return message
    way, done = Text(way_to(place.channel_id, request.texts)), message.blocks[:1]
    return replace(message, blocks=(*done, way, *message.blocks[1:]))


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


def opening_row(texts: Texts, *, computers: bool = True) -> Row:
    """Play the computer, if computer players are allowed, and Start a game."""
    alone = Button(Actions.PLAY_COMPUTER.id(), texts.gettext("Play the computer"), Tone.PRIMARY)
    return Row((*((alone,) if computers else ()), Button(Actions.OPEN.id(), texts.gettext("Start a game"))))


def again_row(again: str, texts: Texts) -> Row:
    """Play again, which has this custom id, and New game."""
    return Row(
        (
            Button(again, texts.gettext("Play again"), Tone.PRIMARY),
            Button(Actions.OPEN.id(), texts.gettext("New game")),
        )
    )


MOST_LINKED = 5
"""How many of a person's games are named; `/game list` has all."""


def lacks_game(error: Exception) -> bool:
    """Whether a request failed because no game is here; a code that leads to none is another failure."""
    return isinstance(error, UnknownGame) and not error.game


def is_over(error: Exception) -> bool:
    """Whether a request failed because its game is over."""
    return isinstance(error, GameIsOver)


async def opening_rows(request: Request) -> tuple[Row, ...]:
    """The buttons that open a game in this place, if it is free and the person may use them."""
    if not await _may_open(request) or not await _is_free(request):
        return ()
    may, place = request.services.permissions.may, request.place.guild_id
    computers = await may(request.member, Permission.COMPUTERS, place, request.known)
    return (opening_row(request.texts, computers=computers),)


async def again_rows(request: Request) -> tuple[Row, ...]:
    """Play again and New game, where the last game of this place is over and the person may use them."""
    here = await game_here(request)
    if here is None or (await request.summary(here)).phase is not GamePhase.OVER or not await _may_open(request):
        return await opening_rows(request)
    again = Actions.REMATCH if await _has_played(request, here) else Actions.REMATCH_OTHERS
    return (again_row(again.id(here), request.texts),)


async def _has_played(request: Request, game: str) -> bool:
    """Whether someone may ask the same players again."""
    try:
        await request.services.permissions.require(request.member, Right.PLAYED, game, request.known)
    except NotOfThatGame:
        return False
    return True


async def _may_open(request: Request) -> bool:
    """Whether the person may open games in this place."""
    may = request.services.permissions.may
    return request.in_server and await may(request.member, Permission.OPEN, request.place.guild_id, request.known)


async def _is_free(request: Request) -> bool:
    """Whether no game is open in this place. A button may be about one that is over while another is running."""
    here = await game_here(request)
    return here is None or (await request.summary(here)).phase in (GamePhase.OVER, GamePhase.PAUSED)


async def own_games(request: Request) -> str:
    """Links to the person's games in this server, or anywhere in a direct message, for that person's eyes only.

    Those that wait for them come first. Empty if they play none.
    """
    person, server = request.person.id, request.place.guild_id
    games = await request.services.games.journal.of_person(person)
    here = sorted((one for one in games if server in (None, one.place.guild_id)), key=lambda one: one.on_turn != person)
    if not here:
        return ""
    lines = [
        game_line(summary_title(one, request), (await request.link(one.game))["board_url"], one, person, request.texts)
        for one in here[:MOST_LINKED]
    ]
    return own_list(lines, request.texts, more=len(here) > MOST_LINKED)
