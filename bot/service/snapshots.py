"""What one request knows: each fact is read once, and shared by all the code that answers the request.

A snapshot lives as long as its request. The state of a game is never older than the summary read for the request, nor
older than the last change that this process made; the commit checks every decision made from it (`bot.service.games`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from bot.model.contexts import GameContext, RequestContext
from bot.model.games import GameSummary
from bot.model.profiles import PersonProfile, ServerProfile
from bot.service.games import Games
from bot.store.people import PeopleStore
from engine.game.state import GameState
from engine.game.views import TableView, table_view


class RequestReads:
    """What one request has read so far, beginning with `context`.

    `table` gives the table that it has looked at last: a refusal names its players and squares.
    """

    def __init__(
        self, games: Games, people: PeopleStore, context: RequestContext | None = None, channel: int = 0
    ) -> None:
        self._games = games
        self._people = people
        self._profiles: dict[str, PersonProfile] = {}
        self._servers: dict[int, ServerProfile] = {}
        self._summaries: dict[str, GameSummary] = {}
        self._shown: dict[int, tuple[GameSummary, ...]] = {}
        self._played: dict[str, tuple[GameSummary, ...]] = {}
        self._game: GameContext | None = None
        self.table: Callable[[], TableView] | None = None
        if context:
            self._begin(context, channel)

    def _begin(self, context: RequestContext, channel: int) -> None:
        self._profiles[context.person.id] = context.person
        if context.server:
            self._servers[context.server.id] = context.server
        self._shown[channel] = context.shown
        self._played[context.person.id] = context.own
        self._game = context.game
        about = (context.game.summary,) if context.game else ()
        self._summaries = {one.game: one for one in (*context.shown, *context.own, *about)}

    def links(self, game: str) -> GameContext | None:
        """A game's context, with the places that show it, if it was read with the request."""
        return self._game if self._game and self._game.summary.game == game else None

    async def person(self, person: str) -> PersonProfile:
        """A person's profile as the request found it."""
        if person not in self._profiles:
            self._profiles[person] = await self._people.person(person)
        return self._profiles[person]

    async def server(self, server: int) -> ServerProfile:
        """A server's profile as the request found it."""
        if server not in self._servers:
            self._servers[server] = await self._people.server(server)
        return self._servers[server]

    async def shown_in(self, channel: int) -> tuple[GameSummary, ...]:
        """The games that are not over and live in a channel or are shown there too, most recently changed first."""
        if channel not in self._shown:
            self._shown[channel] = await self._games.journal.shown_in(channel)
            self._summaries |= {one.game: one for one in self._shown[channel]}
        return self._shown[channel]

    async def played_by(self, person: str) -> tuple[GameSummary, ...]:
        """The games that are not over and in which a person is seated, most recently changed first."""
        if person not in self._played:
            self._played[person] = await self._games.journal.of_person(person)
        return self._played[person]

    async def summary(self, game: str) -> GameSummary:
        """The summary of a game. Raises `UnknownGame`."""
        return self._games.newest(await self._read(game))

    async def state(self, game: str) -> GameState:
        """The state of a game. Raises `UnknownGame`."""
        state = await self._games.load(game, await self._read(game))
        self.table = partial(table_view, state)
        return state

    async def _read(self, game: str) -> GameSummary:
        if game not in self._summaries:
            self._summaries[game] = await self._games.summary(game)
        return self._summaries[game]
