"""Duplicates in the database: every change of one is made under its own lock, and what follows from it is due at once.

`_due_at` alone says when something is to be done about a duplicate.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from typing import Any

from sqlalchemy import (
    JSON,
    Column,
    ForeignKey,
    Index,
    Row,
    Select,
    Table,
    bindparam,
    case,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.features.duplicate.receipts import (
    DailyElsewhere,
    DuplicateFull,
    DuplicateHere,
    LeftRound,
    NoDuplicate,
    NotBegun,
    NotIn,
    RoundOver,
)
from bot.features.duplicate.values import (
    ANSWER_GRACE,
    DUPLICATE_KEPT_FOR,
    DUPLICATE_LOBBY_PATIENCE,
    MOST_PLAYERS,
    SILENT_ROUNDS,
    Answer,
    AnswerOutcome,
    Duplicate,
    DuplicatePhase,
    DuplicatePlayer,
    DuplicateProgress,
    DuplicateRecord,
    DuplicateResult,
    Ending,
    NewAnswer,
    NewRound,
    OpenTiles,
    Round,
    board_key,
    computer_id,
    positions_of,
)
from bot.model.errors import BotError
from bot.model.honours import HonourKind
from bot.store.database import Repository
from bot.store.honours import crown
from bot.store.postgresql import take_lock
from bot.store.queue import QueueStore
from bot.store.rows import execute, fetch, put, row_of, value_of
from bot.store.tables import table
from engine.duplicate.rounds import DuplicateStyle
from engine.game.codec import decode_variant, encode_variant, make_converter
from engine.game.state import LexiconRef, Setup
from engine.loading import list_lexicons
from engine.model.board import STANDARD, Orientation
from engine.model.rules import Rules
from engine.model.tiles import Tiles
from engine.play.placement import Placement

DUPLICATES = table(
    "duplicates",
    Duplicate,
    key="number",
    counts=True,
    setup=JSON,
    style=JSON,
    at=int | None,
    due=int | None,
    owner=str | None,
)
"""Duplicates. `at` is when something is to be done about one, None for never; `due` is `at`, or later if a try failed
or a process holds a lease.
"""
Index("ix_duplicates_server", DUPLICATES.c.server)
Index("ix_duplicates_channel", DUPLICATES.c.channel)
Index("ix_duplicates_due", DUPLICATES.c.due)


def _duplicate_column(*, primary: bool = True) -> Column[int]:
    owner = ForeignKey("duplicates.number", ondelete="CASCADE")
    return Column("duplicate", owner, primary_key=primary, nullable=False)


DUPLICATE_ROUNDS = table(
    "duplicate_rounds",
    Round,
    key="key",
    counts=True,
    duplicate=_duplicate_column(primary=False),
    board=str,
    rack=JSON,
    top=JSON,
)
"""The rounds of each duplicate, with the key of the board that each begins with (`board_key`).

