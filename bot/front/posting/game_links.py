"""Links to a game: of the places that show it, one that the person can open, by what Discord says of members."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable
from contextlib import suppress
from typing import TypedDict

import aiohttp
import discord

from bot.front.posting.mailbox import Mailbox
from bot.model.changes import GameContext
from bot.model.deliveries import SHOWS_GAME, Post, SentMessage, Target, TargetKind
from bot.model.errors import UnknownGame
from bot.model.games import GameSummary, Place
from bot.service.ports import Clock
from bot.store.people import Contexts

FRESH = 180_000
"""Milliseconds for which an answer holds."""
MOST_KNOWN = 20_000
"""How many answers are remembered, and how many people who have been in a server."""
UNTOLD = (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError, LookupError)
"""What is raised if Discord cannot answer now."""


class Whereabouts:
    """Who is where now. `mailbox` returns the mailbox of the client that is connected now."""

    def __init__(self, mailbox: Callable[[], Mailbox], clock: Clock) -> None:
        self._mailbox = mailbox
        self._clock = clock
        self._answers: OrderedDict[Hashable, tuple[int, bool]] = OrderedDict()
        self._been: OrderedDict[tuple[int, int], None] = OrderedDict()

    async def is_in(self, server: int, person: int, *, anew: bool = False) -> bool:
        """Whether a person is in a server. If Discord cannot tell now, the last answer holds, or yes.

        A fresh answer holds too, unless it is to be asked `anew`.
        """
        return await self._asked((server, person), lambda: self._is_in(server, person), otherwise=True, anew=anew)

    async def sees(self, server: int, channel: int, person: int) -> bool:
        """Whether a person sees a server's channel or thread. If Discord cannot tell now, as before, or no."""
        if not await self.is_in(server, person):
            return False
        ask = lambda: self._mailbox().sees(server, channel, person)  # noqa: E731
        return await self._asked((server, channel, person), ask, otherwise=False)

    def note(self, server: int, person: int) -> None:
        """Remember that a person has been in a server."""
        self._been[server, person] = None
        self._been.move_to_end((server, person))
        while len(self._been) > MOST_KNOWN:
            self._been.popitem(last=False)

    def has_been_in(self, server: int, person: int) -> bool:
        """Whether a person is known to have been in a server."""
        return (server, person) in self._been

    async def _is_in(self, server: int, person: int) -> bool:
        found = await self._mailbox().member(server, person) is not None
        if found:
            self.note(server, person)
        return found

    async def _asked(
        self, key: Hashable, ask: Callable[[], Awaitable[bool]], *, otherwise: bool, anew: bool = False
    ) -> bool:
        at, answer = self._answers.pop(key, (-FRESH, otherwise))
        if anew or self._clock.now() - at >= FRESH:
            with suppress(*UNTOLD):
                at, answer = self._clock.now(), await ask()
        self._answers[key] = at, answer
        while len(self._answers) > MOST_KNOWN:
            self._answers.popitem(last=False)
        return answer


class GameLink(TypedDict):
    """A channel that shows a game, in Discord's markdown, and the address of its newest board there.

    `place` is empty in direct messages.
    """

    place: str
    board_url: str


class GameLinks:
    """Finds links to games. `mailbox` returns the mailbox of the client that is connected now."""

    def __init__(self, mailbox: Callable[[], Mailbox], contexts: Contexts, whereabouts: Whereabouts) -> None:
        self._mailbox = mailbox
        self._contexts = contexts
        self._whereabouts = whereabouts

    async def to(self, game: str, person: str, known: GameContext | None = None) -> GameLink:
        """A person's link to a game: where it lives, else another place that shows it, else their direct messages.

        If the person seems able to open none of these, the link leads to where the game lives. `known` is the game, if
        it has been read already. Raises `UnknownGame`.
        """
        known = known or await self._read(game)
        summary, targets = known.summary, known.targets
        if len(targets) > 1:
            async for place in self._places(summary, targets):
                if await self._reaches(summary, place, int(person)):
                    return _there(known, place)
            if (own := await self._own(int(person), targets)) is not None:
                return _there(known, own)
        return _there(known, summary.place)

    async def home(self, game: str) -> GameLink:
        """The link to where a game lives. Raises `UnknownGame`."""
        known = await self._read(game)
        return _there(known, known.summary.place)

    async def _read(self, game: str) -> GameContext:
        if known := await self._contexts.of_game(game):
            return known
        raise UnknownGame(game)

    async def shown_in_server_of(self, channel: int, known: GameContext) -> str | None:
        """The address of the newest board of a game that lives in the server of a channel; None if there is none."""
        place = known.summary.place
        if place.guild_id is None or await self._mailbox().server_of(channel) != place.guild_id:
            return None
        return _there(known, place)["board_url"] if _boards(known, place) else None

    async def is_reached(self, game: str, person: int) -> bool:
        """Whether a person seems able to see a game somewhere. Raises `UnknownGame`."""
        known = await self._read(game)
        async for place in self._places(known.summary, known.targets):
            if await self._reaches(known.summary, place, person):
                return True
        return await self._own(person, known.targets) is not None

    async def leads_to(self, post: Post) -> bool:
        """Whether a post still exists; True if Discord cannot tell now."""
        return await self._mailbox().is_there(post)

    async def _places(self, summary: GameSummary, targets: tuple[Target, ...]) -> AsyncIterator[Place]:
        yield summary.place
        for target in targets:
            if target.kind is TargetKind.CHANNEL and target.id != summary.place.channel_id:
                server = await self._mailbox().server_of(target.id)
                if server is not None:
                    yield Place(server, target.id)

    async def _reaches(self, summary: GameSummary, place: Place, person: int) -> bool:
        """Whether a person has access to a place. Assumes yes if Discord cannot tell now."""
        if place.guild_id is None:
            return str(person) == summary.host
        return await self._whereabouts.is_in(place.guild_id, person)

    async def _own(self, person: int, targets: tuple[Target, ...]) -> Place | None:
        """A person's direct messages, if they show the game."""
        try:
            place = Place(None, await self._mailbox().direct_channel(person))
        except UNTOLD:
            return None
        shown = Target(TargetKind.CHANNEL, place.channel_id) in targets
        return place if shown or Target(TargetKind.PERSON, person) in targets else None


def in_channel(link: GameLink) -> GameLink:
    """The link without the board, for messages that stay: they lead to the channel, where the newest board is."""
    return GameLink(place=link["place"], board_url="/".join(link["board_url"].split("/")[:6]))


def link_to(server: int | None, sent: SentMessage) -> str:
    """The address of a message in a server, or in direct messages if it is None."""
    return f"https://discord.com/channels/{server or '@me'}/{sent.channel_id}/{sent.message_id}"


def _there(game: GameContext, place: Place) -> GameLink:
    """The newest board in a place, else the place."""
    boards = _boards(game, place)
    channel = f"https://discord.com/channels/{place.guild_id or '@me'}/{place.channel_id}"
    return GameLink(
        place=f"<#{place.channel_id}>" if place.guild_id else "",
        board_url=f"{channel}/{max(boards)}" if boards else channel,
    )


def _boards(game: GameContext, place: Place) -> list[int]:
    posts = game.posts_in(Target(TargetKind.CHANNEL, place.channel_id))
    return [post.message_id for post in posts if post.kind in SHOWS_GAME]
