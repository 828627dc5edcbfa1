"""The message in each channel that lists its open offers, and the loop that keeps it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from bot.features.seeks.store import Listing, Seek, SeekStore
from bot.features.seeks.text import accept_label, accepted_text, heading, posted_text, seek_line
from bot.front.board.scenes import BOARD_ACCENT
from bot.front.components.buttons import Action
from bot.front.components.message import Block, Button, Message, Row, Text, Tone
from bot.front.components.payloads import Payload
from bot.front.posting.poster import Poster
from bot.service.games import Games
from bot.service.ports import Clock, PermanentRefusal, TransientFailure
from bot.service.rights import Right
from bot.service.tasks import DueLoop
from bot.text import Texts


@dataclass(frozen=True, slots=True)
class OfSeek(Payload):
    """An offer, by its number."""

    number: int


ACCEPT: Final = Action("seek_accept", OfSeek, Right.ANYONE)
WITHDRAW: Final = Action("seek_withdraw", OfSeek, Right.ANYONE)


def list_message(seeks: Sequence[Seek], server: int, texts: Texts) -> Message:
    """The offers that are listed in a channel of a server, each with its button."""
    blocks: list[Block] = [Text(heading(texts))]
    for seek in seeks:
        accept = Button(ACCEPT.id(seek.number), accept_label(texts), Tone.PRIMARY)
        blocks += [Text(seek_line(seek, server, texts)), Row((accept,))]
    return Message(tuple(blocks), accent=BOARD_ACCENT)


def called_message(seek: Seek, opponent: str, texts: Texts) -> Message:
    """Call the poster of an offer to its game."""
    return Message((Text(accepted_text(seek.person, opponent, texts)),), mentions=(seek.person,))


def posted_message(seek: Seek, texts: Texts) -> Message:
    """Tells somebody that their offer stands."""
    withdraw = Button(WITHDRAW.id(seek.number), texts.gettext("Withdraw"))
    return Message((Text(posted_text(seek, texts)), Row((withdraw,))))


class SeekLists(DueLoop[Listing]):
    """Sees to the lists that have changed, or in which an offer expires or was taken."""

    name = "the lists of offers"
    tries = 6

    def __init__(self, store: SeekStore, games: Games, poster: Poster, clock: Clock, owner: str) -> None:
        super().__init__(store, clock, owner)
        self._store = store
        self._games = games
        self._poster = poster

    async def go_on(self, one: Listing) -> None:
        """Show a channel's offers, or take the message away if there are none."""
        now, message = self._clock.now(), one.message
        for seek in await self._store.released(one.channel, now):
            await self._settle(seek, now)
        seeks = await self._store.open_in(one.channel, now)
        if not seeks:
            if message is not None:
                await self._poster.remove(one.channel, message)
            message = None
        elif message is None or one.anew or one.post is not None or not await self._change(one, message, seeks):
            message = await self._post(one, seeks)
        await self._store.shown(one, self._owner, message, await self._store.next_change(one.channel, now))

    async def _change(self, one: Listing, message: int, seeks: Sequence[Seek]) -> bool:
        return await self._poster.change(one.channel, message, await self._message(one, seeks))

    async def _post(self, one: Listing, seeks: Sequence[Seek]) -> int:
        """Post the list at the bottom of the channel; the message above it goes, as its buttons would."""
        number = one.post if one.post is not None else await self._store.begin_post(one)
        message = await self._poster.post(one.channel, await self._message(one, seeks), f"seeks/{number}")
        if one.post is not None:  # an earlier attempt may have listed others
            await self._change(one, message, seeks)
        if one.message is not None:
            await self._poster.remove(one.channel, one.message)
        return message

    async def _message(self, one: Listing, seeks: Sequence[Seek]) -> Message:
        return list_message(seeks, one.server, await self._poster.texts(one.channel, one.server))

    async def _settle(self, seek: Seek, now: int) -> None:
        """Forget an offer that has become a game, whichever process has died since; open any other again."""
        if game := await self._games.changed_by(seek.opening_id):
            with suppress(PermanentRefusal, TransientFailure):
                await self._call(seek, game)
            await self._store.done(seek)
        else:
            await self._store.reopen(seek, now)

    async def _call(self, seek: Seek, game: str) -> None:
        """Call the poster of an offer to the thread of its game, once. Raises as `Poster.post`."""
        thread, state = (await self._games.summary(game)).place.channel_id, await self._games.load(game)
        names = [seat.player.name for seat in state.seats if seat.player.id != seek.person]
        message = called_message(seek, names[0], await self._poster.texts(seek.channel, seek.server))
        await self._poster.post(thread, message, f"seeks/called/{seek.number}")

    async def later(self, one: Listing, due: int) -> None:
        """Put a list off."""
        await self._store.later(one, self._owner, due)

    async def refused(self, one: Listing, _: PermanentRefusal) -> None:
        """Nobody can see the list any more."""
        await self._store.drop(one, self._owner, self._clock.now(), for_good=True)

    async def give_up(self, one: Listing) -> None:
        """Forget a list that cannot be shown; one for offers from everywhere is tried again."""
        await self._store.drop(one, self._owner, self._clock.now(), for_good=False)
