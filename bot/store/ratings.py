"""Results of finished games, and ratings with the results that they include."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import permutations
from typing import Any

from sqlalchemy import (
    ColumnElement,
    FromClause,
    Row,
    Select,
    and_,
    bindparam,
    delete,
    distinct,
    func,
    insert,
    literal,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.games import GamePhase, GameResult, PlayerResult
from bot.model.ratings import (
    ALL_SERVERS,
    BASE,
    OPPONENTS,
    SETTLED,
    Contest,
    Ladder,
    RatedPerson,
    RatedPlace,
    Rivalry,
    Rung,
)
from bot.store.database import Database, Repository
from bot.store.honours import Honours
from bot.store.rows import add_missing, put, row_of, value_of, values_of
from bot.store.tables import CONTESTS, EVENTS, GAMES, LEFT_SERVERS, PLAYER_RESULTS, RATINGS, RESULTS, RIVALRIES, SEATS
from engine.game.codec import decode
from engine.game.events import Opened, RulesChanged
from engine.model.tempo import tempo_of

GAMES_TO_LEARN = 3
"""Finished games with a play of one's own, after which one knows how moves are made."""


class Results(Repository):
    """The results of finished games; `Journal.commit` writes them. `honours` are what people have won besides."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.honours = Honours(database)

    async def of_game(self, game: str) -> GameResult | None:
        """The result of a game; None while it is played, or if it was broken off."""
        return next(iter(await self._read(select(RESULTS).where(RESULTS.c.game == game))), None)

    async def of_person(self, person: str, limit: int) -> tuple[GameResult, ...]:
        """A person's latest finished games, newest first."""
        played = select(PLAYER_RESULTS.c.game).where(PLAYER_RESULTS.c.player == person)
        return await self._latest(played, limit)

    async def of_channel(self, channel_id: int, limit: int) -> tuple[GameResult, ...]:
        """The games that were finished last in a channel, newest first."""
        here = select(GAMES.c.game).where(GAMES.c.channel_id == channel_id)
        return await self._latest(here, limit)

    async def _latest(self, games: Select[Any], limit: int) -> tuple[GameResult, ...]:
        query = select(RESULTS).where(RESULTS.c.game.in_(games)).order_by(RESULTS.c.number.desc()).limit(limit)
        return await self._read(query)

    async def knows_moves(self, player: str) -> bool:
        """Whether a player has finished so many games as to know how moves are made."""
        return await self._row(last_to_learn(literal(player))) is not None

    async def latest_game(self, channel_id: int, person: str) -> str | None:
        """The game that was finished last in a channel, else that of a person; also one that somebody ended early.

        Games that ended before the first turn was over do not count.
        """
        over = select(GAMES.c.game).where(GAMES.c.phase == GamePhase.OVER.value, GAMES.c.turn > 1)
        own = select(SEATS.c.game).where(SEATS.c.player == person)
        for place in (GAMES.c.channel_id == channel_id, GAMES.c.game.in_(own)):
            query = over.where(place).order_by(GAMES.c.changed.desc()).limit(1)
            async with self._database.read() as connection:
                if game := (await connection.execute(query)).scalar_one_or_none():
                    return str(game)
        return None

    async def between(self, server: int | None, one: str, other: str, limit: int) -> tuple[GameResult, ...]:
        """The latest games of a server that two people have finished together, newest first."""
        own, others = PLAYER_RESULTS.alias(), PLAYER_RESULTS.alias()
        met = select(own.c.game).join(others, others.c.game == own.c.game)
        met = met.where(own.c.player == one, others.c.player == other)
        query = select(RESULTS).where(RESULTS.c.game.in_(met), RESULTS.c.server == server)
        return await self._read(query.order_by(RESULTS.c.number.desc()).limit(limit))

    async def latest_in(self, ladder: Ladder, people: Collection[str], each: int) -> tuple[GameResult, ...]:
        """The latest games in a ladder of each of some people, newest first; others of theirs may be among them."""
        table, ago = PLAYER_RESULTS.c, func.row_number().over
        number = ago(partition_by=table.player, order_by=RESULTS.c.number.desc()).label("number")
        there = (RESULTS.c.server == ladder.server, RESULTS.c.language == ladder.language)
        rated = (RESULTS.c.tempo == ladder.tempo, RESULTS.c.rated, table.player.in_(people))
        played = select(table.game, number).join(RESULTS, RESULTS.c.game == table.game).where(*there, *rated).subquery()
        latest = RESULTS.c.game.in_(select(played.c.game).where(played.c.number <= each))
        return await self._read(select(RESULTS).where(latest).order_by(RESULTS.c.number.desc()))

    async def ended_in(self, server: int, since: int, until: int, limit: int) -> tuple[GameResult, ...]:
        """A server's latest games that ended from an instant on and before another, newest first."""
        ended = (RESULTS.c.server == server, RESULTS.c.ended >= since, RESULTS.c.ended < until)
        query = select(RESULTS).where(*ended).order_by(RESULTS.c.number.desc()).limit(limit)
        return await self._read(query)

    async def _read(self, query: Select[Any]) -> tuple[GameResult, ...]:
        games = query.with_only_columns(RESULTS.c.game).subquery()
        seats = select(PLAYER_RESULTS).join(games, games.c.game == PLAYER_RESULTS.c.game)
        async with self._database.read() as connection:
            rows = (await connection.execute(query)).all()
            players: dict[str, list[PlayerResult]] = {row.game: [] for row in rows}
            for seat in await connection.execute(seats.order_by(PLAYER_RESULTS.c.game, PLAYER_RESULTS.c.seat)):
                players[seat.game].append(value_of(PlayerResult, seat))
        return tuple(value_of(GameResult, row, players=tuple(players[row.game])) for row in rows)


