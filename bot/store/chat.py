"""Places between which chat is carried, and whom they do not want to hear."""

from __future__ import annotations

from sqlalchemy import Select, delete, insert, select

from bot.service.ports import ChatLink, GamePhase, Mute, MuteKind, Place
from bot.store.database import Database, finishing
from bot.store.tables import CHAT_LINKS, CHAT_MUTES, GAMES


class SqlChat:
    """Implements `bot.service.storage.ChatStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @finishing
    async def links(self, channel_id: int | None = None) -> tuple[ChatLink, ...]:
        """The links of games that are not over: all, or those of the games that a channel is linked to."""
        running = select(GAMES.c.game).where(GAMES.c.phase != GamePhase.OVER.value)
        query = select(CHAT_LINKS).where(CHAT_LINKS.c.game.in_(running))
        if channel_id is not None:
            query = query.where(CHAT_LINKS.c.game.in_(_linked_to(channel_id)))
        async with self._database.read() as connection:
            rows = (await connection.execute(query.order_by(CHAT_LINKS.c.at))).all()
        return tuple(ChatLink(row.game, Place(row.guild_id, row.channel_id), row.by, row.at) for row in rows)

    @finishing
    async def link(self, link: ChatLink) -> None:
        """Add a place to a game's chat; nothing happens where it is there already."""
        row = {"game": link.game, "channel_id": link.place.channel_id, "guild_id": link.place.guild_id}
        same = (CHAT_LINKS.c.game == link.game, CHAT_LINKS.c.channel_id == link.place.channel_id)
        async with self._database.write() as connection:
            if (await connection.execute(select(CHAT_LINKS.c.game).where(*same))).first() is None:
                await connection.execute(insert(CHAT_LINKS), [{**row, "by": link.by, "at": link.at}])

    @finishing
    async def unlink(self, game: str, channel_id: int) -> bool:
        """Take a place out of a game's chat; False where it was not in it."""
        gone = delete(CHAT_LINKS).where(CHAT_LINKS.c.game == game, CHAT_LINKS.c.channel_id == channel_id)
        async with self._database.write() as connection:
            return bool((await connection.execute(gone)).rowcount)

    @finishing
    async def mutes(self, channel_id: int) -> tuple[Mute, ...]:
        """Whom a place does not want to hear."""
        query = select(CHAT_MUTES).where(CHAT_MUTES.c.channel_id == channel_id)
        async with self._database.read() as connection:
            rows = (await connection.execute(query.order_by(CHAT_MUTES.c.name))).all()
        return tuple(Mute(MuteKind(row.kind), row.id, row.name) for row in rows)

    @finishing
    async def mute(self, channel_id: int, mute: Mute, muted: bool) -> None:
        """Stop carrying somebody's words to a place, or begin again."""
        row = {"channel_id": channel_id, "kind": mute.kind.value, "id": mute.id}
        async with self._database.write() as connection:
            await connection.execute(delete(CHAT_MUTES).filter_by(**row))
            if muted:
                await connection.execute(insert(CHAT_MUTES), [{**row, "name": mute.name}])


def _linked_to(channel_id: int) -> Select[tuple[str]]:
    return select(CHAT_LINKS.c.game).where(CHAT_LINKS.c.channel_id == channel_id)
