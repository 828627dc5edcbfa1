"""What a calendar and a digest tell of leagues."""

from __future__ import annotations

from collections.abc import Iterator

from bot.features.leagues.standings import standings
from bot.features.leagues.store import LeagueStore
from bot.features.leagues.text import begins_text, division_leaders, ends_text, rules_text
from bot.features.leagues.values import League
from bot.front.digests import Week
from bot.front.occasions import Occasion
from bot.text import Texts


class LeagueNotes:
    """Leagues as what is not about them tells of them."""

    def __init__(self, store: LeagueStore) -> None:
        self._store = store

    async def coming_up(self, server: int, texts: Texts) -> list[Occasion]:
        """The seasons that begin or end."""
        return [found for one in await self._store.of_server(server) for found in _occasions(one, texts)]

    async def paragraph(self, week: Week, texts: Texts) -> str:
        """Who leads the divisions of the leagues that were played in a week."""
        played = await self._store.played_within(week.server, week.since, week.until)
        return "\n".join(
            division_leaders(one, number, standings(*one.division(number), settled=not one.playing), texts)
            for one in played
            for number in one.divisions
        )


def _occasions(one: League, texts: Texts) -> Iterator[Occasion]:
    key, season = f"league/{one.number}", one.season.number if one.season else 0
    if one.playing:
        yield Occasion(f"{key}/{season}/end", one.channel, one.playing.ends, ends_text(one, season, texts), "")
    if one.starts_at is not None:
        begins = begins_text(one, season + 1, texts)
        yield Occasion(f"{key}/{season + 1}/start", one.channel, one.starts_at, begins, rules_text(texts))
