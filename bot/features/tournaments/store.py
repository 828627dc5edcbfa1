"""Tournaments, their players and boards. Every change makes the tournament due, so that it is seen to and shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Boolean, Column, ColumnElement, Index, Row, Text, delete, func, insert, select, true, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.competitions.results import BYE, PairedResult
from bot.competitions.store import ONE, CompetitionStore, competition_of, competition_table, new_row
from bot.features.tournaments.receipts import (
    BoardUnknown,
    ChannelHasTournament,
    EntryClosed,
    GatheringOver,
    HasPlayed,
    NobodyToReplace,
    NotEntered,
    NothingToReopen,
    NotPlaying,
    RoundHasBegun,
    RoundIsPlayed,
    TooManyEntrants,
    TooManyMakers,
    TooManyTournaments,
)
from bot.model.honours import HonourKind
from bot.pairing.bracket import can_reopen, has_room, open_ties, passing, superseded, vacancies
from bot.pairing.draws import rounds_among
from bot.pairing.values import (
    FIXED,
    Entrant,
    Format,
    Leaving,
    Of,
    Pairing,
    RoundMessage,
    Ruling,
    State,
    Ties,
    Tournament,
)
from bot.store.honours import crown
from bot.store.rows import put, row_of, value_of, values_of
from bot.store.tables import table
from engine.game.state import Person

MOST_PLAYERS = 128
MOST_HERE = 4
"""Tournaments of one server that are not over; a channel has one."""
MOST_MAKERS = 20
"""People of one server who make tournaments besides the moderators."""

TOURNAMENTS = competition_table(
    "tournaments",
    Tournament,
    "entrants boards sheets",
    ties=Column("ties", Text, nullable=False, server_default=Ties.SEED.value),
    absences=Column("absences", Boolean, nullable=False, server_default=true()),
)
"""Tournaments. The defaults are for those made when the better seed always played on, and everyone could be away."""

ENTRANTS = table("tournament_entrants", Entrant, key="tournament number", tournament=int)
"""Who plays in tournaments."""
Index("uq_tournament_entrants_person", ENTRANTS.c.tournament, ENTRANTS.c.person, unique=True)

MAKERS = table("tournament_makers", key="server person", server=int, person=str)
"""Who makes tournaments besides the moderators."""

BOARDS = table(
    "tournament_boards",
    Pairing,
    key="tournament round board",
    without="points",
    tournament=int,
    first_points=int | None,
    second_points=int | None,
)
"""The pairs of all rounds, by the numbers of entrants; without `second` it is a bye."""
Index("ix_tournament_boards_game", BOARDS.c.game)

SHEETS = table("tournament_sheets", RoundMessage, key="tournament of round", tournament=int)
"""The messages about rounds, and numbers for what they show."""


class TournamentStore(CompetitionStore[Tournament]):
    """All tournaments. Its methods raise what they refuse before anything has changed."""

    queued, games, belongs_to = TOURNAMENTS, BOARDS, BOARDS.c.tournament
    undecided, live = BOARDS.c.first_points.is_(None), TOURNAMENTS.c.state == State.PLAYING.value
    gone, unfinished = NotPlaying, TOURNAMENTS.c.state != State.OVER.value
    parts = (
        select(ENTRANTS).where(ENTRANTS.c.tournament == ONE).order_by(ENTRANTS.c.number),
        select(BOARDS).where(BOARDS.c.tournament == ONE).order_by(BOARDS.c.round, BOARDS.c.board),
        select(SHEETS).where(SHEETS.c.tournament == ONE),
    )

    # --- reading ------------------------------------------------------------------------------------------------------

    async def planned(self, server: int) -> tuple[Tournament, ...]:
        """The tournaments of a server that start by themselves at a known instant."""
        known = (TOURNAMENTS.c.state == State.GATHERING.value, TOURNAMENTS.c.starts.is_not(None))
        return await self._all(select(TOURNAMENTS.c.number).where(TOURNAMENTS.c.server == server, *known))

    async def between_rounds(self, server: int) -> tuple[Tournament, ...]:
        """The tournaments of a server whose next round begins by itself at a known instant."""
        known = (TOURNAMENTS.c.state == State.PLAYING.value, TOURNAMENTS.c.next_at.is_not(None))
        return await self._all(select(TOURNAMENTS.c.number).where(TOURNAMENTS.c.server == server, *known))

    # --- what directors and players do ----------------------------------------------------------------------------

    async def make(self, tournament: Tournament, now: int) -> None:
        """Write down a new tournament. Raises `ChannelHasTournament` and `TooManyTournaments`."""
        async with self._database.write(f"tournaments {tournament.server}") as connection:
            await self._check_room(connection, tournament)
            await connection.execute(insert(TOURNAMENTS), [new_row(TOURNAMENTS, tournament, now)])

    async def _check_room(self, connection: AsyncConnection, one: Tournament) -> None:
        """Raise `ChannelHasTournament` and `TooManyTournaments` where no further one can be played."""
        live = (TOURNAMENTS.c.server == one.server, TOURNAMENTS.c.state != State.OVER.value)
        channels = (await connection.execute(select(TOURNAMENTS.c.channel).where(*live))).scalars().all()
        if one.channel in channels:
            raise ChannelHasTournament
        if len(channels) >= MOST_HERE:
            raise TooManyTournaments(MOST_HERE)

    async def enter(self, number: int, person: Person, now: int) -> None:
        """Enter somebody, also again. Raises as `check_room`, and `TooManyEntrants`.

        Whoever enters while players check in is there. If a round is drawn that has not begun, it is drawn anew.
        """
        async with self._changing(number, now) as (connection, found):
            known = found.of(person.id)
            check_room(found, known)
            place = known.number if known else _next_number(found)
            rating, here, instead = (known.rating, known.here, known.instead) if known else (0, found.called, None)
            entrant = Entrant(place, person.id, person.name, person.by_ear, rating, here=here, instead=instead)
            await put(connection, ENTRANTS, row_of(ENTRANTS, entrant, tournament=number))
            if known is None or known.dropped:
                await self._draw_among(connection, found, len(found.active) + 1)

    async def substitute(self, number: int, person: Person, out: int, now: int) -> None:
        """Let somebody play on in a knockout instead of an entrant who has left it since winning a game.

        Raises `NobodyToReplace`, `HasPlayed` and `TooManyEntrants`. As `enter`, it has the next round drawn anew.
        """
        async with self._changing(number, now) as (connection, found):
            if out not in vacancies(found):
                raise NobodyToReplace
            if found.of(person.id) is not None:
                raise HasPlayed
            entrant = Entrant(_next_number(found), person.id, person.name, person.by_ear, instead=out)
            await put(connection, ENTRANTS, row_of(ENTRANTS, entrant, tournament=number))
            await self._undraw(connection, found)

    async def withdraw(self, number: int, person: str, now: int, leaving: Leaving = Leaving.LEFT) -> None:
        """Let somebody leave. Raises `NotEntered`, and `GatheringOver` if it is over.

        Before the start, only who is removed leaves a trace, until then: they may not come back by themselves. A
        running game is given up. If a round is drawn that has not begun, it is drawn anew.
        """
        async with self._changing(number, now) as (connection, found):
            entrant = found.of(person)
            if entrant is None or entrant.dropped:
                raise NotEntered
            if found.state is State.OVER:
                raise GatheringOver
            await self._part(connection, found, [person], leaving)

    async def drop(self, number: int, people: Sequence[str], now: int) -> None:
        """Let those leave who have left the server. Raises `GatheringOver` if it is over."""
        async with self._changing(number, now) as (connection, found):
            if found.state is State.OVER:
                raise GatheringOver
            if there := [one.person for one in found.active if one.person in people]:
                await self._part(connection, found, there, Leaving.GONE)

    async def _part(
        self, connection: AsyncConnection, found: Tournament, people: Sequence[str], leaving: Leaving
    ) -> None:
        own = (ENTRANTS.c.tournament == found.number, ENTRANTS.c.person.in_(people))
        if found.state is State.GATHERING and leaving is not Leaving.REMOVED:
            await connection.execute(delete(ENTRANTS).where(*own))
        else:
            out = {"dropped": True, "leaving": leaving.value}
            await connection.execute(update(ENTRANTS).where(*own).values(**out))
            await self._draw_among(connection, found, len(found.active) - len(people))

    async def check_in(self, number: int, person: str, now: int) -> None:
        """Note that a player is there. Raises `NotEntered`, and `GatheringOver` if nobody is asked to check in."""
        async with self._changing(number, now) as (connection, found):
            if found.state is not State.GATHERING or not found.called:
                raise GatheringOver
            if person not in {one.person for one in found.active}:
                raise NotEntered
            own = (ENTRANTS.c.tournament == number, ENTRANTS.c.person == person)
            await connection.execute(update(ENTRANTS).where(*own).values(here=True))

    async def called(self, number: int, now: int) -> None:
        """Note that the players have been asked to check in."""
        async with self._changing(number, now) as (connection, _):
            await self._set(connection, number, called=True)

    async def postpone(self, number: int, now: int) -> None:
        """Leave the start to the director: too few players have come."""
        async with self._changing(number, now) as (connection, found):
            if found.state is State.GATHERING:
                await self._set(connection, number, starts=None)

    async def start(
        self, number: int, rounds: int, ratings: Mapping[str, int], now: int, *, begins: bool = False
    ) -> None:
        """End the gathering; whoever was asked to check in and has not is out. Raises `GatheringOver`.

        If it `begins` at once, its first round does so by itself.
        """
        async with self._changing(number, now) as (connection, found):
            if found.state is not State.GATHERING:
                raise GatheringOver
            started = {"state": State.PLAYING.value, "rounds": rounds, "next_at": now if begins else None}
            await self._set(connection, number, **started)
            removed = (ENTRANTS.c.tournament == number, ENTRANTS.c.dropped.is_(True))
            await connection.execute(delete(ENTRANTS).where(*removed))
            for one in found.active:
                out = found.called and not one.here
                rated = update(ENTRANTS).where(ENTRANTS.c.tournament == number, ENTRANTS.c.number == one.number)
                await connection.execute(rated.values(rating=ratings.get(one.person, 0), dropped=out))

    async def draw(
        self, before: Tournament, pairs: Sequence[tuple[int, int | None]], now: int, rounds: int | None = None
    ) -> None:
        """Write down the pairs of the next round; `rounds` are as many as there are now.

        Raises `RoundIsPlayed` if it has changed since it was read.
        """
        async with self._changing(before.number, now) as (connection, found):
            if (found.state, found.drawn, found.begun) != (State.PLAYING, before.drawn, before.begun):
                raise RoundIsPlayed
            if found.active != before.active or found.counted != before.counted:
                raise RoundIsPlayed
            free = not found.plan.plays_byes
            boards = [
                Pairing(found.drawn + 1, place, first, second, points=(BYE, 0) if second is None and free else None)
                for place, (first, second) in enumerate(pairs, 1)
            ]
            if boards:
                await connection.execute(insert(BOARDS), [_board_row(before.number, one) for one in boards])
            await self._set(connection, before.number, drawn=found.drawn + 1, rounds=rounds or found.plan.rounds)

    async def redraw(self, number: int, boards: Sequence[Pairing], now: int) -> None:
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
            await self._undraw(connection, found)
            return found.drawn

    async def begin(self, number: int, wanted: int, now: int) -> None:
        """Let the games of a round open whose pairs are drawn. Nothing changes if it has begun before."""
        async with self._changing(number, now) as (connection, found):
            if found.state is not State.PLAYING:
                raise NotPlaying
            if found.begun == wanted - 1 and found.drawn == wanted:
                await self._set(connection, number, begun=wanted, next_at=None)

    async def correct(self, number: int, board: Pairing, now: int, *, follow: bool = False) -> None:
        """Set the points or the ruling of a board of a round that has begun, also at the end. Raises `BoardUnknown`.

        In a knockout, games that break a tie which there is no more are called off, and if it is to `follow`, so are
        the boards for which other people `pass` because of it, whose pair is drawn anew. A void game of the round that
        is played is played again. A tournament that is over goes on for these; raises as `reopen` where it cannot.
        """
        async with self._changing(number, now) as (connection, found):
            if not any((one.round, one.board) == (board.round, board.board) for one in found.counted):
                raise BoardUnknown
            is_knockout = found.plan.format is Format.KNOCKOUT
            change = passing(found, board) if follow else None
            again = is_knockout and board.ruling is Ruling.VOID and board.round == found.begun
            if found.state is State.OVER and (change or again):
                await self._reopen(connection, found)
            await self._set_result(connection, found, board)
            for one in (*superseded(found, board), *(change.off if change else ())):
                await self._set_result(connection, found, replace(one, points=(0, 0), ruling=Ruling.VOID))
            if is_knockout:
                await self._undraw(connection, found)
            if change:
                await self._pair_anew(connection, found, change.round, change.pair)
            if again:
                await self._pair_anew(connection, found, board.round, board.players)

    async def _set_result(self, connection: AsyncConnection, found: Tournament, board: Pairing) -> None:
        first, second = board.points or (None, None)
        ruling = board.ruling.value if board.ruling else None
        told = {"forfeit": False, "stuck": False, "correction": found.version if board.second or board.game else None}
        facts = {"first_points": first, "second_points": second, "ruling": ruling, "advances": None}
        await connection.execute(update(BOARDS).where(*self._is(found, board)).values(**facts, **told))

    async def _pair_anew(
        self, connection: AsyncConnection, found: Tournament, number: int, players: Sequence[int]
    ) -> None:
        """A further board of a round; its number, and with it its game, is a new one."""
        if not players:
            return
        place = 1 + max(one.board for one in found.round(number))
        first, second = players[0], players[1] if len(players) > 1 else None
        board = Pairing(number, place, first, second, points=(BYE, 0) if second is None else None)
        await connection.execute(insert(BOARDS), [_board_row(found.number, board)])

    async def break_tie(self, number: int, board: Pairing, now: int, *, advances: int | None = None) -> None:
        """Have a tie in a knockout broken by a further game, or by who `advances`. Raises `BoardUnknown`."""
        async with self._changing(number, now) as (connection, found):
            tied = next((one for one in open_ties(found) if one.board == board.board), None)
            if tied is None or board.round != found.begun or advances not in (None, *tied.players):
                raise BoardUnknown
            here = update(BOARDS).where(*self._is(found, tied))
            await connection.execute(here.values(stuck=False, advances=advances))
            if advances is None:
                await self._pair_anew(connection, found, tied.round, tied.players[::-1])

    async def asked(self, one: Tournament, board: Pairing) -> None:
        """Note that the director has been asked about a tie."""
        await self._change(update(BOARDS).where(*self._is(one, board)).values(stuck=True))

    async def moved(self, one: Tournament, board: Pairing, now: int) -> None:
        """Have the pairs of a round lead to the place where the game of a board goes on."""
        async with self._changing(one.number, now) as (connection, _):
            pairs = (SHEETS.c.tournament == one.number, SHEETS.c.of == Of.PAIRS.value, SHEETS.c.round == board.round)
            await connection.execute(update(SHEETS).where(*pairs).values(listed=-1))

    async def end(self, number: int, now: int) -> None:
        """End a tournament; games that are running go on. Raises `NotPlaying` if it is over."""
        async with self._changing(number, now) as (connection, found):
            if found.state is State.OVER:
                raise NotPlaying
            await self._undraw(connection, found)
            await self._set(connection, number, state=State.OVER.value, next_at=None, ended=now)

    async def reopen(self, number: int, now: int) -> None:
        """Let a tournament go on that was ended before it was decided; the round that was played is told once more.

        Raises `NothingToReopen`, `ChannelHasTournament` and `TooManyTournaments`.
        """
        async with self._changing(number, now) as (connection, found):
            if not can_reopen(found):
                raise NothingToReopen
            await self._reopen(connection, found)

    async def _reopen(self, connection: AsyncConnection, found: Tournament) -> None:
        await self._check_room(connection, found)
        await crown(connection, honour_key(found), found.server, HonourKind.TOURNAMENT, {}, found.name, 0)
        await self._set(connection, found.number, state=State.PLAYING.value, ended=None, told=found.begun - 1)

    async def forget(self, number: int) -> None:
        """Throw a tournament away, with its players and boards."""
        async with self._database.write(self._lock(number)) as connection:
            for part in (BOARDS, ENTRANTS, SHEETS):
                await connection.execute(delete(part).where(part.c.tournament == number))
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

    async def _draw_among(self, connection: AsyncConnection, found: Tournament, players: int) -> None:
        """Have a round that is drawn drawn anew, as so many play now."""
        await self._undraw(connection, found)
        if found.state is State.PLAYING and not found.begun:
            await self._set(connection, found.number, rounds=rounds_among(found, players))

    async def _undraw(self, connection: AsyncConnection, found: Tournament) -> None:
        if found.drawn > found.begun:
            gone = (BOARDS.c.tournament == found.number, BOARDS.c.round == found.drawn)
            await connection.execute(delete(BOARDS).where(*gone))
            await self._set(connection, found.number, drawn=found.begun)

    # --- seeing to them -----------------------------------------------------------------------------------------------

    async def decided(self, one: Tournament, board: Pairing, result: PairedResult) -> None:
        """Note how a board's game ended, unless the director has said so."""
        first, second = result.points or (None, None)
        ruling, unplayed = Ruling.BOTH_LOSE.value if result.both_lose else None, result.forfeit and not result.played
        ended = {"first_points": first, "second_points": second, "forfeit": unplayed, "ruling": ruling}
        here = update(BOARDS).where(*self._is(one, board), BOARDS.c.first_points.is_(None))
        await self._change(here.values(**ended, stuck=result.points is None))

    async def note_sheet(self, one: Tournament, sheet: RoundMessage) -> None:
        """Note a message about a round."""
        async with self._database.write(self._lock(one.number)) as connection:
            await put(connection, SHEETS, row_of(SHEETS, sheet, tournament=one.number))

    def _is(self, one: Tournament, place: Pairing) -> tuple[ColumnElement[bool], ...]:
        own = (BOARDS.c.tournament == one.number, BOARDS.c.round == place.round)
        return (*own, BOARDS.c.board == place.board)

    def _whole(self, row: Row[Any], *parts: Any) -> Tournament:
        entrants, boards, sheets = parts
        return competition_of(
            Tournament,
            row,
            entrants=values_of(Entrant, entrants),
            boards=tuple(map(_board_of, boards)),
            sheets=values_of(RoundMessage, sheets),
        )


def honour_key(one: Tournament) -> str:
    """What names the honour of having won a tournament."""
    return f"tournament/{one.number}"


def check_room(one: Tournament, known: Entrant | None) -> None:
    """Raise `GatheringOver` or `EntryClosed` if somebody cannot play in a tournament any more."""
    if not has_room(one, known):
        raise EntryClosed if one.plan.format in FIXED and one.state is State.PLAYING else GatheringOver


def _next_number(one: Tournament) -> int:
    if len(one.entrants) >= MOST_PLAYERS:
        raise TooManyEntrants(MOST_PLAYERS)
    return 1 + max((entrant.number for entrant in one.entrants), default=0)


def _board_row(number: int, one: Pairing) -> dict[str, Any]:
    first, second = one.points or (None, None)
    return row_of(BOARDS, one, tournament=number, first_points=first, second_points=second)


def _board_of(row: Row[Any]) -> Pairing:
    return value_of(Pairing, row, points=None if row.first_points is None else (row.first_points, row.second_points))
