"""Tournaments, their players and boards. Every change makes the tournament due, so that it is seen to and shown."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import Row, Select, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.features.tournaments.refusals import (
    BoardUnknown,
    ChannelHasTournament,
    GatheringOver,
    NotEntered,
    NotPlaying,
    RoundHasBegun,
    RoundIsPlayed,
    TooManyEntrants,
    TooManyMakers,
    TooManyTournaments,
)
from bot.features.tournaments.tables import BOARDS, ENTRANTS, MAKERS, TOURNAMENTS
from bot.features.tournaments.values import (
    FIXED,
    MOST_HERE,
    MOST_MAKERS,
    MOST_PLAYERS,
    Board,
    Entrant,
    Format,
    Plan,
    State,
    Tournament,
)
from bot.model.games import GamePhase
from bot.service.arranged import BYE, Result
from bot.store.database import Database, Repository
from bot.store.queue import Queue
from bot.store.rows import put
from bot.store.tables import GAMES, RESULTS
from engine.game import events as ev
from engine.game.codec import decode, encode
from engine.game.state import Person


class TournamentStore(Repository):
    """All tournaments. Its methods raise what they refuse before anything has changed."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._queue = Queue(database, TOURNAMENTS)

    # --- reading ------------------------------------------------------------------------------------------------------

    async def get(self, number: int) -> Tournament | None:
        """A tournament by its number."""
        async with self._database.read() as connection:
            return await _read(connection, number)

    async def here(self, channel: int) -> Tournament | None:
        """The tournament of a channel: the newest one."""
        newest = select(func.max(TOURNAMENTS.c.number)).where(TOURNAMENTS.c.channel == channel)
        async with self._database.read() as connection:
            number = (await connection.execute(newest)).scalar_one()
            return await _read(connection, number) if number is not None else None

    async def between_rounds(self, server: int) -> tuple[Tournament, ...]:
        """The tournaments of a server whose next round begins by itself at a known instant."""
        table = TOURNAMENTS
        known = (table.c.state == State.PLAYING.value, table.c.next_at.is_not(None))
        return await self._all(select(table.c.number).where(table.c.server == server, *known))

    async def played_within(self, server: int, since: int, until: int) -> tuple[Tournament, ...]:
        """The tournaments of a server of which a game has ended from an instant on and before another."""
        query = select(TOURNAMENTS.c.number).join(BOARDS, BOARDS.c.tournament == TOURNAMENTS.c.number)
        query = query.join(RESULTS, RESULTS.c.game == BOARDS.c.game).where(TOURNAMENTS.c.server == server)
        return await self._all(query.where(RESULTS.c.ended >= since, RESULTS.c.ended < until).distinct())

    async def _all(self, numbers: Select[Any]) -> tuple[Tournament, ...]:
        async with self._database.read() as connection:
            found = (await connection.execute(numbers)).scalars().all()
            read = [await _read(connection, number) for number in sorted(found)]
        return tuple(one for one in read if one is not None)

    # --- what directors and players do ----------------------------------------------------------------------------

    async def make(self, tournament: Tournament, now: int) -> None:
        """Write down a new tournament. Raises `ChannelHasTournament` and `TooManyTournaments`."""
        async with self._database.write(f"tournaments {tournament.server}") as connection:
            live = (TOURNAMENTS.c.server == tournament.server, TOURNAMENTS.c.state != State.OVER.value)
            channels = (await connection.execute(select(TOURNAMENTS.c.channel).where(*live))).scalars().all()
            if tournament.channel in channels:
                raise ChannelHasTournament
            if len(channels) >= MOST_HERE:
                raise TooManyTournaments(MOST_HERE)
            await connection.execute(insert(TOURNAMENTS), [_row(tournament, now)])

    async def enter(self, number: int, person: Person, now: int) -> None:
        """Enter somebody, also again. Raises `GatheringOver` and `TooManyEntrants`.

        Whoever enters while players check in is there. If a round is drawn that has not begun, it is drawn anew.
        """
        async with self._changing(number, now) as (connection, found):
            if found.state is State.OVER or (found.plan.format in FIXED and found.drawn):
                raise GatheringOver
            known = found.of(person.id)
            if known is None and len(found.entrants) >= MOST_PLAYERS:
                raise TooManyEntrants(MOST_PLAYERS)
            place = known.number if known else 1 + max((one.number for one in found.entrants), default=0)
            rating, here = (known.rating, known.here) if known else (0, found.called)
            entrant = Entrant(place, person.id, person.name, person.by_ear, rating, here=here)
            await put(connection, ENTRANTS, _entrant_row(number, entrant))
            await _undraw(connection, found)

    async def withdraw(self, number: int, person: str, now: int) -> None:
        """Let somebody leave: before the start without a trace. Raises `NotEntered`, and `GatheringOver` if it is over.

        Their running game goes on. If a round is drawn that has not begun, it is drawn anew.
        """
        async with self._changing(number, now) as (connection, found):
            entrant = found.of(person)
            if entrant is None or entrant.dropped:
                raise NotEntered
            if found.state is State.OVER:
                raise GatheringOver
            own = (ENTRANTS.c.tournament == number, ENTRANTS.c.person == person)
            if found.state is State.GATHERING:
                await connection.execute(delete(ENTRANTS).where(*own))
            else:
                await connection.execute(update(ENTRANTS).where(*own).values(dropped=True))
                await _undraw(connection, found)

    async def check_in(self, number: int, person: str, now: int) -> None:
        """Note that a player is there. Raises `NotEntered`, and `GatheringOver` if nobody is asked to check in."""
        async with self._changing(number, now) as (connection, found):
            if found.state is not State.GATHERING or not found.called:
                raise GatheringOver
            if found.of(person) is None:
                raise NotEntered
            own = (ENTRANTS.c.tournament == number, ENTRANTS.c.person == person)
            await connection.execute(update(ENTRANTS).where(*own).values(here=True))

    async def called(self, number: int, now: int) -> None:
        """Note that the players have been asked to check in."""
        async with self._changing(number, now) as (connection, _):
            await _set(connection, number, called=True)

    async def postpone(self, number: int, now: int) -> None:
        """Leave the start to the director: too few players have come."""
        async with self._changing(number, now) as (connection, found):
            if found.state is State.GATHERING:
                await _set(connection, number, starts=None)

    async def start(
        self, number: int, rounds: int, ratings: Mapping[str, int], now: int, *, begins: bool = False
    ) -> None:
        """End the gathering; whoever was asked to check in and has not is out. Raises `GatheringOver`.

        If it `begins` at once, its first round does so by itself.
        """
        async with self._changing(number, now) as (connection, found):
            if found.state is not State.GATHERING:
                raise GatheringOver
            await _set(connection, number, state=State.PLAYING.value, rounds=rounds, next_at=now if begins else None)
            for one in found.entrants:
                out = found.called and not one.here
                rated = update(ENTRANTS).where(ENTRANTS.c.tournament == number, ENTRANTS.c.number == one.number)
                await connection.execute(rated.values(rating=ratings.get(one.person, 0), dropped=out))

    async def draw(self, before: Tournament, pairs: Sequence[tuple[int, int | None]], now: int) -> None:
        """Write down the pairs of the next round. Raises `RoundIsPlayed` if it has changed since it was read."""
        async with self._changing(before.number, now) as (connection, found):
            if (found.state, found.drawn, found.begun) != (State.PLAYING, before.drawn, before.begun):
                raise RoundIsPlayed
            if found.active != before.active or found.counted != before.counted:
                raise RoundIsPlayed
            free = not found.plan.plays_byes
            boards = [
                Board(found.drawn + 1, place, first, second, points=(BYE, 0) if second is None and free else None)
                for place, (first, second) in enumerate(pairs, 1)
            ]
            if boards:
                await connection.execute(insert(BOARDS), [_board_row(before.number, one) for one in boards])
            await _set(connection, before.number, drawn=found.drawn + 1)

    async def redraw(self, number: int, boards: Sequence[Board], now: int) -> None:
        """Replace boards of a round that has not begun. Raises `RoundHasBegun`, `RoundIsPlayed` after a change."""
        async with self._changing(number, now) as (connection, found):
            if found.drawn == found.begun or any(one.round != found.drawn for one in boards):
                raise RoundHasBegun
            places = {one.board for one in boards}
            replaced = [one for one in found.round(found.drawn) if one.board in places]
            if sorted(n for one in replaced for n in one.players) != sorted(n for one in boards for n in one.players):
                raise RoundIsPlayed
            for one in boards:
                await put(connection, BOARDS, _board_row(number, one))

    async def undo(self, number: int, now: int) -> int:
        """Forget the pairs of a round that has not begun; returns its number. Raises `RoundHasBegun`."""
        async with self._changing(number, now) as (connection, found):
            if found.state is not State.PLAYING or found.drawn == found.begun:
                raise RoundHasBegun
            await _undraw(connection, found)
            return found.drawn

    async def begin(self, number: int, wanted: int, now: int) -> None:
        """Let the games of a round open whose pairs are drawn. Nothing changes if it has begun before."""
        async with self._changing(number, now) as (connection, found):
            if found.state is not State.PLAYING:
                raise NotPlaying
            if found.begun == wanted - 1 and found.drawn == wanted:
                await _set(connection, number, begun=wanted, next_at=None)

    async def correct(self, number: int, board: Board, now: int) -> None:
        """Set the points of a board of a round that has begun, also at the end. Raises `BoardUnknown`."""
        async with self._changing(number, now) as (connection, found):
            if not any((one.round, one.board) == (board.round, board.board) for one in found.counted):
                raise BoardUnknown
            await put(connection, BOARDS, _board_row(number, board))

    async def end(self, number: int, now: int) -> None:
        """End a tournament; games that are running go on. Raises `NotPlaying` if it is over."""
        async with self._changing(number, now) as (connection, found):
            if found.state is State.OVER:
                raise NotPlaying
            await _undraw(connection, found)
            await _set(connection, number, state=State.OVER.value, next_at=None, ended=now)

    async def forget(self, number: int) -> None:
        """Throw a tournament away, with its players and boards."""
        async with self._database.write(f"tournament {number}") as connection:
            for table, column in ((BOARDS, BOARDS.c.tournament), (ENTRANTS, ENTRANTS.c.tournament)):
                await connection.execute(delete(table).where(column == number))
            await connection.execute(delete(TOURNAMENTS).where(TOURNAMENTS.c.number == number))

    async def makers(self, server: int) -> tuple[str, ...]:
        """The people who make tournaments besides the moderators."""
        rows = await self._rows(select(MAKERS.c.person).where(MAKERS.c.server == server).order_by(MAKERS.c.person))
        return tuple(row.person for row in rows)

    async def allow(self, server: int, person: str, *, may: bool) -> None:
        """Let somebody make tournaments, or no longer. Raises `TooManyMakers`."""
        async with self._database.write(f"tournaments {server}") as connection:
            await connection.execute(delete(MAKERS).where(MAKERS.c.server == server, MAKERS.c.person == person))
            count = select(func.count()).select_from(MAKERS).where(MAKERS.c.server == server)
            if may and (await connection.execute(count)).scalar_one() >= MOST_MAKERS:
                raise TooManyMakers(MOST_MAKERS)
            if may:
                await connection.execute(insert(MAKERS).values(server=server, person=person))

    @asynccontextmanager
    async def _changing(self, number: int, now: int) -> AsyncIterator[tuple[AsyncConnection, Tournament]]:
        """A tournament that nobody else changes meanwhile; it is due at once, and its message is to be shown anew."""
        async with self._database.write(f"tournament {number}") as connection:
            found = await _read(connection, number)
            if found is None:
                raise NotPlaying
            yield connection, found
            busy = select(TOURNAMENTS.c.owner).where(TOURNAMENTS.c.number == number)
            due = {} if (await connection.execute(busy)).scalar_one() else {"due": now}
            await _set(connection, number, version=found.version + 1, attempts=0, at=now, **due)

    # --- seeing to them -----------------------------------------------------------------------------------------------

    async def next_due(self) -> int | None:
        """When a tournament has to be seen to next; None if none has."""
        return await self._queue.next_due()

    async def notice(self, now: int) -> None:
        """Make those due at once in which a game is over whose result is not written down."""
        over = select(GAMES.c.game).where(GAMES.c.phase == GamePhase.OVER.value, GAMES.c.game == BOARDS.c.game)
        waits = select(BOARDS.c.tournament).where(BOARDS.c.game.is_not(None), BOARDS.c.first_points.is_(None))
        waits = waits.where(~BOARDS.c.stuck, over.exists())
        table = TOURNAMENTS
        waiting = or_(table.c.due > now, table.c.due.is_(None))
        late = (table.c.owner.is_(None), waiting, table.c.state == State.PLAYING.value)
        async with self._database.read() as connection:
            found = select(table.c.number).where(*late, table.c.number.in_(waits))
            numbers = (await connection.execute(found)).scalars().all()
        if numbers:
            await self._change(update(table).where(*late, table.c.number.in_(numbers)).values(at=now, due=now))

    async def claim(self, owner: str, now: int, until: int, limit: int) -> tuple[Tournament, ...]:
        """Lease the tournaments that are due."""
        rows = await self._queue.claim(owner, now, until, limit)
        async with self._database.read() as connection:
            found = [await _read(connection, row.number) for row in rows]
        return tuple(one for one in found if one is not None)

    async def opened(self, number: int, board: Board, game: str) -> None:
        """Note a board's game."""
        here = _is_board(number, board)
        await self._change(update(BOARDS).where(*here, BOARDS.c.game.is_(None)).values(game=game))

    async def decided(self, number: int, board: Board, result: Result) -> None:
        """Note how a board's game ended, unless the director has said so."""
        first, second = result.points or (None, None)
        ended = {"first_points": first, "second_points": second, "forfeit": result.forfeit}
        here = update(BOARDS).where(*_is_board(number, board), BOARDS.c.first_points.is_(None))
        await self._change(here.values(**ended, stuck=result.points is None))

    async def note(self, number: int, **facts: int | None) -> None:
        """Note what is posted: `posted`, `linked`, `told`, `next_at`, `message_id` or `shown`."""
        await self._change(update(TOURNAMENTS).where(TOURNAMENTS.c.number == number).values(**facts))

    async def later(self, tournament: Tournament, owner: str, due: int | None, attempts: int = 0) -> None:
        """Give up the lease until an instant, None for ever; if somebody has changed the tournament, it is due now."""
        table = TOURNAMENTS
        mine = (table.c.number == tournament.number, table.c.owner == owner)
        free = update(table).values(owner=None, attempts=attempts)
        async with self._database.write(f"tournament {tournament.number}") as connection:
            same = free.where(*mine, table.c.version == tournament.version).values(at=due, due=due)
            if not (await connection.execute(same)).rowcount:
                await connection.execute(free.where(*mine).values(due=table.c.at))


