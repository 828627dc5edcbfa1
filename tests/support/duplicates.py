"""Duplicates for tests: engines that find the tops at once, a channel that only records, people who answer."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from typing import Any

from bot.engines.works import FindTop, Order, WorkResult
from bot.features.duplicate.conducting import Conductor
from bot.features.duplicate.duplicates import Duplicates, OpenRounds
from bot.features.duplicate.receipts import RoundIsOpen
from bot.features.duplicate.store import DuplicateResults, DuplicateStore
from bot.features.duplicate.values import USUAL, Duplicate, DuplicateProgress, Opening, OpenRound, Receipt, Round
from bot.service.ports import Judge
from bot.service.ratings import Ratings
from bot.service.rights import FairUse, Member
from bot.store.opening import open_store
from bot.store.repositories import Store
from engine.computer.leaves import estimate
from engine.computer.tools import ComputerTools, Vocabulary
from engine.duplicate.rounds import DuplicateStyle, RoundMoves, find
from engine.game.state import LexiconRef, Person, Setup
from engine.model.board import Board
from engine.model.rules import Rules
from engine.model.tiles import Tiles
from engine.model.variant import Variant
from engine.play.generator.generator import Generator, ScoredPlay
from engine.play.placement import write_move
from engine.words.graph.kwg import build_graph
from engine.words.lexicon import Lexicon, WordList
from tests.support.engines import tools
from tests.support.games import STANDARD
from tests.support.running import WORDS
from tests.support.service import StillClock
from tests.support.words import english

SERVER, CHANNEL = 7, 70
ADA, BRUNO, EVE = Person("101", "Ada"), Person("102", "Bruno"), Person("103", "Eve")
SETUP = Setup(STANDARD, Rules(), LexiconRef("english", ""))


class Engines:
    """Does the work in this process; `fails` are what the next jobs raise."""

    def __init__(self, with_tools: Callable[[], ComputerTools] = tools) -> None:
        self.tools = with_tools
        self.fails: list[BaseException] = []
        self.jobs = 0

    async def do(self, order: Order[Any]) -> WorkResult[Any]:
        """The result of a job."""
        self.jobs += 1
        if self.fails:
            raise self.fails.pop()
        work = order.job.work
        assert isinstance(work, FindTop)
        found: RoundMoves = find(self.tools(), work.board, work.rack, work.most, work.letters, work.levels, work.luck)
        return WorkResult(found, 0.01)


class English:
    """Dictionaries with the English words."""

    async def judge(self, _: Setup) -> Judge:
        """The judge of any duplicate."""
        return lambda words: tuple(english().contains(word) for word in words)


@cache
def tools_of(words: tuple[str, ...], variant: Variant) -> ComputerTools:
    """Tools that know these words alone."""
    keys = [bytes(map(variant.alphabet.index, variant.alphabet.split(word))) for word in words]
    lexicon = Lexicon.of("test", variant.alphabet, WordList.of(keys))
    generator = Generator(variant, build_graph(WordList.of(keys)))
    none: frozenset[Any] = frozenset()
    return ComputerTools(generator, (generator,) * 4, lexicon, Vocabulary.of(keys), estimate(variant), none, none)


def topper(words: tuple[str, ...] = WORDS) -> Callable[[FindTop, Setup], RoundMoves]:
    """Find tops with these words, in place of an engine process."""

    def top(work: FindTop, setup: Setup) -> RoundMoves:
        chosen = tools_of(words, setup.variant)
        return find(chosen, work.board, work.rack, work.most, work.letters, work.levels, work.luck)

    return top


@dataclass
class Channel:
    """A channel that posts each thing once, by what it is.

    `fails` are what the next posts raise, once they have posted if `late`.
    """

    posted: dict[str, Any] = field(default_factory=dict)
    stripped: list[int] = field(default_factory=list)
    fails: list[BaseException] = field(default_factory=list)
    late: bool = False
    on_post: Callable[[str], object] = lambda _: None

    async def find(self, course: DuplicateProgress, what: str) -> int | None:
        """The message of something in the duplicate's channel."""
        content = self.posted.get(what)
        posted = content[0] if isinstance(content, tuple) else content
        there = posted is not None and posted.duplicate.channel == course.duplicate.channel
        return 1000 + list(self.posted).index(what) if there else None

    async def lobby(self, course: DuplicateProgress, what: str) -> int:
        """Post a lobby."""
        return self._post(what, course)

    async def round(self, course: DuplicateProgress, round_: Round, what: str) -> int:
        """Post a round."""
        return self._post(what, (course, round_))

    async def end(self, course: DuplicateProgress, what: str) -> int:
        """Post the end."""
        return self._post(what, course)

    async def strip(self, duplicate: Duplicate, message: int) -> None:
        """Take buttons off."""
        self.stripped.append(message)

    async def strip_in(self, channel: int, message: int) -> None:
        """Take buttons off in a channel."""
        self.stripped.append(message)

    def _post(self, what: str, content: Any) -> int:
        self.on_post(what)
        error = self.fails.pop() if self.fails else None
        if error and not self.late:
            raise error
        assert what not in self.posted, f"{what} is posted twice"
        self.posted[what] = content
        if error:
            raise error
        return 1000 + len(self.posted) - 1

    @property
    def kinds(self) -> str:
        """What has been posted, by first letters: l for a lobby, r for a round, e for the end."""
        return "".join(what[0] for what in self.posted)


