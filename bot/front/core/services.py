"""What answers may need: the services, the pictures and the clock, passed to the front once at startup."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from bot.front.core.game_links import GameLinks
from bot.front.core.in_flight import InFlight
from bot.front.core.library import Library
from bot.front.core.memory import Memory, Postponed
from bot.front.core.pictures import Pictures
from bot.service.budget import Budget
from bot.service.chat import Chat
from bot.service.chatlinks import ChatLinks
from bot.service.computers import Computers
from bot.service.definitions import Definitions
from bot.service.dictionaries import Dictionaries
from bot.service.drafts import Drafts
from bot.service.fairuse import FairUse
from bot.service.games import Games
from bot.service.hints import Hints
from bot.service.locks import Locks
from bot.service.people import People
from bot.service.permissions import Permissions
from bot.service.ports import Clock
from bot.service.ratings import Ratings
from bot.service.saves import Saves
from bot.service.uploads import Uploads
from bot.service.variants import Variants
from bot.store.contexts import Contexts
from bot.store.outbox import Outbox
from bot.store.results import Results


@dataclass(slots=True)
class Services:
    """The parts of the application that the front talks to.

    `posts` knows the messages that show games, `reads_chat` whether plain messages can be read, `opening` who is
    opening a game now, `reasons` why typed moves failed, `pending` what follows each open question, `busy` what is
    being answered now, `server_name` a server's name, `commands` the names of all commands with their English
    descriptions.
    """

    games: Games
    drafts: Drafts
    people: People
    permissions: Permissions
    links: GameLinks
    dictionaries: Dictionaries
    computers: Computers
    hints: Hints
    posts: Outbox
    pictures: Pictures
    clock: Clock
    contexts: Contexts
    results: Results
    ratings: Ratings
    chat: Chat
    chat_links: ChatLinks
    budget: Budget
    variants: Variants
    saves: Saves
    fair_use: FairUse
    uploads: Uploads = field(default_factory=Uploads)
    library: Library = field(default_factory=Library)
    definitions: Definitions = field(default_factory=Definitions)
    reads_chat: bool = True
    opening: Locks = field(default_factory=Locks)
    reasons: Memory[int, Exception] = field(default_factory=Memory)
    pending: Memory[str, Postponed] = field(default_factory=Memory)
    in_flight: InFlight = field(default_factory=InFlight)
    server_name: Callable[[int], str] = str
    commands: Callable[[], Sequence[tuple[str, str]]] = tuple
