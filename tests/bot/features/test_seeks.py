"""Lists of open games: one message a channel, whatever fails, and one opponent for each offer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from unittest.mock import AsyncMock, patch

import pytest
from sqlalchemy import select

from bot.features.seeks.lists import SeekLists
from bot.features.seeks.refusals import SeekIsGone, SeekIsTaken, TooManySeeks
from bot.features.seeks.store import (
    CALM,
    LIST_LOOK_GAP,
    MOST_HERE,
    OPENING,
    SEEK_LISTS,
    SEEK_POSTS,
    Seek,
    SeekStore,
    SoughtGame,
)
from bot.features.seeks.text import clock_to_keep, with_clock
from bot.front.components.message import Message
from bot.model.games import Place
from bot.service.ports import PermanentRefusal, TransientFailure
from bot.store import database
from bot.store.opening import open_store
from bot.text.texts import texts_for
from engine.game.state import Person
from engine.model.durations import DAY, HOUR, MINUTE
from engine.model.rules import PRESETS, Rules
from tests.support.posters import Channel, step
from tests.support.service import Killed, StillClock

CHANNEL, SERVER = 7, 5
ABROAD, FAR = 8, 9
"""Channels of two other servers."""
NAMES = ("Ada", "Bruno", "Chloe")
ANY = SoughtGame("", "en", "", "")


@dataclass
class Bench:
    """A store, a clock and a channel."""

    store: SeekStore
    clock: StillClock
    channel: Channel = field(default_factory=Channel)
    games: AsyncMock = field(default_factory=lambda: AsyncMock(**{"changed_by.return_value": None}))

    def lists(self, owner: str = "one") -> SeekLists:
        """What a process does about lists."""
        return SeekLists(self.store, self.games, self.channel, self.clock, owner)

    async def post(self, name: str, channel: int = CHANNEL, *, everywhere: bool = False) -> None:
        """Somebody puts up a challenge for an hour; a channel's server is 2 less than the channel."""
        now = self.clock.now()
        seek = Seek(0, channel - 2, channel, name, name, False, ANY, now + HOUR, everywhere, f"S{channel - 2}")
        await self.store.post(seek, now)

    async def switch(self, *channels: int) -> None:
        """The servers of these channels list offers of others there; shown until nothing is due."""
        for channel in channels:
            await self.store.choose(channel - 2, channel, self.clock.now())
        await self.settle()

    async def settle(self) -> None:
        """All lists are shown that follow by themselves."""
        self.clock.advance(CALM)
        await step(self.lists())

    async def names(self, channel: int) -> list[str]:
        """Whose challenges a channel's list shows."""
        return [one.name for one in await self.store.open_in(channel, self.clock.now())]

    @property
    def shown(self) -> list[list[str]]:
        """Who is named in each message of the channel."""
        return [[name for name in NAMES if name in text] for text in self.channel.said()]


@pytest.fixture
async def bench(address: str) -> AsyncIterator[Bench]:
    """A bench on each kind of database."""
    store = await open_store(address)
    yield Bench(SeekStore(store.database), StillClock())
    await store.close()


async def test_X13_a_list_is_one_message_and_follows_what_is_open(bench: Bench) -> None:
    """A new challenge moves it down, others are edited in; without any it goes."""
    for name in ("Ada", "Bruno"):
        await bench.post(name)
        await step(bench.lists())
    assert bench.shown == [["Ada", "Bruno"]]
    (message,) = bench.channel.messages
    await bench.store.end(CHANNEL, "Ada", bench.clock.now())
    await step(bench.lists())
    assert bench.shown == [["Bruno"]]
    assert list(bench.channel.messages) == [message]
    bench.clock.advance(HOUR)
    await step(bench.lists())
    assert bench.shown == []
    assert await bench.store.next_due() is None


async def test_X13_the_posts_of_a_channel_do_not_pile_up(bench: Bench) -> None:
    """One is remembered, under a number that never comes again."""
    seen = []
    for name in ("Ada", "Bruno", "Chloe"):
        await bench.post(name)
        await step(bench.lists())
        (message,) = bench.channel.messages
        seen.append(message)
    assert sorted(set(seen)) == seen
    assert len(await bench.store._rows(select(SEEK_POSTS))) == 1


@pytest.mark.parametrize("late", [False, True])
async def test_X13_a_killed_process_leaves_one_list(bench: Bench, late: bool) -> None:
    """Whether it dies before or after posting; another process finds what it has posted, and brings it up to date."""
    bench.channel.fails, bench.channel.late = [Killed()], late
    await bench.post("Ada")
    with pytest.raises(Killed):
        await step(bench.lists())
    await bench.post("Bruno")
    bench.clock.advance(SeekLists.lease)
    await step(bench.lists("two"))
    assert bench.shown == [["Ada", "Bruno"]]


