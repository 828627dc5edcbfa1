"""Going away and coming back, and the games in which the clocks stand still meanwhile.

An absence is written down first. The loop then tells each game, under a cause that never changes, so that a game is
told once; who came back by a move there is not away again. A game counts the time by itself.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence

from bot.features.away.store import YEAR, Absence, Away, AwayStore
from bot.features.away.text import AwayAlready, NeverAway, TooManyDays
from bot.limits import Limit, Per, limit_name
from bot.model.errors import TooOften, describe
from bot.model.games import Cause, GamePhase, GameSummary
from bot.service.games import Games
from bot.service.listeners import Applied
from bot.service.ports import Clock
from bot.service.rights import FairUse
from bot.service.tasks import Loop, repeat
from engine.errors import RuleViolation
from engine.game.clock import may_be_away
from engine.game.commands import ComeBack, GoAway
from engine.game.events import CameBack, GameResumed, SeatTaken, Started
from engine.game.state import GameState, Person
from engine.model.durations import DAY, MINUTE

LOG = logging.getLogger(__name__)
SELDOM = 10 * MINUTE
"""How often the games of people who are away are looked at if nothing happens in them."""
_CHANGES = (CameBack, GameResumed, SeatTaken, Started)
"""What happens in games that may concern people who are away."""


class Absences(Loop):
    """Who is away. As a loop, it stops their clocks, and lets them go on when somebody comes back sooner.

    `tell` wakes the loops of other processes, in which these people may move.
    """

    topic = "away"

    def __init__(
        self, store: AwayStore, games: Games, fair_use: FairUse, clock: Clock, tell: Callable[[], object] = lambda: None
    ) -> None:
        super().__init__()
        self._tell = tell
        self._store = store
        self._games = games
        self._fair_use = fair_use
        self._clock = clock
        self._away: frozenset[str] = frozenset()

    async def go(self, person: str, days: int, wait: int, server: int | None) -> Absence:
        """A person is away for some days, from now on or after some days more.

        Raises `AwayAlready`, `TooManyDays` and `TooOften`.
        """
        now, most = self._clock.now(), await self._most(server)
        starts = now + wait * DAY
        absence = Absence(person, starts, starts + days * DAY)

        def check(others: Sequence[Absence]) -> None:
            if current := next((one for one in others if one.ended is None and one.ends > now), None):
                raise AwayAlready(current.ends)
            left = most - _used(others)
            if left <= 0:
                earliest = min((one.starts for one in others), default=now)
                raise TooOften(Limit.AWAY, Per.PERSON, most, max(1, earliest + YEAR - now))
            if days > left:
                raise TooManyDays(left)

        await self._store.begin(absence, check)
        self._look()
        return absence

    async def come_back(self, person: str) -> None:
        """A person is back, or does not go away after all. Raises `NeverAway`."""
        if not await self._store.end(person, self._clock.now()):
            raise NeverAway
        self._look()

    async def of(self, person: str, server: int | None) -> Away:
        """Whether a person is away or will be, and how many days are left to them where they ask."""
        now, current = self._clock.now(), await self._store.current(person)
        used = _used(await self._store.of_person(person, now - YEAR))
        left = max(0, await self._most(server) - used)
        if current is None or current.ends <= now:
            return Away(None, left)
        return Away(current, left, current.starts <= now)

    def _look(self) -> None:
        self.wake()
        self._tell()

    async def _most(self, server: int | None) -> int:
        return (await self._fair_use.numbers(server))[limit_name(Limit.AWAY, Per.PERSON)]

    # --- in the games -------------------------------------------------------------------------------------------------

    def changed(self, applied: Applied) -> None:
        """Something has changed in a game, perhaps of someone who is away."""
        players = (seat.player for seat in applied.state.seats)
        concerned = any(isinstance(one, Person) and one.member in self._away for one in players)
        if concerned and any(isinstance(event, _CHANGES) for event in applied.events):
            self.wake()

    async def run(self) -> None:
        """Tell games who is away until cancelled."""
        await repeat("people who are away", self._step, self._clock, self._woken, lambda: SELDOM)

    async def _step(self) -> int | None:
        now, absences = self._clock.now(), await self._store.unsettled()
        self._away = frozenset(one.person for one in absences if one.starts <= now)
        for absence in absences:
            try:
                await self._see_to(absence, now)
            except Exception as error:
                LOG.error("the absence of person %s failed: %s", absence.person, describe(error))
        ahead = [instant for one in absences for instant in (one.starts, one.ends) if instant > now]
        return min(ahead, default=None)

    async def _see_to(self, absence: Absence, now: int) -> None:
        if absence.ended is None and absence.ends > now:
            if absence.starts <= now:
                await self._stop_clocks(absence, now)
            return
        if absence.ended is not None:
            for summary, state in await self._games_of(absence.person):
                if _is_away(state, absence.person):
                    await self._submit(summary.game, ComeBack(absence.person), "back", absence, now)
        await self._store.settle(absence)

    async def _stop_clocks(self, absence: Absence, now: int) -> None:
        """Tell the games that do not know; who has come back by a move in one of them is back everywhere."""
        person = absence.person
        others = await self._store.of_person(person, absence.starts - YEAR)
        used = _used(one for one in others if one.starts < absence.starts)
        for summary, state in await self._games_of(person):
            left = max(0, await self._most(summary.place.guild_id) - used)
            until = min(absence.ends, absence.starts + left * DAY)
            if until <= now or _is_away(state, person) or not may_be_away(state.rules):
                continue
            if not await self._games.may_be_held(summary.game):
                continue
            if await self._games.changed_by(_cause("away", absence, summary.game)):
                await self._store.end(person, now)
                self.wake()
                return
            await self._submit(summary.game, GoAway(person, until), "away", absence, now)

    async def _games_of(self, person: str) -> list[tuple[GameSummary, GameState]]:
        """The running and paused games in which a person plays."""
        games = await self._games.journal.of_person(person)
        return [(one, await self._games.load(one.game, one)) for one in games if one.phase is not GamePhase.LOBBY]

    async def _submit(self, game: str, command: GoAway | ComeBack, kind: str, absence: Absence, now: int) -> None:
        try:
            await self._games.submit(game, command, Cause(_cause(kind, absence, game), now, now))
        except RuleViolation as error:
            LOG.info("game %s was not told of an absence: %s", game, error)


def _cause(kind: str, absence: Absence, game: str) -> str:
    return f"{kind}/{absence.person}/{absence.starts}/{game}"


def _is_away(state: GameState, person: str) -> bool:
    return any(state.seats[seat].away is not None for seat in state.seats_of(person))


def _used(absences: Iterable[Absence]) -> int:
    return sum(one.days for one in absences)
