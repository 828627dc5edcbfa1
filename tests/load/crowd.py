"""The people of all servers: each pair plays one game after another and notes how long everything took."""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count

from bot.front.connection.sessions import UNCOUNTED
from bot.playground import people
from bot.playground.cast import PageUser
from bot.playground.errors import Json
from bot.playground.invocation import Rejected
from bot.playground.limits import BUTTON, walk
from bot.playground.people import Stage
from bot.playground.server import Playground
from bot.playground.world import EPHEMERAL, LOADING, GatewayEvent
from tests.load.games import BEGUN, Step, steps, steps_again, steps_with_computer
from tests.support.crowd import newcomer
from tests.support.pictures import caption_of, text_of
from tests.support.typedcommand import parse

Course = Callable[..., tuple[Step, ...]]
WITH_COMPUTER = 5
"""One in this many tables of insistent people plays against the computer."""
GLANCE = 1.0
"""Seconds after which insistent people look again for a button that was not there."""
AT_ONCE = 12
"""How many games are opened at the same time."""
TIDY_SECONDS = 5.0
NUMBER = re.compile(r"/\d+")


@dataclass(frozen=True, slots=True)
class Wait:
    """Seconds from an action until its private answer and until everyone saw what it did."""

    at: float
    receipt: float
    board: float


@dataclass(slots=True)
class Lost:
    """An action without an answer, or that nobody saw."""

    who: str
    act: str
    why: str


Watched = tuple[Callable[[GatewayEvent], bool], asyncio.Future[float]]


@dataclass
class Table:
    """A server with one channel and two people. `done` counts the steps of the present game.

    Once a step `failed`, they play no more.
    """

    channel: str
    people: tuple[PageUser, PageUser]
    options: str
    course: Course = steps
    done: int = 0
    games: int = 0
    failed: bool = False
    lobby: Json | None = None
    watched: list[Watched] = field(default_factory=list)

    @property
    def step(self) -> Step:
        """What comes next."""
        return self._steps[self.done]

    @property
    def has_begun(self) -> bool:
        """Whether the game has started."""
        return any(step.sign == BEGUN for step in self._steps[: self.done])

    @property
    def _steps(self) -> tuple[Step, ...]:
        names = (str(one.user["global_name"]) for one in self.people)
        return self.course(*names, self.options)


