"""Deadlines: what happens in a game when nobody acts. Each game has at most one, kept in the database."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from bot.logs import about
from bot.model.changes import EVERYTHING, Alarm, DeadlineFilter
from bot.model.errors import UnknownGame, describe
from bot.model.games import Cause
from bot.service.computers import Computers
from bot.service.games import Games
from bot.service.ports import Clock
from bot.service.saving.pauses import free_name
from bot.service.tasks import POLL, Workers, pause, repeat
from bot.store.alarms import Alarms
from engine.errors import RuleViolation
from engine.game.clock import Due, next_deadline
from engine.game.commands import (
    CloseAnswer,
    CloseFinalPass,
    CloseTiles,
    CloseWindows,
    Command,
    EndAbsence,
    Expire,
    FinishDraw,
    OpenClaim,
    PutAside,
    Remind,
    TendLobby,
)

LOG = logging.getLogger(__name__)
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
