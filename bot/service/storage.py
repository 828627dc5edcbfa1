"""The storage that the service needs, as Protocols."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Protocol

from bot.service.changes import Alarm, Change, Claimed, EventData, Outcome, Quota
from bot.service.ports import (
    Delivery,
    Draft,
    GameResult,
    GameSummary,
    NewDelivery,
    Place,
    Post,
    Sent,
    ServerVariant,
    Target,
)
from bot.service.profiles import ChannelProfile, PersonProfile, ServerProfile
from bot.service.queue import Room
from bot.service.talking import ChatLink, ChatRequest, Mute
from bot.service.wordlists import PackedWords
from engine.game.clock import Deadline


class LostRace(Exception):
    """Somebody else committed first: to this game, in this channel, or for this cause. Look again and decide again."""


class Journal(Protocol):
    """Games as lists of events, and their summaries."""

    async def read(self, game: str, after: int = 0) -> tuple[EventData, ...]:
        """The events after a number, in order."""
        ...

    async def outcome(self, cause: str) -> Outcome | None:
        """What a cause has done, None when nothing."""
        ...

    async def commit(self, change: Change) -> None:
        """Write a change in one transaction. Raises `LostRace` and `TooManyGames`, and then nothing has changed."""
        ...

    async def check_room(self, quotas: tuple[Quota, ...]) -> None:
        """Raises `TooManyGames` if a quota has no room for one more game; `commit` checks again."""
        ...

    async def summary(self, game: str) -> GameSummary | None:
        """The summary of a game."""
        ...

    async def in_channel(self, channel_id: int) -> GameSummary | None:
        """The game that runs or gathers in a channel, else the newest one that is paused or has finished there."""
        ...

    async def paused(self, place: Place) -> tuple[GameSummary, ...]:
        """The paused games of a server, of the channel alone in direct messages, most recently changed first."""
        ...

    async def timed(self) -> tuple[str, ...]:
        """The games in which time matters now."""
        ...

    async def of_person(self, person: str) -> tuple[GameSummary, ...]:
        """A person's games and lobbies that are not over, most recently changed first."""
        ...

    async def shown_in(self, channel_id: int) -> tuple[GameSummary, ...]:
        """The games that are not over and live in a channel or are shown there too, most recently changed first."""
        ...

    async def of_server(self, server: int, limit: int) -> tuple[GameSummary, ...]:
        """The games and lobbies of a server that are not over, most recently changed first."""
        ...

    async def targets(self, game: str) -> tuple[Target, ...]:
        """Where the public messages of a game go."""
        ...

    async def show(self, game: str, target: Target, delivery: NewDelivery | None = None) -> None:
        """Add a target to those that show a game's public messages; `delivery` is what it is shown first.

        Raises `LostRace` if the game has gone beyond that.
        """
        ...

    async def hide(self, game: str, target: Target) -> None:
        """Take a target away from those that show a game's public messages."""
        ...


class Outbox(Protocol):
    """The queue of deliveries and what has become of them."""

    async def claim(self, owner: str, now: int, until: int, room: Room) -> Claimed:
        """Lease what may be sent now, at most one delivery a target; the leases hold until the instant given."""
        ...

    async def hand_back(self, delivery: Delivery, owner: str, due: int) -> None:
        """Put a claimed delivery back until the instant given as if it had not been claimed, and end its lease."""
        ...

    async def done(self, delivery: Delivery, owner: str, sent: Sent | None, now: int) -> None:
        """End a delivery and its lease; remember the post, when there is one."""
        ...

    async def retry(self, delivery: Delivery, owner: str, due: int, error: str) -> None:
        """Put a delivery back until the instant given and end its lease. `error` names the failure for the log."""
        ...

    async def fail(
        self, delivery: Delivery, owner: str, error: str, now: int, fallback: NewDelivery | None = None
    ) -> None:
        """End a delivery that cannot be made; queue its fallback unless the same was queued for this game before."""
        ...

    async def posts(self, game: str, target: Target) -> tuple[Post, ...]:
        """The live posts of a game in a target, oldest first."""
        ...

    async def boards(self, game: str, sequence: int) -> tuple[Post, ...]:
        """The live boards of a game, in all targets, that show it at least up to an event."""
        ...

    async def outdated(self, target: Target) -> Post | None:
        """The newest live post in a target, of any game, after which another one shows the same there."""
        ...

    async def untidy(self) -> tuple[Target, ...]:
        """The targets in which there are such posts."""
        ...

    async def game_of(self, message_id: int) -> str | None:
        """The game that a posted message shows."""
        ...

    async def retire(self, message_ids: tuple[int, ...]) -> None:
        """Remember that posts have no buttons any more, or are gone."""
        ...


