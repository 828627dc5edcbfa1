"""Thinking for people who ask, within limits: hints are found first, then counted, then shown to the player alone."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from bot.engines.pool import EnginePool
from bot.engines.works import DIFFERENT, FindHint, Job, Order, Viewing, Waits
from bot.limits import Limit
from bot.model.games import Cause
from bot.service import secrecy
from bot.service.games import Games
from bot.service.listeners import AskedPosition
from bot.service.rights import FairUse
from bot.service.secrecy import check_analysis
from bot.service.tasks import KeyedLocks
from engine.game import events as ev
from engine.game.commands import TakeHint
from engine.game.decisions.turns import check_hint, check_repeated_hint
from engine.game.state import HintKind, Setup
from engine.game.views import SeatView, seat_view
from engine.review.hints import Hint
from engine.review.turns import seen_tiles

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
        await self._check(setup, person, work.view, game)
        if self._fair_use:
            await self._fair_use.check_thinking(person, server)
            await self._fair_use.spend(Limit.HINTS, person, server)
        done = await self._engines.do(Order(Job(work, setup, seconds, Waits.SOMEBODY)))
        if self._fair_use:
            await self._fair_use.thought(person, server, done.seconds)
        await self._check(setup, person, work.view, game)
        return done.value

    async def _check(self, setup: Setup, person: str, view: SeatView, game: str) -> None:
        await check_analysis(self._games, person, AskedPosition.of(setup, view.table.board, view.rack), game)


Thinking = Callable[[SeatView], Awaitable[None]]
"""Hears that a hint is looked for, with the view of the seat that asked."""

HINT_SECONDS = 6.0
"""The longest time that a hint looks ahead on a busy machine, in seconds; elsewhere it takes one or two."""


@dataclass(frozen=True, slots=True)
class HintAnswer:
    """A hint, and the view of the seat that asked, after it; `hint` is None, and free, if nothing can be played.

    A hint that the seat has had before in this position (`is_repeated`) is free too.
    """

    view: SeatView
    hint: Hint | None
    is_repeated: bool = False


class Hints:
    """Gives hints, within the limits of `analyser`."""

    def __init__(self, games: Games, analyser: Analyser) -> None:
        self._games = games
        self._analyser = analyser
        self._paying = KeyedLocks()

    async def take(
        self,
        game: str,
        person: str,
        kind: HintKind,
        cause: Cause,
        turn: int | None = None,
        thinking: Thinking | None = None,
    ) -> HintAnswer:
        """Give a person a hint. `turn` is the turn for which they asked, if known.

        `thinking` hears of it before a hint is looked for that takes a while.

        A hint that says nothing new in the same position costs nothing and is not stored. Raises `TooOften`, and as
        `check_hint` of the engine and of `secrecy`, and `Games.submit`; then nothing has changed.
        """
        state = await self._games.load(game)
        command = TakeHint(person, kind, state.turn if turn is None else turn)
        seat = check_repeated_hint(state, command)
        events = await self._games.events(game)
        taken = taken_this_turn(events, seat, kind)
        if taken < DIFFERENT.get(kind, taken + 1):
            check_hint(state, command)
        await secrecy.check_hint(self._games, person, game, state)
        view = seat_view(state, seat)
        place = (await self._games.summary(game)).place
        family = await self._games.is_for_families(place)
        work = FindHint(view, kind, taken, family, seen_tiles(events, seat))
        if thinking and kind is not HintKind.RANDOM:
            await thinking(view)
        hint, is_repeated = await self._analyser.run(state.setup, person, place.guild_id, work, HINT_SECONDS, game)
        if is_repeated or hint is None:
            return HintAnswer(await self._now(game, view), hint, is_repeated=is_repeated)
        async with self._paying.hold(f"{game}/{seat}"):
            if taken_this_turn(await self._games.events(game), seat, kind) > taken:
                # Somebody asked twice at once: the other request has paid for the same hint.
                return HintAnswer(await self._now(game, view), hint, is_repeated=True)
            return HintAnswer(seat_view((await self._games.submit(game, command, cause)).state, seat), hint)

    async def _now(self, game: str, view: SeatView) -> SeatView:
        """What the seat sees now, with the hints that it has had meanwhile; as it was if that turn is over."""
        newest = seat_view(await self._games.load(game), view.seat)
        return newest if newest.table.turn == view.table.turn else view


def taken_this_turn(events: Iterable[ev.Event], seat: int, kind: HintKind) -> int:
    """How many hints of a kind a seat has had since the board or its rack changed."""
    count = 0
    for event in reversed(tuple(events)):
        if isinstance(event, ev.HintGiven):
            count += event.seat == seat and event.kind is kind
        elif not isinstance(event, ev.WindowsClosed | ev.TilesDrawn | ev.Accepted):
            break
    return count
