"""The real bot in its own process, which kills itself at a named point or is killed from outside.

`python -m tests.support.crashing SOCKET` imports the bot once and forks a fresh process for each job, because
importing takes longer than starting. A connection to the socket is one job: it sends a line of JSON (`Job`) and reads
the lines `pid N`, `ready` and `ended STATUS` (negative: the signal that ended it).
"""

from __future__ import annotations

import asyncio
import json
import logging
import mmap
import os
import random
import select
import signal
import socket
import struct
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import bot.store.repositories
import bot.wiring.bot
from bot.front.announcing.announcer import Announcer
from bot.model.changes import Change, ClaimedDeliveries, DeliveryContext, DeliveryEnd
from bot.model.deliveries import Capacity, Delivery, DeliveryKind, NewDelivery, Post, SentMessage
from bot.model.processes import Checkpoint
from bot.settings import Settings, sqlite_url
from bot.store.journal import Journal
from bot.store.outbox import Outbox
from bot.wiring.app import build
from bot.wiring.bot import Parts
from engine.computer.tools import Report, ignore
from engine.errors import EngineError
from engine.game import commands as cmd
from engine.game.views import SeatView
from engine.play.notation import read_move
from engine.play.placement import resolve
from tests.support.clocks import Steady
from tests.support.engines import StandIns
from tests.support.running import TinyLibrary, dictionary, stay_in_channels

LOOK_SECONDS = 0.05
"""How often a waiting clock checks whether it was pushed, in seconds."""


@dataclass(frozen=True)
class Job:
    """One life of the bot. `order` is the letters of the tile set in the order in which they are drawn.

    `moves` are the plays that computer players make when they can; otherwise they pass. The process kills itself when
    it reaches the checkpoint `point` with a delivery of the named kind, or with a change that causes one. `url` is the
    database's address unless it is a file in the folder.
    """

    folder: str
    token: str
    api: str
    gateway: str
    cdn: str
    order: str
    words: tuple[str, ...]
    moves: tuple[str, ...] = ()
    rack_size: int = 3
    point: str = ""
    kind: str = ""
    url: str = ""

    @property
    def database(self) -> str:
        """The address of the database."""
        return self.url or sqlite_url(Path(self.folder) / "games.db")

    @property
    def clock(self) -> Path:
        """The file of the clock's offset."""
        return Path(self.folder) / "clock"


class SharedClock(Steady):
    """The wall clock plus an offset in milliseconds that several processes share through a file."""

    def __init__(self, file: Path) -> None:
        if not file.exists():
            file.write_bytes(bytes(8))
        with file.open("r+b") as opened:
            self._offset = mmap.mmap(opened.fileno(), 8)

    def now(self) -> int:
        """Milliseconds since 1970."""
        return time.time_ns() // 1_000_000 + int(struct.unpack("<q", self._offset[:])[0])

    def push(self, seconds: float) -> None:
        """Skip time for every process."""
        passed = struct.unpack("<q", self._offset[:])[0] + round(seconds * 1000)
        self._offset[:] = struct.pack("<q", passed)

    async def wait(self, wake: asyncio.Event, until: int | None) -> None:
        """Return when the event is set or the instant is reached."""
        while not wake.is_set() and (until is None or self.now() < until):
            left = None if until is None else min(LOOK_SECONDS, max(0, until - self.now()) / 1000)
            try:
                async with asyncio.timeout(left):
                    await wake.wait()
            except TimeoutError:
                continue


class OrderedLuck(random.Random):
    """Draws tiles in a fixed order that depends only on the pool, so that it is the same in every process."""

    def __init__(self, order: str) -> None:
        super().__init__(1)
        self._order = order

    def sample(self, population: Sequence[Any], k: int, *, counts: Any = None) -> list[Any]:
        """The first tiles in the order; of equal letters, the earlier ones count as already drawn."""
        left = Counter(tile.letter for tile in population)
        places = []
        for place in reversed(range(len(self._order))):
            if left[self._order[place]]:
                left[self._order[place]] -= 1
                places.append(place)
        pool = list(population)
        letters = [self._order[place] for place in sorted(places)[:k]]
        return [pool.pop(next(n for n, tile in enumerate(pool) if tile.letter == letter)) for letter in letters]


class Mover:
    """A computer player that plays the first of these moves that its rack and the board allow."""

    def __init__(self, moves: Sequence[str]) -> None:
        self._moves = moves

    def __call__(
        self, view: SeatView, should_stop: Callable[[], bool], report: Report = ignore, family: bool = True
    ) -> cmd.Command:
        """The command of the computer in this seat."""
        table = view.table
        player = table.seats[view.seat].player.id
        for move in self._moves:
            try:
                resolve(read_move(move, table.variant, table.setup.orientation), table.board, view.rack, table.variant)
            except EngineError:
                continue
            return cmd.Play(player, move, table.turn)
        return cmd.Pass(player, table.turn)


