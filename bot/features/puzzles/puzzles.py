"""Puzzles: which one a person gets, whether a move solves it, ratings, votes, and the standings of a server."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from openskill.models import PlackettLuce

from bot.features.puzzles.refusals import NoPuzzleLeft, PuzzleDone, UnknownPuzzle
from bot.features.puzzles.search import KeyedPuzzle, PuzzleCollection
from bot.features.puzzles.store import (
    DAY,
    PUZZLE_TRIES,
    Attempt,
    Daily,
    DailyChannel,
    PuzzleRating,
    PuzzleStore,
    Rating,
    Solver,
    Vote,
)
from bot.limits import Limit
from bot.service.ports import Clock
from bot.service.rights import FairUse
from engine.model.board import STANDARD
from engine.model.tiles import KnownRack
from engine.play.notation import read_move
from engine.play.placement import Placement, resolve, score
from engine.puzzles import values
from engine.puzzles.values import Puzzle

BASE, POINTS = 1000, 40
"""A rating is shown as 1000 plus 40 for each unit of the model's cautious estimate, mean - 3 deviations."""

SPREAD, MIDDLE = 16.0, 75
"""An untried puzzle's mean: how far it is from a beginner's if its difficulty is 100 % above the usual `MIDDLE`."""
DOUBT = 25.0 / 6
"""An untried puzzle's deviation: half a beginner's, as its difficulty says something."""

NEAR = 12
"""A person gets one of this many puzzles nearest to their rating."""

OWN_SHARE = 0.5
"""The share of puzzles from the server's own games, while some are left."""

DULL, TIMES = 3, 2
"""A puzzle that so many have called dull, and `TIMES` as many as called it good, is given to nobody any more."""

MOST_DULL = 0.25
"""The largest share of the puzzles of a language that votes can take away."""

_MODEL = PlackettLuce()


@dataclass(frozen=True, slots=True)
class TriedPuzzle:
    """A person's attempt at a puzzle, with what each try scored; `day` is the puzzle of the day that it is, if any."""

    keyed: KeyedPuzzle
    attempt: Attempt
    day: Daily | None = None

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return self.keyed.puzzle


@dataclass(frozen=True, slots=True)
class DailyResult:
    """How someone did at a puzzle of the day: the number of tries, and whether they solved it."""

    name: str
    tries: int
    solved: bool
    person: str = ""


@dataclass(frozen=True, slots=True)
class SolverStanding:
    """Someone's place among a server's solvers: puzzles of the day solved, and streaks of days, now and at best."""

    person: str
    name: str
    rating: int
    solved: int
    streak: int
    longest: int


