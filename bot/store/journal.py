"""Games: the journal of their events, and the summaries beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Delete,
    Insert,
    Row,
    Select,
    Table,
    Update,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    literal,
    or_,
    select,
    union,
    union_all,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.limits import Limit, Per
from bot.model.changes import Change, EventData, Outcome, Quota
from bot.model.deliveries import TOLD_BRIEFLY, DeliveryKind, NewDelivery, Target, TargetKind
from bot.model.errors import LostRace, TooManyGames
from bot.model.games import GamePhase, GameSummary, Place, SummarySeat
from bot.model.processes import Checkpoint, Checkpoints
from bot.store.database import Database, Repository
from bot.store.postgresql import take_lock
from bot.store.ratings import write_result
from bot.store.rows import (
    NO_VALUES,
    adding,
    among,
    deadline_row,
    execute,
    fetch,
    game_row,
    hold_game,
    numbered,
    putting,
    seat_of,
    seat_rows,
    summary_of,
    target_of,
    target_row,
)
from bot.store.tables import CAUSES, DEADLINES, DELIVERIES, EVENTS, GAMES, SEATS, TARGETS

_IS_RUNNING = GAMES.c.phase != GamePhase.OVER.value


class Journal(Repository):
    """Games as lists of events, and their summaries."""

    def __init__(self, database: Database, checkpoints: Checkpoints) -> None:
        super().__init__(database)
        self._checkpoints = checkpoints

    async def read(self, game: str, after: int = 0) -> tuple[EventData, ...]:
        """The events after a number, in order."""
        query = select(EVENTS.c.data).where(EVENTS.c.game == game, EVENTS.c.sequence > after)
        return tuple(row[0] for row in await self._rows(query.order_by(EVENTS.c.sequence)))

    async def outcome(self, cause: str) -> Outcome | None:
        """What a cause has already done; None if nothing."""
        row = await self._row(select(CAUSES).where(CAUSES.c.id == cause))
        return None if row is None else Outcome(row.game, row.first, row.last)

    async def commit(self, change: Change) -> None:
        """Write a change in one transaction. Raises `LostRace` and `TooManyGames`; then nothing has changed."""
        try:
            async with self._database.write() as connection:
                await hold_quotas(connection, change.quotas)
                await check_quotas(connection, change.quotas, change.summary.game)
                await _write(connection, change)
                await self._checkpoints.reach(Checkpoint.BEFORE_COMMIT)
        except IntegrityError as error:
            raise LostRace from error
        await self._checkpoints.reach(Checkpoint.AFTER_COMMIT)

    async def check_quotas(self, quotas: tuple[Quota, ...]) -> None:
        """Raise `TooManyGames` if a quota has no room for one more game; `commit` checks again."""
        async with self._database.read() as connection:
            await check_quotas(connection, quotas)

    async def summary(self, game: str) -> GameSummary | None:
        """The summary of a game."""
        async with self._database.read() as connection:
            rows = await fetch(connection, of_games(1), numbered("games", [(game,)]))
        return next(iter(summaries_of(rows)), None)

    async def in_channel(self, channel_id: int) -> GameSummary | None:
        """The channel's running game or lobby, else the newest that was paused or finished there or in its threads."""
        at_rest = GAMES.c.phase.in_((GamePhase.OVER.value, GamePhase.PAUSED.value))
        rests = case((at_rest, 1), else_=0)
        in_threads = and_(GAMES.c.root_id == channel_id, at_rest)
        here = select(GAMES.c.game).where(or_(GAMES.c.channel_id == channel_id, in_threads))
        first = here.order_by(rests, GAMES.c.opened.desc()).limit(1)
        return next(iter(await self._summaries(_seated(GAMES.c.game.in_(first)))), None)

    async def paused(self, place: Place) -> tuple[GameSummary, ...]:
        """The paused games of a server, or in direct messages of the channel alone, most recently changed first."""
        here = GAMES.c.channel_id == place.channel_id if place.guild_id is None else GAMES.c.guild_id == place.guild_id
        return await self._summaries(_seated(here, GAMES.c.phase == GamePhase.PAUSED.value))

    async def timed(self) -> tuple[tuple[str, int | None], ...]:
        """The games in which time matters now, each with its server."""
        query = select(GAMES.c.game, GAMES.c.guild_id).where(GAMES.c.timed).order_by(GAMES.c.game)
        return tuple((row.game, row.guild_id) for row in await self._rows(query))

    async def of_person(self, person: str) -> tuple[GameSummary, ...]:
        """A person's games and lobbies that are not over, most recently changed first."""
        return await self._summaries(_running(GAMES.c.game.in_(_seats())), {"person": person})

    async def open_to(self, person: str) -> tuple[GameSummary, ...]:
        """Like `of_person`, also with the games in which a person has left a seat and can come back to it."""
        seated = select(SEATS.c.game).where(SEATS.c.player == person, SEATS.c.in_play)
        left = select(SEATS.c.game).where(SEATS.c.owner == person)
        return await self._summaries(_running(or_(GAMES.c.game.in_(seated), GAMES.c.game.in_(left))))

    async def opened_at(self, instant: int) -> tuple[GameSummary, ...]:
        """The games and lobbies that are not over and were opened at an instant."""
        return await self._summaries(_running(GAMES.c.opened == instant))

    async def shown_in(self, channel_id: int) -> tuple[GameSummary, ...]:
        """The games that are not over and live in a channel or are shown there too, most recently changed first."""
        return await self._summaries(_running(GAMES.c.game.in_(_here())), {"channel": channel_id})

    async def is_new_server(self, server: int) -> bool:
        """Whether no game has been opened in a server."""
        return not await self._rows(select(GAMES.c.game).where(GAMES.c.guild_id == server).limit(1))

    async def of_server(
        self, server: int, limit: int, *, skip: int = 0, channel: int | None = None
    ) -> tuple[GameSummary, ...]:
        """The games and lobbies of a server that are not over, most recently changed first.

        Some are skipped: first those of a channel and its threads, then the most recently changed of the others.
        """
        there = select(GAMES.c.game).where(GAMES.c.guild_id == server, _IS_RUNNING)
        is_elsewhere = case((GAMES.c.root_id == channel, 0), else_=1)
        newest = there.order_by(is_elsewhere, GAMES.c.changed.desc(), GAMES.c.game).limit(limit).offset(skip)
        return await self._summaries(_seated(GAMES.c.game.in_(newest)))

    async def count_of_server(self, server: int) -> int:
        """How many games and lobbies of a server are not over."""
        query = select(func.count()).select_from(GAMES).where(GAMES.c.guild_id == server, _IS_RUNNING)
        return int((await self._rows(query))[0][0])

    async def targets(self, game: str, *, brief: bool = False) -> tuple[Target, ...]:
        """Where the public messages of a game go, or only those of its lobby and its end."""
        rows = await self._rows(select(TARGETS).where(TARGETS.c.game == game, TARGETS.c.brief == brief))
        return tuple(target_of(row) for row in rows)

    async def show(self, game: str, target: Target, delivery: NewDelivery | None = None) -> bool:
        """Show a game's public messages in another target, beginning with `delivery`; False if they are shown there.

        Raises `LostRace` if the game has newer events than `delivery` shows.
        """
        shown = select(TARGETS.c.game).filter_by(**target_row(target), game=game, brief=False)
        async with self._database.write() as connection:
            newest = await hold_game(connection, game)
            if (await connection.execute(shown)).first():
                return False
            if delivery and newest > delivery.upto:
                raise LostRace
            await _hide(connection, game, target)
            await connection.execute(insert(TARGETS).values(game=game, **target_row(target)))
            if delivery:
                await connection.execute(insert(DELIVERIES), [new_delivery_row(game, delivery, target)])
        return True

    async def hide(self, game: str, target: Target) -> None:
        """Stop showing a game's public messages in a target."""
        async with self._database.write() as connection:
            await hold_game(connection, game)
            await _hide(connection, game, target)

    async def _summaries(self, query: Select[Any], values: Mapping[str, Any] = NO_VALUES) -> tuple[GameSummary, ...]:
        async with self._database.read() as connection:
            return await read_summaries(connection, query, values)


