"""Opens the games of tournaments in threads, and posts their messages."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

from bot.features.tournaments.messages import (
    called_message,
    check_in_message,
    list_message,
    pairs_message,
    postponed_message,
    standings_message,
)
from bot.features.tournaments.results import absent
from bot.features.tournaments.rounds import ratings_of
from bot.features.tournaments.text import game_title, thread_name
from bot.features.tournaments.values import Board, Entrant, Tournament
from bot.front.components.message import Message
from bot.front.lobby.arranged import Arranger
from bot.front.lobby.opening import LONGEST_GAME_NAME
from bot.front.posting.poster import Poster
from bot.model.games import Cause, Place
from bot.service.arranged import Result, result_of
from bot.service.games import Games
from bot.service.ports import UNKNOWN_CHANNEL, Clock, PermanentRefusal
from bot.service.ratings import Ratings
from bot.text import Texts
from engine.errors import EngineError
from engine.game.commands import End, Resign, Start
from engine.game.state import Person

LOG = logging.getLogger(__name__)
THREADS = 3
"""In how many threads a game is opened, if one after the other is deleted before its players are called."""


class _ThreadLost(Exception):
    """The thread of a game was deleted before its players were called to it."""


class DiscordVenue:
    """Implements `Venue` of `rounds`."""

    def __init__(self, games: Games, arranger: Arranger, poster: Poster, clock: Clock, ratings: Ratings) -> None:
        self._games = games
        self._arranger = arranger
        self._poster = poster
        self._clock = clock
        self._ratings = ratings

    # --- games --------------------------------------------------------------------------------------------------------

    async def open(self, tournament: Tournament, board: Board) -> str:
        """Open a board's game in a thread and call its players there. Raises as the protocol says."""
        for attempt in range(1, THREADS):
            try:
                return await self._open_in(tournament, board, request_id(tournament, board, attempt))
            except _ThreadLost:
                LOG.info("the thread of a game of tournament %s is gone", tournament.number)
        return await self._open_in(tournament, board, request_id(tournament, board, THREADS))

    async def _open_in(self, tournament: Tournament, board: Board, request: str) -> str:
        """Open a board's game in a thread of its own. Raises `_ThreadLost` once it has ended one without a thread."""
        texts = await self._texts(tournament)
        game = await self._games.changed_by(request) or await self._open(tournament, board, request, texts)
        if board.second is None:
            start, now = Start(tournament.entrant(board.first).person), self._clock.now()
            await self._games.submit(game, start, Cause(f"{request}/start", now, now))
        thread = (await self._games.summary(game)).place.channel_id
        try:
            await self._post(thread, called_message(tournament, board, texts), f"game/{request}", tournament)
        except PermanentRefusal as refusal:
            if refusal.code != UNKNOWN_CHANNEL:
                raise
            await self._end(game, f"{request}/lost")
            raise _ThreadLost from refusal
        return game

    async def _end(self, game: str, request: str) -> None:
        """End a game that nobody has been called to."""
        now = self._clock.now()
        with suppress(EngineError):  # it is over already
            await self._games.submit(game, End("", moderator=True), Cause(request, now, now))

    async def _open(self, one: Tournament, board: Board, request: str, texts: Texts) -> str:
        first, *others = (_person(one.entrant(number)) for number in board.players)
        opponent = others[0] if others else None
        levels = () if others or one.plan.level is None else (one.plan.level,)
        place, thread = Place(one.server, one.channel), thread_name(one, board, texts)
        setup = replace(one.setup, name=game_title(one, board, texts)[:LONGEST_GAME_NAME])
        return await self._arranger.open(place, thread, setup, request, first, opponent, levels)

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

    async def ratings(self, tournament: Tournament) -> Mapping[str, int]:
        """The ratings of the players by their ids."""
        return await ratings_of(tournament, self._ratings)

    # --- messages -----------------------------------------------------------------------------------------------------

    async def call(self, tournament: Tournament) -> None:
        """Ask the players to check in. Raises as the protocol says."""
        message = check_in_message(tournament, await self._texts(tournament))
        await self._post(tournament.channel, message, "call", tournament)

    async def tell_postponed(self, tournament: Tournament) -> None:
        """Say that too few players have come. Raises as the protocol says."""
        message = postponed_message(tournament, await self._texts(tournament))
        await self._post(tournament.channel, message, f"postponed/{tournament.plan.starts}", tournament)

    async def show(self, tournament: Tournament) -> int:
        """Show a tournament with its players. Raises as the protocol says."""
        shown, message = list_message(tournament, await self._texts(tournament)), tournament.message
        if message is not None and await self._poster.change(tournament.channel, message, shown):
            return message
        return await self._post(tournament.channel, shown, f"list/{message}", tournament)

    async def post_pairs(self, tournament: Tournament) -> None:
        """Post the pairs of the round. Raises as the protocol says."""
        places = {
            board.board: (await self._games.summary(board.game)).place.channel_id
            for board in tournament.round(tournament.begun)
            if board.game
        }
        message = pairs_message(tournament, tournament.begun, await self._texts(tournament), places)
        key = _key(tournament, f"pairs/{tournament.begun}")
        posted = await self._poster.find(tournament.channel, key) if places else None
        if posted is None or not await self._poster.change(tournament.channel, posted, message):
            await self._poster.post(tournament.channel, message, key)

    async def post_standings(self, tournament: Tournament) -> None:
        """Post the standings after the round. Raises as the protocol says."""
        message = standings_message(tournament, await self._texts(tournament))
        await self._post(tournament.channel, message, f"standings/{tournament.begun}", tournament)

    async def _post(self, channel: int, message: Message, name: str, one: Tournament) -> int:
        return await self._poster.post(channel, message, _key(one, name))

    async def _texts(self, one: Tournament) -> Texts:
        return await self._poster.texts(one.channel, one.server)


def request_id(tournament: Tournament, board: Board, attempt: int = 1) -> str:
    """The id of the request that opens a board's game; further attempts have their own."""
    first = f"tournament/{tournament.number}/{board.round}/{board.board}"
    return first if attempt == 1 else f"{first}/again/{attempt}"


def _key(one: Tournament, name: str) -> str:
    return f"tournament/{one.number}/{name}"


def _person(entrant: Entrant) -> Person:
    return Person(entrant.person, entrant.name, by_ear=entrant.by_ear)
