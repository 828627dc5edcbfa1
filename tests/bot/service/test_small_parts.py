"""The smaller parts: budget, locks, clock, people, drafts, heartbeat, dictionaries, errors."""

from __future__ import annotations

import asyncio
import pickle
from dataclasses import replace
from pathlib import Path

import pytest

from bot.model.deliveries import Target, TargetKind
from bot.model.errors import ChannelBusy, LexiconUnavailable, UnknownDraft
from bot.model.profiles import DM_AGAIN, PersonProfile, is_closed
from bot.service.drafts import Drafts
from bot.service.processes.shardshare import HEARTBEAT_GAP, KEEP, Heartbeat
from bot.service.sending.budget import MOST_WRITES_A_SECOND, SECOND, SPAN, WRITES, Budget
from bot.service.tasks import AFTER_ERROR, LONGEST_PAUSE, KeyedLocks, pause, repeat
from bot.service.words.dictionaries import Dictionaries
from engine.errors import BadData
from engine.game.state import LexiconRef
from engine.model.tiles import Alphabet
from engine.sentences import Internal
from engine.words.lexicon import Lexicon
from tests.support.records import READING
from tests.support.service import ADA, BRUNO, START, StillClock, eventually, process, setup
from tests.support.words import list_of

HOME = Target(TargetKind.CHANNEL, 5)


async def test_a_channel_takes_five_writes_in_five_seconds() -> None:
    """The sixth waits until the first is five seconds old; other channels do not wait; edits come one at a time."""
    clock, other = StillClock(), Target(TargetKind.CHANNEL, 6)
    budget = Budget(clock)
    assert [budget.try_take(HOME) for _ in range(3)] == [True, False, False]
    assert [budget.try_message(HOME) for _ in range(WRITES)] == [True] * 4 + [False]
    assert budget.try_message(other)
    assert budget.full(clock.now()) == {HOME: clock.now() + SPAN}
    assert (budget.free_at(other, clock.now()), budget.free_at(HOME, clock.now())) == (clock.now(), clock.now() + SPAN)
    clock.advance(SPAN - 1)
    assert not budget.try_message(HOME)
    clock.advance(1)
    assert budget.full(clock.now()) == {}
    assert budget.try_message(HOME)


async def test_chat_waits_its_turn_leaves_room_for_messages_and_does_not_wait_for_ever() -> None:
    """Lines come one after the other; a line that would come too late is left out."""
    clock, limit = StillClock(), WRITES - 1
    budget = Budget(clock)
    assert [await budget.take(HOME) for _ in range(limit)] == [True] * limit
    lines = [asyncio.create_task(budget.take(HOME)) for _ in range(4 * limit)]
    await asyncio.sleep(0.02)
    assert not any(line.done() for line in lines)
    assert budget.try_message(HOME)
    assert not budget.try_message(HOME)
    for _ in range(6):
        clock.advance(SPAN)
        await asyncio.sleep(0.02)
    spoken = await asyncio.wait_for(asyncio.gather(*lines), 60)
    assert spoken == sorted(spoken, reverse=True)
    assert limit <= sum(spoken) <= 3 * limit


async def test_edits_leave_room_for_messages_that_come_quickly() -> None:
    """Every two seconds, no message waits, whatever else there is to edit; every second, nothing is edited."""
    for pace, least, most in ((2_000, 8, 12), (1_000, 0, 1)):
        clock, edits = StillClock(), 0
        budget = Budget(clock)
        assert budget.try_message(HOME)
        for moment in range(100, 30_000, 100):
            clock.advance(100)
            if moment % pace == 0:
                assert budget.try_message(HOME) or moment <= SPAN
            edits += moment > SPAN and budget.try_take(HOME)
        assert least <= edits <= most


async def test_tidying_waits_where_there_is_much_to_send_everywhere() -> None:
    """Discord counts all requests of a bot together; messages do not wait for that."""
    clock = StillClock()
    budget = Budget(clock)
    for number in range(MOST_WRITES_A_SECOND):
        assert budget.spare_at(HOME, clock.now()) == clock.now()
        assert budget.try_message(Target(TargetKind.CHANNEL, 100 + number))
    assert budget.spare_at(HOME, clock.now()) == clock.now() + SECOND
    assert budget.free_at(HOME, clock.now()) == clock.now()
    clock.advance(SECOND)
    assert budget.spare_at(HOME, clock.now()) == clock.now()


async def test_locks_are_one_a_key_and_forgotten() -> None:
    """Callers with another key do not wait, and the number of locks does not grow."""
    locks, order = KeyedLocks(), []

    async def work(key: str, name: str) -> None:
        async with locks.hold(key):
            order.append(f"{name} in")
            await asyncio.sleep(0.01)
            order.append(f"{name} out")

    await asyncio.gather(work("g", "a"), work("g", "b"), work("h", "c"))
    assert order.index("a out") < order.index("b in")
    assert order.index("c in") < order.index("a out")
    assert vars(locks) == {"_locks": {}, "_users": {}}


async def test_a_loop_outlives_an_error() -> None:
    """The loop goes on after a pause, and the next step may work."""
    clock, steps = StillClock(), []

    async def step() -> int | None:
        steps.append(clock.now())
        if len(steps) == 1:
            raise OSError
        return None

    task = asyncio.create_task(repeat("test", step, clock, asyncio.Event()))
    await eventually(lambda: len(steps) == 1)
    clock.advance(AFTER_ERROR)
    await eventually(lambda: len(steps) == 2)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def test_pauses_grow_to_ten_minutes() -> None:
    """Each is twice the one before, up to a limit."""
    assert [pause(n) for n in (0, 1, 2, 3, 10, 10_000)] == [2_000, 2_000, 4_000, 8_000, LONGEST_PAUSE, LONGEST_PAUSE]


