"""Opens the games of tournaments in threads, and posts their messages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.features.tournaments.messages import called_message, list_message, pairs_message, standings_message
from bot.features.tournaments.results import absent, result_of
from bot.features.tournaments.text import thread_name
from bot.features.tournaments.values import Board, Entrant, Result, Tournament
from bot.front.components.message import Message
from bot.front.lobby.threads import new_thread, own_thread
from bot.front.posting.discord_errors import refusals
from bot.front.posting.mailbox import Mailbox
from bot.front.posting.poster import Poster
from bot.model.errors import NoThreadsHere
from bot.model.games import Cause, Place
from bot.service.games import Games
from bot.service.ports import Clock
from bot.store.people import PeopleStore
from bot.text import Texts
from engine.errors import EngineError
from engine.game.commands import Resign, Start
from engine.game.state import Person
from engine.model.rules import FirstPlayer


class DiscordVenue:
    """Implements `Venue` of `rounds`. `mailbox` returns the mailbox of the client connected now."""

    def __init__(
        self,
        games: Games,
        mailbox: Callable[[], Mailbox],
        people: PeopleStore,
        poster: Poster,
        clock: Clock,
    ) -> None:
        self._games = games
        self._mailbox = mailbox
        self._people = people
        self._poster = poster
        self._clock = clock

    # --- games --------------------------------------------------------------------------------------------------------

    async def open(self, tournament: Tournament, board: Board) -> str:
        """Open a board's game in a thread and call its players there. Raises as the protocol says."""
        texts = await self._texts(tournament)
        request = request_id(tournament, board)
        game = await self._games.changed_by(request) or await self._open(tournament, board, request, texts)
        if board.second is None:
            start, now = Start(tournament.entrant(board.first).person), self._clock.now()
            await self._games.submit(game, start, Cause(f"{request}/start", now, now))
        thread = (await self._games.summary(game)).place.channel_id
        called = called_message(tournament, board, texts)
        await self._post(thread, called, f"game/{board.round}/{board.board}", tournament)
        return game

    async def _open(self, one: Tournament, board: Board, request: str, texts: Texts) -> str:
        first, *others = (_person(one.entrant(number)) for number in board.players)
        opponent = others[0] if others else None
        levels = () if others or one.plan.level is None else (one.plan.level,)
        rules = replace(one.setup.rules, first_player=FirstPlayer.HOST, players=2)
        now, place = self._clock.now(), await self._thread(one, thread_name(one, board, texts))
        kept = replace(await self._people.channel(one.channel), id=place.channel_id)
        await self._people.change_channel(place.channel_id, lambda _: kept)
        setup, cause = replace(one.setup, rules=rules), Cause(request, now, now)
        return (await self._games.open(place, first, setup, cause, levels, opponent=opponent)).game

    async def _thread(self, one: Tournament, name: str) -> Place:
        """A thread of that name: one that an earlier attempt has left without a game, else a new one."""
        with refusals():
            channel = await self._mailbox().find_text_channel(one.channel)
        if channel is None:
            raise NoThreadsHere
        left = own_thread(channel, name)
        if left is None or await self._games.in_channel(left.id) is not None:
            left = await new_thread(channel, name)
        return Place(one.server, left.id, channel.id)

    async def result(self, tournament: Tournament, board: Board) -> Result | None:
        """How a board's game has ended; who does not come resigns."""
        assert board.game is not None
        state, now = await self._games.load(board.game), self._clock.now()
        late = absent(state, now, tournament.plan.grace)
        player = None if late is None else state.seats[late].player
        if isinstance(player, Person):
            cause = Cause(request_id(tournament, board) + "/forfeit", now, now)
            try:
                state = (await self._games.submit(board.game, Resign(player.id, turn=state.turn), cause)).state
            except EngineError:  # a move came first
                return None
        return result_of(state)

    # --- messages -----------------------------------------------------------------------------------------------------

    async def show(self, tournament: Tournament) -> int:
        """Show a tournament with its players. Raises as the protocol says."""
        shown, message = list_message(tournament, await self._texts(tournament)), tournament.message
        if message is not None and await self._poster.change(tournament.channel, message, shown):
            return message
        return await self._post(tournament.channel, shown, f"list/{message}", tournament)

    async def post_pairs(self, tournament: Tournament) -> None:
        """Post the pairs of the round. Raises as the protocol says."""
        message = pairs_message(tournament, tournament.begun, await self._texts(tournament))
        await self._post(tournament.channel, message, f"pairs/{tournament.begun}", tournament)

    async def post_standings(self, tournament: Tournament) -> None:
        """Post the standings after the round. Raises as the protocol says."""
        message = standings_message(tournament, await self._texts(tournament))
        await self._post(tournament.channel, message, f"standings/{tournament.begun}", tournament)

    async def _post(self, channel: int, message: Message, name: str, one: Tournament) -> int:
        return await self._poster.post(channel, message, f"tournament/{one.number}/{name}")

    async def _texts(self, one: Tournament) -> Texts:
        return await self._poster.texts(one.channel, one.server)


def request_id(tournament: Tournament, board: Board) -> str:
    """The id of the request that opens a board's game."""
    return f"tournament/{tournament.number}/{board.round}/{board.board}"


def _person(entrant: Entrant) -> Person:
    return Person(entrant.person, entrant.name, by_ear=entrant.by_ear)