The top is known from the beginning, and told to nobody before the round is closed.
"""
Index("uq_duplicate_rounds", DUPLICATE_ROUNDS.c.duplicate, DUPLICATE_ROUNDS.c.number, unique=True)
Index("ix_duplicate_rounds_board", DUPLICATE_ROUNDS.c.board, DUPLICATE_ROUNDS.c.closed)

DUPLICATE_PLAYERS = table(
    "duplicate_players",
    DuplicatePlayer,
    key="duplicate player",
    without="id",
    duplicate=_duplicate_column(),
    player=str,
)
"""Who is in a duplicate or was: people by their ids, and computer players."""
Index("ix_duplicate_players_player", DUPLICATE_PLAYERS.c.player)

DUPLICATE_ANSWERS = table(
    "duplicate_answers", Answer, key="duplicate round player", duplicate=_duplicate_column(), round=int, move=JSON
)
"""The latest answer of each player in each round; those of an open round are told to nobody else."""

DUPLICATE_RESULTS = table("duplicate_results", DuplicateResult, key="duplicate person")
"""How people did in duplicates, kept for longer than these are."""
Index("ix_duplicate_results_person", DUPLICATE_RESULTS.c.server, DUPLICATE_RESULTS.c.person)

_CONVERTER = make_converter()
_UNFINISHED = (DuplicatePhase.LOBBY.value, DuplicatePhase.RUNNING.value)


def _of_one(table: Table) -> Select[Any]:
    """Select what belongs to the duplicate `one`."""
    return select(table).where(table.c.duplicate == bindparam("one"))


_DUPLICATE = select(DUPLICATES).where(DUPLICATES.c.number == bindparam("one"))
_ROUNDS = _of_one(DUPLICATE_ROUNDS).order_by(DUPLICATE_ROUNDS.c.number)
_ROUND = _of_one(DUPLICATE_ROUNDS).where(DUPLICATE_ROUNDS.c.number == bindparam("round"))
_PLAYERS = _of_one(DUPLICATE_PLAYERS).order_by(DUPLICATE_PLAYERS.c.joined, DUPLICATE_PLAYERS.c.player)
_ANSWERS = _of_one(DUPLICATE_ANSWERS)
_ANSWERS_OF = _ANSWERS.where(DUPLICATE_ANSWERS.c.player == bindparam("who"))


class DuplicateStore(QueueStore[Duplicate]):
    """The duplicates of all servers."""

    queued = DUPLICATES

    # --- reading ------------------------------------------------------------------------------------------------------

    async def duplicate(self, number: int) -> Duplicate:
        """A duplicate. Raises `NoDuplicate`."""
        async with self._database.read() as connection:
            return await _duplicate(connection, number)

    async def here(self, channel: int) -> Duplicate | None:
        """The duplicate of a channel that is not over, or else the latest one."""
        order = (DUPLICATES.c.phase == DuplicatePhase.OVER.value, DUPLICATES.c.number.desc())
        here = select(DUPLICATES).where(DUPLICATES.c.channel == channel)
        row = await self._row(here.order_by(*order).limit(1))
        return _duplicate_of(row) if row else None

    async def daily(self, server: int) -> Duplicate | None:
        """The daily duplicate that is running in a server."""
        async with self._database.read() as connection:
            return await _daily(connection, server)

    async def unfinished(self, channel: int | None = None) -> tuple[Duplicate, ...]:
        """The duplicates that are not over, of a channel or of all."""
        query = select(DUPLICATES).where(DUPLICATES.c.phase != DuplicatePhase.OVER.value)
        here = query if channel is None else query.where(DUPLICATES.c.channel == channel)
        return tuple(map(_duplicate_of, await self._rows(here)))

    async def running_of(self, person: str) -> tuple[Duplicate, ...]:
        """The running duplicates that a person is in."""
        own = select(DUPLICATES).join(DUPLICATE_PLAYERS).where(DUPLICATE_PLAYERS.c.player == person)
        running = own.where(~DUPLICATE_PLAYERS.c.has_left, DUPLICATES.c.phase == DuplicatePhase.RUNNING.value)
        return tuple(map(_duplicate_of, await self._rows(running)))

    async def servers_of(self, person: str) -> frozenset[int]:
        """The servers in which a person is in a duplicate or has been in one."""
        own = select(DUPLICATES.c.server).join(DUPLICATE_PLAYERS).where(DUPLICATE_PLAYERS.c.player == person)
        return frozenset(row.server for row in await self._rows(own.distinct()))

    async def rounds(self, number: int) -> tuple[Round, ...]:
        """The rounds of a duplicate, in order."""
        return tuple(map(_round_of, await self._found(_ROUNDS, one=number)))

    async def open_tiles(self) -> tuple[OpenTiles, ...]:
        """The tiles of all rounds that are open."""
        rounds, table = DUPLICATE_ROUNDS, DUPLICATES
        facts = (rounds.c.key, rounds.c.duplicate, rounds.c.number, rounds.c.rack, table.c.server, table.c.channel)
        query = select(*facts, table.c.setup).select_from(rounds.join(table))
        open_ = query.where(table.c.phase == DuplicatePhase.RUNNING.value, rounds.c.closed.is_(None))
        return tuple(map(_open_tiles, await self._rows(open_)))

    async def players(self, number: int) -> tuple[DuplicatePlayer, ...]:
        """Everyone who is in a duplicate or was, in the order in which they joined."""
        return tuple(map(_player_of, await self._found(_PLAYERS, one=number)))

    async def answers(self, number: int, *, player: str | None = None) -> dict[int, dict[str, Answer]]:
        """The answers of all rounds, or one player's alone, by round and player; those of an open round too."""
        if player is None:
            return _by_round(await self._found(_ANSWERS, one=number))
        return _by_round(await self._found(_ANSWERS_OF, one=number, who=player))

    async def course(self, number: int) -> DuplicateProgress:
        """What everyone may know of a duplicate. Raises `NoDuplicate`."""
        statements = (_DUPLICATE, _ROUNDS, _PLAYERS, _ANSWERS)
        async with self._database.read() as connection:
            found = await execute(connection, *((one, {"one": number}) for one in statements))
        duplicate, rounds = _only(found[0].rows), tuple(map(_round_of, found[1].rows))
        by_id = {row.player: _player_of(row) for row in found[2].rows}
        closed = tuple(one for one in rounds if one.closed is not None)
        over = {one.number for one in closed}
        answers = {number_: given for number_, given in _by_round(found[3].rows).items() if number_ in over}
        open_ = next((one for one in rounds if one.closed is None), None)
        return DuplicateProgress(duplicate, by_id, closed, open_, answers, positions_of(duplicate, closed))

    async def count(self, number: int) -> tuple[int, int]:
        """How many of the people who are in have answered the present round, and how many are in."""
        async with self._database.read() as connection:
            return await _count(connection, await _duplicate(connection, number))

    # --- people -------------------------------------------------------------------------------------------------------

    async def open(self, duplicate: Duplicate, players: Sequence[DuplicatePlayer]) -> Duplicate:
        """A new duplicate in its channel with those who are in from the beginning; its number is chosen here.

        Raises `DuplicateHere`, and `DailyElsewhere` for a second daily one of a server.
        """
        table = DUPLICATES
        async with self._database.write(_opening(duplicate.server)) as connection:
            if duplicate.daily and (other := await _daily(connection, duplicate.server)):
                raise DailyElsewhere(other.channel)
            await _check_free(connection, duplicate.channel)
            old = delete(table).where(table.c.server == duplicate.server, table.c.phase == DuplicatePhase.OVER.value)
            await connection.execute(old.where(table.c.opened < duplicate.opened - DUPLICATE_KEPT_FOR))
            return await _open(connection, duplicate, players)

    async def move(self, number: int, channel: int, now: int) -> Round | None:
        """Have a duplicate go on in another channel, where its open round is posted anew; returns it as it was before.

        Raises `NoDuplicate` and `DuplicateHere`.
        """
        table = DUPLICATE_ROUNDS
        async with self._database.write(f"duplicate {number}") as connection:
            duplicate = await _unfinished(connection, number)
            await take_lock(connection, _opening(duplicate.server))
            await _check_free(connection, channel)
            open_ = await _round(connection, duplicate) if duplicate.round else None
            await _set(connection, number, channel=channel)
            await connection.execute(
                update(table).where(table.c.duplicate == number, table.c.closed.is_(None)).values(message=None)
            )
            await _reckon(connection, replace(duplicate, channel=channel), now)
        return open_

    async def join(self, number: int, person: str, name: str) -> None:
        """Let a person in, who is then in until they leave. Raises `NoDuplicate`, `DuplicateFull` and `LeftRound`."""
        async with self._database.write(f"duplicate {number}") as connection:
            duplicate = await _unfinished(connection, number)
            if joined := _joining(await _players(connection, number), person, name, duplicate.round):
                await put(connection, DUPLICATE_PLAYERS, _player_row(number, joined))
            await _reckon(connection, duplicate)

    async def leave(self, number: int, person: str, now: int) -> None:
        """Let a person leave, who keeps the points, and can come back for the next round.

        Raises `NoDuplicate` and `NotIn`.
        """
        table = DUPLICATE_PLAYERS
        mine = (table.c.duplicate == number, table.c.player == person, ~table.c.has_left)
        async with self._database.write(f"duplicate {number}") as connection:
            duplicate = await _unfinished(connection, number)
            left = update(table).where(*mine).values(has_left=True, joined=duplicate.round + 1)
            if not (await connection.execute(left)).rowcount:
                raise NotIn
            await _reckon(connection, duplicate, now)

    async def start(self, number: int, now: int) -> None:
        """Begin; once it has begun, nothing changes. Raises `NoDuplicate`."""
        async with self._database.write(f"duplicate {number}") as connection:
            duplicate = await _unfinished(connection, number)
            if duplicate.phase is DuplicatePhase.LOBBY:
                await _set(connection, number, phase=DuplicatePhase.RUNNING.value)
                await _reckon(connection, replace(duplicate, phase=DuplicatePhase.RUNNING), now)

    async def end(self, number: int, ending: Ending, now: int, *, silently: bool = False) -> None:
        """End a duplicate, whatever is open in it; its channel is not told if `silently`.

        Raises `NoDuplicate` if it is over.
        """
        table = DUPLICATE_ROUNDS
        async with self._database.write(f"duplicate {number}") as connection:
            before = await _unfinished(connection, number)
            # a round that is broken off counts for nobody, as not everyone has had its time
            open_ = select(table.c.number).where(table.c.duplicate == number, table.c.closed.is_(None))
            mine = (DUPLICATE_ANSWERS.c.duplicate == number, DUPLICATE_ANSWERS.c.round.in_(open_))
            await connection.execute(delete(DUPLICATE_ANSWERS).where(*mine))
            final = 0 if silently else None
            await _set(connection, number, phase=DuplicatePhase.OVER.value, ending=ending.value, final=final)
            await _reckon(connection, replace(before, phase=DuplicatePhase.OVER, final=final), now)

    async def answer(self, number: int, given: Sequence[NewAnswer], now: int) -> list[AnswerOutcome | BotError]:
        """Keep answers in one transaction, each unless a later one of the same player is kept; newcomers join by them.

        Returns for each what became of it, or why it is refused: `RoundOver`, `DuplicateFull` or `LeftRound`.

        Raises `NoDuplicate` and `NotBegun`.
        """
        async with self._database.write(f"duplicate {number}") as connection:
            duplicate = await _unfinished(connection, number)
            if not duplicate.round:
                raise NotBegun
            open_ = await _round(connection, duplicate)
            players = await _players(connection, number)
            kept = await _answers_of(connection, duplicate, [one.answer.player for one in given])
            keeping = Keeping(open_, players, kept)
            outcomes = [keeping.take(one) for one in given]
            if joining := [_player_row(number, one) for one in keeping.joining.values()]:
                await put(connection, DUPLICATE_PLAYERS, joining)
            if new := [_answer_row(duplicate, one) for one in keeping.new.values()]:
                await put(connection, DUPLICATE_ANSWERS, new)
            if await _reckon(connection, duplicate, now, open_) == now:
                return [replace(one, ends_round=True) if isinstance(one, AnswerOutcome) else one for one in outcomes]
        return outcomes

    # --- the loop -----------------------------------------------------------------------------------------------------

    async def _of(self, rows: Sequence[Row[Any]]) -> tuple[Duplicate, ...]:
        return tuple(map(_duplicate_of, rows))

    async def release(self, number: int, owner: str, now: int) -> None:
        """Give up a lease after what was due is done."""
        async with self._database.write(f"duplicate {number}") as connection:
            if await _set(connection, number, owner, owner=None, attempts=0):
                await _reckon(connection, await _duplicate(connection, number), now)

    async def is_due(self, number: int, now: int) -> bool:
        """Whether the present round is to be closed: its time is up, or everyone has answered."""
        async with self._database.read() as connection:
            duplicate = await _duplicate(connection, number)
            at = await _due_at(connection, duplicate, now)
            return at is not None and at <= now

    async def advance(
        self, duplicate: Duplicate, following: NewRound | None, ending: Ending, now: int, ends: int
    ) -> None:
        """Close the present round of a duplicate, if there is one, and begin the next; without one, end it so.

        Nothing changes if someone else has done so. It also ends after some rounds without any person's answer.
        The round would end at `ends`; after a daily one that is played out, the next one begins then.
        """
        number = duplicate.number
        async with self._database.write(f"duplicate {number}") as connection:
            present = await _duplicate(connection, number)
            if present.phase is not DuplicatePhase.RUNNING or present.round != duplicate.round:
                return
            if present.round:
                await _close(connection, present, now)
                if following and await _is_silent(connection, present):
                    following, ending = None, Ending.SILENT
            if following:
                await _begin(connection, present, following, now, ends)
                return
            await _set(connection, number, phase=DuplicatePhase.OVER.value, ending=ending.value)
            if present.daily and ending is Ending.PLAYED_OUT and present.round:
                await take_lock(connection, _opening(present.server))
                await _open(connection, replace(present, opened=ends, round=0, attempts=0), ())

    async def crown(self, duplicate: Duplicate, key: str, won: Mapping[str, str], now: int) -> None:
        """Note which people have won a duplicate, by their ids and names."""
        async with self._database.write(f"duplicate {duplicate.number}") as connection:
            await crown(connection, key, duplicate.server, HonourKind.DUPLICATE, won, "", now)

    async def restart_clock(self, round_: Round, began: int, ends: int) -> Round:
        """Let the time of a round begin anew, because it is only posted now."""
        unposted = (DUPLICATE_ROUNDS.c.key == round_.key, DUPLICATE_ROUNDS.c.message.is_(None))
        await self._change(update(DUPLICATE_ROUNDS).where(*unposted).values(began=began, ends=ends))
        return replace(round_, began=began, ends=ends)

    async def posted_round(self, duplicate: Duplicate, round_: Round, message: int) -> bool:
        """Note the post of a round; False if its duplicate has moved to another channel, so that it is posted there."""
        async with self._database.write(f"duplicate {duplicate.number}") as connection:
            if (await _duplicate(connection, duplicate.number)).channel != duplicate.channel:
                return False
            posted = update(DUPLICATE_ROUNDS).where(DUPLICATE_ROUNDS.c.key == round_.key)
            await connection.execute(posted.values(message=message))
            return True

    async def posted(self, number: int, *, lobby: int | None = None, final: int | None = None) -> None:
        """Note the post of a lobby or of the end."""
        values = {"lobby": lobby} if final is None else {"final": final}
        await self._change(update(DUPLICATES).where(DUPLICATES.c.number == number).values(**values))


