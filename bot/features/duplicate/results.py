"""How people did in duplicates that were played to their end, kept for longer than these are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Index, func, select

from bot.store.database import Repository
from bot.store.rows import put, row_of
from bot.store.tables import table


@dataclass(frozen=True, slots=True)
class DuplicateResult:
    """How somebody did in a duplicate: the share of the points of all tops."""

    duplicate: int
    person: str
    server: int
    share: float


@dataclass(frozen=True, slots=True)
class DuplicateRecord:
    """How many duplicates somebody has played in a server, and the best share of the points of all tops."""

    played: int
    best: float


DUPLICATE_RESULTS = table("duplicate_results", DuplicateResult, key="duplicate person")
"""How people did; a duplicate may be deleted meanwhile."""
Index("ix_duplicate_results_person", DUPLICATE_RESULTS.c.server, DUPLICATE_RESULTS.c.person)


class DuplicateResults(Repository):
    """How people did in the duplicates of all servers."""

    async def note(self, found: Sequence[DuplicateResult]) -> None:
        """Note how people did; whatever is known of the same duplicate already is replaced."""
        if rows := [row_of(DUPLICATE_RESULTS, one) for one in found]:
            async with self._database.write(f"duplicate {found[0].duplicate}") as connection:
                await put(connection, DUPLICATE_RESULTS, rows)

    async def of_person(self, server: int, person: str) -> DuplicateRecord | None:
        """What a person has done in a server; None if nothing is known."""
        table = DUPLICATE_RESULTS
        theirs = (table.c.server == server, table.c.person == person)
        query: Any = select(func.count().label("played"), func.max(table.c.share).label("best"))
        row = await self._row(query.where(*theirs))
        return DuplicateRecord(row.played, row.best) if row and row.played else None
