"""The queue of reviews: nothing is graded twice or lost, whoever dies; limits; and who may see a review."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from bot.features.review import reviews as loop
from bot.features.review.reviews import NothingToReview, ReviewedWords, ReviewIsPrivate, Reviews
from bot.features.review.store import DailyShare, ReviewRow, ReviewState, ReviewStore
from bot.limits import DAY, LIMITS, Bound, Limit
from bot.model.errors import StillRunning, TooOften
from bot.service.drafts import Drafts
from bot.service.opening import keep_finished
from bot.service.permissions import Permissions
from bot.service.rights import FairUse, Member, Right
from bot.service.saving.recordfile import seated
from engine.formats import gcg, retold
from engine.game import commands as cmd
from engine.model.rules import Rules, ShowRacks
from engine.model.tiles import KnownRack
from engine.review.values import ANALYSER_VERSION
from tests.support.finished import Grader, Teacher, finished_game, graded, reviewing
from tests.support.later import later
from tests.support.running import ask, gathered, resigned, started
from tests.support.sentences import said
from tests.support.service import ADA, BRUNO, HOME, Process, StillClock, eventually, process, setup, some_move

HUGE = DailyShare(None, 1000, 1000, 1000, 0)


@pytest.fixture
async def run(address: str) -> AsyncIterator[Process]:
    async with process(address, StillClock()) as made:
        yield made


def service(run: Process, most: int = 5) -> Reviews:
    """The service, with a daily limit for one person."""
    bounds = {**LIMITS, "reviews_per_person": Bound(most, 2 * most, 0)}
    return Reviews(run.games, ReviewStore(run.store.database), FairUse(run.store.people, run.clock, bounds), run.clock)


async def made(run: Process, game: str) -> bool:
    """Whether the review of a game is done."""
    row = await ReviewStore(run.store.database).of_game(game)
    return row is not None and row.state is ReviewState.DONE


async def work(run: Process, grader: Grader, *games: str, owner: str = "me") -> None:
    """Make reviews until those of the games are done."""
    made_here = reviewing(run, grader, owner)
    task = asyncio.create_task(made_here.run())
    try:
        for game in games:
            await eventually(lambda game=game: made(run, game))  # type: ignore[misc]
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def test_X6_a_requested_review_grades_every_turn_once(run: Process) -> None:
    """The turns come back in order, as the grader made them; a second request finds them."""
    game, reviews, grader = await finished_game(run), service(run), Grader()
    row = await reviews.request(game, ADA.id, HOME.guild_id)
    assert (row.state, row.turns, row.graded) == (ReviewState.WAITING, 5, 0)
    await work(run, grader, game)
    events = await run.games.events(game)
    assert await reviews.turns(game) == tuple(graded(events, number) for number in range(1, 6))
    again = await reviews.request(game, BRUNO.id, HOME.guild_id)
    assert (again.state, again.graded, again.person) == (ReviewState.DONE, 5, ADA.id)
    await work(run, grader, game)
    assert grader.turns == [1, 2, 3, 4, 5]


async def test_X6_a_running_game_or_an_unplayed_one_is_not_reviewed(run: Process) -> None:
    """Racks of a running game are secret, and without a move there is nothing to grade."""
    game, reviews = await run.new_game(), service(run)
    with pytest.raises(StillRunning):
        await reviews.request(game, ADA.id, HOME.guild_id)
    await run.do(game, cmd.End("999", moderator=True))
    with pytest.raises(NothingToReview):
        await reviews.request(game, ADA.id, HOME.guild_id)
    assert await reviews.of_game(game) is None


async def test_X6_one_person_requests_a_few_reviews_a_day(run: Process) -> None:
    """The count is in the database, so a new process knows it; what is there already costs nothing."""
    games = [await finished_game(run) for _ in range(3)]
    for game in games[:2]:
        await service(run, 2).request(game, ADA.id, HOME.guild_id)
    with pytest.raises(TooOften) as refused:
        await service(run, 2).request(games[2], ADA.id, HOME.guild_id)
    assert (refused.value.limit, refused.value.most, refused.value.wait) == (Limit.REVIEWS, 2, DAY)
    await service(run, 2).request(games[0], ADA.id, HOME.guild_id)
    assert await ReviewStore(run.store.database).of_game(games[2]) is None
    await service(run, 2).request(games[2], ADA.id, None)  # in direct messages; four across all servers
    await ReviewStore(run.store.database).fail(await claimed(run), "me")
    run.clock.advance(DAY)
    await service(run, 2).request(games[0], ADA.id, HOME.guild_id)


async def claimed(run: Process, owner: str = "me", until: int = 1000) -> loop.ReviewJob:
    """The next review, claimed."""
    job = await ReviewStore(run.store.database).claim(owner, ANALYSER_VERSION, run.clock.now(), run.clock.now() + until)
    assert job is not None
    return job


async def test_X6_each_person_has_a_turn_in_the_queue(run: Process) -> None:
    """Whoever asked for many games waits for the first game of someone who asked later."""
    for number, (game, person) in enumerate([("a", "1"), ("b", "1"), ("c", "1"), ("d", "2")]):
        await put_game(run, game, person, number)
    order = []
    while job := await ReviewStore(run.store.database).claim(
        "me", ANALYSER_VERSION, run.clock.now(), run.clock.now() + 1000
    ):
        order.append(job.game)
    assert order == ["a", "d", "b", "c"]


async def put_game(run: Process, name: str, person: str, number: int) -> None:
    """A finished game's review in the queue, without the game being played."""
    from bot.model.changes import Change
    from bot.model.games import Cause, GamePhase, GameSummary, Place

    now = run.clock.now()
    summary = GameSummary(name, Place(None, number + 1), "", "1", GamePhase.OVER, 1, None, 1, now, now, ())
    await run.store.journal.commit(Change(Cause(name, now, now), 1, ({},), summary, (), None))
    row = ReviewRow(name, ANALYSER_VERSION, ReviewState.WAITING, 3, person, now - 1000 + number)
    assert await ReviewStore(run.store.database).request(row, HUGE) is None