def _opening(server: int) -> str:
    """The lock of those who open a duplicate in a server."""
    return f"duplicates {server}"


# --- in a transaction -------------------------------------------------------------------------------------------------


async def _duplicate(connection: AsyncConnection, number: int) -> Duplicate:
    return _only(await fetch(connection, _DUPLICATE, {"one": number}))


def _only(rows: Sequence[Any]) -> Duplicate:
    if not rows:
        raise NoDuplicate
    return _duplicate_of(rows[0])


async def _unfinished(connection: AsyncConnection, number: int) -> Duplicate:
    found = await _duplicate(connection, number)
    if found.phase is DuplicatePhase.OVER:
        raise NoDuplicate
    return found


async def _check_free(connection: AsyncConnection, channel: int) -> None:
    """Raise `DuplicateHere` for a channel with a duplicate that is not over."""
    table = DUPLICATES
    query = select(table.c.number).where(table.c.channel == channel, table.c.phase.in_(_UNFINISHED))
    if (await connection.execute(query.limit(1))).one_or_none():
        raise DuplicateHere


async def _daily(connection: AsyncConnection, server: int) -> Duplicate | None:
    table = DUPLICATES
    query = select(table).where(table.c.server == server, table.c.daily, table.c.phase.in_(_UNFINISHED))
    row = (await connection.execute(query.limit(1))).one_or_none()
    return _duplicate_of(row) if row else None


