"""Computer players: engine processes think for them, and they act through the same interface as people."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import nullcontext

from bot.engines.orders import Job, Order, Waits, WorkResult
from bot.engines.pool import EnginePool
from bot.engines.works import ChooseMove
from bot.model.errors import EngineFailed, SecretPosition
from bot.model.games import Cause, GameSummary
from bot.service.fairuse import FairUse
from bot.service.games import Games
from bot.service.ports import Clock
from bot.service.secrecy import check_computer, shows_candidates
from bot.service.sending.liveboards import CandidatesFeed
from engine.computer.candidates import Candidate, ignore
from engine.game.clock import Deadline, Due, next_deadline, thinking_time
from engine.game.commands import Command, LackMemory, Pass
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
