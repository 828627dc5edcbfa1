"""Opens the games of leagues in threads, and posts their messages."""

from __future__ import annotations

from dataclasses import replace

from bot.features.leagues.messages import (
    called_message,
    list_message,
    reminder_message,
    results_message,
    standings_message,
)
from bot.features.leagues.results import sides_of
from bot.features.leagues.text import game_title, thread_name
from bot.features.leagues.values import Fixture, FixtureSide, League, StandingsMessage
from bot.front.components.message import Message
from bot.front.lobby.competitions import CompetitionVenue
from bot.model.games import Place
from bot.text import Texts
from bot.text.competitions import settled_lost_text, settled_text, settled_void_text
from engine.game.phases import Over
from engine.game.state import Person


class DiscordLeagueVenue(CompetitionVenue[League, Fixture]):
    """Implements `Venue` of `seasons`."""

    kind = "league"

    async def _open(self, one: League, place: Fixture, request: str, texts: Texts) -> str:
        where, thread = Place(one.server, one.channel), self._thread(one, place, texts)
        first, second = _person(one, place.first), _person(one, place.second)
        setup = replace(one.setup, name=game_title(one, place, texts))
        return await self._arranger.open(where, thread, setup, request, first, second, free=True)

    def _thread(self, one: League, place: Fixture, texts: Texts) -> str:
        return thread_name(one, place, texts)

    def _call(self, one: League, place: Fixture, texts: Texts) -> Message:
        return called_message(one, place, texts)

    def _request(self, one: League, place: Fixture) -> str:
        return self._key(one, f"{_season(one)}/{place.number}")

    def _correction(self, one: League, place: Fixture, texts: Texts) -> tuple[str | None, int | None, str]:
        assert place.sides is not None
        names = (one.name_of(place.first), one.name_of(place.second))
        points = (place.sides[0].points, place.sides[1].points)
        told = settled_text(names, points, texts)
        if not place.is_played or place.both_lost:
            told = settled_lost_text(texts) if place.both_lost else settled_void_text(texts)
        return place.game, place.correction, told

    async def sides(self, league: League, fixture: Fixture, *, at_end: bool) -> tuple[FixtureSide, FixtureSide] | None:
        """What both did in a game that is over, or that the season's end ends."""
        assert fixture.game is not None
        state = await self._games.load(fixture.game)
        if not isinstance(state.phase, Over):
            await self._end(fixture.game, f"{self._request(league, fixture)}/end")
            state = await self._games.load(fixture.game)
        return sides_of(state, await self._games.events(fixture.game), at_end=at_end)

    # --- messages -----------------------------------------------------------------------------------------------------

    async def show(self, league: League) -> int:
        """Show a league with its members."""
        return await self._keep(league, league.message, list_message(league, await self._texts(league)), "list")

    async def show_standings(self, league: League, sheet: StandingsMessage) -> int:
        """Show the standings of a division."""
        message = standings_message(league, sheet.division, await self._texts(league))
        return await self._keep(league, sheet.message, message, f"{_season(league)}/standings/{sheet.division}")

    async def remind(self, league: League) -> None:
        """Post a reminder, if any game is not over."""
        if any(fixture.sides is None for fixture in league.fixtures):
            message = reminder_message(league, await self._texts(league))
            await self._post(league, message, f"{_season(league)}/reminder")

    async def tell(self, league: League) -> None:
        """Post how a season came out."""
        message = results_message(league, await self._texts(league))
        await self._post(league, message, f"{_season(league)}/results")


def _season(league: League) -> int:
    assert league.season is not None
    return league.season.number


def _person(league: League, person: str) -> Person:
    member = next(one for one in league.members if one.person == person)
    return Person(member.person, member.name, by_ear=member.by_ear)
