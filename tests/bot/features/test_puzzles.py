"""Which puzzle a person gets, the puzzle of the day, and the messages of both."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

import pytest

from bot.features.puzzles.messages import DailyPuzzles, answer_message, puzzle_message, solvers_message
from bot.features.puzzles.puzzles import (
    NEAR,
    DailyResult,
    Puzzles,
    SolverStanding,
    TriedPuzzle,
    _worth,
    assumed,
    is_dull,
    rate,
)
from bot.features.puzzles.refusals import NoPuzzleLeft, UnknownPuzzle
from bot.features.puzzles.search import KeyedPuzzle, key_of
from bot.features.puzzles.store import DAY, PUZZLE_TRIES, Attempt, PuzzleRating, PuzzleStore, Rating, Vote
from bot.features.puzzles.text import figures_lines, result_lines, tags_text, week_text
from bot.render import BoardScene
from bot.service.ports import PermanentRefusal, TransientFailure
from bot.settings import sqlite_url
from bot.store.opening import open_store
from bot.store.repositories import Store
from bot.text import texts_for
from engine.loading import load_variant
from engine.loading.bundled import load_puzzle_lines
from engine.model.durations import HOUR
from engine.puzzles import values
from engine.puzzles.values import Puzzle, Tag
from tests.support.finished import collection_of, giving, wrong
from tests.support.posters import Channel, step
from tests.support.sentences import said
from tests.support.service import ADA, BRUNO, HOME, Killed, Process, StillClock, before_winter, in_berlin, process

COUNT = 15


@pytest.fixture
async def run(address: str) -> AsyncIterator[Process]:
    async with process(address, StillClock()) as made:
        yield made


def puzzles(run: Process, lines: Sequence[str], read: list[str] | None = None) -> Puzzles:
    """The service with these puzzles in English alone; `read` notes the languages that are read."""

    def load(language: str) -> Sequence[str]:
        if read is not None:
            read.append(language)
        return lines

    return giving(run.store, run.clock, collection_of(run.store, load, lambda: ("en",)))


async def test_X8_everyone_gets_each_puzzle_once_until_none_is_left(run: Process) -> None:
    """Also when they ask twice at once, after a restart, and while someone else is given the same ones."""
    lines, seen = load_puzzle_lines("en")[:COUNT], set[str]()
    for _ in range(COUNT):
        service = puzzles(run, lines)
        first = (await service.give(ADA.id, "Ada", "en", HOME.guild_id)).attempt.puzzle
        again, other = await asyncio.gather(
            service.give(ADA.id, "Ada", "en", None), service.give(BRUNO.id, "Bruno", "en", None)
        )
        assert again.attempt.puzzle == first
        assert other.attempt.is_open
        assert first not in seen
        seen.add(first)
        await service.give_up(ADA.id, "Ada", first)
    with pytest.raises(NoPuzzleLeft):
        await service.give(ADA.id, "Ada", "en", HOME.guild_id)


async def test_X8_a_puzzle_is_one_of_those_nearest_to_the_rating(run: Process) -> None:
    """The first is for a beginner: among the easiest."""
    service = puzzles(run, load_puzzle_lines("en"))
    difficulties = sorted((await service.collection.common("en")).values())
    given = await service.give(ADA.id, "Ada", "en", None)
    assert given.keyed.puzzle.difficulty in nearest(difficulties)


def nearest(difficulties: list[int]) -> list[int]:
    """The difficulties nearest to the usual one, at which an untried puzzle is as strong as a beginner."""
    return sorted(difficulties, key=lambda one: abs(one - 75))[:NEAR]


async def test_X8_the_first_who_asks_need_not_wait_for_the_files(run: Process, tmp_path: Path) -> None:
    """They are read ahead."""
    read: list[str] = []
    service = puzzles(run, load_puzzle_lines("en")[:COUNT], read)
    await service.collection.prepare()
    assert read == ["en"]
    await service.give(ADA.id, "Ada", "en", None)
    assert read == ["en"]


SERVER, OTHER, CHANNEL = 5, 6, 7


@dataclass
class Bench:
    store: Store
    clock: StillClock
    posted: Channel
    puzzles: Puzzles

    def daily(self, owner: str) -> DailyPuzzles:
        return DailyPuzzles(
            self.puzzles, PuzzleStore(self.store.database), self.posted, self.clock, owner, self.store.people.zone
        )


@pytest.fixture
async def bench(tmp_path: Path):  # type: ignore[no-untyped-def]
    store = await open_store(sqlite_url(tmp_path / "games.db"))
    clock = StillClock()
    yield Bench(
        store,
        clock,
        Channel(),
        giving(store, clock),
    )
    await store.close()


async def test_X8_one_puzzle_a_day_and_missed_days_are_left_out(bench: Bench) -> None:
    await bench.puzzles.post_in(SERVER, CHANNEL, "en")
    one = bench.daily("one")
    for _ in range(3):
        await step(one)
    assert len(bench.posted.messages) == 1
    bench.clock.advance(DAY)
    await step(one)
    bench.clock.advance(5 * DAY)
    await step(one)
    await step(one)
    assert len(bench.posted.messages) == 3
    days = await PuzzleStore(bench.store.database).days(SERVER)
    assert len({day.puzzle for day in days}) == 3
    assert days[2].at - days[1].at == 5 * DAY


async def test_X8_the_puzzle_of_the_day_keeps_its_hour_when_clocks_change_and_after_an_outage(bench: Bench) -> None:
    """It counts until the next one comes; another time zone leaves half a day at least."""
    await before_winter(bench.store, bench.clock, SERVER)
    kept, one = PuzzleStore(bench.store.database), bench.daily("one")
    await bench.puzzles.post_in(SERVER, CHANNEL, "en")
    for away in (0, 25 * HOUR, 24 * HOUR, 47 * HOUR):
        bench.clock.advance(away)
        await step(one)
    days = await kept.days(SERVER)
    assert [in_berlin(day.at) for day in days] == ["26 18:00", "27 18:00", "28 18:00", "29 18:00"]
    assert [in_berlin(day.ends or 0) for day in days] == ["27 18:00", "28 18:00", "29 18:00", "30 18:00"]
    await bench.store.people.change_server(SERVER, lambda profile: replace(profile, time_zone="Asia/Tokyo"))
    for away in (HOUR, 24 * HOUR, 24 * HOUR):
        bench.clock.advance(away)
        await step(one)
    later = [day.at for day in (await kept.days(SERVER))[4:]]
    assert all(HOUR * 12 <= late - early <= HOUR * 36 for early, late in pairwise([days[-1].at, *later]))
    assert len({in_berlin(one)[3:] for one in later[1:]}) == 1


@pytest.mark.parametrize("late", [False, True])
async def test_X8_a_crash_while_posting_posts_nothing_twice(bench: Bench, late: bool) -> None:
    """Whether the process dies before or after the message appears, the next one finds it, or posts the same puzzle."""
    await bench.puzzles.post_in(SERVER, CHANNEL, "en")
    bench.posted.fails, bench.posted.late = [Killed()], late
    with pytest.raises(Killed):
        await step(bench.daily("one"))
    await step(bench.daily("two"))
    assert len(bench.posted.messages) == late
    bench.clock.advance(DailyPuzzles.lease)
    await step(bench.daily("two"))
    assert len(bench.posted.messages) == 1
    [day] = await PuzzleStore(bench.store.database).days(SERVER)
    assert day.message == 1001


async def test_X8_an_outage_of_discord_only_puts_the_puzzle_off(bench: Bench) -> None:
    await bench.puzzles.post_in(SERVER, CHANNEL, "en")
    bench.posted.fails = [TransientFailure()] * 5
    while bench.posted.fails:
        await step(bench.daily("one"))
        due = await PuzzleStore(bench.store.database).next_due()
        assert due is not None
        bench.clock.advance(due - bench.clock.now())
    await step(bench.daily("one"))
    assert len(bench.posted.messages) == 1


async def test_a_channel_that_refuses_for_days_is_given_up(bench: Bench) -> None:
    await bench.puzzles.post_in(SERVER, CHANNEL, "en")
    bench.posted.fails = [PermanentRefusal(10003)] * 3
    for _ in range(3):
        await step(bench.daily("one"))
        bench.clock.advance(DAY)
    assert await bench.puzzles.channel(SERVER) is None
    assert not bench.posted.messages


async def test_X8_switching_off_and_on_gives_no_second_puzzle_that_day(bench: Bench) -> None:
    one = bench.daily("one")
    for _ in range(3):
        await bench.puzzles.post_in(SERVER, CHANNEL, "en")
        await step(one)
        await bench.puzzles.stop(SERVER)
    assert len(bench.posted.messages) == 1


async def test_X8_a_puzzle_of_another_server_or_never_given_is_not_shown(bench: Bench) -> None:
    await bench.puzzles.post_in(SERVER, CHANNEL, "en")
    await step(bench.daily("one"))
    with pytest.raises(UnknownPuzzle):
        await bench.puzzles.open_day("9", OTHER, 1)
    key = (await bench.puzzles.open_day("9", SERVER, 1)).keyed.key
    for press in (
        bench.puzzles.give_up("10", "Eve", key),
        bench.puzzles.vote("10", "Eve", key, Vote.DULL),
        bench.puzzles.answer("10", "Eve", key, "8H A"),
        bench.puzzles.give_up("10", "Eve", "0123456789abcdef"),
    ):
        with pytest.raises(UnknownPuzzle):
            await press


async def test_X8_the_week_names_those_who_solved_most_puzzles_of_the_day(bench: Bench) -> None:
    """Only on the day, and only those of that week."""
    await bench.puzzles.post_in(SERVER, CHANNEL, "en")
    began = bench.clock.now()
    for people in (("9", "10"), ("10",), ()):
        await step(bench.daily("one"))
        day = await bench.puzzles.today(SERVER)
        assert day
        tried = await bench.puzzles.of(day.puzzle, "en")
        move = values.move_text(tried.puzzle, tried.puzzle.answers[0].placement)
        for person in people:
            await bench.puzzles.open_day(person, SERVER, day.number)
            await bench.puzzles.answer(person, f"*{person}", day.puzzle, move)
        bench.clock.advance(DAY)
        await bench.puzzles.open_day("11", SERVER, day.number)
        await bench.puzzles.answer("11", "late", day.puzzle, move)
    solved = await bench.puzzles.solved_within(SERVER, began, bench.clock.now())
    assert solved == (("*10", 2), ("*9", 1))
    assert await bench.puzzles.solved_within(SERVER, began + DAY, bench.clock.now()) == (("*10", 1),)
    assert await bench.puzzles.solved_within(OTHER, began, bench.clock.now()) == ()
    told = week_text(solved, texts_for("en"))
    assert "\\*10" in told
    assert week_text((), texts_for("en")) == ""


async def solved_day(bench: Bench, language: str = "en", person: str = "9") -> str:
    """Post the puzzle of the next day, which a person solves if they have not had it before; returns it."""
    await bench.puzzles.post_in(SERVER, CHANNEL, language)
    await step(bench.daily("one"))
    day = await bench.puzzles.today(SERVER)
    assert day and day.language == language
    keyed = await bench.puzzles.of(day.puzzle, language)
    tried = await bench.puzzles.open_day(person, SERVER, day.number)
    if tried.attempt.is_open:
        move = values.move_text(keyed.puzzle, keyed.puzzle.answers[0].placement)
        await bench.puzzles.answer(person, f"*{person}", day.puzzle, move)
    bench.clock.advance(DAY)
    return day.puzzle


async def test_X8_puzzles_solved_in_another_language_still_count(bench: Bench) -> None:
    """Once the server has chosen a new language, whoever has not played in that one has the same place and name."""
    bench.puzzles = giving(
        bench.store, bench.clock, collection_of(bench.store, load_puzzle_lines, lambda: ("en", "de"))
    )
    began = bench.clock.now()
    for _ in range(2):
        await solved_day(bench)
    await solved_day(bench, "de", person="10")
    found = {one.name: (one.solved, one.longest) for one in await bench.puzzles.board(SERVER)}
    assert found == {"*9": (2, 2), "*10": (1, 1)}
    assert dict(await bench.puzzles.solved_within(SERVER, began, bench.clock.now())) == {"*9": 2, "*10": 1}


async def test_X8_a_puzzle_that_comes_again_takes_no_earlier_day_away(bench: Bench) -> None:
    """Once all have been the puzzle of a day; those of the latest days do not come again."""
    lines = load_puzzle_lines("en")[:4]
    bench.puzzles = giving(bench.store, bench.clock, collection_of(bench.store, lambda _: lines, lambda: ("en",)))
    shown = [await solved_day(bench) for _ in range(12)]
    assert len(set(shown[:4])) == 4
    assert all(one not in before for one, *before in zip(shown[4:], shown[3:], shown[2:], strict=False))
    standing = await bench.puzzles.standing("9", SERVER)
    assert standing and (standing.solved, standing.longest, standing.streak) == (4, 4, 0)
    first = await bench.puzzles.tried("9", shown[4])
    assert first.day and first.day.number <= 4


async def test_X8_ratings_rise_by_solving_and_dull_puzzles_go(bench: Bench) -> None:
    puzzles, store = bench.puzzles, PuzzleStore(bench.store.database)
    before = await puzzles.rating("9", "en")
    first = (await puzzles.give("9", "Ada", "en", None)).keyed.key
    await puzzles.vote("9", "Ada", first, Vote.DULL)
    assert (await store.standings([first])).get(first, PuzzleRating(Rating())).dull == 0
    for person in ("12", "13", "14"):
        await store.begin(Attempt(person, first, "en", 1))
        await puzzles.give_up(person, "Ada", first)
        await puzzles.vote(person, "Ada", first, Vote.DULL)
    assert (await store.standings([first]))[first].dull == 0  # they have only looked at the answer
    tried = await puzzles.of(first, "en")
    move = values.move_text(tried.puzzle, tried.puzzle.answers[0].placement)
    for person in ("9", "10", "11"):
        await store.begin(Attempt(person, first, "en", 1))
        await puzzles.answer(person, "Ada", first, move)
        await puzzles.vote(person, "Ada", first, Vote.DULL)
        await puzzles.vote(person, "Ada", first, Vote.DULL)
    standing = (await store.standings([first]))[first]
    assert standing.dull == 3
    assert is_dull(standing)
    assert await puzzles.rating("9", "en") != before
    lines = sorted(load_puzzle_lines("en"), key=lambda line: key_of(line) != first)[:9]
    only = giving(bench.store, bench.clock, collection_of(bench.store, lambda _: lines))
    given = set()
    for _ in lines[1:]:
        given.add(key := (await only.give("15", "Eve", "en", None)).keyed.key)
        await only.give_up("15", "Eve", key)
    assert given == set(map(key_of, lines)) - {first}
    with pytest.raises(NoPuzzleLeft):
        await only.give("15", "Eve", "en", None)


def test_X8_votes_take_away_at_most_a_quarter_of_the_puzzles() -> None:
    """The dullest go first; the others are still given."""
    puzzles = {str(number): 75 for number in range(8)}
    standings = {key: PuzzleRating(Rating(), dull=3 + int(key)) for key in puzzles}
    assert set(_worth(puzzles, standings, ())) == {"0", "1", "2", "3", "4", "5"}


def test_a_first_try_counts_for_more_than_a_later_one() -> None:
    own, other = Rating(), assumed(90)
    first = rate(Attempt("9", "x", "en", 0, ("a",), solved=True), own, other)[0]
    later = rate(Attempt("9", "x", "en", 0, ("b", "a"), solved=True), own, other)[0]
    lost = rate(Attempt("9", "x", "en", 0, ("b", "c", "d")), own, other)[0]
    assert first.mean > later.mean > lost.mean
    assert assumed(95).mean > assumed(40).mean
    assert key_of("a") != key_of("b")


ENGLISH = texts_for("en")


def a_puzzle() -> Puzzle:
    """One of the program's, with other moves that are known."""
    return values.read(load_puzzle_lines("en")[0], load_variant)


