"""The digest of the week: posted once, whatever happens, and only if there is something to tell."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from bot.features.digest.digests import Digests, digest_message, highlights
from bot.features.digest.store import DigestStore
from bot.front.components.message import Image
from bot.front.occasions import WEEK, Week
from bot.model.games import GameResult, PlayerResult
from bot.model.honours import Honour, HonourKind
from bot.render import TileFace, WeekScene
from bot.service.ports import PermanentRefusal, TransientFailure
from bot.store.opening import open_store
from bot.store.repositories import Store
from bot.text import Texts
from bot.text.honours import honour_title
from engine.game import commands as cmd
from engine.model.durations import DAY, HOUR
from tests.support.posters import Channel, step
from tests.support.service import ADA, BRUNO, HOME, Killed, StillClock, before_winter, in_berlin, process, some_move

SERVER, CHANNEL = 5, 7
Player = tuple[str, int, int, str]


def game(number: int, ended: int, *players: Player) -> GameResult:
    """A game with players as name, score, and points and word of the best play; "Robot" is a computer player."""
    seats = tuple(
        PlayerResult(name.lower(), name, 3 if name == "Robot" else None, place, score, 0, points, word)
        for place, (name, score, points, word) in enumerate(players, 1)
    )
    return GameResult(f"g{number}", SERVER, ended, True, seats)


@dataclass
class Bench:
    """A server with results, and a channel."""

    database: Store
    clock: StillClock
    channel: Channel = field(default_factory=Channel)
    results: list[GameResult] = field(default_factory=list)
    added: str = ""
    won: tuple[Honour, ...] = ()

    @property
    def honours(self) -> Bench:
        """What has been won is known here too."""
        return self

    async def within(self, server: int, since: int, until: int) -> tuple[Honour, ...]:
        """What was won in a week."""
        return tuple(one for one in self.won if one.server == server and since <= one.at < until)

    async def ended_in(self, server: int, since: int, until: int, limit: int) -> tuple[GameResult, ...]:
        """The results of a week."""
        return tuple(one for one in self.results if one.server == server and since <= one.ended < until)[:limit]

    async def events(self, _: str) -> tuple[Any, ...]:
        """These games have no journal."""
        return ()

    async def _paragraph(self, week: Week, _: Texts) -> str:
        assert week.server == SERVER
        return self.added

    def digests(self, owner: str = "one") -> Digests:
        """What a process does about digests."""
        store, paragraphs = DigestStore(self.database.database), lambda: [self._paragraph]
        zone = self.database.people.zone
        return Digests(store, self, self, paragraphs, self.channel, self.clock, owner, zone)  # type: ignore[arg-type]

    async def due(self) -> int | None:
        """When a digest can be claimed next."""
        return await DigestStore(self.database.database).next_due()


@pytest.fixture
async def bench(address: str) -> AsyncIterator[Bench]:
    """A bench on each kind of database, whose server wants a digest."""
    store = await open_store(address)
    made = Bench(store, StillClock())
    await made.digests().post_in(SERVER, CHANNEL, None)
    yield made
    await store.close()


async def test_a_digest_comes_once_a_week_and_missed_weeks_are_left_out(bench: Bench) -> None:
    bench.added = "**Standings**"
    await step(bench.digests())
    assert bench.channel.messages == {}
    for weeks, posted in ((1, 1), (0, 1), (1, 2), (5, 3)):
        bench.clock.advance(weeks * WEEK + HOUR)
        await step(bench.digests())
        assert len(bench.channel.messages) == posted
    assert await bench.due() == bench.clock.now() - 4 * HOUR + WEEK
    assert "**Standings**" in bench.channel.said()[0]


async def test_a_digest_keeps_its_hour_when_clocks_change_and_after_an_outage(bench: Bench) -> None:
    """Its week then has an hour more, in which a game counts once."""
    await before_winter(bench.database, bench.clock, SERVER)
    await bench.digests().stop(SERVER)
    await bench.digests().post_in(SERVER, CHANNEL, None)
    begun, due = bench.clock.now(), [await bench.due() or 0]
    bench.results.append(game(1, begun + 1000, ("Ada", 400, 90, "QUIZ")))
    for late in (0, 6 * HOUR, 9 * WEEK):
        bench.clock.advance(due[-1] + late - bench.clock.now())
        await step(bench.digests())
        due.append(await bench.due() or 0)
    assert [in_berlin(one) for one in due] == ["02 18:00", "09 18:00", "16 18:00", "25 18:00"]
    assert due[0] - begun == WEEK + HOUR
    assert len(bench.channel.messages) == 1


async def test_a_week_in_which_nothing_happened_is_left_out(bench: Bench) -> None:
    """Games of computer players alone are nothing."""
    bench.results.append(game(1, bench.clock.now(), ("Robot", 400, 90, "QUIZ")))
    bench.clock.advance(WEEK)
    await step(bench.digests())
    assert bench.channel.messages == {}
    bench.results.append(game(2, bench.clock.now(), ("Ada", 400, 90, "QUIZ"), ("Robot", 500, 99, "ZAX")))
    bench.clock.advance(WEEK)
    await step(bench.digests())
    assert [("QUIZ" in one, "ZAX" in one) for one in bench.channel.said()] == [(True, False)]


@pytest.mark.parametrize("late", [False, True])
async def test_a_crash_while_posting_posts_nothing_twice(bench: Bench, late: bool) -> None:
    bench.added = "x"
    bench.channel.fails, bench.channel.late = [Killed()], late
    bench.clock.advance(WEEK)
    with pytest.raises(Killed):
        await step(bench.digests("one"))
    await step(bench.digests("two"))
    assert len(bench.channel.messages) == late
    bench.clock.advance(Digests.lease)
    await step(bench.digests("two"))
    assert len(bench.channel.messages) == 1
    assert await bench.due() == bench.clock.now() - Digests.lease + WEEK


async def test_a_crash_before_the_next_week_is_written_down_posts_nothing_twice(bench: Bench) -> None:
    bench.added = "x"
    bench.clock.advance(WEEK)
    one = bench.digests()
    (claimed,) = await one.claimed()
    await bench.channel.post(CHANNEL, replace(await _whole(one, bench)), f"digest/{SERVER}/{claimed.ends}")
    bench.clock.advance(Digests.lease)
    await step(bench.digests("two"))
    assert len(bench.channel.messages) == 1


async def _whole(digests: Digests, bench: Bench) -> Any:
    return await digests.latest(SERVER, await bench.channel.texts())


async def test_a_closed_channel_leaves_a_week_out_and_a_deleted_one_ends_it(bench: Bench) -> None:
    bench.added = "x"
    for code, due in ((50013, 2 * WEEK), (10003, None)):
        bench.clock.advance(WEEK)
        bench.channel.fails = [PermanentRefusal(code)]
        await step(bench.digests())
        assert await bench.due() == (due and bench.clock.now() - WEEK + due)
    assert await bench.digests().of(SERVER) is None
    assert bench.channel.messages == {}


async def test_an_outage_of_discord_only_puts_it_off(bench: Bench) -> None:
    bench.added = "x"
    bench.clock.advance(WEEK)
    bench.channel.fails = [TransientFailure() for _ in range(Digests.tries - 1)]
    while bench.channel.fails:
        await step(bench.digests())
        due = await bench.due()
        assert due is not None
        bench.clock.advance(due - bench.clock.now())
    await step(bench.digests())
    assert len(bench.channel.messages) == 1


async def test_another_channel_or_language_changes_no_week(bench: Bench) -> None:
    due = await bench.due()
    bench.clock.advance(DAY)
    await bench.digests().post_in(SERVER, CHANNEL + 1, "de")
    assert await bench.due() == due
    bench.results.append(game(1, bench.clock.now(), ("Ada", 400, 90, "QUIZ")))
    bench.clock.advance(WEEK - DAY)
    await step(bench.digests())
    assert "Punkte" in bench.channel.said()[0]
    await bench.digests().stop(SERVER)
    assert await bench.due() is None


def test_what_stands_out_among_games() -> None:
    """Only what people did counts, by their latest names; of equals, the newer."""
    found = highlights(
        (
            game(3, 3, ("Robot", 600, 200, "OXYPHENBUTAZONE"), ("Bruno", 300, 40, "ZAX")),
            game(2, 2, ("Ada", 412, 90, "QUIZ"), ("Bruno", 412, 90, "JINX")),
            game(1, 1, ("Bruno", 100, 10, "CAT")),
        )
    )
    assert found
    assert (found.games, found.active) == (3, (("Bruno", 3), ("Ada", 1)))
    assert found.play
    assert found.game
    assert (found.play.best_word, found.where, found.game.name) == ("QUIZ", "g2", "Ada")


def test_games_without_points_have_no_best_play() -> None:
    found = highlights((game(1, 1, ("Ada", 0, 0, ""), ("Bruno", -5, 0, "")),))
    assert found
    assert (found.games, found.play, found.game) == (1, None, None)
    assert highlights(()) is None


async def test_the_best_play_of_a_real_game_is_shown_on_its_board(address: str) -> None:
    """Its board is that after the play; a game of another week or server is not looked at."""
    clock = StillClock()
    async with process(address, clock) as one:
        number = await one.new_game()
        await one.do(number, some_move(await one.games.load(number)))
        await one.do(number, cmd.Pass(BRUNO.id))
        await one.do(number, cmd.Resign(ADA.id))
        server, channel = HOME.guild_id or 0, Channel()
        clock.advance(1)
        results = one.store.results
        assert len(await results.ended_in(server, clock.now() - WEEK, clock.now(), 9)) == 1
        assert await results.ended_in(server, clock.now() - WEEK, clock.now() - 1, 9) == ()
        assert await results.ended_in(server + 1, clock.now() - WEEK, clock.now(), 9) == ()
        store = DigestStore(one.store.database)
        digests = Digests(store, results, one.games, tuple, channel, clock, "one", one.store.people.zone)
        told = await digests.latest(server, await channel.texts())
        assert told
        (best,) = await results.ended_in(server, clock.now() - WEEK, clock.now(), 9)
        (picture,) = [block for block in told.blocks if isinstance(block, Image)]
        (play,) = [seat for seat in best.players if seat.best_points > 0]
        assert isinstance(picture.scene, WeekScene) and picture.scene.play
        assert "".join(tile.letter for tile in picture.scene.play[2]).casefold() == play.best_word.casefold()


@pytest.mark.parametrize(
    ("games", "expected"),
    [
        ([], None),
        ([("Ada", "Bruno")], None),
        ([("Ada", "Bruno"), ("Chloe", "Ada"), ("Bruno", "Ada")], (("Ada", "Bruno"), (1, 1), 2)),
        ([("Bruno", "Ada", "Chloe"), ("Bruno", "Chloe"), ("Bruno", "Chloe")], (("Bruno", "Chloe"), (3, 0), 3)),
        ([("Ada", "Robot")] * 3, None),
    ],
)
def test_the_pair_that_has_played_most_has_played_twice(games: list[tuple[str, ...]], expected: object) -> None:
    """Of people, in any games that both were in; who came first there has won."""
    results = [game(number, number, *((name, 9, 9, "A") for name in one)) for number, one in enumerate(games)]
    found = highlights(results)
    pair = found and found.pair
    assert (pair and (tuple(name for _, name in pair.people), pair.won, pair.games)) == expected


async def test_a_digest_says_everything_that_its_picture_shows(bench: Bench) -> None:
    """Winners, the best play, the pair and the figures; a week in which only something was won has a picture too."""
    texts = await bench.channel.texts()
    shared = [Honour("cup", SERVER, HonourKind.TOURNAMENT, name, name, "Harbour Cup", 1) for name in ("Chloe", "Deniz")]
    seasons = Honour("league", SERVER, HonourKind.SEASON, "Emil", "Emil", "", 2)
    games = [game(number, number, ("Ada", 412, 90, "QUIZ"), ("Bruno", 300, 20, "CAT")) for number in (1, 2)]
    tiles = tuple(TileFace(letter, "1") for letter in "QUIZ")
    message = digest_message(highlights(games), (*shared, seasons), tiles, (), texts)
    (picture,) = message.images
    scene = picture.scene
    assert isinstance(scene, WeekScene) and scene.play and scene.pair
    assert [(title, [one.name for one in won]) for title, won in scene.champions] == [
        ("Harbour Cup", ["Chloe", "Deniz"]),
        (honour_title(seasons, texts), ["Emil"]),
    ]
    shown = [scene.title, "QUIZ", "90", "412", *(one.name for one in scene.portraits), scene.pair[2], "Harbour Cup"]
    assert not [one for one in shown if one not in message.text.replace("**", "")]
    bench.won = (replace(seasons, at=bench.clock.now()),)
    bench.clock.advance(DAY)
    alone = await bench.digests().latest(SERVER, texts)
    assert alone and len(alone.images) == 1 and "Emil" in alone.text
