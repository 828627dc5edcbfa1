"""What features tell in the digest of a server's week.

Among the `Hooks` that a feature makes, `paragraphs` have what words its paragraph, which is empty in a week in which
nothing of it happened. A digest in which nobody has anything to tell is not posted, so a paragraph tells what the week
has changed, never what always stands.

    def _hooks(bot: BotProcess) -> Hooks:
        return Hooks(paragraphs=(Weekly(LeagueStore(bot.store.database)).paragraph,))

    async def paragraph(self, week: Week, texts: Texts) -> str:
        played = await self._store.leagues_played(week.server, week.since, week.until)
        return leaders_text(played, texts) if played else ""
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.text.texts import Texts

WEEK = 7 * 24 * 3_600_000


@dataclass(frozen=True, slots=True)
class Week:
    """The week of a server that ends before the instant `until`."""

    server: int
    until: int

    @property
    def since(self) -> int:
        """When it began."""
        return self.until - WEEK


Paragraph = Callable[[Week, Texts], Awaitable[str]]
"""Words a feature's paragraph of a digest: lines with a bold heading, in the language of the digest."""
