"""The rounds of tournaments: opened, counted, followed by the next one, and told to a calendar and a digest."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from zlib import crc32

from bot.competitions.progress import CompetitionLoop
from bot.competitions.results import BYE, PairedResult
from bot.features.tournaments.receipts import NoTournament, NotPlaying, RoundIsPlayed, TooFewEntrants, TournamentOver
from bot.features.tournaments.store import TournamentStore, honour_key
from bot.features.tournaments.venue import DiscordTournamentVenue
from bot.front.occasions import Occasion, Week
from bot.model.honours import HonourKind
from bot.pairing.bracket import contenders, is_settled, is_undecided, open_ties, players_left
from bot.pairing.draws import draw, rounds_for
from bot.pairing.standings import table as table_of
from bot.pairing.standings import winners
from bot.pairing.text import format_title, name_text, round_title, tournament_leaders
from bot.pairing.values import Format, Of, Pairing, RoundMessage, Ruling, State, Ties, Tournament
from bot.text import Texts
from engine.game.clock import may_be_away
from engine.model.durations import DAY, HOUR, MINUTE, SECOND

PORTION = 16
"""Games that are opened before the tournament is seen to again, so that its lease never runs out meanwhile."""
PAIRS_EVERY = 3 * SECOND
"""The pairs of a round show new results at most so often, the last ones at once."""
WAITS, WAITS_LONG = HOUR, 2 * DAY
"""After which time the director is told of a round that waits, also where players have hours or days for a turn."""
LEAST_CHECK_IN = 5 * MINUTE
"""How long they can check in at least, or half the time that was chosen, if the bot was away when that was to begin."""
LOOKS_EVERY = 10 * MINUTE
"""How often the bot looks whether those who play are still in the server."""


class Rounds(CompetitionLoop[Tournament, TournamentStore, DiscordTournamentVenue]):
    """Sees to tournaments."""

    name = "a tournament"
    unknown = NoTournament

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self._waiting: dict[tuple[int, int], int] = {}

    async def _advance(self, one: Tournament) -> int | None:
        if one.forgotten_at is not None and one.forgotten_at <= self._clock.now():
            await self.store.forget(one.number)
            return None
        one = await self._settle(await self._count(one))
        if one.state is State.PLAYING:
            one = await self._decide_for_leavers(await self._present_now_and_then(one, LOOKS_EVERY))
        elif one.state is State.OVER and one.ended is not None:
            won = {row.entrant.person: row.entrant.name for row in winners(one)}
            await self.store.crown(one, honour_key(one), HonourKind.TOURNAMENT, won, one.ended)
        await self._show(one)
        if one.state is State.GATHERING:
            return await self._gather(one)
        if (call := one.sheet(Of.CALL, 0)) and call.listed:
            await self.venue.strip(one, call.message)
            await self.store.note_sheet(one, replace(call, listed=0))
        if not one.begun:
            return await self._begin(await self.present(one) if one.next_at is not None else one)
        one, failures = await self._play(one)
        one = await self._break_ties(one)
        again = await self._show_pairs(one)
        await self._show_standings(one)
        if failures:
            raise failures[0]
        if one.state is State.PLAYING and not is_settled(one):
            await self._tell_waiting(one)
            return self._clock.now() if _unopened(one) else again or await self._next_look(one)
        if one.state is State.PLAYING and await self._waits_for_director(one):
            return again or (await self._again(one)).next_at
        if one.told < one.begun:
            await self._tell(one)
            one = await self._again(one)
        return again or await self._after(one)

    async def _waits_for_director(self, one: Tournament) -> bool:
        """Whether a knockout would end with nobody who has won it, or with somebody who has not won the last round.

        Its director is told, who can correct a result, let somebody play instead or end it. The second waits no longer
        than the pause between rounds.
        """
        if is_undecided(one):
            waits = True
        elif one.plan.format is Format.KNOCKOUT and one.begun < one.plan.rounds and players_left(one) < 2:
            if one.told < one.begun:
                await self._tell(one)
                one = await self._again(one)
            waits = one.plan.pause is None or (one.next_at is not None and self._clock.now() < one.next_at)
        else:
            waits = False
        if waits and one.sheet(Of.STALLED, one.begun) is None:
            message = await self.venue.tell_stalled(one)
            await self.store.note_sheet(one, RoundMessage(Of.STALLED, one.begun, message, 0, self._clock.now()))
        return waits

    async def _gather(self, one: Tournament) -> int | None:
        """Have players check in, and start when it is time; returns when there is something to do."""
        plan, now = one.plan, self._clock.now()
        if plan.starts is None:
            return None
        if plan.checks_in_from is not None and not one.called:
            if now < plan.checks_in_from:
                return plan.checks_in_from
            least = now + min(plan.check_in // 2, LEAST_CHECK_IN)
            if plan.starts < least:
                await self.store.note(one.number, starts=least)
                one = await self._again(one)
            message = await self.venue.call(one)
            await self.store.called(one.number, now)
            await self.store.note_sheet(one, RoundMessage(Of.CALL, 0, message, 1))
            return now
        if now < plan.starts:
            return plan.starts
        one = await self._again(one)  # somebody may have checked in since it was claimed
        try:
            await start(self.store, one, await self.venue.ratings(one), now, begins=True)
        except TooFewEntrants:
            await self.venue.tell_postponed(one)
            await self.store.postpone(one.number, now)
        return now

    async def _begin(self, one: Tournament) -> int | None:
        """Begin the first round of a tournament that has started by itself."""
        if one.next_at is None or one.state is State.OVER:
            return one.forgotten_at
        await begin_next(self.store, one.number, 0, self._clock.now())
        return self._clock.now()

    async def _count(self, one: Tournament) -> Tournament:
        """Write down the games that are over, whatever is refused afterwards."""
        if one.state is not State.PLAYING:
            return one
        for board in one.round(one.begun):
            if board.game and board.points is None and not board.stuck:
                await self._decide(one, board)
        return await self._again(one)

    async def _play(self, one: Tournament) -> tuple[Tournament, list[Exception]]:
        """Open the games of the round, and write down those that are over by now; also why some could not be opened."""
        if one.state is not State.PLAYING:
            return one, []
        if one.sheet(Of.PAIRS, one.begun) is None:
            await self._show_pairs(one)
        failures = await self._open(one, _unopened(one)[:PORTION])
        return await self._count(await self._again(one)), failures

    async def may_hold(self, game: str) -> bool:
        """Whether players may pause a game and be away in it: in a tournament, if its director allows it."""
        one = await self.of_game(game)
        return one is None or one.state is State.OVER or one.plan.absences

    async def _next_look(self, one: Tournament) -> int:
        """When a round that is played has to be looked at, even if nothing is heard of it."""
        looks = [self._looked.get(one.number, self._clock.now()) + LOOKS_EVERY]
        if late := await self._first_late(one):
            looks.append(late)
        if one.sheet(Of.WAITING, one.begun) is None:
            looks.append(self._waiting_since(one) + _patience(one))
        return min(looks)

    async def _first_late(self, one: Tournament) -> int | None:
        """When the first game may be decided for want of a first move; who is away now may be back after as long."""
        going_on = [board for board in one.round(one.begun) if board.game and board.points is None and not board.stuck]
        if one.plan.grace is None or not going_on:
            return None
        due = [await self.venue.late_at(one, board) for board in going_on]
        return min((at for at in due if at is not None), default=self._clock.now() + one.plan.grace)

    def _waiting_since(self, one: Tournament) -> int:
        return self._waiting.setdefault((one.number, one.begun), self._clock.now())

    async def _tell_waiting(self, one: Tournament) -> None:
        """Tell the director once of a round for which this process has waited for long."""
        now = self._clock.now()
        if now >= self._waiting_since(one) + _patience(one) and one.sheet(Of.WAITING, one.begun) is None:
            boards = [board for board in one.round(one.begun) if board.points is None]
            message = await self.venue.tell_waiting(one, boards)
            await self.store.note_sheet(one, RoundMessage(Of.WAITING, one.begun, message, 0, now))

    def _players(self, one: Tournament) -> list[str]:
        if not is_settled(one):
            playing = {number for board in one.round(one.begun) if board.points is None for number in board.players}
            return sorted(entrant.person for entrant in one.active if entrant.number in playing)
        if one.plan.format is not Format.KNOCKOUT:
            return [entrant.person for entrant in one.active]
        return [one.entrant(number).person for number in contenders(one)]

    async def _drop(self, one: Tournament, people: Sequence[str], now: int) -> None:
        await self.store.drop(one.number, people, now)

    async def _decide_for_leavers(self, one: Tournament) -> Tournament:
        """Decide the games of those who have left, or whom the director has removed: they give them up."""
        out = {entrant.number for entrant in one.entrants if entrant.dropped and entrant.leaving}
        boards = [board for board in one.round(one.begun) if board.points is None and out & set(board.players)]
        for board in boards:
            if len(out & set(board.players)) == 2:
                both = replace(board, points=(-BYE, -BYE), ruling=Ruling.BOTH_LOSE)
                await self.store.correct(one.number, both, self._clock.now())
                continue
            loser = next(iter(out & set(board.players)))
            unplayed = PairedResult((BYE, 0) if board.second == loser else (0, BYE), forfeit=True)
            opened = await self._noted(one, board)
            result = await self.venue.forfeit(one, opened, loser) if opened.game else unplayed
            await self.store.decided(one, board, unplayed if result is None or result.points is None else result)
        return await self._again(one) if boards else one

    async def _break_ties(self, one: Tournament) -> Tournament:
        """Have the ties of a knockout decided: by a further game, or by the director."""
        if one.state is not State.PLAYING:
            return one
        for board in (ties := open_ties(one)):
            if one.plan.ties is Ties.GAME:
                await self.store.break_tie(one.number, board, self._clock.now())
            elif not board.stuck:
                await self.venue.ask_tie(one, board)
                await self.store.asked(one, board)
        return await self._again(one) if ties else one

    async def _show_pairs(self, one: Tournament) -> int | None:
        """Have the pairs of all rounds show their threads and results; returns when to look again."""
        due = [await self._show_round(one, number) for number in range(1, one.begun + 1)]
        return min((at for at in due if at is not None), default=None)

    async def _show_round(self, one: Tournament, number: int) -> int | None:
        """Have the pairs of a round show what is new, unless that was a moment ago; returns when to."""
        now, shown, sheet = self._clock.now(), _shown(one, number), one.sheet(Of.PAIRS, number)
        if sheet is None:
            if one.state is not State.OVER:
                await self._note_pairs(one, number, shown, 0)
            return None
        if sheet.listed == shown:
            return None
        if not one.after(number).is_played and now < sheet.listed_at + PAIRS_EVERY:
            return sheet.listed_at + PAIRS_EVERY
        await self._note_pairs(one, number, shown, now)
        return None

    async def _note_pairs(self, one: Tournament, number: int, shown: int, at: int) -> None:
        message = await self.venue.show_pairs(one, number)
        await self.store.note_sheet(one, RoundMessage(Of.PAIRS, number, message, shown, at))

    async def _show_standings(self, one: Tournament) -> None:
        """Have all standings show what the director has corrected since, and no button once it goes on."""
        for number in range(1, one.told + 1):
            sheet = one.sheet(Of.STANDINGS, number)
            if sheet and sheet.listed != _ranked(one, number):
                await self._note_standings(one, number)

    async def _note_standings(self, one: Tournament, number: int) -> None:
        message = await self.venue.show_standings(one, number)
        await self.store.note_sheet(one, RoundMessage(Of.STANDINGS, number, message, _ranked(one, number)))

    async def _moved(self, one: Tournament, place: Pairing) -> None:
        await self.store.moved(one, place, self._clock.now())
        self.wake()

    async def _decide(self, one: Tournament, board: Pairing) -> None:
        if result := await self.venue.result(one, board):
            await self.store.decided(one, board, result)

    async def _tell(self, one: Tournament) -> None:
        await self._note_standings(one, one.begun)
        wait = one.plan.pause
        goes_on = wait is not None and one.state is State.PLAYING and one.begun < one.plan.rounds
        await self.store.note(one.number, told=one.begun, next_at=self._clock.now() + (wait or 0) if goes_on else None)
        self._planned(one.server)

    async def _after(self, one: Tournament) -> int | None:
        """Go on after a round: to the end, or to the next one if its time has come."""
        now = self._clock.now()
        if one.state is State.OVER:
            return one.forgotten_at
        if one.begun >= one.plan.rounds or players_left(one) < 2:
            await self.store.end(one.number, now)
            return now
        one = await self._again(one)
        if one.next_at is not None and one.next_at <= now:
            await self.present(one)
            await begin_next(self.store, one.number, one.begun, now)
        return one.next_at

    # --- elsewhere --------------------------------------------------------------------------------------------------

    async def coming_up(self, server: int, texts: Texts) -> list[Occasion]:
        """The tournaments and the rounds that begin by themselves at a known instant."""
        starts = [(one, "start", one.plan.starts) for one in await self.store.planned(server)]
        rounds = [(one, str(one.begun + 1), one.next_at) for one in await self.store.between_rounds(server)]
        return [_occasion(one, what, at, texts) for one, what, at in (*starts, *rounds) if at is not None]

    async def paragraph(self, week: Week, texts: Texts) -> str:
        """Who leads the tournaments that were played in a week."""
        played = await self.store.played_within(week.server, week.since, week.until)
        return "\n".join(tournament_leaders(one, table_of(one), texts) for one in played)


def _patience(one: Tournament) -> int:
    """How long a round may wait before its director is told."""
    return WAITS_LONG if may_be_away(one.setup.rules) else WAITS


def _unopened(one: Tournament) -> list[Pairing]:
    return [board for board in one.round(one.begun) if board.game is None and board.points is None]


def _shown(one: Tournament, number: int) -> int:
    """A number that changes with what the pairs of a round show."""
    boards = one.round(number) if one.plan.format is not Format.KNOCKOUT else one.after(number).boards
    facts = [(b.board, b.game, b.points, b.stuck, b.ruling, b.advances) for b in boards]
    return _sum([*facts, "newest"] if number == one.begun else facts)


def _ranked(one: Tournament, number: int) -> int:
    """A number that changes with the standings after a round."""
    boards, is_newest = one.after(number).boards, one.state is State.PLAYING and one.begun == number
    goes_on = is_newest and number < one.plan.rounds
    return _sum([goes_on, *((b.round, b.board, b.points, b.ruling, b.advances) for b in boards)])


def _sum(facts: object) -> int:
    return crc32(repr(facts).encode())


async def start(
    store: TournamentStore, one: Tournament, ratings: Mapping[str, int], now: int, *, begins: bool = False
) -> None:
    """End the gathering. Raises `GatheringOver`, and `TooFewEntrants` if no two play."""
    players = [entrant for entrant in one.active if entrant.here or not one.called]
    if len(players) < 2:
        raise TooFewEntrants
    await store.start(one.number, rounds_for(one.plan, len(players)), ratings, now, begins=begins)


async def begin_next(store: TournamentStore, number: int, after: int, now: int) -> None:
    """Begin the round after the given one, with pairs that are drawn unless they are already. Raises as `draw_next`."""
    found = await store.get(number)
    if found is not None and found.state is State.OVER:
        raise TournamentOver
    if found is None or found.begun != after:
        raise RoundIsPlayed
    if found.drawn == after:
        await draw_next(store, found, now)
    await store.begin(number, after + 1, now)


async def draw_next(store: TournamentStore, one: Tournament, now: int) -> None:
    """Write down the pairs of the next round. Raises `TooFewEntrants` and what tells why none can begin now."""
    if one.state is State.OVER:
        raise TournamentOver
    if one.state is not State.PLAYING:
        raise NotPlaying
    if one.drawn > one.begun or not is_settled(one) or one.begun >= one.plan.rounds:
        raise RoundIsPlayed
    if players_left(one) < 2:
        raise TooFewEntrants
    pairs = await asyncio.to_thread(draw, one.plan, one.entrants, one.counted, one.begun + 1)
    is_first_of_all = one.plan.format is Format.KNOCKOUT and not one.begun
    await store.draw(one, pairs, now, rounds_for(one.plan, len(one.active)) if is_first_of_all else None)


def _occasion(one: Tournament, what: str, at: int, texts: Texts) -> Occasion:
    title = name_text(one.name, texts) if what == "start" else round_title(one, one.begun + 1, texts)
    return Occasion(
        f"tournament/{one.number}/{what}", one.channel, at, title, format_title(one.plan.format.value, texts)
    )
