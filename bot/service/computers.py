"""Computer players: they think in threads of their own, and act through the same interface as people.

| shared           | limit                      | who waits                         | how long at most         |
|------------------|----------------------------|-----------------------------------|--------------------------|
| thinking threads | `AT_ONCE`; `SHARE` for one | computer moves, of each server in | until a move of someone |
|                  | server                     | turn                              | else is chosen: 3 s      |
|                  |                            | hints, of each person in turn     | the same                 |
| cores for        | `bot.service.thinking`     |                                   |                          |
| simulations      |                            |                                   |                          |
"""

from __future__ import annotations

import asyncio
import logging
import os
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, nullcontext, suppress
from threading import Event as Flag
from time import monotonic
from typing import TypeVar

from bot.fairness import FairThreads
from bot.model.errors import describe
from bot.model.figures import Load
from bot.model.games import Cause, GameSummary, Place
from bot.oserrors import lacks_memory
from bot.service.fairuse import FairUse
from bot.service.games import Games
from bot.service.live import Live
from bot.service.ports import Clock, Thinker
from bot.service.secrecy import shows_candidates
from engine.computer.candidates import Candidate
from engine.game.clock import Deadline, Due, next_deadline, thinking_time
from engine.game.commands import Command, LackMemory, Pass
from engine.game.state import Computer, GameState
from engine.game.views import seat_view
from engine.model.levels import less_demanding

T = TypeVar("T")

LOG = logging.getLogger(__name__)
TRIES = 5
"""After this many failures a computer player passes, so that nobody waits for ever."""

AT_ONCE = 16
"""How many computer players think at once; the cores share their computations in small slices."""
SHARE = 12
"""How many of these may belong to one server's games, or to the hints for one person."""
WAITING = 256
"""How many more may wait; `bot.service.deadlines` and `bot.front.core.in_flight` admit fewer."""

NICE = 10
"""How far thinking yields to answering, as a Unix nice value."""
LOWEST = 15
"""How far reviewing yields to both."""


class Computers:
    """Makes computer players move. Thinking has its own threads.

    `audience` shows what they consider if the rules allow it. If `allowance` has no thinking time left, they play the
    best move they find at first sight. `threads` think at once. `elsewhere` is told of a game to hurry in which no
    computer of this process is thinking.
    """

    def __init__(
        self,
        games: Games,
        thinker: Thinker,
        clock: Clock,
        audience: Live | None = None,
        allowance: FairUse | None = None,
        threads: int = AT_ONCE,
        elsewhere: Callable[[str], object] = lambda _: None,
    ) -> None:
        self._elsewhere = elsewhere
        self._allowance = allowance
        self._games = games
        self._thinker = thinker
        self._clock = clock
        self._audience = audience
        self._pool = FairThreads(threads, "thinking", min(SHARE, max(1, threads * 3 // 4)), WAITING, stand_back)
        self._stops: dict[str, Flag] = {}

    async def move(self, game: str, deadline: Deadline, failures: int = 0) -> bool:
        """Let the computer that a deadline names act; False if the game has moved on without it.

        `failures` counts the earlier tries. One that lacks memory says so in the game and is to move again at a level
        that needs less; where none does, it passes. Raises as `Games.submit` and the thinking.
        """
        summary = await self._games.summary(game)
        state = await self._games.load(game, summary)
        if deadline.due is not Due.COMPUTER or next_deadline(state) != deadline or deadline.seat is None:
            return False
        try:
            command = await self._choose(summary, state, deadline.seat, failures)
        except Exception as error:
            if not lacks_memory(error):
                raise
            command = _with_less(state, deadline.seat, error)
        now = self._clock.now()
        # The cause names the state: even if two processes think about it, the move is played once.
        cause = Cause(f"computer/{game}/{state.sequence}", now, now)
        applied = await self._games.submit(game, command, cause)
        return bool(applied.events) and not applied.repeated

    @property
    def load(self) -> Load:
        """How many threads think, and how many moves and hints wait for one."""
        return self._pool.load

    def hurry(self, game: str) -> None:
        """Make the computer that is thinking about a game, here or elsewhere, play the best move found, at once."""
        if not self.hurry_here(game):
            self._elsewhere(game)

    def hurry_here(self, game: str) -> bool:
        """Hurry the computer if it is this process's; False if it is not."""
        if flag := self._stops.get(game):
            flag.set()
        return flag is not None

    async def in_thread(self, work: Callable[[], T]) -> T:
        """Run work in the thinking threads, for the person or server that the caller works for.

        Raises `TooManyAtOnce`.
        """
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    def close(self) -> None:
        """End all thinking; it begins again after the next start."""
        for flag in self._stops.values():
            flag.set()
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _choose(self, summary: GameSummary, state: GameState, seat: int, failures: int) -> Command:
        if failures >= TRIES:
            return Pass(state.seats[seat].player.id, state.turn)
        game = summary.game
        flag = self._stops[game] = Flag()
        time = thinking_time(state, self._clock.now())
        end = None if time is None else monotonic() + time / 1000
        considered: Sequence[Candidate] = ()
        family = await self._games.is_for_families(summary.place)

        def should_stop() -> bool:
            return flag.is_set() or (end is not None and monotonic() > end)

        def report(candidates: Sequence[Candidate]) -> None:
            nonlocal considered
            considered = candidates

        audience = self._audience if state.rules.show_thinking else None
        if audience and not await shows_candidates(self._games, game, state):
            audience = None
        try:
            async with (
                self._within_allowance(summary.place, state, flag) as timed,
                audience.follow(game, state, seat, lambda: considered) if audience else nullcontext(),
            ):
                return await self.in_thread(
                    lambda: timed(lambda: self._thinker(seat_view(state, seat), should_stop, report, family))
                )
        finally:
            flag.set()
            if self._stops.get(game) is flag:
                del self._stops[game]

    @asynccontextmanager
    async def _within_allowance(
        self, place: Place, state: GameState, flag: Flag
    ) -> AsyncIterator[Callable[[Callable[[], T]], T]]:
        """Yields a timer for a piece of work, and counts its time at the end. Sets `flag` first if no time is left."""
        if self._allowance is None:
            yield lambda work: work()
            return
        server, spent = place.guild_id, Stopwatch()
        if not await self._allowance.may_think(state.host, server, demonstration=state.is_demonstration):
            flag.set()
        try:
            yield spent.time
        finally:
            await self._allowance.thought(state.host, server, spent.seconds)


def _with_less(state: GameState, seat: int, error: Exception) -> Command:
    """What a computer player does that lacks the memory to think: it plays on at a level that needs less, or passes."""
    player = state.seats[seat].player
    assert isinstance(player, Computer)
    LOG.error("a computer player of level %d has too little memory: %s", player.level, describe(error))
    return LackMemory(player.id, less_demanding(player.level), state.turn)


class Stopwatch:
    """Times a piece of work in the thread that does it, excluding the time it waits to begin."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def time(self, work: Callable[[], T]) -> T:
        """Do the work."""
        begun = monotonic()
        try:
            return work()
        finally:
            self.seconds += monotonic() - begun


def stand_back(nice: int = NICE) -> None:
    """Lower the current thread's priority to a nice value, if the system can do that for a single thread."""
    if os.name == "posix" and os.uname().sysname == "Linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), nice)
