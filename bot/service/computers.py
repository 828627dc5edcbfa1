"""Computer players: asked in threads of their own, they act by the same door as everybody else."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event as Flag

from bot.service.games import Games
from bot.service.ports import Cause, Clock, Thinker
from engine.game.clock import Deadline, Due, next_deadline
from engine.game.commands import Command, Pass
from engine.game.state import GameState
from engine.game.views import seat_view

TRIES = 5
"""After so many failures a computer player passes, so that nobody waits for it for ever."""


class Computers:
    """Lets computer players move. Thinking has its own threads: as many as the machine runs at once."""

    def __init__(self, games: Games, thinker: Thinker, clock: Clock) -> None:
        self._games = games
        self._thinker = thinker
        self._clock = clock
        self._pool = ThreadPoolExecutor(os.cpu_count() or 1, thread_name_prefix="thinking")
        self._stops: dict[str, Flag] = {}

    async def move(self, game: str, deadline: Deadline, failures: int = 0) -> bool:
        """Let the computer that a deadline names act; False when the game has gone on without it.

        `failures` counts the tries before. Raises what `Games.submit` and the thinking raise.
        """
        state = await self._games.load(game)
        if deadline.due is not Due.COMPUTER or next_deadline(state) != deadline or deadline.seat is None:
            return False
        command = await self._choose(game, state, deadline.seat, failures)
        now = self._clock.now()
        # The cause names the state that was thought about: thought about twice, it is still played once.
        cause = Cause(f"computer/{game}/{state.sequence}", now, now)
        applied = await self._games.submit(game, command, cause)
        return bool(applied.events) and not applied.repeated

    def hurry(self, game: str) -> None:
        """Let the computer that thinks about a game move at once, with the best it has found."""
        if flag := self._stops.get(game):
            flag.set()

    def close(self) -> None:
        """End all thinking; what was thought about is thought about again after the next start."""
        for flag in self._stops.values():
            flag.set()
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _choose(self, game: str, state: GameState, seat: int, failures: int) -> Command:
        if failures >= TRIES:
            return Pass(state.seats[seat].player.id, state.turn)
        flag = self._stops[game] = Flag()
        think: Callable[[], Command] = lambda: self._thinker(seat_view(state, seat), flag.is_set)  # noqa: E731
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, think)
        finally:
            flag.set()
            if self._stops.get(game) is flag:
                del self._stops[game]
