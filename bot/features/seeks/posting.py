"""Shows the lists of challenges in channels."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from bot.features.seeks.messages import list_message
from bot.features.seeks.values import Listing, Seek
from bot.front.components.message import Message
from bot.front.posting.discord_errors import UNKNOWN_MESSAGE, refusals
from bot.front.posting.mailbox import Mailbox
from bot.front.speech.languages import public_texts
from bot.model.deliveries import DeliveryKind, Post, Target, TargetKind
from bot.service.ports import PermanentRefusal
from bot.store.people import PeopleStore

INSTALLATION_LETTERS = 12
"""With a letter and the digits of a post's number, these of the installation's id fit into the 25 of a nonce."""


class Poster:
    """Implements `ListPoster`. `mailbox` returns the mailbox of the client connected now."""

    def __init__(self, mailbox: Callable[[], Mailbox], people: PeopleStore, installation: str) -> None:
        self._mailbox = mailbox
        self._people = people
        self._installation = installation[:INSTALLATION_LETTERS]

    async def post(self, listing: Listing, number: int, seeks: Sequence[Seek]) -> int:
        """Post a list, unless an earlier attempt did. Raises as the protocol says."""
        target, nonce = Target(TargetKind.CHANNEL, listing.channel), f"s{self._installation}{number}"
        message = await self._message(listing, seeks)
        with refusals():
            sent = await self._mailbox().find(target, nonce)
            sent = sent or await self._mailbox().post(target, message, [], nonce)
        return sent.message_id

    async def change(self, listing: Listing, message: int, seeks: Sequence[Seek]) -> bool:
        """Edit a list. Raises as the protocol says."""
        shown = await self._message(listing, seeks)
        return await self._unless_gone(self._mailbox().change(_post(listing, message), shown, []))

    async def remove(self, listing: Listing, message: int) -> None:
        """Delete a list. Raises as the protocol says."""
        await self._unless_gone(self._mailbox().remove(_post(listing, message), lambda: True))

    async def _message(self, listing: Listing, seeks: Sequence[Seek]) -> Message:
        looks = await self._people.channel(listing.channel)
        return list_message(seeks, public_texts(None, looks, await self._people.server(listing.server)))

    async def _unless_gone(self, work: Awaitable[object]) -> bool:
        try:
            with refusals():
                await work
        except PermanentRefusal as refusal:
            if refusal.code != UNKNOWN_MESSAGE:
                raise
            return False
        return True


def _post(listing: Listing, message: int) -> Post:
    target = Target(TargetKind.CHANNEL, listing.channel)
    return Post(message, listing.channel, "", target, DeliveryKind.NOTICE, 0)