# --- the points ---------------------------------------------------------------------------------------------------

AFTER_MARKED_DONE = "after_marked_done"
"""A delivery is done, but older messages still have their buttons."""

_kinds: ContextVar[frozenset[DeliveryKind]] = ContextVar("_kinds", default=frozenset())
"""The kinds of deliveries that the current task handles."""


@dataclass(frozen=True)
class Killer:
    """Checkpoints, one of which kills this process if it concerns a given kind of delivery."""

    point: str
    kind: str

    async def reach(self, point: Checkpoint) -> None:
        """Die here, if this is the place."""
        self.die(point.value)

    def die(self, point: str) -> None:
        """Die here, if this is the place."""
        if point == self.point and self.kind in {kind.value for kind in _kinds.get()}:
            os.kill(os.getpid(), signal.SIGKILL)


class _Announcer(Announcer):
    """Records which kind of delivery is being sent."""

    async def send(self, delivery: Delivery, context: DeliveryContext) -> SentMessage | None:
        _kinds.set(frozenset({delivery.kind}))
        return await super().send(delivery, context)

    async def find(self, delivery: Delivery) -> SentMessage | None:
        _kinds.set(frozenset({delivery.kind}))
        return await super().find(delivery)


class _Journal(Journal):
    """Records which kinds of deliveries a change causes."""

    async def commit(self, change: Change) -> None:
        _kinds.set(frozenset(delivery.kind for delivery in change.deliveries))
        await super().commit(change)


def _outbox(killer: Killer) -> type[Outbox]:
    class Dying(Outbox):
        """Points that the program itself lacks: around the commit of a fallback, and after the last mark."""

        async def claim(
            self,
            owner: str,
            now: int,
            until: int,
            capacity: Capacity,
            ended: Sequence[DeliveryEnd] = (),
            *,
            news: bool = False,
        ) -> ClaimedDeliveries:
            claimed = await super().claim(owner, now, until, capacity, ended, news=news)
            self._marked(ended)
            return claimed

        async def done(self, owner: str, ended: Sequence[DeliveryEnd]) -> tuple[Post, ...]:
            outdated = await super().done(owner, ended)
            self._marked(ended)
            return outdated

        def _marked(self, ended: Sequence[DeliveryEnd]) -> None:
            _kinds.set(frozenset(one.delivery.kind for one in ended))
            killer.die(AFTER_MARKED_DONE)

        async def fail(self, delivery: Delivery, owner: str, error: str, now: int, *fallbacks: NewDelivery) -> None:
            _kinds.set(frozenset(one.kind for one in fallbacks))
            await killer.reach(Checkpoint.BEFORE_COMMIT)
            await super().fail(delivery, owner, error, now, *fallbacks)
            await killer.reach(Checkpoint.AFTER_COMMIT)

    return Dying


# --- the process --------------------------------------------------------------------------------------------------


async def live(job: Job, connection: socket.socket) -> None:
    """Run the bot until it is killed or the sender of the job disconnects."""
    asyncio.get_running_loop().add_reader(connection, os._exit, 1)
    killer = Killer(job.point, job.kind)
    places: Any = (bot.wiring.bot, bot.store.repositories)
    places[0].Announcer, places[1].Journal, places[1].Outbox = _Announcer, _Journal, _outbox(killer)
    folder = Path(job.folder)
    settings = Settings(folder, job.database, job.token, job.api, job.gateway, job.cdn)
    parts = Parts(
        clock=SharedClock(job.clock),
        checkpoints=killer,
        luck=OrderedLuck(job.order),
        engines=StandIns(Mover(job.moves)),
        dictionaries=dictionary(job.words),
        library=TinyLibrary(job.order, job.rack_size),
        writes=1000,
        requests=1000,
        names=lambda _: (),
        pause=0.0,
    )
    stay_in_channels()
    await build(settings, parts).start()
    _tell(connection, "ready")
    await asyncio.Event().wait()


def serve(path: str) -> None:
    """Accept jobs, one after the other, until the input ends."""
    logging.basicConfig(level=logging.WARNING)
    logging.getLogger("discord.client").setLevel(logging.ERROR)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(path)
        listening.listen()
        while listening in select.select([listening, sys.stdin], [], [])[0]:
            connection, _ = listening.accept()
            with connection:
                _take(connection)


def _take(connection: socket.socket) -> None:
    with connection.makefile("r") as lines:
        job = Job(**json.loads(lines.readline()))
    pid = os.fork()
    if not pid:
        _be(job, connection)
    _tell(connection, f"pid {pid}")
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    _tell(connection, f"ended {status}")


def _be(job: Job, connection: socket.socket) -> None:
    try:
        asyncio.run(live(job, connection))
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(1)


def _tell(connection: socket.socket, line: str) -> None:
    with suppress(OSError):  # the sender of the job may have gone
        connection.sendall(f"{line}\n".encode())


if __name__ == "__main__":
    serve(sys.argv[1])