async def test_people_are_remembered(tmp_path: Path) -> None:
    """Language and reachability are stored; a refused message is tried again after a day, or when one gets through."""
    async with process(tmp_path, StillClock()) as bot:
        people = bot.store.people
        await people.seen(PersonProfile("1"), "sv-SE", None)
        await people.change_person("1", lambda profile: replace(profile, confirm_moves=True))
        await people.dm_refused("1", START)
        refused = await people.person("1")
        assert is_closed(refused, START + DM_AGAIN - 1)
        assert not is_closed(refused, START + DM_AGAIN)
        await people.dm_works(refused, 99)
        profile = await people.person("1")
        assert not is_closed(profile, START)
        assert (profile.locale, profile.confirm_moves, profile.dm_channel) == ("sv-SE", True, 99)


async def test_a_draft_belongs_to_who_made_it(tmp_path: Path) -> None:
    """It survives a restart; nobody else can read it, since it shows part of a rack."""
    clock = StillClock()
    async with process(tmp_path, clock) as one:
        game = await one.new_game()
        draft = await Drafts(one.store.drafts).save(game, ADA.id, 1, "8H HELLO", clock.now())
    async with process(tmp_path, clock) as two:
        drafts = Drafts(two.store.drafts)
        assert await drafts.load(draft.id, ADA.id) == draft
        for name, person in ((draft.id, BRUNO.id), ("none", ADA.id)):
            with pytest.raises(UnknownDraft):
                await drafts.load(name, person)


async def test_the_heartbeat_tells_when_the_bot_was_last_alive(tmp_path: Path) -> None:
    """It beats as time passes, and deletes old drafts."""
    clock = StillClock()
    async with process(tmp_path, clock) as bot:
        game = await bot.new_game()
        draft = await Drafts(bot.store.drafts).save(game, ADA.id, 1, "8H HELLO", clock.now())
        heartbeat = Heartbeat(bot.store.meta, clock)
        assert await heartbeat.last() is None
        task = asyncio.create_task(heartbeat.run())
        for _ in range(2):

            async def beaten() -> bool:
                return await heartbeat.last() == clock.now()

            await eventually(beaten)
            clock.advance(HEARTBEAT_GAP)
        assert await bot.store.drafts.load(draft.id)
        clock.advance(KEEP)

        async def forgotten() -> bool:
            return await bot.store.drafts.load(draft.id) is None

        await eventually(forgotten)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def test_words_are_judged_by_the_lexicon_of_the_game(tmp_path: Path) -> None:
    """Each word is judged separately; the lexicon is read once."""
    reads: list[str] = []

    def load(name: str, alphabet: Alphabet) -> Lexicon:
        reads.append(name)
        return Lexicon.of(name, alphabet, list_of("HELLO", alphabet=alphabet))

    async with process(tmp_path, StillClock()) as bot:
        dictionaries = Dictionaries(bot.store.words, READING, load)
        game = replace(setup(), lexicon=LexiconRef("english", ""))
        for _ in range(2):
            judge = await dictionaries.judge(game)
            assert judge((tuple("HELLO"), tuple("HELLP"))) == (True, False)
    assert reads == ["english"]


async def test_a_lexicon_that_cannot_be_read_hurts_only_who_needs_it(tmp_path: Path) -> None:
    """Joining, passing and ending a game still work; judging a word says what is missing."""

    def load(name: str, alphabet: Alphabet) -> Lexicon:
        raise BadData(name, Internal("is damaged"))

    game = replace(setup(), lexicon=LexiconRef("english", ""))
    async with process(tmp_path, StillClock()) as bot:
        judge = await Dictionaries(bot.store.words, READING, load).judge(game)
    with pytest.raises(LexiconUnavailable) as refusal:
        judge((("A",),))
    assert refusal.value.name == "english"


async def test_only_the_projects_own_lexicons_can_be_chosen(tmp_path: Path) -> None:
    """A path on this machine is unknown; a known lexicon is pinned by its content."""

    def load(name: str, alphabet: Alphabet) -> Lexicon:
        return Lexicon.of(name, alphabet, list_of("AB", alphabet=alphabet))

    async with process(tmp_path, StillClock()) as bot:
        dictionaries = Dictionaries(bot.store.words, READING, load)
        alphabet = setup().variant.alphabet
        for name in ("/etc/passwd", "../english", ""):
            with pytest.raises(LexiconUnavailable):
                await dictionaries.pin(name, alphabet)
        assert "english" in await dictionaries.names()
        ref = await dictionaries.pin("english", alphabet)
        assert ref == LexiconRef("english", (await dictionaries.lexicon(replace(setup(), lexicon=ref))).id)


def test_service_errors_tell_their_facts_and_survive_a_process_pool() -> None:
    """The facts are for logs; the words for players are made elsewhere."""
    error = ChannelBusy("abc")
    assert str(error) == "ChannelBusy(game='abc')"
    copy = pickle.loads(pickle.dumps(error))
    assert isinstance(copy, ChannelBusy)
    assert copy.game == "abc"