async def test_X6_a_lost_lease_writes_nothing(run: Process) -> None:
    """After a lease has ended and another process has the review, the first one can neither write nor end it."""
    await put_game(run, "a", "1", 0)
    store, job = ReviewStore(run.store.database), await claimed(run)
    assert await store.graded(job, "me", 1, "one", run.clock.now() + 1000)
    assert await store.claim("other", ANALYSER_VERSION, run.clock.now(), run.clock.now() + 1000) is None
    run.clock.advance(1000)
    taken = await claimed(run, "other")
    assert taken.graded == {1}
    assert not await store.graded(job, "me", 2, "two", run.clock.now() + 1000)
    assert not await store.prolong(job, "me", run.clock.now() + 1000)
    assert not await store.done(job, "me")
    assert await store.turns("a") == ("one",)


async def test_X6_an_unfinished_review_is_never_done(run: Process) -> None:
    """Even its owner cannot end it before every turn is there."""
    await put_game(run, "a", "1", 0)
    store, job = ReviewStore(run.store.database), await claimed(run)
    assert not await store.done(job, "me")
    for turn in (1, 2, 3):
        assert await store.graded(job, "me", turn, "x", run.clock.now() + 1000)
    assert await store.done(job, "me")
    assert await store.next_due(ANALYSER_VERSION) is None


async def test_X6_a_newer_analyser_grades_again_on_request(run: Process) -> None:
    """The older grades go with the request; an older analyser neither takes nor replaces the newer review."""
    await put_game(run, "a", "1", 0)
    store, job = ReviewStore(run.store.database), await claimed(run)
    await store.graded(job, "me", 1, "old", run.clock.now() + 1000)
    row = await store.of_game("a")
    assert row is not None
    assert await store.request(replace(row, version=row.version + 1), HUGE) is None
    assert await store.turns("a") == ()
    assert not await store.graded(job, "me", 2, "old", run.clock.now() + 1000)
    assert await store.claim("me", ANALYSER_VERSION, run.clock.now(), run.clock.now() + 1000) is None
    assert await store.request(row, HUGE) is None
    again = await store.of_game("a")
    assert again is not None
    assert again.version == row.version + 1


