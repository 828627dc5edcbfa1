"""What a duplicate does by itself: rounds are begun and closed when they are due, and counts are shown."""

from __future__ import annotations

import asyncio
import logging
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import tzinfo

from bot.engines.pool import EnginePool
from bot.engines.works import FindTop, Job, Order, Waits
from bot.features.duplicate.messages import ChannelPoster
from bot.features.duplicate.receipts import NoDuplicate
from bot.features.duplicate.store import DuplicateStore
from bot.features.duplicate.values import (
    Duplicate,
    DuplicatePhase,
    DuplicatePlayer,
    DuplicateProgress,
    DuplicateResult,
    Ending,
    NewRound,
    Round,
    computer_id,
)
from bot.model.errors import SecretPosition
from bot.model.ratings import Contest, RatedPlace
from bot.model.timezones import next_same_time
from bot.service.ports import Clock, PermanentRefusal, TransientFailure
from bot.service.rights import FairUse
from bot.service.tasks import DueLoop, Loop, repeat
from engine.computer.tools import Luck
from engine.duplicate.rounds import RoundMoves, RoundStart, VowelLetters, rack_of
from engine.loading import list_languages, load_language
from engine.model.board import Board
from engine.model.tempo import Tempo
from engine.model.tiles import Tiles
from engine.model.variant import Variant


def finishers(course: DuplicateProgress) -> list[DuplicatePlayer]:
    """The people who have answered at least half of the rounds of a duplicate that was played to its end."""
    if course.duplicate.ending not in (Ending.PLAYED_OUT, Ending.ROUNDS):
        return []
    given = Counter(player for answers in course.answers.values() for player in answers)
    rounds = len(course.closed)
    return [one for one in course.players.values() if one.level is None and 2 * given[one.id] >= rounds > 0]


def results_of(course: DuplicateProgress) -> list[DuplicateResult]:
    """How those did who have played a duplicate to its end, alone or with others."""
    here, own = course.duplicate, {one.id for one in finishers(course)}
    return [
        DuplicateResult(here.number, one.key, here.server, one.percent / 100)
        for one in course.places()
        if one.key in own
    ]


def contest_of(course: DuplicateProgress) -> Contest | None:
    """A duplicate that was played to its end, as it is rated; None if there are not two `finishers`."""
    duplicate, people, totals = course.duplicate, finishers(course), course.totals()
    placed = [
        RatedPlace(one.id, one.name, 1 + sum(totals[other.id] > totals[one.id] for other in people)) for one in people
    ]
    language, source = duplicate.setup.variant.language, f"duplicate/{duplicate.number}"
    if len(placed) < 2:
        return None
    ended = max(one.closed or 0 for one in course.closed)
    return Contest(source, duplicate.server, language, Tempo.DUPLICATE, tuple(placed), ended)


LOG = logging.getLogger(__name__)
TOP_SECONDS = 20.0
"""The longest time for the top of a round and the answers of computer players."""
SECRET_TRIES = 3
"""How many racks are drawn that are secret elsewhere before the duplicate ends."""
SHORTEST_DAY = 2
"""A daily round is open for at least one part in so many of a day."""