async def test_X13_a_change_while_a_list_is_shown_is_shown_next(bench: Bench) -> None:
    """The message is not lost, nor is the challenge; a list that has moved down is edited there."""
    await bench.post("Ada")
    (claimed,) = await bench.store.claim("one", bench.clock.now(), bench.clock.now() + SeekLists.lease, 8)
    await bench.post("Bruno")
    number = await bench.store.begin_post(claimed)
    message = await bench.channel.post(CHANNEL, Message(()), f"seeks/{number}")
    await bench.store.shown(claimed, "one", message, bench.clock.now() + HOUR)
    await step(bench.lists("two"))
    assert bench.shown == [["Ada", "Bruno"]]
    await bench.post("Bruno")
    (claimed,) = await bench.store.claim("one", bench.clock.now(), bench.clock.now() + SeekLists.lease, 8)
    await bench.store.end(CHANNEL, "Ada", bench.clock.now())
    await bench.lists("one").go_on(claimed)
    (message,) = bench.channel.messages
    await step(bench.lists("two"))
    assert (bench.shown, list(bench.channel.messages)) == ([["Bruno"]], [message])


async def test_X13_a_failure_is_tried_again_and_a_refusal_ends_the_list(bench: Bench) -> None:
    """Where the bot may not write, nobody sees the challenges; elsewhere it gives up in the end."""
    await bench.post("Ada")
    bench.channel.fails = [TransientFailure()]
    await step(bench.lists())
    due = await bench.store.next_due()
    assert due is not None
    bench.clock.advance(due - bench.clock.now())
    await step(bench.lists())
    assert bench.shown == [["Ada"]]
    await bench.post("Bruno")
    bench.channel.fails = [PermanentRefusal(50001)]
    await step(bench.lists())
    assert await bench.store.open_in(CHANNEL, bench.clock.now()) == ()
    await bench.post("Chloe")
    for _ in range(SeekLists.tries):
        bench.channel.fails = [TransientFailure(1)]
        await step(bench.lists())
        due = await bench.store.next_due()
        bench.clock.advance(max(0, (due or 0) - bench.clock.now()))
    assert await bench.store.next_due() is None


async def test_X13_one_of_many_gets_a_challenge(bench: Bench) -> None:
    """Two people press at once. If no game comes of it, it is open again after a while."""
    await bench.post("Ada")
    (seek,) = await bench.store.open_in(CHANNEL, bench.clock.now())
    now = bench.clock.now()
    taken = await asyncio.gather(
        *(bench.store.take(seek.number, CHANNEL, now) for _ in range(8)), return_exceptions=True
    )
    assert sum(isinstance(one, Seek) for one in taken) == 1
    assert sum(isinstance(one, SeekIsGone) for one in taken) == 7
    await step(bench.lists())
    assert bench.shown == []
    bench.clock.advance(OPENING)
    await step(bench.lists())
    assert bench.shown == [["Ada"]]


async def test_X13_a_channel_has_few_challenges_and_a_person_one(bench: Bench) -> None:
    """What is refused changes nothing."""
    for number in range(MOST_HERE):
        await bench.post(f"Player {number}")
    await bench.post("Player 0")
    with pytest.raises(TooManySeeks):
        await bench.post("Zoe")
    names = [seek.name for seek in await bench.store.open_in(CHANNEL, bench.clock.now())]
    assert sorted(names) == sorted({f"Player {number}" for number in range(MOST_HERE)})


async def test_X13_a_challenge_that_was_taken_is_seen_to_after_a_kill(bench: Bench) -> None:
    """Whoever accepted it has died: if there is a game, its poster is called once, and nobody accepts it again."""
    await bench.post("Ada")
    (seek,) = await bench.store.open_in(CHANNEL, bench.clock.now())
    await bench.store.take(seek.number, CHANNEL, bench.clock.now())
    with pytest.raises(SeekIsTaken):
        await bench.post("Ada")
    bench.clock.advance(OPENING)
    bench.games.changed_by.return_value = "thegame"
    bench.games.summary.return_value = AsyncMock(place=Place(SERVER, 77))
    bench.games.load.return_value = AsyncMock(seats=[AsyncMock(player=Person(name, name)) for name in ("Ada", "Bruno")])
    with patch.object(SeekStore, "done", AsyncMock(side_effect=Killed())), pytest.raises(Killed):
        await step(bench.lists())
    bench.clock.advance(SeekLists.lease)
    await step(bench.lists("two"))
    assert [text for text in bench.channel.said() if "<@Ada>" in text and "Bruno" in text] == bench.channel.said()
    assert len(bench.channel.said()) == 1
    assert await bench.store.next_due() is None