def tried(*moves: str, finished: int | None = None) -> TriedPuzzle:
    """Somebody's tries at it."""
    return TriedPuzzle(KeyedPuzzle("key", a_puzzle()), Attempt("ada", "key", "en", 0, moves, finished=finished))


def test_X8_what_to_do_is_said_once_and_nobody_in_particular_plays() -> None:
    """The text above the picture says it; "You" and "Opponent" have no sign of a person or a computer."""
    message = puzzle_message(tried(), ENGLISH)
    assert message.text.count(said("puzzles.find_best_move")) == 1
    scene = message.images[0].scene
    assert isinstance(scene, BoardScene)
    assert scene.status == ""
    assert {seat.is_computer for seat in scene.seats} == {None}


def test_X8_the_next_best_move_is_told_once() -> None:
    """In plain words; its figures are a press away, also once for whoever tried it."""
    second = wrong(tried())[0]
    found = a_puzzle().others[0]
    plain = answer_message(tried(finished=1), 1000, 0, (), ENGLISH)
    assert f" for {found.score} point" in plain.text
    assert "percentage points" not in plain.text and "simulations" not in plain.text
    assert "Figures" in [button.label for button in plain.buttons]
    told = answer_message(tried(second, finished=1), 1000, 0, (), ENGLISH).text
    assert said("puzzles.next_best_is") not in told
    for moves in ((), (second,)):
        lines = "\n".join(figures_lines(tried(*moves, finished=1), ENGLISH))
        assert lines.count("percentage points lower") == 1


