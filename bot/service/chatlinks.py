"""Which places take part in a game's chat: the others are asked once, and all of them are told the answers."""

from __future__ import annotations

from bot.model.chat import ChatLink, ChatNews, ChatRequest
from bot.model.deliveries import DeliveryKind, NewDelivery, Target, TargetKind
from bot.model.games import Place
from bot.service.chat import Chat
from bot.service.games import Games


class ChatLinks:
    """Places that join and leave the chat of a game's players; every place concerned is told."""

    def __init__(self, chat: Chat, games: Games) -> None:
        self._chat = chat
        self._games = games

    async def accept(self, link: ChatLink) -> int:
        """Let a place take part from now on, and ask all others; returns how many were asked just now."""
        news = await self._news(link.game, link.place, ChatNews.ACCEPTED, link.at)
        told = await self._answer(link.game, link.place, ChatNews.ACCEPTED, link.at)
        alone = not await self._others(link.game, link.place)
        await self._chat.link(link, () if alone else (*news, told))
        asked = await self.ask_others(link.game, link.at)
        await self._games.stir(link.game)
        return asked

    async def refuse(self, game: str, place: Place, now: int) -> bool:
        """Let a place decline; False if no answer was awaited."""
        news = await self._news(game, place, ChatNews.REFUSED, now)
        told = await self._answer(game, place, ChatNews.REFUSED, now)
        refused = await self._chat.refuse(game, place.channel_id, (*news, told))
        await self._games.stir(game)
        return refused

    async def end(self, game: str, place: Place, now: int) -> bool:
        """Let a place leave; False if it did not take part."""
        news = await self._news(game, place, ChatNews.ENDED, now)
        ended = await self._chat.unlink(game, place.channel_id, news)
        await self._games.stir(game)
        return ended

    async def ask_others(self, game: str, now: int) -> int:
        """Ask every place that shows a game and was not asked yet whether it takes part; returns how many were asked.

        Nobody is asked before some place takes part.
        """
        links = await self._chat.links_of(game)
        if not links:
            return 0
        linked = {link.place.channel_id for link in links}
        first, upto, count = links[0], await self._upto(game), 0
        for target in await self._games.targets(game):
            if target.kind is not TargetKind.CHANNEL or target.id in linked:
                continue
            about = _about(ChatNews.ASKED, first.place)
            question = NewDelivery(DeliveryKind.CHAT_QUESTION, upto, now, target, about)
            count += await self._chat.ask(ChatRequest(game, target.id, first.by, now), question)
        if count:
            await self._games.stir(game)
        return count

    async def _news(self, game: str, place: Place, news: ChatNews, now: int) -> tuple[NewDelivery, ...]:
        """News of a place for the other places that take part."""
        upto, about = await self._upto(game), _about(news, place)
        others = [one.place.channel_id for one in await self._chat.links_of(game)]
        return tuple(
            NewDelivery(DeliveryKind.CHAT_NEWS, upto, now, Target(TargetKind.CHANNEL, channel), about)
            for channel in others
            if channel != place.channel_id
        )

    async def _answer(self, game: str, place: Place, news: ChatNews, now: int) -> NewDelivery:
        """What a place sees instead of the question, or anew, once it has answered."""
        here = Target(TargetKind.CHANNEL, place.channel_id)
        return NewDelivery(DeliveryKind.CHAT_QUESTION, await self._upto(game), now, here, _about(news, place))

    async def _others(self, game: str, place: Place) -> list[Target]:
        """The other places that show a game."""
        shown = await self._games.targets(game)
        return [one for one in shown if one.kind is TargetKind.CHANNEL and one.id != place.channel_id]

    async def _upto(self, game: str) -> int:
        return (await self._games.summary(game)).sequence


def _about(news: ChatNews, place: Place) -> str:
    """What a delivery says about a place: the news, and its server, 0 for direct messages."""
    return f"{news.value}/{place.guild_id or 0}"


def read_about(about: str) -> tuple[ChatNews, int | None]:
    """The news of a delivery, and the server it is about."""
    news, _, server = about.partition("/")
    return ChatNews(news), int(server) or None