async def test_X13_both_servers_have_to_take_part(bench: Bench) -> None:
    """Switching off takes challenges out of the other lists at once, and not out of their own channel."""
    await bench.post("Ada", everywhere=True)
    await bench.post("Bruno")
    await bench.switch(ABROAD)
    assert await bench.names(ABROAD) == []
    await bench.switch(CHANNEL)
    assert await bench.names(ABROAD) == ["Ada"]
    assert await bench.names(FAR) == []
    (seek,) = await bench.store.open_in(ABROAD, bench.clock.now())
    for server in (CHANNEL - 2, ABROAD - 2):
        await bench.store.choose(server, None, bench.clock.now())
        assert await bench.names(ABROAD) == []
        with pytest.raises(SeekIsGone):
            await bench.store.take(seek.number, ABROAD, bench.clock.now())
        await bench.store.choose(server, server + 2, bench.clock.now())
    assert await bench.names(CHANNEL) == ["Ada", "Bruno"]
    assert await bench.names(ABROAD) == ["Ada"]


async def test_X13_a_server_lists_them_in_one_channel(bench: Bench) -> None:
    """The channel chosen last; a list without any challenge goes as others do, and comes back with the next one."""
    await bench.switch(CHANNEL, ABROAD)
    await bench.store.choose(ABROAD - 2, 18, bench.clock.now())
    await bench.settle()
    assert await bench.store.chosen(ABROAD - 2) == 18
    assert await bench.store.next_due() is None
    await bench.post("Ada", everywhere=True)
    await bench.settle()
    assert (await bench.names(18), await bench.names(ABROAD)) == (["Ada"], [])
    assert bench.shown == [["Ada"], ["Ada"]]
    await bench.store.end(CHANNEL, "Ada", bench.clock.now())
    await bench.settle()
    assert bench.shown == []


