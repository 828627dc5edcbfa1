"""Who makes a request, where, when and in which language: the same for all interactions; and what handlers may need."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

import discord

from bot.fairness import on_behalf_of, person_key
from bot.front.components.layout import Pictures
from bot.front.components.message import Message
from bot.front.posting.game_links import GameLink, GameLinks, Whereabouts
from bot.front.posting.mailbox import Mailbox
from bot.front.posting.poster import ChannelLines, Poster, Reactions
from bot.front.speech import ChosenLanguages, private_texts, texts_in
from bot.model.drawn import is_told_apart
from bot.model.errors import OnlyInServers, TooManyAtOnce
from bot.model.games import EARLIEST, Cause, GameSummary, Place
from bot.model.measures import Measures
from bot.model.profiles import PersonProfile
from bot.service.deadlines import Computers
from bot.service.drafts import Drafts
from bot.service.games import Games
from bot.service.hints import Hints
from bot.service.permissions import Permissions, RequestReads
from bot.service.ports import Clock
from bot.service.ratings import Ratings
from bot.service.rights import FairUse, Member
from bot.service.saving.records import Records
from bot.service.saving.saves import Saves
from bot.service.tasks import KeyedLocks
from bot.service.uploads import Themes, Uploads, Variants
from bot.service.words.definitions import Definitions, Library
from bot.service.words.dictionaries import Dictionaries
from bot.store.outbox import Outbox
from bot.store.people import Contexts, PeopleStore
from bot.store.ratings import Results
from bot.text import Texts
from bot.text.names import cast_of
from bot.text.refusals import refusal
from engine.game.state import GameState, Person

if TYPE_CHECKING:
    from bot.front.interaction.hooks import FrontHooks


_DISCORD_EPOCH = 1_420_070_400_000
"""The instant from which snowflakes count (Discord's API reference, "Snowflakes")."""
DELAYS = 50
"""Of how many of the latest requests the delays are known."""


def instant_of(snowflake: int) -> int:
    """The instant when a snowflake was created, by Discord's clock."""
    return (snowflake >> 22) + _DISCORD_EPOCH


class SentTimes:
    """Says by this machine's clock when people did something.

    Discord says when by its own clock. The two may differ by any length, and nobody may be charged for that: so the
    least of the latest delays counts as none at all. `passed` is a clock that nobody sets, in nanoseconds.
    """

    def __init__(self, passed: Callable[[], int] = time.monotonic_ns) -> None:
        self._passed = passed
        self._set = 0
        self._delays = deque[int](maxlen=DELAYS)

    def of(self, snowflake: int, arrived: int) -> int:
        """When something was done that arrived at an instant; its snowflake says when by Discord's clock."""
        before, self._set = self._set, arrived - self._passed() // 1_000_000
        if abs(self._set - before) > EARLIEST:
            self._delays.clear()  # this machine's clock has been set
        delay = arrived - instant_of(snowflake)
        self._delays.append(delay)
        return arrived - delay + min(self._delays)


LONGEST_WAIT = 2.0
"""Seconds after which a request no longer waits for the person's earlier ones, such as a slow hint."""
MOST_ANSWERING = 8
"""How many requests of one person are answered at once, including those that wait for each other."""


class InFlight:
    """The tasks that answer people, by the person's id, oldest first."""

    def __init__(self) -> None:
        self._tasks: dict[asyncio.Task[Any], str] = {}

    @contextmanager
    def answering(self, person: str) -> Iterator[Callable[[], Awaitable[None]]]:
        """Record that the current task answers a person while this lasts.

        Yields a callable that waits for the person's earlier requests. Without it, on a slow disk, someone who has just
        asked to join would be refused what only players may do. The callable raises `TooManyAtOnce` if there are too
        many earlier requests.
        """
        task = asyncio.current_task()
        assert task is not None
        earlier = [other for other, asker in self._tasks.items() if asker == person]
        self._tasks[task] = person

        async def wait() -> None:
            if len(earlier) >= MOST_ANSWERING:
                raise TooManyAtOnce
            if earlier:
                await asyncio.wait(earlier, timeout=LONGEST_WAIT)

        try:
            with on_behalf_of(person_key(person)):
                yield wait
        finally:
            del self._tasks[task]

    async def finish(self, seconds: float) -> None:
        """Wait up to `seconds` until everyone has been answered, then cancel the remaining tasks."""
        tasks = self._tasks.keys() - {asyncio.current_task()}
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=seconds)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)


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

    `opening` knows who is opening a game now, `heard` the texts of typed moves, `reasons` why those failed, `offered`
    the typed words whose places have been shown, and `warned` who has been told, and for which turn, that moves are
    secret.
    """

    drafts: Drafts
    computers: Computers
    hints: Hints
    opening: KeyedLocks = field(default_factory=KeyedLocks)
    heard: Memory[int, str] = field(default_factory=Memory)
    reasons: Memory[int, Exception] = field(default_factory=Memory)
    offered: Memory[int, str] = field(default_factory=Memory)
    warned: Memory[str, str] = field(default_factory=Memory)


@dataclass(frozen=True, slots=True)
class PostingServices:
    """The messages in Discord, and who sees them.

    `mailbox` returns the mailbox of the client connected now. `whereabouts` knows who is where, `posts` the messages
    that show games, `lines` the results that people share, `poster` their cards.
    """

    mailbox: Callable[[], Mailbox]
    links: GameLinks
    whereabouts: Whereabouts
    posts: Outbox
    lines: ChannelLines
    poster: Poster
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


Interaction = discord.Interaction[Any]


@dataclass(frozen=True, slots=True)
class Request:
    """A request as it reached the bot.

    `texts` is the language of private answers. `manages` says whether the person has the Manage Server permission
    there, and `roles` are the ids of their roles there; `bot.service.permissions` derives rights from both. `game` is
    the game that the request is about, if known; if the place is a thread, `parent` is its channel. `snapshot` keeps
    what the request has read, so that it reads nothing twice. `in_server` says whether the bot is in the place's server
    itself; otherwise it can only answer privately there. `may_post` says whether the bot may write in the place,
    `may_write` whether the person may, and `home` is the language that the server has in Discord, such as `sv`; empty
    in direct messages. `avatar` is the hash of the person's avatar, None if they have none.
    """

    services: Services
    person: Person
    place: Place
    cause: Cause
    texts: Texts
    manages: bool = False
    roles: frozenset[int] = frozenset()
    game: str | None = None
    parent: int | None = None
    snapshot: RequestReads | None = None
    in_server: bool = True
    may_post: bool = True
    may_write: bool = True
    home: str = ""
    avatar: str | None = None

    def server(self) -> int:
        """The server that the request comes from. Raises `OnlyInServers`."""
        if self.place.guild_id is None:
            raise OnlyInServers
        return self.place.guild_id

    @property
    def known(self) -> RequestReads:
        """What the request has read."""
        return self.snapshot or RequestReads(self.services.games, self.services.people)

    async def profile(self) -> PersonProfile:
        """The settings of the person."""
        return await self.known.person(self.person.id)

    async def state(self, game: str) -> GameState:
        """The state of a game. Raises `UnknownGame`."""
        return await self.known.state(game)

    def refusal(self, error: Exception, texts: Texts | None = None) -> str:
        """Why something failed, in the terms of the table that the request has looked at last."""
        table = self.known.table
        cast = cast_of(table()) if table else None
        return refusal(error, texts or self.texts, cast, self.services.hooks.wordings)

    async def summary(self, game: str) -> GameSummary:
        """The summary of a game. Raises `UnknownGame`."""
        return await self.known.summary(game)

    async def link(self, game: str) -> GameLink:
        """The person's link to a game. Raises `UnknownGame`."""
        return await self.services.posting.links.to(game, self.person.id, self.known.links(game))

    async def aloud(self, game: str | None = None) -> Texts:
        """The texts for what everyone sees where the request was made; `game` is the language of a game's tiles."""
        return await texts_in(self.place, self.person.id, self.services.people, game)

    @property
    def member(self) -> Member:
        """The person, as permission checks need it."""
        return Member(self.place.guild_id, self.manages, self.roles, self.person.id, self.place.channel_id)

    async def moderates(self, game: str) -> bool:
        """Whether the person moderates the games of the server where one lives. Raises `UnknownGame`."""
        return await self.services.permissions.moderates(self.member, game, self.known)


