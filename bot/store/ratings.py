"""Results of finished games, and ratings with the results that they include."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, and_, bindparam, func, insert, literal, or_, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.games import GamePhase, GameResult, PlayerResult
from bot.model.ratings import ALL_SERVERS, BASE, Contest, Ladder, RatedPerson, RatedPlace, Rung
from bot.store.database import Database, Repository
from bot.store.honours import Honours
from bot.store.rows import put, row_of, value_of, values_of
from bot.store.tables import CONTESTS, EVENTS, GAMES, PLAYER_RESULTS, RATINGS, RESULTS, SEATS
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
Rate = Callable[[Contest, Standings], Standings]
"""Where the people of a contest stand after it, from where they stood before; who has no standing yet is left out."""

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

    async def count(self, rate: Rate) -> int:
        """Count the next results that are not counted, in the order they were written; returns how many there were."""
        async with self._database.write(LOCK) as connection:
            query = select(RESULTS).where(_UNCOUNTED).order_by(RESULTS.c.number).limit(RESULTS_AT_ONCE)
            contests = await _contests(connection, (await connection.execute(query)).all())
            standings, players = dict(await _standings(connection, contests)), list[dict[str, Any]]()
            for contest in contests:
                after = rate(contest, standings)
                players += _changes(contest, standings, after)
                standings.update(after)
            await _note(connection, contests, players)
            await _put(connection, standings)
        return len(contests)

    async def count_contest(self, contest: Contest, rate: Rate) -> None:
        """Count what a feature has had played, unless it is counted already."""
        async with self._database.write(LOCK) as connection:
            known = select(CONTESTS.c.source).where(CONTESTS.c.source == contest.source)
            if (await connection.execute(known)).one_or_none():
                return
            people = [asdict(one) for one in contest.people]
            await connection.execute(insert(CONTESTS), [row_of(CONTESTS, contest, people=people)])
            after = rate(contest, await _standings(connection, (contest,)))
            await _put(connection, after)

    # --- looking ------------------------------------------------------------------------------------------------------

    async def of_person(self, person: str, server: int) -> tuple[tuple[Ladder, RatedPerson], ...]:
        """Where a person stands in a server and over all servers, the most games first."""
        mine = (RATINGS.c.player == person, RATINGS.c.server.in_((server, ALL_SERVERS)))
        query = select(RATINGS).where(*mine).order_by(RATINGS.c.games.desc(), RATINGS.c.language, RATINGS.c.tempo)
        return tuple((_ladder_of(row), value_of(RatedPerson, row)) for row in await self._rows(query))

    async def of_people(self, ladder: Ladder, people: Collection[str]) -> dict[str, RatedPerson]:
        """Where people stand in a ladder, by id; without those who are not rated there."""
        rows = await self._rows(select(RATINGS).where(_in(ladder), RATINGS.c.player.in_(people)))
        return {row.player: value_of(RatedPerson, row) for row in rows}

    async def best(self, ladder: Ladder, first: int, count: int) -> tuple[RatedPerson, ...]:
        """Part of a ladder, the best first; `first` counts from 0."""
        query = select(RATINGS).where(_in(ladder)).order_by(*_order()).offset(first).limit(count)
        return values_of(RatedPerson, await self._rows(query))

    async def ahead_of(self, ladder: Ladder, rated: RatedPerson) -> int:
        """How many people are higher in a ladder than someone in it."""
        same = RATINGS.c.rating == rated.rating
        more = RATINGS.c.games > rated.games
        earlier = and_(RATINGS.c.games == rated.games, RATINGS.c.player < rated.player)
        higher = or_(RATINGS.c.rating > rated.rating, and_(same, or_(more, earlier)))
        return await self._value(int, select(func.count()).where(_in(ladder), higher)) or 0

    async def rungs(self, server: int) -> tuple[Rung, ...]:
        """The ladders of a server, the one with most results first."""
        columns, games = (RATINGS.c.language, RATINGS.c.tempo), func.sum(RATINGS.c.games)
        query = select(*columns, func.count().label("people"), games.label("played"))
        query = query.where(RATINGS.c.server == server).group_by(*columns).order_by(games.desc(), *columns)
        rows = await self._rows(query)
        return tuple(Rung(Ladder(server, row.language, row.tempo), row.people, row.played) for row in rows)


def _in(ladder: Ladder) -> ColumnElement[bool]:
    table = RATINGS.c
    return and_(table.server == ladder.server, table.language == ladder.language, table.tempo == ladder.tempo)


def _order() -> tuple[ColumnElement[Any], ...]:
    return RATINGS.c.rating.desc(), RATINGS.c.games.desc(), RATINGS.c.player


# --- in a transaction -------------------------------------------------------------------------------------------------


async def _contests(connection: AsyncConnection, rows: Sequence[Row[Any]]) -> tuple[Contest, ...]:
    """Results as contests of the people in them; an earlier release did not write down language and tempo."""
    games = [row.game for row in rows]
    query = select(PLAYER_RESULTS).where(PLAYER_RESULTS.c.game.in_(games), PLAYER_RESULTS.c.level.is_(None))
    people: dict[str, list[RatedPlace]] = {game: [] for game in games}
    for seat in await connection.execute(query.order_by(PLAYER_RESULTS.c.seat)):
        people[seat.game].append(RatedPlace(seat.player, seat.name, seat.place))
    return tuple([
        Contest(row.game, row.server, *await _language_and_tempo(connection, row), tuple(people[row.game]))
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
    return {(_ladder_of(row), row.player): value_of(RatedPerson, row) for row in rows}


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


async def _put(connection: AsyncConnection, standings: Standings) -> None:
    rows = [row_of(RATINGS, one, **ladder._asdict()) for (ladder, _), one in standings.items()]
    if rows:
        await put(connection, RATINGS, rows)


# --- rows -------------------------------------------------------------------------------------------------------------


def _ladder_of(row: Row[Any]) -> Ladder:
    return Ladder(row.server, row.language, row.tempo)
