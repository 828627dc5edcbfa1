"""The words that people missed in their reviewed games, found again in the reviews whenever someone studies them.

Nothing more is kept of anyone than the reviews themselves: without its review, a game teaches nothing.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence

from bot.features.review.store import ReviewStore
from bot.service.games import Games
from bot.service.saving.copies import shows_racks
from engine.game.events import Event
from engine.review import jsonform
from engine.review.missed import MissedWord, missed_words

MISSED_WORDS_KEPT = 500
MOST_REVIEWED_GAMES = 40
"""Games of a person that are looked at, the latest."""


class ReviewedWords:
    """Implements `bot.service.missed.MissedWords` with the stored reviews."""

    def __init__(self, games: Games, reviews: ReviewStore) -> None:
        self._games = games
        self._reviews = reviews
        self._known: OrderedDict[tuple[str, int], tuple[str, tuple[MissedWord, ...]]] = OrderedDict()

    async def of(self, person: str, language: str, most: int) -> tuple[MissedWord, ...]:
        """The words to learn from a person's games in a language: after grave mistakes and long ones first."""
        found: list[MissedWord] = []
        for game, version in await self._reviews.of_person(person, MOST_REVIEWED_GAMES):
            if not await shows_racks(self._games, game):
                continue
            spoken, words = await self._of_game(game, version)
            found += (one for one in words if spoken == language and one.player == person)
        found.sort(key=lambda one: (-one.weight, -len(one.word)))
        return tuple(found[:most])

    async def _of_game(self, game: str, version: int) -> tuple[str, tuple[MissedWord, ...]]:
        """A game's language, and the words of all its players."""
        known = self._known.pop((game, version), None)
        if known is None:
            turns, events = await self._reviews.turns(game), await self._games.events(game)
            language = (await self._games.load(game)).setup.variant.language
            known = (language, await asyncio.to_thread(_words, events, turns))
        self._known[game, version] = known
        while len(self._known) > MISSED_WORDS_KEPT:
            self._known.popitem(last=False)
        return known


def _words(events: Sequence[Event], turns: Sequence[str]) -> tuple[MissedWord, ...]:
    return tuple(missed_words(events, map(jsonform.from_json, turns)))