async def _round(connection: AsyncConnection, duplicate: Duplicate) -> Round:
    [row] = await fetch(connection, _ROUND, {"one": duplicate.number, "round": duplicate.round})
    return _round_of(row)


async def _players(connection: AsyncConnection, number: int) -> dict[str, DuplicatePlayer]:
    return {row.player: _player_of(row) for row in await fetch(connection, _PLAYERS, {"one": number})}


async def _answers_of(connection: AsyncConnection, duplicate: Duplicate, people: Sequence[str]) -> dict[str, Answer]:
    """The answers of people to the present round."""
    table = DUPLICATE_ANSWERS
    mine = (table.c.duplicate == duplicate.number, table.c.round == duplicate.round, table.c.player.in_(people))
    rows = await connection.execute(select(table).where(*mine))
    return {row.player: _answer_of(row) for row in rows}


async def _set(connection: AsyncConnection, number: int, *leased_by: str, **values: Any) -> int:
    """Change a duplicate's row, only while a process has the lease if one is named; returns how many rows changed."""
    change = update(DUPLICATES).where(DUPLICATES.c.number == number)
    if leased_by:
        change = change.where(DUPLICATES.c.owner.in_(leased_by))
    return (await connection.execute(change.values(**values))).rowcount


async def _open(connection: AsyncConnection, duplicate: Duplicate, players: Sequence[DuplicatePlayer]) -> Duplicate:
    row = _duplicate_row(duplicate) | {"at": duplicate.opened, "due": duplicate.opened, "owner": None}
    result = await connection.execute(insert(DUPLICATES).values(**row))
    assert result.inserted_primary_key
    number = int(result.inserted_primary_key[0])
    if players:
        rows = [_player_row(number, one) for one in players]
        await connection.execute(insert(DUPLICATE_PLAYERS), rows)
    return replace(duplicate, number=number)


