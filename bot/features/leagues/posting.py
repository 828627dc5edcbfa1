"""Opens the games of leagues in threads, and posts their messages."""

from __future__ import annotations

from contextlib import suppress

from bot.features.leagues.messages import (
    called_message,
    list_message,
    reminder_message,
    results_message,
    standings_message,
)
from bot.features.leagues.results import sides_of
from bot.features.leagues.text import thread_name
from bot.features.leagues.values import Fixture, League, Sheet, Side
from bot.front.components.message import Message
from bot.front.lobby.arranged import Arranger
from bot.front.posting.poster import Poster
from bot.model.games import Cause, Place
from bot.service.games import Games
from bot.service.ports import Clock
from engine.errors import GameIsOver
from engine.game.commands import End
from engine.game.phases import Over
from engine.game.state import Person


class DiscordVenue:
    """Implements `Venue` of `seasons`."""

    def __init__(self, games: Games, arranger: Arranger, poster: Poster, clock: Clock) -> None:
        self._games = games
        self._arranger = arranger
        self._poster = poster
        self._clock = clock

    async def open(self, league: League, fixture: Fixture) -> str:
        """Open a game in a thread and call its players there. Raises as the protocol says."""
        texts = await self._poster.texts(league.channel, league.server)
        request = request_id(league, fixture)
        first, second = _person(league, fixture.first), _person(league, fixture.second)
        place, name = Place(league.server, league.channel), thread_name(league, fixture, texts)
        game = await self._arranger.open(place, name, league.setup, request, first, second, free=True)
        thread = (await self._games.summary(game)).place.channel_id
        await self._poster.post(thread, called_message(league, fixture, texts), f"{request}/called")
        return game

    async def sides(self, league: League, fixture: Fixture, *, at_end: bool) -> tuple[Side, Side] | None:
        """What both did in a game that is over, or that the season's end ends."""
        assert fixture.game is not None
        state = await self._games.load(fixture.game)
        if not isinstance(state.phase, Over):
            now = self._clock.now()
            cause = Cause(f"{request_id(league, fixture)}/end", now, now)
            with suppress(GameIsOver):  # it was just decided
                await self._games.submit(fixture.game, End("", moderator=True), cause)
            state = await self._games.load(fixture.game)
        return sides_of(state, await self._games.events(fixture.game), at_end=at_end)

    # --- messages -----------------------------------------------------------------------------------------------------

    async def show(self, league: League) -> int:
        """Show a league with its members. Raises as the protocol says."""
        message = list_message(league, await self._poster.texts(league.channel, league.server))
        return await self._keep(league, league.message, message, "list")

    async def show_standings(self, league: League, sheet: Sheet) -> int:
        """Show the standings of a division. Raises as the protocol says."""
        message = standings_message(league, sheet.division, await self._poster.texts(league.channel, league.server))
        assert league.season is not None
        return await self._keep(league, sheet.message, message, f"{league.season.number}/standings/{sheet.division}")

    async def remind(self, league: League) -> None:
        """Post a reminder. Raises as the protocol says."""
        texts = await self._poster.texts(league.channel, league.server)
        if any(fixture.sides is None for fixture in league.fixtures):
            await self._post(league, reminder_message(league, texts), "reminder")

    async def tell(self, league: League) -> None:
        """Post how a season came out. Raises as the protocol says."""
        texts = await self._poster.texts(league.channel, league.server)
        await self._post(league, results_message(league, texts), "results")

    async def _post(self, league: League, message: Message, name: str) -> None:
        assert league.season is not None
        await self._poster.post(league.channel, message, f"league/{league.number}/{league.season.number}/{name}")

    async def _keep(self, league: League, known: int | None, message: Message, name: str) -> int:
        """Put a message in the place of a known one, or post it; one that was deleted is posted anew."""
        if known is not None and await self._poster.change(league.channel, known, message):
            return known
        return await self._poster.post(league.channel, message, f"league/{league.number}/{name}/{known}")


def request_id(league: League, fixture: Fixture) -> str:
    """The id of the request that opens a game."""
    assert league.season is not None
    return f"league/{league.number}/{league.season.number}/{fixture.number}"


def _person(league: League, person: str) -> Person:
    member = next(one for one in league.members if one.person == person)
    return Person(member.person, member.name, by_ear=member.by_ear)
