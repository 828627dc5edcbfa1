"""Two processes that write to one PostgreSQL database at the same time: settings, drafts, variants, chat."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.features.chat.store import ChatStore
from bot.features.chat.values import ChatLink, ChatRequest, Mute, MuteKind
from bot.model.changes import Change
from bot.model.deliveries import DeliveryKind, NewDelivery, Target, TargetKind
from bot.model.games import Cause, Draft, GamePhase, GameSummary, Place
from bot.model.profiles import ChannelProfile, PersonProfile, ServerFile, ServerProfile
from bot.model.words import Edition, PackedWords
from bot.store.opening import open_store
from bot.store.postgresql import take_lock
from tests.support.races import PATIENCE, Pair, stopping

NOW = 1_700_000_000_000


async def a_game(both: Pair) -> None:
    """The game `g1`, which the written rows refer to."""
    summary = GameSummary("g1", Place(9, 5), "", "1", GamePhase.TURN, 1, None, 1, NOW, NOW, ())
    await both.one.journal.commit(Change(Cause("c1", NOW, NOW), 1, ({},), summary, (), None))


@pytest.mark.parametrize("known", [False, True])
async def test_two_changes_of_a_profile_are_both_kept(both: Pair, known: bool) -> None:
    """The rows are those of a person, a server and a channel, whether or not they exist already."""
    one, two = both.one.people, both.two.people
    if known:
        await one.change_person("1", lambda profile: replace(profile, locale="de"))
        await one.change_server(4, lambda _: ServerProfile(4, "de"))
        await one.change_channel(5, lambda profile: replace(profile, preset="club"))
    await both.race(
        "INSERT INTO people",
        one.change_person("1", lambda profile: replace(profile, locale="fr")),
        two.change_person("1", lambda profile: replace(profile, zoom=150)),
    )
    assert await one.person("1") == PersonProfile("1", locale="fr", zoom=150)
    await both.race(
        "INSERT INTO servers",
        one.change_server(4, lambda profile: replace(profile, locale="fr")),
        two.change_server(4, lambda profile: replace(profile, preset="classic")),
    )
    assert await one.server(4) == ServerProfile(4, locale="fr", preset="classic")
    await both.race(
        "INSERT INTO channels",
        one.change_channel(5, lambda profile: replace(profile, preset="classic")),
        two.change_channel(5, lambda profile: replace(profile, coordinates="x")),
    )
    assert await one.channel(5) == ChannelProfile(5, preset="classic", coordinates="x")


async def test_two_changes_of_a_draft_are_both_kept(both: Pair) -> None:
    """Two button presses place tiles at once."""
    await a_game(both)
    await both.one.drafts.save(Draft("d", "g1", "1", 1, "", NOW))
    await both.race(
        "UPDATE drafts",
        both.one.drafts.change("d", lambda draft: replace(draft, composed=draft.composed + "A")),
        both.two.drafts.change("d", lambda draft: replace(draft, composed=draft.composed + "B")),
    )
    draft = await both.two.drafts.load("d")
    assert draft
    assert draft.composed == "AB"


async def test_a_server_gets_no_more_variants_than_it_may_have(both: Pair) -> None:
    """Of two variants loaded at once, the second finds no room; of two with one name, the later stays."""
    tiny, huge = (ServerFile(4, name, "", "1", NOW) for name in ("tiny", "huge"))
    saved = await both.race("INSERT INTO variants", both.one.variants.save(tiny, 1), both.two.variants.save(huge, 1))
    assert saved == (True, False)
    again = replace(tiny, text="x")
    assert await both.race(
        "INSERT INTO variants", both.one.variants.save(tiny, 1), both.two.variants.save(again, 1)
    ) == (True, True)
    assert await both.one.variants.all(4) == (again,)


async def test_a_place_joins_leaves_and_is_asked_once(both: Pair) -> None:
    """Two moderators press at the same moment: one is told that it is already done, and the news goes out once."""
    await a_game(both)
    one, two = (ChatStore(one.database) for one in (both.one, both.two))
    news = NewDelivery(DeliveryKind.CHAT_NEWS, 1, NOW, Target(TargetKind.CHANNEL, 66), "accepted/9")
    ask = ChatRequest("g1", 66, "1", NOW), news
    assert await both.race("INSERT INTO chat_requests", one.ask(*ask), two.ask(*ask)) == (True, False)
    link = ChatLink("g1", Place(9, 66), "1", NOW), (news,)
    assert await both.race("INSERT INTO chat_links", one.link(*link), two.link(*link)) == (True, False)
    leave = "g1", 66, (news,)
    assert await both.race("DELETE FROM chat_links", one.unlink(*leave), two.unlink(*leave)) == (True, False)
    assert await both.ask("SELECT count(*) FROM deliveries") == 3


async def test_what_is_kept_once_is_kept_once(both: Pair) -> None:
    """A muted person, a fact, a list of words, an edition: two writes at once raise no error."""
    one, two = both.one, both.two
    mute = Mute(MuteKind.PERSON, 7, "Bruno")
    muting = (ChatStore(store.database).mute(5, mute, muted=True) for store in (one, two))
    assert await both.race("INSERT INTO chat_mutes", *muting) == (None, None)
    assert await ChatStore(one.database).mutes(5) == (mute,)
    assert await both.race("INSERT INTO meta", one.meta.set("k", "1"), two.meta.set("k", "2")) == (None, None)
    assert await both.race("INSERT INTO meta", one.meta.first("f", "1"), two.meta.first("f", "2")) == ("2", "2")
    words = PackedWords(b"A")
    writing = (store.words.write("s/4", "english", words, "1", NOW) for store in (one, two))
    assert await both.race("INSERT INTO word_lists", *writing) == (False, True)
    writing = (store.words.write("s/4", "english", replace(words, revision=1), "1", NOW) for store in (one, two))
    assert await both.race("UPDATE word_lists", *writing) == (False, True)
    keeping = (store.words.keep_edition("english", "d", Edition(words, "english")) for store in (one, two))
    assert await both.race("INSERT INTO editions", *keeping) == (None, None)


async def test_processes_that_start_at_once_make_the_tables_once(empty: str) -> None:
    """They start on an empty database, too, and agree on the installation."""
    stores = await asyncio.gather(*(open_store(empty) for _ in range(3)))
    assert len({store.installation for store in stores}) == 1
    for store in stores:
        await store.close()


async def test_a_transaction_that_the_server_gives_up_is_done_again(both: Pair) -> None:
    """Someone at the server's console takes locks in another order than the bot: nothing is lost."""
    await both.one.people.change_server(4, lambda one: one)
    async with asyncio.timeout(PATIENCE), stopping(both.one, "INSERT INTO servers") as stop:
        saving = asyncio.create_task(both.one.people.change_server(4, lambda one: replace(one, locale="fr")))
        await stop.reached.wait()
        async with both.database.write() as connection:
            await connection.exec_driver_sql("SET LOCAL deadlock_timeout = '1h'")  # so that the bot gives way
            await connection.exec_driver_sql("SELECT 1 FROM servers FOR UPDATE")
            stop.go.set()
            await take_lock(connection, "server 4")
        await saving
    assert len(both.given_up) == 1
    assert await both.two.people.server(4) == ServerProfile(4, locale="fr")
