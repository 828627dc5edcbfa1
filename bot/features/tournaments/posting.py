"""Opens the games of tournaments in threads, and posts their messages."""

from __future__ import annotations

from bot.features.tournaments.messages import called_message, list_message, pairs_message, standings_message
from bot.features.tournaments.results import absent
from bot.features.tournaments.text import thread_name
from bot.features.tournaments.values import Board, Entrant, Tournament
from bot.front.components.message import Message
from bot.front.lobby.arranged import Arranger
from bot.front.posting.poster import Poster
from bot.model.games import Cause, Place
from bot.service.arranged import Result, result_of
from bot.service.games import Games
from bot.service.ports import Clock
from bot.text import Texts
from engine.errors import EngineError
from engine.game.commands import Resign, Start
from engine.game.state import Person


class DiscordVenue:
    """Implements `Venue` of `rounds`."""

    def __init__(self, games: Games, arranger: Arranger, poster: Poster, clock: Clock) -> None:
        self._games = games
        self._arranger = arranger
        self._poster = poster
        self._clock = clock

    # --- games --------------------------------------------------------------------------------------------------------

    async def open(self, tournament: Tournament, board: Board) -> str:
        """Open a board's game in a thread and call its players there. Raises as the protocol says."""
        texts, request = await self._texts(tournament), request_id(tournament, board)
        first, *others = (_person(tournament.entrant(number)) for number in board.players)
        opponent = others[0] if others else None
        levels = () if others or tournament.plan.level is None else (tournament.plan.level,)
        place = Place(tournament.server, tournament.channel)
        name = thread_name(tournament, board, texts)
        game = await self._arranger.open(place, name, tournament.setup, request, first, opponent, levels)
        if opponent is None:
            start, now = Start(first.id), self._clock.now()
            await self._games.submit(game, start, Cause(f"{request}/start", now, now))
        thread = (await self._games.summary(game)).place.channel_id
        called = called_message(tournament, board, texts)
        await self._post(thread, called, f"game/{board.round}/{board.board}", tournament)
        return game

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
