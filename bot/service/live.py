"""Showing what a computer player considers while it thinks."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from time import monotonic

from bot.model.errors import describe
from bot.service.budget import Budget
from bot.service.fanout import board_event
from bot.service.games import Games
from bot.service.ports import PermanentRefusal, Sender, TransientFailure
from bot.store.outbox import Outbox
from engine.computer.candidates import Candidate
from engine.game.state import GameState
from engine.game.views import table_view

LOG = logging.getLogger(__name__)
LOOK = 0.5
"""Seconds between checks for a sent board and for something to show on it."""
EVERY = 2.0
"""Minimum seconds between two edits."""
MOST = 5
"""How many of the best candidates are shown."""
LAST_EDIT = 5.0
"""Seconds a move waits for an edit under way, which would otherwise arrive after it."""


class Live:
    """Edits the newest boards of a game.

    The edits yield to messages: if a channel's budget has no room to spare, an edit is skipped.
    """

    def __init__(self, games: Games, outbox: Outbox, sender: Sender, budget: Budget) -> None:
        self._games = games
        self._outbox = outbox
        self._sender = sender
        self._budget = budget

    @asynccontextmanager
    async def follow(
        self, game: str, state: GameState, seat: int, candidates: Callable[[], Sequence[Candidate]]
    ) -> AsyncIterator[None]:
        """While this lasts, the newest candidates are shown; afterwards no edit is under way."""
        ended = asyncio.Event()
        work = asyncio.create_task(self._show(game, state, seat, candidates, ended))
        try:
            yield
        finally:
            ended.set()
            await asyncio.wait({work}, timeout=LAST_EDIT)
            work.cancel()

    async def _show(
        self,
        game: str,
        state: GameState,
        seat: int,
        candidates: Callable[[], Sequence[Candidate]],
        ended: asyncio.Event,
    ) -> None:
        # A board still to be sent shows more than the present one, so leave the present one alone.
        events = await self._games.events_until(game, state.sequence)
        newest = await asyncio.to_thread(board_event, events, state)
        shown: Sequence[Candidate] = ()
        after = monotonic()
        while not await _within(ended, LOOK):
            best = tuple(candidates())[:MOST]
            if not best or best == shown or monotonic() < after:
                continue
            try:
                if await self._edit(game, newest, state, seat, best):
                    shown, after = best, monotonic() + EVERY
            except Exception as error:
                LOG.warning("what a computer player considers could not be shown: %s", describe(error))
                return

    async def _edit(self, game: str, newest: int, state: GameState, seat: int, best: Sequence[Candidate]) -> bool:
        """Whether there was a board with room for an edit; failures to edit it are ignored."""
        done = False
        for post in await self._outbox.boards(game, newest):
            if self._budget.try_take(post.target):
                done = True
                try:
                    await self._sender.show_thinking(post, table_view(state), seat, best)
                except (PermanentRefusal, TransientFailure):
                    continue
        return done


async def _within(event: asyncio.Event, seconds: float) -> bool:
    """Whether an event is set within some seconds."""
    try:
        async with asyncio.timeout(seconds):
            return await event.wait()
    except TimeoutError:
        return False
