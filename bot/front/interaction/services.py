"""What handlers may need, passed to the front once at startup: what most of them use, and the rest in groups.

A `Memory` keeps facts about requests for a while, such as why a typed move failed; a restart clears it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from bot.front.components.pictures import Pictures
from bot.front.interaction.arrivals import SentTimes
from bot.front.interaction.in_flight import InFlight
from bot.front.posting.game_links import GameLinks
from bot.front.posting.mailbox import Mailbox
from bot.front.posting.members import Whereabouts
from bot.front.posting.reactions import Reactions
from bot.front.speech.languages import ChosenLanguages
from bot.model.measures import Measures
from bot.service.computers import Computers
from bot.service.drafting.drafts import Drafts
from bot.service.fairuse import FairUse
from bot.service.games import Games
from bot.service.hints import Hints
from bot.service.locks import KeyedLocks
from bot.service.permissions import Permissions
from bot.service.ports import Clock
from bot.service.ratings import Ratings
from bot.service.saving.records import Records
from bot.service.saving.saves import Saves
from bot.service.themes import Themes
from bot.service.uploads import Uploads
from bot.service.variants import Variants
from bot.service.words.definitions import Definitions
from bot.service.words.dictionaries import Dictionaries
from bot.service.words.library import Library
from bot.store.contexts import Contexts
from bot.store.outbox import Outbox
from bot.store.people import PeopleStore
from bot.store.results import Results

if TYPE_CHECKING:
    from bot.front.interaction.hooks import FrontHooks

MOST_KEPT = 500
"""How many of the latest values a `Memory` keeps."""

K = TypeVar("K")
V = TypeVar("V")
T = TypeVar("T")

Postponed = Callable[[Any], Awaitable[Any]]
Completed = Callable[[Any, Any], Awaitable[Any]]
"""What to do for someone (`bot.front.interaction.request.Work`) once they have said which game they mean."""


class Memory(Generic[K, V]):
    """The latest values, each with the id of its owner."""

    def __init__(self) -> None:
        self._kept: OrderedDict[K, tuple[str, V]] = OrderedDict()

    def keep(self, key: K, person: str, value: V) -> None:
        """Keep a value for a person; the oldest is dropped if there is no room."""
        self._kept[key] = (person, value)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)

    def of(self, key: K) -> tuple[str, V] | None:
        """The owner of a value and the value; None if it is forgotten."""
        return self._kept.get(key)

    def take(self, key: K, person: str) -> V | None:
        """Take a person's value out; None if it is forgotten, already taken, or someone else's."""
        if self._kept.get(key, ("", None))[0] != person:
            return None
        return self._kept.pop(key)[1]


@dataclass(frozen=True, slots=True)
class WordServices:
    """Dictionaries, the program's boards and languages, and what words mean."""

    dictionaries: Dictionaries
    library: Library = field(default_factory=Library)
    definitions: Definitions = field(default_factory=Definitions)


@dataclass(frozen=True, slots=True)
class StandingServices:
    """How people have played: the results of their games, and their ratings."""

    results: Results
    ratings: Ratings


@dataclass(frozen=True, slots=True)
class FileServices:
    """What people upload and take with them: boards and themes of servers, saved games, records of games.

    `uploads` are the files that wait for an answer.
    """

    variants: Variants
    themes: Themes
    saves: Saves
    records: Records
    uploads: Uploads = field(default_factory=Uploads)


@dataclass(frozen=True, slots=True)
class PlayServices:
    """Moves before they are played, and who helps with them.

    `opening` knows who is opening a game now, `heard` the texts of typed moves, `reasons` why those failed.
    """

    drafts: Drafts
    computers: Computers
    hints: Hints
    opening: KeyedLocks = field(default_factory=KeyedLocks)
    heard: Memory[int, str] = field(default_factory=Memory)
    reasons: Memory[int, Exception] = field(default_factory=Memory)


@dataclass(frozen=True, slots=True)
class PostingServices:
    """The messages in Discord, and who sees them.

    `mailbox` returns the mailbox of the client connected now. `whereabouts` knows who is where, `posts` the messages
    that show games.
    """

    mailbox: Callable[[], Mailbox]
    links: GameLinks
    whereabouts: Whereabouts
    posts: Outbox
    reactions: Reactions = field(default_factory=Reactions)

    async def server_name(self, server: int) -> str:
        """A server's name; its id if that is unknown."""
        return await self.mailbox().server_name(server) or str(server)

    @property
    def reads_chat(self) -> bool:
        """Whether plain messages can be read."""
        return self.mailbox().reads_chat


async def _as_it_is(_: Any, answer: Any) -> Any:
    return answer


@dataclass(frozen=True, slots=True)
class AnsweringServices:
    """What answering takes: what a request reads at once, and what is under way.

    `in_flight` knows which requests are being answered now, `sent` when something was sent, `spoken` which languages
    people have chosen, `pending` what follows each open question. `with_board` adds a board that cannot be posted.
    """

    contexts: Contexts
    pictures: Pictures
    in_flight: InFlight = field(default_factory=InFlight)
    sent: SentTimes = field(default_factory=SentTimes)
    spoken: ChosenLanguages = field(default_factory=ChosenLanguages)
    pending: Memory[str, Postponed] = field(default_factory=Memory)
    with_board: Completed = _as_it_is
    measures: Measures = field(default_factory=Measures)


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """What most handlers use, and the rest in groups.

    `hooks` are what rooms and features add to each other, `features` what each feature has made for its own handlers.
    """

    games: Games
    people: PeopleStore
    permissions: Permissions
    fair_use: FairUse
    clock: Clock
    words: WordServices
    standing: StandingServices
    files: FileServices
    play: PlayServices
    posting: PostingServices
    answering: AnsweringServices
    hooks: FrontHooks
    features: tuple[object, ...] = ()

    def of(self, kind: type[T]) -> T:
        """What a feature has made for its own handlers, by the class. Raises LookupError if it is not switched on."""
        for one in self.features:
            if isinstance(one, kind):
                return one
        raise LookupError(f"{kind.__name__} belongs to a feature that is not switched on.")
