"""What handlers may need: the services, the pictures and the clock, passed to the front once at startup.

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
from bot.front.speech.languages import Spoken
from bot.model.measures import Measures
from bot.service.analyser import Analyser
from bot.service.computers import Computers
from bot.service.drafting.drafts import Drafts
from bot.service.fairuse import FairUse
from bot.service.games import Games
from bot.service.hints import Hints
from bot.service.locks import Locks
from bot.service.permissions import Permissions
from bot.service.ports import Clock
from bot.service.ratings import Ratings
from bot.service.saving.records import Records
from bot.service.saving.saves import Saves
from bot.service.sending.budget import Budget
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
    from bot.front.interaction.room import FrontHooks

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


async def _unnamed(server: int) -> str:
    return str(server)


async def _as_it_is(_: Any, answer: Any) -> Any:
    return answer


@dataclass(slots=True, kw_only=True)
class Services:
    """The parts of the application that the front talks to.

    `whereabouts` knows who is where, `posts` the messages that show games, `reads_chat` says whether plain messages can
    be read, `opening` who is opening a game now, `heard` the texts of typed moves, `reasons` why those failed,
    `pending` what follows each open question, `in_flight` which requests are being answered now, `spoken` which
    languages people have chosen, `sent` when something was sent, `with_board` adds a board that cannot be posted,
    `server_name` gives a server's name, `measures` takes measurements. `features` are the services
    of features, `hooks` what rooms and features add to each other.
    """

    games: Games
    drafts: Drafts
    people: PeopleStore
    permissions: Permissions
    links: GameLinks
    mailbox: Callable[[], Mailbox]
    whereabouts: Whereabouts
    dictionaries: Dictionaries
    computers: Computers
    hints: Hints
    posts: Outbox
    pictures: Pictures
    clock: Clock
    contexts: Contexts
    results: Results
    ratings: Ratings
    budget: Budget
    variants: Variants
    themes: Themes
    saves: Saves
    records: Records
    fair_use: FairUse
    analyser: Analyser
    uploads: Uploads = field(default_factory=Uploads)
    features: tuple[object, ...] = ()
    hooks: FrontHooks
    library: Library = field(default_factory=Library)
    definitions: Definitions = field(default_factory=Definitions)
    reads_chat: bool = True
    opening: Locks = field(default_factory=Locks)
    heard: Memory[int, str] = field(default_factory=Memory)
    reasons: Memory[int, Exception] = field(default_factory=Memory)
    pending: Memory[str, Postponed] = field(default_factory=Memory)
    reactions: Reactions = field(default_factory=Reactions)
    in_flight: InFlight = field(default_factory=InFlight)
    spoken: Spoken = field(default_factory=Spoken)
    sent: SentTimes = field(default_factory=SentTimes)
    server_name: Callable[[int], Awaitable[str]] = _unnamed
    with_board: Completed = _as_it_is
    measures: Measures = field(default_factory=Measures)

    def of(self, kind: type[T]) -> T:
        """The services of a feature, by their class: its own actions ask for them. Raises LookupError without it."""
        for one in self.features:
            if isinstance(one, kind):
                return one
        raise LookupError(f"{kind.__name__} belongs to a feature that is not switched on.")
