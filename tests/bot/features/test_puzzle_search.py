"""Puzzles from the games of a server: who allows them, who gets them, and that they go with the permission."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot.features.puzzles import search as searches
from bot.features.puzzles.gamestore import FinishedGame, GamePuzzleStore
from bot.features.puzzles.puzzles import Puzzles
from bot.features.puzzles.refusals import UnknownPuzzle
from bot.features.puzzles.search import PuzzleSearch, people_of
from bot.features.puzzles.store import PuzzleStore
from bot.limits import LIMITS, Bound, Limit
from bot.model.errors import TooOften
from bot.model.games import Place
from bot.service.opening import new_game
from bot.service.rights import FairUse
from engine.game import commands as cmd
from engine.game.state import Person
from engine.loading import load_variant
from engine.puzzles.making import GameRuns, to_solve
from tests.support.engines import always
from tests.support.finished import Finder, collection_of, giving
from tests.support.service import ADA, BRUNO, HOME, Process, StillClock, eventually, process, some_move
from tests.support.words import english

EVE = "999"
AWAY = Place(8, 80)


@pytest.fixture
async def run(address: str) -> AsyncIterator[Process]:
    async with process(address, StillClock()) as made:
        yield made


def searching(run: Process, finder: Finder, owner: str = "me") -> PuzzleSearch:
    engines = run.engines(finder=finder)
    return PuzzleSearch(
        run.games, GamePuzzleStore(run.store.database), run.store.people, engines, always(english()), run.clock, owner
    )


async def search(run: Process, finder: Finder | None = None) -> Finder:
    """Search until nothing waits."""
    found = finder or Finder()
    made = searching(run, found)
    while True:
        await made._step()
        if await GamePuzzleStore(run.store.database).next_due() is None:
            return found


async def allow(run: Process, *people: str, on: bool = True) -> None:
    for person in people:
        await run.store.people.change_person(person, lambda profile: replace(profile, gives_puzzles=on))


async def over(run: Process, place: Place = HOME, *, guest: bool = False) -> str:
    """A finished game of Ada and Bruno with three positions."""
    game = await run.new_game(place=place, start=not guest)
    if guest:
        await run.do(game, cmd.Join(Person(f"{ADA.id}#2", "Anna")))
        await run.do(game, cmd.Start(ADA.id))
    await run.do(game, some_move(await run.games.load(game)))
    for person in (BRUNO, ADA):
        await run.do(game, cmd.Pass(person.id, (await run.games.load(game)).turn))
    await run.do(game, cmd.Resign(BRUNO.id))
    run.clock.advance(1)
    return game


def service(run: Process, most: int = 100) -> Puzzles:
    bounds = {**LIMITS, "puzzles_per_person": Bound(most, most, 0)}
    fair_use = FairUse(run.store.people, run.clock, bounds)
    return giving(run.store, run.clock, fair_use=fair_use)


async def offered(run: Process, person: str = EVE, server: int = 7) -> set[str]:
    return set(await collection_of(run.store).from_games(server, "en", person))


async def test_X8_a_finished_game_gives_puzzles_if_everyone_who_played_allows_it(run: Process) -> None:
    """They are for others in that server, as long as it wants them, and name nobody."""
    await allow(run, ADA.id)
    first = await over(run)
    assert (await search(run)).looked == []
    await allow(run, BRUNO.id)
    assert (await search(run)).looked == [1, 2, 3]
    keys = await offered(run)
    assert len(keys) == 3
    assert await offered(run, ADA.id) == await offered(run, BRUNO.id) == await offered(run, server=8) == set()
    for key in keys:
        found = await GamePuzzleStore(run.store.database).find(key)
        assert found
        assert not {ADA.name, BRUNO.name, ADA.id, BRUNO.id, first} & set(found.line.replace('"', " ").split())
    assert (await search(run)).looked == []
    await run.store.people.change_server(7, lambda profile: replace(profile, game_puzzles=False))
    assert await offered(run) == set()


async def test_X8_a_game_that_is_not_over_is_never_searched(run: Process) -> None:
    """Neither one that runs, nor one that was ended from outside and has no result."""
    await allow(run, ADA.id, BRUNO.id)
    running = await run.new_game()
    await run.do(running, some_move(await run.games.load(running)))
    assert (await search(run)).looked == []
    with pytest.raises(GameRuns):
        to_solve(await run.games.events(running))
    await run.do(running, cmd.End("999", moderator=True))
    assert (await search(run)).looked == []


@pytest.mark.parametrize("why", ["direct messages", "the server's setting", "someone left", "another board", "a guest"])
async def test_X8_some_games_are_not_searched(run: Process, why: str) -> None:
    """Those in direct messages, where moderators do not want it, or which someone has played who does not allow it.

    A guest has no settings of their own.
    """
    await allow(run, ADA.id, BRUNO.id)
    place = HOME
    if why == "direct messages":
        place = Place(None, 5)
    if why == "the server's setting":
        await run.store.people.change_server(7, lambda profile: replace(profile, game_puzzles=False))
    if why == "someone left":
        await left_by_chloe(run)
    elif why == "another board":
        await on_another_board(run)
    else:
        await over(run, place, guest=why == "a guest")
    assert (await search(run)).looked == []
    await run.store.people.change_server(7, lambda profile: replace(profile, game_puzzles=True))
    assert (await search(run)).looked == []
    assert await offered(run) == set()


async def left_by_chloe(run: Process) -> None:
    """Chloe, who does not allow it, has begun the game in which Bruno now sits."""
    chloe = Person("103", "Chloe")
    game = await run.new_game(start=False)
    await run.do(game, cmd.Leave(BRUNO.id))
    await run.do(game, cmd.Join(chloe))
    await run.do(game, cmd.SetRule(ADA.id, "on_leave", "computer"))
    await run.do(game, cmd.Start(ADA.id))
    await run.do(game, some_move(await run.games.load(game)))
    await run.do(game, cmd.Leave(chloe.id))
    await run.do(game, cmd.Resign(ADA.id))
    assert chloe.id in people_of(await run.games.events(game))


async def on_another_board(run: Process) -> None:
    from tests.support.service import setup

    other = replace(setup(), variant=load_variant("quick", "en"))
    game = (await new_game(run.games, HOME, ADA, other, run.cause())).game
    await run.do(game, cmd.Join(BRUNO))
    await run.do(game, cmd.Start(ADA.id))
    await run.do(game, cmd.Resign(BRUNO.id))


async def test_X8_puzzles_go_with_the_permission_of_one_player(run: Process) -> None:
    """Also their ratings, one that someone is at, and games that wait. Permission given later is for later games."""
    await allow(run, ADA.id, BRUNO.id)
    await over(run)
    await search(run)
    puzzles = service(run)
    keys = await offered(run)
    only = giving(run.store, run.clock, collection_of(run.store, lambda _: ()))
    tried = await only.give(EVE, "Eve", "en", 7)
    assert tried.keyed.key in keys
    assert tried.keyed.server == 7
    done = await only.give_up(EVE, "Eve", tried.keyed.key)
    assert not done.attempt.is_open
    assert await PuzzleStore(run.store.database).standings(keys)
    waiting = await over(run)
    made = searching(run, Finder())
    await made._decide(FinishedGame(waiting, 7))
    await allow(run, BRUNO.id, on=False)
    assert await offered(run) == set()
    assert await PuzzleStore(run.store.database).standings(keys) == {}
    with pytest.raises(UnknownPuzzle):
        await puzzles.tried(EVE, tried.keyed.key)
    await allow(run, BRUNO.id)
    assert (await search(run)).looked == []


async def test_X8_a_search_under_way_keeps_nothing_after_the_permission_is_taken_back(run: Process) -> None:
    await allow(run, ADA.id, BRUNO.id)
    await over(run)
    loop = asyncio.get_running_loop()

    def withdraw(number: int) -> None:
        if number == 2:
            asyncio.run_coroutine_threadsafe(allow(run, ADA.id, on=False), loop).result()

    assert (await search(run, Finder(withdraw))).looked == [1, 2]
    assert await offered(run) == set()


async def test_X8_a_killed_search_goes_on_where_it_was(run: Process) -> None:
    """The position under way is looked at again, no other one; every puzzle is there once."""
    await allow(run, ADA.id, BRUNO.id)
    await over(run)

    class Killed(BaseException):
        pass

    def kill(number: int) -> None:
        if number == 2:
            raise Killed

    first = searching(run, Finder(kill), "one")
    with pytest.raises(Killed):
        await first._step()
    assert len(await offered(run)) == 1
    second = Finder()
    waits = searching(run, second, "two")
    await waits._step()
    assert second.looked == []
    run.clock.advance(searches.SEARCH_LEASE)
    await waits._step()
    assert second.looked == [2, 3]
    assert len(await offered(run)) == 3


async def test_X8_a_search_that_fails_is_tried_again_and_then_ends(run: Process) -> None:
    await allow(run, ADA.id, BRUNO.id)
    await over(run)

    def fail(number: int) -> None:
        if number == 2:
            raise RuntimeError("a bug")

    finder = Finder(fail)
    made = searching(run, finder)
    for _ in range(searches.SEARCH_TRIES):
        await made._step()
        run.clock.advance(searches.SEARCH_LEASE)
    await made._step()
    assert finder.looked == [1, *[2] * searches.SEARCH_TRIES]
    assert await GamePuzzleStore(run.store.database).next_due() is None


async def test_X8_reviews_come_first_and_a_server_has_a_share_of_each_day(run: Process) -> None:
    await allow(run, ADA.id, BRUNO.id)
    for _ in range(searches.GAMES_A_DAY + 1):
        await over(run)
    finder = Finder()
    busy = searching(run, finder)
    busy._is_free = lambda: False
    await busy._step()
    assert finder.looked == []
    assert (await search(run)).looked == [1, 2, 3] * searches.GAMES_A_DAY
    await over(run, AWAY)
    assert (await search(run)).looked == [1, 2, 3]


async def test_X8_two_processes_search_a_game_once(run: Process) -> None:
    await allow(run, ADA.id, BRUNO.id)
    game = await over(run)
    one, other = (searching(run, Finder(), owner) for owner in ("one", "other"))
    for made in (one, other):
        await made._decide(FinishedGame(game, 7))
    assert await GamePuzzleStore(run.store.database).claim("one", run.clock.now(), run.clock.now() + 1)
    assert await GamePuzzleStore(run.store.database).claim("other", run.clock.now(), run.clock.now() + 1) is None


async def test_X8_the_newest_puzzles_of_a_server_are_kept(run: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    from bot.features.puzzles import gamestore as store

    monkeypatch.setattr(store, "PUZZLES_KEPT", 4)
    await allow(run, ADA.id, BRUNO.id)
    await over(run)
    await search(run)
    old = await offered(run)
    run.clock.advance(10)
    await over(run)
    await search(run)
    assert len(await offered(run)) == 4
    assert len(await offered(run) & old) == 1


async def test_X8_new_puzzles_are_limited_and_the_one_someone_is_at_is_free(run: Process) -> None:
    puzzles = service(run, 2)
    for _ in range(2):
        key = (await puzzles.give(EVE, "Eve", "en", 7)).keyed.key
        assert (await puzzles.give(EVE, "Eve", "en", 7)).keyed.key == key
        await puzzles.give_up(EVE, "Eve", key)
    with pytest.raises(TooOften) as refused:
        await puzzles.give(EVE, "Eve", "en", 7)
    assert refused.value.limit is Limit.PUZZLES
    with pytest.raises(TooOften):
        await service(run, 0).give("1000", "Dan", "en", 7)
    run.clock.advance(refused.value.wait)
    assert await puzzles.give(EVE, "Eve", "en", 7)


async def test_X10_a_game_that_one_process_chooses_is_told_to_the_others(shared: str) -> None:
    """One that has no time decides which games are searched, and another one searches them at once."""
    clock, finder = StillClock(), Finder()
    async with process(shared, clock) as busy, process(shared, clock) as idle:
        hears, tells = idle.store.signals, busy.store.signals
        asks = PuzzleSearch(
            busy.games,
            GamePuzzleStore(busy.store.database),
            busy.store.people,
            busy.engines(finder=finder),
            always(english()),
            clock,
            "busy",
            lambda: False,
            lambda: tells.tell(PuzzleSearch.topic),
        )
        does = searching(idle, finder)
        heard = asyncio.Event()
        hears.on(PuzzleSearch.topic, lambda _: (heard.set(), does.wake()))
        tasks = [asyncio.create_task(work) for work in (hears.run(), tells.run(), does.run())]
        try:
            await eventually(heard.is_set)  # it listens
            await eventually(lambda: tells.poll() < 30_000 and tells._is_listening)
            await allow(busy, ADA.id, BRUNO.id)
            await over(busy)
            assert finder.looked == []
            await asks._step()
            await eventually(lambda: finder.looked == [1, 2, 3])
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
