"""What lobbies, first boards and results show of the players' ratings, as the game's server wants it."""

from __future__ import annotations

from dataclasses import dataclass

from bot.features.statistics.text import after_text, before_text
from bot.front.posting.composers import Announcement
from bot.model.deliveries import DeliveryKind
from bot.model.profiles import ShowRatings
from bot.service.ratings import Ratings, ladder_of
from bot.store.results import Results
from engine.game.state import Person


@dataclass(frozen=True, slots=True)
class RatingNotes:
    """Tells the ratings before a game, and what it has done to them."""

    ratings: Ratings
    results: Results

    async def note(self, told: Announcement) -> str:
        """The ratings that a message shows; empty if there are none, or they are not wanted."""
        if not _are_wanted(told):
            return ""
        if told.delivery.kind is DeliveryKind.END:
            return await self._after(told)
        return await self._before(told) if told.state.turn <= 1 else ""

    async def _before(self, told: Announcement) -> str:
        people = [seat.player for seat in told.state.seats if isinstance(seat.player, Person)]
        ladder = ladder_of(_server(told), told.state.variant.language, told.state.rules)
        known = await self.ratings.of_people(ladder, [person.id for person in people])
        return before_text(ladder, [(one.name, known[one.id]) for one in people if one.id in known], told.texts)

    async def _after(self, told: Announcement) -> str:
        ladder = ladder_of(_server(told), told.state.variant.language, told.state.rules)
        ids = [seat.player.id for seat in told.state.seats]
        known = await self.ratings.of_people(ladder, ids)
        result = await self.results.of_game(told.game)
        return after_text(ladder, result, known, told.texts) if result else ""


def _are_wanted(told: Announcement) -> bool:
    server = told.context.server
    if server is None or server.show_ratings == ShowRatings.NEVER:
        return False
    return server.show_ratings == ShowRatings.ALWAYS or told.state.rules.is_timed


def _server(told: Announcement) -> int:
    server = told.context.server
    assert server is not None, "games without a server show no ratings"
    return server.id
