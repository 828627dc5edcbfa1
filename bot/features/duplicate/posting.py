"""Posts the messages of duplicates in their channels, and keeps their counts up to date."""

from __future__ import annotations

from collections.abc import Callable

from bot.features.duplicate.course import Course, course_of
from bot.features.duplicate.messages import end_message, lobby_message, round_message
from bot.features.duplicate.store import DuplicateStore
from bot.features.duplicate.text import answered_note, joined_note
from bot.features.duplicate.values import Duplicate, Phase, Round
from bot.front.components.message import Message
from bot.front.components.pictures import Pictures, style_of
from bot.front.posting.discord_errors import FORBIDDEN, refusals
from bot.front.posting.mailbox import Mailbox
from bot.front.speech.languages import public_texts
from bot.model.deliveries import DeliveryKind, Post, Target, TargetKind
from bot.service.locks import Locks
from bot.service.ports import PermanentRefusal
from bot.service.themes import Themes
from bot.store.people import PeopleStore
from bot.text import Texts

INSTALLATION_LETTERS = 12
"""With two letters and the digits of a number, these of the installation's id fit into the 25 of a nonce."""


class ChannelPoster:
    """Implements `Poster` of `conducting`. `mailbox` returns the mailbox of the client connected now."""

    def __init__(
        self, mailbox: Callable[[], Mailbox], people: PeopleStore, pictures: Pictures, themes: Themes, installation: str
    ) -> None:
        self._mailbox = mailbox
        self._people = people
        self._pictures = pictures
        self._themes = themes
        self._installation = installation[:INSTALLATION_LETTERS]
        self._edits = Locks()

    async def find(self, course: Course, what: str) -> int | None:
        """The message that an earlier attempt has posted."""
        with refusals():
            sent = await self._mailbox().find(_target(course.duplicate), self._nonce(what))
        return sent.message_id if sent else None

    async def lobby(self, course: Course, what: str) -> int:
        """Post the lobby."""
        return await self._post(course, lobby_message(course, await self.texts(course.duplicate)), what)

    async def round(self, course: Course, round_: Round, what: str) -> int:
        """Post a round."""
        return await self._post(course, round_message(course, round_, await self.texts(course.duplicate)), what)

    async def end(self, course: Course, what: str) -> int:
        """Post the end."""
        return await self._post(course, end_message(course, await self.texts(course.duplicate)), what)

    async def strip(self, duplicate: Duplicate, message: int) -> None:
        """Take the buttons off an old message."""
        async with self._edits.hold(str(message)):
            with refusals():
                await self._mailbox().strip(_post_of(duplicate, message), lambda: True)

    async def note(self, duplicate: Duplicate, message: int, text: str) -> None:
        """Put a passing paragraph on a message that still has its buttons, which an edit must not bring back."""
        async with self._edits.hold(str(message)):
            with refusals():
                await self._mailbox().note(_post_of(duplicate, message), text)

    async def texts(self, duplicate: Duplicate) -> Texts:
        """What everyone in the channel reads."""
        looks = await self._people.channel(duplicate.channel)
        return public_texts(duplicate.setup.variant.language, looks, await self._people.server(duplicate.server))

    def _nonce(self, what: str) -> str:
        return f"u{what[0]}{self._installation}{what[1:]}"

    async def _post(self, course: Course, message: Message, what: str) -> int:
        target, nonce = _target(course.duplicate), self._nonce(what)
        if not self._mailbox().may_attach(target):
            message = message.in_words()
        try:
            return await self._put(target, message, nonce)
        except PermanentRefusal as refusal:
            if refusal.code != FORBIDDEN or not message.images:
                raise
            return await self._put(target, message.in_words(), nonce)

    async def _put(self, target: Target, message: Message, nonce: str) -> int:
        style = await style_of(await self._people.channel(target.id), self._themes)
        files = await self._pictures.files(message, style)
        with refusals():
            return (await self._mailbox().post(target, message, files, nonce)).message_id


class Counts:
    """Shows who is in a lobby, and how many have answered an open round, but never who or what."""

    def __init__(self, store: DuplicateStore, poster: ChannelPoster) -> None:
        self._store = store
        self._poster = poster

    async def show(self, number: int) -> None:
        """Edit the message of a duplicate that shows it. Raises as `ChannelPoster`, and `NoDuplicate`."""
        duplicate = await self._store.duplicate(number)
        texts = await self._poster.texts(duplicate)
        if duplicate.phase is Phase.LOBBY and duplicate.lobby:
            text = joined_note(await course_of(self._store, number), texts)
            await self._poster.note(duplicate, duplicate.lobby, text)
        elif duplicate.phase is Phase.RUNNING and duplicate.round:
            latest = (await self._store.rounds(number))[-1]
            if latest.message and latest.closed is None:
                text = answered_note(*await self._store.count(number), texts)
                await self._poster.note(duplicate, latest.message, text)


def _target(duplicate: Duplicate) -> Target:
    return Target(TargetKind.CHANNEL, duplicate.channel)


def _post_of(duplicate: Duplicate, message: int) -> Post:
    return Post(message, duplicate.channel, "", _target(duplicate), DeliveryKind.NOTICE, 0)