@dataclass
class Crowd:
    """Everyone at a playground, without pages. `waits` are the moves, `lost` what failed.

    People give up after `patience` seconds. If `again` is set, they repeat what had no effect after so many seconds.
    `limited` counts the requests that Discord limits by their kind, as of the latest `tally`.
    """

    playground: Playground
    tables: list[Table]
    patience: float = 120.0
    again: float | None = None
    limited: Counter[str] = field(default_factory=Counter)
    waits: list[Wait] = field(default_factory=list)
    lost: list[Lost] = field(default_factory=list)
    _nonces: Iterator[int] = field(default_factory=count)

    @classmethod
    def settled(
        cls, playground: Playground, servers: int, options: str = "variant:tiny", again: float | None = None
    ) -> Crowd:
        """Servers with their people; call it before the bot connects, which then knows them all."""
        world = playground.world
        # A late answer counts in the figures; it must not also end a game.
        playground.people.interactions.answer_seconds = again or 600.0
        tables = []
        for number in range(servers):
            pair = (newcomer(world, f"North{number}"), newcomer(world, f"South{number}"))
            world.add_guild(f"Server {number}", [f"table-{number}"], [one.id for one in pair])
            playground.clock.shift(0.001)  # the shard of a server depends on the millisecond in which it was created
            channel = next(reversed(world.channels.values()))
            tables.append(Table(str(channel["id"]), pair, options, _course(number) if again else steps))
        crowd = cls(playground, tables, again=again)
        by_channel = {table.channel: table for table in tables}

        def hear(event: GatewayEvent) -> None:
            if event.name.startswith("MESSAGE_") and (table := by_channel.get(event.channel_id or "")):
                crowd._hear(table, event)

        world.listen(hear)
        return crowd

    @property
    def stage(self) -> Stage:
        """What people act on."""
        return Stage(self.playground.world, self.playground.people.interactions)

    async def open_games(self) -> None:
        """Open and start a game at every table."""
        gate = asyncio.Semaphore(AT_ONCE)

        async def begin(table: Table) -> None:
            async with gate:
                while not table.has_begun and await self.act(table):
                    pass

        await asyncio.gather(*(begin(table) for table in self.tables))

    async def play(self, seconds: float, rate: float, seed: int = 1) -> None:
        """Play on for some seconds, with so many actions a second in all."""
        luck, begun = random.Random(seed), time.monotonic()
        pause = len(self.tables) / rate
        tidying = asyncio.create_task(self._tidy())

        async def on(table: Table) -> None:
            due = begun + pause * luck.random()
            while due < begun + seconds and not table.failed:
                await asyncio.sleep(max(0.0, due - time.monotonic()))
                if not await self.act(table):
                    return
                # A person thinks after seeing the board: nobody acts faster because the bot was slow.
                due = max(due, time.monotonic() - pause) + pause * (0.5 + luck.random())

        try:
            await asyncio.gather(*(on(table) for table in self.tables))
        finally:
            tidying.cancel()

    async def act(self, table: Table) -> bool:
        """Do the next step of a table; False if it failed, and the table plays no more."""
        step, person = table.step, table.people[table.step.who]
        begun = time.monotonic()
        with (
            self._watch(table, lambda event: _is_public(event) and step.sign in text_of(event.data)) as seen,
            self._watch(table, lambda event: _is_answer(event, person)) as answered,
        ):
            try:
                async with asyncio.timeout(self.patience):
                    board = await self._insist(table, person, seen)
                    waits = step.act.startswith("/") and not self.again
                    receipt = await answered if waits else board
            except (Rejected, TimeoutError, LookupError) as error:
                table.failed = True
                self.lost.append(Lost(str(person.user["global_name"]), step.act, f"{type(error).__name__} {error}"))
                return False
        if table.has_begun:
            self.waits.append(Wait(begun, receipt - begun, board - begun))
        table.done += 1
        if "wins" in step.sign:
            table.done, table.games = 0, table.games + 1
        return True

    async def _insist(self, table: Table, person: PageUser, seen: asyncio.Future[float]) -> float:
        """Act, again and again if these people do so, until everyone has seen it; returns when that was."""
        while True:
            patience = self.again
            try:
                people.act(self.stage, person, self._frame(table))
            except (Rejected, LookupError):
                if not self.again:
                    raise
                patience = GLANCE
            with suppress(TimeoutError):
                async with asyncio.timeout(patience):
                    return await asyncio.shield(seen)

    def _frame(self, table: Table) -> Json:
        step, channel = table.step, {"channel_id": table.channel, "nonce": str(next(self._nonces))}
        if step.act.startswith("/"):
            data = parse(step.act, self.playground.world.commands[None], lambda _, text: text)
            return {"op": "command", "data": data, **channel}
        if table.lobby is None:
            raise LookupError("there is no lobby")
        lobby = self.playground.world.post(table.channel, table.lobby["id"]).body
        buttons = {caption_of(c): c["custom_id"] for c in walk(lobby["components"]) if c["type"] == BUTTON}
        pressed = {"custom_id": buttons[step.act], "component_type": BUTTON}
        return {"op": "component", "message_id": lobby["id"], "data": pressed, **channel}

    @contextmanager
    def _watch(self, table: Table, fits: Callable[[GatewayEvent], bool]) -> Iterator[asyncio.Future[float]]:
        watched = (fits, asyncio.get_running_loop().create_future())
        table.watched.append(watched)
        try:
            yield watched[1]
        finally:
            table.watched.remove(watched)
            watched[1].cancel()

    def _hear(self, table: Table, event: GatewayEvent) -> None:
        if event.name == "MESSAGE_CREATE" and _is_public(event) and "seats taken" in text_of(event.data):
            table.lobby = event.data
        for fits, found in tuple(table.watched):
            if not found.done() and fits(event):
                found.set_result(time.monotonic())

    async def _tidy(self) -> None:
        """Forget pictures, which nobody looks at: thousands of them would fill the memory of the stand-in."""
        while True:
            await asyncio.sleep(TIDY_SECONDS)
            self.playground.world.files.stored.clear()
            self.tally()

    def tally(self) -> Counter[str]:
        """The requests that have counted towards the rate of the bot's token so far; forgets all requests."""
        requests = self.playground.recorder.requests
        counted = (one for one in requests if not one.path.startswith(UNCOUNTED))
        self.limited.update(f"{one.method} {NUMBER.sub('/ID', one.path)}" for one in counted)
        requests.clear()
        return self.limited.copy()


def _course(table: int) -> Course:
    return steps_again if table % WITH_COMPUTER else steps_with_computer


def _is_public(event: GatewayEvent) -> bool:
    return event.name in ("MESSAGE_CREATE", "MESSAGE_UPDATE") and event.viewer is None


def _is_answer(event: GatewayEvent, person: PageUser) -> bool:
    if event.name not in ("MESSAGE_CREATE", "MESSAGE_UPDATE") or event.viewer != person.id:
        return False
    flags = int(event.data.get("flags", 0))
    return bool(flags & EPHEMERAL) and not flags & LOADING
