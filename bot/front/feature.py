"""What a feature offers, and what it gets to build on."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from bot.service.listeners import Listeners
from bot.store.repositories import StoreHooks

if TYPE_CHECKING:  # whatever is Discord's stays out of the other processes
    from bot.engines.pool import EnginePool
    from bot.front.components.layout import Pictures
    from bot.front.interaction.hooks import FrontHooks
    from bot.front.occasions import ComingUp, Occasions, Paragraph, Streaks, Trophies
    from bot.front.posting.composers import CardNotes, Composer, Note
    from bot.front.posting.game_links import GameLinks
    from bot.front.posting.mailbox import Mailbox
    from bot.front.posting.poster import ChannelLines, Poster
    from bot.model.deliveries import DeliveryKind
    from bot.service.games import Games
    from bot.service.hints import Analyser
    from bot.service.permissions import Check
    from bot.service.ports import Clock
    from bot.service.processes.peers import Peers
    from bot.service.ratings import Ratings
    from bot.service.rights import FairUse, Right
    from bot.service.sending.budget import Budget
    from bot.service.tasks import Loop
    from bot.service.uploads import Themes
    from bot.service.words.definitions import MissedWords
    from bot.service.words.dictionaries import Dictionaries
    from bot.store.processes import Signals
    from bot.store.repositories import Store
    from bot.text.help import HelpTopic
    from bot.text.refusals.facts import Wordings


class AnyProcess(Protocol):
    """What every process that computes offers to features (`bot.wiring.process.Computing`)."""

    @property
    def store(self) -> Store:
        """The open database."""

    @property
    def clock(self) -> Clock:
        """The clock."""

    @property
    def peers(self) -> Peers:
        """Which processes live, and the id of this one."""

    @property
    def signals(self) -> Signals:
        """What processes tell each other."""

    @property
    def games(self) -> Games:
        """All games."""

    @property
    def dictionaries(self) -> Dictionaries:
        """The words of each server."""

    @property
    def engines(self) -> EnginePool:
        """The processes that think."""

    @property
    def fair_use(self) -> FairUse:
        """What each person and server may still ask for."""

    def has_spare_time(self) -> bool:
        """Whether no loop of a feature does what people wait for."""

    def tell_loops(self, topic: str) -> None:
        """Wake the loops with a topic, in this process and in all others."""


class BotProcess(AnyProcess, Protocol):
    """What the bot's process offers besides (`bot.wiring.bot.Core`)."""

    @property
    def luck(self) -> random.Random:
        """What chance decides."""

    @property
    def analyser(self) -> Analyser:
        """Thinks for people who ask."""

    @property
    def budget(self) -> Budget:
        """How many messages each channel still accepts."""

    @property
    def mailbox(self) -> Callable[[], Mailbox]:
        """Returns the mailbox of the client connected now."""

    @property
    def links(self) -> GameLinks:
        """Finds links to games."""

    @property
    def front_hooks(self) -> FrontHooks:
        """What rooms and features add to each other's messages."""

    @property
    def pictures(self) -> Pictures:
        """Draws pictures."""

    @property
    def themes(self) -> Themes:
        """The board themes of servers."""

    @property
    def ratings(self) -> Ratings:
        """Where people stand."""

    @property
    def poster(self) -> Poster:
        """Posts messages in channels."""

    @property
    def lines(self) -> ChannelLines:
        """Posts lines in channels, each once."""

    @property
    def occasions(self) -> Occasions:
        """What is coming up in servers, as all features tell it."""

    def paragraphs(self) -> Sequence[Paragraph]:
        """What words the paragraphs of digests, once all features are made."""

    def trophies(self) -> Sequence[Trophies]:
        """What tells the trophies of people, once all features are made."""

    def missed_words(self) -> MissedWords | None:
        """Who knows the words that people missed in their games, once all features are made."""

    def streaks(self) -> Streaks | None:
        """Who tells of streaks, once all features are made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hooks:
    """What one feature, or all of them, have made for a process.

    `loops` run as long as the process. `services` are what the feature's own actions use, which find them by their
    class (`Services.of`). `listeners` hear of games and keep positions secret, `rights` are further checks of rights in
    a game. `composers` say what deliveries of a kind tell, `notes` what is added to lobbies, boards and ends of games,
    `card_notes` what the card at the end says besides,
    `missed_words` which words people missed in games, `streaks` hear what people have done on many days in a row
    (`bot.front.occasions`). `occasions` tell what is coming up in a server
    (`bot.front.occasions`), and `planned` hear where that has changed; `paragraphs` tell what happened in a week,
    and `trophies` what people have won or reached (`bot.front.occasions`).
    """

    loops: tuple[Loop, ...] = ()
    services: tuple[object, ...] = ()
    listeners: Listeners = field(default_factory=Listeners)
    rights: Mapping[Right, Check] = field(default_factory=dict)
    composers: Mapping[DeliveryKind, Composer] = field(default_factory=dict)
    notes: tuple[Note, ...] = ()
    card_notes: tuple[CardNotes, ...] = ()
    missed_words: tuple[MissedWords, ...] = ()
    streaks: tuple[Streaks, ...] = ()
    occasions: tuple[ComingUp, ...] = ()
    planned: tuple[Callable[[int], object], ...] = ()
    paragraphs: tuple[Paragraph, ...] = ()
    trophies: tuple[Trophies, ...] = ()


def _nothing(_: object) -> Hooks:
    return Hooks()


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """A feature, whole: `bot/features/__init__.py` switches it on.

    `computing` makes what every process that computes has of it, `bot` what the bot has besides. `store` is what it
    adds to the store. `topics` are those that it adds to `/help`, `wordings` the words for its refusals.
    """

    computing: Callable[[AnyProcess], Hooks] = _nothing
    bot: Callable[[BotProcess], Hooks] = _nothing
    store: StoreHooks = field(default_factory=StoreHooks)
    topics: Mapping[str, HelpTopic] = field(default_factory=dict)
    wordings: Wordings = field(default_factory=dict)
