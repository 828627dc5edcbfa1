"""Hints: found first, then counted, then shown to the player alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from bot.limits import Limit
from bot.model.games import Cause
from bot.service import secrecy
from bot.service.computers import Computers, Stopwatch
from bot.service.fairuse import FairUse
from bot.service.games import Games
from engine.computer.hints import Hint
from engine.game import events as ev
from engine.game.commands import TakeHint
from engine.game.decisions.turns import check_hint, check_repeated_hint
from engine.game.state import HintKind
from engine.game.views import SeatView, seat_view

_NEW_ONES = {HintKind.NUDGE: 2, HintKind.BEST: 1}
"""How many hints of a kind differ in one position: a nudge tells the line and then the length; words are many."""
_TRIES = 5
"""Words drawn in search of one that was not hinted before."""

Hinter = Callable[[SeatView, HintKind, int, bool], Hint | None]
"""Finds a hint of a kind for a seat, None if nothing can be played; the number counts earlier ones in this turn.
The last argument says that the hint has no coarse words (`Games.is_for_families`).

It is called in a thread of the thinking pool, never on the event loop.
"""


@dataclass(frozen=True, slots=True)
class Hinted:
    """A hint, and the view of the seat that asked, after it; `hint` is None, and free, if nothing can be played.

    A hint that the seat has had before in this position (`is_repeated`) is free too.
    """

    view: SeatView
    hint: Hint | None
    is_repeated: bool = False


class Hints:
    """Gives hints. `hinter` finds them, in the threads of the computer players.

    `fair_use` counts them; without it there is no limit.
    """

    def __init__(
        self,
        games: Games,
        computers: Computers,
        hinter: Hinter,
        fair_use: FairUse | None = None,
    ) -> None:
        self._fair_use = fair_use
        self._games = games
        self._computers = computers
        self._hinter = hinter

    async def take(self, game: str, person: str, kind: HintKind, cause: Cause, turn: int | None = None) -> Hinted:
        """Give a person a hint. `turn` is the turn for which they asked, if known.

        A hint that says nothing new in the same position costs nothing and is not stored. Raises `TooOften`, and as
        `check_hint` of the engine and of `secrecy`, and `Games.submit`; then nothing has changed.
        """
        state = await self._games.load(game)
        command = TakeHint(person, kind, state.turn if turn is None else turn)
        seat = check_repeated_hint(state, command)
        taken = taken_this_turn(await self._games.events(game), seat, kind)
        if taken < _NEW_ONES.get(kind, taken + 1):
            check_hint(state, command)
        await secrecy.check_hint(self._games, person, game, state)
        view = seat_view(state, seat)
        place = (await self._games.summary(game)).place
        family = await self._games.is_for_families(place)
        hint, is_repeated = await self._look(place.guild_id, person, lambda: self._next(view, kind, taken, family))
        if is_repeated or hint is None:
            return Hinted(view, hint, is_repeated=is_repeated)
        return Hinted(seat_view((await self._games.submit(game, command, cause)).state, seat), hint)

    def _next(self, view: SeatView, kind: HintKind, taken: int, family: bool) -> tuple[Hint | None, bool]:
        """The hint after those `taken` in this position; the last of them, and True, if there is no other."""
        found: list[Hint | None] = []
        for number in range(_NEW_ONES.get(kind, taken + _TRIES)):
            hint = self._hinter(view, kind, number, family)
            if hint not in found:
                found.append(hint)
            if hint is None or len(found) > taken:
                return hint, False
        return found[-1], True

    async def _look(
        self, server: int | None, person: str, find: Callable[[], tuple[Hint | None, bool]]
    ) -> tuple[Hint | None, bool]:
        """The hint found in the thinking threads, within the limits of the person and the game's server."""
        if self._fair_use is None:
            return await self._computers.in_thread(find)
        spent = Stopwatch()
        await self._fair_use.check_thinking(person, server)
        await self._fair_use.spend(Limit.HINTS, person, server)
        try:
            return await self._computers.in_thread(lambda: spent.time(find))
        finally:
            await self._fair_use.thought(person, server, spent.seconds)


def taken_this_turn(events: Iterable[ev.Event], seat: int, kind: HintKind) -> int:
    """How many hints of a kind a seat has had since the board or its rack changed."""
    count = 0
    for event in reversed(tuple(events)):
        if isinstance(event, ev.HintGiven):
            count += event.seat == seat and event.kind is kind
        elif not isinstance(event, ev.WindowsClosed | ev.TilesDrawn | ev.Accepted):
            break
    return count