class Puzzles:
    """The puzzles of all languages. Each new one for a person counts towards a limit, if `fair_use` is given."""

    def __init__(
        self,
        store: PuzzleStore,
        collection: PuzzleCollection,
        clock: Clock,
        luck: random.Random,
        fair_use: FairUse | None = None,
    ) -> None:
        self._store = store
        self.collection = collection
        self._clock = clock
        self._luck = luck
        self._fair_use = fair_use
        self.languages = collection.languages
        self.of = collection.of

    # --- which puzzle -------------------------------------------------------------------------------------------------

    async def give(self, person: str, name: str, language: str, server: int | None) -> TriedPuzzle:
        """The puzzle that a person is at, or else a new one near their rating, which they never had before.

        It comes with the program or from a game of the server, but not from a game of the person's. Today's puzzle of
        the server is not given away. Raises `NoPuzzleLeft` and `TooOften`.
        """
        attempts = await self._store.seen(person, language)
        today = await self.today(server) if server is not None else None
        common = await self.collection.common(language)
        own = await self.collection.from_games(server, language, person)
        for one in attempts:
            if (
                one.is_open
                and not (today and today.puzzle == one.puzzle)
                and (one.puzzle in common or one.puzzle in own)
            ):
                return TriedPuzzle(await self.of(one.puzzle, language), one)
        seen = {one.puzzle for one in attempts} | ({today.puzzle} if today else set())
        standings = await self._store.standings((*common, *own))
        left = [_worth(some, standings, seen) for some in (common, own)]
        if not any(left):
            raise NoPuzzleLeft(language)
        if self._fair_use:
            await self._fair_use.spend(Limit.PUZZLES, person, server)
        key = self._near(await self._store.solver(person, language, name), *left)
        attempt = await self._store.begin(Attempt(person, key, language, self._clock.now()))
        return TriedPuzzle(await self.of(key, language), attempt)

    def _near(self, solver: Solver, common: Mapping[str, float], own: Mapping[str, float]) -> str:
        """A puzzle near someone's rating; half of the time one from the server's games, if there are any."""
        chosen = own if own and (not common or self._luck.random() < OWN_SHARE) else common
        nearest = sorted(chosen, key=lambda key: abs(chosen[key] - solver.rating.mean))
        return nearest[self._luck.randrange(min(NEAR, len(nearest)))]

    # --- answering ----------------------------------------------------------------------------------------------------

    async def tried(self, person: str, key: str) -> TriedPuzzle:
        """A person's attempt at a puzzle that they have been given. Raises `UnknownPuzzle`."""
        attempt = await self._store.attempt(person, key)
        if attempt is None:
            raise UnknownPuzzle
        return TriedPuzzle(await self.of(key, attempt.language), attempt, await self._day_of(attempt))

    async def answer(self, person: str, name: str, key: str, move: str) -> TriedPuzzle:
        """Try a move, typed with the standard coordinates; the same move as before costs nothing.

        Raises what a move can be refused for, `PuzzleDone` if no try is left, and `UnknownPuzzle`.
        """
        tried = await self.tried(person, key)
        placement = read(tried.puzzle, move)
        written = values.move_text(tried.puzzle, placement)
        right = tried.puzzle.is_answer(placement)

        def change(before: Attempt) -> Attempt:
            if not before.is_open:
                raise PuzzleDone
            if written in before.moves:
                return before
            moves = (*before.moves, written)
            done = right or len(moves) >= PUZZLE_TRIES
            return replace(before, moves=moves, solved=right, finished=self._clock.now() if done else None)

        return await self._change(tried, change, name)

    async def give_up(self, person: str, name: str, key: str) -> TriedPuzzle:
        """Show the answer without more tries. Raises `UnknownPuzzle`."""

        def change(before: Attempt) -> Attempt:
            return replace(before, finished=self._clock.now()) if before.is_open else before

        return await self._change(await self.tried(person, key), change, name)

    async def vote(self, person: str, name: str, key: str, vote: Vote) -> TriedPuzzle:
        """Says what a person thinks of a puzzle that they have finished; it counts only after a try at the puzzle.

        Someone who only looks at answers could vote on all puzzles. Raises `UnknownPuzzle`.
        """

        def change(before: Attempt) -> Attempt:
            return before if before.is_open else replace(before, vote=vote)

        return await self._change(await self.tried(person, key), change, name)

    async def _change(self, tried: TriedPuzzle, change: Callable[[Attempt], Attempt], name: str) -> TriedPuzzle:
        believed = assumed(tried.puzzle.difficulty)
        return replace(tried, attempt=await self._store.change(tried.attempt, change, name, believed, rate))

    async def rating(self, person: str, language: str) -> int:
        """A person's rating with the puzzles of a language, as it is shown."""
        return shown((await self._store.solver(person, language)).rating)

    # --- the puzzle of the day ----------------------------------------------------------------------------------------

    async def today(self, server: int) -> Daily | None:
        """A server's latest puzzle of the day; None if none has been posted."""
        days = [one for one in await self._store.days(server) if one.message is not None]
        return days[-1] if days else None

    async def channel(self, server: int) -> DailyChannel | None:
        """Where a server wants its puzzle of the day."""
        return await self._store.channel(server)

    async def post_in(self, server: int, channel: int, language: str) -> None:
        """Post a server's puzzle of the day in a channel from now on."""
        await self._store.choose(DailyChannel(server, channel, language, self._clock.now()))

    async def stop(self, server: int) -> None:
        """Post no more puzzles of the day in a server."""
        await self._store.stop(server)

    async def open_day(self, person: str, server: int, number: int) -> TriedPuzzle:
        """A person's attempt at a server's puzzle of the day, begun now if it is new to them.

        Raises `UnknownPuzzle` for a number of another server.
        """
        day = await self._store.day(number)
        if day is None or day.server != server:
            raise UnknownPuzzle
        keyed = await self.of(day.puzzle, day.language)
        attempt = Attempt(person, day.puzzle, day.language, self._clock.now(), server=server)
        return TriedPuzzle(keyed, await self._store.begin(attempt), day)

    async def to_share(self, person: str, server: int, number: int) -> TriedPuzzle:
        """A person's result of a server's puzzle of the day, which counts. Raises `UnknownPuzzle` if there is none."""
        day = await self._store.day(number)
        attempt = await self._store.attempt(person, day.puzzle) if day and day.server == server else None
        if day is None or attempt is None or not counts(attempt, day):
            raise UnknownPuzzle
        return TriedPuzzle(await self.of(day.puzzle, day.language), attempt, day)

    async def _day_of(self, attempt: Attempt) -> Daily | None:
        if attempt.server is None:
            return None
        days = [one for one in await self._store.days(attempt.server) if one.puzzle == attempt.puzzle]
        return next((one for one in days if counts(attempt, one)), days[-1] if days else None)

    async def next_day(self, channel: DailyChannel, at: int, ends: int) -> Daily:
        """The puzzle of a server's day, chosen now unless it was before; no puzzle comes twice while others are left.

        Once all have been, one comes that has not been for long. It comes with the program: what everyone has seen
        could not be withdrawn. Raises `NoPuzzleLeft` if the language has none at all.
        """
        days = await self._store.days(channel.server)
        common = await self.collection.common(channel.language)
        standings = await self._store.standings(common)
        every = [*_worth(common, standings, frozenset())]
        used = {one.puzzle for one in days}
        new = [key for key in every if key not in used]
        # What somebody has had before would count for nobody who knows the answer.
        recent = {one.puzzle for one in days[len(days) - len(every) // 2 :]}
        left = [key for key in new if key not in standings] or new or [key for key in every if key not in recent]
        if not left:
            raise NoPuzzleLeft(channel.language)
        chosen = left[self._luck.randrange(len(left))]
        return await self._store.begin_day(Daily(0, channel.server, chosen, channel.language, at, ends=ends))

    async def results(self, day: Daily) -> tuple[DailyResult, ...]:
        """How people did at a puzzle of the day, the fewest tries first."""
        attempts = [
            one
            for one in await self._store.attempts_here(day.server)
            if one.puzzle == day.puzzle and not one.is_open and counts(one, day)
        ]
        people = await self._store.solvers({one.person for one in attempts}, day.language)
        attempts.sort(key=lambda one: (not one.solved, len(one.moves), one.finished))
        return tuple(DailyResult(people[one.person].name, len(one.moves), one.solved, one.person) for one in attempts)

    async def board(self, server: int) -> tuple[SolverStanding, ...]:
        """The solvers of a server's puzzles of the day, the most solved first."""
        days, solved = await self._solved(server)
        people = await self._store.solvers(solved, days[-1].language) if days else {}
        places = [_place(people.get(person) or Solver(person, "", ""), own, days) for person, own in solved.items()]
        return tuple(
            sorted((one for one in places if one.name), key=lambda one: (-one.solved, -one.longest, one.person))
        )

    async def streaks(self, day: Daily) -> dict[str, int]:
        """On how many days in a row, up to one of them, the people have solved a server's puzzles who solved it."""
        days, solved = await self._solved(day.server)
        numbers = [one.number for one in days if one.number <= day.number]
        return {person: _run(numbers, own) for person, own in solved.items() if day.number in own}

    async def _solved(self, server: int) -> tuple[list[Daily], dict[str, set[int]]]:
        """A server's puzzles of the day, the oldest first, and the numbers of those that each person has solved."""
        attempts = await self._store.attempts_here(server)
        begun = {one.puzzle for one in attempts}
        days = [one for one in await self._store.days(server) if one.message is not None or one.puzzle in begun]
        solved, by_puzzle = defaultdict[str, set[int]](set), defaultdict[str, list[Daily]](list)
        for day in days:
            by_puzzle[day.puzzle].append(day)
        for one in attempts:
            if one.solved and (number := next((day.number for day in by_puzzle[one.puzzle] if counts(one, day)), None)):
                solved[one.person].add(number)
        return days, solved

    async def solved_within(self, server: int, since: int, until: int) -> tuple[tuple[str, int], ...]:
        """Who has solved how many of a server's puzzles of the day that were posted in a time, the most first."""
        days = {one.puzzle: one for one in await self._store.days(server) if since <= one.at < until}
        solved = Counter(
            one.person
            for one in await self._store.attempts_here(server)
            if one.solved and one.puzzle in days and counts(one, days[one.puzzle])
        )
        language = next((one.language for one in days.values()), "")
        people = await self._store.solvers(solved, language)
        return tuple((people[person].name, count) for person, count in solved.most_common() if person in people)

    async def streak(self, person: str, server: int) -> int:
        """How many of a server's latest puzzles of the day a person has solved in a row."""
        found = await self.standing(person, server)
        return found.streak if found else 0

    async def standing(self, person: str, server: int) -> SolverStanding | None:
        """A person's place among a server's solvers; None for someone who has solved no puzzle of the day there."""
        return next((one for one in await self.board(server) if one.person == person), None)

    async def solved_by(self, person: str) -> int:
        """How many puzzles of any language a person has solved."""
        return await self._store.solved_by(person)


def _run(numbers: Sequence[int], solved: Collection[int]) -> int:
    """How many of the last numbers are solved, one after the other."""
    return sum(1 for _ in takewhile(lambda number: number in solved, reversed(numbers)))


def _place(solver: Solver, solved: set[int], days: Sequence[Daily]) -> SolverStanding:
    runs, run = [0], 0
    for day in days:
        run = run + 1 if day.number in solved else 0
        runs.append(run)
    # today's puzzle may still be solved
    now = run or (runs[-2] if days and days[-1].number not in solved else 0)
    return SolverStanding(solver.person, solver.name, shown(solver.rating), len(solved), now, max(runs))


def counts(attempt: Attempt, day: Daily) -> bool:
    """Whether an attempt counts for a puzzle of the day: it was finished within the day."""
    return attempt.finished is not None and day.at <= attempt.finished < over(day)


def over(day: Daily) -> int:
    """When a puzzle of the day ends."""
    return day.at + DAY if day.ends is None else day.ends


def read(puzzle: Puzzle, move: str) -> Placement:
    """The placement of a typed move. Raises what a move can be refused for."""
    variant = puzzle.variant
    return resolve(read_move(move, variant, STANDARD), puzzle.board, KnownRack(puzzle.rack), variant)


def points(puzzle: Puzzle, placement: Placement) -> int:
    """What a move scores."""
    return score(puzzle.board, placement, puzzle.variant).total


def assumed(difficulty: int) -> Rating:
    """The rating of an untried puzzle, by its difficulty in per cent."""
    return Rating(Rating().mean + SPREAD * (difficulty - MIDDLE) / 100, DOUBT)


def _worth(
    puzzles: Mapping[str, int], standings: Mapping[str, PuzzleRating], seen: Collection[str]
) -> dict[str, float]:
    """The puzzles that are neither seen nor dull, each with its rating's mean.

    Of many dull ones, only the dullest are left out, at most `MOST_DULL` of all.
    """
    dull = [key for key in puzzles if is_dull(standings.get(key))]
    dull.sort(key=lambda key: (standings[key].good - standings[key].dull, key))
    out = {*seen, *dull[: int(MOST_DULL * len(puzzles))]}
    left = (key for key in puzzles if key not in out)
    return {key: standings[key].rating.mean if key in standings else assumed(puzzles[key]).mean for key in left}


def is_dull(standing: PuzzleRating | None) -> bool:
    """Whether so many have called a puzzle dull that nobody should get it."""
    return standing is not None and standing.dull >= max(DULL, TIMES * standing.good)


def shown(rating: Rating) -> int:
    """A rating as people see it."""
    return BASE + round(POINTS * (rating.mean - 3 * rating.deviation))


def rate(attempt: Attempt, person: Rating, puzzle: Rating) -> tuple[Rating, Rating]:
    """The ratings after a finished attempt: a first try wins against the puzzle, a later one ties, else it is lost."""
    own = _MODEL.rating(person.mean, person.deviation)
    other = _MODEL.rating(puzzle.mean, puzzle.deviation)
    ranks = [1.0, 2.0] if attempt.solved and len(attempt.moves) == 1 else [1.0, 1.0] if attempt.solved else [2.0, 1.0]
    [own], [other] = _MODEL.rate([[own], [other]], ranks=ranks)
    return Rating(own.mu, own.sigma), Rating(other.mu, other.sigma)
