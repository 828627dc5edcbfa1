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
    """Someone else committed first: to this game, in this channel, or for this cause. Look again and decide again."""


class Journal(Protocol):
    """Games as lists of events, and their summaries."""

    async def read(self, game: str, after: int = 0) -> tuple[EventData, ...]:
        """The events after a number, in order."""
        ...

    async def outcome(self, cause: str) -> Outcome | None:
        """What a cause has done; None if nothing."""
        ...

    async def commit(self, change: Change) -> None:
        """Write a change in one transaction. Raises `LostRace` and `TooManyGames`; then nothing has changed."""
        ...

    async def check_room(self, quotas: tuple[Quota, ...]) -> None:
        """Raises `TooManyGames` if a quota has no room for one more game; `commit` checks again."""
        ...

    async def summary(self, game: str) -> GameSummary | None:
        """The summary of a game."""
        ...

    async def in_channel(self, channel_id: int) -> GameSummary | None:
        """The channel's running game or lobby, else the newest one that was paused or finished there."""
        ...

    async def paused(self, place: Place) -> tuple[GameSummary, ...]:
        """The paused games of a server, or in direct messages of the channel alone, most recently changed first."""
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
        """Show a game's public messages in another target; `delivery` is what it shows first.

        Raises `LostRace` if the game has gone beyond that.
        """
        ...

    async def hide(self, game: str, target: Target) -> None:
        """Stop showing a game's public messages in a target."""
        ...


class Outbox(Protocol):
    """The queue of deliveries and what became of them."""

    async def claim(self, owner: str, now: int, until: int, room: Room) -> Claimed:
        """Lease what may be sent now, at most one delivery per target; the leases hold until the given instant."""
        ...

    async def hand_back(self, delivery: Delivery, owner: str, due: int) -> None:
        """Put a claimed delivery back until the given instant, as if it had not been claimed, and end its lease."""
        ...

    async def done(self, delivery: Delivery, owner: str, sent: Sent | None, now: int) -> None:
        """End a delivery and its lease; remember the post if there is one."""
        ...

    async def retry(self, delivery: Delivery, owner: str, due: int, error: str) -> None:
        """Put a delivery back until the given instant and end its lease. `error` names the failure for the log."""
        ...

    async def fail(
        self, delivery: Delivery, owner: str, error: str, now: int, fallback: NewDelivery | None = None
    ) -> None:
        """End a delivery that cannot be made; queue its fallback unless this game has already had the same one."""
        ...

    async def posts(self, game: str, target: Target) -> tuple[Post, ...]:
        """The live posts of a game in a target, oldest first."""
        ...

    async def boards(self, game: str, sequence: int) -> tuple[Post, ...]:
        """The live boards of a game, in all targets, that show it at least up to an event."""
        ...

    async def outdated(self, target: Target) -> Post | None:
        """The newest live post in a target, of any game, that a later post there has made obsolete."""
        ...

    async def untidy(self) -> tuple[Target, ...]:
        """The targets that have such posts."""
        ...

    async def game_of(self, message_id: int) -> str | None:
        """The game that a posted message shows."""
        ...

    async def retire(self, message_ids: tuple[int, ...]) -> None:
        """Remember that posts have lost their buttons or are gone."""
        ...


class Alarms(Protocol):
    """The deadlines of games, one each; `Journal.commit` sets them."""

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

        At most `share` of one tenant, including those `under_way`.
        """
        ...

    async def next_due(self, after: int | None = None) -> int | None:
        """The earliest instant (after one, if given) when one can be claimed; None if there is none."""
        ...

    async def reset(self, game: str, sequence: int, deadline: Deadline | None) -> None:
        """Replace a game's deadline unless the game has gone beyond the sequence number."""
        ...

    async def retry(self, alarm: Alarm, owner: str, due: int) -> None:
        """Put a deadline back until the given instant, and count the failure."""
        ...


class DraftStore(Protocol):
    """Stored previews."""

    async def save(self, draft: Draft) -> None:
        """Keep a draft."""
        ...

    async def load(self, draft: str) -> Draft | None:
        """The draft with an id."""
        ...

    async def change(self, draft: str, change: Callable[[Draft], Draft]) -> Draft | None:
        """Change a draft, with no other change in between; None if there is no draft with that id."""
        ...

    async def of_person(self, game: str, person: str, limit: int) -> tuple[Draft, ...]:
        """A person's latest drafts in a game, newest first."""
        ...


class Results(Protocol):
    """The results of finished games; `Journal.commit` writes them."""

    async def of_person(self, person: str, limit: int) -> tuple[GameResult, ...]:
        """A person's latest finished games, newest first."""
        ...

    async def of_server(self, server: int, after: int) -> tuple[tuple[int, GameResult], ...]:
        """A server's results after a number, with their numbers, in the order they were written."""
        ...


class PeopleStore(Protocol):
    """Settings of people and servers. Unknown ones have the defaults."""

    async def person(self, person: str) -> PersonProfile:
        """A person's profile."""
        ...

    async def change_person(self, person: str, change: Callable[[PersonProfile], PersonProfile]) -> None:
        """Change a person's profile, with no other change in between."""
        ...

    async def server(self, server: int) -> ServerProfile:
        """A server's profile."""
        ...

    async def change_server(self, server: int, change: Callable[[ServerProfile], ServerProfile]) -> None:
        """Change a server's profile, with no other change in between."""
        ...

    async def save_server(self, profile: ServerProfile) -> None:
        """Keep a server's profile."""
        ...

    async def channel(self, channel: int) -> ChannelProfile:
        """A channel's profile."""
        ...

    async def change_channel(self, channel: int, change: Callable[[ChannelProfile], ChannelProfile]) -> None:
        """Change a channel's profile, with no other change in between."""
        ...


class VariantStore(Protocol):
    """Variants that servers have loaded."""

    async def all(self, server: int) -> tuple[ServerVariant, ...]:
        """The variants of a server, by name."""
        ...

    async def save(self, variant: ServerVariant, most: int) -> bool:
        """Keep a variant, replacing one of the same name; False, changing nothing, if there are `most` others."""
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
        """The places of a game's chat, earliest first."""
        ...

    async def link(self, link: ChatLink, told: Sequence[NewDelivery] = ()) -> bool:
        """Add a place to a game's chat and tell of it; False, changing nothing, if it is already there."""
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
        """Stop carrying someone's messages to a place, or start again."""
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
        """The value of a key; if it has none yet, it gets the given one."""
        ...

    async def prune(self, before: int) -> None:
        """Delete causes, finished deliveries, drafts and unconfirmed lists that are older than an instant."""
        ...


class WordStore(Protocol):
    """What servers and people change about lexicons, and the editions of these that judge games."""

    async def read(self, owner: str, lexicon: str) -> PackedWords:
        """What an owner changes about a lexicon."""
        ...

    async def write(self, owner: str, lexicon: str, words: PackedWords, by: str, at: int) -> bool:
        """Keep changes unless others have been written since the revision they were made from."""
        ...

    async def owned(self, owner: str) -> tuple[str, ...]:
        """The lexicons about which an owner has kept anything."""
        ...

    async def forget(self, owner: str, lexicon: str) -> None:
        """Forget what an owner changes about a lexicon."""
        ...

    async def edition(self, lexicon: str, digest: str) -> PackedWords | None:
        """The changes that make the edition of a lexicon with that content."""
        ...

    async def keep_edition(self, lexicon: str, digest: str, words: PackedWords) -> None:
        """Keep an edition; an existing one stays."""
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