async def read_summaries(
    connection: AsyncConnection, query: Select[Any], values: Mapping[str, Any] = NO_VALUES
) -> tuple[GameSummary, ...]:
    """The summaries of the games that a query selects with their seats, in its order."""
    return summaries_of((await connection.execute(query, values)).all())


async def read_nearby(
    connection: AsyncConnection, channel: int, person: str
) -> tuple[tuple[GameSummary, ...], tuple[GameSummary, ...]]:
    """What `shown_in` finds in a channel and `of_person` for a person, in one statement."""
    rows = await fetch(connection, _nearby(), {"channel": channel, "person": person})
    found, shown = summaries_of(rows), {row.game for row in rows if row.is_here}
    return tuple(one for one in found if one.game in shown), tuple(one for one in found if one.is_played_by(person))


def summaries_of(rows: Sequence[Row[Any]]) -> tuple[GameSummary, ...]:
    """The summaries from rows of games with their seats, in the order of the rows."""
    seats: dict[str, list[SummarySeat]] = {}
    games: dict[str, Row[Any]] = {}
    for row in rows:
        games[row.game] = row
        seats.setdefault(row.game, []).extend([seat_of(row)] if row.seat_player is not None else ())
    return tuple(summary_of(row, tuple(seats[game])) for game, row in games.items())