class Conductor(DueLoop[Duplicate]):
    """Sleeps until a duplicate is due, and goes on with it.

    `posted` is told the number of each whose lobby has been posted, `rate` who came where, and `note_results` how
    people did, perhaps more than once.
    `zone` finds a server's time zone. `check` raises `SecretPosition` for a board and rack whose top is secret.
    """

    name = "a duplicate"
    tries = 8

    def __init__(
        self,
        store: DuplicateStore,
        poster: ChannelPoster,
        engines: EnginePool,
        fair_use: FairUse,
        clock: Clock,
        luck: random.Random,
        owner: str,
        poll: Callable[[], int],
        posted: Callable[[int], object],
        rate: Callable[[Contest], Awaitable[object]],
        zone: Callable[[int], Awaitable[tzinfo]],
        check: Callable[[DuplicateProgress, Board, Tiles], Awaitable[object]],
        note_results: Callable[[Sequence[DuplicateResult]], Awaitable[object]],
    ) -> None:
        super().__init__(store, clock, owner, poll)
        self._rate = rate
        self._zone = zone
        self._check = check
        self._note_results = note_results
        self._store = store
        self._posted = posted
        self._poster = poster
        self._engines = engines
        self._fair_use = fair_use
        self._luck = luck

    async def go_on(self, one: Duplicate) -> None:
        """Do what is due about a duplicate, unless somebody has ended it meanwhile."""
        with suppress(NoDuplicate):
            await self._go_on(one)
        await self._store.release(one.number, self._owner, self._clock.now())

    async def give_up(self, one: Duplicate) -> None:
        """End a duplicate whose channel is gone, or whose tops cannot be found."""
        now = self._clock.now()
        if one.phase is DuplicatePhase.OVER:  # its end cannot be told
            await self._store.posted(one.number, final=0)
        else:
            await self._store.end(one.number, Ending.LOST, now, silently=True)
        await self._store.release(one.number, self._owner, now)

    async def _go_on(self, duplicate: Duplicate) -> None:
        course = await self._store.course(duplicate.number)
        match course.duplicate.phase:
            case DuplicatePhase.LOBBY if course.duplicate.lobby is None:
                message = await self._once(course, "l", self._poster.lobby)
                await self._store.posted(duplicate.number, lobby=message)
                self._posted(duplicate.number)
            case DuplicatePhase.LOBBY:
                if await self._store.is_due(duplicate.number, self._clock.now()):
                    await self._store.end(duplicate.number, Ending.UNUSED, self._clock.now())
            case DuplicatePhase.RUNNING if course.open and course.open.message is None:
                await self._post_round(course, course.open)
            case DuplicatePhase.RUNNING:
                if await self._store.is_due(duplicate.number, self._clock.now()):
                    await self._advance(course)
            case DuplicatePhase.OVER:
                await self._note_results(results_of(course))
                if contest := contest_of(course):
                    await self._rate(contest)
                    first = [course.players[one.key] for one in course.places() if one.number == 1 and one.points]
                    won = {one.id: one.name for one in first if one.level is None}
                    await self._store.crown(course.duplicate, contest.source, won, self._clock.now())
                message = await self._once(course, "e", self._poster.end)
                await self._strip(course, message)
                await self._store.posted(duplicate.number, final=message)

    # --- posting ------------------------------------------------------------------------------------------------------

    async def _once(
        self, course: DuplicateProgress, kind: str, post: Callable[[DuplicateProgress, str], Awaitable[int]]
    ) -> int:
        what = f"{kind}{course.duplicate.number}"
        return await self._poster.find(course, what) or await post(course, what)

    async def _post_round(self, course: DuplicateProgress, open_: Round) -> None:
        message = await self._poster.find(course, _posting(course, open_))
        if message is None:
            now = self._clock.now()
            open_ = await self._store.restart_clock(open_, now, await self._end_of(course.duplicate, now))
            message = await self._poster.round(course, open_, _posting(course, open_))
        await self._strip(course, message)
        if not await self._store.posted_round(course.duplicate, open_, message):
            await self._take_buttons(course.duplicate, message)

    async def _strip(self, course: DuplicateProgress, newest: int) -> None:
        """Take the buttons off the message before the newest one; it does no harm if that fails."""
        before = [one.message for one in (*course.closed, course.open) if one and one.message not in (None, newest)]
        message = before[-1] if before else course.duplicate.lobby
        if message:
            await self._take_buttons(course.duplicate, message)

    async def _take_buttons(self, duplicate: Duplicate, message: int) -> None:
        try:
            await self._poster.strip(duplicate, message)
        except (PermanentRefusal, TransientFailure):
            LOG.info("an old message of a duplicate in server %s keeps its buttons", duplicate.server)

    async def _end_of(self, duplicate: Duplicate, now: int) -> int:
        """When a round ends that is posted now."""
        if not duplicate.daily:
            return now + duplicate.time
        return _next_day(duplicate, await self._zone(duplicate.server), now)

    # --- rounds -------------------------------------------------------------------------------------------------------

    async def _advance(self, course: DuplicateProgress) -> None:
        """Close the open round, if there is one, and begin the next, or end."""
        closed = course.after_open()
        duplicate, letters = course.duplicate, letters_of(course.duplicate.setup.variant)
        limit = duplicate.style.rounds
        ending = Ending.ROUNDS if limit and closed.number > limit else Ending.PLAYED_OUT
        try:
            rack = await self._rack(course, closed, letters)
        except SecretPosition:
            rack, ending = None, Ending.SECRET
        following = await self._new_round(course, rack, letters) if rack else None
        now = self._clock.now()
        await self._store.advance(duplicate, following, ending, now, await self._end_of(duplicate, now))

    async def _rack(self, course: DuplicateProgress, position: RoundStart, letters: VowelLetters) -> Tiles | None:
        """The rack of the next round; None if there is none. Raises `SecretPosition` if chance leads to no other."""
        duplicate = course.duplicate
        for tries in range(1, SECRET_TRIES + 1):
            rack = rack_of(position, duplicate.setup.variant, duplicate.style, letters, self._draw)
            try:
                if rack:
                    await self._check(course, position.board, rack)
            except SecretPosition:
                LOG.info("a duplicate has drawn the rack of a position that is open elsewhere")
                if tries == SECRET_TRIES:
                    raise
            else:
                return rack
        return None

    async def _new_round(self, course: DuplicateProgress, rack: Tiles, letters: VowelLetters) -> NewRound | None:
        """The round with a rack; None if nothing can be played."""
        duplicate, number = course.duplicate, course.duplicate.round + 1
        server, host = duplicate.server, duplicate.host
        may_think = await self._fair_use.may_think(host, server)
        luck = Luck.of_player(duplicate.opened, str(duplicate.number), 0, ()).at_turn(number)
        board, most = course.after_open().board, duplicate.setup.variant.rack_size
        work = FindTop(board, rack, most, letters, duplicate.levels if may_think else (), luck)
        done = await self._engines.do(Order(Job(work, duplicate.setup, TOP_SECONDS, Waits.CLOCK)))
        await self._fair_use.thought(host, server, done.seconds)
        return _round_of(board, rack, done.value)

    def _draw(self, tiles: Tiles, count: int) -> Tiles:
        return Tiles.of(self._luck.sample(list(tiles), count))


