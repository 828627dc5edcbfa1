"""The bot is killed, Discord fails, one person does all possible harm: nobody else loses anything.

`SECONDS` is the approximate length of the whole run (600), `GAMES` the number of tables (20), `SEED` the random seed.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import psutil
import pytest

from bot.playground.errors import ApiError
from bot.playground.faults import Cut, DiscordFault, Refuse, ServerError, Slow
from bot.playground.server import Playground
from engine.game import events as ev
from engine.game.codec import encode
from engine.game.phases import Over
from tests.support import aftermath
from tests.support.connect import running
from tests.support.crashing import Job, SharedClock
from tests.support.crowd import (
    COMPUTER_MOVES,
    ORDER,
    WORDS,
    Table,
    Wait,
    games_of,
    seated,
    settle,
)
from tests.support.hostile import ACTS, MALLORY, OSCAR, Nuisance, move_in, shown_to
from tests.support.keeping import Keeper, Kill, nursery
from tests.support.killing import kept
from tests.support.logged import errors_in
from tests.support.pictures import text_of
from tests.support.playground import Person

SECONDS = float(os.environ.get("SECONDS", "600"))
TABLES = int(os.environ.get("GAMES", "20"))
SEED = int(os.environ.get("SEED", "1"))
PLAY = 0.6 * SECONDS
"""Seconds in which people would play if nothing held them up; the rest is for the start, delays and checks."""
CALM = 0.1 * PLAY
"""Seconds at the start in which nothing goes wrong, for comparison."""
GAMES_EACH = max(1, round(SECONDS / 300))
BETWEEN_KILLS = (8.0, 40.0)
WORST_SECONDS = 120.0
"""Nobody waits this long for a board or a rack while the bot is running, however slow the machine."""
MEGABYTES = 900
OWN = "clock"
"""A file that the test itself puts in the bot's folder."""


def faults_of(luck: random.Random) -> tuple[DiscordFault, str]:
    """A failure of Discord, and the requests that it affects."""
    limited = ApiError(429, 0, "You are being rate limited.", extra={"retry_after": 1.0, "global": False},
                       headers={"Via": "1.1 google", "Retry-After": "1", "X-RateLimit-Scope": "shared"})  # fmt: skip
    after = luck.random() < 0.5
    fault = luck.choice((ServerError(after), ServerError(after), Cut(after), Slow(2.0, after), Refuse(limited)))
    return fault, luck.choice(("/channels/", "/channels/", "/messages", "/webhooks/", "/callback"))


async def fail_now_and_then(playground: Playground, luck: random.Random) -> None:
    """Let Discord fail: single requests every second or so, the gateway's connection every half minute."""
    while True:
        await asyncio.sleep(luck.uniform(0.5, 2.0))
        fault, path = faults_of(luck)
        playground.faults.plan(fault, path=path)
        if luck.random() < 0.04:
            luck.choice((playground.gateway.drop, playground.gateway.reconnect))()


@dataclass
class Memory:
    """The most memory that any process of the bot has used, in bytes."""

    keeper: Keeper
    most: int = 0

    async def watch(self) -> None:
        """Measure twice a second."""
        while True:
            with suppress(psutil.Error):
                if self.keeper.pid:
                    self.most = max(self.most, psutil.Process(self.keeper.pid).memory_info().rss)
            await asyncio.sleep(0.5)


@dataclass
class Run:
    """One run: the bot, its people, and the events."""

    playground: Playground
    keeper: Keeper
    tables: list[Table]
    nuisance: Nuisance
    memory: Memory
    luck: random.Random
    storm: float = 0.0

    async def go(self) -> None:
        """Everyone plays, and after a calm start everything goes wrong until the time is up."""
        begin = time.monotonic()
        self.storm = begin + CALM
        playing = [asyncio.create_task(one.play(begin, PLAY, self.luck)) for one in self.tables]
        watching = asyncio.create_task(self.memory.watch())
        await asyncio.sleep(CALM)
        harm = [
            asyncio.create_task(self.nuisance.go_on()),
            asyncio.create_task(fail_now_and_then(self.playground, self.luck)),
        ]
        await asyncio.wait(playing, timeout=PLAY - CALM, return_when=asyncio.FIRST_EXCEPTION)
        with suppress(TimeoutError):  # a short run on a slow machine is over before they have tried everything
            await asyncio.wait_for(self.nuisance.everything(), WORST_SECONDS)
        broken = [one.exception() for one in harm if one.done()]
        for task in harm:
            task.cancel()
        self.playground.faults.clear()
        try:
            await asyncio.gather(*playing)
        finally:
            watching.cancel()
            for task in playing:
                task.cancel()
        assert not broken, broken


