"""What happens in a game when nobody acts: deadlines, kept in the database, and the moves of computer players."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import nullcontext

from bot.engines.pool import EnginePool
from bot.engines.works import ChooseMove, Job, Order, Waits, WorkResult
from bot.logs import about
from bot.model.changes import EVERYTHING, Alarm, DeadlineFilter
from bot.model.errors import EngineFailed, SecretPosition, UnknownGame, describe
from bot.model.games import Cause, GameSummary
from bot.service.games import Games
from bot.service.ports import Clock
from bot.service.rights import FairUse
from bot.service.saving.pauses import free_name
from bot.service.secrecy import check_computer, shows_candidates
from bot.service.sending.liveboards import CandidatesFeed
from bot.service.tasks import POLL, Workers, pause, repeat
from bot.store.queue import Alarms
from engine.computer.tools import Candidate, ignore
from engine.errors import RuleViolation
from engine.game.clock import Deadline, Due, next_deadline, thinking_time
from engine.game.commands import (
    CloseAnswer,
    CloseFinalPass,
    CloseTiles,
    CloseWindows,
    Command,
    CountOvertime,
    EndAbsence,
    Expire,
    FinishDraw,
    LackMemory,
    OpenClaim,
    Pass,
    PutAside,
    Remind,
    TendLobby,
)
from engine.game.state import Computer, GameState
from engine.game.views import seat_view
from engine.model.levels import less_demanding

LOG = logging.getLogger(__name__)
MOVE_TRIES = 5
"""After this many failures a computer player passes, so that nobody waits for ever."""
MOVE_SECONDS = 3.0
"""The longest time a computer player thinks about one move, in seconds."""


class Computers:
    """Makes computer players move.

    `audience` shows what they consider if the rules allow it. If `allowance` has no thinking time left, they play the
    best move they find at first sight. In a position that its people play elsewhere, they pass (`check_computer`).
    `elsewhere` is told of a game to hurry in which no computer of this process is
    thinking.
    """

    def __init__(
        self,
        games: Games,
        engines: EnginePool,
        clock: Clock,
        audience: CandidatesFeed | None = None,
        allowance: FairUse | None = None,
        elsewhere: Callable[[str], object] = lambda _: None,
    ) -> None:
        self._elsewhere = elsewhere
        self._allowance = allowance
        self._games = games
        self._engines = engines
        self._clock = clock
        self._audience = audience
        self._orders: dict[str, Order[Command]] = {}

    async def move(self, game: str, deadline: Deadline, failures: int = 0) -> bool:
        """Let the computer that a deadline names act; False if the game has moved on without it.

        `failures` counts the earlier tries. One that lacks memory says so in the game and is to move again at a level
        that needs less; where none does, it passes. Raises as `Games.submit` and `EnginePool.do`.
        """
        summary = await self._games.summary(game)
        state = await self._games.load(game, summary)
        if deadline.due is not Due.COMPUTER or next_deadline(state) != deadline or deadline.seat is None:
            return False
        try:
            command = await self._choose(summary, state, deadline.seat, failures)
        except EngineFailed as error:
            if not error.lacks_memory:
                raise
            command = _with_less(state, deadline.seat)
        now = self._clock.now()
        # The cause names the state: even if two processes think about it, the move is played once.
        cause = Cause(f"computer/{game}/{state.sequence}", now, now)
        applied = await self._games.submit(game, command, cause)
        return bool(applied.events) and not applied.repeated

    def hurry(self, game: str) -> None:
        """Make the computer that is thinking about a game, here or elsewhere, play the best move found, at once."""
        if not self.hurry_here(game):
            self._elsewhere(game)

    def hurry_here(self, game: str) -> bool:
        """Hurry the computer if it is this process's; False if it is not."""
        if order := self._orders.get(game):
            order.hurry()
        return order is not None

    async def _choose(self, summary: GameSummary, state: GameState, seat: int, failures: int) -> Command:
        if failures >= MOVE_TRIES or not await self._may_find(summary.game, state, seat):
            return Pass(state.seats[seat].player.id, state.turn)
        game, time = summary.game, thinking_time(state, self._clock.now())
        considered: Sequence[Candidate] = ()

        def report(candidates: Sequence[Candidate]) -> None:
            nonlocal considered
            considered = candidates

        audience = self._audience if state.rules.show_thinking else None
        if audience and not await shows_candidates(self._games, game, state):
            audience = None
        work = ChooseMove(seat_view(state, seat), await self._games.is_for_families(summary.place))
        seconds = MOVE_SECONDS if time is None else min(MOVE_SECONDS, time / 1000)
        order = Order(Job(work, state.setup, seconds, Waits.CLOCK), report if audience else ignore)
        self._orders[game] = order
        try:
            async with audience.follow(game, state, seat, lambda: considered) if audience else nullcontext():
                return (await self._within_allowance(summary, state, order)).value
        finally:
            if self._orders.get(game) is order:
                del self._orders[game]

    async def _may_find(self, game: str, state: GameState, seat: int) -> bool:
        try:
            await check_computer(self._games, game, state, seat)
        except SecretPosition:
            LOG.info("a computer player passes in a position that is open elsewhere")
            return False
        return True

    async def _within_allowance(
        self, summary: GameSummary, state: GameState, order: Order[Command]
    ) -> WorkResult[Command]:
        """The move, whose time is counted; at first sight if no time is left."""
        if self._allowance is None:
            return await self._engines.do(order)
        server = summary.place.guild_id
        if not await self._allowance.may_think(state.host, server, demonstration=state.is_demonstration):
            order.hurry()
        done = await self._engines.do(order)
        await self._allowance.thought(state.host, server, done.seconds)
        return done


