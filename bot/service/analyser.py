"""Thinks for people who ask, within the limits of hints and thinking time."""

from __future__ import annotations

from typing import TypeVar

from bot.engines.orders import Job, Order, Waits
from bot.engines.pool import EnginePool
from bot.engines.works import Viewing
from bot.limits import Limit
from bot.service.fairuse import FairUse
from bot.service.games import Games
from bot.service.secrecy import check_analysis
from engine.game.state import Setup
from engine.game.views import SeatView
from engine.model.tiles import KnownRack, Tiles

T = TypeVar("T")

ANALYSIS_SECONDS = 5.0
"""The longest time spent on one position of an analysis board, in seconds."""


class Analyser:
    """Does work on positions in an engine process. Without `fair_use` there is no limit."""

    def __init__(self, games: Games, engines: EnginePool, fair_use: FairUse | None = None) -> None:
        self._games = games
        self._engines = engines
        self._fair_use = fair_use

    async def run(
        self,
        setup: Setup,
        person: str,
        server: int | None,
        work: Viewing[T],
        seconds: float = ANALYSIS_SECONDS,
        game: str = "",
    ) -> T:
        """What work on a position returns, which may be that of a `game` itself.

        Raises as `check_analysis`, also if a game has come to that position meanwhile, `TooOften`, and as
        `EnginePool.do`.
        """
        await self._check(person, work.view, game)
        if self._fair_use:
            await self._fair_use.check_thinking(person, server)
            await self._fair_use.spend(Limit.HINTS, person, server)
        done = await self._engines.do(Order(Job(work, setup, seconds, Waits.SOMEBODY)))
        if self._fair_use:
            await self._fair_use.thought(person, server, done.seconds)
        await self._check(person, work.view, game)
        return done.value

    async def _check(self, person: str, view: SeatView, game: str) -> None:
        rack = view.rack.tiles if isinstance(view.rack, KnownRack) else Tiles()
        await check_analysis(self._games, person, view.table.board, rack, game)
