"""The tables of open challenges."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, String, Table, Text

from bot.store.tables import LEASED, METADATA, RowId

SEEKS = Table(
    "seeks",
    METADATA,
    Column("number", RowId, primary_key=True, autoincrement=True),
    Column("server", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("person", String(32), nullable=False),
    Column("name", Text, nullable=False),
    Column("by_ear", Boolean, nullable=False),
    Column("preset", String(64), nullable=False),
    Column("language", String(16), nullable=False),
    Column("variant", String(64), nullable=False),
    Column("lexicon", Text, nullable=False),
    Column("low", Integer),
    Column("high", Integer),
    Column("clock", String(16), nullable=False),
    Column("expires", BigInteger, nullable=False),
    Column("taken_until", BigInteger, nullable=False),
    Column("everywhere", Boolean, nullable=False),
    Column("server_name", Text, nullable=False),
    sqlite_autoincrement=True,  # a number, and with it the id of a game's request, is never used twice
)
"""Open challenges. `taken_until` is 0, or until when whoever accepted one has it to open the game.

Those that are open `everywhere` count for other servers only while their own server has a list of such.
"""

Index("uq_seeks_person", SEEKS.c.channel, SEEKS.c.person, unique=True)

SEEK_LISTS = Table(
    "seek_lists",
    METADATA,
    Column("channel", BigInteger, primary_key=True, autoincrement=False),
    Column("server", BigInteger, nullable=False),
    Column("version", Integer, nullable=False),
    Column("anew", Boolean, nullable=False),
    Column("everywhere", Boolean, nullable=False),
    Column("post", BigInteger),
    Column("message_id", BigInteger),
    Column("at", BigInteger, nullable=False),
    Column("due", BigInteger),
    Column("attempts", Integer, nullable=False),
    Column("owner", String(64)),
)
"""The list of challenges of each channel that has any. `due` is `at`, or later if a try failed or a process has it.

`everywhere` marks the one list of a server that also shows challenges from other servers. It stays without any; then
`due` is null.
"""

SEEK_HIDDEN = Table(
    "seek_hidden",
    METADATA,
    Column("server", BigInteger, primary_key=True, autoincrement=False),
    Column("person", String(32), primary_key=True),
    Column("since", BigInteger, nullable=False),
)
"""Those whose challenges a server does not show, and who accept none of its own."""

Index("ix_seek_lists_due", SEEK_LISTS.c.due)

SEEK_POSTS = Table(
    "seek_posts",
    METADATA,
    Column("number", RowId, primary_key=True, autoincrement=True),
    Column("channel", BigInteger, nullable=False),
    sqlite_autoincrement=True,  # a number, and with it a nonce, is never used twice
)
"""Messages that lists were or will be posted in; the number makes the nonce."""

LEASED.append((SEEK_LISTS, SEEK_LISTS.c.at))
