"""When the next round of a daily duplicate begins, for a calendar."""

from __future__ import annotations

from bot.features.duplicate.store import DuplicateStore
from bot.features.duplicate.text import about_daily_text, daily_round_title
from bot.front.occasions import Occasion
from bot.text import Texts


class NextRounds:
    """The rounds that follow those that are open."""

    def __init__(self, store: DuplicateStore) -> None:
        self._store = store

    async def coming_up(self, server: int, texts: Texts) -> list[Occasion]:
        """The next round of a server's daily duplicate, once the one before it is open."""
        daily = await self._store.daily(server)
        rounds = await self._store.rounds(daily.number) if daily else ()
        if daily is None or not rounds or rounds[-1].closed is not None:
            return []
        number = rounds[-1].number + 1
        key, title = f"duplicate/{daily.number}/{number}", daily_round_title(number, texts)
        return [Occasion(key, daily.channel, rounds[-1].ends, title, about_daily_text(texts))]
