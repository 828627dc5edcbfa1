"""The traces of a game in the database and in the channels. Nothing may be missing or duplicated."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import asyncpg

from bot.playground.world import World
from bot.service.sending.fanout import is_shown_anew
from bot.store.database import sqlite_file
from bot.text import cast_of, texts_for
from bot.text.events import happened
from engine.game import events as ev
from engine.game.codec import decode, encode
from engine.game.evolve import replay
from engine.game.phases import Over
from engine.game.state import GameState
from engine.game.views import table_view
from engine.model.tiles import KnownRack
from tests.support import diagram
from tests.support.pictures import buttons_of, displays_of
from tests.support.playground import Person
from tests.support.sentences import said

Json = dict[str, Any]
BY_CHANCE = (ev.Accepted, ev.WindowsClosed, ev.TimeLost)
"""Events that may or may not be in the journal, depending on when people act; the result is the same."""
SHOWS = ("lobby", "board", "end")
"""The kinds of messages that show a game."""


@dataclass(frozen=True)
class Record:
    """The database: its events, its deliveries and the messages it knows of, as rows by column name.

    `events` are those of all games; `of` returns the record of a single game.
    """

    events: tuple[ev.Event, ...]
    deliveries: tuple[Json, ...]
    posts: tuple[Json, ...]
    installation: str
    games: dict[str, tuple[ev.Event, ...]]

    @property
    def state(self) -> GameState:
        """The state to which the journal replays."""
        return replay(self.events)

    @property
    def nonces(self) -> frozenset[str]:
        """The nonces of all deliveries."""
        return frozenset(map(self.nonce, self.deliveries))

    def of(self, game: str, channel: str) -> Record:
        """The record of one game among several, limited to the channel given among those that show it."""

        def kept(row: Json) -> bool:
            elsewhere = row["target_kind"] == "channel" and str(row["target_id"]) != channel
            return row["game"] == game and not elsewhere

        events = self.games[game]
        rows = tuple(filter(kept, self.deliveries)), tuple(filter(kept, self.posts))
        return Record(events, *rows, self.installation, {game: events})

    def nonce(self, delivery: Json) -> str:
        """The nonce of a delivery."""
        return f"{self.installation[:12]}{delivery['id']:013d}"


QUERIES = (
    "SELECT game, data FROM events ORDER BY game, sequence",
    "SELECT * FROM deliveries ORDER BY id",
    "SELECT * FROM posts ORDER BY message_id",
    "SELECT value FROM meta WHERE key = 'installation'",
)


def read(database: str) -> Record:
    """The contents of a running bot's database, given by its address."""
    if file := sqlite_file(database):
        tables = _read_file(file)
    else:
        with ThreadPoolExecutor(1) as thread:  # with its own event loop
            tables = thread.submit(asyncio.run, _read_server(database)).result()
    events, deliveries, posts, installation = tables
    games: dict[str, list[ev.Event]] = defaultdict(list)
    for row in events:
        games[row["game"]].append(decode(json.loads(row["data"])))
    decoded = {game: tuple(told) for game, told in games.items()}
    told = tuple(event for one in decoded.values() for event in one)
    return Record(told, tuple(deliveries), tuple(posts), installation[0]["value"], decoded)


def _read_file(file: Path) -> list[list[Json]]:
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        connection.row_factory = sqlite3.Row
        connection.execute("BEGIN")
        return [list(map(dict, connection.execute(query))) for query in QUERIES]


async def _read_server(url: str) -> list[list[Json]]:
    connection = await asyncpg.connect(url.replace("+asyncpg", ""))
    try:
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            return [list(map(dict, await connection.fetch(query))) for query in QUERIES]
    finally:
        await connection.close()


async def all_sent(database: str) -> Record:
    """The record once nothing waits to be sent, only one message has buttons, and games that are over left no rack."""
    async with asyncio.timeout(90):
        while True:
            record = read(database)
            if not is_busy(record):
                return record
            await asyncio.sleep(0.05)


def is_busy(record: Record) -> bool:
    """Whether something waits to be sent, several messages have buttons, or a message is left that should be gone."""
    waits = any(delivery["status"] == "waiting" for delivery in record.deliveries)
    over = {post["game"] for post in record.posts if post["kind"] == "end"}
    racks = any(post["live"] and post["kind"] == "rack" and post["game"] in over for post in record.posts)
    answers = any(post["live"] and _has_moved(record, post) for post in record.posts if post["kind"] == "typed")
    return waits or racks or answers or len(_live(record, "channel")) > 1


def _live(record: Record, kind: str) -> list[Json]:
    return [p for p in record.posts if p["live"] and p["target_kind"] == kind and p["kind"] in SHOWS]


def _has_moved(record: Record, answer: Json) -> bool:
    """Whether a board is newer than the answer to a typed move, which is gone then."""
    newer = (post for post in record.posts if post["sequence"] > answer["sequence"] and post["kind"] in SHOWS)
    return any(post["game"] == answer["game"] for post in newer)


# --- the journal --------------------------------------------------------------------------------------------------


def moves_of(record: Record) -> list[Json]:
    """The events of the game, without instants or anything that depends on them.

    A rule set twice to the same value counts once: a player who saw no answer set it again.
    """
    told = [dict(encode(event)) for event in record.events if not isinstance(event, BY_CHANCE)]
    moves = [{key: value for key, value in one.items() if key not in ("at", "deadline")} for one in told]
    return [one for n, one in enumerate(moves) if one["type"] != "RulesChanged" or one not in moves[:n]]


