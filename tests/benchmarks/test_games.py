"""Many games at once: in one bot, in several processes, and what a move or a round costs."""

from __future__ import annotations

import asyncio
import itertools
import os
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter

import pytest

from bot.engines.compiler import compile_all
from bot.features.duplicate.store import DuplicateStore
from bot.features.duplicate.values import Answer, NewAnswer, OpenRound
from bot.limits import LARGEST_BOUND, LIMITS, read_limits
from bot.settings import Settings, sqlite_url
from bot.store.opening import migrate
from bot.wiring.app import App, build
from bot.wiring.starting import short_collections
from engine.game import events as ev
from tests.load.crowd import Crowd
from tests.load.fleet import fleet, seconds_until
from tests.load.run import Plan, run, shares
from tests.support.connect import running
from tests.support.databases import find_programs, served
from tests.support.duplicate_evening import Evening, evening
from tests.support.pictures import text_of
from tests.support.playground import Person
from tests.support.running import EPHEMERAL, ask, play_in_channels
from tests.support.sentences import said

GAMES = int(os.environ.get("GAMES", "20"))
SECONDS = float(os.environ.get("SECONDS", "60"))
LEVELS = os.environ.get("LEVELS", "level:8 level2:7")
QUESTIONS = (
    "/word check word:quixotry",
    "/game scores",
    "/game status",
    "/game board style:text",
    "/word played",
    "/game rules",
)
PICTURES = ("/game board",)


async def open_games(watcher: Person, app: App) -> list[str]:
    """The ids of started games, each in its own thread."""
    assert app.core
    for _ in range(GAMES):
        await ask(watcher, f"/game demo {LEVELS} thread:yes", "begin")
    games = [await app.core.games.in_channel(int(thread)) for thread in threads(watcher)]
    assert all(games)
    return [game for game in games if game]


def threads(person: Person) -> list[str]:
    """The threads that a person sees."""
    return [channel for channel, one in person.channels.items() if one["type"] == 11]


async def timed(person: Person, line: str, channel: str) -> tuple[float, float]:
    """Milliseconds until a command was acknowledged, and until its answer arrived."""
    known = {message["id"] for message in person.private(channel)}
    begun = perf_counter()
    await person.command(line, channel)
    acknowledged = perf_counter()

    def told() -> bool:
        new = [one for one in person.private(channel) if one["id"] not in known]
        answers = [one for one in new if one["flags"] & EPHEMERAL and not one["flags"] & 128]
        return any(said("hints.thinking_about_best_move") not in text_of(one) for one in answers)

    await person.wait(told, f"an answer to {line}", 60)
    return 1000 * (acknowledged - begun), 1000 * (perf_counter() - begun)


def report(name: str, times: Sequence[float]) -> None:
    """Print the median, the 95th percentile and the worst of some times in milliseconds."""
    ordered = sorted(times)
    late = ordered[int(0.95 * (len(ordered) - 1))]
    print(f"{name}: median {median(ordered):.0f} ms, 95 % within {late:.0f} ms, worst {ordered[-1]:.0f} ms")


async def lag(times: list[float]) -> None:
    """Record how much later than requested the event loop wakes up."""
    while True:
        begun = perf_counter()
        await asyncio.sleep(0.02)
        times.append(1000 * (perf_counter() - begun) - 20)


@pytest.mark.benchmark
@pytest.mark.timeout(600)
async def test_twenty_games_and_a_person_who_asks(tmp_path: Path) -> None:
    """Moves are made in every game, and every command is answered."""
    boundless = read_limits(",".join(f"{name}={LARGEST_BOUND}" for name in LIMITS))
    app = build(Settings(tmp_path, sqlite_url(tmp_path / "games.db"), port=0, limits=boundless))
    await app.start()
    assert app.core and app.playground
    await play_in_channels(app, app.playground)
    try:
        await asyncio.to_thread(compile_all)
        with short_collections():
            async with Person.at(app.playground, "Ada") as watcher, Person.at(app.playground, "Bruno") as asker:
                begin: list[float] = []
                watching = asyncio.create_task(lag(begin))
                games = await open_games(watcher, app)
                watching.cancel()
                before = await moves_made(app, games)
                busy = await ask_for_a_while(asker)
                after = await moves_made(app, games)
                for thread in threads(watcher):
                    await timed(watcher, "/game end", thread)
                    await watcher.click(watcher.private(thread)[-1], "End for good")
                await asyncio.sleep(10)
                quiet = await ask_for_a_while(asker)
    finally:
        await app.stop()
    moves = [after[game] - before[game] for game in games]
    print(f"\n{GAMES} games of {LEVELS}, {SECONDS:.0f} s, {os.cpu_count()} cores, playground in the same process")
    print(f"moves a game: fewest {min(moves)}, median {median(moves):.0f}, most {max(moves)}")
    report("while they begin: event loop late", begin)
    busy.report("while they play")
    quiet.report("after their end")
    assert min(moves) > 0


@dataclass
class Times:
    """Milliseconds until commands were acknowledged and answered, and how late the event loop was."""

    acknowledged: list[float] = field(default_factory=list)
    words: list[float] = field(default_factory=list)
    pictures: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)

    def report(self, when: str) -> None:
        """Print them."""
        report(f"{when}: acknowledged", self.acknowledged)
        report(f"{when}: answered in words", self.words)
        report(f"{when}: answered with a picture", self.pictures)
        report(f"{when}: event loop late", self.late)


