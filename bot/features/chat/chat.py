"""The chat of a game's players, relayed between the places that have accepted it.

No messages are kept; the database only records which places take part and whom they have muted.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

from bot.features.chat.store import ChatLink, ChatNews, ChatRequest, ChatStore, Mute, MuteKind
from bot.model.deliveries import DeliveryKind, NewDelivery, Target, TargetKind
from bot.model.games import Place
from bot.service.games import Games
from bot.service.ports import Clock
from bot.service.tasks import KeyedLocks

MESSAGES = 5
SPAN = 15_000
"""At most `MESSAGES` messages from one person are relayed in `SPAN` milliseconds; the rest are dropped."""
MAX_SPEAKERS = 1_000


@dataclass(frozen=True, slots=True)
class Speaker:
    """The author of a message, in which server (None: in a direct message), and at which instant."""

    person: int
    server: int | None
    at: int


class Chat:
    """Which places take part in the chat of a game, and who hears whom there.

    Each place is asked once, and every place sees the answers. The channels that take part are kept in memory, because
    every message needs them.
    """

    def __init__(self, store: ChatStore, games: Games, clock: Clock) -> None:
        self._store = store
        self._games = games
        self._clock = clock
        self._channels: set[int] | None = None
        self._spoken: dict[int, deque[int]] = {}
        self._locks = KeyedLocks()

    async def shown(self, game: str, _: Target) -> None:
        """Ask the places that show a game now."""
        await self.ask_others(game, self._clock.now())

    async def hidden(self, game: str, target: Target) -> None:
        """Let a place leave that no longer shows a game."""
        links = await self.links(target.id) if target.kind is TargetKind.CHANNEL else ()
        for link in links:
            if link.game == game and link.place.channel_id == target.id:
                await self.end(game, link.place, self._clock.now())

    def in_turn(self, channel_id: int) -> AbstractAsyncContextManager[None]:
        """Relay the messages of a channel in the order in which they were written."""
        return self._locks.hold(f"chat/{channel_id}")

    async def links(self, channel_id: int) -> tuple[ChatLink, ...]:
        """All links of the games whose chat a channel takes part in."""
        if self._channels is None:
            self._channels = {link.place.channel_id for link in await self._store.links()}
        return await self._store.links(channel_id) if channel_id in self._channels else ()

    async def accept(self, link: ChatLink) -> int:
        """Let a place take part from now on, and ask all others; returns how many this call asked."""
        news = await self._news(link.game, link.place, ChatNews.ACCEPTED, link.at)
        told = await self._answer(link.game, link.place, ChatNews.ACCEPTED, link.at)
        alone = not await self._others(link.game, link.place)
        await self._link(link, () if alone else (*news, told))
        asked = await self.ask_others(link.game, link.at)
        await self._games.stir(link.game)
        return asked

    async def refuse(self, game: str, place: Place, now: int) -> bool:
        """Let a place decline; False if no answer was awaited."""
        news = await self._news(game, place, ChatNews.REFUSED, now)
        told = await self._answer(game, place, ChatNews.REFUSED, now)
        refused = await self._store.refuse(game, place.channel_id, (*news, told))
        await self._games.stir(game)
        return refused

    async def end(self, game: str, place: Place, now: int) -> bool:
        """Let a place leave; False if it did not take part."""
        news = await self._news(game, place, ChatNews.ENDED, now)
        ended = await self._store.unlink(game, place.channel_id, news)
        await self._games.stir(game)
        return ended

    async def ask_others(self, game: str, now: int) -> int:
        """Ask every place that shows a game and was not asked before; returns how many this call asked.

        Nobody is asked until one place takes part.
        """
        links = await self._store.links_of(game)
        if not links:
            return 0
        linked = {link.place.channel_id for link in links}
        first, upto, count = links[0], await self._upto(game), 0
        for target in await self._games.journal.targets(game):
            if target.kind is not TargetKind.CHANNEL or target.id in linked:
                continue
            about = _about(ChatNews.ASKED, first.place)
            question = NewDelivery(DeliveryKind.CHAT_QUESTION, upto, now, target, about)
            count += await self._store.ask(ChatRequest(game, target.id, first.by, now), question)
        if count:
            await self._games.stir(game)
        return count

    async def _link(self, link: ChatLink, told: Sequence[NewDelivery]) -> None:
        """Let a place take part in a game's chat from an instant on, and send the deliveries in `told`."""
        await self.links(link.place.channel_id)
        await self._store.link(link, told)
        assert self._channels is not None
        self._channels.add(link.place.channel_id)

    async def _news(self, game: str, place: Place, news: ChatNews, now: int) -> tuple[NewDelivery, ...]:
        """News of a place for the other places that take part."""
        upto, about = await self._upto(game), _about(news, place)
        others = [one.place.channel_id for one in await self._store.links_of(game)]
        return tuple(
            NewDelivery(DeliveryKind.CHAT_NEWS, upto, now, Target(TargetKind.CHANNEL, channel), about)
            for channel in others
            if channel != place.channel_id
        )

    async def _answer(self, game: str, place: Place, news: ChatNews, now: int) -> NewDelivery:
        """The message that replaces the question in a place, or follows it, once the place has answered."""
        here = Target(TargetKind.CHANNEL, place.channel_id)
        return NewDelivery(DeliveryKind.CHAT_QUESTION, await self._upto(game), now, here, _about(news, place))

    async def _others(self, game: str, place: Place) -> list[Target]:
        """The other places that show a game."""
        shown = await self._games.journal.targets(game)
        return [one for one in shown if one.kind is TargetKind.CHANNEL and one.id != place.channel_id]

    async def _upto(self, game: str) -> int:
        return (await self._games.summary(game)).sequence

    async def links_of(self, game: str) -> tuple[ChatLink, ...]:
        """The places that take part in a game's chat, the earliest first."""
        return await self._store.links_of(game)

    async def mutes(self, channel_id: int) -> tuple[Mute, ...]:
        """The people and servers that a place has muted."""
        return await self._store.mutes(channel_id)

    async def mute(self, channel_id: int, mute: Mute, muted: bool) -> None:
        """Stop relaying someone's messages to a place, or start again."""
        await self._store.mute(channel_id, mute, muted)

    async def listeners(self, game: str, channel_id: int, speaker: Speaker) -> tuple[Place, ...]:
        """The places that hear what a person says about a game in a channel, if both accepted before."""
        links = [link for link in await self.links(channel_id) if link.game == game and link.at <= speaker.at]
        if channel_id not in {link.place.channel_id for link in links}:
            return ()
        others = [link.place for link in links if link.place.channel_id != channel_id]
        return tuple([place for place in others if await self._hears(place, speaker)])

    async def _hears(self, place: Place, speaker: Speaker) -> bool:
        muted = {(mute.kind, mute.id) for mute in await self._store.mutes(place.channel_id)}
        return (MuteKind.PERSON, speaker.person) not in muted and (MuteKind.SERVER, speaker.server) not in muted

    def may_speak(self, person: int) -> bool:
        """Whether another message from a person may be relayed now; if so, counts it."""
        now = self._clock.now()
        if len(self._spoken) > MAX_SPEAKERS:
            self._spoken = {one: said for one, said in self._spoken.items() if said and said[-1] > now - SPAN}
        said = self._spoken.setdefault(person, deque())
        while said and said[0] <= now - SPAN:
            said.popleft()
        if len(said) >= MESSAGES:
            return False
        said.append(now)
        return True


def _about(news: ChatNews, place: Place) -> str:
    """The `about` of a delivery: the news of a place, and the place's server, 0 for direct messages."""
    return f"{news.value}/{place.guild_id or 0}"


def read_about(about: str) -> tuple[ChatNews, int | None]:
    """The news in a delivery's `about`, and its server."""
    news, _, server = about.partition("/")
    return ChatNews(news), int(server) or None
