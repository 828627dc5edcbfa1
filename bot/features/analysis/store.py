"""The analysis boards of all people."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from sqlalchemy import JSON, Index, Row, String, delete, insert, select, update

from bot.features.analysis.values import AnalysisBoard, FoundMove, Step
from bot.store.database import Repository
from bot.store.tables import table
from engine.game.state import LexiconRef

BOARDS = table("analysis_boards", key="board", board=String(16), person=String(32), used=int, data=JSON)
"""The boards on which people try moves on their own; those not used for some days are deleted."""
Index("ix_analysis_boards_person", BOARDS.c.person, BOARDS.c.used)
Index("ix_analysis_boards_used", BOARDS.c.used)

_COLUMNS = ("person", "used")


class AnalysisStore(Repository):
    """Analysis boards, each known only to its person."""

    async def add(self, board: AnalysisBoard, most: int, since: int) -> None:
        """Keep a new board. All boards not used since an instant go, and of the person's more than `most`."""
        own = BOARDS.c.person == board.person
        async with self._database.write(f"analysis {board.person}") as connection:
            await connection.execute(delete(BOARDS).where(BOARDS.c.used < since))
            await connection.execute(insert(BOARDS), [{"board": board.id, **_row(board)}])
            latest = select(BOARDS.c.board).where(own).order_by(BOARDS.c.used.desc(), BOARDS.c.board)
            kept = [board.id, *(one for one in (await connection.execute(latest)).scalars() if one != board.id)][:most]
            await connection.execute(delete(BOARDS).where(own, BOARDS.c.board.not_in(kept)))

    async def board(self, person: str, board: str, since: int) -> AnalysisBoard | None:
        """A person's board by its id; None if there is none, or it has not been used since an instant."""
        query = select(BOARDS).where(BOARDS.c.person == person, BOARDS.c.board == board, BOARDS.c.used >= since)
        row = await self._row(query)
        return None if row is None else _board_of(row)

    async def latest(self, person: str, since: int) -> AnalysisBoard | None:
        """The board that a person used last; None if there is none used since an instant."""
        query = select(BOARDS).where(BOARDS.c.person == person, BOARDS.c.used >= since)
        row = await self._row(query.order_by(BOARDS.c.used.desc(), BOARDS.c.board).limit(1))
        return None if row is None else _board_of(row)

    async def keep(self, before: AnalysisBoard, after: AnalysisBoard) -> bool:
        """Keep a changed board; False, changing nothing, if it is gone or was changed since `before` was read."""
        same = (BOARDS.c.board == before.id, BOARDS.c.person == before.person, BOARDS.c.used == before.used)
        return bool(await self._change(update(BOARDS).where(*same).values(_row(after)), f"analysis {before.person}"))

    async def remove(self, person: str, board: str) -> None:
        """Delete a person's board."""
        gone = delete(BOARDS).where(BOARDS.c.person == person, BOARDS.c.board == board)
        await self._change(gone, f"analysis {person}")


def _row(board: AnalysisBoard) -> dict[str, Any]:
    facts = asdict(board)
    del facts["id"]
    return {**{name: facts.pop(name) for name in _COLUMNS}, "data": facts}


def _board_of(row: Row[Any]) -> AnalysisBoard:
    data = dict(row.data)
    steps = tuple(map(_step_of, data.pop("steps")))
    lexicon, names = LexiconRef(**data.pop("lexicon")), tuple(data.pop("names"))
    return AnalysisBoard(row.board, row.person, lexicon=lexicon, names=names, steps=steps, used=row.used, **data)


def _step_of(facts: dict[str, Any]) -> Step:
    found = tuple(FoundMove(**one) for one in facts["found"])
    return Step(**{**facts, "phonies": tuple(facts["phonies"]), "found": found})