RequestWork = Callable[[Request], Awaitable[Message | None]]
"""The work for a request; it returns the private answer, or None to remove the message shown."""


async def with_facts(request: Request, game: str | None = None, locale: str | None = None) -> Request:
    """The request with the facts that it needs, read together, and in the language of its person.

    `game` is what a button names. `locale` is the person's Discord language now, None if that is unknown.
    """
    services, place = request.services, request.place
    context = await services.answering.contexts.of_request(request.person.id, place, game)
    profile = await services.people.seen(context.person, locale, request.avatar)
    services.answering.pictures.expect(profile)
    snapshot = RequestReads(services.games, services.people, replace(context, person=profile), place.channel_id)
    services.answering.spoken.note(profile)
    texts = private_texts(profile, context.server.locale if context.server else None)
    texts = texts.for_ears if profile.text_board else texts
    person = replace(request.person, by_ear=profile.text_board)
    return replace(request, person=person, snapshot=snapshot, texts=texts)


def services_of(interaction: Interaction) -> Services:
    """The services of the client that received an interaction."""
    return cast("Services", interaction.client.services)


async def texts_of(interaction: Interaction) -> Texts:
    """The texts for what only the person of an interaction sees, where that must appear at once."""
    services = services_of(interaction)
    return await services.answering.spoken.of(str(interaction.user.id), str(interaction.locale), services.people)