async def _count(connection: AsyncConnection, duplicate: Duplicate) -> tuple[int, int]:
    """How many of the people who are in have answered the present round, and how many are in."""
    players, answers = DUPLICATE_PLAYERS, DUPLICATE_ANSWERS
    own = (answers.c.duplicate == players.c.duplicate) & (answers.c.player == players.c.player)
    both = players.outerjoin(answers, own & (answers.c.round == duplicate.round))
    people = (players.c.duplicate == duplicate.number, ~players.c.has_left, players.c.level.is_(None))
    query = select(func.count(answers.c.player), func.count()).select_from(both).where(*people)
    answered, count = (await connection.execute(query)).one()
    return answered, count


async def _reckon(
    connection: AsyncConnection, duplicate: Duplicate, now: int | None = None, open_: Round | None = None
) -> int | None:
    """Note and return when something is to be done; a lease stays as it is.

    `open_` is the present round, if it is known.
    """
    at, table = await _due_at(connection, duplicate, now, open_), DUPLICATES
    await _set(connection, duplicate.number, at=at, due=case((table.c.owner.is_(None), at), else_=table.c.due))
    return at


async def _due_at(
    connection: AsyncConnection, duplicate: Duplicate, now: int | None, open_: Round | None = None
) -> int | None:
    """When something is to be done about a duplicate; `now` stands for at once."""
    now = duplicate.opened if now is None else now
    match duplicate.phase:
        case DuplicatePhase.LOBBY:
            return now if duplicate.lobby is None else duplicate.opened + DUPLICATE_LOBBY_PATIENCE
        case DuplicatePhase.OVER:
            return now if duplicate.final is None else None
        case DuplicatePhase.RUNNING:
            if not duplicate.round:
                return max(now, duplicate.opened)
            open_ = open_ or await _round(connection, duplicate)
            if open_.message is None or await _all_have_answered(connection, duplicate):
                return now
            return open_.ends + ANSWER_GRACE