async def test_X6_a_turn_that_fails_is_tried_again_and_then_given_up(run: Process) -> None:
    """Other reviews go on meanwhile; the one given up can be requested again."""
    bad, reviews = await finished_game(run), service(run)
    run.clock.advance(1)
    good = await finished_game(run)
    for game in (bad, good):
        await reviews.request(game, ADA.id, HOME.guild_id)
        run.clock.advance(1)
    broken = (await run.games.events(bad))[0].at

    class Fails(Grader):
        def __call__(self, events, setup, number, should_stop):  # type: ignore[no-untyped-def]
            if events[0].at == broken and number == 3:
                raise RuntimeError("a bug")
            return super().__call__(events, setup, number, should_stop)

    made_here = reviewing(run, Fails())
    task = asyncio.create_task(made_here.run())
    try:
        await eventually(lambda: made(run, good))

        async def failed() -> bool:
            run.clock.advance(60_000)
            row = await reviews.of_game(bad)
            return row is not None and row.state is ReviewState.FAILED

        await eventually(failed)
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    assert len(await reviews.turns(bad)) == 2
    row = await reviews.request(bad, ADA.id, HOME.guild_id)
    assert row.state is ReviewState.WAITING


@pytest.mark.parametrize("seed", [0, *later((1, 2))])
async def test_X6_a_kill_loses_at_most_the_turn_under_way(tmp_path: Path, seed: int) -> None:
    """Killed again and again while a queue is graded: each turn is there once, as without kills."""
    clock, luck, graded_turns = StillClock(), random.Random(seed), 0
    async with process(tmp_path, clock) as first:
        games = [await finished_game(first) for _ in range(3)]
        for game in games:
            await service(first).request(game, ADA.id, HOME.guild_id)
        wanted = {game: [graded(await first.games.events(game), turn) for turn in range(1, 6)] for game in games}
    kills = 0
    while True:
        async with process(tmp_path, clock) as run:
            if all([await made(run, game) for game in games]):
                break
            gate, left = threading.Event(), luck.randrange(1, 6)
            grader = Grader(wait=lambda: None)
            grader.wait = lambda grader=grader, gate=gate, left=left: len(grader.turns) < left or gate.wait(60)  # type: ignore[misc]
            made_here = reviewing(run, grader)
            task = asyncio.create_task(made_here.run())
            await eventually(partial(_stuck, grader, left, made_here))
            task.cancel()
            gate.set()
            await asyncio.gather(task, return_exceptions=True)
            graded_turns += len(grader.turns)
            kills += 1
    async with process(tmp_path, clock) as run:
        for game in games:
            assert list(await service(run).turns(game)) == wanted[game]
    assert graded_turns <= 15 + kills


def _stuck(grader: Grader, turns: int, made_here: loop.Reviewer) -> bool:
    """Whether a grader is at its last turn before a kill, or there is nothing left to grade."""
    return len(grader.turns) >= turns or not made_here.is_busy


async def test_X9_a_review_teaches_its_players_the_words_they_missed(run: Process) -> None:
    """Each player their own: better words than the one played, and the one played if it may be a phony."""
    game = await run.new_game()
    state = await run.games.load(game)
    first = some_move(state)
    await run.do(game, first)
    await run.do(game, cmd.Resign(BRUNO.id))
    rack = state.seats[0].rack
    assert isinstance(rack, KnownRack)
    letters = [tile.letter for tile in rack.tiles if not tile.is_blank]
    best, played = "".join(letters[:4]), "".join(letters[:2])
    words = ReviewedWords(run.games, ReviewStore(run.store.database))
    await service(run).request(game, ADA.id, HOME.guild_id)
    assert await words.of(ADA.id, "en", 10) == ()
    await work(run, Teacher(f"8H {best}"), game)  # type: ignore[arg-type]
    for _ in range(2):
        found = await words.of(ADA.id, "en", 10)
        assert [(one.word, one.played) for one in found] == [(tuple(best), False), (tuple(played), True)]
    assert await words.of(ADA.id, "en", 1) == found[:1]
    assert (
        await words.of(ADA.id, "fr", 10) == await words.of(BRUNO.id, "en", 10) == await words.of("999", "en", 9) == ()
    )


