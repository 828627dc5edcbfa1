"""The tables of puzzles, of the puzzle of the day, and of the search for puzzles in finished games."""

from __future__ import annotations

from sqlalchemy import JSON, BigInteger, Boolean, Column, Float, ForeignKey, Index, Integer, String, Table, Text

from bot.store.tables import METADATA, RowId, game_column

PUZZLES = Table(
    "puzzles",
    METADATA,
    Column("puzzle", String(24), primary_key=True),
    Column("language", String(16), nullable=False),
    Column("mean", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("good", Integer, nullable=False),
    Column("dull", Integer, nullable=False),
)
"""Puzzles that someone has tried: their ratings and votes. The puzzles themselves are files of the program."""

PUZZLE_ATTEMPTS = Table(
    "puzzle_attempts",
    METADATA,
    Column("person", String(32), primary_key=True),
    Column("puzzle", String(24), primary_key=True),
    Column("language", String(16), nullable=False),
    Column("began", BigInteger, nullable=False),
    Column("moves", JSON, nullable=False),
    Column("solved", Boolean, nullable=False),
    Column("finished", BigInteger),
    Column("vote", String(8)),
    Column("server", BigInteger),
)
"""Who has been given which puzzle, with their tries: nobody gets a puzzle twice."""

Index("ix_puzzle_attempts_puzzle", PUZZLE_ATTEMPTS.c.puzzle, PUZZLE_ATTEMPTS.c.server)

PUZZLE_SOLVERS = Table(
    "puzzle_solvers",
    METADATA,
    Column("person", String(32), primary_key=True),
    Column("language", String(16), primary_key=True),
    Column("name", Text, nullable=False),
    Column("mean", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("tried", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
)
"""How people are rated with the puzzles of a language."""

PUZZLE_CHANNELS = Table(
    "puzzle_channels",
    METADATA,
    Column("server", BigInteger, primary_key=True, autoincrement=False),
    Column("channel", BigInteger, nullable=False),
    Column("language", String(16), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=False, index=True),
    Column("attempts", Integer, nullable=False),
    Column("owner", String(64)),
)
"""Where servers want a puzzle of the day. `due` is `at`, or later if a try failed or a process holds a lease."""

PUZZLE_DAYS = Table(
    "puzzle_days",
    METADATA,
    Column("number", RowId, primary_key=True, autoincrement=True),
    Column("server", BigInteger, nullable=False),
    Column("puzzle", String(24), nullable=False),
    Column("language", String(16), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    sqlite_autoincrement=True,  # a number, and with it a nonce, is never used twice
)
"""The puzzles of the day of each server; `message_id` is set once one is posted."""

Index("uq_puzzle_days_at", PUZZLE_DAYS.c.server, PUZZLE_DAYS.c.at, unique=True)

PUZZLE_GAMES = Table(
    "puzzle_games",
    METADATA,
    game_column(primary=True),
    Column("server", BigInteger, nullable=False),
    Column("state", String(16), nullable=False),
    Column("reached", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("owner", String(64)),
)
"""The finished games that are searched for puzzles. `state` is waiting, done, or skipped for one that is not searched.

`reached` counts the positions looked at, `at` is when the game was chosen. `due` is later than `at` if a try has failed
or a process holds a lease on it (`owner`).
"""

Index("ix_puzzle_games_server", PUZZLE_GAMES.c.server, PUZZLE_GAMES.c.at)
Index(
    "ix_puzzle_games_waiting",
    PUZZLE_GAMES.c.due,
    sqlite_where=PUZZLE_GAMES.c.state == "waiting",
    postgresql_where=PUZZLE_GAMES.c.state == "waiting",
)

PUZZLE_SOURCES = Table(
    "puzzle_sources",
    METADATA,
    Column("game", ForeignKey("puzzle_games.game", ondelete="CASCADE"), primary_key=True, nullable=False),
    Column("person", String(32), primary_key=True, index=True),
)
"""Who played in the games that are searched: what was found is deleted when one of them no longer allows it."""

GAME_PUZZLES = Table(
    "game_puzzles",
    METADATA,
    Column("game", ForeignKey("puzzle_games.game", ondelete="CASCADE"), primary_key=True, nullable=False),
    Column("puzzle", String(24), primary_key=True, index=True),
    Column("server", BigInteger, nullable=False),
    Column("language", String(16), nullable=False),
    Column("difficulty", Integer, nullable=False),
    Column("line", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""The puzzles found in finished games, for their servers alone; `line` names nobody."""

Index("ix_game_puzzles_server", GAME_PUZZLES.c.server, GAME_PUZZLES.c.language, GAME_PUZZLES.c.at)