def plan_of(luck: random.Random) -> list[Kill]:
    """Deaths at random instants, the first one after the calm."""
    plan, left = [Kill(after=CALM + luck.uniform(5, 15))], 0.85 * PLAY - CALM
    while left > 0:
        plan.append(Kill(after=luck.uniform(*BETWEEN_KILLS)))
        left -= plan[-1].after
    return plan[:-1]


@pytest.mark.gate
@pytest.mark.soak
@pytest.mark.timeout(max(600, 1.5 * SECONDS))
async def test_nothing_and_nobody_stops_the_games_of_others(tmp_path: Path) -> None:
    """Every game takes its usual course; boards, racks and words reach exactly the people who should have them."""
    began = time.monotonic()
    luck = random.Random(f"storm/{SEED}")
    playground = Playground()
    settle(playground.world, TABLES, GAMES_EACH, move_in(playground.world))
    folder = tmp_path / "bot"
    folder.mkdir(mode=0o700)
    with nursery() as made_in:
        async with running(playground), Person.at(playground, MALLORY, "den") as mallory:
            playground.rates.enabled = True
            job = Job(str(folder), playground.token, playground.api, playground.gateway_url, playground.cdn,
                      ORDER.replace(" ", ""), WORDS, COMPUTER_MOVES)  # fmt: skip
            keeper = Keeper(made_in, job, playground, SharedClock(job.clock), plan_of(luck))
            async with (
                Person.at(playground, OSCAR, "den") as oscar,
                seated(playground, keeper, TABLES, GAMES_EACH) as tables,
                kept(keeper),
            ):
                await keeper.ready.wait()
                await mallory.wait(lambda: mallory.commands, "the commands")
                nuisance = Nuisance(mallory, oscar, tables, luck)
                run = Run(playground, keeper, tables, nuisance, Memory(keeper), luck)
                await run.go()
                records = await all_sent(job, tables)
                told(run, records, time.monotonic() - began)
                assert not ACTS - set(nuisance.done), f"not everything was tried: {nuisance.done}"
                check_games(run, records)
                check_waits(run)
                check_secrets(run, records)
                check_process(run, folder)


async def all_sent(job: Job, tables: Sequence[Table]) -> dict[str, aftermath.Record]:
    """The record of each game by its channel, once all its messages were sent."""
    channels = [channel for *_, channel in games_of(tables)]
    async with asyncio.timeout(WORST_SECONDS):
        while True:
            whole = aftermath.read(job.database)
            records = {channel: _record(whole, channel) for channel in channels}
            if not any(map(aftermath.is_busy, records.values())):
                return records
            await asyncio.sleep(1.0)


def _record(whole: aftermath.Record, channel: str) -> aftermath.Record:
    opened = [one for one in whole.deliveries if str(one["target_id"]) == channel and one["kind"] == "lobby"]
    return whole.of(opened[0]["game"], channel)


# --- checks -----------------------------------------------------------------------------------------------------------


def check_games(run: Run, records: dict[str, aftermath.Record]) -> None:
    """Nothing is lost or duplicated, and games of the same kind took the same course."""
    ways: dict[int, set[str]] = {}
    for table, stage, channel in games_of(run.tables):
        record = records[channel]
        assert isinstance(record.state.phase, Over), unfinished(run, record, channel)
        try:
            aftermath.check(run.playground.world, channel, record, (stage.ada, stage.bruno))
        except AssertionError:
            print(course_of(run, record, channel))
            raise
        ways.setdefault(table.plays, set()).add(_way(record, (stage.ada, stage.bruno)))
        played = [one for one in aftermath.moves_of(record) if one["type"] == "Played"]
        assert len(played) == table.plays, channel
    assert all(len(one) == 1 for one in ways.values()), ways


def unfinished(run: Run, record: aftermath.Record, channel: str) -> str:
    """The state of a game that should be over: the end of its journal, its deliveries, and the channel."""
    world = run.playground.world
    events = [f"{one.at} {type(one).__name__}" for one in record.events[-6:]]
    sent = [f"{one['id']} {one['kind']} {one['status']} {one.get('message_id')}" for one in record.deliveries[-12:]]
    shown = [f"{post.body['id']} {post.viewer} {text_of(post.body)[:300]!r}" for post in world.posts[channel].values()]
    return "\n".join((channel, record.state.phase.__class__.__name__, *events, *sent, *shown[-14:]))