async def test_X13_many_changes_elsewhere_are_one_edit(bench: Bench) -> None:
    """The lists of others follow within `CALM`, however many changes there are; their own channel's at once."""
    await bench.switch(CHANNEL, ABROAD)
    for _ in range(5):
        await bench.post("Ada", everywhere=True)
        await step(bench.lists())
        assert bench.shown == [["Ada"]]
        bench.clock.advance(CALM // 6)
    await bench.post("Bruno", everywhere=True)
    await step(bench.lists())
    bench.clock.advance(CALM // 6 + 6)
    await step(bench.lists())
    assert bench.shown == [["Ada", "Bruno"]] * 2


async def test_X13_a_person_has_one_challenge_everywhere(bench: Bench) -> None:
    """Even if it is posted in several servers at the same moment."""
    await bench.switch(CHANNEL, ABROAD, FAR)
    await asyncio.gather(*(bench.post("Ada", channel, everywhere=True) for channel in (CHANNEL, ABROAD, FAR) * 3))
    assert [await bench.names(channel) for channel in (CHANNEL, ABROAD, FAR)] == [["Ada"]] * 3
    await bench.post("Ada", 18)
    assert (await bench.names(18), await bench.names(CHANNEL)) == (["Ada"], ["Ada"])


async def test_X13_one_of_many_servers_gets_a_challenge(bench: Bench) -> None:
    """The others are told that it is gone; no list shows it, also if the bot dies then."""
    await bench.switch(CHANNEL, ABROAD, FAR)
    await bench.post("Ada", everywhere=True)
    (seek,) = await bench.store.open_in(FAR, bench.clock.now())
    now = bench.clock.now()
    takes = (bench.store.take(seek.number, channel, now) for channel in (CHANNEL, ABROAD, FAR) * 3)
    taken = await asyncio.gather(*takes, return_exceptions=True)
    assert sorted(type(one) for one in taken if not isinstance(one, SeekIsGone)) == [Seek]
    assert [await bench.names(channel) for channel in (CHANNEL, ABROAD, FAR)] == [[], [], []]
    bench.clock.advance(OPENING)
    await step(bench.lists())
    await bench.settle()
    assert bench.shown == [["Ada"]] * 3


async def test_X13_whatever_changes_at_once_nobody_waits_in_a_circle(bench: Bench) -> None:
    """Challenges, switches and lists of many servers, with no transaction aborted."""
    channels = range(20, 28)
    with patch.object(database, "TRANSACTION_TRIES", 1):
        await bench.switch(*channels)
        now = bench.clock.now()
        for _ in range(3):
            posts = (bench.post(f"P{channel}", channel, everywhere=True) for channel in channels)
            ends = (bench.store.end(channel, f"P{channel}", now) for channel in reversed(channels))
            chosen = (bench.store.choose(channel - 2, channel, now) for channel in channels)
            await asyncio.gather(*posts, *chosen, step(bench.lists()), *ends, step(bench.lists("two")))
            await asyncio.gather(*(bench.post(f"P{channel + 1}", channel, everywhere=True) for channel in channels))
            bench.clock.advance(CALM)


async def test_X13_a_server_hides_somebody(bench: Bench) -> None:
    """Their challenges are missing there alone, until it switches off."""
    await bench.switch(CHANNEL, ABROAD, FAR)
    await bench.post("Ada", everywhere=True)
    await bench.post("Bruno", everywhere=True)
    await bench.store.hide(ABROAD - 2, "Ada", bench.clock.now())
    assert await bench.names(ABROAD) == ["Bruno"]
    assert await bench.names(FAR) == ["Ada", "Bruno"]
    assert await bench.store.hides(ABROAD - 2, "Ada")
    await bench.store.choose(ABROAD - 2, None, bench.clock.now())
    await bench.switch(ABROAD)
    assert await bench.names(ABROAD) == ["Ada", "Bruno"]


async def test_X13_a_list_shows_its_own_and_the_newest_of_others(bench: Bench) -> None:
    """Whoever floods one hides no other for long; what has left the list can still be accepted."""
    await bench.switch(CHANNEL, ABROAD)
    await bench.post("Zoe", ABROAD)
    for number in range(MOST_HERE):
        await bench.post(f"Player {number}", everywhere=True)
    assert await bench.names(ABROAD) == ["Zoe", *(f"Player {number}" for number in range(1, MOST_HERE))]
    first = (await bench.store.open_in(CHANNEL, bench.clock.now()))[0]
    assert await bench.store.find(first.number, ABROAD, bench.clock.now()) == first


async def test_X13_a_channel_that_fails_takes_only_its_own_challenges_along(bench: Bench) -> None:
    """Where the bot may not write, the server takes part no more; after failures, it is tried again later."""
    await bench.switch(CHANNEL, ABROAD)
    await bench.post("Ada", everywhere=True)
    await bench.settle()
    await bench.post("Bruno", ABROAD, everywhere=True)
    for _ in range(SeekLists.tries):
        for one in await bench.lists().claimed():
            bench.channel.fails = [TransientFailure(1)] if one.channel == ABROAD else []
            await bench.lists().see_to(one)
        (due,) = (row.due for row in await bench.store._rows(select(SEEK_LISTS)) if row.channel == ABROAD)
        bench.clock.advance(due - bench.clock.now() if due < bench.clock.now() + LIST_LOOK_GAP else 0)
    assert await bench.names(CHANNEL) == ["Ada"]
    assert await bench.store.chosen(ABROAD - 2) == ABROAD
    await bench.post("Chloe", ABROAD)
    bench.channel.fails = [PermanentRefusal(50001)]
    await step(bench.lists())
    assert await bench.store.chosen(ABROAD - 2) is None
    assert await bench.names(CHANNEL) == ["Ada"]


@pytest.mark.parametrize(
    ("kept", "game", "move"),
    [
        ("25m", 25 * MINUTE, None),
        ("59:59", 59 * MINUTE + 59_000, None),
        ("1d 2h", None, 26 * HOUR),
        ("1h", None, HOUR),
        ("off", None, None),
        (("1 hour", ""), HOUR, None),
        (("", "30 s"), None, 30_000),
        (("2 Stunden", "1 day"), 2 * HOUR, DAY),
        (("aus", ""), None, None),
        (("aus", "3 Tage"), None, 3 * DAY),
    ],
)
def test_X13_a_clock_means_what_it_meant_when_it_was_posted(
    kept: str | tuple[str, str], game: int | None, move: int | None
) -> None:
    """Release 0.1.0 kept one text, which was for each move from an hour on; now two options say which is meant."""
    stored = kept if isinstance(kept, str) else clock_to_keep(*kept, texts_for("en"), "de")
    for name, rules in PRESETS.items():
        changed = with_clock(rules, stored)
        if not (move and name == "tournament"):
            changed.check()
        assert (changed.game_clock, changed.turn_clock) == (game, move)
    assert with_clock(Rules(), "") == Rules()


def test_X13_a_live_game_of_a_seek_ends_by_itself() -> None:
    """Also where the preset has no clock; a longer one has no limit unless the preset has."""
    limits = {"game=15m": MINUTE, "game=25m": 10 * MINUTE, "game=2h": None, "move=1d": None}
    for kept, limit in limits.items():
        assert with_clock(Rules(), kept).overtime_limit == limit, kept
    assert with_clock(PRESETS["club"], "game=5m").overtime_limit == 10 * MINUTE
