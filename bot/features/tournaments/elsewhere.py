"""What a calendar and a digest tell of tournaments."""

from __future__ import annotations

from bot.features.tournaments.standings import table as table_of
from bot.features.tournaments.store import TournamentStore
from bot.features.tournaments.text import format_title, name_text, round_title, tournament_leaders
from bot.front.digests import Week
from bot.front.occasions import Occasion
from bot.text import Texts


class TournamentNotes:
    """Tournaments as what is not about them tells of them."""

    def __init__(self, store: TournamentStore) -> None:
        self._store = store

    async def coming_up(self, server: int, texts: Texts) -> list[Occasion]:
        """The tournaments and the rounds that begin by themselves at a known instant."""
        starts = [
            Occasion(
                f"tournament/{one.number}/start",
                one.channel,
                one.plan.starts,
                name_text(one.name, texts),
                format_title(one.plan.format.value, texts),
            )
            for one in await self._store.planned(server)
            if one.plan.starts is not None
        ]
        return starts + [
            Occasion(
                f"tournament/{one.number}/{one.begun + 1}",
                one.channel,
                one.next_at,
                round_title(one, one.begun + 1, texts),
                format_title(one.plan.format.value, texts),
            )
            for one in await self._store.between_rounds(server)
            if one.next_at is not None
        ]

    async def paragraph(self, week: Week, texts: Texts) -> str:
        """Who leads the tournaments that were played in a week."""
        played = await self._store.played_within(week.server, week.since, week.until)
        return "\n".join(tournament_leaders(one, table_of(one), texts) for one in played)