async def _all_have_answered(connection: AsyncConnection, duplicate: Duplicate) -> bool:
    """Whether nobody is left to wait for; a daily round stays open for those who have not come yet."""
    answered, people = await _count(connection, duplicate)
    return answered == people > 0 and not duplicate.daily


async def _close(connection: AsyncConnection, duplicate: Duplicate, now: int) -> None:
    table, players = DUPLICATE_ROUNDS, DUPLICATE_PLAYERS
    present = select(func.count()).where(players.c.duplicate == duplicate.number, ~players.c.has_left)
    count = (await connection.execute(present)).scalar_one()
    mine = (table.c.duplicate == duplicate.number, table.c.number == duplicate.round)
    await connection.execute(update(table).where(*mine).values(closed=now, players=count))


async def _is_silent(connection: AsyncConnection, duplicate: Duplicate) -> bool:
    """Whether no person has answered any of the latest rounds."""
    table = DUPLICATE_ANSWERS
    if duplicate.round < SILENT_ROUNDS:
        return False
    computers = [computer_id(number) for number in range(len(duplicate.levels))]
    latest = (table.c.duplicate == duplicate.number, table.c.round > duplicate.round - SILENT_ROUNDS)
    query = select(table.c.player).where(*latest, table.c.player.not_in(computers))
    return (await connection.execute(query.limit(1))).one_or_none() is None


async def _begin(connection: AsyncConnection, duplicate: Duplicate, following: NewRound, now: int, ends: int) -> None:
    number = duplicate.round + 1
    round_ = Round(0, number, following.rack, now, ends, following.top, following.points)
    tiles = {"rack": _CONVERTER.unstructure(round_.rack), "top": _CONVERTER.unstructure(round_.top)}
    place = {"duplicate": duplicate.number, "board": board_key(following.board)}
    await connection.execute(insert(DUPLICATE_ROUNDS).values(**row_of(DUPLICATE_ROUNDS, round_, **place, **tiles)))
    later = replace(duplicate, round=number)
    answers = [Answer(player, *given, now) for player, given in following.answers.items()]
    if answers:
        await connection.execute(insert(DUPLICATE_ANSWERS), [_answer_row(later, one) for one in answers])
    await _set(connection, duplicate.number, round=number)


# --- rows -------------------------------------------------------------------------------------------------------------