def last_to_learn(player: ColumnElement[Any]) -> Select[Any]:
    """Select the game after which a player knows how moves are made; nothing if that is still to come."""
    played = select(PLAYER_RESULTS.c.game).where(PLAYER_RESULTS.c.player == player, PLAYER_RESULTS.c.best_word != "")
    return played.limit(1).offset(GAMES_TO_LEARN - 1)


async def write_result(connection: AsyncConnection, result: GameResult) -> None:
    """Keep the result of a game that ends in this transaction."""
    await connection.execute(insert(RESULTS), [row_of(RESULTS, result)])
    rows = [row_of(PLAYER_RESULTS, one, game=result.game, seat=seat) for seat, one in enumerate(result.players)]
    await connection.execute(insert(PLAYER_RESULTS), rows)


Standings = Mapping[tuple[Ladder, str], RatedPerson]
"""Where people stand, by ladder and id."""
Rivalries = Mapping[tuple[Ladder, str, str], Rivalry]
"""Who has been rated against whom, by ladder and both ids."""
RateContest = Callable[[Contest, Standings, Rivalries], Standings]
"""Where the people of a contest stand after it, from what there was before; who has no standing yet is left out."""

LOCK = "ratings"
RESULTS_AT_ONCE = 100
"""How many results one transaction counts."""
_UNCOUNTED = and_(RESULTS.c.rated, ~RESULTS.c.counted)