class Alarms(Protocol):
    """The deadlines of games, one each; they are set by `Journal.commit`."""

    async def claim(
        self,
        owner: str,
        now: int,
        until: int,
        limit: int,
        share: int | None = None,
        under_way: Mapping[int, int] = MappingProxyType({}),
    ) -> tuple[Alarm, ...]:
        """Lease deadlines that are due, the earliest of each tenant in turn.

        Of one tenant `share` at most, together with those `under_way`.
        """
        ...

    async def next_due(self, after: int | None = None) -> int | None:
        """The earliest instant (after one, if given) at which one can be claimed; None when there is none."""
        ...

    async def reset(self, game: str, sequence: int, deadline: Deadline | None) -> None:
        """Set a game's deadline anew unless the game has gone beyond the sequence number."""
        ...

    async def retry(self, alarm: Alarm, owner: str, due: int) -> None:
        """Put a deadline back until the instant given, and count the failure."""
        ...


class DraftStore(Protocol):
    """Stored previews."""

    async def save(self, draft: Draft) -> None:
        """Keep a draft."""
        ...

    async def load(self, draft: str) -> Draft | None:
        """The draft of an id."""
        ...

    async def change(self, draft: str, change: Callable[[Draft], Draft]) -> Draft | None:
        """Change a draft, with nobody else's change in between; None when there is none of that id."""
        ...

    async def of_person(self, game: str, person: str, limit: int) -> tuple[Draft, ...]:
        """The latest drafts of a person in a game, the newest first."""
        ...


class Results(Protocol):
    """The results of finished games; they are written by `Journal.commit`."""

    async def of_person(self, person: str, limit: int) -> tuple[GameResult, ...]:
        """A person's latest finished games, the newest first."""
        ...

    async def of_server(self, server: int, after: int) -> tuple[tuple[int, GameResult], ...]:
        """A server's results with their numbers, in the order in which they were written, behind a number."""
        ...


class PeopleStore(Protocol):
    """Settings of people and servers. Who is unknown has the default settings."""

    async def person(self, person: str) -> PersonProfile:
        """A person's profile."""
        ...

    async def change_person(self, person: str, change: Callable[[PersonProfile], PersonProfile]) -> None:
        """Change a person's profile, with nobody else's change in between."""
        ...

    async def server(self, server: int) -> ServerProfile:
        """A server's profile."""
        ...

    async def change_server(self, server: int, change: Callable[[ServerProfile], ServerProfile]) -> None:
        """Change a server's profile, with nobody else's change in between."""
        ...

    async def save_server(self, profile: ServerProfile) -> None:
        """Keep a server's profile."""
        ...

    async def channel(self, channel: int) -> ChannelProfile:
        """A channel's profile."""
        ...

    async def change_channel(self, channel: int, change: Callable[[ChannelProfile], ChannelProfile]) -> None:
        """Change a channel's profile, with nobody else's change in between."""
        ...


class VariantStore(Protocol):
    """Variants that servers have loaded."""

    async def all(self, server: int) -> tuple[ServerVariant, ...]:
        """The variants of a server, by name."""
        ...

    async def save(self, variant: ServerVariant, most: int) -> bool:
        """Keep a variant in place of one of the same name; False, changing nothing, if there are `most` others."""
        ...

    async def remove(self, server: int, name: str) -> bool:
        """Forget a variant; False if there is none of that name."""
        ...


