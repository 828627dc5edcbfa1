"""Reviews of finished games: who may see one, and who may request one."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.engines.pool import EnginePool
from bot.engines.works import GradeTurn, Job, Order, Waits
from bot.fairness import on_behalf_of, person_key
from bot.features.review.store import DailyShare, ReviewJob, ReviewRow, ReviewState, ReviewStore
from bot.limits import DAY, Limit, Per, limit_name
from bot.model.errors import BotError, SecretPosition, TooOften, UnknownGame, describe
from bot.service.games import Games
from bot.service.opening import players_of
from bot.service.ports import Clock
from bot.service.rights import FairUse, Member
from bot.service.saving.pauses import check_racks, shows_racks
from bot.service.saving.records import check_told
from bot.service.secrecy import check_review
from bot.service.tasks import POLL, Loop, pause, repeat
from bot.text.refusals.facts import Wordings, says
from engine.errors import BadData
from engine.game.events import Event
from engine.game.state import GameState, Person, member_seats
from engine.model.rules import ShowRacks
from engine.review import jsonform
from engine.review.turns import MissedWord, missed_words, reviewable
from engine.review.values import ANALYSER_VERSION, TurnReview


class NothingToReview(BotError):
    """Nobody has made a move in that game."""

    game: str


class ReviewIsPrivate(BotError):
    """Only the players of that game can see its review, until all of them let everyone see it."""

    game: str


WORDINGS: Wordings = {
    NothingToReview: says("Nobody has made a move in that game, so there is nothing to review."),
    ReviewIsPrivate: says(
        "Only the players of that game can open its review. Once all of them have pressed **Let everyone open it**, "
        "you can open it too. Anyone can read the pages that they post here."
    ),
}


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
        """Raise as `check_racks` and `check_told`, and `ReviewIsPrivate` for someone who may not see the review."""
        if not (await self.readers(game, state)).include(member.person):
            raise ReviewIsPrivate(game)
        await check_told(self._games, member.person, game)


LOG = logging.getLogger(__name__)
REVIEW_LEASE = 60_000
HEARTBEAT = REVIEW_LEASE // 4
REVIEW_SECONDS = 120.0
"""The longest time for a turn, in seconds; its effort is counted in work, so only a very slow machine needs that."""
REVIEW_TRIES = 4
"""After this many failures a review is given up; it can be requested again."""


class Reviewer(Loop):
    """Waits for reviews and makes them. `owner` names this process among several; `poll` is as for `repeat`."""

    topic = "reviews"

    def __init__(
        self,
        games: Games,
        store: ReviewStore,
        engines: EnginePool,
        clock: Clock,
        owner: str,
        poll: Callable[[], int] = lambda: POLL,
    ) -> None:
        super().__init__()
        self._games = games
        self._store = store
        self._engines = engines
        self._clock = clock
        self._owner = owner
        self._poll = poll
        self.is_busy = True  # until it has looked

    async def run(self) -> None:
        """Make reviews until cancelled."""
        await repeat("the reviews", self._step, self._clock, self._woken, self._poll)

    async def _step(self) -> int | None:
        now = self._clock.now()
        job = await self._store.claim(self._owner, ANALYSER_VERSION, now, now + REVIEW_LEASE)
        self.is_busy = job is not None
        if job is None:
            return await self._store.next_due(ANALYSER_VERSION)
        with on_behalf_of(person_key(job.person)):
            await self._see_to(job)
        return self._clock.now()

    async def _see_to(self, job: ReviewJob) -> None:
        try:
            await self._make(job)
        except SecretPosition:
            LOG.info("game %s has a position that is open elsewhere, so it is not reviewed", job.game)
            await self._store.fail(job, self._owner)
        except (UnknownGame, BadData) as error:
            LOG.error("game %s cannot be reviewed: %s", job.game, describe(error))
            await self._store.fail(job, self._owner)
        except Exception as error:
            LOG.error("the review of game %s failed: %s", job.game, describe(error))
            await self._later(job)

    async def _make(self, job: ReviewJob) -> None:
        """Grade the turns that are left, until the lease is lost."""
        state, events = await self._games.load(job.game), await self._games.events(job.game)
        await check_review(self._games, job.game, state, {job.person, *member_seats(state)})
        for number in range(1, job.turns + 1):
            if number in job.graded:
                continue
            data = await self._graded(
                job, Job(GradeTurn(tuple(events), number), state.setup, REVIEW_SECONDS, Waits.NOBODY)
            )
            if data is None:
                return
            if not await self._store.graded(job, self._owner, number, data, self._clock.now() + REVIEW_LEASE):
                return
        await self._store.done(job, self._owner)

    async def _graded(self, job: ReviewJob, turn: Job[str]) -> str | None:
        """The grade of a turn, while its lease is prolonged; None once the lease is lost."""
        grading = asyncio.create_task(self._engines.do(Order(turn)))
        holding = asyncio.create_task(self._hold(job))
        try:
            await asyncio.wait((grading, holding), return_when=asyncio.FIRST_COMPLETED)
            if grading.done():
                return grading.result().value
            return holding.result()
        finally:
            for one in (grading, holding):
                one.cancel()
            await asyncio.gather(grading, holding, return_exceptions=True)

    async def _hold(self, job: ReviewJob) -> None:
        """Prolong the lease until it is lost."""
        never = asyncio.Event()
        is_held = True
        while is_held:
            await self._clock.wait(never, self._clock.now() + HEARTBEAT)
            is_held = await self._store.prolong(job, self._owner, self._clock.now() + REVIEW_LEASE)

    async def _later(self, job: ReviewJob) -> None:
        if job.attempts + 1 >= REVIEW_TRIES:
            await self._store.fail(job, self._owner)
        else:
            await self._store.retry(job, self._owner, self._clock.now() + pause(job.attempts + 1))


MISSED_WORDS_KEPT = 500
MOST_REVIEWED_GAMES = 40
"""Games of a person that are looked at, the latest."""


class ReviewedWords:
    """Implements `bot.service.words.definitions.MissedWords` with the stored reviews."""

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
