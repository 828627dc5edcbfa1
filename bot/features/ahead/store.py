"""Planned moves, each known only to its person: their values, their table, and its queries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Any

from sqlalchemy import Index, Select, delete, exists, insert, literal, or_, select, update

from bot.features.ahead.refusals import TooManyAhead
from bot.model.deliveries import NewDelivery
from bot.model.games import GamePhase
from bot.store.database import Repository
from bot.store.journal import new_delivery_row
from bot.store.rows import hold_game, row_of, values_of
from bot.store.tables import CAUSES, DELIVERIES, GAMES, game_column, table
from engine.model.durations import HOUR

SLOWEST = HOUR
"""The least turn clock, in milliseconds, with which moves can be said ahead."""
MOST_AHEAD = 5
"""Planned moves of one person in one game."""
PASS, EXCHANGE = "pass", "exchange"
"""How a move begins that is no play."""


def exchanged(move: str) -> str | None:
    """The tiles that a move exchanges, as typed; None for another move."""
    verb, _, tiles = move.partition(" ")
    return tiles if verb == EXCHANGE else None


class AheadState(Enum):
    """Whether a move waits for its turn, was played, cost the turn, or was dropped because it did not fit any more."""

    WAITING = "waiting"
    PLAYED = "played"
    LOST = "lost"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True)
class AheadMove:
    """A move that a person in a seat wants to make on the next turn after `turn`.

    It is a play, `PASS`, or `EXCHANGE` with tiles. `answers` is the play of the player before that it answers, a square
    or a whole move; empty for any. Both are as people type them, with English words. `reason` is what the game refused
    a dropped move with, by its class.
    """

    id: str
    game: str
    person: str
    seat: int
    turn: int
    move: str
    answers: str
    at: int
    state: AheadState = AheadState.WAITING
    reason: str = ""

    @property
    def cause(self) -> str:
        """The id of the cause that plays it, so that it is played once."""
        return f"ahead/{self.id}"


MOVES_AHEAD = table("moves_ahead", AheadMove, key="id", game=game_column())
"""Moves that people want to play on their next turn; those played or dropped stay until the person says others."""
Index("ix_moves_ahead_game", MOVES_AHEAD.c.game, MOVES_AHEAD.c.person)
Index(
    "ix_moves_ahead_waiting",
    MOVES_AHEAD.c.game,
    sqlite_where=MOVES_AHEAD.c.state == "waiting",
    postgresql_where=MOVES_AHEAD.c.state == "waiting",
)

_OURS = MOVES_AHEAD.c
_WAITS = _OURS.state == AheadState.WAITING.value


class AheadStore(Repository):
    """What people want to play next."""

    async def add(self, move: AheadMove, most: int) -> str:
        """Keep a move in place of one that answers the same, which it returns, and of all that are done with.

        Returns an empty text if there was none. Raises `TooManyAhead`, keeping nothing new, if the person has as many
        others in the game as they may.
        """
        own = (_OURS.game == move.game, _OURS.person == move.person)
        same = select(_OURS.move).where(*own, _WAITS, _OURS.answers == move.answers)
        async with self._database.write(f"ahead {move.person}") as connection:
            replaced = (await connection.execute(same)).scalars().first()
            await connection.execute(delete(MOVES_AHEAD).where(*own, or_(~_WAITS, _OURS.answers == move.answers)))
            if len((await connection.execute(select(_OURS.id).where(*own))).all()) >= most:
                raise TooManyAhead(most)
            await connection.execute(insert(MOVES_AHEAD), [row_of(MOVES_AHEAD, move)])
        return replaced or ""

    async def waiting(self, game: str, person: str) -> tuple[AheadMove, ...]:
        """A person's planned moves in a game, earliest first."""
        return await self._read(_OURS.game == game, _OURS.person == person, _WAITS)

    async def with_those_of(self, move: str) -> tuple[AheadMove, ...]:
        """The move with an id and those of the same person and game; none if it is gone."""
        one = select(_OURS.game, _OURS.person).where(_OURS.id == move).subquery()
        return await self._read(_OURS.game == select(one.c.game).scalar_subquery(),
                                _OURS.person == select(one.c.person).scalar_subquery())  # fmt: skip

    async def due(self) -> tuple[AheadMove, ...]:
        """The moves whose turn may have come, that were played but not noted, or whose game is over."""
        return values_of(AheadMove, await self._found(_due()))

    async def _read(self, *where: Any) -> tuple[AheadMove, ...]:
        return values_of(AheadMove, await self._rows(_ordered(*where)))

    async def remove(self, game: str, person: str, move: str = "") -> None:
        """Forget a person's move, or all of them in a game."""
        which = (_OURS.id == move,) if move else ()
        gone = delete(MOVES_AHEAD).where(_OURS.game == game, _OURS.person == person, *which)
        await self._change(gone, f"ahead {person}")

    async def settle(
        self, moves: Sequence[AheadMove], made: AheadMove | None, state: AheadState, told: NewDelivery, reason: str = ""
    ) -> None:
        """Note what became of one of a person's moves, or of all if none was made, and queue the news; once.

        `reason` is why the move that the news is about was refused.
        """
        ids, game = [one.id for one in moves], moves[0].game
        ended = update(MOVES_AHEAD).where(_OURS.id.in_([made.id] if made else ids), _WAITS)
        async with self._database.write() as connection:
            await hold_game(connection, game)
            if not (await connection.execute(ended.values(state=state.value))).rowcount:
                return
            await connection.execute(update(MOVES_AHEAD).where(_OURS.id == told.about).values(reason=reason))
            await connection.execute(delete(MOVES_AHEAD).where(_OURS.id.in_(ids), _WAITS))
            await connection.execute(insert(DELIVERIES), [new_delivery_row(game, told, told.target)])  # type: ignore[arg-type]


def _ordered(*where: Any) -> Select[Any]:
    return select(MOVES_AHEAD).where(*where).order_by(_OURS.at, _OURS.id)


@cache
def _due() -> Select[Any]:
    played = exists().where(CAUSES.c.id == literal("ahead/") + _OURS.id)
    over = GAMES.c.phase == GamePhase.OVER.value
    begun = (GAMES.c.turn > _OURS.turn) & (GAMES.c.on_turn == _OURS.person)
    games = select(GAMES.c.game).where(GAMES.c.game == _OURS.game, or_(over, begun, played))
    return _ordered(_WAITS, games.exists())
