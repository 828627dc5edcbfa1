"""The queue of reviews, the turns that are graded, and who lets others see them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    ForeignKey,
    Index,
    Integer,
    Row,
    String,
    bindparam,
    delete,
    func,
    insert,
    select,
    tuple_,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.limits import Per
from bot.store.database import Repository, lasting
from bot.store.rows import put, row_of, value_of
from bot.store.tables import SEATS, game_column, table


class ReviewState(Enum):
    """How far a review has come. WAITING ones are in the queue or being made; a FAILED one can be requested again."""

    WAITING = "waiting"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """A requested review: `turns` is how many turns there are to grade, `graded` the number of those that are.

    `version` is the analyser's, `person` who requested it, `ahead` how many games are before it in the queue.
    """

    game: str
    version: int
    state: ReviewState
    turns: int
    person: str
    requested: int
    graded: int = 0
    ahead: int = 0


@dataclass(frozen=True, slots=True)
class ReviewJob:
    """A review that this process has claimed. `graded` are the turns that are graded already, by their numbers."""

    game: str
    version: int
    turns: int
    person: str
    attempts: int
    graded: frozenset[int] = field(default_factory=frozenset)


@dataclass(frozen=True, slots=True)
class DailyShare:
    """How many reviews a person may request: `here` in a server (None: in direct messages), `everywhere` in all.

    `together` is how many all people of the server may. Requests since the instant `since` count.
    """

    server: int | None
    here: int
    everywhere: int
    together: int
    since: int


@dataclass(frozen=True, slots=True)
class FullShare:
    """A share is used up: whose it is, and when the earliest request was made that counts against it."""

    per: Per
    earliest: int


WAITING, DONE, FAILED = (one.value for one in ReviewState)
REVIEWS_LOOKED_AT = 64
"""How many reviews are looked at for the next one to be made."""


REVIEWS = table(
    "reviews",
    ReviewRow,
    key="game",
    without="graded ahead",
    game=game_column(primary=True),
    version=Integer,
    state=String(16),
    turns=Integer,
    person=String(32),
    place=Integer,
    due=int,
    attempts=Integer,
    owner=Column("owner", String(64)),
)
"""The queue of reviews, one for each game. `state` is waiting, done or failed; `version` is that of the analyser.

`place` counts the person's requests of the day before this one: everyone's first comes before anyone's second. `due` is
later than `requested` if a try has failed or a process holds a lease on it (`owner`).
"""
Index(
    "ix_reviews_waiting",
    REVIEWS.c.place,
    REVIEWS.c.requested,
    sqlite_where=REVIEWS.c.state == "waiting",
    postgresql_where=REVIEWS.c.state == "waiting",
)

REVIEWED_TURNS = table(
    "reviewed_turns",
    key="game turn",
    game=Column("game", ForeignKey("reviews.game", ondelete="CASCADE"), primary_key=True, nullable=False),
    turn=Integer,
    data=str,
)
"""The turns of a review that are graded, as JSON, by the analyser's version in `reviews`."""

REVIEW_REQUESTS = table("review_requests", key="id", counts=True, id=int, person=String(32), server=int | None, at=int)
"""Who has requested a review when, for as long as that counts towards a limit."""
Index("ix_review_requests_server", REVIEW_REQUESTS.c.server, REVIEW_REQUESTS.c.at)
Index("ix_review_requests_person", REVIEW_REQUESTS.c.person, REVIEW_REQUESTS.c.at)

REVIEW_CONSENTS = table("review_consents", key="game player", game=game_column(primary=True), player=String(48), at=int)
"""Players who let everyone see the review of a game."""


