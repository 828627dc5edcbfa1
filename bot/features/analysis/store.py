"""Analysis boards: positions in which a person tries moves on their own, and where they are kept."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

from sqlalchemy import JSON, Index, Row, String, delete, insert, select, update

from bot.limits import DAY
from bot.store.database import Repository
from bot.store.tables import table
from engine.game.state import LexiconRef

BOARD_KEPT_FOR = 7 * DAY
"""How long a board that nobody uses is kept, in milliseconds."""
MOST_BOARDS = 10
"""Boards that are kept for one person; a new one takes the place of the one not used for longest."""
MOST_STEPS = 60
"""Positions of one board."""
EXCHANGED = "-"
"""Comes before the tiles of an exchange in the text of a move; alone, it is a pass."""
MOST_FOUND = 10
"""Best moves that are kept with a position."""


@dataclass(frozen=True, slots=True)
class FoundMove:
    """One of the best moves: a play as CGP and GCG write it, `-` and the tiles exchanged, or `-` alone for a pass.

    `equity` is in points. `win` is the chance to win and `lead` the mean lead at the end, None unless they were
    estimated by `deals` random deals, or `proven` by search.
    """

    move: str
    score: int
    equity: float
    win: float | None = None
    lead: float | None = None
    deals: int = 0
    proven: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """A position, as CGP, the move that led to it, and the seat that moves next.

    `made` is written as `FoundMove.move`, empty at the beginning; `points` is its score, and `phonies` are words of it
    that the dictionary lacks. `found` holds the best moves, once someone asked for them. `is_over` says that the game
    ends here.
    """

    position: str
    seat: int = 0
    made: str = ""
    points: int = 0
    phonies: tuple[str, ...] = ()
    is_over: bool = False
    found: tuple[FoundMove, ...] = ()


@dataclass(frozen=True, slots=True)
class AnalysisBoard:
    """A person's board: positions, one after the other, of which that at `at` is looked at.

    The variant is that of `game`, or if it is empty the one of this name and language; `lexicon` and `coordinates` are
    as a game pins them. `names` are the names of the seats, empty for nobody in particular.
    """

    id: str
    person: str
    variant: str
    language: str
    lexicon: LexiconRef
    coordinates: str
    game: str
    names: tuple[str, ...]
    steps: tuple[Step, ...]
    at: int = 0
    used: int = 0

    @property
    def step(self) -> Step:
        """The position looked at."""
        return self.steps[self.at]

    def moved(self, by: int) -> AnalysisBoard:
        """The board some steps further, or back, as far as there are any."""
        return replace(self, at=min(max(self.at + by, 0), len(self.steps) - 1))

    def changed(self, step: Step) -> AnalysisBoard:
        """The board with the position looked at changed, which makes those after it void."""
        return replace(self, steps=(*self.steps[: self.at], step))

    def followed_by(self, step: Step) -> AnalysisBoard:
        """The board with a position after the one looked at; if that is there already, only looked at."""
        after = self.moved(1)
        if after.at > self.at and (after.step.made, after.step.seat) == (step.made, step.seat):
            return after
        return replace(self, steps=(*self.steps[: self.at + 1], step), at=self.at + 1)

    def with_found(self, found: tuple[FoundMove, ...]) -> AnalysisBoard:
        """The board with the best moves of the position looked at."""
        steps = list(self.steps)
        steps[self.at] = replace(self.step, found=found)
        return replace(self, steps=tuple(steps))


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
