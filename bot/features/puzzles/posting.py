"""Posts puzzles of the day in the channels of servers."""

from __future__ import annotations

from collections.abc import Callable

from bot.features.puzzles.messages import day_message
from bot.features.puzzles.values import Daily
from bot.front.components.message import Message
from bot.front.components.pictures import Pictures, style_of
from bot.front.posting.discord_errors import FORBIDDEN, refusals
from bot.front.posting.mailbox import Mailbox
from bot.front.speech.languages import public_texts
from bot.model.deliveries import Sent, Target, TargetKind
from bot.service.ports import PermanentRefusal
from bot.service.themes import Themes
from bot.store.people import PeopleStore
from engine.puzzles.values import Puzzle

INSTALLATION_LETTERS = 12
"""With a letter and the digits of a day's number, these of the installation's id fit into the 25 of a nonce."""


class Poster:
    """Implements `PuzzlePoster` of `daily`. `mailbox` returns the mailbox of the client connected now."""

    def __init__(
        self, mailbox: Callable[[], Mailbox], people: PeopleStore, pictures: Pictures, themes: Themes, installation: str
    ) -> None:
        self._mailbox = mailbox
        self._people = people
        self._pictures = pictures
        self._themes = themes
        self._installation = installation[:INSTALLATION_LETTERS]

    async def post(self, channel: int, day: Daily, puzzle: Puzzle) -> int:
        """Post a puzzle of the day, unless an earlier attempt did. Raises as the protocol says."""
        target, nonce = Target(TargetKind.CHANNEL, channel), f"p{self._installation}{day.number}"
        with refusals():
            sent = await self._mailbox().find(target, nonce)
        return (sent or await self._send(target, day, puzzle, nonce)).message_id

    async def _send(self, target: Target, day: Daily, puzzle: Puzzle, nonce: str) -> Sent:
        looks = await self._people.channel(target.id)
        texts = public_texts(day.language, looks, await self._people.server(day.server))
        message = day_message(day, puzzle, texts)
        if not self._mailbox().may_attach(target):
            message = message.in_words()
        try:
            return await self._put(target, message, nonce)
        except PermanentRefusal as refusal:
            if refusal.code != FORBIDDEN or not message.images:
                raise
            return await self._put(target, message.in_words(), nonce)

    async def _put(self, target: Target, message: Message, nonce: str) -> Sent:
        style = await style_of(await self._people.channel(target.id), self._themes)
        files = await self._pictures.files(message, style)
        with refusals():
            return await self._mailbox().post(target, message, files, nonce)