class ChatStore(Protocol):
    """Places between which the chat of a game's players is carried, and whom they do not want to hear."""

    async def links(self, channel_id: int | None = None) -> tuple[ChatLink, ...]:
        """The links of games that are not over: all, or those of the games that a channel is linked to."""
        ...

    async def links_of(self, game: str) -> tuple[ChatLink, ...]:
        """The places of a game's chat, the earliest first."""
        ...

    async def link(self, link: ChatLink, told: Sequence[NewDelivery] = ()) -> bool:
        """Add a place to a game's chat and tell of it; False, changing nothing, if it is there already."""
        ...

    async def unlink(self, game: str, channel_id: int, told: Sequence[NewDelivery] = ()) -> bool:
        """Take a place out of a game's chat and tell of it; False, changing nothing, if it was not in it."""
        ...

    async def ask(self, request: ChatRequest, question: NewDelivery) -> bool:
        """Ask a place whether it takes part; False, changing nothing, if it was asked before."""
        ...

    async def refuse(self, game: str, channel_id: int, told: Sequence[NewDelivery] = ()) -> bool:
        """Remember that a place does not take part, and tell of it; False if no answer was awaited."""
        ...

    async def mutes(self, channel_id: int) -> tuple[Mute, ...]:
        """Whom a place does not want to hear."""
        ...

    async def mute(self, channel_id: int, mute: Mute, muted: bool) -> None:
        """Stop carrying somebody's words to a place, or begin again."""
        ...


class Meta(Protocol):
    """Facts about the installation, by key: `installation`, `heartbeat`, `commands` (hash of the synced ones)."""

    async def get(self, key: str) -> str | None:
        """The value of a key."""
        ...

    async def set(self, key: str, value: str) -> None:
        """Keep the value of a key."""
        ...

    async def first(self, key: str, value: str) -> str:
        """The value of a key, which becomes the one given where it has none yet."""
        ...

    async def prune(self, before: int) -> None:
        """Forget causes, finished deliveries, drafts and unconfirmed lists that are older than an instant."""
        ...


class WordStore(Protocol):
    """What servers and people change about lexicons, and the editions of these that games are judged by."""

    async def read(self, owner: str, lexicon: str) -> PackedWords:
        """What an owner changes about a lexicon."""
        ...

    async def write(self, owner: str, lexicon: str, words: PackedWords, by: str, at: int) -> bool:
        """Keep changes unless others have been written since the revision that they were made from."""
        ...

    async def owned(self, owner: str) -> tuple[str, ...]:
        """The lexicons about which an owner has kept anything."""
        ...

    async def forget(self, owner: str, lexicon: str) -> None:
        """Forget what an owner changes about a lexicon."""
        ...

    async def edition(self, lexicon: str, digest: str) -> PackedWords | None:
        """The changes that make the edition of a lexicon with a content."""
        ...

    async def keep_edition(self, lexicon: str, digest: str, words: PackedWords) -> None:
        """Keep an edition; one that is there already stays."""
        ...


class Store(Protocol):
    """The database."""

    @property
    def journal(self) -> Journal:
        """Games and their events."""
        ...

    @property
    def outbox(self) -> Outbox:
        """Deliveries and posts."""
        ...

    @property
    def alarms(self) -> Alarms:
        """Deadlines."""
        ...

    @property
    def drafts(self) -> DraftStore:
        """Stored previews."""
        ...

    @property
    def results(self) -> Results:
        """Results of finished games."""
        ...

    @property
    def people(self) -> PeopleStore:
        """People and servers."""
        ...

    @property
    def chat(self) -> ChatStore:
        """Chat that is carried between places."""
        ...

    @property
    def variants(self) -> VariantStore:
        """Variants of servers."""
        ...

    @property
    def meta(self) -> Meta:
        """Facts about the installation."""
        ...

    @property
    def words(self) -> WordStore:
        """Word lists of servers and people."""
        ...