async def _set(connection: AsyncConnection, number: int, **facts: Any) -> None:
    await connection.execute(update(TOURNAMENTS).where(TOURNAMENTS.c.number == number).values(**facts))


async def _undraw(connection: AsyncConnection, found: Tournament) -> None:
    if found.drawn > found.begun:
        gone = (BOARDS.c.tournament == found.number, BOARDS.c.round == found.drawn)
        await connection.execute(delete(BOARDS).where(*gone))
        await _set(connection, found.number, drawn=found.begun)


def _is_board(number: int, board: Board) -> tuple[Any, ...]:
    return (BOARDS.c.tournament == number, BOARDS.c.round == board.round, BOARDS.c.board == board.board)


async def _read(connection: AsyncConnection, number: int) -> Tournament | None:
    row = (await connection.execute(select(TOURNAMENTS).where(TOURNAMENTS.c.number == number))).one_or_none()
    if row is None:
        return None
    people = select(ENTRANTS).where(ENTRANTS.c.tournament == number).order_by(ENTRANTS.c.number)
    boards = select(BOARDS).where(BOARDS.c.tournament == number).order_by(BOARDS.c.round, BOARDS.c.board)
    entrants = tuple(map(_entrant_of, await connection.execute(people)))
    return _tournament_of(row, entrants, tuple(map(_board_of, await connection.execute(boards))))


