"""What a feature offers, and what it gets to build on."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:  # whatever is Discord's stays out of the other processes
    from bot.engines.pool import EnginePool
    from bot.front.components.pictures import Pictures
    from bot.front.digests import Paragraph
    from bot.front.occasions import ComingUp, Occasions
    from bot.front.posting.composers import Composer, Note
    from bot.front.posting.mailbox import Mailbox
    from bot.front.posting.poster import Poster
    from bot.model.deliveries import DeliveryKind
    from bot.service.fairuse import FairUse
    from bot.service.games import Games
    from bot.service.missed import MissedWords
    from bot.service.permissions import Permissions
    from bot.service.ports import Clock
    from bot.service.processes.peers import Peers
    from bot.service.ratings import Ratings
    from bot.service.themes import Themes
    from bot.service.words.dictionaries import Dictionaries
    from bot.store.repositories import Store
    from bot.store.signals import Signals
    from bot.text.help import HelpTopic
    from bot.text.option_titles import Title
    from bot.text.refusals.facts import Wordings

T = TypeVar("T")
ByClass = Mapping[type[Any], Any]
"""Parts of features by their classes. A `Loop` (`bot.service.tasks`) among them runs as long as the process."""


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

    def part(self, kind: type[T]) -> T:
        """What a feature has made for this process, by its class."""


class BotProcess(AnyProcess, Protocol):
    """What the bot's process offers besides (`bot.wiring.bot.Core`)."""

    @property
    def luck(self) -> random.Random:
        """What chance decides."""

    @property
    def permissions(self) -> Permissions:
        """Everyone's rights."""

    @property
    def mailbox(self) -> Callable[[], Mailbox]:
        """Returns the mailbox of the client connected now."""

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
    def missed_words(self) -> MissedWords | None:
        """Who knows the words that people missed in their games."""

    @property
    def occasions(self) -> Occasions:
        """What is coming up in servers, as all features tell it."""

    def paragraphs(self) -> Sequence[Paragraph]:
        """What words the paragraphs of digests, once all features are made."""

    def service(self, kind: type[T]) -> T:
        """A service of a feature, by its class."""


def _nothing(_: Any) -> dict[Any, Any]:
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """A feature, whole: `bot/features/__init__.py` switches it on.

    `parts` makes what every process that computes has of it, `services` what the bot has besides: what its
    commands use. `composers` say what deliveries of a kind tell, `notes` what is added to lobbies, boards and ends of
    games, `missed_words` which words people missed in games. `occasions` tells what is coming up in a server
    (`bot.front.occasions`), `digest` what happened in a week (`bot.front.digests`).
    `titles` name the values of its options, `topics` are those that it adds to `/help`, `wordings` the words
    for its refusals.
    """

    parts: Callable[[AnyProcess], ByClass] = _nothing
    services: Callable[[BotProcess], ByClass] = _nothing
    composers: Callable[[BotProcess], Mapping[DeliveryKind, Composer]] = _nothing
    notes: Callable[[BotProcess], Iterable[Note]] = _nothing
    missed_words: Callable[[BotProcess], MissedWords] | None = None
    occasions: Callable[[BotProcess], ComingUp] | None = None
    digest: Callable[[BotProcess], Paragraph] | None = None
    titles: Mapping[str, Title] = field(default_factory=dict)
    topics: Mapping[str, HelpTopic] = field(default_factory=dict)
    wordings: Wordings = field(default_factory=dict)