def _duplicate_of(row: Row[Any]) -> Duplicate:
    return value_of(Duplicate, row, setup=_setup_of(row.setup), style=DuplicateStyle(**row.style))


def _duplicate_row(one: Duplicate) -> dict[str, Any]:
    return row_of(DUPLICATES, one, setup=_setup_data(one.setup), style=asdict(one.style), ending=None)


def _setup_of(data: Mapping[str, Any]) -> Setup:
    return _setup_in(json.dumps(data))


@lru_cache(maxsize=64)
def _setup_in(text: str) -> Setup:
    """The setup of a duplicate, which two hundred people ask for at once."""
    data = json.loads(text)
    orientation = Orientation.of_code(data["orientation"]) or STANDARD
    return Setup(decode_variant(data["variant"]), Rules(), LexiconRef(*data["lexicon"]), orientation)


def _setup_data(setup: Setup) -> dict[str, Any]:
    lexicon = [setup.lexicon.name, setup.lexicon.digest]
    return {"variant": encode_variant(setup.variant), "lexicon": lexicon, "orientation": setup.orientation.code}


def _round_of(row: Row[Any]) -> Round:
    rack, top = _CONVERTER.structure(row.rack, Tiles), _CONVERTER.structure(row.top, Placement)
    return value_of(Round, row, rack=rack, top=top)


def _open_tiles(row: Row[Any]) -> OpenTiles:
    lexicon = _setup_of(row.setup).lexicon.name
    language = next((one.language for one in list_lexicons() if one.name == lexicon), "")
    rack = _CONVERTER.structure(row.rack, Tiles)
    return OpenTiles(row.key, row.duplicate, row.number, rack, row.server, row.channel, language)


def _player_of(row: Row[Any]) -> DuplicatePlayer:
    return value_of(DuplicatePlayer, row, id=row.player)


def _player_row(number: int, player: DuplicatePlayer) -> dict[str, Any]:
    return row_of(DUPLICATE_PLAYERS, player, duplicate=number, player=player.id)


def _answer_of(row: Row[Any]) -> Answer:
    return value_of(Answer, row, move=_CONVERTER.structure(row.move, Placement))


def _by_round(rows: Sequence[Any]) -> dict[int, dict[str, Answer]]:
    found: dict[int, dict[str, Answer]] = {}
    for row in rows:
        found.setdefault(row.round, {})[row.player] = _answer_of(row)
    return found


def _answer_row(duplicate: Duplicate, answer: Answer) -> dict[str, Any]:
    place = {"duplicate": duplicate.number, "round": duplicate.round}
    return row_of(DUPLICATE_ANSWERS, answer, **place, move=_CONVERTER.unstructure(answer.move))


@dataclass
class Keeping:
    """Which answers to a round are kept, and who joins by them, given all players and the answers kept before."""

    open: Round
    players: dict[str, DuplicatePlayer]
    kept: dict[str, Answer]
    new: dict[str, Answer] = field(default_factory=dict)
    joining: dict[str, DuplicatePlayer] = field(default_factory=dict)

    def take(self, given: NewAnswer) -> AnswerOutcome | BotError:
        """Take the next answer; returns as `DuplicateStore.answer`."""
        answer = given.answer
        if given.round != self.open.number or self.open.closed is not None or answer.at > self.open.ends:
            return RoundOver()
        try:
            joined = _joining(self.players, answer.player, given.name, self.open.number)
        except (DuplicateFull, LeftRound) as refusal:
            return refusal
        if joined:
            self.players[joined.id] = self.joining[joined.id] = joined
        before = self.kept.get(answer.player)
        if before is None or before.at <= answer.at:
            self.kept[answer.player] = self.new[answer.player] = answer
        return AnswerOutcome(before)


def _joining(players: Mapping[str, DuplicatePlayer], person: str, name: str, number: int) -> DuplicatePlayer | None:
    """Somebody who comes into a round, 0 before the first, or has another name; None if nothing changes.

    Raises `DuplicateFull` and `LeftRound`.
    """
    known = players.get(person)
    if known is None and len(players) >= MOST_PLAYERS:
        raise DuplicateFull(MOST_PLAYERS)
    if known and known.has_left and known.joined > number > 0:
        raise LeftRound
    joined = DuplicatePlayer(person, name, known.joined if known else max(1, number))
    return None if joined == known else joined


# --- results ----------------------------------------------------------------------------------------------------------


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