async def test_X20_the_record_of_ones_own_game_teaches_its_words(run: Process) -> None:
    """It is known by the name; only its sender may see the review, and nobody's statistics have it."""
    record = gcg.read(b"#player1 a Ada\n#player2 b Bert\n>a: AEINRST 8H RE +4 4\n")
    players = seated(retold.names_of(record), ADA)
    events = retold.finished(record, setup(), ADA, players, run.clock.now())
    await keep_finished(run.games, "kept2345", events, run.cause())
    row = await service(run).request("kept2345", ADA.id, HOME.guild_id)
    assert row.turns == 1
    await work(run, Teacher("8H RETAINS"), "kept2345")  # type: ignore[arg-type]
    found = await ReviewedWords(run.games, ReviewStore(run.store.database)).of(ADA.id, "en", 10)
    assert tuple("RETAINS") in [one.word for one in found]
    state = await run.games.load("kept2345")
    await permissions(run).require(Member(None, person=ADA.id), Right.REVIEWER, "kept2345")
    with pytest.raises(ReviewIsPrivate):
        await permissions(run).require(Member(None, person=BRUNO.id), Right.REVIEWER, "kept2345")
    assert (await service(run).readers("kept2345", state)).players == {ADA.id}
    assert not await run.store.results.of_person(ADA.id, 5)


# --- who may see it ---------------------------------------------------------------------------------------------------


def permissions(run: Process) -> Permissions:
    """The permissions of a process."""
    further = {Right.REVIEWER: service(run).check_reader}
    return Permissions(run.store.people, run.games, Drafts(run.store.drafts), further)


async def test_X6_a_review_is_for_its_players_until_all_of_them_open_it(run: Process) -> None:
    """A watcher sees it once each player has agreed, and no longer after one of them takes that back."""
    game, reviews = await finished_game(run), service(run)
    ada, watcher = Member(HOME.guild_id, person=ADA.id), Member(HOME.guild_id, moderator=True, person="999")
    await permissions(run).require(ada, Right.REVIEWER, game)
    for person in (ADA.id, BRUNO.id):
        with pytest.raises(ReviewIsPrivate):
            await permissions(run).require(watcher, Right.REVIEWER, game)
        await reviews.agree(game, person, agreed=True)
    await permissions(run).require(watcher, Right.REVIEWER, game)
    await reviews.agree(game, BRUNO.id, agreed=False)
    with pytest.raises(ReviewIsPrivate):
        await permissions(run).require(watcher, Right.REVIEWER, game)
    with pytest.raises(ReviewIsPrivate):
        await reviews.agree(game, "999", agreed=True)


async def test_X6_nobody_sees_a_review_of_a_running_game(run: Process) -> None:
    """Not even its players, and not even if all racks are open."""
    for rules in (Rules(undo=False), Rules(undo=False, show_racks=ShowRacks.ALL)):
        game = await run.new_game(rules)
        for person in (ADA.id, "999"):
            with pytest.raises(StillRunning):
                await permissions(run).require(Member(HOME.guild_id, person=person), Right.REVIEWER, game)
        await run.do(game, cmd.End("999", moderator=True))


async def test_X6_everyone_sees_the_review_of_a_game_with_open_racks(run: Process) -> None:
    """All racks were seen while it was played."""
    game = await run.new_game(Rules(undo=False, show_racks=ShowRacks.ALL))
    await run.do(game, cmd.End("999", moderator=True))
    await permissions(run).require(Member(HOME.guild_id, person="999"), Right.REVIEWER, game)


async def test_X6_a_bot_that_stops_looks_after_no_answer_any_more(tmp_path: Path) -> None:
    """Whoever follows a review asks a database that is closed then."""
    gate = threading.Event()
    options = {"letters": "CATSODEEE", "rack_size": 3, "grader": Grader(wait=lambda: gate.wait(60))}
    async with gathered(tmp_path, "A", "C", "CAT", "SOD", **options) as (stage, ada, bruno):
        await resigned(ada, bruno, await started(ada, bruno))
        await ask(ada, "/review game", said("reviews.reviewing", done=0, all=2))
        following = _followers()
        gate.set()
        await stage.stop()
        assert following and not _followers()


def _followers() -> list[asyncio.Task[object]]:
    return [one for one in asyncio.all_tasks() if one.get_name() == "a follower of a review"]