class RatingStore(Repository):
    """The standings of people. `rate` is the model by which a contest changes them."""

    # --- counting -----------------------------------------------------------------------------------------------------

    async def is_behind(self) -> bool:
        """Whether there are results that are not counted."""
        return await self._value(int, select(RESULTS.c.number).where(_UNCOUNTED).limit(1)) is not None

    async def count(self, rate: RateContest) -> int:
        """Count the next results that are not counted, in the order they were written; returns how many there were."""
        async with self._database.write(LOCK) as connection:
            query = select(RESULTS).where(_UNCOUNTED).order_by(RESULTS.c.number).limit(RESULTS_AT_ONCE)
            contests = await _contests(connection, (await connection.execute(query)).all())
            standings, players = dict(await _standings(connection, contests)), list[dict[str, Any]]()
            rivalries = dict(await _rivalries(connection, contests))
            for contest in contests:
                after = rate(contest, standings, rivalries)
                players += _changes(contest, standings, after)
                standings.update(after)
                rivalries.update(_met(contest, rivalries))
            await _note(connection, contests, players)
            await _put(connection, contests, standings, rivalries)
        return len(contests)

    async def count_contest(self, contest: Contest, rate: RateContest) -> None:
        """Count what a feature has had played, unless it is counted already."""
        async with self._database.write(LOCK) as connection:
            known = select(CONTESTS.c.source).where(CONTESTS.c.source == contest.source)
            if (await connection.execute(known)).one_or_none():
                return
            people = [asdict(one) for one in contest.people]
            await connection.execute(insert(CONTESTS), [row_of(CONTESTS, contest, people=people)])
            before = await _rivalries(connection, (contest,))
            after = rate(contest, await _standings(connection, (contest,)), before)
            await _put(connection, (contest,), after, _met(contest, before))

    # --- looking ------------------------------------------------------------------------------------------------------

    async def of_person(self, person: str, server: int) -> tuple[tuple[Ladder, RatedPerson], ...]:
        """Where a person stands in a server and over all servers, the most games first."""
        mine = (RATINGS.c.player == person, RATINGS.c.server.in_((server, ALL_SERVERS)))
        query = _rated().where(*mine).order_by(RATINGS.c.games.desc(), RATINGS.c.language, RATINGS.c.tempo)
        return tuple((_ladder_of(row), value_of(RatedPerson, row)) for row in await self._rows(query))

    async def of_people(self, ladder: Ladder, people: Collection[str]) -> dict[str, RatedPerson]:
        """Where people stand in a ladder, by id; without those who are not rated there."""
        rows = await self._rows(_rated().where(_in(ladder), RATINGS.c.player.in_(people)))
        return {row.player: value_of(RatedPerson, row) for row in rows}

    async def best(self, ladder: Ladder, first: int, count: int) -> tuple[RatedPerson, ...]:
        """Part of a ladder, without those who have left its server, the best first; `first` counts from 0.

        Those with provisional ratings are below all others.
        """
        query = _rated().where(_in(ladder), _is_there()).order_by(*_order()).offset(first).limit(count)
        return values_of(RatedPerson, await self._rows(query))

    async def ahead_of(self, ladder: Ladder, rated: RatedPerson) -> int:
        """How many people are higher in a ladder than someone in it, as `best` has them."""
        same = RATINGS.c.rating == rated.rating
        more = RATINGS.c.games > rated.games
        earlier = and_(RATINGS.c.games == rated.games, RATINGS.c.player < rated.player)
        higher = or_(RATINGS.c.rating > rated.rating, and_(same, or_(more, earlier)))
        higher = or_(_is_settled(), higher) if rated.is_provisional else and_(_is_settled(), higher)
        query = select(func.count()).select_from(RATINGS).where(_in(ladder), _is_there(), higher)
        return await self._value(int, query) or 0

    async def rungs(self, server: int) -> tuple[Rung, ...]:
        """The ladders of a server, the one with most results first."""
        columns, games = (RATINGS.c.language, RATINGS.c.tempo), func.sum(RATINGS.c.games)
        query = select(*columns, func.count().label("people"), games.label("played"))
        query = query.where(RATINGS.c.server == server, _is_there()).group_by(*columns).order_by(games.desc(), *columns)
        rows = await self._rows(query)
        return tuple(Rung(Ladder(server, row.language, row.tempo), row.people, row.played) for row in rows)

    # --- who has left -------------------------------------------------------------------------------------------------

    async def leave(self, server: int, people: Collection[str]) -> None:
        """Note that people have left a server."""
        async with self._database.write() as connection:
            await add_missing(connection, LEFT_SERVERS, [{"server": server, "player": one} for one in people])

    async def come_back(self, server: int, person: str) -> None:
        """Note that a person is in a server, in case they had left it."""
        here = and_(LEFT_SERVERS.c.server == server, LEFT_SERVERS.c.player == person)
        if await self._row(select(LEFT_SERVERS).where(here)):
            async with self._database.write() as connection:
                await connection.execute(delete(LEFT_SERVERS).where(here))


