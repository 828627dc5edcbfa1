"""Times for which people are and were away: their values, their table, and its queries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Index, delete, insert, select, update

from bot.store.database import Repository
from bot.store.rows import row_of, value_of, values_of
from bot.store.tables import table
from engine.model.durations import DAY

YEAR = 365 * DAY


@dataclass(frozen=True, slots=True)
class Absence:
    """A person is away from one instant to another; `ended` is when they came back sooner."""

    person: str
    starts: int
    ends: int
    ended: int | None = None

    @property
    def days(self) -> int:
        """How many days it uses up: a day that has begun counts as a whole one."""
        end = self.ends if self.ended is None else self.ended
        return max(1, -(-(end - self.starts) // DAY))


@dataclass(frozen=True, slots=True)
class Away:
    """Whether a person is away (`has_begun`) or will be, and how many more days of a year they may be."""

    absence: Absence | None
    left: int
    has_begun: bool = False


ABSENCES = table("absences", Absence, key="person starts", settled=bool)
"""When people are and were away. Once a row is `settled`, all their games know that they are back."""
Index("ix_absences_settled", ABSENCES.c.settled)

_OPEN = ABSENCES.c.settled.is_(False)
_UNSETTLED = select(ABSENCES).where(_OPEN).order_by(ABSENCES.c.starts)


class AwayStore(Repository):
    """When people are and were away."""

    async def begin(self, absence: Absence, check: Callable[[Sequence[Absence]], None]) -> None:
        """Note that a person is away, unless `check` raises for their absences within a year."""
        query = _since(absence.person, absence.starts - YEAR)
        async with self._database.write(f"away {absence.person}") as connection:
            check(values_of(Absence, await connection.execute(query)))
            await connection.execute(insert(ABSENCES), [row_of(ABSENCES, absence, settled=False)])

    async def of_person(self, person: str, since: int) -> tuple[Absence, ...]:
        """A person's absences that began after an instant, earliest first."""
        return values_of(Absence, await self._rows(_since(person, since)))

    async def current(self, person: str) -> Absence | None:
        """Since when or from when on a person is away; None if they are not, and will not be."""
        query = select(ABSENCES).where(ABSENCES.c.person == person, _OPEN, ABSENCES.c.ended.is_(None))
        row = await self._row(query.order_by(ABSENCES.c.starts.desc()))
        return row and value_of(Absence, row)

    async def unsettled(self) -> tuple[Absence, ...]:
        """The absences that games may have to be told of."""
        return values_of(Absence, await self._found(_UNSETTLED))

    async def end(self, person: str, now: int) -> bool:
        """End a person's absence, or forget one that has not begun; False if there is none."""
        is_open = (ABSENCES.c.person == person, _OPEN, ABSENCES.c.ended.is_(None), ABSENCES.c.ends > now)
        async with self._database.write(f"away {person}") as connection:
            ahead = await connection.execute(delete(ABSENCES).where(*is_open, ABSENCES.c.starts > now))
            begun = await connection.execute(update(ABSENCES).where(*is_open).values(ended=now))
            return bool(ahead.rowcount + begun.rowcount)

    async def settle(self, absence: Absence) -> None:
        """Note that all games know that a person is back."""
        same = (ABSENCES.c.person == absence.person, ABSENCES.c.starts == absence.starts)
        await self._change(update(ABSENCES).where(*same).values(settled=True))


def _since(person: str, since: int) -> Any:
    query = select(ABSENCES).where(ABSENCES.c.person == person, ABSENCES.c.starts > since)
    return query.order_by(ABSENCES.c.starts)
