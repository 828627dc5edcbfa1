"""Games of computer players in one bot, twenty or the number in GAMES, and how long people wait meanwhile."""

from __future__ import annotations

import asyncio
import itertools
import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter

import pytest

from bot.engines.compiler import compile_all
from bot.gc_pauses import short_collections
from bot.limits import LARGEST_BOUND, LIMITS, read_limits
from bot.settings import Settings, sqlite_url
from bot.wiring.app import App, build
from engine.game import events as ev
from tests.support.playground import Person
from tests.support.readable import text_of
from tests.support.running import EPHEMERAL, ask
from tests.support.sentences import said

GAMES = int(os.environ.get("GAMES", "20"))
SECONDS = float(os.environ.get("SECONDS", "60"))
LEVELS = os.environ.get("LEVELS", "level:8 level2:7")
QUESTIONS = ("/check word:quixotry", "/scores", "/game status", "/board style:text", "/words", "/game rules")
PICTURES = ("/board",)


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
    """Prints the median, the 95th percentile and the worst of some times in milliseconds."""
    ordered = sorted(times)
    late = ordered[int(0.95 * (len(ordered) - 1))]
    print(f"{name}: median {median(ordered):.0f} ms, 95 % within {late:.0f} ms, worst {ordered[-1]:.0f} ms")


async def lag(times: list[float]) -> None:
    """Records how much later than requested the event loop wakes up."""
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
        """Prints them."""
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