def course_of(run: Run, record: aftermath.Record, channel: str) -> str:
    """What happened to the messages of a game: all that the bot asked of Discord, its deaths, deliveries and posts."""
    shift = time.time() - time.monotonic()
    told = [(at + shift, "the bot dies" if died else "the bot is ready") for span in run.keeper.away
            for at, died in zip(span, (True, False), strict=True)]  # fmt: skip
    for one in run.playground.recorder.matching(path=f"^/channels/{channel}/messages"):
        body, answer = (part if isinstance(part, dict) else {} for part in (one.body, one.answer))
        told.append((one.instant, f"{one.method} {one.path} {one.status} {body.get('nonce')} {answer.get('id')}"))
    rows = (str({key: one[key] for key in one if key != "game"}) for one in (*record.deliveries, *record.posts))
    return "\n".join((channel, *(f"{at:.3f} {text}" for at, text in sorted(told)), *rows))


def _way(record: aftermath.Record, people: tuple[Person, ...]) -> str:
    """All moves and the result, whoever played."""
    text = json.dumps([aftermath.moves_of(record), aftermath.result_of(record)], default=repr)
    for number, person in enumerate(people):
        text = text.replace(person.id, f"id{number}").replace(person.name, f"name{number}")
    return text


def check_waits(run: Run) -> None:
    """Nobody waited too long for the effect of an action at their table."""
    late = [(table.number, wait) for table in run.tables for wait in table.waits if wait.seconds > WORST_SECONDS]
    assert not late, late


def check_secrets(run: Run, records: dict[str, aftermath.Record]) -> None:
    """A rack went only to its holder."""
    foreign = {record.nonce(one) for record in records.values() for one in record.deliveries if one["kind"] == "rack"}
    towns = {channel for *_, channel in games_of(run.tables)}
    for person in (run.nuisance.mallory, run.nuisance.oscar):
        shown = shown_to(person)
        assert not [one for one in shown if str(one.get("nonce")) in foreign]
        assert not [one for one in shown if one["channel_id"] in towns and "rack.png" in json.dumps(one)]
    for record in records.values():
        seats = {seat.player.id for seat in record.state.seats}
        assert {str(one["target_id"]) for one in record.deliveries if one["kind"] == "rack"} <= seats
        strangers = {run.nuisance.mallory.id, run.nuisance.oscar.id}
        assert not [event for event in record.events if strangers & set(_people(event))], "a stranger in the journal"


def _people(event: ev.Event) -> list[str]:
    told = json.dumps(encode(event))
    return [word for word in told.replace('"', " ").split() if word.isdecimal()]


def check_process(run: Run, folder: Path) -> None:
    """The log has no faults, memory is small, files are private, and the database is intact."""
    assert errors_in(run.keeper.log) == [], faults_in(run.keeper.log)
    assert "Traceback" not in run.keeper.log, faults_in(run.keeper.log)
    assert run.keeper.deaths
    assert run.memory.most < MEGABYTES * 1024 * 1024
    with closing(sqlite3.connect(f"file:{folder / 'games.db'}?mode=ro", uri=True)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    files = [one for one in folder.rglob("*") if one.is_file() and one.name != OWN]
    assert files
    assert [one.name for one in files if one.stat().st_mode & 0o077] == []


def faults_in(log: str) -> str:
    """The parts of a log that report faults."""
    lines = log.splitlines()
    at = [number for number, line in enumerate(lines) if "ERROR" in line or "Traceback" in line]
    return "\n".join("\n".join(lines[number : number + 40]) for number in at[:5])


# --- figures ----------------------------------------------------------------------------------------------------------


def told(run: Run, records: dict[str, aftermath.Record], seconds: float) -> None:
    """Print the events and how long people waited."""
    waits = [wait for table in run.tables for wait in table.waits]
    moves = sum(isinstance(e, ev.Played | ev.Passed | ev.Exchanged) for one in records.values() for e in one.events)
    log = run.keeper.log.splitlines()
    unanswered = sum(stage.unanswered for table in run.tables for stage in table.stages)
    print(f"\n{seconds:.0f} s: {len(records)} games at {len(run.tables)} tables, {moves} moves, "
          f"{len(run.keeper.deaths)} kills, {sum(b - a for a, b in run.keeper.away):.0f} s without a bot, "
          f"memory at most {run.memory.most / 1024 / 1024:.0f} MB, {unanswered} interactions lost, "
          f"{len(log)} lines of log")  # fmt: skip
    print(f"hostile: {dict(run.nuisance.done)}")
    report("calm", [one for one in waits if one.begun < run.storm])
    report("storm", [one for one in waits if one.begun >= run.storm])


def report(name: str, waits: Sequence[Wait]) -> None:
    """Print the median, the 99th percentile and the worst time from an action to the board."""
    ordered = sorted(one.seconds for one in waits) or [0.0]
    late = ordered[int(0.99 * (len(ordered) - 1))]
    print(
        f"{name}: {len(waits)} steps, median {median(ordered):.2f} s, 99 % in {late:.2f} s, worst {ordered[-1]:.2f} s"
    )
