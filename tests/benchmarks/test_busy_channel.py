"""One busy channel among quiet games: how long the others wait, with it and without it, in one run.

The unchanged service, on a real database and the real clock; Discord is a sender that delays every request.
`GAMES`, `SECONDS` and `RATE` may be set.
"""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from time import monotonic

import pytest

from bot.fairness import on_behalf_of, person_key
from bot.model.checkpoints import NoCheckpoints
from bot.model.contexts import DeliveryContext
from bot.model.deliveries import Delivery, DeliveryKind, Post, Sent
from bot.model.games import Cause, Place
from bot.service.budget import Budget
from bot.service.deliveries import Deliveries
from bot.service.games import Games
from bot.service.systemclock import SystemClock
from bot.settings import sqlite_url
from bot.store.opening import open_store
from engine.game import commands as cmd
from engine.game.phases import Over
from engine.game.state import Person
from engine.model.rules import Rules
from tests.support.service import Words, setup, some_move

GAMES = int(os.environ.get("GAMES", "50"))
SECONDS = float(os.environ.get("SECONDS", "60"))
RATE = float(os.environ.get("RATE", "10"))
PACE = 10.0
"""Seconds between two moves of a quiet game."""
LATENCY = 0.15
"""Seconds that Discord takes to answer a request."""


@dataclass
class SlowDiscord:
    """A sender that delays every request, and records when it accepted each message."""

    shown: dict[tuple[str, int], int] = field(default_factory=dict)
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    sent: int = 1000

    async def send(self, delivery: Delivery, context: DeliveryContext) -> Sent:
        """Accept everything."""
        await asyncio.sleep(LATENCY)
        self.sent += 1
        async with self.changed:
            self.shown[delivery.game, delivery.target.id] = delivery.upto
            self.changed.notify_all()
        present = next(
            (
                post
                for post in context.game.posts_in(delivery.target)
                if post.kind is delivery.kind is DeliveryKind.LOBBY
            ),
            None,
        )
        return Sent(delivery.target.id, present.message_id if present else self.sent)

    async def find(self, delivery: Delivery) -> None:
        """Finds nothing: no message is searched for here."""

    async def retire(self, post: Post, may_write: Callable[[], bool]) -> bool:
        """Remove the buttons, in two requests."""
        await asyncio.sleep(LATENCY)
        if not may_write():
            return False
        await asyncio.sleep(LATENCY)
        return True

    async def wait(self, game: str, target: int, upto: int, seconds: float = 300) -> None:
        """Wait until a target shows a game up to an event."""
        async with asyncio.timeout(seconds), self.changed:
            await self.changed.wait_for(lambda: self.shown.get((game, target), 0) >= upto)


@dataclass(frozen=True, slots=True)
class Quiet:
    """A game, its place and its players."""

    game: str
    place: Place
    people: list[Person]


class Table:
    """The service over a new database, and people who play."""

    def __init__(self, games: Games, discord: SlowDiscord, clock: SystemClock) -> None:
        self.games, self.discord, self.clock = games, discord, clock
        self.number = 0

    def cause(self) -> Cause:
        """A new cause."""
        self.number += 1
        return Cause(f"cause-{self.number}", self.clock.now(), self.clock.now())

    async def do(self, game: str, person: Person, command: cmd.Command) -> int:
        """Submit a command; returns the number of its last event."""
        with on_behalf_of(person_key(person.id)):
            return (await self.games.submit(game, command, self.cause())).state.sequence

    async def begin(self, place: Place, people: list[Person], rules: Rules) -> str:
        """A started game."""
        game = (await self.games.open(place, people[0], setup(rules), self.cause())).game
        for person in people[1:]:
            await self.do(game, person, cmd.Join(person))
        await self.do(game, people[0], cmd.Start(people[0].id))
        return game

    async def quiet(self, seat: Quiet, end: float, times: list[float], racks: list[float]) -> None:
        """Play slowly in its own server, and record how long each board and rack takes."""
        await asyncio.sleep(random.uniform(0, PACE))
        while monotonic() < end:
            state = await self.games.load(seat.game)
            if isinstance(state.phase, Over):
                return
            assert state.on_turn is not None
            person = next(one for one in seat.people if one.id == state.seats[state.on_turn].player.id)
            begun = monotonic()
            upto = await self.do(seat.game, person, cmd.Exchange(person.id, "all"))
            await self.discord.wait(seat.game, seat.place.channel_id, upto)
            times.append(monotonic() - begun)
            if not isinstance((await self.games.load(seat.game)).phase, Over):
                await self.discord.wait(seat.game, int(person.id), upto)
                racks.append(monotonic() - begun)
            await asyncio.sleep(max(0.0, PACE - (monotonic() - begun)))

    async def seat(self, number: int) -> Quiet:
        """A started quiet game whose messages have been sent."""
        people = [Person(str(1000 + 2 * number + one), f"P{number}.{one}") for one in range(2)]
        place = Place(5000 + number, 6000 + number)
        game = await self.begin(place, people, Rules(undo=False, scoreless_end=0))
        for target in (place.channel_id, *(int(person.id) for person in people)):
            await self.discord.wait(game, target, (await self.games.load(game)).sequence)
        return Quiet(game, place, people)

    async def busy(self, end: float, done: list[float]) -> None:
        """Play and undo in a loop, alone in a channel, at `RATE` commands a second."""
        person = Person("99", "Busy")
        game = await self.begin(Place(1, 2), [person], Rules())
        while monotonic() < end:
            begun = monotonic()
            await self.do(game, person, some_move(await self.games.load(game)))
            await self.do(game, person, cmd.Undo(person.id))
            done.append(monotonic() - begun)
            await asyncio.sleep(max(0.0, 2 / RATE - (monotonic() - begun)))