def _posting(course: DuplicateProgress, open_: Round) -> str:
    """What the post of a round is; one that moves to another channel, or back, is posted once more."""
    return f"r{open_.key}-{course.duplicate.channel}-{open_.began}"


def _round_of(board: Board, rack: Tiles, found: RoundMoves) -> NewRound | None:
    if found.top is None:
        return None
    answers = {computer_id(number): (play.placement, play.score) for number, play in enumerate(found.answers) if play}
    return NewRound(board, rack, found.top.placement, found.top.score, answers)


def _next_day(duplicate: Duplicate, zone: tzinfo, now: int) -> int:
    """When the next round of a daily duplicate begins: at the time of day at which it was opened."""
    return next_same_time(duplicate.opened, zone, now + duplicate.time // SHORTEST_DAY)


def letters_of(variant: Variant) -> VowelLetters:
    """The vowels of a variant's language; none if it is not known, so that racks follow no rule."""
    if variant.language not in list_languages():
        return VowelLetters(frozenset())
    language = load_language(variant.language)
    return VowelLetters(language.vowels, language.semivowels)


TALLY_GAP = 4_000
"""Milliseconds between two edits of a message that says who is in or how many have answered."""


class Tally(Loop):
    """Keeps the messages of lobbies and open rounds up to date, each at most once in a while."""

    def __init__(self, show: Callable[[int], Awaitable[None]], clock: Clock) -> None:
        super().__init__()
        self._show = show
        self._clock = clock
        self._waiting: dict[int, int] = {}
        self._shown: dict[int, int] = {}

    def note(self, number: int) -> None:
        """A duplicate has changed."""
        now = self._clock.now()
        self._shown = {one: at for one, at in self._shown.items() if at > now - TALLY_GAP}
        self._waiting.setdefault(number, max(now, self._shown.get(number, 0) + TALLY_GAP))
        self.wake()

    async def run(self) -> None:
        """Edit messages until cancelled."""
        await repeat("the counts of duplicates", self._step, self._clock, self._woken)

    async def _step(self) -> int | None:
        now = self._clock.now()
        due = [number for number, at in self._waiting.items() if at <= now]
        for number in due:
            del self._waiting[number]
            self._shown[number] = now
        await asyncio.gather(*map(self._try, due))
        return min(self._waiting.values(), default=None)

    async def _try(self, number: int) -> None:
        try:
            await self._show(number)
        except (PermanentRefusal, TransientFailure, NoDuplicate):
            LOG.info("the count of a duplicate could not be shown")
