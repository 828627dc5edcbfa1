"""The bot's services and loops over one database, put together, without its connection to Discord."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Final

from bot import features
from bot.fairness import FairThreads
from bot.front.announcing.announcer import Announcer
from bot.front.announcing.messages import board_composers, notice_composers, turn_composers
from bot.front.announcing.recipients import Recipients
from bot.front.components.layout import Pictures, drawing_threads
from bot.front.connection.addresses import AvatarFiles
from bot.front.connection.sessions import PAUSE_SECONDS, REQUESTS_A_SECOND
from bot.front.feature import Feature, Hooks
from bot.front.interaction.hooks import FrontHooks
from bot.front.interaction.request import (
    AnsweringServices,
    FileServices,
    InFlight,
    PlayServices,
    PostingServices,
    Services,
    StandingServices,
    WordServices,
)
from bot.front.lobby.messages import lobby_composers
from bot.front.look.actions import with_board
from bot.front.occasions import Occasions, Paragraph, Streaks, Trophies
from bot.front.posting.composers import Composer
from bot.front.posting.game_links import GameLinks, Whereabouts
from bot.front.posting.mailbox import Mailbox
from bot.front.posting.poster import ChannelLines, Poster, Reactions
from bot.front.posting.threads import GameThreads
from bot.front.rooms import OF_THE_GAME, Rooms
from bot.model.changes import EVERYTHING, DeadlineFilter
from bot.model.deliveries import DeliveryKind
from bot.model.joined import joined
from bot.model.measures import Measures, PoolLoad
from bot.model.processes import Checkpoints, NoCheckpoints, ProcessKind
from bot.service.avatars import Avatars
from bot.service.drafts import Drafts
from bot.service.hints import Analyser, Hints
from bot.service.listeners import Applied, Listeners
from bot.service.permissions import Permissions
from bot.service.processes.shardshare import Heartbeat, Outages, ShardLeases
from bot.service.ratings import Ratings
from bot.service.saving.records import Records
from bot.service.saving.saves import Saves
from bot.service.saving.seals import Sealer
from bot.service.sending.budget import WRITES, Budget
from bot.service.sending.deliveries import Deliveries
from bot.service.sending.liveboards import CandidatesFeed, LiveBoards
from bot.service.tasks import STAND_BY_SECONDS, Loop
from bot.service.uploads import Themes, Variants
from bot.service.words.definitions import Library, MissedWords
from bot.settings import Settings
from bot.store.processes import Topic
from bot.store.repositories import Store
from bot.text import texts_for
from bot.text.names import computer_names
from bot.wiring.process import Computing, ComputingParts
from engine.game.clock import next_deadline


def rooms_with(names: Iterable[str] = features.NAMES) -> Rooms:
    """The rooms of a bot with the features of these names."""
    named = tuple(names)
    return Rooms(
        *OF_THE_GAME, *features.fronts(named), topics=features.topics(named), wordings=features.wordings(named)
    )


ROOMS: Final = rooms_with()
"""Those of a bot with all features."""


WORKER_PATIENCE = 15_000
"""Milliseconds for which the moves of computer players are left to workers, if there are any."""
AVATARS = "avatars"
"""The folder of avatars, beside the database."""
FINISH_SECONDS = 5.0
"""How long answers under way may take when the bot stops."""


def _shuffled_names(language: str) -> tuple[str, ...]:
    names = computer_names(texts_for(language))
    return tuple(random.sample(names, len(names)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts(ComputingParts):
    """The parts of a bot that tests can replace.

    `writes` is how many messages a channel accepts in five seconds, `requests` how many requests Discord allows all
    processes together in a second. `pause` is how many seconds apart sessions with Discord begin.
    """

    names: Callable[[str], tuple[str, ...]] = _shuffled_names
    checkpoints: Checkpoints = field(default_factory=NoCheckpoints)
    library: Library = field(default_factory=Library)
    writes: int = WRITES
    requests: float = REQUESTS_A_SECOND
    pause: float = PAUSE_SECONDS


class Core(Computing):
    """The use cases and loops of the bot over one database.

    `front_hooks` are what the rooms of the front add to each other. `mailbox` returns the connected client's mailbox,
    `key` the key that signs files.
    """

    def __init__(
        self,
        store: Store,
        parts: Parts,
        settings: Settings,
        measures: Measures,
        front_hooks: FrontHooks,
        mailbox: Callable[[], Mailbox],
        key: Callable[[], bytes],
    ) -> None:
        super().__init__(ProcessKind.BOT, store, parts, settings, measures)
        self.heartbeat = Heartbeat(store.meta, parts.clock)
        self.in_flight = InFlight()
        self._parts = parts
        self._avatar_files = AvatarFiles()
        self.front_hooks = front_hooks
        self.mailbox = mailbox
        self._key = key

    # --- what people ask for --------------------------------------------------------------------------------------

    @cached_property
    def services(self) -> Services:
        """What commands and buttons use."""
        store, games = self.store, self.games
        sealer = Sealer(self._key)
        return Services(
            games=games,
            people=store.people,
            permissions=self.permissions,
            fair_use=self.fair_use,
            clock=self.clock,
            words=WordServices(self.dictionaries, self._parts.library),
            standing=StandingServices(store.results, self.ratings),
            files=FileServices(
                Variants(store.variants, self.reading),
                self.themes,
                Saves(games, self.dictionaries, sealer, store.installation, self.reading),
                Records(games, self.reading),
            ),
            play=PlayServices(self.drafts, self.computers, Hints(games, self.analyser)),
            posting=PostingServices(
                self.mailbox, self.links, self.whereabouts, store.outbox, self.lines, self.poster, self.reactions
            ),
            answering=AnsweringServices(
                store.contexts, self.pictures, self.in_flight, with_board=with_board, measures=self.measures
            ),
            hooks=self.front_hooks,
            features=self.hooks.services,
        )

    def _made_by(self, feature: Feature) -> tuple[Hooks, ...]:
        return (*super()._made_by(feature), feature.bot(self))

    @cached_property
    def drafts(self) -> Drafts:
        """What people compose and preview."""
        return Drafts(self.store.drafts)

    @cached_property
    def permissions(self) -> Permissions:
        """Everyone's rights."""
        return Permissions(self.store.people, self.games, self.drafts, self.hooks.rights)

    @cached_property
    def analyser(self) -> Analyser:
        """Thinks for people who ask."""
        return Analyser(self.games, self.engines, self.fair_use)

    @property
    def luck(self) -> random.Random:
        """What chance decides."""
        return self._parts.luck

    def missed_words(self) -> MissedWords | None:
        """Who knows the words that people missed in their games."""
        return next(iter(self.hooks.missed_words), None)

    def streaks(self) -> Streaks | None:
        """Who tells of streaks."""
        return next(iter(self.hooks.streaks), None)

    @cached_property
    def occasions(self) -> Occasions:
        """What is coming up in servers."""
        return Occasions(lambda: self.hooks.occasions, lambda: self.hooks.planned)

    def paragraphs(self) -> Sequence[Paragraph]:
        """What words the paragraphs of digests."""
        return self.hooks.paragraphs

    def trophies(self) -> Sequence[Trophies]:
        """What tells the trophies of people."""
        return self.hooks.trophies

    @cached_property
    def links(self) -> GameLinks:
        """Links to games and to their channels."""
        return GameLinks(self.mailbox, self.store.contexts, self.whereabouts)

    @cached_property
    def whereabouts(self) -> Whereabouts:
        """Who is in which server."""
        return Whereabouts(self.mailbox, self.clock)

    @cached_property
    def ratings(self) -> Ratings:
        """Where people stand."""
        return Ratings(self.store.ratings, partial(self.whereabouts.is_in, anew=True))

    @cached_property
    def themes(self) -> Themes:
        """The board themes of servers."""
        return Themes(self.store.themes, self.reading)

    @cached_property
    def pictures(self) -> Pictures:
        """Draws pictures."""
        return Pictures(self.drawing, self.avatars)

    @cached_property
    def avatars(self) -> Avatars:
        """What people look like."""
        fetch, folder = self._avatar_files.fetch, self.settings.folder / AVATARS
        return Avatars(self.store.people, self.reading.sent, fetch, folder, self.clock)

    @cached_property
    def poster(self) -> Poster:
        """Posts messages in channels."""
        return Poster(self.mailbox, self.store.people, self.pictures, self.themes, self.store.installation)

    @cached_property
    def lines(self) -> ChannelLines:
        """Posts lines in channels."""
        return ChannelLines(self.store.lines, self.poster, self._parts.clock, self.peers.owner)

    @property
    def loops(self) -> tuple[Loop, ...]:
        """The loops of features, and the one of the lines that they say."""
        return (*super().loops, self.lines)

    @cached_property
    def drawing(self) -> FairThreads:
        """The threads that draw."""
        return drawing_threads()

    # --- what is posted -------------------------------------------------------------------------------------------

    @cached_property
    def reactions(self) -> Reactions:
        """Puts reactions on messages."""
        return Reactions()

    @cached_property
    def threads(self) -> GameThreads:
        """The threads in which games go on."""
        return GameThreads(lambda: self.games, self.mailbox, self.store.people, self.store.outbox, self.clock)

    @cached_property
    def announcer(self) -> Announcer:
        """Turns what has happened into messages."""
        composers, notes = self.composers, self.hooks.notes
        return Announcer(
            self.mailbox,
            self.games,
            self.recipients,
            self.pictures,
            self.themes,
            composers,
            notes,
            self.reactions,
        )

    @cached_property
    def composers(self) -> Mapping[DeliveryKind, Composer]:
        """What deliveries of each kind tell."""
        games, people, mailbox, links = self.games, self.store.people, self.mailbox, self.links
        return {
            **board_composers(people, self.recipients, self.front_hooks.front.at_end, self.hooks.card_notes),
            **turn_composers(games, people, links, self.recipients),
            **notice_composers(games, links),
            **lobby_composers(games, self.dictionaries, mailbox, links),
            DeliveryKind.ARCHIVE: Composer(self.threads.archive),
            **self.hooks.composers,
        }

    @cached_property
    def recipients(self) -> Recipients:
        """Who sees what."""
        return Recipients(self.mailbox, self.store.people)

    @cached_property
    def budget(self) -> Budget:
        """How many messages each channel still accepts."""
        return Budget(self.clock, self._parts.writes)

    @cached_property
    def boards(self) -> LiveBoards:
        """The boards that show what a computer player considers."""
        return LiveBoards(self.games, self.store.outbox, self.announcer, self.budget, self.clock, self.peers.owner)

    @property
    def audience(self) -> CandidatesFeed:
        """The newest board of a game shows what its computer player considers."""
        return CandidatesFeed(self.boards.show)

    @cached_property
    def deliveries(self) -> Deliveries:
        """Sends the messages that wait."""
        return Deliveries(
            self.store,
            self.announcer,
            clock=self.clock,
            budget=self.budget,
            checkpoints=self._parts.checkpoints,
            owner=self.peers.owner,
            measures=self.measures,
            poll=self.signals.poll,
        )

    # --- who does what --------------------------------------------------------------------------------------------

    @cached_property
    def outages(self) -> Outages:
        """Times without a connection, which are charged to nobody."""
        return Outages(self.games, self.clock)

    @cached_property
    def sharing(self) -> ShardLeases:
        """Which shards this process holds."""
        by_hand = self.settings.shards
        return ShardLeases(
            self.store.shards,
            self.peers.owner,
            self.clock,
            self.games.reach,
            self.outages,
            partial(self.in_flight.finish, FINISH_SECONDS),
            shared=self.store.is_shared,
            by_hand=by_hand.shards if by_hand else frozenset(),
            measures=self.measures,
        )

    @property
    def minding(self) -> DeadlineFilter:
        """Computer moves are left to workers while there are any, unless this process is to think anyway."""
        thinks = self.settings.think == "always" or not self.peers.lives(ProcessKind.WORKER)
        return EVERYTHING if thinks else DeadlineFilter(patience=WORKER_PATIENCE)

    @property
    def loads(self) -> Mapping[str, PoolLoad]:
        """How busy the pools of threads and connections are, by name."""
        return {"thinking": self.engines.load, "drawing": self.drawing.load, **self.store.loads()}

    # --- from start to end ----------------------------------------------------------------------------------------

    def listen(self) -> None:
        """Let other processes wake this one."""
        super().listen()
        self.peers.subscribe(self.sharing.wake)
        self.peers.subscribe(self.deliveries.wake)
        self.signals.on(Topic.DELIVERIES, lambda _: self.deliveries.wake())
        self.signals.on(Topic.SHARDS, lambda _: self.sharing.wake())
        self.signals.on(Topic.THOUGHTS, self._show)
        self.boards.on_freed = self.deliveries.wake

    @cached_property
    def listeners(self) -> Listeners:
        """Who hears of games, and who opens threads for them."""
        return joined(super().listeners, Listeners(homes=(self.threads.home,), lost=(self.threads.lost,)))

    def changed(self, applied: Applied) -> None:
        """A game has changed: look for messages to send and for the next deadline."""
        self.deliveries.wake(queued=True)
        deadline = next_deadline(applied.state)
        self.deadlines.wake(deadline.at if deadline else None)
        if self.peers.lives(ProcessKind.WORKER):
            self.signals.tell(Topic.DEADLINES)

    def look(self) -> None:
        """Look for messages to send and for the next deadline."""
        self.deliveries.wake()
        self.deadlines.wake()

    def _show(self, thoughts: str) -> None:
        """Show what a worker's computer player considers, if that falls to this bot."""
        self.boards.show_for_another(thoughts, [one.id for one in self.peers.living if one.kind is ProcessKind.BOT])

    async def stand_by(self) -> None:
        """After a while, start the process that reads uploads, so that nobody waits for it."""
        await asyncio.sleep(STAND_BY_SECONDS)
        await self.sandboxes[0].stand_by()

    def close(self) -> None:
        """Stop the threads."""
        self.drawing.shutdown(wait=False, cancel_futures=True)

    async def end_processes(self) -> None:
        """Stop the processes that read files and think."""
        await self.boards.close()
        await self.avatars.close()
        await self._avatar_files.close()
        await super().end_processes()
