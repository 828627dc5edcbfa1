"""The tables of reviews of finished games."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, String, Table, Text

from bot.store.tables import METADATA, RowId, game_column

REVIEWS = Table(
    "reviews",
    METADATA,
    game_column(primary=True),
    Column("version", Integer, nullable=False),
    Column("state", String(16), nullable=False),
    Column("turns", Integer, nullable=False),
    Column("person", String(32), nullable=False),
    Column("place", Integer, nullable=False),
    Column("requested", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("owner", String(64)),
)
"""The queue of reviews, one for each game. `state` is waiting, done or failed; `version` is that of the analyser.

`place` counts the person's requests of the day before this one: everyone's first comes before anyone's second. `due` is
later than `requested` if a try has failed or a process holds a lease on it (`owner`).
"""

Index(
    "ix_reviews_waiting",
    REVIEWS.c.place,
    REVIEWS.c.requested,
    sqlite_where=REVIEWS.c.state == "waiting",
    postgresql_where=REVIEWS.c.state == "waiting",
)

REVIEWED_TURNS = Table(
    "reviewed_turns",
    METADATA,
    Column("game", ForeignKey("reviews.game", ondelete="CASCADE"), primary_key=True, nullable=False),
    Column("turn", Integer, primary_key=True),
    Column("data", Text, nullable=False),
)
"""The turns of a review that are graded, as JSON, by the analyser's version in `reviews`."""

REVIEW_REQUESTS = Table(
    "review_requests",
    METADATA,
    Column("id", RowId, primary_key=True, autoincrement=True),
    Column("person", String(32), nullable=False),
    Column("server", BigInteger),
    Column("at", BigInteger, nullable=False),
    sqlite_autoincrement=True,
)
"""Who has requested a review when, for as long as that counts towards a limit."""

Index("ix_review_requests_server", REVIEW_REQUESTS.c.server, REVIEW_REQUESTS.c.at)
Index("ix_review_requests_person", REVIEW_REQUESTS.c.person, REVIEW_REQUESTS.c.at)

REVIEW_CONSENTS = Table(
    "review_consents",
    METADATA,
    game_column(primary=True),
    Column("player", String(48), primary_key=True),
    Column("at", BigInteger, nullable=False),
)
"""Players who let everyone see the review of a game."""
