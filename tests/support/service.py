"""The service for tests: a clock that stands still, a Discord that only records, checkpoints that stop."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from bot import features
from bot.model.changes import DeliveryContext
from bot.model.deliveries import Delivery, DeliveryKind, Post, SentMessage
from bot.model.games import Cause, Place
from bot.model.processes import Checkpoint, Checkpoints, NoCheckpoints
from bot.model.timezones import instant_of, local_time
from bot.service.deadlines import DEADLINES_AT_ONCE, Computers, Deadlines
from bot.service.games import Games
from bot.service.listeners import Applied, Listeners
from bot.service.opening import new_game
from bot.service.ports import Clock, Judge
from bot.service.sending.budget import Budget
from bot.service.sending.deliveries import Deliveries
from bot.settings import SQLITE
from bot.store.opening import open_store
from bot.store.repositories import Store
from engine.game import commands as cmd
from engine.game.state import GameState, LexiconRef, Person, Setup
from engine.loading import load_variant
from engine.model.rules import Rules
from engine.model.tiles import KnownRack
from tests.support.clocks import Steady
from tests.support.connect import PATIENCE
from tests.support.databases import games_in
from tests.support.engines import Finder, Grader, Standing, StandIns, Thinker, passes
from tests.support.skipping import skipping

ADA = Person("101", "Ada")
BRUNO = Person("102", "Bruno")
HOME = Place(7, 70)
START = 1_700_000_000_000
EDITED = (DeliveryKind.LOBBY, DeliveryKind.RACK)
NO_UNDO = Rules(undo=False)
REF = LexiconRef("test", "0")


def setup(rules: Rules = NO_UNDO) -> Setup:
    """A standard game."""
    return Setup(load_variant("standard", "en"), rules, REF, name="Friday")


BERLIN = ZoneInfo("Europe/Berlin")


async def before_winter(store: Store, clock: StillClock, server: int) -> None:
    """Let it be 18:00 in Berlin on the day before its clocks go back an hour, and a server in that time zone."""
    await store.people.change_server(server, lambda profile: replace(profile, time_zone=BERLIN.key))
    clock.advance(instant_of(datetime.fromisoformat("2030-10-26 18:00"), BERLIN) - clock.now())


def in_berlin(instant: int) -> str:
    """The day of the month, and the time of day, in Berlin: `27 18:00`."""
    return local_time(instant, BERLIN).strftime("%d %H:%M")


class StillClock(Steady):
    """A clock that advances only on request."""

    def __init__(self, instant: int = START) -> None:
        self._instant = instant
        self._moved = asyncio.Event()

    def now(self) -> int:
        """The instant that the clock shows."""
        return self._instant

    def advance(self, milliseconds: int) -> None:
        """Advance the clock."""
        self._instant += milliseconds
        self._moved.set()
        self._moved = asyncio.Event()

    async def wait(self, wake: asyncio.Event, until: int | None) -> None:
        """Return when the event is set or the clock has reached the instant."""
        while not wake.is_set() and (until is None or self._instant < until):
            waits = [asyncio.ensure_future(wake.wait()), asyncio.ensure_future(self._moved.wait())]
            try:
                await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for one in waits:
                    one.cancel()


class Killed(BaseException):
    """The process ends here; open transactions are rolled back."""


@dataclass
class Halting:
    """Checkpoints, at one of which the process halts, to be killed there."""

    at: Checkpoint
    skip: int = 0
    reached: asyncio.Event = field(default_factory=asyncio.Event)
    killed: asyncio.Event = field(default_factory=asyncio.Event)

    async def reach(self, point: Checkpoint) -> None:
        """Halt at the point until killed, after passing it the requested number of times."""
        if point is not self.at:
            return
        if self.skip:
            self.skip -= 1
            return
        self.reached.set()
        await self.killed.wait()
        raise Killed


OF_PEOPLE = "ours"
"""The name of a lexicon that people have made."""


class Words:
    """Lexicons: every word is valid, or only these."""

    def __init__(self, words: frozenset[str] | None = None) -> None:
        self.words = words

    async def judge(self, setup: Setup) -> Judge:
        """The judge of any game."""
        return lambda words: tuple(self.words is None or "".join(word) in self.words for word in words)

    async def is_of_people(self, lexicon: LexiconRef) -> bool:
        """Only one that is called so."""
        return lexicon.name == OF_PEOPLE

    async def pin_again(self, setup: Setup, server: int | None, host: str) -> LexiconRef:
        """Nobody changes these words."""
        return setup.lexicon


@dataclass
class FakeDiscord:
    """A sender and the messages it has accepted. It recognises a nonce for as long as Discord may.

    `trouble` are exceptions for the next sends, None for a send that succeeds, `blind` those for the next searches;
    `closed` are exceptions for every send to a target. `lose_answer` makes the next send of `lose_kind` accept and then
    fail.
    """

    clock: Clock
    trouble: list[Exception | None] = field(default_factory=list)
    blind: list[Exception] = field(default_factory=list)
    lose_answer: Exception | None = None
    lose_kind: DeliveryKind = DeliveryKind.BOARD
    closed: dict[int, Exception] = field(default_factory=dict)
    messages: list[Delivery] = field(default_factory=list)
    edits: list[Delivery] = field(default_factory=list)
    sends: list[Delivery] = field(default_factory=list)
    finds: list[Delivery] = field(default_factory=list)
    retired: list[int] = field(default_factory=list)
    retiring: list[int] = field(default_factory=list)
    retire_gate: asyncio.Event | None = None
    nonces: dict[str, tuple[int, SentMessage]] = field(default_factory=dict)
    gate: asyncio.Event | None = None
    posts_seen: list[tuple[Post, ...]] = field(default_factory=list)

    async def send(self, delivery: Delivery, context: DeliveryContext) -> SentMessage:
        """Accept a message, unless trouble is due."""
        self.sends.append(delivery)
        posts = context.game.posts_in(delivery.target)
        self.posts_seen.append(posts)
        if self.gate:
            await self.gate.wait()
        if delivery.target.id in self.closed:
            raise self.closed[delivery.target.id]
        if self.trouble and (error := self.trouble.pop(0)):
            raise error
        known = next((post for post in posts if post.kind is delivery.kind in EDITED), None)
        if known:
            self.edits.append(delivery)
        sent = SentMessage(known.channel_id, known.message_id) if known else self._accept(delivery)
        if self.lose_answer and delivery.kind is self.lose_kind:
            error, self.lose_answer = self.lose_answer, None
            raise error
        return sent

    def _accept(self, delivery: Delivery) -> SentMessage:
        at, known = self.nonces.get(delivery.nonce, (0, None))
        if known and self.clock.now() - at <= 180_000:
            return known
        self.messages.append(delivery)
        sent = SentMessage(delivery.target.id + 5000, 1000 + len(self.messages))
        self.nonces[delivery.nonce] = (self.clock.now(), sent)
        return sent

    async def find(self, delivery: Delivery) -> SentMessage | None:
        """Look for a nonce among the messages, unless trouble is due."""
        self.finds.append(delivery)
        if self.blind:
            raise self.blind.pop(0)
        return self.nonces.get(delivery.nonce, (0, None))[1]

    async def retire(self, post: Post, may_write: Callable[[], bool]) -> bool:
        """Record that buttons were removed."""
        self.retiring.append(post.message_id)
        if self.retire_gate:
            await self.retire_gate.wait()
        if not may_write():
            return False
        self.retired.append(post.message_id)
        return True

    def kinds(self, target: int | None = None) -> list[str]:
        """The kinds of the accepted messages, in order."""
        return [m.kind.value for m in self.messages if target is None or m.target.id == target]


class Process:
    """One run of the bot's service on a database."""

    def __init__(self, store: Store, clock: Clock, discord: FakeDiscord, checkpoints: Checkpoints) -> None:
        self.store, self.clock, self.discord = store, clock, discord
        self.checkpoints = checkpoints
        self.budget = Budget(clock, 1000)
        self.heard: list[Callable[[Applied], None]] = []
        self.games = Games(store.journal, Words(), random.Random(1), listeners=self.listeners)
        self._tasks: list[asyncio.Task[None]] = []
        self._engines: list[Standing] = []
        self._number = 0

    def listeners(self) -> Listeners:
        """Who has begun to hear of games."""
        return Listeners(changed=tuple(self.heard))

    def cause(self, name: str | None = None) -> Cause:
        """A new cause, made and received now."""
        self._number += 1
        now = self.clock.now()
        return Cause(name or f"cause-{id(self)}-{self._number}", now, now)

    async def do(self, game: str, command: cmd.Command) -> Applied:
        """Submit a command with a new cause."""
        return await self.games.submit(game, command, self.cause())

    async def all_pass(self, game: str) -> None:
        """Let each seat pass once, so that the game counts."""
        for _ in (await self.games.load(game)).seats:
            state = await self.games.load(game)
            assert state.on_turn is not None
            await self.do(game, cmd.Pass(state.seats[state.on_turn].player.id, state.turn))

    async def new_game(
        self, rules: Rules = NO_UNDO, place: Place = HOME, start: bool = True, computer: bool = False
    ) -> str:
        """A game between Ada and Bruno, or Ada and a computer player."""
        game = (await new_game(self.games, place, ADA, setup(rules), self.cause())).game
        await self.do(game, cmd.AddComputer(ADA.id, 1) if computer else cmd.Join(BRUNO))
        await self.do(game, cmd.SetRule(ADA.id, "first_player", "host"))
        if start:
            await self.do(game, cmd.Start(ADA.id))
        return game

    def run_deliveries(self, owner: str = "me") -> Deliveries:
        """Start the loop that sends."""
        loop = Deliveries(self.store, self.discord, self.clock, self.budget, self.checkpoints, owner)
        self.heard.append(lambda _: loop.wake())
        self._tasks.append(asyncio.create_task(loop.run()))
        return loop

    def engines(
        self, thinker: Thinker | None = None, grader: Grader | None = None, finder: Finder | None = None
    ) -> Standing:
        """Engines that end with this run."""
        made = StandIns(thinker, grader, finder)()
        self._engines.append(made)
        return made

    def run_deadlines(
        self, thinker: Thinker = passes, owner: str = "me", parallel: int = DEADLINES_AT_ONCE
    ) -> Deadlines:
        """Start the loop that handles deadlines."""
        computers = Computers(self.games, self.engines(thinker), self.clock)
        loop = Deadlines(self.games, computers, self.store.alarms, self.clock, owner, parallel=parallel)
        self.heard.append(lambda _: loop.wake())
        self._tasks.append(asyncio.create_task(loop.run()))
        return loop

    async def kill(self) -> None:
        """End everything at once, like a killed process: no further statement begins."""
        if isinstance(self.checkpoints, Halting):
            self.checkpoints.killed.set()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for engines in self._engines:
            await engines.close()
        await self.store.close()


