"""Posts the digest of a week: once in each server that wants one, if anything has happened there.

A digest's nonce is made from its server and the end of its week, so after a crash another process finds it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.features.digest.highlights import highlights
from bot.features.digest.messages import digest_message
from bot.features.digest.store import DigestStore
from bot.features.digest.values import MOST_GAMES, Digest, Highlights
from bot.front.components.message import Message
from bot.front.digests import WEEK, Paragraph, Week
from bot.front.posting.poster import Poster
from bot.service.dueloop import DueLoop
from bot.service.games import Games
from bot.service.ports import UNKNOWN_CHANNEL, Clock, PermanentRefusal
from bot.store.results import Results
from bot.text import Texts, texts_for
from engine.game.events import Played
from engine.game.views import TableView, table_view


class Digests(DueLoop[Digest]):
    """Sleeps until a week has ended somewhere, and posts what happened. `paragraphs` are what features add."""

    name = "a digest"
    at_once = 4
    tries = 30

    def __init__(
        self,
        store: DigestStore,
        results: Results,
        games: Games,
        paragraphs: Callable[[], Sequence[Paragraph]],
        poster: Poster,
        clock: Clock,
        owner: str,
    ) -> None:
        super().__init__(store, clock, owner)
        self._store = store
        self._results = results
        self._games = games
        self._paragraphs = paragraphs
        self._poster = poster

    # --- what people ask for ------------------------------------------------------------------------------------------

    async def of(self, server: int) -> Digest | None:
        """Where a server wants its digest."""
        return await self._store.of(server)

    async def post_in(self, server: int, channel: int, language: str | None) -> None:
        """Post a server's digest in a channel from now on, the first one in a week."""
        await self._store.choose(Digest(server, channel, language, self._clock.now() + WEEK))
        self.wake()

    async def stop(self, server: int) -> None:
        """Post no more digests in a server."""
        await self._store.stop(server)

    async def latest(self, server: int, texts: Texts) -> Message | None:
        """What has happened in a server within a week until now; None if nothing has."""
        return await self._told(Week(server, self._clock.now()), texts)

    async def occupied(self) -> Sequence[tuple[int, int]]:
        """The servers and channels of all digests."""
        return await self._store.occupied()

    async def vacate(self, channel: int) -> None:
        """Post no more digests in a channel that has been deleted."""
        await self._store.leave(channel)

    # --- what is due --------------------------------------------------------------------------------------------------

    async def go_on(self, one: Digest) -> None:
        """Post the digest of the latest week that has ended, if there is anything to tell."""
        ends = one.ends + max(0, self._clock.now() - one.ends) // WEEK * WEEK
        texts = texts_for(one.language) if one.language else await self._poster.texts(one.channel, one.server)
        if message := await self._told(Week(one.server, ends), texts):
            await self._poster.post(one.channel, message, f"digest/{one.server}/{ends}")
        await self._store.done(one.server, self._owner, ends + WEEK)

    async def _told(self, week: Week, texts: Texts) -> Message | None:
        results = await self._results.ended_in(week.server, week.since, week.until, MOST_GAMES)
        found = highlights(results)
        added = [told for word in self._paragraphs() if (told := await word(week, texts))]
        if not (found or added):
            return None
        board = await self._board(found) if found and found.play else None
        return digest_message(found, added, board, texts)

    async def _board(self, found: Highlights) -> TableView | None:
        """The board right after the best play."""
        assert found.play
        events = await self._games.events(found.where)
        best = found.play.best_points
        plays = (n for n, one in enumerate(events, 1) if isinstance(one, Played) and one.sheet.total == best)
        number = next(plays, None)
        return None if number is None else table_view(await self._games.state_at(found.where, number))

    async def refused(self, one: Digest, refusal: PermanentRefusal) -> None:
        """Leave out this week's digest; without its channel there are no more."""
        if refusal.code == UNKNOWN_CHANNEL:
            await self._store.stop(one.server)
        else:
            await self.give_up(one)

    async def give_up(self, one: Digest) -> None:
        """Leave out this week's digest."""
        await self._store.done(one.server, self._owner, one.ends + WEEK)
