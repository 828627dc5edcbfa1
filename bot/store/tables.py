"""The tables. Instants are milliseconds since 1970; snowflakes and instants need 64 bits.

This module says what each table is for. A new database gets them from here; `migrations` changes those of a release.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    false,
    text,
)
from sqlalchemy.types import TypeEngine

from bot.model.games import Draft
from bot.model.processes import Process
from bot.model.profiles import ServerFile
from bot.model.ratings import Contest, RatedPerson, Rivalry

METADATA = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
    }
)

RowId = BigInteger().with_variant(Integer, "sqlite")
"""SQLite numbers rows itself only in a column of exactly this type."""
_Points = BigInteger().with_variant(Integer, "sqlite")
"""Several squares may each multiply a score by 99."""


_TYPES: Mapping[type, Any] = {
    bool: Boolean,
    int: BigInteger,
    float: Float,
    str: Text,
    Enum: Text,
    tuple: JSON(none_as_null=True),
}
"""The columns for the types of fields, the first that fits."""


def table(
    name: str,
    /,
    *kinds: type,
    key: str,
    counts: bool = False,
    without: str = "",
    named: Mapping[str, str] = {},
    **more: Any,
) -> Table:
    """A table with a column for each field of some values except those `without`, and `more`, by their types.

    A field that is itself a value has columns for its own fields. `key` names the columns of the primary key, in their
    order. If it `counts`, the database numbers the rows and never uses a number twice. `named` says which columns have
    another name in the database. Each of `more` is a type, of Python or of SQL, or a whole column; it can be that of a
    field.
    """
    hints = {field: hint for kind in kinds for field, hint in _hints(kind, more).items()}
    columns: list[Column[Any]] = []
    for field in dict.fromkeys((*key.split(), *hints, *more)):
        given, is_key = more.get(field), field in key.split()
        if isinstance(given, Column):
            columns.append(given)
        elif field not in without.split():
            hint = hints.get(field, given)
            type_ = RowId if counts and is_key else given if _is_sql(given) else _sql_type(hint)
            facts: dict[str, Any] = {"primary_key": is_key, "nullable": NoneType in get_args(hint)}
            columns.append(Column(named.get(field, field), type_, key=field, autoincrement=counts and is_key, **facts))
    return Table(name, METADATA, *columns, sqlite_autoincrement=counts)


def _hints(kind: Any, given: Collection[str]) -> dict[str, Any]:
    """The types of a value's fields; instead of a field that is a value those of its fields, unless it is `given`."""
    hints, found = get_type_hints(kind), dict[str, Any]()
    for field in (one.name for one in fields(kind)):
        is_whole = field in given or not is_dataclass(hints[field])
        found |= {field: hints[field]} if is_whole else _hints(hints[field], given)
    return found


def _is_sql(given: Any) -> bool:
    return isinstance(given, TypeEngine) or (isinstance(given, type) and issubclass(given, TypeEngine))


def _sql_type(hint: Any) -> Any:
    kinds = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    kind = next(get_origin(one) or one for one in kinds if one is not NoneType)
    return next(type_ for known, type_ in _TYPES.items() if issubclass(kind, known))


def game_column(primary: bool = False) -> Column[str]:
    """The game that a row belongs to, and goes with."""
    return Column("game", ForeignKey("games.game", ondelete="CASCADE"), primary_key=primary, nullable=False)