def _with_less(state: GameState, seat: int) -> Command:
    """What a computer player does that lacks the memory to think: it plays on at a level that needs less, or passes."""
    player = state.seats[seat].player
    assert isinstance(player, Computer)
    LOG.error("a computer player of level %d has too little memory", player.level)
    return LackMemory(player.id, less_demanding(player.level), state.turn)


DEADLINE_LEASE = 300_000
"""Milliseconds after which others take over at the latest; they do at once when the process falls silent."""
DEADLINES_AT_ONCE = 64
DEADLINE_SHARE = 24


class Deadlines:
    """Sleeps until the earliest deadline and handles it. `owner` names this process among several.

    `computers` are the ones that think in this process; callers can hurry them. `minding` says which deadlines this
    process handles now, at most `parallel` at once. `poll` is as for `bot.service.tasks.repeat`.
    """

    def __init__(
        self,
        games: Games,
        computers: Computers,
        alarms: Alarms,
        clock: Clock,
        owner: str,
        minding: Callable[[], DeadlineFilter] = lambda: EVERYTHING,
        parallel: int = DEADLINES_AT_ONCE,
        poll: Callable[[], int] = lambda: POLL,
    ) -> None:
        self._games = games
        self.computers = computers
        self._alarms = alarms
        self._clock = clock
        self._owner = owner
        self._woken = asyncio.Event()
        self._until: int | None = None
        self._waiting = False
        self._minding = minding
        self._share = min(DEADLINE_SHARE, max(1, parallel * 3 // 4))
        self._poll = poll
        self._workers = Workers(parallel, self._freed)

    def wake(self, due: int | None = None) -> None:
        """Look again: a game has changed. If it is known what is due next in it, only before that instant."""
        if due is None or self._until is None or due < self._until:
            self._woken.set()

    async def run(self) -> None:
        """Handle deadlines until cancelled."""
        try:
            await repeat("the deadlines", self._step, self._clock, self._woken, self._poll)
        finally:
            await self._workers.stop()

    async def _step(self) -> int | None:
        self._until, self._waiting = None, True  # what changes or ends meanwhile may be missed by this look
        if self._workers.free:
            await self._look()
        return self._until

    async def _look(self) -> None:
        now, free, under_way = self._clock.now(), self._workers.free, self._workers.under_way
        found = await self._alarms.claim(
            self._owner, now, now + DEADLINE_LEASE, free, self._share, under_way, self._minding()
        )
        for alarm in found.alarms:
            with about(game=alarm.game, cause=f"deadline/{alarm.deadline.due.value}"):  # the task inherits both
                self._workers.start(self._see_to(alarm), f"the deadline of game {alarm.game}", alarm.tenant)
        self._until, self._waiting = found.next_due, found.waiting

    def _freed(self) -> None:
        """A worker is free: look again if something waits for it."""
        if self._waiting:
            self._woken.set()

    async def _see_to(self, alarm: Alarm) -> None:
        try:
            if not await self._fire(alarm):
                await self._renew(alarm)
        except UnknownGame:
            await self._alarms.reset(alarm.game, 0, None)
        except RuleViolation as error:
            LOG.info("a deadline of game %s was void: %s", alarm.game, error)
            await self._renew(alarm)
        except Exception as error:
            LOG.error("a deadline of game %s failed: %s", alarm.game, describe(error))
            await self._later(alarm)

    async def _fire(self, alarm: Alarm) -> bool:
        """Do what a deadline calls for; False if that changed nothing."""
        deadline = alarm.deadline
        command: Command
        match deadline.due:
            case Due.COMPUTER:
                return await self.computers.move(alarm.game, deadline, alarm.attempts)
            case Due.WINDOWS:
                command = CloseWindows(deadline.turn)
            case Due.FINAL_PASS:
                command = CloseFinalPass(deadline.turn)
            case Due.EXPIRY:
                command = Expire(deadline.turn)
            case Due.REMINDER:
                command = Remind(deadline.turn)
            case Due.ASIDE:
                command = PutAside(deadline.turn, await self._free_name(alarm.game))
            case Due.OVERTIME:
                command = CountOvertime(deadline.turn)
            case Due.CLAIM:
                command = OpenClaim(deadline.turn)
            case Due.ANSWER:
                command = CloseAnswer(deadline.turn)
            case Due.DRAW:
                assert deadline.seat is not None
                command = FinishDraw(deadline.seat)
            case Due.AWAY:
                assert deadline.seat is not None
                command = EndAbsence(deadline.seat)
            case Due.TILES:
                command = CloseTiles(deadline.turn)
            case Due.LOBBY:
                command = TendLobby()
        now = self._clock.now()
        which = f"{deadline.due.value}/{deadline.turn}/{deadline.at}/{deadline.seat or 0}"
        cause = Cause(f"{which}/{alarm.game}", now, now)
        applied = await self._games.submit(alarm.game, command, cause)
        return bool(applied.events) and not applied.repeated

    async def _free_name(self, game: str) -> str:
        """The name under which a game can be paused here: its own, or its code."""
        summary, state = await self._games.summary(game), await self._games.load(game)
        return await free_name(self._games, summary.place, state.setup.name or game, game)

    async def _renew(self, alarm: Alarm) -> None:
        """Set a game's deadline from its present state; an unchanged one only comes due after a pause."""
        state = await self._games.load(alarm.game)
        deadline = next_deadline(state)
        if deadline == alarm.deadline:
            await self._later(alarm)
        else:
            await self._alarms.reset(alarm.game, state.sequence, deadline)
            self.wake(deadline.at if deadline else None)

    async def _later(self, alarm: Alarm) -> None:
        due = self._clock.now() + pause(alarm.attempts + 1)
        await self._alarms.retry(alarm, self._owner, due)
        self.wake(due)