@cache
def of_games(count: int) -> Select[Any]:
    """Select so many `games` by their ids, for `summaries_of`."""
    return _seated(among("games", count, GAMES.c.game))


@cache
def _nearby() -> Select[Any]:
    either = _running(GAMES.c.game.in_(union(_here(), _seats())))
    return either.add_columns(GAMES.c.game.in_(_here()).label("is_here"))


def _here() -> Select[Any]:
    """Select the ids of the games that live in a `channel` or are shown there too, as lobbies of threads are."""
    here = TARGETS.c.target_kind == TargetKind.CHANNEL.value, TARGETS.c.target_id == bindparam("channel")
    lobbies = GAMES.alias()
    gathers = exists().where(lobbies.c.game == TARGETS.c.game, lobbies.c.phase == GamePhase.LOBBY.value)
    return select(TARGETS.c.game).where(*here, or_(~TARGETS.c.brief, gathers))


def _seats() -> Select[Any]:
    """Select the ids of the games in which a `person` is seated."""
    return select(SEATS.c.game).where(SEATS.c.player == bindparam("person"), SEATS.c.in_play)


def _running(*where: ColumnElement[bool]) -> Select[Any]:
    return _seated(_IS_RUNNING, *where)


def _seated(*where: ColumnElement[bool]) -> Select[Any]:
    """Select games with a row for each of their seats, most recently changed first."""
    columns = [SEATS.c[name].label(f"seat_{name}") for name in SummarySeat.__dataclass_fields__]
    games = select(GAMES, *columns).outerjoin(SEATS, SEATS.c.game == GAMES.c.game).where(*where)
    return games.order_by(GAMES.c.changed.desc(), GAMES.c.game, SEATS.c.seat)


async def _hide(connection: AsyncConnection, game: str, target: Target) -> None:
    await connection.execute(delete(TARGETS).where(TARGETS.c.game == game).filter_by(**target_row(target)))


async def _write(connection: AsyncConnection, change: Change) -> None:
    await _write_summary(connection, change)
    game, first, last = change.summary.game, change.first, change.summary.sequence
    cause = change.cause
    made = {"id": cause.id, "game": game, "first": first, "last": last, "at": cause.arrived}
    events = [
        {"game": game, "sequence": number, "at": change.summary.changed, "data": dict(data)}
        for number, data in enumerate(change.events, first)
    ]
    deadline = (
        (putting(DEADLINES, connection), deadline_row(game, change.deadline))
        if change.deadline
        else (_clearing(DEADLINES), {"of": game})
    )
    seats = [(putting(SEATS, connection), rows)] if (rows := seat_rows(change.summary)) else []
    queued = [_queue(game, change.deliveries)] if change.deliveries else []
    await execute(connection, *seats, deadline, (adding(CAUSES), made), (adding(EVENTS), events), *queued)
    if change.result:
        await write_result(connection, change.result)


async def _write_summary(connection: AsyncConnection, change: Change) -> None:
    summary = change.summary
    row = game_row(summary)
    if change.first == 1:
        home = Target(TargetKind.CHANNEL, summary.place.channel_id)
        brief = dict.fromkeys((home, *change.shown), False)
        brief |= {one: True for one in change.brief if one not in brief}
        rows = [_showing(summary.game, one, brief=is_brief) for one, is_brief in brief.items()]
        await execute(connection, (adding(GAMES), row), (adding(TARGETS), rows))
        return
    values = {**row, "of": summary.game, "before": change.first - 1}
    (found,) = await execute(connection, (_changing(at_home=True), {**values, "home": row["channel_id"]}))
    if not found.changed:
        await _move_home(connection, summary, change.brief)
        (found,) = await execute(connection, (_changing(at_home=False), values))
        if not found.changed:
            raise LostRace
    if summary.phase is GamePhase.LOBBY or summary.turn <= 1:  # where seats are given up
        await execute(connection, (_clearing(SEATS), {"of": summary.game}))


@cache
def _changing(*, at_home: bool) -> Update:
    """Replace the summary of the game `of` unless it has changed since the event `before`."""
    same = update(GAMES).where(GAMES.c.game == bindparam("of"), GAMES.c.sequence == bindparam("before"))
    return same.where(GAMES.c.channel_id == bindparam("home")) if at_home else same


@cache
def _clearing(table: Table) -> Delete:
    """Delete what a table has of the game `of`."""
    return delete(table).where(table.c.game == bindparam("of"))


def _showing(game: str, target: Target, *, brief: bool = False) -> dict[str, Any]:
    return {"game": game, **target_row(target), "brief": brief}


