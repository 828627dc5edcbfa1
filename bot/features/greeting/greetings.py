"""Greets servers that the bot has come into: once each, whatever fails, and not for those who only play with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from bot.features.greeting.store import Arrival, GreetingStore
from bot.features.greeting.text import demo_label, greeting_text, unheard_text, where_label
from bot.front.board.scenes import BOARD_ACCENT
from bot.front.components.buttons import Action, Actions
from bot.front.components.message import Button, Message, Row, Text, Tone
from bot.front.components.payloads import Nothing
from bot.front.interaction.hooks import Pastime
from bot.front.posting.poster import Poster
from bot.service.ports import SERVER_GONE, Clock, PermanentRefusal
from bot.service.rights import Rate, Rates, Right
from bot.service.tasks import DueLoop
from bot.text import Texts
from engine.model.durations import DAY, SECOND

FRESH = 15 * 60 * SECOND
"""How long ago the bot may have come into a server that it greets: it may have been off meanwhile."""
GREETING_WAIT = 5 * SECOND
"""How long a server is left alone: who removes the bot at once is not greeted."""
OF_ONE_OWNER = Rate(5, DAY)
"""How many servers of one owner are greeted."""

WHERE: Final = Action("greeting_where", Nothing, Right.ANYONE)


def greeting_message(offers: Sequence[Pastime], texts: Texts) -> Message:
    """What the bot is, and what to begin with; `offers` are the buttons of features."""
    buttons = (
        Button(Actions.PLAY_COMPUTER.id(), demo_label(texts), Tone.PRIMARY),
        Button(Actions.OPEN.id(), texts.gettext("Start a game")),
        Button(WHERE.id(), where_label(texts)),
        *(offer(texts, False) for offer in offers),
    )
    return Message((Text(greeting_text(texts)), Row(buttons)), accent=BOARD_ACCENT)


def direct_message(server: str, offers: Sequence[Pastime], texts: Texts) -> Message:
    """The same for the person who has invited the bot into a server where it may write nowhere."""
    demo = Button(Actions.PLAY_COMPUTER.id(), demo_label(texts), Tone.PRIMARY)
    told = f"{greeting_text(texts)}\n{unheard_text(server, texts)}"
    return Message((Text(told), Row((demo, *(offer(texts, True) for offer in offers)))), accent=BOARD_ACCENT)


class Hosts(Protocol):
    """The people who have the bot in their servers. All methods raise `PermanentRefusal` and `TransientFailure`."""

    async def inviter(self, arrival: Arrival) -> int | None:
        """Who has invited the bot, or else the owner."""

    async def direct(self, person: int) -> int:
        """A person's channel of direct messages."""

    async def texts(self, person: int, arrival: Arrival) -> Texts:
        """The language of a person, or else of the server."""

    async def name(self, arrival: Arrival) -> str:
        """What a server is called."""


class Greetings(DueLoop[Arrival]):
    """Greets the servers that wait for it; `offers` are the buttons of features."""

    name = "a greeting"
    at_once = 2
    tries = 12
    """Half an hour."""

    def __init__(
        self,
        store: GreetingStore,
        hosts: Hosts,
        poster: Poster,
        offers: Sequence[Pastime],
        clock: Clock,
        owner: str,
    ) -> None:
        super().__init__(store, clock, owner)
        self._store = store
        self._hosts = hosts
        self._poster = poster
        self._offers = offers
        self._rates = Rates()

    async def arrived(self, arrival: Arrival, at: int) -> None:
        """Greet a server soon into which the bot came at an instant, if that is not long ago."""
        now, owner = self._clock.now(), str(arrival.keeper)
        if now - at > FRESH or self._rates.wait(owner, OF_ONE_OWNER, now):
            return
        self._rates.add(owner, OF_ONE_OWNER, now)
        await self._store.add(arrival, now + GREETING_WAIT)
        self.wake()

    async def go_on(self, one: Arrival) -> None:
        """Greet a server in its channel, or else the person who has invited the bot."""
        if one.channel is None or not await self._told_in(one.channel, one):
            await self._tell_host(one)
        await self._store.done(one, self._owner)

    async def _told_in(self, channel: int, one: Arrival) -> bool:
        """Whether the channel takes the greeting."""
        texts = await self._poster.texts(channel, one.server, one.language or None)
        try:
            await self._poster.post(channel, greeting_message(self._offers, texts), f"greeting/{one.server}")
        except PermanentRefusal:
            return False
        return True

    async def _tell_host(self, one: Arrival) -> None:
        person = await self._hosts.inviter(one)
        if person is None:
            return
        texts, name = await self._hosts.texts(person, one), await self._hosts.name(one)
        channel = await self._hosts.direct(person)
        await self._poster.post(channel, direct_message(name, self._offers, texts), f"greeting/{one.server}/host")

    async def refused(self, one: Arrival, refusal: PermanentRefusal) -> None:
        """Nobody there can be greeted; a server that the bot has left meanwhile is, once it comes again."""
        if refusal.code in SERVER_GONE:
            await self._store.forget(one, self._owner)
        else:
            await self.give_up(one)

    async def give_up(self, one: Arrival) -> None:
        """Greet this server no more."""
        await self._store.done(one, self._owner)
