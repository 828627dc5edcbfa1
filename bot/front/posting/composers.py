"""What a room needs in order to say what deliveries of a kind tell: the facts, and the form in which it answers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from bot.front.components.message import Message
from bot.model.changes import DeliveryContext
from bot.model.deliveries import Delivery, DeliveryKind, Post, TargetKind
from bot.model.profiles import Notify, PersonProfile
from bot.text import Texts
from engine.game.events import Event
from engine.game.phases import Lobby
from engine.game.state import GameState
from engine.game.views import TableView, table_view

TOLD_WITHOUT_POST = 6
"""How many of the latest events a board reports if no earlier message shows the game."""

_SHOWS_EVENTS = (DeliveryKind.BOARD, DeliveryKind.LOBBY, DeliveryKind.END)


@dataclass(frozen=True, slots=True)
class Announcement:
    """A delivery with the state and the events of its game up to then, and the texts for those who see it.

    `profile` reads the profile of someone whom the context does not know.
    """

    delivery: Delivery
    context: DeliveryContext
    state: GameState
    events: Sequence[Event]
    texts: Texts
    profile: Callable[[str], Awaitable[PersonProfile]]

    @property
    def game(self) -> str:
        """The game's id."""
        return self.delivery.game

    @property
    def view(self) -> TableView:
        """What everyone may know of the game."""
        return table_view(self.state)

    @property
    def posts(self) -> tuple[Post, ...]:
        """The live posts in the target, oldest first."""
        return self.context.game.posts_in(self.delivery.target)

    @property
    def has_begun(self) -> bool:
        """Whether the game has left its lobby."""
        return not isinstance(self.state.phase, Lobby)

    @property
    def is_brief(self) -> bool:
        """Whether it goes to the channel of the game's thread, which hears only of the lobby and the end."""
        target, game = self.delivery.target, self.context.game
        return (
            target.kind is TargetKind.CHANNEL and target.id == game.summary.place.parent and target not in game.targets
        )

    @property
    def shown(self) -> int:
        """The number of the last event shown to the target."""
        upto = self.delivery.upto
        shown = [post.sequence for post in self.posts if post.kind in _SHOWS_EVENTS and post.sequence < upto]
        return max(shown, default=max(0, upto - TOLD_WITHOUT_POST))

    @property
    def is_quiet(self) -> bool:
        """Whether the channel wants no sounds."""
        return self.context.channel is not None and self.context.channel.quiet

    async def calling(self, message: Message) -> Message:
        """The message, mentioning only people who want that; silent in a quiet channel or if no mention remains."""
        called = [person for person in message.mentions if await self._wants_mention(person)]
        silent = self.is_quiet or (bool(message.mentions) and not called)
        return replace(message, mentions=tuple(called), silent=silent)

    async def _wants_mention(self, person: str) -> bool:
        """Whether to mention a person: by choice, or because direct messages do not get through."""
        profile = self.context.people.get(person) or await self.profile(person)
        if profile.is_called_directly:
            return profile.dm_closed_since is not None
        return profile.notify == Notify.MENTION


def _never(_: Announcement) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Composer:
    """Makes the messages of one kind of deliveries; None if there is nothing to tell.

    `edits` says whether a message takes the place of the newest of its kind.
    """

    compose: Callable[[Announcement], Awaitable[Message | None]]
    edits: Callable[[Announcement], bool] = _never


@dataclass(frozen=True, slots=True)
class CardNote:
    """What the card at the end of a game says besides, such as what somebody has reached.

    `shown` says it in a few words in the picture, `said` in a sentence for those who hear it, `words` in markdown.
    """

    shown: str
    said: str
    words: str


CardNotes = Callable[[Announcement], Awaitable[Sequence[CardNote]]]
"""What a feature adds to the card at the end of a game."""

Note = Callable[[Announcement], Awaitable[str]]
"""Adds a note to what the places of a game are shown of it: a lobby, a board, the end; an empty one says nothing."""
