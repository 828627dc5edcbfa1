"""Plays the moves ahead whose turn has come.

The cause of a move is made of its id, so that it is played once, whoever looks and however often. What became of it is
noted afterwards, together with the message about it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from itertools import groupby

from bot.features.ahead.ahead import check_fits, chosen, is_slow
from bot.features.ahead.store import AheadStore
from bot.features.ahead.values import AheadMove, AheadState
from bot.model.deliveries import DeliveryKind, NewDelivery, Target, TargetKind
from bot.model.errors import BotError, TooBusy, describe
from bot.model.games import Cause
from bot.service.games import Applied, Games
from bot.service.ports import Clock
from bot.service.secrecy import at_cost, check_company
from bot.service.tasks import AFTER_ERROR, POLL, Loop, repeat
from engine.errors import EngineError
from engine.game.commands import Command, Play
from engine.game.events import TurnLost
from engine.game.phases import Over
from engine.game.state import GameState

LOG = logging.getLogger(__name__)


class AheadPlayer(Loop):
    """Looks for moves ahead whenever a turn begins; `poll` is as for `repeat`."""

    topic = "moves ahead"

    def __init__(self, games: Games, store: AheadStore, clock: Clock, poll: Callable[[], int] = lambda: POLL) -> None:
        super().__init__()
        self._games = games
        self._store = store
        self._clock = clock
        self._poll = poll

    def changed(self, applied: Applied) -> None:
        """Something has changed in a game: a turn may have begun for which a move waits."""
        if applied.events and is_slow(applied.state.rules):
            self.wake()

    async def run(self) -> None:
        """Play moves until cancelled."""
        await repeat("the moves ahead", self._step, self._clock, self._woken, self._poll)

    async def _step(self) -> int | None:
        due = sorted(await self._store.due(), key=lambda one: (one.game, one.person, one.at, one.id))
        failed = False
        for _, group in groupby(due, key=lambda one: (one.game, one.person)):
            moves = tuple(group)
            try:
                await self._see_to(moves)
            except Exception as error:
                LOG.error("a move ahead in game %s failed: %s", moves[0].game, describe(error))
                failed = True
        return self._clock.now() + AFTER_ERROR if failed else None

    async def _see_to(self, moves: tuple[AheadMove, ...]) -> None:
        first = moves[0]
        state = await self._games.load(first.game)
        for one in moves:
            if await self._games.changed_by(one.cause):
                await self._settle(moves, one, await self._submit(one, state))
                return
        if not _sits(state, first) or isinstance(state.phase, Over):
            await self._store.remove(first.game, first.person)
        elif state.on_turn == first.seat and state.turn > first.turn:
            await self._play(moves, state)

    async def _play(self, moves: tuple[AheadMove, ...], state: GameState) -> None:
        """Play the move that fits, or drop them all. A move that does not fit the board is not even tried."""
        move, applied, reason = chosen(moves, state), None, ""
        try:
            if move:
                check_fits(move, state)
                applied = await self._submit(move, state)
        except (EngineError, BotError) as error:
            if isinstance(error, TooBusy):
                raise
            reason = type(error).__name__
            LOG.info("a move ahead in game %s did not fit: %s", moves[0].game, reason)
        if applied:
            await self._settle(moves, move, applied)
            return
        # the news is about the move that was tried
        order = tuple(sorted(moves, key=lambda one: one is not move))
        await self._settle(order, None, Applied(moves[0].game, state, ()), reason)

    async def _submit(self, move: AheadMove, state: GameState) -> Applied:
        """Make the move; what it has done if it was made before. Raises what it is refused for."""
        command, now = Play(move.person, move.move, state.turn), self._clock.now()
        if not await self._games.changed_by(move.cause):
            await check_company(self._games, move.person, move.game, state, command)

        async def apply(one: Command) -> Applied:
            return await self._games.submit(move.game, one, Cause(move.cause, now, now))

        return await at_cost(self._games, move.person, move.game, state, command, apply)

    async def _settle(
        self, moves: tuple[AheadMove, ...], made: AheadMove | None, applied: Applied, reason: str = ""
    ) -> None:
        lost = any(isinstance(event, TurnLost) for event in applied.events)
        state = AheadState.LOST if lost else AheadState.PLAYED if made else AheadState.DROPPED
        target, about = Target(TargetKind.PERSON, int(moves[0].person)), (made or moves[0]).id
        told = NewDelivery(DeliveryKind.AHEAD, applied.state.sequence, self._clock.now(), target, about)
        await self._store.settle(moves, made, state, told, reason)
        await self._games.stir(moves[0].game)


def _sits(state: GameState, move: AheadMove) -> bool:
    """Whether the person still plays in the seat for which a move was said."""
    seat = state.seats[move.seat] if move.seat < len(state.seats) else None
    return seat is not None and seat.player.id == move.person and seat.in_play