def _row(one: Tournament, now: int) -> dict[str, Any]:
    plan = one.plan
    return {
        "server": one.server,
        "channel": one.channel,
        "name": one.name,
        "format": plan.format.value,
        "rounds": plan.rounds,
        "hill": plan.hill,
        "grace": plan.grace,
        "pause": plan.pause,
        "level": plan.level,
        "starts": plan.starts,
        "check_in": plan.check_in,
        "low": plan.low,
        "high": plan.high,
        "linked": 0,
        "called": False,
        "setup": encode(ev.Opened(now, Person(one.maker, ""), one.setup)),
        "maker": one.maker,
        "director": one.director,
        "state": one.state.value,
        "drawn": 0,
        "begun": 0,
        "posted": 0,
        "told": 0,
        "version": 0,
        "shown": -1,
        "at": now,
        "due": now,
        "attempts": 0,
    }


def _tournament_of(row: Row[Any], entrants: tuple[Entrant, ...], boards: tuple[Board, ...]) -> Tournament:
    opened = decode(row.setup)
    assert isinstance(opened, ev.Opened)
    return Tournament(
        row.number,
        row.server,
        row.channel,
        row.name,
        _plan_of(row),
        opened.setup,
        row.maker,
        row.director,
        State(row.state),
        row.drawn,
        row.begun,
        row.posted,
        row.told,
        row.next_at,
        row.message_id,
        row.version,
        row.shown,
        row.attempts,
        row.linked,
        row.called,
        row.ended,
        entrants,
        boards,
    )


def _plan_of(row: Row[Any]) -> Plan:
    how = (Format(row.format), row.rounds, row.hill, row.grace, row.pause, row.level)
    return Plan(*how, row.starts, row.check_in, row.low, row.high)


def _entrant_row(number: int, one: Entrant) -> dict[str, Any]:
    facts = {"tournament": number, "number": one.number, "person": one.person, "name": one.name}
    return {**facts, "by_ear": one.by_ear, "rating": one.rating, "dropped": one.dropped, "here": one.here}


def _entrant_of(row: Row[Any]) -> Entrant:
    return Entrant(row.number, row.person, row.name, row.by_ear, row.rating, row.dropped, row.here)


def _board_row(number: int, one: Board) -> dict[str, Any]:
    first, second = one.points or (None, None)
    return {
        "tournament": number,
        "round": one.round,
        "board": one.board,
        "first": one.first,
        "second": one.second,
        "game": one.game,
        "first_points": first,
        "second_points": second,
        "forfeit": one.forfeit,
        "stuck": one.stuck,
    }


def _board_of(row: Row[Any]) -> Board:
    points = None if row.first_points is None else (row.first_points, row.second_points)
    return Board(row.round, row.board, row.first, row.second, row.game, points, row.forfeit, row.stuck)