def request_of(interaction: Interaction) -> Request:
    """The request that an interaction makes."""
    services = services_of(interaction)
    user, channel = interaction.user, interaction.channel
    parent = channel.parent_id if isinstance(channel, discord.Thread) else None
    return Request(
        services,
        person_of(user),
        Place(interaction.guild_id, interaction.channel_id or 0, parent),
        _cause_of("i", interaction.id, services),
        services.answering.spoken.now(str(user.id), str(interaction.locale)),
        interaction.guild_id is not None and interaction.permissions.manage_guild,
        _roles_of(user),
        parent=parent,
        in_server=interaction.guild_id is None or interaction.is_guild_integration(),
        may_post=interaction.guild_id is None or may_write(interaction.app_permissions, interaction.channel),
        may_write=interaction.guild_id is None or may_write(interaction.permissions, interaction.channel),
        home=_language(interaction.guild_locale),
        avatar=_avatar_of(user),
    )


def request_in(message: discord.Message, services: Services) -> Request:
    """The request that a typed message makes; a message does not say its author's language (`with_facts` does).

    An edited message is the same cause, but counts from the edit.
    """
    author, edited = message.author, message.edited_at
    manages = isinstance(author, discord.Member) and author.guild_permissions.manage_guild
    return Request(
        services,
        person_of(author),
        Place(message.guild.id if message.guild else None, message.channel.id),
        _cause_of("m", message.id, services, discord.utils.time_snowflake(edited) if edited else None),
        services.answering.spoken.now(str(author.id), ""),
        manages,
        _roles_of(author),
        home=_language(message.guild.preferred_locale) if message.guild else "",
        avatar=_avatar_of(author),
    )


def _cause_of(kind: str, snowflake: int, services: Services, moment: int | None = None) -> Cause:
    arrived = services.clock.now()
    return Cause(f"{kind}{snowflake}", services.answering.sent.of(moment or snowflake, arrived), arrived)


def _language(locale: discord.Locale | None) -> str:
    return str(locale).partition("-")[0] if locale else ""


def person_of(user: discord.User | discord.Member) -> Person:
    """A Discord user as a player, by the name that they are shown by."""
    return Person(str(user.id), name_of(user))


def _avatar_of(user: discord.User | discord.Member) -> str | None:
    return user.avatar.key if user.avatar else None


def name_of(user: discord.User | discord.Member) -> str:
    """The display name, or the user name if pictures can show only that."""
    return next(filter(is_told_apart, (user.display_name, user.name)), user.display_name)


def may_write(held: discord.Permissions, place: object) -> bool:
    """Whether someone with these permissions sees a channel or thread and may write in it."""
    writes = held.send_messages_in_threads if isinstance(place, discord.Thread) else held.send_messages
    return held.read_messages and writes


def _roles_of(user: discord.User | discord.Member) -> frozenset[int]:
    return frozenset(role.id for role in user.roles) if isinstance(user, discord.Member) else frozenset()