class ReviewStore(Repository):
    """Reviews of finished games, one of each game."""

    # --- requests ---

    async def request(self, row: ReviewRow, share: DailyShare) -> FullShare | None:
        """Put a review in the queue unless one of this version or a newer one is there, or was made, without failing.

        Older grades are dropped. Returns None, or, changing nothing, the share that has no room.
        """
        async with self._database.write(f"reviews of {row.person}") as connection:
            found = select(REVIEWS.c.version, REVIEWS.c.state).where(REVIEWS.c.game == row.game).with_for_update()
            known = (await connection.execute(found)).first()
            if known and known.version >= row.version and known.state != FAILED:
                return None
            await connection.execute(delete(REVIEW_REQUESTS).where(REVIEW_REQUESTS.c.at <= share.since))
            own = await _requests(connection, REVIEW_REQUESTS.c.person == row.person)
            full = _own_share(own, share) or await _server_share(connection, share)
            if full:
                return full
            await _queue(connection, row, share.server, len(own))
        return None

    async def of_game(self, game: str) -> ReviewRow | None:
        """The review of a game; None if nobody has requested one."""
        mine = select(REVIEWS.c.place, REVIEWS.c.requested).where(REVIEWS.c.game == game).subquery()
        is_before = tuple_(REVIEWS.c.place, REVIEWS.c.requested) < tuple_(mine.c.place, mine.c.requested)
        ahead = select(func.count()).select_from(REVIEWS.join(mine, is_before)).where(REVIEWS.c.state == WAITING)
        graded = select(func.count()).where(REVIEWED_TURNS.c.game == game)
        query = select(REVIEWS, graded.scalar_subquery().label("graded"), ahead.scalar_subquery().label("ahead"))
        row = await self._row(query.where(REVIEWS.c.game == game))
        return None if row is None else value_of(ReviewRow, row)

    async def turns(self, game: str) -> tuple[str, ...]:
        """The graded turns of a game in order, as JSON texts."""
        query = select(REVIEWED_TURNS.c.data).where(REVIEWED_TURNS.c.game == game).order_by(REVIEWED_TURNS.c.turn)
        return tuple(row[0] for row in await self._rows(query))

    async def of_person(self, person: str, limit: int) -> tuple[tuple[str, int], ...]:
        """The latest finished reviews of games in which a person has a seat, each with its version."""
        mine = select(SEATS.c.game).where(SEATS.c.player == person)
        query = select(REVIEWS.c.game, REVIEWS.c.version).where(REVIEWS.c.state == DONE, REVIEWS.c.game.in_(mine))
        async with self._database.read() as connection:
            rows = await connection.execute(query.order_by(REVIEWS.c.requested.desc()).limit(limit))
            return tuple((row.game, row.version) for row in rows)

    # --- the queue ---

    async def claim(self, owner: str, version: int, now: int, until: int) -> ReviewJob | None:
        """Lease the review that is next: everyone's first of the day before anyone's second. None if none is due."""
        if not await self._found(_FIRST, version=version, now=now):
            return None
        async with self._database.write() as connection:
            due = _DUE.limit(REVIEWS_LOOKED_AT)
            for game in (await connection.execute(due, {"version": version, "now": now})).scalars().all():
                still = select(REVIEWS).where(REVIEWS.c.game == game, *_IS_DUE).with_for_update(skip_locked=True)
                row = (await connection.execute(still, {"version": version, "now": now})).first()
                if row is None:
                    continue
                lease = update(REVIEWS).where(REVIEWS.c.game == game).values(owner=owner, due=until)
                await connection.execute(lease)
                return await _job(connection, row)
        return None

    async def next_due(self, version: int) -> int | None:
        """The earliest instant when a review can be claimed; None if none waits."""
        [row] = await self._found(_FIRST_DUE, version=version)
        first: int | None = row.due
        return first

    async def prolong(self, job: ReviewJob, owner: str, until: int) -> bool:
        """Prolong a lease; False if another process has it now, or the review is to be made anew."""
        async with self._database.write() as connection:
            return await _prolong(connection, job, owner, until)

    async def graded(self, job: ReviewJob, owner: str, turn: int, data: str, until: int) -> bool:
        """Keep a graded turn and prolong the lease; False, keeping nothing, if the lease is lost."""
        async with self._database.write() as connection:
            if not await _prolong(connection, job, owner, until):
                return False
            await put(connection, REVIEWED_TURNS, {"game": job.game, "turn": turn, "data": data})
        return True

    async def done(self, job: ReviewJob, owner: str) -> bool:
        """End a review and its lease, if all its turns are graded and the lease is still held."""
        graded = select(func.count()).where(REVIEWED_TURNS.c.game == job.game).scalar_subquery()
        ended = update(REVIEWS).where(*_held(job, owner), graded == job.turns).values(state=DONE, owner=None)
        return bool(await self._change(ended))

    @lasting
    async def retry(self, job: ReviewJob, owner: str, due: int) -> None:
        """Put a review off until the given instant, and count the failure."""
        later = update(REVIEWS).where(*_held(job, owner)).values(owner=None, due=due, attempts=job.attempts + 1)
        await self._change(later)

    @lasting
    async def fail(self, job: ReviewJob, owner: str) -> None:
        """End a review that cannot be made; the turns graded so far are kept."""
        await self._change(update(REVIEWS).where(*_held(job, owner)).values(owner=None, state=FAILED))

    # --- consents ---

    async def consents(self, game: str) -> frozenset[str]:
        """The players who let everyone see the review of a game."""
        query = select(REVIEW_CONSENTS.c.player).where(REVIEW_CONSENTS.c.game == game)
        return frozenset(row[0] for row in await self._rows(query))

    async def consent(self, game: str, player: str, at: int | None) -> None:
        """Let everyone see a player's part of a review from an instant on; None takes that back."""
        async with self._database.write() as connection:
            if at is None:
                await connection.execute(delete(REVIEW_CONSENTS).filter_by(game=game, player=player))
            else:
                await put(connection, REVIEW_CONSENTS, {"game": game, "player": player, "at": at})


