"""Thinks for people who ask, within the limits of hints and thinking time."""

from __future__ import annotations

from typing import TypeVar

from bot.engines.orders import Job, Order, Waits
from bot.engines.pool import EnginePool
from bot.engines.works import Work
from bot.limits import Limit
from bot.service.fairuse import FairUse
from engine.game.state import Setup

T = TypeVar("T")

SECONDS = 5.0
"""The longest time spent on one position of an analysis board, in seconds."""


class Analyser:
    """Does work on positions in an engine process. Without `fair_use` there is no limit."""

    def __init__(self, engines: EnginePool, fair_use: FairUse | None = None) -> None:
        self._engines = engines
        self._fair_use = fair_use

    async def run(self, setup: Setup, person: str, server: int | None, work: Work[T], seconds: float = SECONDS) -> T:
        """What work on a position returns. Raises `TooOften`, and as `EnginePool.do`."""
        if self._fair_use:
            await self._fair_use.check_thinking(person, server)
            await self._fair_use.spend(Limit.HINTS, person, server)
        done = await self._engines.do(Order(Job(work, setup, seconds, Waits.SOMEBODY)))
        if self._fair_use:
            await self._fair_use.thought(person, server, done.seconds)
        return done.value
