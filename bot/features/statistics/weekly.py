"""What the digest of a week tells of ratings."""

from __future__ import annotations

from bot.features.statistics.text import leaders_text
from bot.front.digests import Paragraph, Week
from bot.front.feature import BotProcess
from bot.model.ratings import Ladder
from bot.text import Texts

MOST_LEADERS = 3
"""Leaders who are named."""
RATED_GAMES_LOOKED_AT = 50
"""Games of the week among which a rated one is looked for."""


def weekly(bot: BotProcess) -> Paragraph:
    """Who leads in the language and tempo of the week's last rated game."""

    async def leaders(week: Week, texts: Texts) -> str:
        await bot.ratings.catch_up()
        played = await bot.store.results.ended_in(week.server, week.since, week.until, RATED_GAMES_LOOKED_AT)
        last = next((one for one in played if one.rated and one.language and one.tempo), None)
        if last is None or last.language is None or last.tempo is None:
            return ""
        ladder = Ladder(week.server, last.language, last.tempo)
        return leaders_text(ladder, await bot.ratings.best(ladder, 0, MOST_LEADERS), texts)

    return leaders