def _in(ladder: Ladder) -> ColumnElement[bool]:
    table = RATINGS.c
    return and_(table.server == ladder.server, table.language == ladder.language, table.tempo == ladder.tempo)


def _order() -> tuple[ColumnElement[Any], ...]:
    return _is_settled().desc(), RATINGS.c.rating.desc(), RATINGS.c.games.desc(), RATINGS.c.player


def _rated() -> Select[Any]:
    return select(RATINGS, _has_met_enough().label("met_enough"))


def _is_settled() -> ColumnElement[bool]:
    """Whether a rating is not provisional (`RatedPerson.is_provisional`)."""
    return and_(RATINGS.c.games >= SETTLED, _has_met_enough())


def _has_met_enough() -> ColumnElement[bool]:
    mine = [RIVALRIES.c[name] == RATINGS.c[name] for name in (*Ladder._fields, "player")]
    met = select(func.count()).select_from(RIVALRIES).where(*mine).correlate(RATINGS).scalar_subquery()
    other = RATINGS.alias()
    people = select(func.count(distinct(other.c.player))).where(other.c.server == RATINGS.c.server, _is_there(other))
    return or_(met >= OPPONENTS, met >= people.correlate(RATINGS).scalar_subquery() - 1)


def _is_there(ratings: FromClause = RATINGS) -> ColumnElement[bool]:
    """Whether a rated person is not known to have left the server."""
    same = (LEFT_SERVERS.c.server == ratings.c.server, LEFT_SERVERS.c.player == ratings.c.player)
    return ~select(LEFT_SERVERS.c.player).where(*same).correlate(ratings).exists()


# --- in a transaction -------------------------------------------------------------------------------------------------


async def _contests(connection: AsyncConnection, rows: Sequence[Row[Any]]) -> tuple[Contest, ...]:
    """Results as contests of the people in them; an earlier release did not write down language and tempo."""
    games = [row.game for row in rows]
    query = select(PLAYER_RESULTS).where(PLAYER_RESULTS.c.game.in_(games), PLAYER_RESULTS.c.level.is_(None))
    people: dict[str, list[RatedPlace]] = {game: [] for game in games}
    for seat in await connection.execute(query.order_by(PLAYER_RESULTS.c.seat)):
        people[seat.game].append(RatedPlace(seat.player, seat.name, seat.place))
    return tuple([
        Contest(row.game, row.server, *await _language_and_tempo(connection, row), tuple(people[row.game]), row.ended)
        for row in rows
    ])  # fmt: skip


async def _language_and_tempo(connection: AsyncConnection, row: Row[Any]) -> tuple[str, str]:
    if row.language is not None:
        return row.language, row.tempo
    kinds = EVENTS.c.data["type"].as_string().in_([Opened.__name__, RulesChanged.__name__])
    query: Select[Any] = select(EVENTS.c.data).where(EVENTS.c.game == row.game, kinds).order_by(EVENTS.c.sequence)
    events = [decode(dict(data)) for data in (await connection.execute(query)).scalars()]
    opened = next(event for event in events if isinstance(event, Opened))
    rules = [event.rules for event in events if isinstance(event, RulesChanged)]
    return opened.setup.variant.language, tempo_of(rules[-1] if rules else opened.setup.rules).value