@asynccontextmanager
async def process(
    place: Path | str,
    clock: Clock,
    discord: FakeDiscord | None = None,
    checkpoints: Checkpoints | None = None,
    *,
    alone: bool = True,
) -> AsyncIterator[Process]:
    """A run of the bot on the file in a folder, or on the database at an address."""
    points = checkpoints or NoCheckpoints()
    url = place if isinstance(place, str) else games_in(place)
    async with skipping() if url.startswith(SQLITE) else nullcontext():  # else others have another time
        store = await open_store(url, points, features.store_hooks(), alone=alone)
        running = Process(store, clock, discord or FakeDiscord(clock), points)
        try:
            yield running
        finally:
            await running.kill()


async def eventually(condition: Callable[[], bool] | Callable[[], Awaitable[bool]], seconds: float = PATIENCE) -> None:
    """Wait until a condition is true."""
    async with asyncio.timeout(seconds):
        while True:
            result = condition()
            if result if isinstance(result, bool) else await result:
                return
            await asyncio.sleep(0.01)


def some_move(state: GameState) -> cmd.Play:
    """A first play by the player on turn: two letters of the rack through the start."""
    seat = state.on_turn
    assert seat is not None
    rack = state.seats[seat].rack
    assert isinstance(rack, KnownRack)
    letters = [tile.letter for tile in rack.tiles if not tile.is_blank]
    return cmd.Play(state.seats[seat].player.id, f"8H {letters[0]}{letters[1]}", state.turn)