def worst(times: list[float]) -> float:
    """The 99th percentile."""
    return quantiles(times, n=100, method="inclusive")[98]


def told(name: str, times: list[float]) -> None:
    """Print the figures."""
    ordered = sorted(times)
    print(
        f"{name}: {len(times)} times, median {ordered[len(ordered) // 2]:.2f} s, "
        f"99 % {worst(times):.2f} s, worst {ordered[-1]:.2f} s"
    )


@pytest.mark.benchmark
@pytest.mark.timeout(900)
async def test_a_busy_channel_among_quiet_games(tmp_path: Path) -> None:
    """The quiet games' 99th percentile, from request to board, should be at most 1.5 times that without the other."""
    clock, discord = SystemClock(), SlowDiscord()
    store = await open_store(sqlite_url(tmp_path / "games.db"), NoCheckpoints())
    games = Games(store.journal, Words())
    deliveries = Deliveries(store, discord, clock, Budget(clock), NoCheckpoints(), "me")
    games.subscribe(lambda _: deliveries.wake())
    running = asyncio.create_task(deliveries.run())
    table, results, done = Table(games, discord, clock), dict[str, tuple[list[float], list[float]]](), list[float]()
    try:
        seats = [await table.seat(number) for number in range(GAMES)]
        for number, name in enumerate(("alone", "beside the busy channel", "alone again")):
            boards, racks = results[name] = [], []
            end = monotonic() + SECONDS
            async with asyncio.TaskGroup() as group:
                for seat in seats:
                    group.create_task(table.quiet(seat, end, boards, racks))
                if number == 1:
                    group.create_task(table.busy(end, done))
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await store.close()
    print(f"\n{GAMES} quiet games, {SECONDS:.0f} s each; the busy one: {2 * len(done) / SECONDS:.1f} requests a second")
    for name, (boards, racks) in results.items():
        told(f"{name}: boards", boards)
        told(f"{name}: racks", racks)
    quiet = max(worst(results[name][0]) for name in ("alone", "alone again"))
    print(f"ratio of the 99th percentiles: {worst(results['beside the busy channel'][0]) / quiet:.2f}")


@pytest.mark.benchmark
@pytest.mark.timeout(900)
async def test_a_game_at_two_seconds_a_move(tmp_path: Path) -> None:
    """Every board and rack of two fast players should arrive within two seconds, to the end."""
    clock, discord, times = SystemClock(), SlowDiscord(), list[float]()
    store = await open_store(sqlite_url(tmp_path / "games.db"), NoCheckpoints())
    games = Games(store.journal, Words())
    deliveries = Deliveries(store, discord, clock, Budget(clock), NoCheckpoints(), "me")
    games.subscribe(lambda _: deliveries.wake())
    running = asyncio.create_task(deliveries.run())
    table, people, place = Table(games, discord, clock), [Person("11", "Ada"), Person("12", "Bruno")], Place(1, 2)
    try:
        game = await table.begin(place, people, Rules(undo=False, scoreless_end=0))
        for _ in range(round(SECONDS / 2)):
            state = await games.load(game)
            if isinstance(state.phase, Over):
                break
            assert state.on_turn is not None
            person = next(one for one in people if one.id == state.seats[state.on_turn].player.id)
            begun = monotonic()
            upto = await table.do(game, person, cmd.Exchange(person.id, "all"))
            for target in (place.channel_id, int(person.id)):
                await discord.wait(game, target, upto)
                times.append(monotonic() - begun)
            await asyncio.sleep(max(0.0, 2 - (monotonic() - begun)))
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await store.close()
    told("\nboards and racks at 2 s a move", times)
    assert max(times) < 30