async def ask_for_a_while(asker: Person) -> Times:
    """The waiting times of a person who uses commands in one channel after another."""
    times = Times()
    watching = asyncio.create_task(lag(times.late))
    end, channels = perf_counter() + SECONDS, itertools.cycle(threads(asker))
    for number in itertools.count():
        if perf_counter() > end:
            break
        lines = PICTURES if number % 7 == 6 else QUESTIONS
        first, whole = await timed(asker, lines[number % len(lines)], next(channels))
        times.acknowledged.append(first)
        (times.pictures if lines is PICTURES else times.words).append(whole)
        await asyncio.sleep(0.25)
    watching.cancel()
    return times


async def moves_made(app: App, games: list[str]) -> Counter[str]:
    """The number of turns taken in each game."""
    assert app.core
    made: Counter[str] = Counter()
    for game in games:
        events = await app.core.games.events(game)
        made[game] = sum(isinstance(event, ev.Played | ev.Passed | ev.Exchanged) for event in events)
    return made


SHARDS = 4
TABLES = 40
SECONDS_MEASURED = 20.0
FLAT_OUT = 1000.0
"""Moves a second that people would make if the bots kept up: more than they can."""


@pytest.mark.benchmark
@pytest.mark.timeout(1200)
async def test_several_processes_against_one(tmp_path: Path) -> None:
    """Prints the moves a second of each, and what a second and a fourth process bring."""
    programs = find_programs() if os.name == "posix" else None
    if programs is None:
        pytest.skip("no PostgreSQL server is installed: there is no initdb")
    found = {}
    with served(programs) as server:
        for processes in (1, 2, 4):
            url = server.fresh()
            await migrate(url)
            folder = tmp_path / str(processes)
            folder.mkdir()
            found[processes], waits = await pace(folder, url, processes)
            print(f"\n{processes} processes: {found[processes]:.1f} moves a second, board {waits}")
    print(f"2 against 1: {found[2] / found[1]:.2f} · 4 against 2: {found[4] / found[2]:.2f}")


async def pace(folder: Path, url: str, processes: int) -> tuple[float, str]:
    """The moves a second that everyone saw, and how long that took."""
    async with running() as playground, fleet(folder, playground, url) as bots:
        playground.gateway.limits.shards = playground.gateway.limits.max_concurrency = SHARDS
        crowd = Crowd.settled(playground, TABLES, again=30.0)
        await asyncio.gather(*(bots.start() for _ in range(processes)))

        async def is_spread() -> bool:
            return sorted((await bots.spread()).values()) == [SHARDS // processes] * processes

        await seconds_until(is_spread, 120.0)
        await crowd.open_games()
        before = len(crowd.waits)
        await crowd.play(SECONDS_MEASURED, FLAT_OUT)
        waits = crowd.waits[before:]
        assert crowd.lost == []
        span = max(one.at + one.board for one in waits) - min(one.at for one in waits)
        return len(waits) / span, shares([one.board for one in waits])


@pytest.mark.benchmark
@pytest.mark.timeout(900)
async def test_cpu_of_a_move(tmp_path: Path) -> None:
    """Drawing and sending included. It grows with whatever else the machine does: compare runs made in turn."""
    figures = await run(Plan(servers=50, seconds=60.0, rate=8.0, idle=0.0), tmp_path)
    print("\n" + "\n".join(figures.lines()))
    print(f"{figures.each_move['ms of CPU']:.1f} ms of CPU a move")


PEOPLE, ROUNDS = 200, 4


async def _one_by_one(one: Evening, open_: OpenRound) -> float:
    """The seconds until all answers are written if none waits for others."""
    assert one.stage.app and one.stage.app.core
    store, clock, play = DuplicateStore(one.stage.app.core.store.database), one.stage.clock, one.plays(open_)[0]
    crowd = one.crowd[1:]  # without the last one, the round stays open
    given = [NewAnswer(open_.round.number, Answer(who.id, play.placement, 1, clock.now()), who.name) for who in crowd]
    begun = time.perf_counter()
    await asyncio.gather(*(store.answer(one.number, [answer], clock.now()) for answer in given))
    return time.perf_counter() - begun


@pytest.mark.benchmark
async def test_two_hundred_people_answer_at_once(tmp_path: Path) -> None:
    """The service and the posts are real; the receipts are measured without the way through Discord."""
    async with evening(tmp_path, PEOPLE, 1) as one:
        await one.begin(ROUNDS, 0)
        nexts: list[float] = []
        for number in range(1, ROUNDS + 1):
            open_ = await one.open_round(number)
            assert open_
            if number == ROUNDS:
                alone = await _one_by_one(one, open_)
            plays, begun = one.plays(open_), time.perf_counter()
            await asyncio.gather(*(one.answer(open_, person, one.chance.choice(plays)) for person in one.crowd))
            if number < ROUNDS:
                await one.open_round(number + 1)
                nexts.append(time.perf_counter() - begun)
        waits = sorted(one.waits)
        assert len(waits) == PEOPLE * ROUNDS
        print()
        print(f"receipts of {PEOPLE} people at once: median {median(waits):.2f} s, longest {waits[-1]:.2f} s")
        print(f"the same {PEOPLE} answers, each in a transaction of its own: {alone:.2f} s for the last one")
        print(f"from the first answer to the next round's message: median {median(nexts):.2f} s")
