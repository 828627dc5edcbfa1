"""A crowd at many tables in several servers, and people who play at a steady pace by a test's clock."""

from __future__ import annotations

import asyncio
import random
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

from bot.model.changes import DeliveryContext
from bot.model.deliveries import Delivery, Post, SentMessage, Target
from bot.playground.cast import PageUser as Known
from bot.playground.cast import user
from bot.playground.server import Playground
from bot.playground.world import World
from bot.service.sending.budget import SPAN, WRITES
from tests.support.keeping import Keeper
from tests.support.killing import (
    Stage,
    Step,
    by_preview,
    command,
    confirmed_pass,
    in_modal,
    insist,
    press,
    private,
    say,
)
from tests.support.pictures import text_of
from tests.support.playground import Person
from tests.support.sentences import said
from tests.support.service import FakeDiscord, Process

ORDER = "ACT SOD ENT AGE OS RK"
"""The tiles of every game in the order in which they are drawn."""
WORDS = ("AT", "CAT", "CATS", "SOD", "DEN", "NAG", "GOT", "TREK", "DIG", "GET", "TAPS")
COMPUTER_MOVES = ("J8 SOD",)
TOWNS = 5
WITH_COMPUTER = 5
"""One in this many tables has a computer player."""
BEGUN = said("happenings.goes_first")


def between_people(one: str, two: str, think: float) -> tuple[Step, ...]:
    """A whole game between two people, who enter their moves in every possible way."""
    return (
        Step(one, command("/game new variant:tiny"), "1 of 4 seats taken"),
        Step(two, press("Join"), f". {two}"),
        Step(one, press("Start"), BEGUN),
        Step(one, command("/play move:8G CAT"), f"**{one}** played 8G CAT"),
        Step(two, in_modal("J8 SOD", think=think), f"**{two}** played J8 SOD"),
        Step(one, by_preview("10J DEN", think=think), f"**{one}** played 10J DEN"),
        Step(two, confirmed_pass(), f"**{two}** passed"),
        Step(one, command("/move pass"), f"**{one}** passed"),
        Step(two, say("L10 NAG"), f"**{two}** played L10 NAG"),
        Step(one, in_modal("12L GOT", think=think), f"**{one}** played 12L GOT"),
        Step(two, by_preview("N12 TREK", think=think), f"**{two}** wins with"),
    )


def with_computer(one: str, two: str, think: float) -> tuple[Step, ...]:
    """Two people and a computer player, until the host goes, and the pass of the computer player ends the game."""
    return (
        Step(one, command("/game new variant:tiny computer:2"), "2 of 4 seats taken"),
        Step(two, press("Join"), f". {two}"),
        Step(one, press("Start"), BEGUN),
        Step(one, in_modal("8G CAT", think=think), "**Robot1** played J8 SOD"),
        Step(two, by_preview("10J DEN", think=think), f"**{two}** played 10J DEN"),
        Step(one, command("/play move:L10 NAG"), "**Robot1** passed"),
        Step(two, command("/move pass"), f"**{two}** passed"),
        Step(one, _end, "**Robot1** wins"),
    )


async def _end(stage: Stage, person: Person) -> None:
    last = person.visible()[-1]
    await person.command("/game end")
    await person.click(await private(person, "", after=last), "End for good")


@dataclass(frozen=True, slots=True)
class Wait:
    """How long an action took, from doing it until both players saw it, not counting time without a bot."""

    begun: float
    seconds: float
    what: str


@dataclass
class Table:
    """Two people who play one game after another, each game in its own channel."""

    number: int
    stages: list[Stage]
    waits: list[Wait] = field(default_factory=list)
    playing: Stage | None = None

    @property
    def plays(self) -> int:
        """How many times words are played in each game, by people and computer players."""
        return 4 if self.number % WITH_COMPUTER == 0 else 6

    @property
    def steps(self) -> tuple[Step, ...]:
        """Their steps in each game."""
        kind = with_computer if self.number % WITH_COMPUTER == 0 else between_people
        return kind(self.stages[0].ada.name, self.stages[0].bruno.name, 0.2)

    async def play(self, begin: float, seconds: float, luck: random.Random) -> None:
        """Play all games in about `seconds` from the instant `begin`, or longer on a slow machine."""
        count = len(self.stages) * len(self.steps)
        pace = seconds / count
        dues = iter([begin + pace * (n + luck.random()) for n in range(count)])
        for game, stage in enumerate(self.stages):
            stage.ada.place = stage.bruno.place = channel_name(self.number, game)
            self.playing = stage
            for step in self.steps:
                await asyncio.sleep(max(0.0, next(dues) - time.monotonic()))
                await self._do(stage, step)
        self.playing = None

    async def _do(self, stage: Stage, step: Step) -> None:
        begun = time.monotonic()
        await insist(stage, stage.ada if step.who == stage.ada.name else stage.bruno, step)
        await stage.bruno.wait(lambda: any(step.sign in text_of(one) for one in stage.bruno.visible()), step.sign)
        ended = time.monotonic()
        self.waits.append(Wait(begun, ended - begun - stage.keeper.gone(begun, ended), step.sign))