@dataclass
class Club:
    """A service of duplicates over a database, with a clock that stands still."""

    store: Store
    clock: StillClock
    channel: Channel
    engines: Engines
    seed: int = 1
    setup: Setup = SETUP
    changed: list[int] = field(default_factory=list)
    secret: int = 0
    """How many of the next racks are secret elsewhere."""

    async def check(self, _: DuplicateProgress, __: Board, ___: Tiles) -> None:
        """As `DealtRacks.check`."""
        if self.secret:
            self.secret -= 1
            raise RoundIsOpen

    @property
    def kept(self) -> DuplicateStore:
        """The duplicates in the database."""
        return DuplicateStore(self.store.database)

    @property
    def duplicates(self) -> Duplicates:
        """What people ask for."""
        fair_use = FairUse(self.store.people, self.clock)
        words: Any = English()
        return Duplicates(self.kept, words, self.clock, fair_use, self.changed.append, self.channel.strip_in)

    @property
    def open_rounds(self) -> OpenRounds:
        """What nobody learns about rounds that are open."""
        return OpenRounds(self.kept)

    def conductor(self, owner: str = "one") -> Conductor:
        """A process that conducts."""
        engines: Any = self.engines
        self.seed += 1
        luck, fair_use = random.Random(self.seed), FairUse(self.store.people, self.clock)
        rate, told, zone = Ratings(self.store.ratings).rate, self.changed.append, self.store.people.zone
        store, poll = self.kept, lambda: 1000
        arguments = (store, self.channel, engines, fair_use, self.clock, luck, owner, poll, told, rate, zone)
        return Conductor(*arguments, self.check, DuplicateResults(self.store.database).note)

    async def conduct(self, owner: str = "one") -> int:
        """Do all that is due now; returns how many duplicates were seen to."""
        done, conductor = 0, self.conductor(owner)
        while claimed := await self.kept.claim(owner, self.clock.now(), self.clock.now() + 120_000, 8):
            for one in claimed:
                await conductor.see_to(one)
                done += 1
        return done

    async def open(
        self, style: DuplicateStyle | None = None, time: int = USUAL, channel: int = CHANNEL, **options: Any
    ) -> Duplicate:
        """A lobby of Ada's."""
        opening = Opening(
            server=SERVER,
            channel=channel,
            host=ADA,
            setup=self.setup,
            style=style or DuplicateStyle(),
            time=time,
            **options,
        )
        return await self.duplicates.open(opening)

    async def begin(self, *people: Person, **options: Any) -> int:
        """A duplicate whose first round is posted; Ada is in, and these people."""
        number = (await self.open(**options)).number
        await self.conduct()
        for one in people:
            await self.duplicates.join(number, one)
        await self.duplicates.start(number, Member(SERVER, person=ADA.id))
        await self.conduct()
        return number

    async def answer(self, number: int, person: Person, rank: int = 0, at: int | None = None) -> Receipt:
        """Let someone answer with the play of a rank among all plays, the top at 0."""
        open_ = await self.duplicates.open_round(number)
        at = self.clock.now() if at is None else at
        return await self.duplicates.answer(open_, person, self.move(open_, rank), at)

    def plays(self, open_: OpenRound, most: int = 400) -> list[ScoredPlay]:
        """The best plays of a round."""
        return list(self._ranked(open_, most))

    def _ranked(self, open_: OpenRound, most: int) -> Iterator[ScoredPlay]:
        found = self.engines.tools().generator.top(open_.position.board, open_.round.rack, most)
        return (play for play in found if len(play.placement.tiles) <= STANDARD.rack_size)

    def move(self, open_: OpenRound, rank: int = 0) -> str:
        """The play of a rank, as it is typed."""
        play = next(islice(self._ranked(open_, 400), rank, None))
        return write_move(open_.position.board, play.placement, STANDARD)

    async def end_time(self, number: int) -> None:
        """Let the time of the open round pass, and conduct."""
        self.clock.advance((await self.kept.duplicate(number)).time + 1000)
        await self.conduct()


@asynccontextmanager
async def club(url: str) -> AsyncIterator[Club]:
    """A service on the database at an address."""
    store = await open_store(url)
    clock = StillClock()
    try:
        yield Club(store, clock, Channel(), Engines())
    finally:
        await store.close()
