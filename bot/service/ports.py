"""What the services need from outside, as Protocols: Discord and a clock."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.model.changes import DeliveryContext
from bot.model.deliveries import Delivery, Post, SentMessage
from engine.computer.tools import Candidate
from engine.game.views import TableView
from engine.model.tiles import Word

UNKNOWN_CHANNEL = 10003
"""Discord's code for a channel that has been deleted."""


@dataclass(eq=False)
class PermanentRefusal(Exception):
    """The sender can never deliver this; `code` is Discord's error code, such as 50007."""

    code: int


@dataclass(eq=False)
class TransientFailure(Exception):
    """The sender could not deliver this now; `retry_after` is in milliseconds, if Discord named it."""

    retry_after: int | None = None


class Sender(Protocol):
    """Draws deliveries and passes them to Discord. Implemented by the front's announcer."""

    async def send(self, delivery: Delivery, context: DeliveryContext) -> SentMessage | None:
        """Send a delivery with its nonce, or edit a live post of its game in its target instead.

        Raises `PermanentRefusal` and `TransientFailure`; any other exception counts as a failure that is retried a few
        times.
        """

    async def find(self, delivery: Delivery) -> SentMessage | None:
        """Search the bot's latest messages in the target for one with the delivery's nonce. Raises as `send`."""

    async def retire(self, post: Post, may_write: Callable[[], bool]) -> bool:
        """Remove the buttons of an old post; False if they are still there.

        `may_write` is asked, and counts the write, only when there is something to remove. Raises as `send`.
        """

    async def show_thinking(self, post: Post, view: TableView, seat: int, candidates: Sequence[Candidate]) -> None:
        """Add the candidates of a seat to a posted board, replacing earlier ones. Raises as `send`."""


class Clock(Protocol):
    """Tells the time and waits for it."""

    def now(self) -> int:
        """The present instant."""

    async def wait(self, wake: asyncio.Event, until: int | None) -> None:
        """Return when the event is set or the instant has come, whichever is first."""

    def resume(self, latest: int) -> None:
        """Go on from the latest instant that an earlier process has noted, should this clock be behind it."""

    def told(self, instant: int) -> None:
        """Discord's clock shows an instant, or did so a moment ago: a machine that is far off is not believed."""

    @property
    def is_told(self) -> bool:
        """Whether Discord has told the time."""

    @property
    def off(self) -> int:
        """By how many seconds the machine's clock is ahead of Discord's, negative if behind; 0 if they agree."""

    def missed(self) -> tuple[int, int] | None:
        """The span since the last call if this process cannot have run in all of it, else None.

        It was stopped, the machine slept, or its clock was set forward. Something must call this about once a second.
        """


class AvatarUnavailable(Exception):
    """An avatar cannot be had: it is gone, too large or too slow."""


Judge = Callable[[tuple[Word, ...]], tuple[bool, ...]]
"""Says for each word whether it is in the lexicon; may raise `LexiconUnavailable`."""
