"""What is said of the puzzle of the day besides its post: shared results, how many have solved it, and streaks."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field

import pytest

from bot.features.milestones import _tell_streaks
from bot.features.milestones.milestones import Milestones
from bot.features.milestones.store import STREAKS, MilestoneKind, MilestoneStore
from bot.features.milestones.text import MOST_TOLD, own_text
from bot.features.puzzles.messages import DailyPuzzles, SolvedCounts
from bot.features.puzzles.puzzles import Puzzles, counts, over
from bot.features.puzzles.refusals import UnknownPuzzle
from bot.features.puzzles.store import DAY, PUZZLE_TRIES, Attempt, Daily, DailyPostStore, PuzzleStore, edit_gap
from bot.features.puzzles.text import line_text, solved_note
from bot.front.occasions import Streak
from bot.front.posting.poster import ChannelLines
from bot.service.ports import UNKNOWN_CHANNEL, PermanentRefusal, TransientFailure
from bot.store.lines import LINES_KEPT_FOR, LineStore
from bot.store.opening import open_store
from bot.store.repositories import Store
from bot.text import texts_for
from tests.support.finished import giving, right, wrong
from tests.support.posters import Channel, step
from tests.support.sentences import said
from tests.support.service import Killed, StillClock

SERVER, CHANNEL = 5, 7
ENGLISH = texts_for("en")
MINUTE = 60_000


@dataclass
class Bench:
    store: Store
    clock: StillClock
    puzzles: Puzzles
    posted: Channel = field(default_factory=Channel)
    streaks: list[Sequence[Streak]] = field(default_factory=list)

    async def next_day(self) -> Daily:
        """The next puzzle of the day, posted."""
        await self.puzzles.post_in(SERVER, CHANNEL, "en")
        kept, zone = PuzzleStore(self.store.database), self.store.people.zone
        await step(DailyPuzzles(self.puzzles, kept, self.posted, self.clock, "one", zone))
        day = await self.puzzles.today(SERVER)
        assert day
        return day

    def counts(self, owner: str = "one") -> SolvedCounts:
        async def tell(_server: int, _channel: int, found: Sequence[Streak]) -> None:
            self.streaks.append(found)

        kept, posts = PuzzleStore(self.store.database), DailyPostStore(self.store.database)
        return SolvedCounts(self.puzzles, kept, posts, self.posted, self.clock, owner, lambda: tell)

    async def solve(self, day: Daily, person: str, tries: int = 1) -> None:
        tried = await self.puzzles.open_day(person, SERVER, day.number)
        for move in (*wrong(tried)[: tries - 1], right(tried)):
            await self.puzzles.answer(person, person.title(), day.puzzle, move)

    def lines(self, owner: str = "one") -> ChannelLines:
        return ChannelLines(LineStore(self.store.database), self.posted, self.clock, owner)


@pytest.fixture
async def bench(address: str) -> AsyncIterator[Bench]:
    store, clock = await open_store(address), StillClock()
    yield Bench(store, clock, giving(store, clock))
    await store.close()


# --- how many have solved it --------------------------------------------------------------------------------------


async def test_X8_the_post_says_how_many_have_solved_it(bench: Bench) -> None:
    """Those who solve it one after the other share an edit, and who has given up is none of them."""
    day, counts = await bench.next_day(), bench.counts()
    await step(counts)
    await bench.puzzles.open_day("eve", SERVER, day.number)
    await bench.puzzles.give_up("eve", "Eve", day.puzzle)
    bench.clock.advance(MINUTE)
    await step(counts)
    assert not bench.posted.notes
    await bench.solve(day, "ada")
    await bench.solve(day, "bruno", tries=2)
    await step(counts)
    assert not bench.posted.notes
    bench.clock.advance(MINUTE)
    for _ in range(2):
        await step(counts)
    assert bench.posted.notes == [(day.message, solved_note(2, 1, ENGLISH))]
    assert bench.posted.notes[0][1] == said("puzzles.solved_by", 2, first=1)


def test_X8_a_day_has_few_edits_however_many_solve_it() -> None:
    """The post is edited soon for the first, and once an hour when many have come."""
    gone = edits = 0
    while gone < DAY:
        gone, edits = gone + edit_gap(edits), edits + 1
    assert edit_gap(0) == 10_000
    assert edits <= 50


async def test_X8_a_deleted_post_is_left_alone_and_streaks_are_told_all_the_same(bench: Bench) -> None:
    day, counts = await bench.next_day(), bench.counts()
    bench.posted.fails = [PermanentRefusal(UNKNOWN_CHANNEL)]
    for person in ("ada", "bruno"):
        await bench.solve(day, person)
        bench.clock.advance(MINUTE)
        await step(counts)
    assert not bench.posted.fails and not bench.posted.notes
    assert [[one.person for one in found] for found in bench.streaks] == [["ada"], ["ada", "bruno"]]


async def test_X8_a_count_survives_its_process_and_those_who_solve_meanwhile(bench: Bench) -> None:
    """Whoever is killed while editing leaves it to the next, and nobody who solves the puzzle then is forgotten."""
    day = await bench.next_day()
    await bench.solve(day, "ada")
    bench.clock.advance(MINUTE)
    bench.posted.fails = [Killed()]
    with pytest.raises(Killed):
        await step(bench.counts())
    bench.clock.advance(SolvedCounts.lease)
    [claimed] = await bench.counts("two").claimed()
    bench.posted.fails = [TransientFailure()]
    await bench.counts("two").see_to(claimed)
    await bench.solve(day, "bruno")
    bench.clock.advance(MINUTE)
    await step(bench.counts("two"))
    assert bench.posted.notes[-1][1] == solved_note(2, 2, ENGLISH)
    await step(bench.counts("two"))
    assert len(bench.posted.notes) == 1


# --- streaks ------------------------------------------------------------------------------------------------------


async def test_X8_streaks_are_those_of_the_day_that_is_counted(bench: Bench) -> None:
    """Also if a later one has begun; a missed day ends it."""
    days = []
    for people in (("ada", "bruno"), ("ada",), ("ada", "bruno")):
        days.append(day := await bench.next_day())
        for person in people:
            await bench.solve(day, person)
        bench.clock.advance(DAY)
    assert await bench.puzzles.streaks(days[1]) == {"ada": 2}
    assert await bench.puzzles.streaks(days[2]) == {"ada": 3, "bruno": 1}


async def told(bench: Bench, *found: Streak) -> None:
    milestones = Milestones(MilestoneStore(bench.store.database), *[None] * 3)  # type: ignore[arg-type]
    lines = bench.lines()
    await _tell_streaks(milestones, bench.posted, lines, bench.clock, SERVER, CHANNEL, found)
    await step(lines)


async def test_X8_X29_streaks_of_7_30_and_100_days_are_told_once_each(bench: Bench) -> None:
    """Nobody hears of others, or of the same one again after it was broken; several share a line."""
    for days in (1, 6, 7, 8, 7, 30, 99, 100):
        await told(bench, Streak("ada", "Ada", days), Streak("bruno", "*Bruno*", min(days, 7)))
    first, *others = bench.posted.said()
    assert first.splitlines() == [
        said("milestones.streak", name="**Ada**", count=7),
        said("milestones.streak", name="**\\*Bruno\\***", count=7),
    ]
    assert others == [said("milestones.streak", name="**Ada**", count=days) for days in (30, 100)]
    own = await MilestoneStore(bench.store.database).of_person(SERVER, "ada")
    assert [one.amount for one in own] == sorted(STREAKS.values())
    assert said("milestones.own_streak", count=30) in own_text(own, ENGLISH, in_server=True)


async def test_X8_a_server_and_a_person_switch_streaks_off(bench: Bench) -> None:
    store = MilestoneStore(bench.store.database)
    await store.switch("ada", MilestoneKind.WEEK, on=False)
    await store.switch(str(SERVER), MilestoneKind.MONTH, on=False)
    await told(bench, Streak("ada", "Ada", 7), Streak("bruno", "Bruno", 30))
    assert not bench.posted.messages


async def test_X8_a_line_tells_some_of_many(bench: Bench) -> None:
    """A server that begins together reaches 7 days together."""
    await told(bench, *(Streak(str(number), f"P{number}", 7) for number in range(100)))
    [line] = bench.posted.said()
    assert len(line.splitlines()) == MOST_TOLD + 1
    assert len(line) < 4000


# --- lines --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("late", [False, True])
async def test_X8_a_line_is_posted_once_whichever_process_dies(bench: Bench, late: bool) -> None:
    """Two who say the same at once have one posted."""
    one, two = bench.lines(), bench.lines("two")
    assert [await one.say("a", SERVER, CHANNEL, "A"), await two.say("a", SERVER, CHANNEL, "A")] == [True, False]
    bench.posted.fails, bench.posted.late = [Killed()], late
    with pytest.raises(Killed):
        await step(one)
    bench.clock.advance(ChannelLines.lease)
    for _ in range(2):
        await step(two)
    assert bench.posted.said() == ["A"]
    assert await two.is_said("a")


async def test_X8_a_line_that_cannot_be_posted_can_be_said_again(bench: Bench) -> None:
    """Nothing else is left of it; those that were posted are forgotten after a week."""
    lines = bench.lines()
    await lines.say("a", SERVER, CHANNEL, "A")
    bench.posted.fails = [PermanentRefusal(UNKNOWN_CHANNEL)]
    await step(lines)
    assert not await lines.is_said("a")
    assert await lines.say("a", SERVER, CHANNEL, "A")
    await step(lines)
    bench.clock.advance(LINES_KEPT_FOR + 1)
    await lines.say("b", SERVER, CHANNEL, "B")
    assert not await lines.is_said("a")


# --- results ------------------------------------------------------------------------------------------------------


async def test_X8_X29_a_result_to_share_counts_and_shows_no_word(bench: Bench) -> None:
    """It is that of the person, of this server's puzzle, once it is finished."""
    day = await bench.next_day()
    tried = await bench.puzzles.open_day("ada", SERVER, day.number)
    for person, server in (("ada", SERVER), ("bruno", SERVER), ("ada", SERVER + 1)):
        with pytest.raises(UnknownPuzzle):
            await bench.puzzles.to_share(person, server, day.number)
    await bench.solve(day, "ada", tries=2)
    shared = await bench.puzzles.to_share("ada", SERVER, day.number)
    line = line_text(shared.attempt, day, 12, ENGLISH)
    assert line == f"{said('puzzles.puzzle_day')} {day.number} · 🟥🟩⬜ · {said('puzzles.streak', 12)}"
    assert right(tried) not in line
    assert said("puzzles.streak", 1) not in line_text(shared.attempt, day, 1, ENGLISH)


async def test_X8_who_gave_up_shares_as_after_three_wrong_tries(bench: Bench) -> None:
    day = await bench.next_day()
    tried = await bench.puzzles.open_day("ada", SERVER, day.number)
    await bench.puzzles.give_up("ada", "Ada", tried.keyed.key)
    shared = await bench.puzzles.to_share("ada", SERVER, day.number)
    assert line_text(shared.attempt, day, 0, ENGLISH) == f"{said('puzzles.puzzle_day')} {day.number} · 🟥🟥🟥"


def test_X8_a_result_that_is_late_is_none_to_share() -> None:
    day = Daily(1, SERVER, "key", "en", at=0)
    lost = Attempt("ada", "key", "en", 0, ("a",) * PUZZLE_TRIES, finished=over(day) - 1)
    assert counts(lost, day)
    assert not counts(Attempt("ada", "key", "en", 0, ("a",), solved=True, finished=over(day)), day)