def _keys(contest: Contest) -> list[tuple[Ladder, str]]:
    return [(ladder, one.player) for ladder in contest.ladders for one in contest.people]


async def _standings(connection: AsyncConnection, contests: Iterable[Contest]) -> Standings:
    keys = {(*ladder, player) for contest in contests for ladder, player in _keys(contest)}
    columns = tuple_(RATINGS.c.server, RATINGS.c.language, RATINGS.c.tempo, RATINGS.c.player)
    rows = await connection.execute(select(RATINGS).where(columns.in_(list(keys))))
    return {(_ladder_of(row), row.player): value_of(RatedPerson, row, met_enough=True) for row in rows}


def _pairs(contest: Contest) -> Iterator[tuple[Ladder, str, str]]:
    for ladder in contest.ladders:
        for one, other in permutations(contest.people, 2):
            yield ladder, one.player, other.player


async def _rivalries(connection: AsyncConnection, contests: Iterable[Contest]) -> Rivalries:
    people = {(*ladder, one) for contest in contests for ladder, one, _ in _pairs(contest)}
    columns = tuple_(RIVALRIES.c.server, RIVALRIES.c.language, RIVALRIES.c.tempo, RIVALRIES.c.player)
    rows = await connection.execute(select(RIVALRIES).where(columns.in_(list(people))))
    return {(_ladder_of(row), row.player, row.opponent): value_of(Rivalry, row) for row in rows}


def _met(contest: Contest, before: Rivalries) -> Rivalries:
    """What becomes of the rivalries of a contest's people by it."""
    known = {pair: before.get(pair, Rivalry(*pair[1:])) for pair in _pairs(contest)}
    return {pair: one.after(contest.ended) for pair, one in known.items()}


def _changes(contest: Contest, before: Standings, after: Standings) -> list[dict[str, Any]]:
    """What a result has done to the ratings in its server."""
    ladder = contest.ladders[0]
    return [
        {
            "of_game": contest.source,
            "of_player": one.player,
            "rating_before": known.rating if (known := before.get((ladder, one.player))) else BASE,
            "rating": after[ladder, one.player].rating,
        }
        for one in contest.people
    ]


async def _note(connection: AsyncConnection, contests: Sequence[Contest], players: Sequence[Mapping[str, Any]]) -> None:
    """Write down that results are counted, and what that has done."""
    if not contests:
        return
    rows = [{"of_game": one.source, "language": one.language, "tempo": one.tempo} for one in contests]
    counted = update(RESULTS).where(RESULTS.c.game == bindparam("of_game")).values(counted=True)
    await connection.execute(counted.values(language=bindparam("language"), tempo=bindparam("tempo")), rows)
    table = PLAYER_RESULTS
    mine = (table.c.game == bindparam("of_game"), table.c.player == bindparam("of_player"))
    change = update(table).where(*mine)
    changed = change.values(rating_before=bindparam("rating_before"), rating=bindparam("rating"))
    await connection.execute(changed, players)


async def _put(
    connection: AsyncConnection, contests: Iterable[Contest], standings: Standings, rivalries: Rivalries
) -> None:
    if rows := [row_of(RATINGS, one, **ladder._asdict()) for (ladder, _), one in standings.items()]:
        await put(connection, RATINGS, rows)
    if rows := [row_of(RIVALRIES, one, **ladder._asdict()) for (ladder, *_), one in rivalries.items()]:
        await put(connection, RIVALRIES, rows)
    there = [(one.server, person.player) for one in contests if one.server is not None for person in one.people]
    if there:
        back = tuple_(LEFT_SERVERS.c.server, LEFT_SERVERS.c.player).in_(there)
        await connection.execute(delete(LEFT_SERVERS).where(back))


# --- rows -------------------------------------------------------------------------------------------------------------


def _ladder_of(row: Row[Any]) -> Ladder:
    return Ladder(row.server, row.language, row.tempo)