def channel_name(table: int, game: int) -> str:
    """The channel of a table's game."""
    return f"table-{table}-{game}"


def newcomer(world: World, name: str) -> Known:
    """Add a new person."""
    known = Known(user(world.snowflakes.next(), name), world.snowflakes.next())
    world.people[known.id] = known
    return known


def settle(world: World, tables: int, games: int, strangers: Sequence[Known]) -> None:
    """Add servers with their tables and people; the strangers are in every server."""
    for town in range(TOWNS):
        here = range(town, tables, TOWNS)
        members = [newcomer(world, name).id for table in here for name in seats(table)]
        channels = [channel_name(table, game) for table in here for game in range(games)]
        if members:
            world.add_guild(f"Town {town}", channels, [*members, *(one.id for one in strangers)])


def seats(table: int) -> tuple[str, str]:
    """The names of a table's people."""
    return f"North{table}", f"South{table}"


@asynccontextmanager
async def seated(playground: Playground, keeper: Keeper, tables: int, games: int) -> AsyncIterator[list[Table]]:
    """Everyone at their pages."""
    async with AsyncExitStack() as pages:
        made = []
        for number in range(tables):
            north, south = [
                await pages.enter_async_context(Person.at(playground, name, channel_name(number, 0)))
                for name in seats(number)
            ]
            made.append(Table(number, [Stage(playground, keeper, north, south, faulty=True) for _ in range(games)]))
        yield made


def games_of(tables: Sequence[Table]) -> Iterator[tuple[Table, Stage, str]]:
    """Each game: its table, its stage, and the id of its channel."""
    for table in tables:
        for number, stage in enumerate(table.stages):
            yield table, stage, stage.ada.channel_id(channel_name(table.number, number))


STEP = 250
"""Milliseconds by which the clock advances at a time."""


@dataclass
class RatedDiscord(FakeDiscord):
    """Accepts five writes in five seconds to each channel; a request beyond that waits, as in discord.py."""

    writes: dict[Target, deque[int]] = field(default_factory=dict)

    async def send(self, delivery: Delivery, context: DeliveryContext) -> SentMessage:
        """Accept a message once the rate limit allows it."""
        await self._write(delivery.target)
        return await super().send(delivery, context)

    async def retire(self, post: Post, may_write: Callable[[], bool]) -> bool:
        """Remove buttons once the rate limit allows it."""
        if not await super().retire(post, may_write):
            return False
        await self._write(post.target)
        return True

    async def _write(self, target: Target) -> None:
        latest = self.writes.setdefault(target, deque(maxlen=WRITES))
        while len(latest) == WRITES and latest[0] + SPAN > self.clock.now():
            await self.clock.wait(asyncio.Event(), latest[0] + SPAN)
        latest.append(self.clock.now())


async def calm() -> None:
    """Wait until everything that can be done at this instant is done, in a loop that skips time."""
    await asyncio.sleep(0.001)


async def pass_time(bot: Process, milliseconds: int) -> None:
    """Advance time in small steps, completing everything due in each."""
    end = bot.clock.now() + milliseconds
    await calm()
    while bot.clock.now() < end:
        bot.clock.advance(min(STEP, end - bot.clock.now()))
        await calm()


def shown(bot: Process, game: str, target: int) -> int:
    """The number of the last event that a target shows of a game."""
    told = bot.discord.messages + bot.discord.edits
    return max((one.upto for one in told if (one.game, one.target.id) == (game, target)), default=0)


async def lateness(bot: Process, game: str, upto: int, *targets: int, most: int = 20_000) -> int:
    """Milliseconds until all targets show a game up to an event; `most` if that takes longer."""
    begun = bot.clock.now()
    await calm()
    while any(shown(bot, game, target) < upto for target in targets) and bot.clock.now() - begun < most:
        await pass_time(bot, STEP)
    return bot.clock.now() - begun
