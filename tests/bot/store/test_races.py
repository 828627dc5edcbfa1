"""Two processes that write to one PostgreSQL database at the same time."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import text

from bot.features.chat.store import ChatLink, ChatRequest, ChatStore, Mute, MuteKind
from bot.model.changes import Alarm, Change, DeliveryEnd
from bot.model.deliveries import Capacity, DeliveryKind, NewDelivery, SentMessage, Target, TargetKind
from bot.model.errors import LostRace
from bot.model.games import Cause, Draft, GamePhase, GameResult, GameSummary, Place, PlayerResult, SummarySeat
from bot.model.processes import DeadProcesses, ProcessKind
from bot.model.profiles import ChannelProfile, PersonProfile, ServerFile, ServerProfile
from bot.model.ratings import Ladder
from bot.model.words import Edition, PackedWords
from bot.service.ratings import Ratings
from bot.store.opening import open_store
from bot.store.postgresql import take_lock
from engine.game.clock import Deadline, Due
from tests.support.databases import first_due
from tests.support.finished import SERVER, finish, played
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


MINUTE = 60_000
HOME, WATCHER = Target(TargetKind.CHANNEL, 5), Target(TargetKind.CHANNEL, 66)
ADA = Target(TargetKind.PERSON, 1)
BOARD = NewDelivery(DeliveryKind.BOARD, 1, NOW)
NOTICE = NewDelivery(DeliveryKind.NOTICE, 1, NOW, HOME)
RACK = NewDelivery(DeliveryKind.RACK, 1, NOW, ADA)


def change(first: int, *deliveries: NewDelivery, game: str = "g1", at: int | None = None, **more: Any) -> Change:
    """A change of one event, with a deadline at an instant."""
    channel = 5 if game == "g1" else int(game.removeprefix("g")) + 100
    seats = (SummarySeat("1", "Ada", True, first, True),)
    summary = GameSummary(game, Place(9, channel), "", "1", GamePhase.TURN, first, None, first, NOW, NOW, seats)
    deadline = None if at is None else Deadline(at, Due.WINDOWS, first)
    cause = Cause(f"{game}/{first}", NOW, NOW)
    return Change(cause, first, ({"n": first},), summary, tuple(deliveries), deadline, **more)


def result(game: str) -> GameResult:
    """The result of a game."""
    return GameResult(game, 9, NOW, True, (PlayerResult("1", "Ada", None, 1, 300, 0, 30, "CAT"),))


async def test_one_of_two_commits_has_the_next_number(both: Pair) -> None:
    """The other loses the race and leaves no trace; the same is true when both open a game in one channel."""
    await both.one.journal.commit(change(1))
    late = replace(change(2, BOARD), cause=Cause("late", NOW, NOW))
    won, lost = await both.race(
        "INSERT INTO events", both.one.journal.commit(change(2, NOTICE)), both.two.journal.commit(late)
    )
    assert won is None
    assert isinstance(lost, LostRace)
    assert await both.two.journal.outcome("late") is None
    assert await both.ask("SELECT count(*) FROM deliveries") == 1
    here = change(1, game="g2")
    there = replace(here, cause=Cause("there", NOW, NOW), summary=replace(here.summary, game="g3"))
    won, lost = await both.race("INSERT INTO causes", both.one.journal.commit(here), both.two.journal.commit(there))
    assert won is None
    assert isinstance(lost, LostRace)
    assert await both.one.journal.summary("g3") is None


async def test_a_cause_is_applied_by_one_of_two(both: Pair) -> None:
    """Both processes get the same interaction, each for a different game."""
    same = replace(change(1, game="g2"), cause=change(1).cause)
    won, lost = await both.race("INSERT INTO events", both.one.journal.commit(change(1)), both.two.journal.commit(same))
    assert won is None
    assert isinstance(lost, LostRace)
    assert await both.one.journal.summary("g2") is None


@pytest.mark.parametrize("shows_first", [False, True])
async def test_who_begins_to_watch_misses_nothing(both: Pair, shows_first: bool) -> None:
    """A board posted at the same moment also goes to the new channel, or is the first that it shows."""
    await both.one.journal.commit(change(1))
    if shows_first:
        showing = both.one.journal.show("g1", WATCHER, BOARD)
        told = await both.race(
            "INSERT INTO targets", showing, both.two.journal.commit(change(2, replace(BOARD, upto=2)))
        )
        assert told == (True, None)
    else:
        committing = both.one.journal.commit(change(2, replace(BOARD, upto=2)))
        _, lost = await both.race("INSERT INTO deliveries", committing, both.two.journal.show("g1", WATCHER, BOARD))
        assert isinstance(lost, LostRace)
        await both.two.journal.show("g1", WATCHER, replace(BOARD, upto=2))
    assert await both.ask("SELECT max(upto) FROM deliveries WHERE target_id = 66") == 2


async def test_two_that_begin_to_show_a_game_in_one_place_do_it_together(both: Pair) -> None:
    """Neither gets an error, and the place gets one board."""
    await both.one.journal.commit(change(1))
    showing = (store.journal.show("g1", WATCHER, BOARD) for store in (both.one, both.two))
    assert await both.race("INSERT INTO targets", *showing) == (True, False)
    assert await both.one.journal.targets("g1") == (HOME, WATCHER)
    assert await both.ask("SELECT count(*) FROM deliveries WHERE target_id = 66") == 1


async def test_a_game_and_its_places_are_of_one_moment(both: Pair) -> None:
    """They are read by several statements: what is shown elsewhere between them is left for the next time."""
    await both.one.journal.commit(change(1))
    reading = both.one.contexts.of_game("g1")
    context, _ = await both.race("SELECT targets", reading, both.two.journal.show("g1", WATCHER))
    assert context and context.targets == (HOME,)


async def test_results_are_of_one_moment(both: Pair) -> None:
    """A game that ends between the two statements is left for the next time."""
    await both.one.journal.commit(change(1, result=result("g1")))
    found, _ = await both.race(
        "SELECT player_results",
        both.one.results.of_person("1", 9),
        both.two.journal.commit(change(1, game="g2", result=result("g2"))),
    )
    assert found == (result("g1"),)


async def test_X13_two_processes_count_each_game_once(both: Pair) -> None:
    """Whoever comes second finds nothing left; a game that ends meanwhile counts too."""
    await finish(both.one, [played(n, ("ada", 1), ("bruno", 2)) for n in range(4)])
    counting = (Ratings(store.ratings).catch_up() for store in (both.one, both.two))
    assert await both.race("INSERT INTO ratings", *counting) == (None, None)
    ending = finish(both.two, [played(9, ("ada", 1), ("bruno", 2))])
    await finish(both.one, [played(8, ("ada", 1), ("bruno", 2))])
    assert await both.race("INSERT INTO ratings", Ratings(both.one.ratings).catch_up(), ending) == (None, None)
    ada = (await Ratings(both.two.ratings).of_people(Ladder(SERVER, "en", "rapid"), ("ada",)))["ada"]
    assert (ada.games, len(ada.path)) == (6, 7)


# --- deadlines ----------------------------------------------------------------------------------------------------


async def test_a_deadline_of_the_newest_turn_is_not_put_back(both: Pair) -> None:
    """A process that looked before a move was committed does not restore the deadline of that time."""
    await both.one.journal.commit(change(1, at=NOW))
    setting = both.one.alarms.reset("g1", 1, Deadline(NOW + 1, Due.WINDOWS, 1))
    await both.race("DELETE FROM deadlines", setting, both.two.journal.commit(change(2, at=NOW + 70)))
    assert await first_due(both.two) == NOW + 70
    committing = both.one.journal.commit(change(3, at=NOW + 90))
    await both.race("INSERT INTO causes", committing, both.two.alarms.reset("g1", 2, None))
    assert await first_due(both.two) == NOW + 90


async def test_a_deadline_is_leased_to_one_of_two(both: Pair) -> None:
    """The other takes the remaining ones, without waiting."""
    for number in range(1, 5):
        await both.one.journal.commit(change(1, game=f"g{number}", at=NOW))
    claims = (store.alarms.claim(name, NOW, NOW + MINUTE, 2) for name, store in (("a", both.one), ("b", both.two)))
    one, two = await both.race("UPDATE deadlines", *claims)
    assert (len(one.alarms), len(two.alarms)) == (2, 2)
    assert {alarm.game for alarm in (*one.alarms, *two.alarms)} == {"g1", "g2", "g3", "g4"}
    assert (await both.two.alarms.claim("b", NOW + 1, NOW + MINUTE, 9)).alarms == ()
    assert len((await both.two.alarms.claim("b", NOW + MINUTE, NOW + 2 * MINUTE, 9)).alarms) == 4


async def test_a_deadline_that_is_just_set_anew_is_not_seen_to(both: Pair) -> None:
    """While a move sets its deadline, a claim neither gets the old deadline nor waits."""
    await both.one.journal.commit(change(1, at=NOW))
    committing = both.one.journal.commit(change(2, at=NOW + 5))
    _, claimed = await both.race("INSERT INTO causes", committing, both.two.alarms.claim("b", NOW, NOW + MINUTE, 9))
    assert (claimed.alarms, claimed.waiting) == ((), True)
    assert (await both.two.alarms.claim("b", NOW + 5, NOW + MINUTE, 9)).alarms == (
        Alarm("g1", Deadline(NOW + 5, Due.WINDOWS, 2), tenant=9),
    )


# --- deliveries ---------------------------------------------------------------------------------------------------


async def claim(both: Pair, owner: str, now: int = NOW) -> tuple[int, ...]:
    """The numbers of the deliveries that a process may send now; `a` is the first process."""
    store = both.one if owner == "a" else both.two
    return tuple(one.id for one in (await store.outbox.claim(owner, now, now + MINUTE, Capacity(9))).deliveries)


async def test_a_delivery_is_leased_to_one_of_two(both: Pair) -> None:
    """Two processes never send the same delivery, nor two for one target; a lease that has run out frees both."""
    await both.one.journal.commit(change(1, NOTICE, NOTICE, RACK))
    taken = await both.race("INSERT INTO leases", claim(both, "a"), claim(both, "b"))
    assert taken == ((1, 3), ())
    assert await claim(both, "b", NOW + MINUTE) == (1, 3)
    assert await claim(both, "a", NOW + MINUTE) == ()


async def test_what_is_being_sent_is_not_called_superseded(both: Pair) -> None:
    """A newer board comes while one process sends the old one: the next sender must look whether that was posted."""
    await both.one.journal.commit(change(1, BOARD))

    async def move_and_claim() -> tuple[int, ...]:
        await both.two.journal.commit(change(2, replace(BOARD, upto=2)))
        return await claim(both, "b")

    assert await both.race("INSERT INTO leases", claim(both, "a"), move_and_claim()) == ((1,), ())
    (first,) = (await both.two.outbox.claim("b", NOW + MINUTE, NOW + 2 * MINUTE, Capacity(9))).deliveries
    assert (first.id, first.superseded) == (1, True)


@pytest.mark.parametrize("how", ["done", "retry", "fail"])
async def test_a_slow_sender_and_its_successor_do_not_block_each_other(both: Pair, how: str) -> None:
    """The lease has run out; both come to the same rows at the same moment."""
    await both.one.journal.commit(change(1, NOTICE))
    (slow,) = (await both.one.outbox.claim("a", NOW, NOW + MINUTE, Capacity(9))).deliveries
    outbox = both.one.outbox
    ending = {
        "done": lambda: outbox.done("a", [DeliveryEnd(slow, SentMessage(5, 100), NOW + MINUTE)]),
        "retry": lambda: outbox.retry(slow, "a", NOW + 5 * MINUTE, "late"),
        "fail": lambda: outbox.fail(slow, "a", "refused", NOW + MINUTE),
    }[how]
    told, taken = await both.race(("UPDATE deliveries", "DELETE FROM leases"), ending(), claim(both, "b", NOW + MINUTE))
    assert not told
    assert taken in ((), (1,))


async def test_a_board_that_two_miss_or_that_comes_meanwhile_is_there_once(both: Pair) -> None:
    """Whoever comes second finds it in the queue, or in its channel."""
    await both.one.journal.commit(change(1))
    missed = replace(BOARD, target=HOME)
    assert await both.race(
        "INSERT INTO deliveries", *(store.outbox.queue_again("g1", missed) for store in (both.one, both.two))
    ) == (None, None)
    (sent,) = (await both.one.outbox.claim("a", NOW, NOW + MINUTE, Capacity(9))).deliveries
    ending = both.one.outbox.done("a", [DeliveryEnd(sent, SentMessage(5, 100), NOW)])
    await both.race("INSERT INTO posts", ending, both.two.outbox.queue_again("g1", missed))
    await both.two.outbox.queue_again("g1", missed)
    assert await both.ask("SELECT count(*) FROM deliveries") == 1


async def test_a_post_that_two_senders_report_is_kept_once(both: Pair) -> None:
    """A late sender reports the message that its successor has since edited into the next lobby."""
    lobby = NewDelivery(DeliveryKind.LOBBY, 1, NOW)
    await both.one.journal.commit(change(1, lobby))
    (slow,) = (await both.one.outbox.claim("a", NOW, NOW + MINUTE, Capacity(9))).deliveries
    (quick,) = (await both.two.outbox.claim("b", NOW + MINUTE, NOW + 2 * MINUTE, Capacity(9))).deliveries
    await both.two.outbox.done("b", [DeliveryEnd(quick, SentMessage(5, 100), NOW + MINUTE)])
    await both.two.journal.commit(change(2, replace(lobby, upto=2)))
    (later,) = (await both.two.outbox.claim("b", NOW + MINUTE, NOW + 2 * MINUTE, Capacity(9))).deliveries
    told = await both.race(
        "INSERT INTO posts",
        both.one.outbox.done("a", [DeliveryEnd(slow, SentMessage(5, 100), NOW + MINUTE)]),
        both.two.outbox.done("b", [DeliveryEnd(later, SentMessage(5, 100), NOW + MINUTE)]),
    )
    assert told == ((), ())
    assert [post.message_id for post in await both.one.outbox.posts("g1", HOME)] == [100]


async def test_a_fallback_is_queued_once(both: Pair) -> None:
    """Two racks are refused at once: the channel is told once."""
    other = Target(TargetKind.PERSON, 2)
    await both.one.journal.commit(change(1, RACK, replace(RACK, target=other)))
    first, second = (await both.one.outbox.claim("a", NOW, NOW + MINUTE, Capacity(9))).deliveries
    told = NewDelivery(DeliveryKind.UNREACHABLE, 1, NOW, HOME, about="1")
    failing = (
        both.one.outbox.fail(first, "a", "refused 50007", NOW, told),
        both.two.outbox.fail(second, "a", "refused 50007", NOW, told),
    )
    assert await both.race("INSERT INTO deliveries", *failing) == (None, None)
    assert await both.ask("SELECT count(*) FROM deliveries WHERE kind = 'unreachable'") == 1


async def test_X10_a_sign_of_life_during_the_burial_enters_the_process_again(both: Pair) -> None:
    """A slow process beats while another one buries it: its leases are gone, but it lives."""
    await both.one.processes.seen("slow", ProcessKind.BOT, "1")
    async with both.one.database.write() as connection:
        await connection.execute(text("UPDATE processes SET seen = 0"))
    burying = both.one.processes.bury(MINUTE)
    beating = both.two.processes.seen("slow", ProcessKind.BOT, "1")
    assert await both.race("DELETE FROM processes", burying, beating) == (DeadProcesses(("slow",)), True)
    assert [one.id for one in await both.two.processes.living(MINUTE)] == ["slow"]
