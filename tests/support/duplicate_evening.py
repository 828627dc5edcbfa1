"""An evening of duplicate in the playground's channel: the whole bot, with a crowd that answers through its service."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import random
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bot.features.duplicate.conducting import Conductor
from bot.features.duplicate.duplicates import Duplicates
from bot.features.duplicate.receipts import NoDuplicate, NotBegun, RoundOver
from bot.features.duplicate.values import Duplicate, DuplicatePhase, DuplicateProgress, Opening, OpenRound
from bot.playground.cast import GUILD_ID
from bot.service.rights import Member
from bot.store.database import DatabaseClosed
from engine.duplicate.rounds import DuplicateStyle
from engine.game.state import LexiconRef, Person, Setup
from engine.model.rules import Rules
from engine.play.generator.generator import ScoredPlay
from engine.play.placement import write_move
from tests.support import playground
from tests.support.duplicates import tools_of, topper
from tests.support.engines import tools
from tests.support.games import STANDARD
from tests.support.running import Scene, gathered

COMMON = 30_000
"""Words of the dictionary: the most common ones."""


@functools.cache
def common_words() -> tuple[str, ...]:
    """The words of these evenings."""
    letters = STANDARD.alphabet.letters
    keys = tools().vocabulary.first(COMMON)
    return tuple("".join(letters[number - 1] for number in key) for key in keys if len(key) <= 15)


@dataclass
class Evening:
    """A duplicate with a crowd. `given` is the last answer of each that was accepted, by round and person.

    `unsure` are the rounds and people whose answer was under way when the bot was killed.
    """

    stage: Scene
    watcher: playground.Person
    crowd: list[Person]
    chance: random.Random
    number: int = 0
    given: dict[tuple[int, str], int] = field(default_factory=dict)
    unsure: set[tuple[int, str]] = field(default_factory=set)
    waits: list[float] = field(default_factory=list)

    @property
    def service(self) -> Duplicates:
        """What people ask for. Raises `DatabaseClosed` while the bot does not run."""
        if not (self.stage.app and self.stage.app.core):
            raise DatabaseClosed
        return self.stage.app.core.services.of(Duplicates)

    async def begin(self, rounds: int, computers: int) -> None:
        """Open the duplicate with its crowd, and start it."""
        setup = Setup(STANDARD, Rules(), LexiconRef("english", ""))
        opening = Opening(
            server=int(GUILD_ID),
            channel=int(self.watcher.channel_id()),
            host=self.crowd[0],
            setup=setup,
            style=DuplicateStyle(rounds=rounds),
            time=180_000,
            computers=[(f"Robot{n}", n + 5) for n in range(computers)],
        )
        self.number = (await self.service.open(opening)).number
        for one in self.crowd[1:]:
            await self.service.join(self.number, one)
        await self.service.start(self.number, Member(int(GUILD_ID), person=self.crowd[0].id))

    async def duplicate(self) -> Duplicate:
        """The duplicate now."""
        return (await self.service.course(self.number)).duplicate

    async def course(self) -> DuplicateProgress:
        """What everyone may know."""
        return await self.service.course(self.number)

    async def open_round(self, number: int) -> OpenRound | None:
        """A round, once it is posted; None if the duplicate is over."""
        while True:
            with contextlib.suppress(NotBegun, RoundOver, DatabaseClosed):
                try:
                    open_ = await self.service.open_round(self.number)
                except NoDuplicate:
                    return None
                if open_.round.number >= number and open_.round.message:
                    return open_
            await asyncio.sleep(0.02)

    def plays(self, open_: OpenRound) -> list[ScoredPlay]:
        """The best plays of a round."""
        generator = tools_of(common_words(), STANDARD).generator
        return list(generator.top(open_.position.board, open_.round.rack, 60))

    async def answer(self, open_: OpenRound, person: Person, play: ScoredPlay) -> None:
        """Let someone answer; a kill may cut it short."""
        key, begun = (open_.round.number, person.id), time.perf_counter()
        text = write_move(open_.position.board, play.placement, STANDARD)
        self.unsure.add(key)
        with contextlib.suppress(RoundOver, NoDuplicate, DatabaseClosed):
            receipt = await self.service.answer(open_, person, text, self.stage.clock.now())
            self.given[key] = receipt.sheet.total
            self.unsure.discard(key)
            self.waits.append(time.perf_counter() - begun)

    async def answers(self, open_: OpenRound, person: Person, plays: Sequence[ScoredPlay]) -> None:
        """Let someone answer several times, one after the other."""
        for play in plays:
            await self.answer(open_, person, play)

    async def kill(self) -> None:
        """End the bot with whatever it does for duplicates cut off, and start it again."""
        assert self.stage.app and self.stage.app.core
        conductor = next(one for one in self.stage.app.core.loops if isinstance(one, Conductor))
        await conductor._workers.stop()
        await self.stage.restart()

    async def is_over(self) -> bool:
        """Whether its end is posted."""
        duplicate = await self.duplicate()
        return duplicate.phase is DuplicatePhase.OVER and bool(duplicate.final)


@contextlib.asynccontextmanager
async def evening(folder: Path, people: int, seed: int) -> AsyncIterator[Evening]:
    """The playground with the bot, Ada at the page, and a crowd."""
    words = common_words()
    async with gathered(folder, people=("Ada",), words=words, topper=topper(words)) as (stage, ada):
        chance = random.Random(seed)
        stage.luck.sample = random.Random(seed).sample
        crowd = [Person(str(5_000_000 + number), f"P{number}") for number in range(people)]
        yield Evening(stage, ada, crowd, chance)