async def _move_home(connection: AsyncConnection, summary: GameSummary, brief: tuple[Target, ...]) -> None:
    """If a game continues in another channel, show it there instead of in the earlier one and in those told briefly."""
    query = select(GAMES.c.channel_id).where(GAMES.c.game == summary.game)
    earlier, here = (await connection.execute(query)).scalar_one_or_none(), summary.place.channel_id
    if earlier is None or earlier == here:
        return
    left, home = (Target(TargetKind.CHANNEL, channel) for channel in (earlier, here))
    await connection.execute(delete(TARGETS).where(TARGETS.c.game == summary.game, TARGETS.c.brief))
    for target in (left, home, *brief):
        await _hide(connection, summary.game, target)
    rows = [_showing(summary.game, home), *(_showing(summary.game, one, brief=True) for one in brief)]
    await connection.execute(insert(TARGETS), rows)


def _queue(game: str, deliveries: tuple[NewDelivery, ...]) -> tuple[Insert, dict[str, Any]]:
    """Queues deliveries in their order; those without a target go wherever the game is shown."""
    values: dict[str, Any] = {"of": game}
    for number, one in enumerate(deliveries):
        row = new_delivery_row(game, one, one.target or Target(TargetKind.CHANNEL, 0))
        values |= {f"{name}_{number}": value for name, value in row.items()}
    kinds = tuple(None if one.target else one.kind for one in deliveries)
    return _queueing(kinds), values


@cache
def _queueing(everywhere: tuple[DeliveryKind | None, ...]) -> Insert:
    """Insert as many deliveries, each for a target of its own, or of a kind for every one of the game `of`."""
    names = [column.name for column in DELIVERIES.c if not column.nullable and not column.primary_key]
    rows = union_all(*(_to_queue(names, number, shown) for number, shown in enumerate(everywhere))).subquery()
    in_order = select(*(rows.c[name] for name in names)).order_by(rows.c.number)
    return insert(DELIVERIES).from_select(names, in_order)


def _to_queue(names: Sequence[str], number: int, everywhere: DeliveryKind | None) -> Select[Any]:
    columns = [
        TARGETS.c[name].label(name)
        if everywhere and name in TARGETS.c and name != "game"
        else bindparam(f"{name}_{number}", type_=DELIVERIES.c[name].type).label(name)
        for name in names
    ]
    one = select(literal(number).label("number"), *columns)
    if everywhere is None:
        return one
    of_game = one.where(TARGETS.c.game == bindparam("of"))
    return of_game if everywhere in TOLD_BRIEFLY else of_game.where(~TARGETS.c.brief)


def new_delivery_row(game: str, delivery: NewDelivery, target: Target) -> dict[str, Any]:
    """The row of a new delivery, not tried yet."""
    return {
        "game": game,
        "kind": delivery.kind.value,
        **target_row(target),
        "upto": delivery.upto,
        "about": delivery.about,
        "due": delivery.due,
        "status": "waiting",
        "attempts": 0,
    }


NAMED = 5
"""How many of the counted games an error names."""

_PHASES = {Limit.LOBBIES: (GamePhase.LOBBY,), Limit.PAUSED: (GamePhase.PAUSED,)}
_RUNNING = tuple(phase for phase in GamePhase if phase not in (GamePhase.LOBBY, GamePhase.PAUSED, GamePhase.OVER))


async def hold_quotas(connection: AsyncConnection, quotas: tuple[Quota, ...]) -> None:
    """Keep other transactions from counting for the same owners until this one ends."""
    for name in sorted({f"quota/{one.per.value}/{one.owner}" for one in quotas}):
        await take_lock(connection, name)


async def check_quotas(connection: AsyncConnection, quotas: tuple[Quota, ...], game: str = "") -> None:
    """Raise `TooManyGames` for the first quota without room for a game; `game` itself is not counted."""
    for quota in quotas:
        query = select(GAMES.c.game).where(*_counted(quota), GAMES.c.game != game).limit(quota.most)
        found = (await connection.execute(query)).scalars().all()
        if len(found) >= quota.most:
            raise TooManyGames(quota.limit, quota.per, quota.most, quota.everywhere, quota.own, tuple(found[:NAMED]))


def _counted(quota: Quota) -> tuple[ColumnElement[bool], ...]:
    phases = GAMES.c.phase.in_([phase.value for phase in _PHASES.get(quota.limit, _RUNNING)])
    if quota.limit in _PHASES:
        return (*_of(quota), phases)
    alone: Any = GAMES.c.demonstration
    return (*_of(quota), phases, alone if quota.limit is Limit.DEMONSTRATIONS else ~alone)


def _of(quota: Quota) -> tuple[ColumnElement[bool], ...]:
    match quota.per:
        case Per.PERSON if quota.everywhere:
            return (GAMES.c.host == quota.owner,)
        case Per.PERSON:
            return (GAMES.c.host == quota.owner, GAMES.c.guild_id == quota.server)
        case Per.CHANNEL:
            return (GAMES.c.root_id == int(quota.owner),)
        case Per.SERVER:
            return (GAMES.c.guild_id == int(quota.owner),)
