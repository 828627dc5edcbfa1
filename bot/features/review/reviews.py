"""Reviews of finished games: who may see one, and who may request one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.features.review.refusals import NothingToReview, ReviewIsPrivate
from bot.features.review.store import ReviewStore
from bot.features.review.values import DailyShare, ReviewRow, ReviewState
from bot.limits import DAY, Limit, Per, limit_name
from bot.model.errors import TooOften
from bot.service.fairuse import FairUse
from bot.service.games import Games
from bot.service.ports import Clock
from bot.service.rematches import players_of
from bot.service.rights import Member
from bot.service.saving.copies import check_racks
from bot.service.saving.records import check_told
from engine.game.state import GameState, Person
from engine.model.rules import ShowRacks
from engine.review import jsonform
from engine.review.turns import reviewable
from engine.review.values import ANALYSER_VERSION, TurnReview


@dataclass(frozen=True, slots=True)
class Readers:
    """Who may see the review of a game: its players, and everyone else once it is `open`.

    `players` are the ids of the people who played, `agreed` those of them who let everyone see it. `is_public` says
    that there is nothing to hide: nobody but computer players played, or all racks were open.
    """

    players: frozenset[str]
    agreed: frozenset[str]
    is_public: bool = False

    @property
    def is_open(self) -> bool:
        """Whether everyone may see it."""
        return self.is_public or self.players <= self.agreed

    def include(self, person: str) -> bool:
        """Whether a person may see it."""
        return self.is_open or person in self.players


async def readers_of(games: Games, store: ReviewStore, game: str, state: GameState) -> Readers:
    """Who may see the review of a finished game. Raises as `check_racks`."""
    await check_racks(games, game, state)
    players = await players_of(games, game, state)
    people = frozenset(one.member for one in players if isinstance(one, Person))
    is_public = not people or state.rules.show_racks is ShowRacks.ALL
    return Readers(people, await store.consents(game), is_public)


class Reviews:
    """Requests for reviews and their results. `requested` is called when a review is to be made."""

    def __init__(
        self,
        games: Games,
        store: ReviewStore,
        fair_use: FairUse,
        clock: Clock,
        requested: Callable[[], object] = lambda: None,
    ) -> None:
        self._games = games
        self._store = store
        self._fair_use = fair_use
        self._clock = clock
        self._requested = requested

    async def request(self, game: str, person: str, server: int | None) -> ReviewRow:
        """The review of a game; it is put in the queue if it was never made, or only by an older analyser.

        Raises as `check_racks`, `NothingToReview`, and `TooOften` for someone who has requested too many today.
        """
        await check_racks(self._games, game, await self._games.load(game))
        known = await self._store.of_game(game)
        if known and known.version >= ANALYSER_VERSION and known.state is not ReviewState.FAILED:
            return known
        turns = len(reviewable(await self._games.events(game)))
        if not turns:
            raise NothingToReview(game)
        now = self._clock.now()
        row = ReviewRow(game, ANALYSER_VERSION, ReviewState.WAITING, turns, person, now)
        await self._queue(row, server, now)
        self._requested()
        return await self._store.of_game(game) or row

    async def _queue(self, row: ReviewRow, server: int | None, now: int) -> None:
        own, together = (limit_name(Limit.REVIEWS, per) for per in (Per.PERSON, Per.SERVER))
        numbers, everywhere = await self._fair_use.numbers(server), self._fair_use.bounds[own].most
        share = DailyShare(server, numbers[own], everywhere, numbers[together], now - DAY)
        full = await self._store.request(row, share)
        if full:
            most = numbers[limit_name(Limit.REVIEWS, full.per)]
            raise TooOften(Limit.REVIEWS, full.per, most, max(1, full.earliest + DAY - now))

    async def of_game(self, game: str) -> ReviewRow | None:
        """The review of a game as the queue knows it; None if nobody has requested one."""
        return await self._store.of_game(game)

    async def turns(self, game: str) -> tuple[TurnReview, ...]:
        """The turns graded so far, in order."""
        return tuple(jsonform.from_json(text) for text in await self._store.turns(game))

    async def readers(self, game: str, state: GameState) -> Readers:
        """Who may see the review of a finished game. Raises as `check_racks`."""
        return await readers_of(self._games, self._store, game, state)

    async def agree(self, game: str, person: str, *, agreed: bool) -> Readers:
        """Let everyone see a player's part of a review, or take that back.

        Raises as `check_racks`, and `ReviewIsPrivate` for someone who has not played.
        """
        state = await self._games.load(game)
        if person not in (await self.readers(game, state)).players:
            raise ReviewIsPrivate(game)
        await self._store.consent(game, person, self._clock.now() if agreed else None)
        return await self.readers(game, state)

    async def check_reader(self, member: Member, game: str, state: GameState) -> None:
        """Raises as `check_racks` and `check_told`, and `ReviewIsPrivate` for someone who may not see the review."""
        if not (await self.readers(game, state)).include(member.person):
            raise ReviewIsPrivate(game)
        await check_told(self._games, member.person, game)