def test_X8_a_kind_of_bingo_is_not_called_a_bingo_too() -> None:
    """Without a special kind it is."""
    puzzle = replace(a_puzzle(), tags=frozenset({Tag.BINGO, Tag.ONLY_BINGO}))
    assert tags_text(puzzle, ENGLISH) == "Tags: the only bingo"
    assert tags_text(replace(puzzle, tags=frozenset({Tag.BINGO})), ENGLISH) == "Tags: bingo"


def test_X8_tags_and_rating_have_lines_of_their_own() -> None:
    """The tags are beside the figures, in words that solvers need not know."""
    lines = answer_message(tried(finished=1), 900, 0, (), ENGLISH).text.split("\n")
    assert tags_text(a_puzzle(), ENGLISH) in figures_lines(tried(finished=1), ENGLISH)
    assert tags_text(a_puzzle(), ENGLISH) not in lines
    assert said("puzzles.your_puzzle_rating", rating="900") in lines


def test_X8_the_grids_of_all_people_are_equally_wide() -> None:
    """However soon they solved it."""
    results = [DailyResult("Ada", 1, True), DailyResult("Bruno", 3, True), DailyResult("Chloe", 2, False)]
    _heading, *lines = result_lines(results, ENGLISH)
    assert {len(line.split()[0]) for line in lines} == {PUZZLE_TRIES}


def test_X8_solvers_are_told_in_lines_that_wrap() -> None:
    """A table in a code block would be cut off on a phone."""
    told = solvers_message([SolverStanding("ada", "Ada", 1250, 4, 2, 3)], ENGLISH).text
    assert "```" not in told
    assert "1. **Ada**: solved 4, current streak 2, longest streak 3, rating 1250" in told
