"""What the digest of a week tells of ratings."""

from __future__ import annotations

from bot.features.statistics.text import leaders_text
from bot.front.digests import Paragraph, Week
from bot.front.feature import BotProcess
from bot.text import Texts


def weekly(bot: BotProcess) -> Paragraph:
    """Who leads a server's table after a week in which a rated game ended."""

    async def leaders(week: Week, texts: Texts) -> str:
        people = await bot.ratings.of_server(week.server)
        return leaders_text(people, texts) if any(one.seen >= week.since for one in people) else ""

    return leaders
