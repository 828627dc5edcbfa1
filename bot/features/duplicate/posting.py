"""Posts the messages of duplicates in their channels, and keeps their counts up to date."""

from __future__ import annotations

from bot.features.duplicate.course import DuplicateProgress, course_of
from bot.features.duplicate.messages import end_message, lobby_message, round_message
from bot.features.duplicate.store import DuplicateStore
from bot.features.duplicate.text import answered_note, joined_note
from bot.features.duplicate.values import Duplicate, Phase, Round
from bot.front.components.message import Message
from bot.front.posting.poster import Poster
from bot.text import Texts


class ChannelPoster:
    """Implements `Poster` of `conducting`."""

    def __init__(self, poster: Poster) -> None:
        self._poster = poster

    async def find(self, course: DuplicateProgress, what: str) -> int | None:
        """The message that an earlier attempt has posted."""
        return await self._poster.find(course.duplicate.channel, _key(what))

    async def lobby(self, course: DuplicateProgress, what: str) -> int:
        """Post the lobby."""
        return await self._post(course, lobby_message(course, await self.texts(course.duplicate)), what)

    async def round(self, course: DuplicateProgress, round_: Round, what: str) -> int:
        """Post a round."""
        return await self._post(course, round_message(course, round_, await self.texts(course.duplicate)), what)

    async def end(self, course: DuplicateProgress, what: str) -> int:
        """Post the end."""
        return await self._post(course, end_message(course, await self.texts(course.duplicate)), what)

    async def strip(self, duplicate: Duplicate, message: int) -> None:
        """Take the buttons off an old message."""
        await self._poster.strip(duplicate.channel, message)

    async def note(self, duplicate: Duplicate, message: int, text: str) -> None:
        """Put a passing paragraph on a message that still has its buttons."""
        await self._poster.note(duplicate.channel, message, text)

    async def texts(self, duplicate: Duplicate) -> Texts:
        """What everyone in the channel reads."""
        return await self._poster.texts(duplicate.channel, duplicate.server, duplicate.setup.variant.language)

    async def _post(self, course: DuplicateProgress, message: Message, what: str) -> int:
        return await self._poster.post(course.duplicate.channel, message, _key(what))


def _key(what: str) -> str:
    return f"duplicate/{what}"


class AnswerCounter:
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