def result_of(record: Record) -> Json:
    """The result of the game: board, racks, scores, pool, and how it ended."""
    state = record.state
    assert isinstance(state.phase, Over)
    racks = [seat.rack.tiles.items for seat in state.seats if isinstance(seat.rack, KnownRack)]
    return {
        "board": diagram.write(state.board, state.variant),
        "racks": racks,
        "scores": [(seat.player, seat.score, seat.standing) for seat in state.seats],
        "pool": state.pool.items,
        "end": (state.phase.reason, state.phase.changes, state.phase.winners),
    }


# --- the channels -------------------------------------------------------------------------------------------------


def messages(world: World, channel: str, record: Record) -> list[Json]:
    """The messages of the game in a channel, oldest first."""
    posts = [post for post in world.posts.get(channel, {}).values() if post.viewer is None]
    return [post.body for post in posts if str(post.body.get("nonce", "")) in record.nonces]


def check(world: World, channel: str, record: Record, people: tuple[Person, ...]) -> None:
    """Every message of the game appears once, in the channel and in the direct messages."""
    shown = check_messages(world, channel, record)
    ends = [m for m in shown if "Rematch" in buttons_of(m)]
    assert len(ends) == 1, [displays_of(m) for m in ends]
    assert shown[-1] is ends[0]
    live = [displays_of(m) for m in shown if buttons_of(m)]
    assert len(live) == 1, live
    for person in people:
        _check_racks(world, record, person)


def check_messages(world: World, channel: str, record: Record) -> list[Json]:
    """Every message of a game, over or not, appears once in the channel; returns them.

    An answer to a typed move is no message of the game. It is there until a board is newer.
    """
    shown = messages(world, channel, record)
    answers = [post for post in record.posts if post["kind"] == "typed" and post["target_kind"] == "channel"]
    for answer in answers:
        is_there = str(answer["message_id"]) in world.posts.get(channel, {})
        assert is_there == bool(answer["live"]) != _has_moved(record, answer), answer
    _check_deliveries(record, shown, {one["message_id"] for one in answers})
    _check_told(record, shown)
    return shown


def _check_deliveries(record: Record, shown: list[Json], answers: Collection[int]) -> None:
    nonces = Counter(str(message["nonce"]) for message in shown)
    assert set(nonces.values()) <= {1}, nonces
    there = {message["id"]: message["nonce"] for message in shown}
    posts = [post for post in record.posts if post["message_id"] not in answers]
    noted = {str(post["message_id"]): post["kind"] for post in posts if post["target_kind"] == "channel"}
    lost = {one: nonce for one, nonce in there.items() if one not in noted}
    gone = {one: kind for one, kind in noted.items() if one not in there}
    assert not lost and not gone, (lost, gone, record.deliveries)
    public = [one for one in record.deliveries if one["target_kind"] == "channel"]
    assert {one["status"] for one in public} <= {"done", "superseded"}, public
    done = [one for one in public if one["status"] == "done"]
    # A message whose sender died may have been superseded before another process found it, and is edited then.
    posted = [one for one in public if one in done or record.nonce(one) in nonces]
    sent = {record.nonce(one) for one in done if one["kind"] != "lobby" and not _edits(record, one, posted)}
    assert sent <= set(nonces), (sent, nonces, public)
    alike = Counter((post["kind"], post["sequence"], post["target_id"]) for post in posts)
    assert set(alike.values()) == {1}, alike


def _edits(record: Record, delivery: Json, posted: Sequence[Json]) -> bool:
    """Whether a board only brings the one before it up to date, so that it has no message of its own."""
    before = [one["upto"] for one in posted if one["kind"] in ("lobby", "board") and one["upto"] < delivery["upto"]]
    new = record.events[max(before, default=0) : delivery["upto"]]
    return delivery["kind"] == "board" and not any(is_shown_anew(event, record.state) for event in new)


def _check_told(record: Record, shown: list[Json]) -> None:
    """Each event is announced in exactly one message, whichever boards were skipped."""
    state = record.state
    cast, texts = cast_of(table_view(state)), texts_for(state.variant.language)
    told = [event for event in record.events if not isinstance(event, ev.Accepted)]
    expected = Counter(line for event in told for line in happened((event,), cast, texts))
    lines = [line for message in shown for text in displays_of(message) for line in text.split("\n")]
    found = Counter(line for line in lines if line in expected)
    assert found == expected, (expected - found, found - expected)


def _check_racks(world: World, record: Record, person: Person) -> None:
    """The newest rack reached the person, and none is left now that the game is over."""
    racks = [d for d in record.deliveries if d["kind"] == "rack" and str(d["target_id"]) == person.id]
    assert racks
    if person.known.dms_closed:
        assert {one["status"] for one in racks} == {"failed"} and not world.posts.get(person.known.dm_id)
        return
    assert racks[-1]["status"] == "done", racks
    shown = messages(world, person.known.dm_id, record)
    assert not shown, [displays_of(m) for m in shown]


def end_card(world: World, channel: str, record: Record) -> str:
    """What the end card says from the result on, milestones included, without the events just before it."""
    card = next(m for m in messages(world, channel, record) if "Rematch" in buttons_of(m))
    shown = displays_of(card)
    results = [place for place, text in enumerate(shown) if text.startswith(said("status.won"))]
    assert len(results) == 1, shown
    return "\n".join(shown[results[0] :])
