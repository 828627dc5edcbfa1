"""Which places take part in the chat of a game's players, and whom they have muted: values, tables and queries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from sqlalchemy import Boolean, Column, ColumnElement, Index, Select, String, delete, false, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.deliveries import NewDelivery
from bot.model.games import GamePhase, Place
from bot.store.database import Repository
from bot.store.journal import new_delivery_row
from bot.store.rows import hold_game, put, row_of, value_of, values_of
from bot.store.tables import DELIVERIES, GAMES, game_column, table


@dataclass(frozen=True, slots=True)
class ChatLink:
    """A place that takes part in a game's chat across places. The person `by` accepted there, at the instant `at`."""

    game: str
    place: Place
    by: str
    at: int


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """A place (a channel's id) that was asked to take part in a game's chat: for whom, and when."""

    game: str
    channel_id: int
    by: str
    at: int


class ChatNews(Enum):
    """What a place was asked about a game's chat, or answered, or did later."""

    ASKED = "asked"
    ACCEPTED = "accepted"
    REFUSED = "refused"
    ENDED = "ended"


class MuteKind(Enum):
    """What a place can mute: a person, or a whole server."""

    PERSON = "person"
    SERVER = "server"


@dataclass(frozen=True, slots=True)
class Mute:
    """A person or server that a place has muted; `id` is a snowflake, `name` its name at that time."""

    kind: MuteKind
    id: int
    name: str


CHAT_LINKS = table(
    "chat_links",
    ChatLink,
    key="game channel_id",
    without="parent",
    game=game_column(primary=True),
    by=String(32),
)
"""Places that have agreed to take part in the chat of a game's players."""
Index("ix_chat_links_channel_id", CHAT_LINKS.c.channel_id)

CHAT_REQUESTS = table(
    "chat_requests",
    ChatRequest,
    key="game channel_id",
    game=game_column(primary=True),
    by=String(32),
    refused=Column("refused", Boolean, nullable=False, server_default=false()),
)
"""Places that were asked to take part in the chat of a game's players."""

CHAT_MUTES = table("chat_mutes", Mute, key="channel_id kind id", channel_id=int, kind=String(16))
"""People and servers whose chat is not relayed to a place."""


class ChatStore(Repository):
    """Places between which the chat of a game's players is relayed, and whom they have muted."""

    async def links(self, channel_id: int | None = None) -> tuple[ChatLink, ...]:
        """The links of games that are not over: all, or those of the games that a channel is linked to."""
        running = select(GAMES.c.game).where(GAMES.c.phase != GamePhase.OVER.value)
        query = select(CHAT_LINKS).where(CHAT_LINKS.c.game.in_(running))
        if channel_id is not None:
            query = query.where(CHAT_LINKS.c.game.in_(_linked_to(channel_id)))
        return await self._read(query)

    async def links_of(self, game: str) -> tuple[ChatLink, ...]:
        """The places of a game's chat, earliest first."""
        return await self._read(select(CHAT_LINKS).where(CHAT_LINKS.c.game == game))

    async def _read(self, query: Select[Any]) -> tuple[ChatLink, ...]:
        rows = await self._rows(query.order_by(CHAT_LINKS.c.at))
        return tuple(value_of(ChatLink, row, place=Place(row.guild_id, row.channel_id)) for row in rows)

    async def link(self, link: ChatLink, told: Sequence[NewDelivery] = ()) -> bool:
        """Add a place to a game's chat and queue the news; False, changing nothing, if it is already there."""
        same = (CHAT_LINKS.c.game == link.game, CHAT_LINKS.c.channel_id == link.place.channel_id)
        async with self._database.write() as connection:
            await hold_game(connection, link.game)
            if (await connection.execute(select(CHAT_LINKS.c.game).where(*same))).first() is not None:
                return False
            await connection.execute(insert(CHAT_LINKS), [row_of(CHAT_LINKS, link)])
            # A place that takes part need not be asked, but may be asked again once it has left.
            await connection.execute(delete(CHAT_REQUESTS).where(*_request(link.game, link.place.channel_id)))
            await _tell(connection, link.game, told)
        return True

    async def unlink(self, game: str, channel_id: int, told: Sequence[NewDelivery] = ()) -> bool:
        """Take a place out of a game's chat and queue the news; False, changing nothing, if it was not in the chat.

        The place itself decided to leave, so it is not asked again.
        """
        gone = delete(CHAT_LINKS).where(CHAT_LINKS.c.game == game, CHAT_LINKS.c.channel_id == channel_id)
        async with self._database.write() as connection:
            await hold_game(connection, game)
            link = select(CHAT_LINKS).where(CHAT_LINKS.c.game == game, CHAT_LINKS.c.channel_id == channel_id)
            row = (await connection.execute(link)).first()
            if row is None:
                return False
            await connection.execute(gone)
            refused = row_of(CHAT_REQUESTS, value_of(ChatRequest, row), refused=True)
            await connection.execute(insert(CHAT_REQUESTS), [refused])
            await _tell(connection, game, told)
        return True

    async def ask(self, request: ChatRequest, question: NewDelivery) -> bool:
        """Ask a place whether it takes part; False, changing nothing, if it was asked before."""
        known = select(CHAT_REQUESTS.c.game).where(*_request(request.game, request.channel_id))
        async with self._database.write() as connection:
            await hold_game(connection, request.game)
            if (await connection.execute(known)).first() is not None:
                return False
            await connection.execute(insert(CHAT_REQUESTS), [row_of(CHAT_REQUESTS, request)])
            await _tell(connection, request.game, (question,))
        return True

    async def refuse(self, game: str, channel_id: int, told: Sequence[NewDelivery] = ()) -> bool:
        """Remember that a place does not take part, and queue the news; False if no answer was awaited."""
        open_ones = (*_request(game, channel_id), CHAT_REQUESTS.c.refused.is_(False))
        async with self._database.write() as connection:
            answered = update(CHAT_REQUESTS).where(*open_ones).values(refused=True)
            if not (await connection.execute(answered)).rowcount:
                return False
            await _tell(connection, game, told)
        return True

    async def mutes(self, channel_id: int) -> tuple[Mute, ...]:
        """The people and servers that a place has muted."""
        query = select(CHAT_MUTES).where(CHAT_MUTES.c.channel_id == channel_id)
        return values_of(Mute, await self._rows(query.order_by(CHAT_MUTES.c.name)))

    async def mute(self, channel_id: int, mute: Mute, muted: bool) -> None:
        """Stop relaying someone's messages to a place, or start again."""
        row = row_of(CHAT_MUTES, mute, channel_id=channel_id)
        async with self._database.write() as connection:
            if muted:
                await put(connection, CHAT_MUTES, row)
            else:
                same = {key.name: row[key.name] for key in CHAT_MUTES.primary_key}
                await connection.execute(delete(CHAT_MUTES).filter_by(**same))


def _request(game: str, channel_id: int) -> tuple[ColumnElement[bool], ...]:
    return (CHAT_REQUESTS.c.game == game, CHAT_REQUESTS.c.channel_id == channel_id)


async def _tell(connection: AsyncConnection, game: str, told: Sequence[NewDelivery]) -> None:
    rows = [new_delivery_row(game, one, one.target) for one in told if one.target]
    if rows:
        await connection.execute(insert(DELIVERIES), rows)


def _linked_to(channel_id: int) -> Select[tuple[str]]:
    return select(CHAT_LINKS.c.game).where(CHAT_LINKS.c.channel_id == channel_id)