async def _requests(connection: AsyncConnection, whose: ColumnElement[bool]) -> Sequence[Any]:
    """Some requests of the last day, earliest first."""
    query = select(REVIEW_REQUESTS.c.server, REVIEW_REQUESTS.c.at).where(whose)
    return (await connection.execute(query.order_by(REVIEW_REQUESTS.c.at))).all()


def _own_share(rows: Sequence[Any], share: DailyShare) -> FullShare | None:
    """A person's share, if their requests leave no room."""
    here = [row for row in rows if row.server == share.server]
    full = [some for some, most in ((here, share.here), (rows, share.everywhere)) if len(some) >= most]
    earliest = max((some[0].at if some else share.since for some in full), default=None)
    return None if earliest is None else FullShare(Per.PERSON, earliest)


async def _server_share(connection: AsyncConnection, share: DailyShare) -> FullShare | None:
    """A server's share, if the requests made there leave no room."""
    if share.server is None:
        return None
    rows = await _requests(connection, REVIEW_REQUESTS.c.server == share.server)
    if len(rows) < share.together:
        return None
    return FullShare(Per.SERVER, rows[0].at if rows else share.since)


async def _queue(connection: AsyncConnection, row: ReviewRow, server: int | None, place: int) -> None:
    await connection.execute(delete(REVIEWED_TURNS).where(REVIEWED_TURNS.c.game == row.game))
    waiting = {"state": WAITING, "place": place, "due": row.requested, "attempts": 0, "owner": None}
    await put(connection, REVIEWS, row_of(REVIEWS, row, **waiting))
    request = {"person": row.person, "server": server, "at": row.requested}
    await connection.execute(insert(REVIEW_REQUESTS), [request])


async def _prolong(connection: AsyncConnection, job: ReviewJob, owner: str, until: int) -> bool:
    held = update(REVIEWS).where(*_held(job, owner)).values(due=until)
    return bool((await connection.execute(held)).rowcount)


def _held(job: ReviewJob, owner: str) -> tuple[ColumnElement[bool], ...]:
    mine = (REVIEWS.c.game == job.game, REVIEWS.c.owner == owner)
    return (*mine, REVIEWS.c.state == WAITING, REVIEWS.c.version == job.version)


_WAITS = (REVIEWS.c.state == WAITING, REVIEWS.c.version == bindparam("version"))
_IS_DUE = (*_WAITS, REVIEWS.c.due <= bindparam("now"))
_DUE = select(REVIEWS.c.game).where(*_IS_DUE).order_by(REVIEWS.c.place, REVIEWS.c.requested)
"""The games whose reviews may begin, in the order of the queue."""
_FIRST = _DUE.limit(1)
_FIRST_DUE = select(func.min(REVIEWS.c.due).label("due")).where(*_WAITS)


async def _job(connection: AsyncConnection, row: Row[Any]) -> ReviewJob:
    turns = select(REVIEWED_TURNS.c.turn).where(REVIEWED_TURNS.c.game == row.game)
    graded = frozenset((await connection.execute(turns)).scalars())
    return value_of(ReviewJob, row, graded=graded)