GAMES = Table(
    "games",
    METADATA,
    Column("game", String(16), primary_key=True),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("host", String(32), nullable=False),
    Column("phase", String(16), nullable=False),
    Column("turn", Integer, nullable=False),
    Column("on_turn", String(32)),
    Column("sequence", Integer, nullable=False),
    Column("opened", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("timed", Boolean, nullable=False, server_default=false()),
    Column("demonstration", Boolean, nullable=False, server_default=false()),
    Column("root_id", BigInteger),
)
"""The summaries, written with each change. `sequence` is the number of the newest event, `root_id` the channel, or a
thread's parent.
"""

Index("ix_games_channel_id", GAMES.c.channel_id)
Index("ix_games_opened", GAMES.c.opened)
Index("ix_games_host", GAMES.c.host, GAMES.c.phase)
Index("ix_games_guild_id", GAMES.c.guild_id, GAMES.c.phase)
Index("ix_games_root_id", GAMES.c.root_id, GAMES.c.phase)
Index(
    "uq_games_running",
    GAMES.c.channel_id,
    unique=True,
    sqlite_where=GAMES.c.phase.not_in(("over", "paused")),
    postgresql_where=GAMES.c.phase.not_in(("over", "paused")),
)
Index(
    "uq_games_paused",
    GAMES.c.guild_id,
    GAMES.c.name,
    unique=True,
    sqlite_where=GAMES.c.phase == "paused",
    postgresql_where=GAMES.c.phase == "paused",
)
Index("ix_games_timed", GAMES.c.game, sqlite_where=text("timed = 1"), postgresql_where=text("timed"))

SEATS = Table(
    "seats",
    METADATA,
    game_column(primary=True),
    Column("seat", Integer, primary_key=True),
    Column("player", String(32), nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("person", Boolean, nullable=False),
    Column("score", _Points, nullable=False),
    Column("in_play", Boolean, nullable=False),
    Column("owner", String(32), index=True),
)
"""The seats of the summaries. `owner` is the member who has left a seat and can come back to it."""

EVENTS = Table(
    "events",
    METADATA,
    game_column(primary=True),
    Column("sequence", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("data", JSON, nullable=False),
)
"""The journal. Rows are added, and changed only to mend what a wrong clock has done (`Meta.set_back`).

Its key decides who was first.
"""

CAUSES = Table(
    "causes",
    METADATA,
    Column("id", String(128), primary_key=True),
    game_column(),
    Column("first", Integer, nullable=False),
    Column("last", Integer, nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
)
"""The causes that have already been applied, and the events they led to."""

DELIVERIES = Table(
    "deliveries",
    METADATA,
    Column("id", RowId, primary_key=True, autoincrement=True),
    game_column(),
    Column("kind", String(16), nullable=False),
    Column("target_kind", String(16), nullable=False),
    Column("target_id", BigInteger, nullable=False),
    Column("upto", Integer, nullable=False),
    Column("about", String(32), nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("status", String(16), nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("tried", BigInteger),
    Column("finished", BigInteger),
    Column("error", String(64)),
    sqlite_autoincrement=True,  # a number, and with it a nonce, is never used twice
)
"""The queue of messages, without their texts. `status` is waiting, done, superseded or failed."""

Index(
    "ix_deliveries_waiting",
    DELIVERIES.c.id,
    sqlite_where=DELIVERIES.c.status == "waiting",
    postgresql_where=DELIVERIES.c.status == "waiting",
)
Index("ix_deliveries_game", DELIVERIES.c.game)
Index("ix_deliveries_finished", DELIVERIES.c.finished)

POSTS = Table(
    "posts",
    METADATA,
    Column("message_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False),
    game_column(),
    Column("target_kind", String(16), nullable=False),
    Column("target_id", BigInteger, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("sequence", Integer, nullable=False),
    Column("live", Boolean, nullable=False),
)
"""The messages posted, and up to which event they show their game."""

Index("ix_posts_game", POSTS.c.game, POSTS.c.target_kind, POSTS.c.target_id)
Index(
    "ix_posts_live",
    POSTS.c.target_kind,
    POSTS.c.target_id,
    POSTS.c.message_id,
    sqlite_where=text("live = 1"),
    postgresql_where=text("live"),
)

TARGETS = Table(
    "targets",
    METADATA,
    game_column(primary=True),
    Column("target_kind", String(16), primary_key=True),
    Column("target_id", BigInteger, primary_key=True, autoincrement=False),
    Column("brief", Boolean, nullable=False, server_default=false()),
)
"""Where the public messages of a game go: its home and the places that watch. A `brief` one is the channel of the
thread in which the game is: it hears only of the lobby and the end."""

Index("ix_targets_target_kind", TARGETS.c.target_kind, TARGETS.c.target_id)

LEASES = Table(
    "leases",
    METADATA,
    Column("target_kind", String(16), primary_key=True),
    Column("target_id", BigInteger, primary_key=True, autoincrement=False),
    Column("owner", String(32), nullable=False),
    Column("until", BigInteger, nullable=False),
)
"""The process that is sending to each target now."""

DRAFTS = Table(
    "drafts",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("game", ForeignKey("games.game", ondelete="CASCADE"), key="subject", nullable=False),
    Column("person", String(32), nullable=False),
    Column("turn", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("opened", BigInteger, nullable=False, index=True),
    Column("composed", Text, nullable=False, server_default=""),
)
"""Previews that may still be played. `composed` holds the tiles of one that is composed on the board."""

Index("ix_drafts_game", DRAFTS.c.subject, DRAFTS.c.person)

OTHER_DRAFTS = table("other_drafts", Draft, key="id")
"""The same for what is no game."""

Index("ix_other_drafts_opened", OTHER_DRAFTS.c.opened)
Index("ix_other_drafts_subject", OTHER_DRAFTS.c.subject, OTHER_DRAFTS.c.person)

DEADLINES = Table(
    "deadlines",
    METADATA,
    game_column(primary=True),
    Column("kind", String(16), nullable=False),
    Column("turn", Integer, nullable=False),
    Column("seat", Integer),
    Column("at", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=False, index=True),
    Column("attempts", Integer, nullable=False),
    Column("owner", String(32)),
)
"""The deadlines of games. `due` is `at`, or later if a try has failed or a process holds a lease on it (`owner`)."""

Index("ix_deadlines_kind", DEADLINES.c.kind, DEADLINES.c.due)

PEOPLE = Table(
    "people",
    METADATA,
    Column("person", String(32), primary_key=True),
    Column("dm_channel", BigInteger),
    Column("dm_closed_since", BigInteger),
    Column("settings", JSON, nullable=False),
    Column("gives_puzzles", Boolean, nullable=False, server_default=false()),
)
"""People: their settings and how to reach them. `gives_puzzles` is a column, as finished games are searched by it."""

RACK_ORDERS = Table(
    "rack_orders",
    METADATA,
    game_column(primary=True),
    Column("player", String(48), primary_key=True),
    Column("tiles", JSON, nullable=False),
)
"""How players have arranged their racks: letter and points of each tile. Without a row, a rack is shown sorted."""

SERVERS = Table(
    "servers",
    METADATA,
    Column("server", BigInteger, primary_key=True, autoincrement=False),
    Column("settings", JSON, nullable=False),
)
"""Servers: their settings."""

WORD_LISTS = Table(
    "word_lists",
    METADATA,
    Column("owner", String(64), primary_key=True),
    Column("lexicon", String(64), primary_key=True),
    Column("added", LargeBinary, nullable=False),
    Column("removed", LargeBinary, nullable=False),
    Column("whole", Boolean, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("by", String(32), nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""The words that servers and people have added to a lexicon or removed from it, packed: an edit replaces the row."""

NAMED_LISTS = Table(
    "named_lists",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("server", BigInteger, nullable=False),
    Column("key", String(96), nullable=False),
    Column("name", String(32), nullable=False),
    Column("base", String(64), nullable=False),
    Column("letters", JSON, nullable=False),
    Column("variant", String(32), nullable=False),
    Column("language", String(16), nullable=False),
    Column("by", String(32), nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""The word lists that servers have made; `word_lists` has their words under the id. `key` is the name for comparing."""

Index("uq_named_lists_server", NAMED_LISTS.c.server, NAMED_LISTS.c.key, unique=True)

EDITIONS = Table(
    "editions",
    METADATA,
    Column("lexicon", String(128), primary_key=True),
    Column("digest", String(32), primary_key=True),
    Column("added", LargeBinary, nullable=False),
    Column("removed", LargeBinary, nullable=False),
    Column("whole", Boolean, nullable=False),
    Column("bases", String(128), nullable=False, server_default=""),
)
"""The lexicons that judge games, found by their content: the program's lists `bases`, changed. Rows only come."""

RESULTS = Table(
    "results",
    METADATA,
    Column("number", RowId, primary_key=True, autoincrement=True),
    Column("game", ForeignKey("games.game", ondelete="CASCADE"), nullable=False, unique=True),
    Column("server", BigInteger),
    Column("ended", BigInteger, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("language", String(16)),
    Column("tempo", String(16)),
    Column("counted", Boolean, nullable=False, server_default=false()),
    sqlite_autoincrement=True,
)
"""Finished games, numbered in the order they ended. A rated one is `counted` once `ratings` includes it."""

Index("ix_results_server", RESULTS.c.server, RESULTS.c.number)
Index(
    "ix_results_uncounted",
    RESULTS.c.number,
    sqlite_where=text("rated = 1 AND counted = 0"),
    postgresql_where=text("rated AND NOT counted"),
)

PLAYER_RESULTS = Table(
    "player_results",
    METADATA,
    Column("game", ForeignKey("results.game", ondelete="CASCADE"), primary_key=True, nullable=False),
    Column("seat", Integer, primary_key=True),
    Column("player", String(32), nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("level", Integer),
    Column("place", Integer, nullable=False),
    Column("score", _Points, nullable=False),
    Column("bingos", Integer, nullable=False),
    Column("best_points", _Points, nullable=False),
    Column("best_word", Text, nullable=False),
    Column("rating_before", Integer),
    Column("rating", Integer),
)
"""Each player's result in a finished game, with what it has done to the rating once the game is counted."""

RATINGS = table(
    "ratings",
    RatedPerson,
    key="server language tempo player",
    without="met_enough",
    server=int,
    language=str,
    tempo=str,
)
"""The ratings of people, by server, language and tempo; those over all servers have the server 0."""

Index("ix_ratings_place", RATINGS.c.server, RATINGS.c.language, RATINGS.c.tempo, RATINGS.c.rating)
Index("ix_ratings_player", RATINGS.c.player)

RIVALRIES = table(
    "rivalries", Rivalry, key="server language tempo player opponent", server=int, language=str, tempo=str
)
"""Who has been rated against whom in a ladder, in both directions."""

LEFT_SERVERS = table("left_servers", key="server player", server=int, player=str)
"""Who is known to have left a server, so that its leaderboards leave them out; a rated game there brings them back."""

CONTESTS = table("contests", Contest, key="source", without="ended", named={"people": "places"})
"""What features have had rated besides games: who came in which place. `source` says what it was, so it counts once."""

CHANNELS = Table(
    "channels",
    METADATA,
    Column("channel", BigInteger, primary_key=True, autoincrement=False),
    Column("settings", JSON, nullable=False),
)
"""Channels: their settings."""


def _server_files(name: str) -> Table:
    return table(name, ServerFile, key="server name", name=String(32), by=String(32))


VARIANTS = _server_files("variants")
"""Variants that a server has loaded, as the TOML text that was sent."""

THEMES = _server_files("themes")
"""Themes that a server has loaded, as the TOML text that was sent."""

META = Table(
    "meta",
    METADATA,
    Column("key", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)
"""Facts about the installation: its id, the latest sign of life, the hash of the synced commands."""

PROCESSES = table("processes", Process, key="id", id=String(64), kind=String(16), version=String(32))
"""The processes that serve this database, with the instant of each one's latest sign of life."""

SHARDS = Table(
    "shards",
    METADATA,
    Column("shard", Integer, primary_key=True, autoincrement=False),
    Column("total", Integer, nullable=False),
    Column("owner", String(64)),
    Column("served", BigInteger),
    Column("seen", BigInteger),
)
"""The shards of the servers: how many there are, and which process holds each.

A lease counts while its owner's process lives. `served` is the latest instant at which the shard is known to have been
connected, by the clock of the games; `seen` is the same by the database's clock.
"""

COPYING, SUITS_FROM = "copying", "suits_from"
"""The keys in `meta` that say how far a copy into this database has come, and from which revision on a program can work
with these tables, even if it does not know theirs. A copy leaves both alone."""

Leased = tuple[Table, Column[int]]
"""A table of work that is leased by `owner` and `due`, and the column with when a row is due without a lease."""
